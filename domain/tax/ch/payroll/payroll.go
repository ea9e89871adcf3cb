// Package payroll computes what a Swiss employer deducts from a month's wage: the
// contributions of the first pillar and unemployment insurance, those of insurances at
// the rates of their contracts, and tax at source at the rate of the tariff given.
//
// # Rules
//
// Old-age, disability and loss-of-earnings insurance take a rate of the whole wage
// from each side; unemployment and accident insurance of the wage up to a ceiling,
// which is that of the months of the year to date together.
//
// # Not computed
//
// The cantons' tables of tax at source, whose rate is a fact; wages after the
// reference age, and the small ones of a year that are free; occupational pensions,
// whose amounts the plan sets.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Switzerland.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "CH", Name: "Switzerland", Authority: "Bundesamt für Sozialversicherungen", Currency: "CHF", TimeZone: "Europe/Zurich",
		Languages: []string{"de", "fr", "it", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

// Whether tax is withheld at source.
const (
	atSource = "tariff"
	assessed = "none"
)

var facts = append([]tax.Fact{
	{
		Name: "source_tax", Type: "choice", Choices: []string{atSource, assessed}, Section: "Tax", Required: true, Example: assessed,
		Prompt: "Is tax withheld at source by a tariff, or is there none (a citizen, or a holder of a settlement permit)?",
		Reason: "Those who are assessed pay their tax themselves.",
	},
	{
		Name: "source_tax_rate", Type: "rate", Section: "Tax", Example: "0.0912",
		Prompt: "Which rate does the canton's tariff give for this pay, as a fraction?", Reason: "The tables of the cantons are not held.",
		Needed: tax.NeedWhen("source_tax", atSource),
	},
	{
		Name: "birth_year", Type: "integer", Min: "1900", Max: "2015", Section: "Insurance", Required: true, Example: "1990",
		Prompt: "In which year was the employee born?", Reason: "Contributions begin with the year of the 18th birthday.",
	},
	{
		Name: "non_occupational_accident_rate", Type: "rate", Max: "0.1", Section: "Insurance", Required: true, Example: "0.0121",
		Prompt: "At which rate is the premium for accidents outside work deducted from the wage, as a fraction (0 under 8 hours a week)?",
		Reason: "The contract of the insurance sets it.",
	},
	{
		Name: "sickness_rate", Type: "rate", Max: "0.1", Section: "Insurance",
		Prompt:  "At which rate is a premium for daily allowances in sickness deducted from the wage?",
		Reason:  "The contract of the insurance sets it.",
		Assumed: "0", Assumption: "No premium for daily allowances in sickness is deducted.",
	},
	{
		Name: "pension_employee", Type: "decimal", Section: "Insurance", Required: true, Example: "310",
		Prompt: "How much does the pension fund take from the employee for this month?", Reason: "Its plan sets the amount.",
	},
	{
		Name: "pension_employer", Type: "decimal", Section: "Employer", Required: true, Example: "310",
		Prompt: "How much does the pension fund take from the employer for this month?", Reason: "Its plan sets the amount.",
	},
	{
		Name: "occupational_accident_rate", Type: "rate", Max: "0.3", Section: "Employer", Required: true, Example: "0.0017",
		Prompt: "At which rate does the employer pay the premium for accidents at work, as a fraction?",
		Reason: "The contract of the insurance sets it.",
	},
	{
		Name: "family_allowance_rate", Type: "rate", Max: "0.1", Section: "Employer", Required: true, Example: "0.0103",
		Prompt: "At which rate does the employer contribute to the family compensation fund, as a fraction?", Reason: "Canton and fund set it.",
	},
}, payroll.YearToDate("wage")...)

func check(req *tax.Request, faults *tax.InputError) {
	payroll.CheckYearToDate(req, faults)
	if req.Given("source_tax_rate") && req.Choice("source_tax") == assessed {
		faults.Add("facts.source_tax_rate", "is only for tax withheld at source")
	}
	if req.Num("pension_employee").Greater(req.Income) {
		faults.Add("facts.pension_employee", "exceeds the pay")
	}
}

type params struct {
	first        law.Num
	unemployment law.Num
	ceiling      money.Dec // of a month
	ages         map[string]money.Dec
	agesCite     []law.Citation
}

var resolved = payroll.ByYear("ch", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{first: r.Num("wages_first_pillar"), unemployment: r.Entry("wages_unemployment", "rate"),
		ceiling: r.Entry("wages_unemployment", "most").Dec.Quo(money.FromInt(12))}
	p.ages, p.agesCite = r.Table("wages_first_pillar_from")
	return p, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	age := money.FromInt(int64(req.Date(payroll.PayDate).Year() - req.Int("birth_year")))
	if !age.Less(p.ages["to"]) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "CH", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "from the year of the 64th birthday the reference age matters, and what is due after it is not modelled"}
	}
	w.Cite(p.agesCite)
	due := req.Income.Mul(req.Num("source_tax_rate")).Round(2, money.HalfUp)
	w.Step("source_tax", "Tax at source at the rate given", due, nil, "{} × {}", req.Income, req.Num("source_tax_rate"))
	c := payroll.Contributions{Places: 2}
	capped := p.capped(&w, req)
	if !age.Less(p.ages["from"]) {
		c.Cite = p.first.Cite
		w.Cite(c.Cite)
		c.Rate(&w, "first_pillar", req.Income, p.first.Dec, true)
		c.Rate(&w, "first_pillar_employer", req.Income, p.first.Dec, false)
		c.Cite = p.unemployment.Cite
		w.Cite(c.Cite)
		c.Rate(&w, "unemployment_insurance", capped, p.unemployment.Dec, true)
		c.Rate(&w, "unemployment_insurance_employer", capped, p.unemployment.Dec, false)
	}
	c.Cite = p.unemployment.Cite // of the ceiling
	c.Rate(&w, "non_occupational_accident_insurance", capped, req.Num("non_occupational_accident_rate"), true)
	c.Rate(&w, "occupational_accident_insurance_employer", capped, req.Num("occupational_accident_rate"), false)
	c.Cite = nil // at contracts' rates, or as given
	c.Rate(&w, "sickness_insurance", req.Income, req.Num("sickness_rate"), true)
	c.Add(&w, "pension_fund", req.Num("pension_employee"), true, "{}", req.Num("pension_employee"))
	c.Add(&w, "pension_fund_employer", req.Num("pension_employer"), false, "{}", req.Num("pension_employer"))
	c.Rate(&w, "family_allowances_employer", req.Income, req.Num("family_allowance_rate"), false)
	return payroll.Withholding(&w, append([]tax.Levy{{Code: "source_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}}, c.Levies...)), nil
}

// capped is what of this wage lies below the ceiling of the year to date.
func (p *params) capped(w *tax.Work, req *tax.Request) money.Dec {
	before, months := req.Num(payroll.PayToDate), int64(req.Int(payroll.MonthsToDate))
	used := money.Min(before, p.ceiling.Mul(money.FromInt(months)))
	all := money.Min(before.Add(req.Income), p.ceiling.Mul(money.FromInt(months+1)))
	capped := all.Sub(used)
	w.Step("insured_wage", "Wage below the ceiling of the year to date", capped, p.unemployment.Cite, "min({} + {}, {} × {}) − {}", before,
		req.Income, p.ceiling, money.FromInt(months+1), used)
	return capped
}
