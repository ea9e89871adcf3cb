package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// takeMarriage gives the tax reduction of s. 55B to one who received the
// allowance and is taxed at no rate above the basic ones.
func (p *params) takeMarriage(w *tax.Work, sc *scales, o *outcome) {
	o.eligible = p.basicOnly(sc, &o.charge)
	if !o.eligible {
		w.Step("marriage_allowance", "Marriage allowance: none, income is taxed above the basic rate", money.Zero, p.marriage.cite, "0")
		return
	}
	o.total, o.marriage = block.NonRefundable(o.total, p.marriage.relief)
	w.Step("marriage_allowance", "Marriage allowance received", o.marriage, p.marriage.cite, "min({}, {})", o.incomeTax, p.marriage.relief)
}

// basicOnly reports whether no income is charged at a rate other than those
// that s. 55B(2)(b) and (ba) list: the basic, savings and Scottish rates up to
// the intermediate one, dividends wholly below the upper rate.
func (p *params) basicOnly(sc *scales, c *charge) bool {
	limit := sc.savings.Bands[0].To
	switch {
	case c.nonSavings.Greater(sc.nonSavings.Bands[p.lastLow()].To):
		return false
	case c.dividends.Sign() > 0 && c.sum().Greater(limit):
		return false
	}
	taxed := c.savings.Sub(c.starting).Sub(c.savingsNil)
	return taxed.Sign() <= 0 || !c.nonSavings.Add(c.savings).Greater(limit)
}

// chargeChild is the high income child benefit charge: one percent of the
// benefit for each step of adjusted net income above the threshold.
func (p *params) chargeChild(w *tax.Work, in *person, o *outcome) {
	excess := o.adjusted.Sub(p.child.threshold).Positive()
	percent := money.Min(p.percent(w.Mode, excess), hundred)
	benefit := w.Round(in.childBenefit, p.child.rounding)
	o.childCharge = w.Round(benefit.Mul(percent).Mul(hundredth), p.child.rounding)
	o.total = o.total.Add(o.childCharge)
	w.Step("high_income_child_benefit_charge", "High income child benefit charge", o.childCharge, p.child.cite,
		"floor(floor({}) × min(100, floor(({} − {}) ÷ {})) %)", in.childBenefit, o.adjusted, p.child.threshold, p.child.step.Dec)
}

var (
	hundred   = money.FromInt(100)
	hundredth = money.MustParse("0.01")
)

func (p *params) percent(m block.Mode, excess money.Dec) money.Dec {
	return p.child.rounding.In(m, p.child.step.into(excess))
}
