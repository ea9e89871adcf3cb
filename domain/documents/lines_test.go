package documents

import (
	"slices"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

func statementBeside(account, from, to, opening, closing string) Statement {
	text := func(v string) sealed.Text { return sealed.Text{Subject: file.Subject, Plain: v} }
	return Statement{Account: text(account), Currency: "EUR", From: from, To: to, Opening: text(opening), Closing: text(closing), Count: 3,
		Balances: "yes"}
}

// One statement is looked at beside another: what joins, what leaves a gap and what tells
// of the same days is told apart.
func TestChain(t *testing.T) {
	const a = "DE89370400440532013000"
	march := statementBeside(a, "2026-03-01", "2026-03-31", "100.00", "250.00")
	gap, overlap := Check{StatementGap, false}, Check{StatementOverlap, false}
	joins, apart := Check{StatementGap, true}, Check{StatementOverlap, true}
	for name, c := range map[string]struct {
		other Statement
		want  []Check
	}{
		"the month after":               {statementBeside(a, "2026-04-01", "2026-04-30", "250", "20.00"), []Check{apart, joins}},
		"the month before":              {statementBeside(a, "2026-02-01", "2026-02-28", "7.00", "100.00"), []Check{apart, joins}},
		"a day on which both end":       {statementBeside(a, "2026-03-31", "2026-04-30", "250.00", "20.00"), []Check{apart, joins}},
		"money moved in between":        {statementBeside(a, "2026-05-01", "2026-05-31", "99.00", "20.00"), []Check{apart, gap}},
		"money moved before":            {statementBeside(a, "2026-01-01", "2026-01-31", "0.00", "99.00"), []Check{apart, gap}},
		"the same days":                 {statementBeside(a, "2026-03-01", "2026-03-31", "100.00", "250.00"), []Check{overlap}},
		"days of it":                    {statementBeside(a, "2026-03-10", "2026-04-10", "120.00", "90.00"), []Check{overlap}},
		"all of it":                     {statementBeside(a, "2026-01-01", "2026-12-31", "0.00", "90.00"), []Check{overlap}},
		"another account":               {statementBeside("DE02120300000000202051", "2026-03-01", "2026-03-31", "1.00", "2.00"), nil},
		"balances that it does not say": {statementBeside(a, "2026-04-01", "2026-04-30", "", ""), []Check{apart}},
		"no days":                       {statementBeside(a, "", "", "250.00", "20.00"), nil},
	} {
		got := chain([]Statement{march}, []Neighbour{neighbourOf(c.other)})
		if !slices.Equal(got, c.want) {
			t.Errorf("beside %s: %v, not %v", name, got, c.want)
		}
		if both := chain([]Statement{march, c.other}, nil); len(c.want) > 0 && !slices.Equal(both[:len(c.want)], c.want) {
			t.Errorf("in one file with %s: %v", name, both)
		}
	}
	// Two of one day follow each other whichever came first; the very same again do not.
	first, then := statementBeside(a, "2026-03-02", "2026-03-02", "1.00", "2.00"), statementBeside(a, "2026-03-02", "2026-03-02", "2.00", "5.00")
	for _, s := range []Statement{first, then} {
		for _, o := range []Statement{first, then} {
			want := []Check{apart, joins}
			if equalAmounts(s.Opening.Plain, o.Opening.Plain) {
				want = []Check{overlap}
			}
			if got := chain([]Statement{s}, []Neighbour{neighbourOf(o)}); !slices.Equal(got, want) {
				t.Errorf("%s beside %s: %v, not %v", s.Opening, o.Opening, got, want)
			}
		}
	}
	if Verdict([]Check{gap}) != Warnings || Verdict([]Check{overlap}) != Warnings {
		t.Error("a person is not asked to look")
	}
}

// A line is one entry that moves its amount, and an entry is one line.
func TestMatchLines(t *testing.T) {
	s := State{ID: "d", Status: StatusExtracted, Blob: file, Statements: []Statement{{Count: 2}, {Count: 1}}}
	said := func(line int, kind, id string) []LineDecision {
		return []LineDecision{{Line: line, Match: LineIsOne{kind, id}}}
	}
	at := LineAt{1, 1}
	for name, c := range map[string]struct {
		lines   []LineDecision
		known   Movement
		refused bool
	}{
		"an entry":                 {said(1, "journal_entry", "e"), Movement{Entry: &MovedBy{Moves: true}}, false},
		"none there":               {said(1, "journal_entry", "e"), Movement{}, true},
		"ended":                    {said(1, "journal_entry", "e"), Movement{Entry: &MovedBy{Moves: true, Ended: "rejected"}}, true},
		"another amount":           {said(1, "journal_entry", "e"), Movement{Entry: &MovedBy{}}, true},
		"another line's":           {said(1, "journal_entry", "e"), Movement{Entry: &MovedBy{Moves: true, HeldBy: "x/1/9"}}, true},
		"the line is another":      {said(1, "journal_entry", "e"), Movement{HeldBy: "f", Entry: &MovedBy{Moves: true}}, true},
		"its own entry undone":     {said(1, "none", ""), Movement{HeldBy: "f", Own: true}, true},
		"no such line":             {said(3, "none", ""), Movement{}, true},
		"no such statement":        {[]LineDecision{{Statement: 3, Line: 1, Match: LineIsOne{Kind: "none"}}}, Movement{}, true},
		"two lines of the entry":   {append(said(1, "journal_entry", "e"), said(2, "journal_entry", "e")...), Movement{Entry: &MovedBy{Moves: true}}, true},
		"nothing that was matched": {said(1, "none", ""), Movement{}, false},
	} {
		got, err := Correct{Lines: c.lines}.Decide(s, act.Context{}, Known{Lines: map[LineAt]Movement{at: c.known, {1, 2}: c.known}})
		if (fault.As(err) != nil) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
		if name == "an entry" && len(got) != 1 || name == "nothing that was matched" && len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	matched := after(s, LinesMatched{[]LineMatch{{at, "e", false}, {LineAt{2, 1}, "f", true}}})
	if m, ok := matched.LineEntry(at); !ok || m.EntryID != "e" {
		t.Errorf("%+v", m)
	}
	freed := after(matched, LinesMatched{[]LineMatch{{LineAt: at}}})
	if _, ok := freed.LineEntry(at); ok {
		t.Error("a line is the entry still")
	}
	if m, ok := matched.LineEntry(at); !ok || m.EntryID != "e" {
		t.Error("the state before has changed")
	}
	for _, bad := range [][]LineDecision{append(said(1, "none", ""), said(1, "none", "")...), said(1, "none", "e"), said(1, "journal_entry", "")} {
		if (Correct{Lines: bad}).Validate() == nil {
			t.Errorf("%v is well formed", bad)
		}
	}
	if (Correct{}).Validate() == nil {
		t.Error("nothing is a correction")
	}
	full := matched
	full.LineChanges = lineChangesMax
	if _, err := full.ClaimLine(at, "e"); fault.As(err) == nil {
		t.Error("lines are matched " + strconv.Itoa(full.LineChanges+1) + " times")
	}
}
