package cases

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestOpen(t *testing.T) {
	bad := year
	bad.From, bad.To = bad.To, bad.From
	run(t, []row{
		{"all given", empty, preparer, is(full), "opened"},
		{"title only", empty, preparer, is(Open{Title: "x"}), "opened"},
		{"nothing given", empty, preparer, is(Open{}), "invalid_input title"},
		{"a title that reads otherwise than it stands", empty, preparer, is(Open{Title: "paid \u202e00.05"}), "invalid_input title"},
		{"every fault at once", empty, preparer, is(Open{Title: " ", Client: "a\x00", Period: &bad, Jurisdiction: "gb",
			Scope: strings.Repeat("x", 2001)}),
			"invalid_input title client period.to jurisdiction scope"},
		{"exists already", opened, preparer, is(full), "immutable"},
	})
	w := opened(t)
	if w.s.Stage != Intake || w.s.Revision != 1 || w.s.Site != 7 || w.s.Tenant != "tenant" || w.s.Client.Subject != "client-"+w.s.ID {
		t.Errorf("opened as %+v", w.s)
	}
}

func TestUpdate(t *testing.T) {
	everything := full
	run(t, []row{
		{"no such case", empty, preparer, is(to(Preparation)), "not_found"},
		{"nothing sent", opened, preparer, is(Update{}), "invalid_input body"},
		{"the same again changes nothing", opened, preparer,
			is(Update{Title: &everything.Title, Client: &everything.Client, Period: &year, Jurisdiction: ptr("GB"), Stage: ptr(Intake)}), ""},
		{"details", opened, preparer, is(Update{Title: ptr("Other"), Jurisdiction: ptr("GB-SCT")}), "details_changed"},
		{"empty texts", opened, preparer, is(Update{Title: ptr(""), Client: ptr(" "), Jurisdiction: ptr("")}),
			"invalid_input title client jurisdiction"},
		{"several at once, reviewer before stage", opened, manager,
			is(Update{Title: ptr("Other"), Reviewer: &reviewer, Engagement: passed.Engagement, Approval: agreed.Approval, Stage: ptr(Preparation)}),
			"details_changed engagement_checked reviewer_assigned client_approved stage_moved"},
		{"all blockers at once, and nothing happens", opened, manager,
			is(Update{Title: ptr("Other"), Reviewer: &clerk, AcceptDraft: &AcceptDraft{Reason: "x"}, Stage: ptr(Approval)}),
			"blocked reviewer_not_permitted no_draft_coverage stage_not_reachable"},
		{"faults go before blockers", opened, manager,
			is(Update{Reviewer: ptr(noID), Approval: &ClientApproval{ApprovedBy: "A", On: day("2027-01-01"), Method: "email"},
				Stage: ptr(Approval)}),
			"invalid_input reviewer client_approval.on"},
		{"final", final, preparer, is(Update{Title: ptr("Other")}), "immutable"},
		{"final, even for nothing new", final, preparer, is(Update{Title: &everything.Title}), "immutable"},
	})
	whole := Update{
		Title: ptr(""), Client: ptr(""), Period: &year, Jurisdiction: ptr(""), Scope: ptr(""), Exclusions: ptr(""), Engagement: passed.Engagement,
		Waivers: []Waive{{}}, Reviewer: &reviewer, AcceptDraft: &AcceptDraft{}, Approval: agreed.Approval, SignOffs: []SignOffWorkpaper{{}},
		Stage: ptr(Review), Reason: "x",
	}
	var sent map[string]any
	text, err := json.Marshal(whole)
	if err := errors.Join(err, json.Unmarshal(text, &sent)); err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(slices.Values(whole.Parts())), slices.Sorted(maps.Keys(sent)); !slices.Equal(got, want) ||
		len(want) != reflect.TypeFor[Update]().NumField() {
		t.Errorf("parts %v of %v", got, want)
	}
}

func TestMoveStage(t *testing.T) {
	run(t, []row{
		{"forward", opened, preparer, is(to(Preparation)), "stage_moved"},
		{"two forward", opened, preparer, is(to(Review)), "blocked stage_not_reachable"},
		{"back with a reason", inReview, reviewer, is(back(Preparation, "more work")), "stage_moved"},
		{"back without", inReview, reviewer, is(to(Preparation)), "invalid_input reason"},
		{"two back", inReview, reviewer, is(back(Intake, "more work")), "blocked stage_not_reachable"},
		{"into finalised", ready, manager, is(to(Final)), "invalid_input stage"},
		{"unknown", opened, preparer, is(to("done")), "invalid_input stage"},
		{"a reason for nothing", opened, preparer, is(Update{Reason: "why"}), "invalid_input reason"},
	})
}

func TestAssignReviewer(t *testing.T) {
	run(t, []row{
		{"who may review", opened, manager, is(assign(reviewer)), "reviewer_assigned"},
		{"the same again", inReview, manager, is(assign(reviewer)), ""},
		{"who may not", opened, manager, is(assign(clerk)), "blocked reviewer_not_permitted"},
		{"who does not exist", opened, manager, is(assign(noID)), "invalid_input reviewer"},
		{"no id", opened, manager, is(assign("bob")), "invalid_input reviewer"},
	})
}

func TestCheckEngagement(t *testing.T) {
	run(t, []row{
		{"passed", opened, preparer, is(passed), "engagement_checked"},
		{"failed", opened, preparer, is(Update{Engagement: &EngagementCheck{Outcome: Failed, On: day("2026-11-01"), Note: "conflict"}}),
			"engagement_checked"},
		{"malformed", opened, preparer, is(Update{Engagement: &EngagementCheck{}}), "invalid_input engagement_check.outcome engagement_check.on"},
		{"in the future", opened, preparer, is(Update{Engagement: &EngagementCheck{Outcome: Passed, On: day("2026-11-22")}}),
			"invalid_input engagement_check.on"},
	})
}

func TestWriteWorkpaper(t *testing.T) {
	revise := func(w *world) Command { p := paper; p.WorkpaperID = w.s.Workpapers[0].ID; return p }
	links := func(l ...EvidenceLink) func(*world) Command { return is(WriteWorkpaper{Title: "x", Evidence: l}) }
	run(t, []row{
		{"no such case", empty, preparer, is(paper), "not_found"},
		{"final", final, preparer, is(paper), "immutable"},
		{"added", opened, preparer, is(paper), "workpaper_added"},
		{"revised", inReview, preparer, revise, "workpaper_revised"},
		{"without evidence, for now", opened, preparer, links(), "workpaper_added"},
		{"with what is outside", opened, preparer, links(EvidenceLink{Kind: KindURL, Ref: "https://www.gov.uk/income-tax-rates"}), "workpaper_added"},
		{"another record", opened, preparer, links(EvidenceLink{Kind: KindRecord, Ref: "invoice/inv1", SHA256: sum1}), "workpaper_added"},
		{"record that changed", opened, preparer, links(EvidenceLink{Kind: KindDocument, Ref: "doc1", SHA256: sum2}),
			"blocked evidence_hash_mismatch"},
		{"record that is not there", opened, preparer, links(EvidenceLink{Kind: KindDocument, Ref: "doc2"}), "invalid_input evidence[0]"},
		{"itself", opened, preparer, func(w *world) Command {
			w.facts.Records[Ref{KindCase, w.s.ID}] = Record{SHA256: sum1}
			return WriteWorkpaper{Title: "x", Evidence: []EvidenceLink{{Kind: KindCase, Ref: w.s.ID}}}
		}, "invalid_input evidence[0]"},
		{"unknown workpaper", opened, preparer, is(WriteWorkpaper{WorkpaperID: noID, Title: "x"}), "invalid_input workpaper_id"},
		{"malformed", opened, preparer, is(WriteWorkpaper{WorkpaperID: "1", Body: "\xff", Evidence: []EvidenceLink{
			{Kind: "rumour", Ref: "x"}, {Kind: KindURL, Ref: "javascript:alert(1)"}, {Kind: KindAnswer, Ref: "../x", SHA256: "0"},
		}}), "invalid_input workpaper_id title body evidence[0].kind evidence[1].ref evidence[2].ref evidence[2].sha256"},
		{"too long", opened, preparer, is(WriteWorkpaper{Title: "x", Body: strings.Repeat("x", 16_001)}), "invalid_input body"},
	})
	w := ready(t)
	w.must(t, preparer, revise(w))
	if p := w.s.Workpapers[0]; p.Revision != 2 || p.SignOff != nil || p.Evidence[0].SHA256 != sum1 {
		t.Errorf("a revision keeps what it should void: %+v", p)
	}
}

func TestSignOff(t *testing.T) {
	all := func(w *world) Command { return w.signAll() }
	sole := func(t testing.TB) *world { return inReview(t).must(t, manager, assign(preparer)) }
	run(t, []row{
		{"by the reviewer", inReview, reviewer, all, "workpaper_signed_off"},
		{"twice", ready, reviewer, all, ""},
		{"by another", inReview, manager, all, "blocked not_assigned_reviewer"},
		{"nobody assigned", func(t testing.TB) *world { return opened(t).must(t, preparer, paper) }, reviewer, all, "blocked no_reviewer"},
		{"by a preparer", sole, preparer, all, "blocked reviewer_is_preparer"},
		{"by a preparer of something else", func(t testing.TB) *world {
			return inReview(t).must(t, reviewer, Update{Scope: ptr("More")})
		}, reviewer, all, "blocked reviewer_is_preparer"},
		{"anew, after the case was reopened", func(t testing.TB) *world {
			return final(t).must(t, owner, Reopen{Reason: "an error"})
		}, reviewer, all, "workpaper_signed_off"},
		{"by a preparer under a waiver", func(t testing.TB) *world {
			return sole(t).must(t, owner, waive(reviewerIsPreparer, "2026-12-31"))
		}, preparer, all, "workpaper_signed_off"},
		{"reviewer who lost the permission", func(t testing.TB) *world {
			w := inReview(t)
			w.facts.Principals[reviewer] = Principal{}
			return w
		}, reviewer, all, "blocked reviewer_not_permitted"},
		{"another revision", inReview, reviewer, func(w *world) Command {
			u := w.signAll()
			u.SignOffs[0].Revision = 2
			return u
		}, "blocked workpaper_revised"},
		{"unknown workpaper", inReview, reviewer, is(Update{SignOffs: []SignOffWorkpaper{{WorkpaperID: noID, Revision: 1}}}),
			"invalid_input sign_offs[0].workpaper_id"},
		{"malformed", inReview, reviewer, is(Update{SignOffs: []SignOffWorkpaper{{WorkpaperID: noID}, {WorkpaperID: noID, Revision: 1}}}),
			"invalid_input sign_offs[0].revision sign_offs[1].workpaper_id"},
	})
}

func TestIssues(t *testing.T) {
	resolve := func(w *world) Command { return ResolveIssue{IssueID: w.s.Issues[0].ID, Resolution: "done"} }
	run(t, []row{
		{"added", opened, preparer, is(AddIssue{Title: "x"}), "issue_added"},
		{"on a workpaper", inReview, reviewer, func(w *world) Command { return AddIssue{Title: "x", WorkpaperID: w.s.Workpapers[0].ID} },
			"issue_added"},
		{"on none", opened, preparer, is(AddIssue{Title: "x", WorkpaperID: noID}), "invalid_input workpaper_id"},
		{"malformed", opened, preparer, is(AddIssue{WorkpaperID: "1"}), "invalid_input title workpaper_id"},
		{"added to no case", empty, preparer, is(AddIssue{Title: "x"}), "not_found"},
		{"added to a final case", final, preparer, is(AddIssue{Title: "x"}), "immutable"},
		{"resolved", inReview, reviewer, resolve, "issue_resolved"},
		{"resolved twice", ready, reviewer, resolve, "blocked issue_not_open"},
		{"resolved in a final case", final, reviewer, resolve, "immutable"},
		{"resolved where there is none", inReview, reviewer, is(ResolveIssue{IssueID: noID, Resolution: "x"}), "not_found"},
		{"resolved in no case", empty, reviewer, is(ResolveIssue{IssueID: noID, Resolution: "x"}), "not_found"},
		{"resolved without a word", inReview, reviewer, is(ResolveIssue{IssueID: noID}), "invalid_input resolution"},
	})
}

func TestAttach(t *testing.T) {
	document := is(Attach{Kind: KindDocument, ID: "doc1"})
	attached := func(t testing.TB) *world { return opened(t).must(t, preparer, document(nil)) }
	run(t, []row{
		{"attached", opened, preparer, document, "record_attached"},
		{"again", attached, preparer, document, ""},
		{"again, changed since", func(t testing.TB) *world {
			w := attached(t)
			w.facts.Records[Ref{KindDocument, "doc1"}] = Record{SHA256: sum2}
			return w
		}, preparer, document, "record_attached"},
		{"with another hash", opened, preparer, is(Attach{Kind: KindDocument, ID: "doc1", SHA256: sum2}), "blocked evidence_hash_mismatch"},
		{"not there", opened, preparer, is(Attach{Kind: KindAnswer, ID: "answer2"}), "invalid_input id"},
		{"malformed", opened, preparer, is(Attach{Kind: KindURL, ID: "https://x.example", SHA256: "x"}), "invalid_input kind sha256"},
		{"no such case", empty, preparer, document, "not_found"},
		{"final", final, preparer, document, "immutable"},
	})
	w := attached(t)
	first := w.s.Attachments[0].ID
	w.facts.Records[Ref{KindDocument, "doc1"}] = Record{SHA256: sum2}
	w.must(t, preparer, document(nil))
	if a := w.s.Attachments; len(a) != 1 || a[0].ID != first || a[0].SHA256 != sum2 {
		t.Errorf("attached anew as %+v", a)
	}
}

func TestClientApproval(t *testing.T) {
	run(t, []row{
		{"recorded", opened, preparer, is(agreed), "client_approved"},
		{"with evidence", opened, preparer, is(Update{Approval: &ClientApproval{ApprovedBy: "A", On: day("2026-11-20"), Method: "signature",
			Evidence: &EvidenceLink{Kind: KindDocument, Ref: "doc1"}}}), "client_approved"},
		{"with evidence that is not there", opened, preparer,
			is(Update{Approval: &ClientApproval{ApprovedBy: "A", On: day("2026-11-20"), Method: "signature",
				Evidence: &EvidenceLink{Kind: KindDocument, Ref: "doc2"}}}), "invalid_input client_approval.evidence"},
		{"malformed", opened, preparer, is(Update{Approval: &ClientApproval{}}),
			"invalid_input client_approval.approved_by client_approval.on client_approval.method"},
	})
}

func TestGrantWaiver(t *testing.T) {
	run(t, []row{
		{"by an owner", opened, owner, is(waive(finaliserIsPreparer, "2026-11-20")), "waiver_granted"},
		{"by another", opened, manager, is(waive(finaliserIsPreparer, "2026-12-31")), "role_forbidden"},
		{"that has passed", opened, owner, is(waive(finaliserIsPreparer, "2026-11-19")), "invalid_input waivers[0].expires_on"},
		{"of what is no separation of duties", opened, owner, is(waive("open_issue", "2026-12-31")), "invalid_input waivers[0].code"},
		{"malformed", opened, owner, is(Update{Waivers: []Waive{{}}}), "invalid_input waivers[0].code waivers[0].reason waivers[0].expires_on"},
	})
}

func TestReopen(t *testing.T) {
	run(t, []row{
		{"final", final, owner, is(Reopen{Reason: "an error"}), "reopened"},
		{"not final", ready, owner, is(Reopen{Reason: "an error"}), "blocked case_not_finalised"},
		{"no reason", final, owner, is(Reopen{}), "invalid_input reason"},
		{"no such case", empty, owner, is(Reopen{Reason: "x"}), "not_found"},
	})
	w := final(t).must(t, owner, Reopen{Reason: "an error"})
	if w.s.Stage != Preparation || w.s.Revision != 2 || len(w.s.Finals) != 1 || w.s.Workpapers[0].SignOff == nil {
		t.Errorf("reopened as %+v", w.s)
	}
	w.must(t, manager, to(Review)).must(t, manager, to(Approval))
	if got, want := outcome(w.do(manager, Finalise{})), "blocked client_approval_missing"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFullCase(t *testing.T) {
	w := opened(t)
	for len(w.s.Workpapers) < workpapersMax {
		w.must(t, preparer, WriteWorkpaper{Title: "x"})
	}
	if got := outcome(w.do(preparer, WriteWorkpaper{Title: "x"})); got != "blocked case_full" {
		t.Errorf("one workpaper too many: %s", got)
	}
	for i := 0; w.s.Events < eventsMaxContent; i++ {
		w.must(t, preparer, Update{Title: ptr(strings.Repeat("x", 1+i%2))})
	}
	if got := outcome(w.do(preparer, Update{Title: ptr("y")})); got != "blocked case_full" {
		t.Errorf("one change too many: %s", got)
	}
	w.must(t, preparer, to(Preparation))
}

// The largest events stay under 64 KiB, sealed: 28 bytes of nonce and tag for
// each text, in base64.
func TestLargestEvents(t *testing.T) {
	w := opened(t)
	ref := "a/" + strings.Repeat("b", 64)
	long := WriteWorkpaper{Title: "x", Body: strings.Repeat("x", bodyBytesMax)}
	for i := range evidenceMax {
		ref := ref[:64] + string(rune('A'+i/26)) + string(rune('A'+i%26))
		w.facts.Records[Ref{KindRecord, ref}] = Record{SHA256: sum1, Coverage: "draft"}
		long.Evidence = append(long.Evidence, EvidenceLink{Kind: KindRecord, Ref: ref, Title: strings.Repeat("x", 80),
			Note: strings.Repeat("x", 80)})
	}
	w.must(t, preparer, long)
	for i := range recordsMax - evidenceMax {
		ref := strings.Repeat("c", 62) + string(rune('a'+i/26)) + string(rune('a'+i%26))
		w.facts.Records[Ref{KindCalculation, ref}] = Record{SHA256: sum1, Coverage: "draft"}
		w.must(t, preparer, Attach{Kind: KindCalculation, ID: ref})
	}
	if got := outcome(w.do(preparer, Attach{Kind: KindDocument, ID: "doc1"})); got != "blocked case_full" {
		t.Errorf("one record too many: %s", got)
	}
	w.must(t, manager, Update{AcceptDraft: &AcceptDraft{Reason: strings.Repeat("x", noteBytesMax)}})
	for _, e := range w.history {
		if n := sealedSize(e.Payload); n > 64<<10 {
			t.Errorf("%s takes %d bytes", e.Type, n)
		}
	}
}
