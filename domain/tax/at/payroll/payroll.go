// Package payroll computes wage tax and contributions on a month's current pay
// in Austria, and what the employer owes beside them.
//
// # Sources
//
// EStG 1988 §§ 33, 62 and 66 (wage tax of a month: a twelfth of the tax on
// twelve times the pay); ASVG and AlVG for contributions, whose rates are those
// of the annual law.
//
// # Rules
//
// Each contribution is rounded to the cent, half up, and ends at the month's
// ceiling; unemployment insurance has lower rates at low pay. Pay less
// contributions, the allowances of the month and a twelfth of the lump sum for
// expenses is taxed by the scale; a twelfth of the transport credit, and what the
// employer takes into account of other credits, is taken off. The supplement to
// the transport credit is given by assessment alone.
//
// # Not computed
//
// Special payments (13th and 14th pay), marginal employment, overtime, benefits
// in kind, apprentices and older employees; the supplement of the Chamber (DZ)
// where its rate is not given.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Austria.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "AT", Name: "Austria", Authority: "Finanzamt Österreich; Österreichische Gesundheitskasse", Currency: "EUR",
		TimeZone: "Europe/Vienna", Languages: []string{"de", "en"},
		Compute: compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "in_vienna", Type: "boolean", Section: "Contributions", Required: true, Example: "false",
		Prompt: "Is the place of work in Vienna?", Reason: "The housing levy is higher there from 2026.",
	},
	{
		Name: "allowances_month", Type: "decimal", Section: "Tax",
		Prompt:  "How much does the employer take into account a month as allowances (commuting, notice of the tax office)?",
		Reason:  "They lower the pay that is taxed.",
		Assumed: "0", Assumption: "No allowance for commuting or by notice is taken into account.",
	},
	{
		Name: "credits_month", Type: "decimal", Section: "Tax",
		Prompt:  "How much does the employer take into account a month as credits (family bonus, single earner or parent, commuter euro)?",
		Reason:  "They lower the tax.",
		Assumed: "0", Assumption: "No family bonus, single earner's or parent's credit or commuter euro is taken into account.",
	},
	{
		Name: "chamber_supplement_rate", Type: "rate", Section: "Employer",
		Prompt: "At which rate does the employer owe the supplement of the Chamber (DZ)?", Reason: "The Länder differ.",
		Assumed: "0", Assumption: "The supplement to the family fund's contribution (DZ) is left out.",
	},
}

type params struct {
	bands                   block.Schedule
	lump, transport         money.Dec
	ceiling, marginal       money.Dec
	rates, employer, levies map[string]money.Dec
	unemployment            block.Schedule
	cite                    []law.Citation
}

var resolved = payroll.ByYear("at", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_tariff")), lump: r.Num("wages_expenses_lump").Dec,
		transport: r.Num("income_transport_credit").Dec, ceiling: r.Num("wages_ceiling_month").Dec,
		marginal: r.Num("wages_marginal_month").Dec, unemployment: block.NewSchedule(r.Schedule("wages_unemployment_steps"))}
	p.rates, _ = r.Table("wages_rates")
	p.employer, _ = r.Table("payroll_employer_rates")
	p.levies, _ = r.Table("payroll_levies")
	p.cite = r.Citations()
	return p, r.Err()
})

var twelve = money.FromInt(12)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	if req.Income.Sign() > 0 && !req.Income.Greater(p.marginal) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "AT", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "marginal employment, up to " + p.marginal.String() + " a month, is not modelled"}
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	levies, paid := p.contributions(&w, req)
	base := req.Income.Sub(paid).Sub(req.Num("allowances_month")).Sub(p.lump.Quo(twelve)).Positive()
	due := cent(p.bands.Tax(base.Mul(twelve)).Sub(p.transport).Quo(twelve).Sub(req.Num("credits_month"))).Positive()
	w.Step("wage_tax", "Wage tax of the month", due, p.cite, "(tax on {} × 12 − {}) ÷ 12 − {}, not below 0", base, p.transport,
		req.Num("credits_month"))
	out := payroll.Withholding(&w, append([]tax.Levy{{Code: "wage_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}}, levies...))
	out.TaxableIncome = base.Round(2, money.HalfUp)
	if req.Bool("in_vienna") {
		out.Assumptions = append(out.Assumptions, "The levy of Vienna on employers (Dienstgeberabgabe) is left out of the employer's levies.")
	}
	return out, nil
}

// contributions are those of both sides, and the sum of the employee's.
func (p *params) contributions(w *tax.Work, req *tax.Request) (levies []tax.Levy, paid money.Dec) {
	base := money.Min(req.Income, p.ceiling)
	housing := "housing"
	if req.Bool("in_vienna") {
		housing = "housing_vienna"
	}
	c := payroll.Contributions{Places: 2, Cite: p.cite}
	c.Rate(w, "pension", base, p.rates["pension"], true)
	c.Rate(w, "health", base, p.rates["health"], true)
	c.Rate(w, "unemployment", base, p.unemployment.Holding(req.Income).Rate, true)
	c.Rate(w, "chamber", base, p.rates["chamber"], true)
	c.Rate(w, "housing", base, p.rates[housing], true)
	c.Rate(w, "pension_employer", base, p.employer["pension"], false)
	c.Rate(w, "health_employer", base, p.employer["health"], false)
	c.Rate(w, "accident_employer", base, p.employer["accident"], false)
	c.Rate(w, "unemployment_employer", base, p.rates["unemployment"], false)
	c.Rate(w, "housing_employer", base, p.employer[housing], false)
	c.Rate(w, "insolvency_employer", base, p.employer["insolvency"], false)
	c.Rate(w, "provision_employer", req.Income, p.levies["provision"], false)
	c.Rate(w, "family_fund_employer", req.Income, p.levies["family_fund"], false)
	c.Rate(w, "municipal_employer", req.Income, p.levies["municipal"], false)
	c.Rate(w, "chamber_supplement_employer", req.Income, req.Num("chamber_supplement_rate"), false)
	return c.Levies, c.Own
}

func cent(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
