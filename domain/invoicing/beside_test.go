package invoicing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/money"
)

// Words beside an invoice say what it says, in its language and as what it counts: not
// another sum, day, account or discount. Whatever the order, its own figures pass, and a cent
// more does not. Seed 9.
func TestWordsBesideAnInvoice(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for n := range 80 {
		s, d := issue(t, invoicingtest.Making(random, n, day))
		held := []string{"", "As we agreed.", d.Number, fmt.Sprintf("%s %s", d.Gross, d.Currency), "IBAN DE89 3704 0044 0532 0130 00",
			"IBAN DE89370400440532013000", d.DueOn.String(), fmt.Sprintf("%02d.%02d.%d", d.DueOn.Day(), d.DueOn.Month(), d.DueOn.Year()),
			"14 days net", "+49 30 1234", "SO-" + fmt.Sprint(n), "HRB 1234"}
		beyond := []string{"14 % net", d.DueOn.AddDays(1).String(), "IBAN DE12 5001 0517 0648 4898 90", "IBAN DE12500105170648489890",
			fmt.Sprintf("%s CHF", d.Gross), fmt.Sprintf("%s %%", d.Gross), "21 days", "INV-1-2026-00417", "1234 EUR"}
		if d.Language == "en" { // a point is a decimal mark
			held = append(held, fmt.Sprintf("You owe %s %s by %s.", d.Currency, d.Due, d.DueOn))
			beyond = append(beyond, fmt.Sprintf("You owe %s %s.", d.Currency, d.Due.Add(money.MustParse("0.01"))))
		}
		for _, words := range held {
			if err := (invoicing.ResendInvoice{Note: words}).Blockers(s).Err(); err != nil {
				t.Errorf("%s: %q: %v", d.Language, words, err)
			}
		}
		for _, words := range beyond {
			f := fault.As((invoicing.ResendInvoice{Note: words}).Blockers(s).Err())
			if f == nil || len(f.Blockers) != 1 || f.Blockers[0].Code != "figure_untraced" || f.Blockers[0].Field != "note" {
				t.Errorf("%s: %q passes: %v", d.Language, words, f)
			}
		}
	}
	for _, words := range []string{"  ", "pay \u202e00.05", "a\u0007b"} {
		f := fault.As(invoicing.ResendInvoice{Note: words}.Validate())
		if f == nil || !slices.ContainsFunc(f.Fields, func(x fault.Field) bool { return x.Field == "note" }) {
			t.Errorf("%q is a note: %v", words, f)
		}
	}
}
