package journal_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/journal"
)

// The queue's word on an entry is that of an approver, once, on an entry that somebody
// was asked to look at.
func TestReview(t *testing.T) {
	facts := journal.Facts{Books: ledger(false), Today: civil.MustParse("2026-03-05")}
	proposed := func(reasons ...string) *person {
		p := &person{t: t, facts: facts}
		cmd := manual()
		cmd.ReviewReasons = reasons
		if got := p.do("ann", cmd); got != nil {
			t.Fatal(got)
		}
		return p
	}
	for _, c := range []struct {
		cmd  journal.Review
		want journal.Status
	}{
		{journal.Review{Decision: "accept"}, journal.Approved},
		{journal.Review{Decision: "correct", Reason: "wrong account"}, journal.Returned},
		{journal.Review{Decision: "dismiss", Reason: "not ours"}, journal.Rejected},
	} {
		p := proposed("asset")
		if got := p.do("bob", c.cmd); got != nil || p.s.Status != c.want {
			t.Errorf("%+v: %v, %s", c.cmd, got, p.s.Status)
		}
		if got := p.do("cat", c.cmd); !slices.Contains(got, "immutable") {
			t.Errorf("%+v twice: %v", c.cmd, got)
		}
		if got := proposed().do("bob", c.cmd); !slices.Contains(got, "not_found") {
			t.Errorf("%+v of what nobody was asked about: %v", c.cmd, got)
		}
	}
	for want, cmd := range map[string]journal.Review{"invalid_input": {Decision: "split", Reason: "x"}, "separation_of_duties": {
		Decision: "accept"}} {
		if got := proposed("asset").do("ann", cmd); !slices.Contains(got, want) {
			t.Errorf("%+v: %v, not %s", cmd, got, want)
		}
	}
	for _, decision := range []string{"correct", "dismiss"} {
		if got := proposed("asset").do("bob", journal.Review{Decision: decision, Reason: " "}); !slices.Contains(got, "invalid_input") {
			t.Errorf("%s without a reason: %v", decision, got)
		}
	}
}
