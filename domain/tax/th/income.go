package th

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

var monthsOfYear = money.FromInt(12)

// claims are what the facts deduct.
type claims struct {
	allowances money.Dec  // of the family and others
	elder      bool       // the exemption of a resident of 65 or more, or disabled
	paid       *money.Dec // contributions to social security, where they are given
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	c := p.claimed(&w, req)
	gross := req.IncomeBasis == tax.Gross
	net := func(w *tax.Work, x money.Dec) (money.Dec, money.Dec) {
		if gross {
			return p.net(w, x, &c)
		}
		return x, money.Zero
	}
	base, social := net(&w, req.Income)
	w.Cite(p.cite)
	due := w.Round(p.bands.Tax(base), satang)
	w.Bands("income_tax", &p.bands, money.Zero, base, satang)
	w.Step("income_tax", "Personal income tax", due, p.bands.Cite, "by bands of {}", base)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		left, _ := net(&exact, x)
		return p.bands.Tax(left)
	})
	out := tax.Result{
		TaxableIncome: base, TotalTax: due, MarginalRate: slope, StatutoryRate: p.bands.Entered(base).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, base, satang),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}},
	}
	if gross {
		out.Components = append(out.Components, tax.Levy{Code: "social_security", Kind: tax.LevySocial, Amount: social})
		if c.paid == nil {
			out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
		}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// claimed adds up what the facts deduct, beside expenses and social security.
func (p *params) claimed(w *tax.Work, req *tax.Request) (c claims) {
	c.elder = req.Bool("aged_65_or_disabled")
	if req.Given(paidFact) {
		paid := req.Num(paidFact)
		c.paid = &paid
	}
	if req.IncomeBasis != tax.Gross {
		return c
	}
	c.allowances = p.taxpayer.Dec
	if req.Bool("spouse_without_income") {
		c.allowances = c.allowances.Add(p.spouse.Dec)
	}
	c.allowances = c.allowances.Add(req.Num(childrenFact).Mul(p.child.Dec)).Add(req.Num(laterFact).Mul(p.laterMore.Dec)).
		Add(req.Num("parents").Mul(p.parent.Dec)).Add(req.Num("disabled_persons").Mul(p.disabled.Dec))
	w.Step("allowances", "Allowances for the taxpayer and the family", c.allowances, p.taxpayer.Cite, "{} + … = {}", p.taxpayer.Dec,
		c.allowances)
	c.allowances = c.allowances.Add(req.Num("other_allowances"))
	return c
}

// net is the net income of a year's wages, and the contributions to social
// security on them.
func (p *params) net(w *tax.Work, wages money.Dec, c *claims) (net, social money.Dec) {
	income := wages
	if c.elder {
		w.Cite(p.elder.Cite)
		income = block.Above(wages, p.elder.Dec)
		w.Step("assessable_income", "Income beyond the exemption at 65 or when disabled", income, p.elder.Cite, "max(0, {} − {})", wages,
			p.elder.Dec)
	}
	expenses := money.Min(income.Mul(p.part.Dec), p.expensesMost.Dec)
	w.Step("expenses", "Expenses of employment", expenses, p.part.Cite, "min({} × {}, {})", income, p.part.Dec, p.expensesMost.Dec)
	if c.paid != nil {
		social = *c.paid
	} else if wages.Sign() > 0 {
		w.Cite(p.rate.Cite)
		insured := wages.Clamp(p.least.Dec.Mul(monthsOfYear), p.most.Dec.Mul(monthsOfYear))
		social = w.Round(insured.Mul(p.rate.Dec), satang)
		w.Step("social_security", "Contributions to the Social Security Fund, of twelve months", social, p.rate.Cite, "{} × {}", insured,
			p.rate.Dec)
	}
	net = income.Sub(expenses).Sub(c.allowances).Sub(social).Positive()
	w.Step("net_income", "Net income", net, p.taxpayer.Cite, "max(0, {} − {} − {} − {})", income, expenses, c.allowances, social)
	return net, social
}
