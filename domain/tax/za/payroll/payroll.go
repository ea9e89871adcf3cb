// Package payroll computes what a South African employer withholds and owes on
// one payment of remuneration: employees' tax by the rates of the year,
// unemployment insurance, and the skills development levy.
//
// # Rules
//
// The remuneration is made that of a year by the periods of one; the tax on it,
// less rebates and the medical scheme fees tax credit, is divided by as many,
// and rounded to the cent. The printed deduction tables, which go by rows, may
// differ by less than a rand a row.
//
// # Not computed
//
// Annual payments, the 53rd week, directives, the employment tax incentive,
// and the additional medical expenses credit from 65.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of South Africa.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "ZA", Name: "South Africa", Authority: "South African Revenue Service", Currency: "ZAR", TimeZone: "Africa/Johannesburg",
		Languages: []string{"en", "af", "zu", "xh"},
		YearForm:  yearForm,
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly, payroll.Weekly}, facts...)
}

var yearForm = tax.YearForm{Pattern: "2026", Start: [2]int{3, 1}, EndLabels: true}

var facts = []tax.Fact{
	{
		Name: "age_at_year_end", Type: "integer", Max: "120", Section: "Tax", Required: true, Example: "40",
		Prompt: "How old is the employee on the last day of the tax year (the end of February)?", Reason: "Rebates rise at 65 and at 75.",
	},
	{
		Name: "medical_scheme_members", Type: "integer", Max: "20", Section: "Tax",
		Prompt: "For how many persons, the employee included, are medical scheme fees paid?", Reason: "Each gives a monthly tax credit.",
		Assumed: "0", Assumption: "No medical scheme fees are paid.",
	},
	{
		Name: "gross_pay", Type: "decimal", Section: "Unemployment insurance",
		Prompt:  "How much is the remuneration before deductible contributions to retirement funds, if more than the pay?",
		Reason:  "Unemployment insurance bears on it.",
		Assumed: "0", Assumption: "No contribution to a retirement fund was deducted from the pay.",
	},
	{
		Name: "uif", Type: "boolean", Section: "Unemployment insurance",
		Prompt:  "Do the employee and the employer contribute to the Unemployment Insurance Fund?",
		Reason:  "Who works less than 24 hours a month, and public servants, do not.",
		Assumed: "true", Assumption: "Unemployment insurance contributions are due.",
	},
	{
		Name: "skills_levy", Type: "boolean", Section: "Skills development levy",
		Prompt: "Is the employer's payroll above 500,000 rand a year?", Reason: "Smaller employers are exempt from the levy.",
		Assumed: "true", Assumption: "The employer's payroll is above 500,000 rand a year.",
	},
}

type params struct {
	bands                              block.Schedule
	primary, secondary, tertiary       money.Dec
	secondaryFrom, tertiaryFrom        money.Dec
	firstTwo, further                  money.Dec
	uif, ceiling, levy, months, weekly money.Dec
	taxCite, uifCite, levyCite         []law.Citation
}

var resolved = payroll.ByYear("za", &yearForm, func(book *law.Book, day civil.Date) (*params, error) {
	p := &params{}
	return p, p.resolve(book, day)
})

func (p *params) resolve(book *law.Book, day civil.Date) error {
	r := book.On(day)
	p.bands = block.NewSchedule(r.Schedule("income_bands"))
	p.primary, p.secondary, p.tertiary = r.Entry("income_rebates", "primary").Dec, r.Entry("income_rebates", "secondary").Dec,
		r.Entry("income_rebates", "tertiary").Dec
	p.secondaryFrom, p.tertiaryFrom = r.Entry("income_rebate_ages", "secondary").Dec, r.Entry("income_rebate_ages", "tertiary").Dec
	p.firstTwo, p.further = r.Entry("income_medical_credit", "first_two").Dec, r.Entry("income_medical_credit", "further").Dec
	p.months, p.weekly = r.Entry("payroll_periods", "monthly").Dec, r.Entry("payroll_periods", "weekly").Dec
	p.taxCite = r.Citations()
	u := book.On(day)
	p.uif, p.ceiling = u.Entry("payroll_uif", "rate").Dec, u.Entry("payroll_uif", "ceiling").Dec
	p.uifCite = u.Citations()
	l := book.On(day)
	p.levy = l.Num("payroll_skills_levy").Dec
	p.levyCite = l.Citations()
	for _, reader := range []*law.Reader{r, u, l} {
		if err := reader.Err(); err != nil {
			return err
		}
	}
	return nil
}

var cent = block.Minor(2, money.HalfUp)

func check(req *tax.Request, faults *tax.InputError) {
	if req.Given("gross_pay") && req.Num("gross_pay").Less(req.Income) {
		faults.Add("facts.gross_pay", "must not be less than the pay")
	}
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	periods := p.months
	if req.Choice(payroll.Frequency) == payroll.Weekly {
		periods = p.weekly
	}
	w.Cite(p.taxCite)
	year := req.Income.Mul(periods)
	gross, rebates, credit := p.bands.Tax(year), p.rebates(req.Int("age_at_year_end")), p.credit(req.Int("medical_scheme_members"))
	due := cent.Apply(gross.Sub(rebates).Sub(credit).Positive().Quo(periods))
	w.Step("income_tax", "Tax on the year's equivalent, less rebates and credit, for the period", due, p.taxCite, "({} on {} − {} − {}) / {}",
		gross, year, rebates, credit, periods)
	levies := []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}}
	if req.Bool("uif") {
		pay := req.Income
		if req.Given("gross_pay") {
			pay = req.Num("gross_pay")
		}
		ceiling := p.ceiling
		if periods != p.months {
			ceiling = cent.Apply(p.ceiling.Mul(p.months).Quo(periods))
		}
		w.Cite(p.uifCite)
		side := cent.Apply(money.Min(pay, ceiling).Mul(p.uif))
		w.Step("unemployment_insurance", "Contribution of each side", side, p.uifCite, "min({}, {}) × {}", pay, ceiling, p.uif)
		levies = append(levies, tax.Levy{Code: "unemployment_insurance_employee", Kind: tax.LevySocial, Amount: side, InTotal: true},
			tax.Levy{Code: "unemployment_insurance_employer", Kind: tax.LevySocial, Amount: side})
	}
	if req.Bool("skills_levy") {
		w.Cite(p.levyCite)
		levy := cent.Apply(req.Income.Mul(p.levy))
		w.Step("skills_development_levy", "Levy of the employer", levy, p.levyCite, "{} × {}", req.Income, p.levy)
		levies = append(levies, tax.Levy{Code: "skills_development_levy", Kind: tax.LevySocial, Amount: levy})
	}
	return payroll.Withholding(&w, levies), nil
}

// rebates are those of an age at the end of the year.
func (p *params) rebates(age int) money.Dec {
	out, years := p.primary, money.FromInt(int64(age))
	if !years.Less(p.secondaryFrom) {
		out = out.Add(p.secondary)
	}
	if !years.Less(p.tertiaryFrom) {
		out = out.Add(p.tertiary)
	}
	return out
}

// credit is the year's medical scheme fees tax credit.
func (p *params) credit(members int) money.Dec {
	first := min(members, 2)
	month := p.firstTwo.Mul(money.FromInt(int64(first))).Add(p.further.Mul(money.FromInt(int64(members - first))))
	return month.Mul(p.months)
}
