package cases

import (
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Finalise makes the case final: nothing but Reopen can touch it then.
type Finalise struct{}

// Validate finds nothing.
func (c Finalise) Validate() error { return nil }

// Needs lists every record that the case rests on.
func (c Finalise) Needs(s State) []Ref { return s.refs() }

// Decide gives Finalised, or everything that stands in the way.
func (c Finalise) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	d, err := decide(s, a, f)
	if err != nil {
		return nil, err
	}
	var waivers []string
	d.blockers, waivers = s.standing(a, f)
	people := append(s.People(), a.Principal)
	slices.Sort(people)
	d.emit(Finalised{Revision: s.Revision, Evidence: s.pins(), Waivers: append([]string{}, waivers...),
		People: f.named(slices.Compact(people))})
	return d.end(eventsMax + 1)
}

// Blockers lists everything that keeps the caller of a from finalising the
// case now. f answers Finalise{}.Needs(s).
func (s State) Blockers(a act.Context, f Facts) fault.Blockers {
	b, _ := s.standing(a, f)
	return b
}

// standing lists the blockers in the order of the rules, and the ids of the
// waivers without which there would be more.
func (s State) standing(a act.Context, f Facts) (b fault.Blockers, waivers []string) {
	s.detailBlockers(&b)
	waivers = s.dutyBlockers(&b, a)
	if s.Stage != Approval {
		b.Add("stage_not_approval", "the case is in %s; it is finalised from approval", s.Stage)
	}
	s.workpaperBlockers(&b)
	s.recordBlockers(&b, f)
	for _, i := range s.Issues {
		if i.Resolution == nil {
			b.On("issue/"+i.ID, "open_issue", "the issue is not resolved")
		}
	}
	if s.Approval == nil || s.Approval.Revision != s.Revision {
		b.Add("client_approval_missing", "the client has not approved revision %d", s.Revision)
	}
	return b, waivers
}

func (s State) detailBlockers(b *fault.Blockers) {
	missing := func(field, what string) {
		*b = append(*b, fault.Blocker{Code: "client_period_or_place_missing", Field: field, Message: "the case has no " + what})
	}
	if !present(s.Client) {
		missing("client", "client")
	}
	if s.Period.From.IsZero() || s.Period.To.IsZero() {
		missing("period", "period")
	}
	if s.Jurisdiction == "" {
		missing("jurisdiction", "place")
	}
	switch {
	case s.Engagement == nil:
		b.Add("engagement_check_missing", "no engagement check is recorded")
	case s.Engagement.Outcome != Passed:
		b.Add("engagement_check_missing", "the latest engagement check did not pass")
	}
}

// dutyBlockers asks who prepared, who reviewed and who is about to finalise.
func (s State) dutyBlockers(b *fault.Blockers, a act.Context) (waivers []string) {
	unlessWaived := func(code, at, message string) {
		ids := s.inForce(code, a)
		if len(ids) == 0 {
			b.On(at, code, "%s", message)
		}
		for _, id := range ids {
			if !slices.Contains(waivers, id) {
				waivers = append(waivers, id)
			}
		}
	}
	switch {
	case s.Reviewer == "":
		b.Add("no_reviewer", "no reviewer is assigned")
	case s.isPreparer(s.Reviewer):
		unlessWaived(reviewerIsPreparer, "principal/"+s.Reviewer, "the reviewer prepared the case")
	}
	for _, w := range s.Workpapers {
		if x := w.SignOff; x != nil && (w.writtenBy(x.By) || x.CaseRevision == s.Revision && x.By != s.Reviewer && s.isPreparer(x.By)) {
			unlessWaived(reviewerIsPreparer, "workpaper/"+w.ID, "who signed it off prepared it")
		}
	}
	if s.isPreparer(a.Principal) {
		unlessWaived(finaliserIsPreparer, "principal/"+a.Principal, "who prepared the case does not finalise it")
	}
	return waivers
}

func (s State) workpaperBlockers(b *fault.Blockers) {
	if len(s.Workpapers) == 0 {
		b.Add("no_workpapers", "the case has no workpapers")
	}
	for _, w := range s.Workpapers {
		if len(w.Evidence) == 0 {
			b.On("workpaper/"+w.ID, "workpaper_without_evidence", "the workpaper rests on nothing")
		}
		for _, e := range w.Evidence {
			if e.Kind == KindURL && e.SHA256 == "" {
				b.On("workpaper/"+w.ID, "evidence_without_hash",
					"it rests on a page of which no copy was hashed: say its SHA-256, or attach the copy as a document")
				break
			}
		}
		if w.SignOff == nil || w.SignOff.Revision != w.Revision {
			b.On("workpaper/"+w.ID, "workpaper_not_signed_off", "revision %d is not signed off", w.Revision)
		}
	}
}

// recordBlockers asks, once for each record, whether it is still what the case
// rests on.
func (s State) recordBlockers(b *fault.Blockers, f Facts) {
	seen := map[Pinned]bool{}
	for _, l := range s.links() {
		if seen[l.Pinned] {
			continue
		}
		seen[l.Pinned] = true
		at := resource(l.Kind, l.Ref)
		r, ok := f.Records[Ref{l.Kind, l.Ref}]
		switch {
		case !ok:
			b.On(at, "evidence_hash_mismatch", "%s links a record that is gone", l.where)
			continue
		case r.SHA256 != l.SHA256:
			b.On(at, "evidence_hash_mismatch", "%s was linked with SHA-256 %s; it is now %s", l.where, l.SHA256, r.SHA256)
		}
		if r.Escalated && !r.Concluded && !s.concludes(l.Ref) {
			b.On(at, "answer_escalated_without_conclusion", "no workpaper that links the escalated answer states a conclusion")
		}
		if r.Coverage == draft && !s.draftAccepted(l.Pinned) {
			b.On(at, "draft_coverage_not_accepted", "it rests on draft coverage, which was not accepted")
		}
		if r.Superseded || r.Stale {
			b.On(at, "law_superseded_or_stale", "the law it rests on has changed, or its sources are stale")
		}
	}
}

// concludes reports whether a workpaper that links an answer states a
// conclusion.
func (s State) concludes(answer string) bool {
	return slices.ContainsFunc(s.Workpapers, func(w Workpaper) bool {
		return present(w.Conclusion) && slices.ContainsFunc(w.Evidence, func(e Evidence) bool {
			return e.Kind == KindAnswer && e.Ref == answer
		})
	})
}
