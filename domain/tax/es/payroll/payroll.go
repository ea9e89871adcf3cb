// Package payroll computes what a Spanish employer withholds from a month's pay
// as IRPF and social contributions, and what it owes beside them.
//
// # Sources
//
// The Agencia Tributaria's algorithm of the rate of withholding of the year
// (RIRPF arts. 80 to 86); the order on contributions of the year (Orden
// PJC/297/2026).
//
// # Rules
//
// The rate follows from the year's pay and the employee's circumstances: nothing
// up to a limit by family (art. 81); else the tax of the scale on the pay less
// contributions, expenses and reductions, less that on the personal and family
// minimum, at most 43 % of what exceeds the limit, divided by the pay and cut to
// two decimals of a percent. Short contracts and special relationships have least
// rates, whatever the pay (art. 81.3, 86.2). It is applied to each payment. Contributions bear on
// the month's base up to the most of the year, the solidarity quota on what
// exceeds it; each is rounded to the cent.
//
// # Not computed
//
// Regularisation of the rate within the year, irregular income, Navarre, the
// Basque Country, Ceuta, Melilla and La Palma, pensioners and the unemployed,
// disabled family, ascendants shared between children, overtime, prisoners, and the least
// base of a contribution group (the base is a fact).
package payroll

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/es"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Spain.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "ES", Name: "Spain", Authority: "Agencia Tributaria; Tesorería General de la Seguridad Social", Currency: "EUR",
		TimeZone: "Europe/Madrid", Languages: []string{"es", "en"},
		Regions: es.Jurisdiction().Regions, RegionRule: tax.RegionAlways,
		Check:   check,
		Compute: compute,
	}, []string{payroll.Monthly}, facts...)
}

type params struct {
	scale                            block.Schedule
	exempt, earned, expenses, family map[string]money.Dec
	limit, least                     map[string]money.Dec
	ceiling                          money.Dec
	own, employer                    map[string]money.Dec
	ownExcess, employerExcess        block.Schedule
	cite, socialCite                 []law.Citation
}

var resolved = payroll.ByYear("es", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{scale: block.NewSchedule(r.Schedule("payroll_scale"))}
	p.exempt, _ = r.Table("payroll_exempt")
	p.earned, _ = r.Table("payroll_earned_reduction")
	p.expenses, _ = r.Table("payroll_expenses")
	p.family, _ = r.Table("payroll_minimum")
	p.limit, _ = r.Table("payroll_limit")
	p.least, _ = r.Table("payroll_least_rates")
	p.cite = r.Citations()
	social := book.On(day)
	p.ceiling = social.Num("payroll_ceiling_month").Dec
	p.own, _ = social.Table("payroll_employee_rates")
	p.employer, _ = social.Table("payroll_employer_rates")
	p.ownExcess = block.NewSchedule(social.Schedule("payroll_solidarity_employee"))
	p.employerExcess = block.NewSchedule(social.Schedule("payroll_solidarity_employer"))
	p.socialCite = social.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, social.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	w.Cite(p.socialCite)
	year, _ := strconv.Atoi(row.TaxYear)
	rate := p.rate(&w, req, year)
	due := req.Income.Mul(rate).Quo(hundred).Round(2, money.HalfUp)
	w.Step("income_tax", "Tax withheld from the payment", due, p.cite, "{} × {} %", req.Income, rate)
	return payroll.Withholding(&w, append([]tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}},
		p.contributions(&w, req)...)), nil
}

// contributions are those of both sides on the month's base.
func (p *params) contributions(w *tax.Work, req *tax.Request) []tax.Levy {
	whole := req.Num("contribution_base")
	base := money.Min(whole, p.ceiling)
	unemployment := "unemployment"
	if req.Bool("temporary") {
		unemployment = "unemployment_temporary"
	}
	c := payroll.Contributions{Places: 2, Cite: p.socialCite}
	side := func(suffix string, rates map[string]money.Dec, excess *block.Schedule, own bool) {
		for _, name := range []string{"common", unemployment, "training", "equity"} {
			code := name + suffix
			if name == unemployment {
				code = "unemployment" + suffix
			}
			c.Rate(w, code, base, rates[name], own)
		}
		c.Add(w, "solidarity"+suffix, excess.Tax(whole), own, "by bands of {} above {}", whole, p.ceiling)
	}
	side("", p.own, &p.ownExcess, true)
	side("_employer", p.employer, &p.employerExcess, false)
	c.Rate(w, "wage_guarantee_employer", base, p.employer["guarantee"], false)
	c.Rate(w, "accident_insurance_employer", base, req.Num("accident_rate"), false)
	return c.Levies
}
