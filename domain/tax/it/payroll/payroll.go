// Package payroll computes what an Italian employer withholds from an ordinary month's
// pay as income tax and contributions, and what it pays out beside.
//
// # Sources
//
// D.P.R. 600/1973, art. 23; the scale and credits of the annual law; INPS circular 6/2026.
//
// # Rules
//
//  1. The employee's contribution at the rate given, a hundredth more on what exceeds a
//     month's limit, and of those insured first after 1995 none above the year's most.
//  2. The scale, brought to the month.
//  3. The credits that the income expected for the year gives, brought to the days of
//     the period, at most the tax.
//  4. The trattamento integrativo by days and the sum of the wedge cut are paid out;
//     they stand outside the total.
//
// # Not computed
//
// Additional months, arrears and the adjustment at the year's end; surtaxes, whose
// instalments are taken as given; employment for a part of the year or a fixed term.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/it"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Italy.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(append(it.Jurisdiction().Law, resolved)...),
		Code: "IT", Name: "Italy", Authority: "Agenzia delle Entrate", Currency: "EUR", TimeZone: "Europe/Rome",
		Languages: []string{"it", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "year_income", Type: "decimal", Section: "Tax", Required: true, Example: "28000",
		Prompt: "Which income, after contributions, is expected for the whole year?", Reason: "The credits follow from it.",
	},
	{
		Name: "days", Type: "integer", Min: "1", Max: "31", Section: "Tax", Required: true, Example: "30",
		Prompt: "How many calendar days of the month count for the credits (giorni di detrazione)?", Reason: "Credits are brought to them.",
	},
	{
		Name: "other_credits", Type: "decimal", Section: "Tax",
		Prompt:  "How much of other credits (for family members, say) does the month have?",
		Reason:  "They reduce the tax.",
		Assumed: "0", Assumption: "The month has no other credits.",
	},
	{
		Name: "surtaxes", Type: "decimal", Section: "Tax",
		Prompt: "How much of regional and municipal surtaxes is withheld this month by instalments?",
		Reason: "They are those of the year before and an advance; without it they are left out.",
	},
	{
		Name: "contribution_rate", Type: "rate", Max: "0.2", Section: "Contributions", Required: true, Example: "0.0919",
		Prompt: "At which rate does the employee contribute (INPS), as a fraction?", Reason: "It differs by sector and size.",
	},
	{
		Name: "insured_after_1995", Type: "boolean", Section: "Contributions", Required: true, Example: "true",
		Prompt: "Was the employee first insured after 1995?", Reason: "Then no contribution is due on pay above the year's most.",
	},
	{
		Name: payroll.PayToDate, Type: "decimal", Section: "Contributions", Example: "0",
		Prompt: "How much pay did contributions cover earlier in the year?", Reason: "The most is that of the year.",
		Needed: tax.NeedWhen("insured_after_1995", "true"),
	},
	{
		Name: "employer_rate", Type: "rate", Max: "0.6", Section: "Employer", Required: true, Example: "0.2898",
		Prompt: "At which rate does the employer contribute (INPS and INAIL), as a fraction?", Reason: "It differs by sector and size.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Given(payroll.PayToDate) && req.Given("insured_after_1995") && !req.Bool("insured_after_1995") {
		faults.Add("facts."+payroll.PayToDate, "is only for those insured after 1995")
	}
}

type params struct {
	days              law.Num
	contributions     map[string]money.Dec
	contributionsCite []law.Citation
}

var resolved = payroll.ByYear("it", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{days: r.Num("payroll_days")}
	p.contributions, p.contributionsCite = r.Table("payroll_contributions")
	return p, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	year := it.CreditsOf(req.Law, row.TaxYear, req.Num("year_income"))
	w := tax.NewWork(req.Explain)
	w.Cite(year.Cite)
	w.Cite(p.days.Cite)
	w.Cite(p.contributionsCite)
	own, employers := p.insured(&w, req)
	due, integrative, sum := p.tax(&w, req, &year, req.Income.Sub(own))
	levies := []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "social_security", Kind: tax.LevySocial, Amount: own, InTotal: true},
	}
	if req.Given("surtaxes") {
		levies = append(levies, tax.Levy{Code: "surtaxes", Kind: tax.LevyTax, Amount: req.Num("surtaxes"), InTotal: true})
	}
	if integrative.Sign() > 0 {
		levies = append(levies, tax.Levy{Code: "trattamento_integrativo", Kind: tax.LevyCredit, Amount: integrative})
	}
	if sum.Sign() > 0 {
		levies = append(levies, tax.Levy{Code: "wedge_sum", Kind: tax.LevyCredit, Amount: sum})
	}
	return payroll.Withholding(&w, append(levies, tax.Levy{Code: "social_security_employer", Kind: tax.LevySocial, Amount: employers})), nil
}

// insured are both sides' contributions on the month's pay.
func (p *params) insured(w *tax.Work, req *tax.Request) (own, employers money.Dec) {
	c := p.contributions
	base := req.Income
	if req.Bool("insured_after_1995") {
		base = money.Min(base, c["most"].Sub(req.Num(payroll.PayToDate)).Positive())
	}
	above := base.Sub(c["above"]).Positive()
	rate := req.Num("contribution_rate")
	own = cents(base.Mul(rate)).Add(cents(above.Mul(c["further"])))
	w.Step("social_security", "Contribution of the employee, and the further one above the month's limit", own, p.contributionsCite,
		"{} × {} + {} × {}", base, rate, above, c["further"])
	employers = cents(base.Mul(req.Num("employer_rate")))
	w.Step("social_security_employer", "The employer's contribution at the rate given", employers, p.contributionsCite, "{} × {}", base,
		req.Num("employer_rate"))
	return own, employers
}

// tax is the income tax withheld, and what is paid out beside it.
func (p *params) tax(w *tax.Work, req *tax.Request, year *it.Credits, taxable money.Dec) (due, integrative, sum money.Dec) {
	twelve := money.FromInt(12)
	gross := cents(year.Scale.Tax(taxable.Mul(twelve)).Quo(twelve))
	w.Step("scale", "Tax of the scale brought to the month", gross, year.Cite, "scale of {} × {}, ÷ {}", taxable, twelve, twelve)
	days := money.FromInt(int64(req.Int("days")))
	part := func(amount money.Dec) money.Dec { return cents(amount.Mul(days).Quo(p.days.Dec)) }
	employment, wedge := part(year.Employment), part(year.Wedge)
	w.Step("employment_credit", "Credit for employment income, of the days", employment, year.Cite, "{} × {} ÷ {}", year.Employment, days,
		p.days.Dec)
	w.Step("wedge_credit", "Further credit of the wedge cut, of the days", wedge, year.Cite, "{} × {} ÷ {}", year.Wedge, days, p.days.Dec)
	due = gross.Sub(employment).Sub(wedge).Sub(req.Num("other_credits")).Positive()
	w.Step("income_tax", "Tax withheld, credits not beyond it", due, p.days.Cite, "max(0, {} − {} − {} − {})", gross, employment, wedge,
		req.Num("other_credits"))
	integrative = part(year.Integrative)
	if income := req.Num("year_income"); income.Sign() > 0 {
		sum = cents(taxable.Mul(year.Sum).Quo(income))
	}
	if integrative.Sign() > 0 {
		w.Step("trattamento_integrativo", "Trattamento integrativo of the days, paid out", integrative, year.Cite, "{} × {} ÷ {}",
			year.Integrative, days, p.days.Dec)
	}
	if sum.Sign() > 0 {
		w.Step("wedge_sum", "Sum of the wedge cut on the month's pay, paid out", sum, year.Cite, "{} × {} ÷ {}", taxable, year.Sum,
			req.Num("year_income"))
	}
	return due, integrative, sum
}

func cents(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
