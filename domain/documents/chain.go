package documents

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
)

// Neighbour is a statement beside others of its account.
type Neighbour struct {
	Document          string // that holds it; "" = the one that is looked at
	Account, Currency string
	From, To          string // ISO dates
	Opening, Closing  string // balances; "" = the file does not say
}

func neighbourOf(s Statement) Neighbour {
	return Neighbour{"", s.Account.Plain, s.Currency, s.From, s.To, s.Opening.Plain, s.Closing.Plain}
}

// chain looks at whether the statements of a document follow each other, and those of
// other documents of their account, without a gap or overlap. A statement of which
// nothing stands beside, or whose days are not known, is not looked at.
func chain(statements []Statement, others []Neighbour) (checks []Check) {
	for i, s := range statements {
		n := neighbourOf(s)
		if n.Account == "" || n.From == "" || n.To == "" {
			continue
		}
		var beside []Neighbour
		for _, o := range others {
			if n.sameAccount(o) {
				beside = append(beside, o)
			}
		}
		for j, x := range statements {
			if o := neighbourOf(x); j != i && n.sameAccount(o) {
				beside = append(beside, o)
			}
		}
		if len(beside) == 0 {
			continue
		}
		apart := true
		for _, o := range beside {
			apart = apart && !n.overlaps(o)
		}
		checks = append(checks, Check{StatementOverlap, apart})
		if ok, known := n.followed(beside); known {
			checks = append(checks, Check{StatementGap, ok})
		}
	}
	return checks
}

func (n Neighbour) sameAccount(o Neighbour) bool {
	return o.Account == n.Account && o.Currency == n.Currency && o.From != "" && o.To != ""
}

// overlaps reports whether both tell of the same days; a day on which one ends and the
// other begins is none.
func (n Neighbour) overlaps(o Neighbour) bool {
	if n.From == o.From && n.To == o.To {
		// Two of one day may follow each other; the same balances, or more days, are the same again.
		return n.From != n.To || equalAmounts(n.Opening, o.Opening) && equalAmounts(n.Closing, o.Closing)
	}
	return n.From < o.To && o.From < n.To
}

// followed reports whether the balances join those of the statement before and after.
// known is false where no balance stands beside.
func (n Neighbour) followed(beside []Neighbour) (ok, known bool) {
	before, after := n.nextTo(beside)
	ok = true
	for _, side := range []struct {
		of    []Neighbour
		joins func(Neighbour) (joins, known bool)
	}{
		{before, func(o Neighbour) (bool, bool) {
			return equalAmounts(o.Closing, n.Opening), o.Closing != "" && n.Opening != ""
		}},
		{after, func(o Neighbour) (bool, bool) {
			return equalAmounts(n.Closing, o.Opening), n.Closing != "" && o.Opening != ""
		}},
	} {
		joined, looked := false, false
		for _, o := range side.of {
			joins, both := side.joins(o)
			oneDay := n.From == n.To && o.From == n.From && o.To == n.To // either may come first
			joined, looked = joined || joins && both, looked || both && (joins || !oneDay)
		}
		if looked {
			ok, known = ok && joined, true
		}
	}
	return ok, known
}

// nextTo are the last of some that end before n begins, and the first that begin after it.
func (n Neighbour) nextTo(beside []Neighbour) (before, after []Neighbour) {
	for _, o := range beside {
		if o.To <= n.From {
			if len(before) > 0 && o.To > before[0].To {
				before = nil
			}
			if len(before) == 0 || o.To == before[0].To {
				before = append(before, o)
			}
		}
		if o.From >= n.To {
			if len(after) > 0 && o.From < after[0].From {
				after = nil
			}
			if len(after) == 0 || o.From == after[0].From {
				after = append(after, o)
			}
		}
	}
	return before, after
}

// NextTo names the documents whose statements stand next to some.
func NextTo(statements []Statement, others []Neighbour) (documents []string) {
	for _, s := range statements {
		n, beside := neighbourOf(s), []Neighbour{}
		for _, o := range others {
			if n.sameAccount(o) {
				beside = append(beside, o)
			}
		}
		before, after := n.nextTo(beside)
		for _, o := range append(before, after...) {
			if !slices.Contains(documents, o.Document) {
				documents = append(documents, o.Document)
			}
		}
	}
	return documents
}

func equalAmounts(a, b string) bool {
	x, errX := money.Parse(a)
	y, errY := money.Parse(b)
	return errX == nil && errY == nil && x.Equal(y)
}
