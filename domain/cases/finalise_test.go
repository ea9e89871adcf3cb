package cases

import (
	"strings"
	"testing"
)

// change edits a world before it is given.
func changed(given func(testing.TB) *world, edits ...func(testing.TB, *world)) func(testing.TB) *world {
	return func(t testing.TB) *world {
		w := given(t)
		for _, edit := range edits {
			edit(t, w)
		}
		return w
	}
}

func does(by string, c Command) func(testing.TB, *world) {
	return func(t testing.TB, w *world) { t.Helper(); w.must(t, by, c) }
}

// answer changes what is known of the answer that the workpaper links.
func answer(edit func(*Record)) func(testing.TB, *world) {
	return func(_ testing.TB, w *world) {
		r := w.facts.Records[Ref{KindAnswer, "answer1"}]
		edit(&r)
		w.facts.Records[Ref{KindAnswer, "answer1"}] = r
	}
}

func rewrite(t testing.TB, w *world, by, conclusion string) {
	p := paper
	p.WorkpaperID, p.Conclusion = w.s.Workpapers[0].ID, conclusion
	w.must(t, by, p)
	w.must(t, w.s.Reviewer, w.signAll())
}

func TestFinalise(t *testing.T) {
	finalise := is(Finalise{})
	escalated := answer(func(r *Record) { r.Escalated = true })
	draftly := answer(func(r *Record) { r.Coverage = "draft" })
	accept := does(manager, Update{AcceptDraft: &AcceptDraft{Reason: "within tolerance"}})
	run(t, []row{
		{"no such case", empty, manager, finalise, "not_found"},
		{"ready", ready, manager, finalise, "finalised"},
		{"by the reviewer", ready, reviewer, finalise, "finalised"},
		{"final already", final, manager, finalise, "immutable"},
		{"nothing is there: everything at once", func(t testing.TB) *world { return newWorld().must(t, preparer, Open{Title: "x"}) }, preparer,
			finalise,
			"blocked client_period_or_place_missing client_period_or_place_missing client_period_or_place_missing " +
				"engagement_check_missing no_reviewer finaliser_is_preparer stage_not_approval no_workpapers client_approval_missing"},
		{"engagement check failed", changed(ready, does(preparer, Update{Engagement: &EngagementCheck{Outcome: Failed, On: day("2026-11-02")}})),
			manager, finalise, "blocked engagement_check_missing"},
		{"in review", changed(ready, does(manager, back(Review, "wait"))), manager, finalise, "blocked stage_not_approval"},
		{"by a preparer", ready, preparer, finalise, "blocked finaliser_is_preparer"},
		{"by who recorded the approval", changed(ready, does(manager, agreed)), manager, finalise, "blocked finaliser_is_preparer"},
		{"by a preparer, waived", changed(ready, does(owner, waive(finaliserIsPreparer, "2026-11-20"))), preparer, finalise, "finalised"},
		{"by a preparer, waiver expired", changed(ready, does(owner, waive(finaliserIsPreparer, "2026-11-20")),
			func(_ testing.TB, w *world) { w.now = w.now.AddDate(0, 0, 1) }), preparer, finalise, "blocked finaliser_is_preparer"},
		{"waiver of the other code", changed(ready, does(owner, waive(reviewerIsPreparer, "2026-12-31"))), preparer, finalise,
			"blocked finaliser_is_preparer"},
		{"reviewer wrote later", changed(ready, does(reviewer, Update{Scope: ptr("More")})), manager, finalise, "blocked reviewer_is_preparer"},
		{"reviewer raised an issue", changed(ready, does(reviewer, AddIssue{Title: "x"})), manager, finalise, "blocked open_issue"},
		{"manager raised an issue", changed(ready, does(manager, AddIssue{Title: "x"})), manager, finalise,
			"blocked finaliser_is_preparer open_issue"},
		{"earlier reviewer wrote later", changed(ready, does(reviewer, Update{Scope: ptr("More")}), does(manager, assign(owner))),
			manager, finalise, "blocked reviewer_is_preparer"},
		{"who started a step prepared", changed(ready, does(robot, Attach{Kind: KindDocument, ID: "doc1", StartedBy: manager})),
			manager, finalise, "blocked finaliser_is_preparer"},
		{"a page that nobody hashed", changed(ready, does(preparer, WriteWorkpaper{Title: "x", Evidence: []EvidenceLink{
			{Kind: KindURL, Ref: "https://www.gov.uk/a"}, {Kind: KindURL, Ref: "https://www.gov.uk/b"}}})), manager, finalise,
			"blocked evidence_without_hash workpaper_not_signed_off"},
		{"a workpaper more", changed(ready, does(preparer, WriteWorkpaper{Title: "x"})), manager, finalise,
			"blocked workpaper_without_evidence workpaper_not_signed_off"},
		{"record changed", changed(ready, answer(func(r *Record) { r.SHA256 = sum2 })), manager, finalise, "blocked evidence_hash_mismatch"},
		{"record gone", changed(ready, func(_ testing.TB, w *world) { clear(w.facts.Records) }), manager, finalise,
			"blocked evidence_hash_mismatch"},
		{"escalated", changed(ready, escalated), manager, finalise, "blocked answer_escalated_without_conclusion"},
		{"escalated, concluded elsewhere", changed(ready, escalated, answer(func(r *Record) { r.Concluded = true })), manager, finalise,
			"finalised"},
		{"escalated, concluded here", changed(ready, escalated, func(t testing.TB, w *world) { rewrite(t, w, preparer, "It is resident") }),
			manager, finalise, "finalised"},
		{"draft coverage", changed(ready, draftly), manager, finalise, "blocked draft_coverage_not_accepted"},
		{"draft coverage accepted", changed(ready, draftly, accept), manager, finalise, "finalised"},
		{"draft coverage accepted of another hash", changed(ready, draftly, accept, answer(func(r *Record) { r.SHA256 = sum2 }),
			func(t testing.TB, w *world) { rewrite(t, w, preparer, "") }), manager, finalise, "blocked draft_coverage_not_accepted"},
		{"law superseded", changed(ready, answer(func(r *Record) { r.Superseded = true })), manager, finalise, "blocked law_superseded_or_stale"},
		{"sources stale", changed(ready, answer(func(r *Record) { r.Stale = true })), manager, finalise, "blocked law_superseded_or_stale"},
		{"all that a record can be", changed(ready, answer(func(r *Record) { *r = Record{sum2, true, false, "draft", true, true} })), manager,
			finalise,
			"blocked evidence_hash_mismatch answer_escalated_without_conclusion draft_coverage_not_accepted law_superseded_or_stale"},
	})
}

// Two people who change places: who corrected the reopened case is its
// preparer, and who prepared the first revision may review and finalise it.
func TestReopenedByTwo(t *testing.T) {
	start := changed(ready, does(reviewer, Finalise{}), does(owner, Reopen{Reason: "an error"}), does(reviewer, assign(preparer)))
	through := func(t testing.TB, w *world) {
		w.must(t, owner, agreed).must(t, owner, to(Review)).must(t, owner, to(Approval))
	}
	run(t, []row{
		{"corrected by the other", changed(start, func(t testing.TB, w *world) {
			rewrite(t, w, reviewer, "corrected")
			through(t, w)
		}), preparer, is(Finalise{}), "finalised"},
		{"the other added a workpaper, and had signed off the first", changed(start, func(t testing.TB, w *world) {
			w.must(t, reviewer, paper)
			added := w.signAll()
			added.SignOffs = added.SignOffs[1:]
			w.must(t, preparer, added)
			through(t, w)
		}), preparer, is(Finalise{}), "finalised"},
		{"nobody wrote: the first revision's preparers stand", changed(start, does(owner, to(Review)), does(owner, to(Approval))),
			preparer, is(Finalise{}), "blocked reviewer_is_preparer finaliser_is_preparer client_approval_missing"},
	})
	w := changed(start, through)(t)
	if strings.Join(w.s.Preparers, "") != owner {
		t.Errorf("preparers of the second revision: %v", w.s.Preparers)
	}
	if got := outcome(w.do(preparer, w.signAll())); got != "blocked reviewer_is_preparer" {
		t.Errorf("the writer of a workpaper signed it off: %s", got)
	}
}

// A sign-off of one's own workpaper needs the waiver for as long as it counts,
// though its writer may no longer be a preparer.
func TestOwnSignOffOutlivesItsWaiver(t *testing.T) {
	w := opened(t).must(t, preparer, passed).must(t, preparer, paper).must(t, manager, assign(preparer))
	w.must(t, owner, waive(reviewerIsPreparer, "2026-11-20")).must(t, preparer, w.signAll())
	for _, s := range []Stage{Preparation, Review, Approval} {
		w.must(t, manager, to(s))
	}
	w.must(t, owner, agreed).must(t, manager, Finalise{}).must(t, owner, Reopen{Reason: "an error"})
	w.must(t, owner, agreed).must(t, manager, to(Review)).must(t, manager, to(Approval)).must(t, manager, assign(reviewer))
	w.now = w.now.AddDate(0, 0, 1)
	if got := outcome(w.do(manager, Finalise{})); got != "blocked reviewer_is_preparer" {
		t.Error(got)
	}
}

// The sole practitioner: one owner does everything, under two waivers.
func TestSolePractitioner(t *testing.T) {
	w := newWorld().must(t, owner, full).must(t, owner, paper)
	w.must(t, owner, Update{Engagement: passed.Engagement, Approval: agreed.Approval, Reviewer: &owner, Stage: ptr(Preparation)})
	w.must(t, owner, to(Review))
	if got := outcome(w.do(owner, w.signAll())); got != "blocked reviewer_is_preparer" {
		t.Fatalf("signed off without a waiver: %s", got)
	}
	u := w.signAll()
	u.Waivers = append(waive(reviewerIsPreparer, "2026-12-31").Waivers, waive(finaliserIsPreparer, "2026-12-31").Waivers...)
	u.Stage = ptr(Approval)
	w.must(t, owner, u)
	w.must(t, owner, Finalise{})
	if got := len(w.s.final().Waivers); got != 2 {
		t.Errorf("finalised under %d waivers, want 2", got)
	}
}
