package bankline

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

func line(day, amount, party, text string) statement.Line {
	on, _ := civil.Parse(day)
	return statement.Line{Number: 1, BookedOn: on, Amount: money.MustParse(amount), Currency: "EUR", Party: party, Description: text}
}

func item(kind, id, day, amount, currency, text string) Item {
	on, _ := civil.Parse(day)
	return Item{Kind: kind, EntryID: id, Line: id + "/1", Date: on, Amount: money.MustParse(amount), Currency: currency, Text: text}
}

// Amount, direction and currency decide what is a candidate; day, name and reference
// which is the better one.
func TestCandidates(t *testing.T) {
	all := Index([]Item{
		item(Open, "bill", "2026-11-03", "-238.0", "EUR", "Papier Schulz GmbH RE-2026-0815"),
		item(Open, "other bill", "2026-11-03", "-238.00", "EUR", "Holz und Haus 4711"),
		item(Entry, "paid", "2026-11-20", "-238.00", "EUR", "transfer"),
		item(Entry, "paid long ago", "2026-09-01", "-238.00", "EUR", "Papier Schulz RE-2026-0815"),
		item(Open, "to come", "2026-12-20", "-238.00", "EUR", "Papier Schulz"),
		item(Open, "income", "2026-11-03", "238.00", "EUR", "Papier Schulz RE-2026-0815"),
		item(Open, "dollars", "2026-11-03", "-238.00", "USD", "Papier Schulz RE-2026-0815"),
		item(Open, "cents", "2026-11-03", "-238.01", "EUR", "Papier Schulz RE-2026-0815"),
	})
	found := all.Of(line("2026-11-20", "-238.00", "Papier Schulz GmbH", "Rechnung RE-2026-0815 vielen Dank"))
	var ids []string
	for _, c := range found {
		ids = append(ids, c.EntryID)
	}
	if want := []string{"bill", "paid", "other bill"}; !slices.Equal(ids, want) {
		t.Fatalf("%v, not %v", ids, want)
	}
	if want := []string{"amount", "within_terms", "name", "reference"}; !slices.Equal(found[0].Reasons, want) || found[0].Score != 990 {
		t.Errorf("%d, %v", found[0].Score, found[0].Reasons)
	}
	if _, ok := Best(found); ok {
		t.Error("an entry of the same day may be the line too, and is overlooked")
	}
	if best, ok := Best(found[:1]); !ok || Pays(line("2026-11-20", "-238.00", "", ""), best).Items[0].Amount.String() != "238.0" {
		t.Errorf("%+v", best)
	}
	for name, l := range map[string]statement.Line{"nothing said": line("2026-11-20", "-238.00", "", ""), "a word of it": line("2026-11-20",
		"-238.00", "Papier Meier", "2026"), "another amount": line("2026-11-20", "-23.80", "Papier Schulz GmbH", "RE-2026-0815")} {
		if best, ok := Best(all.Of(l)); ok {
			t.Errorf("%s: it pays %s", name, best.EntryID)
		}
	}
}

// An entry of a line moves what the line moves, on its day, on accounts for money.
func TestCheck(t *testing.T) {
	l := books.Ledger{State: books.State{Exists: true, Settings: books.Settings{Chart: "de-skr03", Country: "DE", BaseCurrency: "EUR"}}}
	entry := func(account, amount string, side journal.Side) journal.Proposal {
		a := money.MustParse(amount)
		return journal.Proposal{Date: civil.Of(2026, 11, 20), Currency: "EUR", Lines: []journal.Line{{Account: "4970", Side: side.Other(), Amount: a},
			{Account: journal.AccountCode(account), Side: side, Amount: a}}}
	}
	fee := line("2026-11-20", "-5.00", "", "")
	dollars, late := entry("1200", "5.00", journal.Credit), entry("1200", "5.00", journal.Credit)
	dollars.Currency, late.Date = "USD", civil.Of(2026, 11, 21)
	exchanged := entry("1200", "5.40", journal.Credit)
	exchanged.Currency = "USD"
	for i := range exchanged.Lines {
		exchanged.Lines[i].BaseAmount = money.MustParse("5.00")
	}
	for name, c := range map[string]struct {
		p  journal.Proposal
		ok bool
	}{
		"the bank":         {entry("1200", "5.00", journal.Credit), true},
		"another bank":     {entry("1210", "5.00", journal.Credit), true},
		"cash":             {entry("1000", "5.00", journal.Credit), true},
		"the other way":    {entry("1200", "5.00", journal.Debit), false},
		"another amount":   {entry("1200", "5.01", journal.Credit), false},
		"a supplier":       {entry("1600", "5.00", journal.Credit), false},
		"no such account":  {entry("99999", "5.00", journal.Credit), false},
		"another currency": {dollars, false},
		"exchanged":        {exchanged, true},
		"another day":      {late, false},
	} {
		var b fault.Blockers
		if Check(&b, c.p, fee, l); (len(b) == 0) != c.ok {
			t.Errorf("%s: %v", name, b)
		}
	}
}

// A memo ends with a whole sign, and what it costs does not grow with what it leaves out.
func TestLongMemos(t *testing.T) {
	for _, unit := range []string{"x", "ü", "漢", "😀"} {
		for before := range 4 {
			long := line("2026-11-03", "1.00", "EUR"[:before], strings.Repeat(unit, 1<<12))
			memo := MemoOf(long)
			if len(memo) > memoBytesMax || len(memo) <= memoBytesMax-len(unit) || !utf8.ValidString(memo) {
				t.Errorf("%q: %d bytes, %q", unit, len(memo), memo)
			}
			if n := testing.AllocsPerRun(2, func() { MemoOf(long) }); n > 20 {
				t.Errorf("%q: %.0f allocations", unit, n)
			}
		}
	}
}
