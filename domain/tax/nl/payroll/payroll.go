// Package payroll computes the wage tax with national insurance (loonheffing)
// on a month's pay in the Netherlands, and the employer's premiums.
//
// # Sources
//
// The Belastingdienst's rules for automated payroll (Rekenvoorschriften voor de
// geautomatiseerde loonadministratie), whose results are those of the white and
// green month tables; tariff and credits are those of the annual law.
//
// # Rules
//
// Twelve times the pay is rounded down to the step of the tables. The tax of each
// band drops its cents. The general credit is rounded up to the euro; the
// stretches of the labour credit, which is of the white table alone, have five
// decimals before it is. A twelfth of what is left is rounded to the cent.
// Premiums bear on the wage of the year to date, up to the ceiling of as many
// months.
//
// # Not computed
//
// Employees of state pension age; other periods than a month; special rewards;
// wages above the end of the labour credit; residents of other countries; the
// anonymous rate. The premium of the return-to-work fund (Whk) is the employer's
// own, and computed where its rate is given.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of the Netherlands.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "NL", Name: "Netherlands", Authority: "Belastingdienst", Currency: "EUR", TimeZone: "Europe/Amsterdam",
		Languages: []string{"nl", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, append(payroll.YearToDate("wage for premiums"), facts...)...)
}

const (
	white, green = "white", "green"
	low, high    = "low", "high"
	levied       = "employer_levy"
	withheld     = "withheld"
)

var facts = []tax.Fact{
	{
		Name: "table", Type: "choice", Choices: []string{white, green}, Section: "Tax", Required: true, Example: white,
		Prompt: "Is the pay from present employment (white table), or a pension or benefit from former employment (green table)?",
		Reason: "The labour credit is of the white table alone.",
	},
	{
		Name: "tax_credit", Type: "boolean", Section: "Tax", Required: true, Example: "true",
		Prompt: "Did the employee ask for the payroll tax credit (loonheffingskorting) here?", Reason: "Without it no credit is given.",
	},
	{
		Name: "state_pension_age", Type: "boolean", Section: "Tax",
		Prompt: "Has the employee reached state pension age?", Reason: "Bands and credits then differ, and are not modelled.",
		Assumed: "false", Assumption: "The employee is below state pension age.",
	},
	{
		Name: "health_contribution", Type: "choice", Choices: []string{levied, withheld}, Section: "Premiums",
		Prompt:  "Does the employer owe the health contribution, or is it withheld (pensions, directors with a substantial holding)?",
		Reason:  "Rate and side differ.",
		Assumed: levied, Assumption: "The employer owes the health contribution (Zvw).",
		Needed: tax.NeedWhen("table", green),
	},
	{
		Name: "insured", Type: "boolean", Section: "Premiums",
		Prompt: "Is the employee insured by the employees' insurances?", Reason: "Pensioners and directors with a substantial holding are not.",
		Assumed: "true", Assumption: "The employee is insured by the employees' insurances.",
		Needed: tax.NeedWhen("table", green),
	},
	{
		Name: "unemployment_premium", Type: "choice", Choices: []string{low, high}, Section: "Premiums",
		Prompt:  "Is the unemployment premium (AWf) low (written contract without term) or high?",
		Reason:  "The employer owes it.",
		Assumed: low, Assumption: "The unemployment premium (AWf) is the low one, of a written contract without term.",
	},
	{
		Name: "disability_premium", Type: "choice", Choices: []string{low, high}, Section: "Premiums",
		Prompt:  "Is the disability premium (Aof) low (small employer) or high?",
		Reason:  "The employer owes it.",
		Assumed: low, Assumption: "The disability premium (Aof) is the low one, of a small employer.",
	},
	{
		Name: "return_fund_rate", Type: "rate", Section: "Premiums",
		Prompt:  "Which rate of the return-to-work fund (Whk) was the employer given?",
		Reason:  "It is the employer's own.",
		Assumed: "0", Assumption: "The premium of the return-to-work fund (Whk) is left out.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	payroll.CheckYearToDate(req, faults)
}

type params struct {
	bands                      []law.Band
	amount, above, shrink      money.Dec // general credit
	labour                     map[string]money.Dec
	step, end, ceiling         money.Dec
	healthLevy, healthWithheld money.Dec
	premiums                   map[string]money.Dec
	cite                       []law.Citation
}

var resolved = payroll.ByYear("nl", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: r.Schedule("income_box1").Bands, step: r.Num("payroll_table_step").Dec, end: r.Num("payroll_labour_credit_end").Dec,
		amount: r.Entry("income_general_credit", "amount").Dec, above: r.Entry("income_general_credit", "above").Dec,
		shrink: r.Entry("income_general_credit", "rate").Dec, ceiling: r.Num("payroll_insurance_ceiling").Dec,
		healthLevy: r.Entry("payroll_health", "employer").Dec, healthWithheld: r.Entry("payroll_health", "withheld").Dec}
	p.labour, _ = r.Table("income_labour_credit")
	p.premiums, _ = r.Table("payroll_premiums")
	p.cite = r.Citations()
	return p, r.Err()
})

var twelve = money.FromInt(12)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	unavailable := func(reason string) error {
		return &tax.Unavailable{Jurisdiction: "NL", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer", Reason: reason}
	}
	year := req.Income.Mul(twelve).ToMultiple(p.step, money.Down)
	switch {
	case req.Bool("state_pension_age"):
		return tax.Result{}, unavailable("the tables of employees of state pension age are not modelled")
	case year.Greater(p.end):
		return tax.Result{}, unavailable("a pay of more than " + p.end.Quo(twelve).Whole(money.Down).String() +
			" a month, above which the tables were not read, is not modelled")
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	w.Step("year_wage", "Wage taken for a year, down to the step of the tables", year, p.cite, "{} × 12, down to {}", req.Income, p.step)
	gross := p.gross(year)
	w.Step("gross_tax", "Tax of the bands, each without cents", gross, p.cite, "by the bands, for {}", year)
	general, labour := money.Zero, money.Zero
	if req.Bool("tax_credit") {
		general = p.general(year)
		w.Step("general_credit", "General tax credit, up to the euro", general, p.cite, "max(0, {} − {} × max(0, {} − {}))", p.amount, p.shrink,
			year, p.above)
		if req.Choice("table") == white {
			labour = p.labourCredit(year)
			w.Step("labour_credit", "Labour credit, up to the euro", labour, p.cite, "by its stretches, for {}", year)
		}
	}
	due := cent(gross.Sub(general).Sub(labour).Positive().Quo(twelve))
	w.Step("wage_tax", "Wage tax of the month", due, p.cite, "max(0, {} − {} − {}) ÷ 12", gross, general, labour)
	levies := []tax.Levy{{Code: "wage_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}}
	return payroll.Withholding(&w, append(levies, p.contributions(&w, req)...)), nil
}

// gross is the tax of the bands; each drops its cents.
func (p *params) gross(year money.Dec) (sum money.Dec) {
	from := money.Zero
	for _, b := range p.bands {
		to := year
		if b.To != nil {
			to = money.Min(year, *b.To)
		}
		if to.Greater(from) {
			sum = sum.Add(to.Sub(from).Mul(b.Rate).Whole(money.Down))
			from = to
		}
	}
	return sum
}

func (p *params) general(year money.Dec) money.Dec {
	return p.amount.Sub(year.Sub(p.above).Positive().Mul(p.shrink)).Positive().Whole(money.Up)
}

// labourCredit grows in three stretches, each up to an amount, and shrinks.
func (p *params) labourCredit(year money.Dec) money.Dec {
	if !year.Less(p.end) {
		return money.Zero
	}
	part := func(rate, above string) money.Dec {
		return year.Sub(p.labour[above]).Positive().Mul(p.labour[rate]).Round(5, money.HalfUp)
	}
	sum := money.Min(year.Mul(p.labour["rate_1"]).Round(5, money.HalfUp), p.labour["most_1"])
	sum = money.Min(sum.Add(part("rate_2", "above_1")), p.labour["most_2"])
	sum = money.Min(sum.Add(part("rate_3", "above_2")), p.labour["most_3"])
	return sum.Sub(part("decrease", "above_3")).Positive().Whole(money.Up)
}

// contributions are those on the wage that the month adds below the ceiling of
// the year to date.
func (p *params) contributions(w *tax.Work, req *tax.Request) (out []tax.Levy) {
	months, before := money.FromInt(int64(req.Int(payroll.MonthsToDate))), req.Num(payroll.PayToDate)
	month := p.ceiling.Quo(twelve).Round(2, money.HalfUp)
	base := money.Min(before.Add(req.Income), month.Mul(months.Add(money.One))).Sub(money.Min(before, month.Mul(months)))
	w.Step("premium_base", "Wage that bears premiums", base, p.cite, "min({} + {}, {} × ({} + 1)) − min({}, {} × {})",
		before, req.Income, month, months, before, month, months)
	add := func(code string, rate money.Dec, ofEmployee bool) {
		amount := cent(base.Mul(rate))
		w.Step(code, "Contribution", amount, p.cite, "{} × {}", base, rate)
		out = append(out, tax.Levy{Code: code, Kind: tax.LevySocial, Amount: amount, InTotal: ofEmployee})
	}
	if req.Choice("health_contribution") == withheld {
		add("health_contribution", p.healthWithheld, true)
	} else {
		add("health_levy_employer", p.healthLevy, false)
	}
	if req.Bool("insured") {
		add("unemployment_employer", p.premiums["awf_"+req.Choice("unemployment_premium")], false)
		add("disability_employer", p.premiums["aof_"+req.Choice("disability_premium")], false)
		add("childcare_employer", p.premiums["childcare"], false)
		if rate := req.Num("return_fund_rate"); rate.Sign() > 0 {
			add("return_fund_employer", rate, false)
		}
	}
	return out
}

func cent(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
