package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// gainsMost is the capital gain up to which no minimum tax can be due: what it
// adds to the income of that tax and not to taxable income stays below the
// exemption, in 2023 with the lower rate of that year.
var gainsMost = money.FromInt(100000)

// gainsOf adds the net capital gains of a request.
func gainsOf(req *tax.Request) money.Dec {
	sum := money.Zero
	for i := range req.Components {
		if req.Components[i].Kind == tax.CapitalGains {
			sum = sum.Add(req.Components[i].Amount)
		}
	}
	return sum
}

// checkGains refuses gains beside an income that is taxable already.
func checkGains(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable && gainsOf(req).Sign() > 0 {
		faults.Add("components", "a part of capital gains is taxed; a taxable income was given, which holds it already")
	}
}

// include is the taxable part of capital gains (Income Tax Act s. 38).
func (p *params) include(w *tax.Work, gains money.Dec) money.Dec {
	if gains.IsZero() {
		return gains
	}
	w.Cite(p.gains.Cite)
	taxable := gains.Mul(p.gains.Dec)
	w.Step("taxable_capital_gains", "Taxable part of capital gains", taxable, p.gains.Cite, "{} × {}", gains, p.gains.Dec)
	return taxable
}
