package cases

import (
	"reflect"
	"strings"
	"testing"
)

// Two futures of one case do not share anything that either may write to.
func TestStatesAreValues(t *testing.T) {
	w := opened(t)
	for range 3 { // a slice of three has room for a fourth
		w.must(t, preparer, AddIssue{Title: "x"})
	}
	base, past := w.s, w.history
	w.must(t, preparer, AddIssue{Title: "one future"})
	first, copyOf := w.s, Fold(w.history)
	w.s, w.history = base, past[:len(past):len(past)]
	w.must(t, preparer, AddIssue{Title: "another future"})
	if !reflect.DeepEqual(first, copyOf) {
		t.Error("one future wrote into the other")
	}
}

// Who counts as a preparer, verb by verb.
func TestPreparers(t *testing.T) {
	resolve := func(w *world) Command { return ResolveIssue{IssueID: w.s.Issues[0].ID, Resolution: "x"} }
	for _, x := range []struct {
		name string
		by   string
		does func(*world) Command
		want string // who is added
	}{
		{"details", manager, is(Update{Title: ptr("x")}), manager},
		{"engagement check", manager, is(passed), manager},
		{"client approval", manager, is(agreed), manager},
		{"workpaper", manager, is(paper), manager},
		{"attachment", manager, is(Attach{Kind: KindDocument, ID: "doc1"}), manager},
		{"issue", manager, is(AddIssue{Title: "x"}), manager},
		{"issue of the reviewer", reviewer, is(AddIssue{Title: "x"}), ""},
		{"issue of a step that the reviewer sends and the manager started", reviewer, is(AddIssue{Title: "x", StartedBy: manager}),
			reviewer + manager},
		{"workpaper of a step", robot, is(WriteWorkpaper{Title: "x", StartedBy: manager}), manager + robot},
		{"attachment of a step", robot, is(Attach{Kind: KindDocument, ID: "doc1", StartedBy: manager}), manager + robot},
		{"stage", manager, is(to(Approval)), ""},
		{"reviewer", manager, is(assign(owner)), ""},
		{"sign-off", reviewer, func(w *world) Command { return w.signAll() }, ""},
		{"resolution", manager, resolve, ""},
		{"waiver", owner, is(waive(finaliserIsPreparer, "2026-12-31")), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := inReview(t)
			w.must(t, x.by, x.does(w))
			if got := strings.Join(w.s.Preparers, ""); got != preparer+x.want {
				t.Errorf("preparers %s, want %s", got, preparer+x.want)
			}
		})
	}
}
