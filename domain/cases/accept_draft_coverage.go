package cases

import "slices"

// draft is the coverage that is never shown as exact.
const draft = "draft"

// AcceptDraft accepts, for every record that the case rests on now and that
// has draft coverage, that it does. Records that come later, or change, need
// another acceptance.
type AcceptDraft struct {
	Reason string `json:"reason" doc:"Why a figure of draft coverage is good enough here"`
}

func (c AcceptDraft) validate(ch *checks, field string) {
	ch.text(field+".reason", c.Reason, noteBytesMax, true)
}

func (c AcceptDraft) decide(d *decision) {
	var records []Pinned
	for _, p := range d.s.pins() {
		if d.f.Records[Ref{p.Kind, p.Ref}].Coverage == draft {
			records = append(records, p)
		}
	}
	if len(records) == 0 {
		d.blockers.Add("no_draft_coverage", "the case rests on nothing of draft coverage")
	}
	d.emit(DraftCoverageAccepted{d.text(c.Reason), records})
}

// draftAccepted reports whether draft coverage of exactly this was accepted.
func (s State) draftAccepted(p Pinned) bool {
	return slices.ContainsFunc(s.Acceptances, func(a Acceptance) bool { return slices.Contains(a.Records, p) })
}
