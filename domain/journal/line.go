package journal

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// AccountCode is the number of an account in the books' chart.
type AccountCode string

// Side is where an amount stands.
type Side string

// The sides.
const (
	Debit  Side = "debit"
	Credit Side = "credit"
)

// Other is the opposite side.
func (s Side) Other() Side {
	if s == Debit {
		return Credit
	}
	return Debit
}

// TaxCode says which tax a line is about: country.direction.treatment, such as
// de.output.domestic or de.input.acquisition. The rate stands beside it.
type TaxCode string

// treatments are the last parts that tax codes have, by their second.
var treatments = map[string][]string{
	"output": {"domestic", "intra_community", "reverse_charge", "export", "exempt", "outside_scope", "deemed_supplier", "oss", "local",
		"acquisition"},
	"input": {"domestic", "acquisition", "reverse_charge", "import", "foreign"},
}

// Country is the country of a tax code, in capitals; ok is false for what is no
// tax code.
func (c TaxCode) Country() (country string, ok bool) {
	parts := strings.Split(string(c), ".")
	if len(parts) != 3 || len(parts[0]) != 2 || !slices.Contains(treatments[parts[1]], parts[2]) {
		return "", false
	}
	return strings.ToUpper(parts[0]), true
}

// Output reports whether the tax is owed, not deducted.
func (c TaxCode) Output() bool { return strings.Contains(string(c), ".output.") }

// Line is one debit or credit.
type Line struct {
	Account    AccountCode `json:"account"`
	Side       Side        `json:"side"`
	Amount     money.Dec   `json:"amount"`      // in the entry's currency; zero for an exchange difference
	BaseAmount money.Dec   `json:"base_amount"` // in the books' base currency
	FX         money.Dec   `json:"fx,omitzero"` // base currency for one of the entry's, where they differ
	TaxCode    TaxCode     `json:"tax_code,omitempty"`
	TaxRate    money.Dec   `json:"tax_rate,omitzero"` // a fraction: 0.19
	TaxBase    money.Dec   `json:"tax_base,omitzero"` // what the tax is on, in the entry's currency
	TaxLine    bool        `json:"tax_line,omitempty"`
	Party      string      `json:"party,omitempty"`
	Settles    string      `json:"settles,omitempty"`
	Rule       string      `json:"rule,omitempty"`
}

// Signed is the amount in base currency, credits below zero.
func (l Line) Signed() money.Dec {
	if l.Side == Credit {
		return l.BaseAmount.Neg()
	}
	return l.BaseAmount
}

// Totals are the sums of both sides in both currencies.
type Totals struct{ Debit, Credit, BaseDebit, BaseCredit money.Dec }

// Sum adds lines up.
func Sum(lines []Line) (t Totals) {
	for _, l := range lines {
		if l.Side == Debit {
			t.Debit, t.BaseDebit = t.Debit.Add(l.Amount), t.BaseDebit.Add(l.BaseAmount)
		} else {
			t.Credit, t.BaseCredit = t.Credit.Add(l.Amount), t.BaseCredit.Add(l.BaseAmount)
		}
	}
	return t
}

// Balanced reports whether debits equal credits in both currencies.
func (t Totals) Balanced() bool {
	return t.Debit.Equal(t.Credit) && t.BaseDebit.Equal(t.BaseCredit)
}

// InBase fills the base amounts of lines that balance in their currency: each
// side comes to the converted total, and what rounding leaves goes to the lines
// with the largest remainders, the earlier one where they are equal. places are
// the base currency's minor units.
func InBase(lines []Line, rate money.Dec, places int) []Line {
	out := slices.Clone(lines)
	total := money.Zero
	for _, l := range out {
		if l.Side == Debit {
			total = total.Add(l.Amount)
		}
	}
	for _, side := range []Side{Debit, Credit} {
		share(out, side, rate, total.Mul(rate).Round(places, money.HalfUp), places)
	}
	for i := range out {
		if !rate.Equal(money.One) {
			out[i].FX = rate
		}
	}
	return out
}

// share gives the lines of one side their part of a total.
func share(lines []Line, side Side, rate, total money.Dec, places int) {
	type part struct {
		at        int
		remainder money.Dec
	}
	var parts []part
	left := total
	for i := range lines {
		if lines[i].Side != side {
			continue
		}
		exact := lines[i].Amount.Mul(rate)
		lines[i].BaseAmount = exact.Round(places, money.Down)
		left = left.Sub(lines[i].BaseAmount)
		parts = append(parts, part{i, exact.Sub(lines[i].BaseAmount)})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return b.remainder.Cmp(a.remainder) })
	unit := money.One
	for range places {
		unit = unit.QuoRound(money.FromInt(10), places, money.HalfUp)
	}
	for i := 0; left.Sign() > 0 && len(parts) > 0; i = (i + 1) % len(parts) {
		at := parts[i].at
		lines[at].BaseAmount = lines[at].BaseAmount.Add(unit)
		left = left.Sub(unit)
	}
}
