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
	"fmt"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of South Africa.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "ZA", Name: "South Africa", Authority: "South African Revenue Service", Currency: "ZAR", TimeZone: "Africa/Johannesburg",
		Languages: []string{"en", "af", "zu", "xh"},
		Version:   "1.0.0",
		YearForm:  yearForm,
		Kinds:     []tax.Kind{tax.Employment},
		Facts:     payroll.Facts([]string{payroll.Monthly, payroll.Weekly}, facts...),
		Coverage:  payroll.Rows("ZA", scope, rows),
		Check:     check,
		Compute:   compute,
	}
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

var scope = []string{
	"Total tax is employees' tax and the employee's contribution to unemployment insurance; the employer's contribution and the skills " +
		"development levy stand beside it.",
	"The pay is the balance of remuneration, after deductible contributions to retirement funds; annual payments, directives and the " +
		"employment tax incentive are not computed.",
	"For a week, the ceiling of unemployment insurance is that of twelve months, divided by 52.",
	"Employees' tax is by the rates of the year; the printed tables, which go by rows, may differ slightly.",
}

const why = "Rates, rebates and credits are those of the income tax of the year; unemployment insurance and the levy rest on secondary " +
	"sources that agree, and no worked example of the authority was run."

var rows = []tax.YearRow{
	{Year: "2024", AsOf: "2024-02-29", Tier: tax.Draft, Why: why},
	{Year: "2025", AsOf: "2025-02-28", Tier: tax.Draft, Why: why},
	{Year: "2026", AsOf: "2026-02-28", Tier: tax.Draft, Why: why},
	{Year: "2027", AsOf: "2026-08-01", Tier: tax.Draft, Why: why},
}

type params struct {
	bands                              block.Schedule
	primary, secondary, tertiary       money.Dec
	secondaryFrom, tertiaryFrom        money.Dec
	firstTwo, further                  money.Dec
	uif, ceiling, levy, months, weekly money.Dec
	taxCite, uifCite, levyCite         []law.Citation
}

var resolved = sync.OnceValue(func() map[string]*params {
	out := map[string]*params{}
	for _, row := range rows {
		period, _ := yearForm.Period(row.Year)
		p := &params{}
		if err := p.resolve(law.MustOpen("za"), period.From); err != nil {
			panic(fmt.Sprintf("za payroll %s: %v", row.Year, err))
		}
		out[row.Year] = p
	}
	return out
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
	p := resolved()[row.TaxYear]
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
