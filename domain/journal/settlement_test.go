package journal_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// sold is a posted entry whose first line is open, of 100.
func sold() journal.State {
	return journal.State{ID: "sale", Status: journal.Posted, Payload: &journal.Payload{Currency: "EUR", Lines: []journal.Line{
		{Account: "1400", Side: journal.Debit, Amount: dec("100.00"), BaseAmount: dec("92.00"), Party: "p"},
		{Account: "8400", Side: journal.Credit, Amount: dec("100.00"), BaseAmount: dec("92.00")},
	}}}
}

// payment settles so much of it, at the revision of its stream.
func payment(id, amount string, status journal.Status, revision int, claimed *uint64) journal.Settler {
	lines := []journal.Line{{Account: "1400", Side: journal.Credit, Amount: dec(amount), BaseAmount: dec(amount), Settles: "sale/1"}}
	x := journal.Settler{State: journal.State{ID: id, Status: status, Events: revision + 1}}
	x.Lines = lines
	if status == journal.Posted {
		x.Payload = &journal.Payload{Lines: lines}
	}
	if claimed != nil {
		x.Claim = &journal.SettlementClaimed{EntryID: id, Revision: *claimed}
	}
	return x
}

// What counts against an item: postings that stand, and those that may be posted at this
// moment; a claim that its entry has moved away from has let go.
func TestWhatHoldsAnItem(t *testing.T) {
	at := func(n uint64) *uint64 { return &n }
	undone := payment("d", "30.00", journal.Posted, 3, nil)
	undone.Undone = true
	for name, c := range map[string]struct {
		by   journal.Settler
		left string
	}{
		"posted":                         {payment("a", "30.00", journal.Posted, 2, at(1)), "70.00"},
		"posted before entries claimed":  {payment("a", "30.00", journal.Posted, 2, nil), "70.00"},
		"undone":                         {undone, "100.00"},
		"about to be posted":             {payment("b", "30.00", journal.Approved, 1, at(1)), "70.00"},
		"approved, and nobody posts it":  {payment("b", "30.00", journal.Approved, 1, nil), "100.00"},
		"approved anew since its claim":  {payment("b", "30.00", journal.Approved, 4, at(1)), "100.00"},
		"returned since its claim":       {payment("b", "30.00", journal.Returned, 2, at(1)), "100.00"},
		"rejected since its claim":       {payment("b", "30.00", journal.Rejected, 2, at(1)), "100.00"},
		"proposed, with a claim of then": {payment("b", "30.00", journal.Proposed, 1, at(1)), "100.00"},
	} {
		left, base, ok := sold().Remains(1, "sale/1", []journal.Settler{c.by})
		taken := dec("100.00").Sub(dec(c.left))
		if !ok || !left.Left.Equal(dec(c.left)) || !base.Equal(dec("92.00").Sub(taken)) || left.Currency != "EUR" {
			t.Errorf("%s: %s and %s are left", name, left.Left, base)
		}
		if holds := len(sold().SettledBy([]journal.Settler{c.by})) == 1; holds == taken.IsZero() {
			t.Errorf("%s: keeps the sale from being undone: %v", name, holds)
		}
	}
	reversal := journal.Settler{State: journal.State{ID: "r", Status: journal.Posted, Proposal: journal.Proposal{Origin: journal.FromReversal,
		Reverses: "sale"}}}
	if _, _, ok := sold().Remains(1, "sale/1", []journal.Settler{reversal}); ok {
		t.Error("an entry that is undone has open lines")
	}
	if _, _, ok := sold().Remains(3, "sale/3", nil); ok {
		t.Error("a line that is not there is open")
	}
}

// However claims and postings of entries come one after the other, as the log takes them,
// what is posted never exceeds the item.
func TestClaimsNeverExceedAnItem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream journal.Settlement
		entries := make([]journal.Settler, 4)
		for i := range entries {
			id := string(rune('a' + i))
			entries[i] = payment(id, money.FromInt(rapid.Int64Range(1, 70).Draw(t, id)).Pad(2).String(), journal.Approved, 1, nil)
		}
		type attempt struct{ who, seen int } // what it decided on
		var begun []attempt
		for range 60 {
			if i := rapid.IntRange(0, 3).Draw(t, "who"); rapid.Bool().Draw(t, "decides") {
				others := slices.Clone(entries)
				others = slices.Delete(others, i, i+1)
				left, _, _ := sold().Remains(1, "sale/1", others)
				if entries[i].Status == journal.Approved && !entries[i].Lines[0].Amount.Greater(left.Left) {
					begun = append(begun, attempt{i, stream.Events})
				}
				continue
			}
			if len(begun) == 0 {
				continue
			}
			at := rapid.IntRange(0, len(begun)-1).Draw(t, "attempt")
			a := begun[at]
			begun = slices.Delete(begun, at, at+1)
			x := &entries[a.who]
			claim := journal.SettlementClaimed{EntryID: x.ID, Revision: x.Revision()}
			out, err := journal.Claim{SettlementClaimed: claim}.Decide(stream)
			if err != nil || x.Status != journal.Approved || len(out) > 0 && a.seen != stream.Events {
				continue // somebody was faster: it is decided anew
			}
			if len(out) > 0 {
				stream = stream.Evolve(event.Recorded{Payload: claim})
				x.Claim = &claim
			}
			if rapid.Bool().Draw(t, "cut off") {
				continue
			}
			x.Status, x.Payload = journal.Posted, &journal.Payload{Lines: x.Lines}
			x.Events++
		}
		left, _, ok := sold().Remains(1, "sale/1", entries)
		if !ok || left.Left.Sign() < 0 {
			t.Fatalf("%s is left", left.Left)
		}
	})
}
