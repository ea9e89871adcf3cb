// Package payroll computes what a Mexican employer withholds from a month's wages
// as income tax and social security, and what it owes beside them.
//
// # Sources
//
// LISR art. 96 with the monthly tariff of Annex 8 to the miscellaneous fiscal
// resolution; the decree on the employment subsidy; Ley del Seguro Social arts.
// 25, 28, 106, 107, 147, 168 and 211; Ley del Infonavit art. 29.
//
// # Rules
//
// The tax is the band's fixed amount and its rate on what exceeds the lower limit;
// pay up to a limit takes the subsidy off, at most the tax. Contributions bear on
// the daily base, at most 25 units (UMA) of the day, times the days; the unit
// changes each February. Each contribution is rounded to the cent.
//
// # Not computed
//
// Other periods than the month, the year-end bonus, profit shares, overtime and
// other pay that is in part exempt, state payroll taxes, loans of Infonavit, and
// contributions of minimum wage earners that the employer bears (art. 36).
package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Mexico.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved, units),
		Code: "MX", Name: "Mexico", Authority: "Servicio de Administración Tributaria; Instituto Mexicano del Seguro Social", Currency: "MXN",
		TimeZone: "America/Mexico_City", Languages: []string{"es", "en"},
		Compute: compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "daily_base", Type: "decimal", Section: "Social security", Required: true, Example: "700",
		Prompt: "What is the daily base of contributions (salario base de cotización)?",
		Reason: "Contributions bear on it; it holds the parts of yearly benefits.",
	},
	{
		Name: "minimum_wage", Type: "boolean", Section: "Social security", Required: true, Example: "false",
		Prompt: "Is the employee's daily wage, before the parts of yearly benefits, no more than the minimum wage of the area " +
			"(on the northern border a higher one)?",
		Reason: "The employer bears that employee's share (LSS art. 36), and pay of the minimum wage alone bears no tax (LISR art. 96).",
	},
	{
		Name: "days", Type: "integer", Min: "1", Max: "31", Section: "Social security", Required: true, Example: "30",
		Prompt: "On how many days of the month was the employee insured?", Reason: "Contributions are the day's, times the days.",
	},
	{
		Name: "risk_rate", Type: "rate", Max: "0.15", Section: "Employer", Required: true, Example: "0.0054355",
		Prompt: "At which rate does the employer contribute for risks at work (prima de riesgo), as a fraction?",
		Reason: "It depends on the class and the employer's own record.",
	},
}

type params struct {
	tariff              block.Schedule
	fixed, subsidy      map[string]money.Dec
	own, employer       map[string]money.Dec
	oldAge              block.Schedule // of the employer, by the base in units
	minimum             law.Num
	cite, insuranceCite []law.Citation
}

var resolved = payroll.ByYear("mx", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r, social := book.On(day), book.On(day)
	p := &params{tariff: block.NewSchedule(r.Schedule("payroll_tariff"))}
	p.fixed, _ = r.Table("payroll_tariff_fixed")
	p.subsidy, _ = r.Table("income_subsidy")
	p.cite = r.Citations()
	p.own, _ = social.Table("payroll_employee_rates")
	p.employer, _ = social.Table("payroll_employer_rates")
	p.oldAge = block.NewSchedule(social.Schedule("payroll_old_age_employer"))
	p.minimum = social.Num("payroll_minimum_wage_day")
	p.insuranceCite = social.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, social.Err()
})

// units is the unit of measure of a day.
var units = payroll.ByDay("mx", tax.Calendar, func(book *law.Book, day civil.Date) (law.Num, error) {
	r := book.On(day)
	return r.Num("payroll_unit_day"), r.Err()
})

var cent, most, three = money.MustParse("0.01"), money.FromInt(25), money.FromInt(3)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	unit := units.On(req.Law, req.Date(payroll.PayDate))
	if req.Bool("minimum_wage") || !req.Num("daily_base").Greater(p.minimum.Dec) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "MX", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "the minimum wage, of which the employer bears the employee's share and which alone bears no tax, is not modelled"}
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	w.Cite(p.insuranceCite)
	w.Cite(unit.Cite)
	levies := append([]tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: p.tax(&w, req), InTotal: true}},
		p.contributions(&w, req, unit.Dec)...)
	return payroll.Withholding(&w, levies), nil
}

// tax is the tariff's, less the subsidy.
func (p *params) tax(w *tax.Work, req *tax.Request) money.Dec {
	pay, i := req.Income, 0
	for !p.tariff.Bands[i].Open && pay.Greater(p.tariff.Bands[i].To) {
		i++
	}
	lower := cent
	if i > 0 {
		lower = p.tariff.Bands[i-1].To.Add(cent)
	}
	rate, fixed := p.tariff.Bands[i].Rate, p.fixed[fmt.Sprintf("fixed_%d", i+1)]
	due := pay.Sub(lower).Positive().Mul(rate).Add(fixed).Round(2, money.HalfUp)
	w.Step("tariff_tax", "Tax of the monthly tariff", due, p.cite, "({} − {}) × {} + {}", pay, lower, rate, fixed)
	if pay.Greater(p.subsidy["wages_most"]) {
		return due
	}
	name := "later"
	if req.Date(payroll.PayDate).Month() == 1 {
		name = "january"
	}
	subsidy := money.Min(due, p.subsidy[name])
	w.Step("employment_subsidy", "Employment subsidy, at most the tax", subsidy, p.cite, "min({}, {})", due, p.subsidy[name])
	due = due.Sub(subsidy)
	w.Step("income_tax", "Tax withheld", due, p.cite, "")
	return due
}

// contributions are those of both sides on the daily base.
func (p *params) contributions(w *tax.Work, req *tax.Request, unit money.Dec) []tax.Levy {
	days, daily := money.FromInt(int64(req.Int("days"))), money.Min(req.Num("daily_base"), unit.Mul(most))
	base, above := daily.Mul(days), daily.Sub(unit.Mul(three)).Positive().Mul(days)
	c := payroll.Contributions{Places: 2, Cite: p.insuranceCite}
	c.Rate(w, "sickness_excess", above, p.own["excess"], true)
	for _, name := range []string{"cash", "pensioners", "disability", "old_age"} {
		c.Rate(w, name, base, p.own[name], true)
	}
	c.Rate(w, "sickness_flat_employer", unit.Mul(days), p.employer["flat"], false)
	c.Rate(w, "sickness_excess_employer", above, p.employer["excess"], false)
	for _, name := range []string{"cash", "pensioners", "disability", "nurseries", "retirement"} {
		c.Rate(w, name+"_employer", base, p.employer[name], false)
	}
	c.Rate(w, "old_age_employer", base, p.oldAge.Holding(daily.Quo(unit)).Rate, false)
	c.Rate(w, "risk_employer", base, req.Num("risk_rate"), false)
	c.Rate(w, "housing_fund_employer", base, p.employer["housing"], false)
	return c.Levies
}
