package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Kinds of business, as employment insurance tells them apart.
const (
	generalBusiness = "general"
	farming         = "agriculture"
	construction    = "construction"
)

var withRemuneration = &tax.Need{When: "standard_remuneration is given", Of: payroll.PayDate,
	Holds: func(req *tax.Request) bool { return req.Given("standard_remuneration") }}

// employerFacts are those of the employer's side, which is computed where the
// first is given.
var employerFacts = []tax.Fact{
	{
		Name: "standard_remuneration", Type: "decimal", Section: "Employer", Min: "58000", Max: "1390000", Example: "300000",
		Prompt: "What is the standard monthly remuneration (標準報酬月額) of health insurance? Leave it out to compute the employee's side alone.",
		Reason: "The employer's premiums follow from it.",
	},
	{
		Name: "health_rate", Type: "rate", Max: "0.2", Section: "Employer", Example: "0.0985",
		Prompt: "At which whole rate does the insurer levy health insurance (健康保険料率, without care and child support)?",
		Reason: "Each prefecture's branch and each society has its own; the employer owes half of it.",
		Needed: withRemuneration,
	},
	{
		Name: "care_rate", Type: "rate", Max: "0.05", Section: "Employer",
		Prompt:  "At which whole rate does the insurer levy care insurance (介護保険料率) on the employee, if 40 to 64 years old?",
		Reason:  "The employer owes half of it.",
		Assumed: "0", Assumption: "No care insurance is levied: the employee is not 40 to 64 years old.",
	},
	{
		Name: "business", Type: "choice", Choices: []string{generalBusiness, farming, construction}, Section: "Employer", Example: generalBusiness,
		Prompt: "Is the business an ordinary one, of farming, forestry, fishing or sake brewing, or of construction?",
		Reason: "The rates of employment insurance differ.",
		Needed: withRemuneration,
	},
	{
		Name: "accident_rate", Type: "rate", Max: "0.2", Section: "Employer", Example: "0.003",
		Prompt: "At which rate does the business contribute to workers' accident insurance (労災保険率)?",
		Reason: "It depends on the activity.",
		Needed: withRemuneration,
	},
}

func checkEmployer(req *tax.Request, faults *tax.InputError) {
	for _, name := range []string{"health_rate", "care_rate", "business", "accident_rate"} {
		if req.Given(name) && !req.Given("standard_remuneration") {
			faults.Add("facts."+name, "is only for the employer's side, which needs standard_remuneration")
		}
	}
}

// premium is what the employer's side follows from.
type premium struct {
	rates, limits    map[string]money.Dec
	cite, limitsCite []law.Citation
}

// premiums are nil on days of which the employer's side is not held.
var premiums = payroll.ByDay("jp", tax.Calendar, func(book *law.Book, day civil.Date) (*premium, error) {
	r := book.On(day)
	if !r.Known("payroll_employer_rates") {
		return nil, r.Err()
	}
	p := &premium{}
	p.rates, p.cite = r.Table("payroll_employer_rates")
	p.limits, p.limitsCite = r.Table("payroll_pension_remuneration")
	return p, r.Err()
})

// employer is what the employer owes beside the pay: its half of the premiums of
// the month before (a month's premium is taken from the next month's pay), what it
// owes alone, and the labour insurance of the pay, each to the yen.
func employer(w *tax.Work, req *tax.Request, row tax.CoverageRow) ([]tax.Levy, error) {
	if !req.Given("standard_remuneration") {
		return nil, nil
	}
	p := premiums.On(req.Law, req.Date(payroll.PayDate))
	if p == nil {
		return nil, &tax.Unavailable{Jurisdiction: "JP", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "the employer's premiums are computed for payments from May 2026 on"}
	}
	w.Cite(p.cite)
	w.Cite(p.limitsCite)
	rates, limits := p.rates, p.limits
	c := payroll.Contributions{Cite: p.cite}
	health := req.Num("standard_remuneration")
	pension := money.Max(money.Min(health, limits["most"]), limits["least"])
	half := func(code string, base, rate money.Dec) {
		c.Add(w, code, base.Mul(rate).Quo(two), false, "{} × {} ÷ 2", base, rate)
	}
	half("health_insurance_employer", health, req.Num("health_rate"))
	half("care_insurance_employer", health, req.Num("care_rate"))
	half("child_support_employer", health, rates["child_support"])
	half("pension_employer", pension, rates["pension"])
	c.Rate(w, "child_rearing_employer", pension, rates["child_rearing"], false)
	c.Rate(w, "employment_insurance_employer", req.Income, rates["employment_"+req.Choice("business")], false)
	c.Rate(w, "accident_insurance_employer", req.Income, req.Num("accident_rate"), false)
	return c.Levies, nil
}

var two = money.FromInt(2)
