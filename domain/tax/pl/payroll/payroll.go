// Package payroll computes what a Polish employer withholds from a month's pay
// under a contract of employment, and owes beside it.
//
// # Sources
//
// PIT Act arts. 22, 27, 31a to 32 (advances), Ordynacja podatkowa art. 63
// (rounding); Act on the social insurance system arts. 16, 19 and 22; rates and
// scale are those of the annual law.
//
// # Rules
//
// Contributions are rounded to the grosz, half up; pension and disability end at
// the year's ceiling. Health insurance bears on what is left after them. The
// advance is the rate on that less flat costs, to the zloty, less the part of the
// reducing amount that the employee asked for, and is rounded to the zloty: 12 %
// up to the edge of the year's income, 32 % above it.
//
// # Not computed
//
// Reliefs from tax (under 26, four children, return, working seniors), joint
// scales asked for, capital plans (PPK), sick pay, civil contracts, and pay so low
// that the health contribution is limited.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Poland.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "PL", Name: "Poland", Authority: "Krajowa Administracja Skarbowa; Zakład Ubezpieczeń Społecznych", Currency: "PLN",
		TimeZone: "Europe/Warsaw", Languages: []string{"pl", "en"},
		Compute: compute,
	}, []string{payroll.Monthly}, facts...)
}

const none = "none"

var facts = []tax.Fact{
	{
		Name: "reducing_amount", Type: "choice", Choices: []string{none, "one", "two", "three"}, Section: "Tax", Required: true, Example: "one",
		Prompt: "Among how many payers did the employee divide the reducing amount on PIT-2 (none: it was not asked for here)?",
		Reason: "A twelfth, a 24th or a 36th of it lowers each advance.",
	},
	{
		Name: "income_to_date", Type: "decimal", Section: "Paid earlier in the year", Required: true, Example: "0",
		Prompt: "How much income (pay less contributions and flat costs) did this employer pay earlier in the year?",
		Reason: "Above the edge of the scale the second rate applies.",
	},
	{
		Name: "pension_base_to_date", Type: "decimal", Section: "Paid earlier in the year", Required: true, Example: "0",
		Prompt: "How much pay has borne pension contributions earlier in the year, at all employers?", Reason: "They end at the year's ceiling.",
	},
	{
		Name: "costs", Type: "choice", Choices: []string{"local", "commuter"}, Section: "Tax",
		Prompt:  "Does the employee live where the work is (local), or elsewhere (commuter)?",
		Reason:  "Flat costs differ.",
		Assumed: "local", Assumption: "The employee lives where the work is; the lower flat costs apply.",
	},
	{
		Name: "accident_rate", Type: "rate", Section: "Employer",
		Prompt: "Which rate of accident insurance does the employer have?", Reason: "It is the employer's own.",
		Assumption: "The rate of accident insurance is that of payers of up to nine insured.",
	},
	{
		Name: "labour_fund", Type: "boolean", Section: "Employer",
		Prompt: "Are contributions to the Labour Fund owed (up to 55 for women, 60 for men, with exceptions)?", Reason: "The employer owes them.",
		Assumed: "true", Assumption: "Contributions to the Labour Fund are owed.",
		Needed: &tax.Need{When: "the pay is below the minimum wage of a month", Of: payroll.Frequency, Holds: belowMinimum},
	},
}

// belowMinimum reports a pay below the minimum wage, on which the Labour Fund is
// owed only with other pay that makes it up.
func belowMinimum(req *tax.Request) bool {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	return p != nil && req.Income.Sign() > 0 && req.Income.Less(p.minimum)
}

type params struct {
	bands                         block.Schedule
	edge, reducing, least         money.Dec
	parts, costs, rates, employer map[string]money.Dec
	ceiling, health, minimum      money.Dec
	cite                          []law.Citation
}

var resolved = payroll.ByYear("pl", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_scale")), edge: r.Num("payroll_advance_edge").Dec,
		reducing: r.Num("income_reducing_amount").Dec, least: r.Num("payroll_least_pay").Dec,
		ceiling: r.Num("wages_contribution_ceiling").Dec, health: r.Num("wages_health_rate").Dec,
		minimum: r.Num("payroll_minimum_wage").Dec}
	p.parts, _ = r.Table("payroll_reducing_parts")
	p.costs, _ = r.Table("wages_costs")
	p.rates, _ = r.Table("wages_contributions")
	p.employer, _ = r.Table("payroll_employer_rates")
	p.cite = r.Citations()
	return p, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	pay := req.Income
	if pay.Less(p.least) && pay.Sign() > 0 {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "PL", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "a month's pay below " + p.least.String() + ", whose health contribution can be limited, is not modelled"}
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	base := money.Min(pay, p.ceiling.Sub(req.Num("pension_base_to_date")).Positive())
	part := func(code string, of, rate money.Dec) money.Dec {
		amount := grosz(of.Mul(rate))
		w.Step(code, "Contribution", amount, p.cite, "{} × {}", of, rate)
		return amount
	}
	pension, disability := part("pension", base, p.rates["pension"]), part("disability", base, p.rates["disability"])
	sickness := part("sickness", pay, p.rates["sickness"])
	left := pay.Sub(money.Sum(pension, disability, sickness))
	health := part("health", left, p.health)
	advance := p.advance(&w, req, left)
	accident := p.employer["accident"]
	if req.Given("accident_rate") {
		accident = req.Num("accident_rate")
	}
	levies := []tax.Levy{
		{Code: "income_tax_advance", Kind: tax.LevyTax, Amount: advance, InTotal: true},
		{Code: "pension", Kind: tax.LevySocial, Amount: pension, InTotal: true},
		{Code: "disability", Kind: tax.LevySocial, Amount: disability, InTotal: true},
		{Code: "sickness", Kind: tax.LevySocial, Amount: sickness, InTotal: true},
		{Code: "health", Kind: tax.LevySocial, Amount: health, InTotal: true},
		{Code: "pension_employer", Kind: tax.LevySocial, Amount: part("pension_employer", base, p.employer["pension"])},
		{Code: "disability_employer", Kind: tax.LevySocial, Amount: part("disability_employer", base, p.employer["disability"])},
		{Code: "accident_employer", Kind: tax.LevySocial, Amount: part("accident_employer", pay, accident)},
		{Code: "guaranteed_benefits_employer", Kind: tax.LevySocial, Amount: part("guaranteed_benefits_employer", pay, p.employer["guaranteed"])},
	}
	if req.Bool("labour_fund") {
		levies = append(levies, tax.Levy{Code: "labour_fund_employer", Kind: tax.LevySocial,
			Amount: part("labour_fund_employer", pay, p.employer["labour_fund"])})
	}
	return payroll.Withholding(&w, levies), nil
}

// advance is the month's advance on what is left after contributions.
func (p *params) advance(w *tax.Work, req *tax.Request, left money.Dec) money.Dec {
	costs := p.costs[req.Choice("costs")].Quo(money.FromInt(12))
	income := left.Sub(costs).Positive().Whole(money.HalfUp)
	low, high := p.bands.Bands[0].Rate, p.bands.Bands[1].Rate
	below := money.Min(income, p.edge.Sub(req.Num("income_to_date")).Positive())
	reduced := money.Zero
	if parts := req.Choice("reducing_amount"); parts != none {
		reduced = p.reducing.Quo(p.parts[parts])
	}
	due := below.Mul(low).Add(income.Sub(below).Mul(high)).Sub(reduced).Positive().Whole(money.HalfUp)
	w.Step("income", "Income of the month, to the zloty", income, p.cite, "max(0, {} − {})", left, costs)
	w.Step("income_tax_advance", "Advance of income tax, to the zloty", due, p.cite, "max(0, {} × {} + {} × {} − {})", below, low,
		income.Sub(below), high, reduced)
	return due
}

func grosz(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
