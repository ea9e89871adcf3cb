package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Contributions collects those of both sides on one payment, each with its step;
// one of nothing leaves none.
type Contributions struct {
	Levies []tax.Levy
	Own    money.Dec // sum of the employee's
	Places int       // of the minor unit that amounts are rounded to, half up
	Cite   []law.Citation
}

// Rate adds a rate on a base.
func (c *Contributions) Rate(w *tax.Work, code string, base, rate money.Dec, own bool) {
	c.Add(w, code, base.Mul(rate), own, "{} × {}", base, rate)
}

// Add adds an amount that a formula gives; own is what the employee bears, the
// rest stands beside the total.
func (c *Contributions) Add(w *tax.Work, code string, amount money.Dec, own bool, formula string, inputs ...money.Dec) {
	amount = amount.Round(c.Places, money.HalfUp)
	if amount.IsZero() {
		return
	}
	w.Step(code, "Contribution", amount, c.Cite, formula, inputs...)
	c.Levies = append(c.Levies, tax.Levy{Code: code, Kind: tax.LevySocial, Amount: amount, InTotal: own})
	if own {
		c.Own = c.Own.Add(amount)
	}
}
