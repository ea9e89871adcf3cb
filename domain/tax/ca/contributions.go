package ca

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// contributions are the parameters of pension plan, employment insurance and
// Quebec's parental insurance.
type contributions struct {
	plan                                      string // "cpp" or "qpp"
	exemption, maximum, secondMaximum         money.Dec
	base, first, second                       money.Dec
	insurable, insurance, parentalMax, parent money.Dec
	cite                                      []law.Citation
}

// contributed is what one employee pays in a year. Base contributions and
// premiums are credits, the enhancement a deduction.
type contributed struct{ base, enhanced, second, insurance, parental money.Dec }

func (c *contributed) plan() money.Dec {
	return cent.Apply(c.base).Add(cent.Apply(c.enhanced)).Add(cent.Apply(c.second))
}
func (c *contributed) deductible() money.Dec { return c.enhanced.Add(c.second) }
func (c *contributed) creditable() money.Dec { return c.base.Add(c.insurance).Add(c.parental) }

func readContributions(book *law.Book, day civil.Date, inQuebec bool) (contributions, error) {
	r := book.On(day)
	c := contributions{plan: "cpp"}
	rate := "rate"
	if inQuebec {
		c.plan, rate = "qpp", "quebec_rate"
	}
	entry := func(k string) money.Dec { return r.Entry("income_"+c.plan, k).Dec }
	c.exemption, c.maximum, c.secondMaximum = entry("basic_exemption"), entry("maximum_earnings"), entry("second_maximum")
	c.base, c.first, c.second = entry("base_rate"), entry("first_rate"), entry("second_rate")
	c.insurable, c.insurance = r.Entry("income_ei", "maximum_earnings").Dec, r.Entry("income_ei", rate).Dec
	if inQuebec {
		c.parentalMax, c.parent = r.Entry("income_qpip", "maximum_earnings").Dec, r.Entry("income_qpip", "rate").Dec
	}
	c.cite = r.Citations()
	return c, r.Err()
}

// of works out the contributions on a year's pay, unrounded: rounding them
// before they are deducted and credited could make the tax fall as pay rises.
func (c *contributions) of(w *tax.Work, pay money.Dec) (out contributed) {
	earnings := block.Within(pay, c.exemption, c.maximum)
	out.base = earnings.Mul(c.base)
	out.enhanced = earnings.Mul(c.first)
	out.second = block.Within(pay, c.maximum, c.secondMaximum).Mul(c.second)
	out.insurance = money.Min(pay, c.insurable).Mul(c.insurance)
	out.parental = money.Min(pay, c.parentalMax).Mul(c.parent)
	if w.Explains() {
		w.Step(c.plan+"_base", "Base pension plan contribution", out.base, c.cite, "(min({}, {}) − {}) × {}", pay, c.maximum, c.exemption, c.base)
		w.Step(c.plan+"_enhanced", "First additional contribution", out.enhanced, c.cite, "(min({}, {}) − {}) × {}", pay, c.maximum, c.exemption,
			c.first)
		w.Step(c.plan+"_second", "Second additional contribution", out.second, c.cite, "(min({}, {}) − {}) × {}, not below 0", pay,
			c.secondMaximum, c.maximum, c.second)
		w.Step("ei", "Employment insurance premium", out.insurance, c.cite, "min({}, {}) × {}", pay, c.insurable, c.insurance)
		if c.parent.Sign() > 0 {
			w.Step("qpip", "Parental insurance premium", out.parental, c.cite, "min({}, {}) × {}", pay, c.parentalMax, c.parent)
		}
	}
	return out
}
