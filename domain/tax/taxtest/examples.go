package taxtest

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Example is a computation that an authority has published.
type Example struct {
	Source  string // publication and place in it
	URL     string
	Request tax.Request
	// Total, Taxable and Levies are the published figures; "" is not compared.
	Total, Taxable string
	Levies         map[string]string
	// Within is how far the publication may be off because it shows rounded
	// figures: "0.50" for whole pounds. Empty = exact.
	Within string
}

// Examples computes each example and compares the figures.
func Examples(t *testing.T, reg *tax.Registry, examples []Example) {
	t.Helper()
	for i := range examples {
		e := &examples[i]
		got, err := reg.Calculate(&e.Request)
		if err != nil {
			t.Errorf("%s: %v", e.Source, err)
			continue
		}
		within := money.Zero
		if e.Within != "" {
			within = money.MustParse(e.Within)
		}
		same := func(what string, have money.Dec, want string) {
			if want != "" && have.Sub(money.MustParse(want)).Abs().Greater(within) {
				t.Errorf("%s (%s): %s %s of income %s: %s, published %s", e.Source, e.URL, got.TaxYear, what, e.Request.Income, have, want)
			}
		}
		same("total_tax", got.TotalTax, e.Total)
		same("taxable_income", got.TaxableIncome, e.Taxable)
		for code, want := range e.Levies {
			if text := levy(&got, code); text == "-" {
				t.Errorf("%s: no component %s", e.Source, code)
			} else {
				same(code, money.MustParse(text), want)
			}
		}
	}
}
