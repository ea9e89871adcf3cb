// Package payroll computes what a Finnish employer withholds from a payment of
// wages by the tax card, and the contributions of both sides.
//
// # Sources
//
// The tax administration's decision on how tax is withheld, which follows sections
// 3 and 4 of Ennakkoperintäasetus 1124/1996; the decrees of the year on the
// contributions, and the ministry's table of them.
//
// # Rules
//
// Up to the income ceiling of the card the withholding rate applies, above it the
// additional rate; without a card a flat rate of all. Tax, broadcasting tax, medical
// care and daily allowance contributions are one in it. The employee's pension and
// unemployment contributions are withheld beside it. An insurance begins in the
// month after a birthday and ends with the month of another.
//
// # Not computed
//
// Tax at source of those who live abroad, seamen, part-owners of the employer,
// accident and group life insurance, whose premiums each insurer sets.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Finland.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "FI", Name: "Finland", Authority: "Verohallinto", Currency: "EUR", TimeZone: "Europe/Helsinki",
		Languages: []string{"fi", "sv", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly, payroll.Semimonthly, payroll.Biweekly, payroll.FourWeekly, payroll.Weekly, payroll.Daily}, facts...)
}

// Whether the employer has the employee's tax card.
const (
	withCard    = "wages"
	withoutCard = "none"
)

var facts = []tax.Fact{
	{
		Name: "tax_card", Type: "choice", Choices: []string{withCard, withoutCard}, Section: "Tax", Required: true, Example: withCard,
		Prompt: "Does the employer have the employee's tax card for wages?", Reason: "Without one a flat rate is withheld.",
	},
	{
		Name: "withholding_rate", Type: "rate", Section: "Tax", Example: "0.215",
		Prompt: "Which withholding rate stands on the card, as a fraction?", Reason: "It applies up to the income ceiling.",
		Needed: tax.NeedWhen("tax_card", withCard),
	},
	{
		Name: "additional_rate", Type: "rate", Section: "Tax", Example: "0.41",
		Prompt: "Which additional rate stands on the card, as a fraction?", Reason: "It applies above the income ceiling.",
		Needed: tax.NeedWhen("tax_card", withCard),
	},
	{
		Name: "income_ceiling", Type: "decimal", Section: "Tax", Example: "48000",
		Prompt: "Which income ceiling stands on the card?", Reason: "Above it the additional rate applies.",
		Needed: tax.NeedWhen("tax_card", withCard),
	},
	{
		Name: "ceiling_used", Type: "decimal", Section: "Tax", Example: "0",
		Prompt: "How much did this employer pay earlier in the year while this card was in force?",
		Reason: "That part of the ceiling is used up.",
		Needed: tax.NeedWhen("tax_card", withCard),
	},
	{
		Name: "birth_date", Type: "date", Section: "Insurance", Required: true, Example: "1988-05-14",
		Prompt: "When was the employee born?", Reason: "Each insurance begins and ends with an age.",
	},
	{
		Name: "pension_insurance_rate", Type: "rate", Max: "0.35", Section: "Insurance", Required: true, Example: "0.2485",
		Prompt: "At which rate does the employer's pension insurer (TyEL) charge wages, both shares together, as a fraction?",
		Reason: "The employer bears what the employee does not.",
	},
	{
		Name: "employer_wages_to_date", Type: "decimal", Section: "Insurance", Required: true, Example: "180000",
		Prompt: "How much did the employer pay all its employees as wages earlier in the calendar year?",
		Reason: "Above a sum of wages the employer's unemployment contribution is higher.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Choice("tax_card") == withoutCard {
		for _, name := range []string{"withholding_rate", "additional_rate", "income_ceiling", "ceiling_used"} {
			if req.Given(name) {
				faults.Add("facts."+name, "is only for a payment with a tax card")
			}
		}
	}
	if req.Given("birth_date") && req.Given(payroll.PayDate) && !req.Date("birth_date").Before(req.Date(payroll.PayDate)) {
		faults.Add("facts.birth_date", "is not before the pay date")
	}
}

type params struct {
	flat                       law.Num
	pension, pensionFrom53     law.Num
	unemployment, health       law.Num
	unemploymentEmployer, ages map[string]money.Dec
	unemploymentCite, ageCite  []law.Citation
}

var resolved = payroll.ByYear("fi", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{
		flat:    r.Num("payroll_without_card"),
		pension: r.Entry("income_pension_rate", "standard"), pensionFrom53: r.Entry("income_pension_rate", "from_53"),
		unemployment: r.Num("income_unemployment_rate"), health: r.Num("payroll_health_employer"),
	}
	p.unemploymentEmployer, p.unemploymentCite = r.Table("payroll_unemployment_employer")
	p.ages, p.ageCite = r.Table("payroll_ages")
	return p, r.Err()
})

// span reports whether a pay date lies after the month in which the employee
// reached the first age, and at the latest in that of the second.
func (p *params) span(req *tax.Request, from, to string) bool {
	months := lived(req)
	return months.Greater(p.ages[from].Mul(year)) && !months.Greater(p.ages[to].Mul(year))
}

var year = money.FromInt(12)

// lived is the number of months from the month of birth to that of the pay date.
func lived(req *tax.Request) money.Dec {
	day, birth := req.Date(payroll.PayDate), req.Date("birth_date")
	return money.FromInt(int64((day.Year()-birth.Year())*12 + day.Month() - birth.Month()))
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	if lived(req).Equal(p.ages["unemployment_to"].Mul(year)) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "FI", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "in the month of the 65th birthday: on which day of it the unemployment contribution ends was not read"}
	}
	w := tax.NewWork(req.Explain)
	levies := []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: p.tax(&w, req), InTotal: true}}
	c := payroll.Contributions{Places: 2}
	p.pensions(&w, req, &c)
	if p.span(req, "unemployment_from", "unemployment_to") {
		c.Cite = p.unemployment.Cite
		w.Cite(c.Cite)
		c.Rate(&w, "unemployment_insurance", req.Income, p.unemployment.Dec, true)
		p.unemploymentOfEmployer(&w, req, &c)
	}
	if p.span(req, "health_from", "health_to") {
		c.Cite = p.health.Cite
		w.Cite(c.Cite)
		c.Rate(&w, "health_insurance_employer", req.Income, p.health.Dec, false)
	}
	w.Cite(p.ageCite)
	return payroll.Withholding(&w, append(levies, c.Levies...)), nil
}

// tax is what the card, or its absence, takes from the pay.
func (p *params) tax(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(p.flat.Cite)
	if req.Choice("tax_card") == withoutCard {
		due := req.Income.Mul(p.flat.Dec).Round(2, money.HalfUp)
		w.Step("income_tax", "Tax without a card", due, p.flat.Cite, "{} × {}", req.Income, p.flat.Dec)
		return due
	}
	rate, additional := req.Num("withholding_rate"), req.Num("additional_rate")
	below := money.Min(req.Income, req.Num("income_ceiling").Sub(req.Num("ceiling_used")).Positive())
	above := req.Income.Sub(below)
	w.Step("below_ceiling", "Pay within what is left of the income ceiling", below, p.flat.Cite, "min({}, max(0, {} − {}))", req.Income,
		req.Num("income_ceiling"), req.Num("ceiling_used"))
	due := below.Mul(rate).Add(above.Mul(additional)).Round(2, money.HalfUp)
	w.Step("income_tax", "Tax by the card, in which medical care and daily allowance contributions are", due, p.flat.Cite,
		"{} × {} + {} × {}", below, rate, above, additional)
	return due
}

// pensions are both sides' contributions to the earnings-related pension.
func (p *params) pensions(w *tax.Work, req *tax.Request, c *payroll.Contributions) {
	to, born := "pension_to", money.FromInt(int64(req.Date("birth_date").Year()))
	switch {
	case !born.Less(p.ages["third_born"]):
		to = "pension_to_third"
	case !born.Less(p.ages["second_born"]):
		to = "pension_to_second"
	}
	if !p.span(req, "pension_from", to) {
		return
	}
	own := p.pension
	if p.span(req, "pension_rate_from", "pension_rate_to") {
		own = p.pensionFrom53
	}
	c.Cite = own.Cite
	w.Cite(c.Cite)
	c.Rate(w, "pension_insurance", req.Income, own.Dec, true)
	total := req.Income.Mul(req.Num("pension_insurance_rate")).Round(2, money.HalfUp)
	c.Add(w, "pension_insurance_employer", total.Sub(c.Own).Positive(), false, "{} × {} − {}", req.Income,
		req.Num("pension_insurance_rate"), c.Own)
}

// unemploymentOfEmployer is the employer's part, lower up to a sum of its wages.
func (p *params) unemploymentOfEmployer(w *tax.Work, req *tax.Request, c *payroll.Contributions) {
	c.Cite = p.unemploymentCite
	w.Cite(c.Cite)
	t := p.unemploymentEmployer
	below := money.Min(req.Income, t["up_to"].Sub(req.Num("employer_wages_to_date")).Positive())
	above := req.Income.Sub(below)
	c.Add(w, "unemployment_insurance_employer", below.Mul(t["rate"]).Add(above.Mul(t["rate_above"])), false, "{} × {} + {} × {}", below,
		t["rate"], above, t["rate_above"])
}
