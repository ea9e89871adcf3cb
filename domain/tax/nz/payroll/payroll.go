// Package payroll computes what a New Zealand employer withholds from one
// payment of pay: tax by the code, the ACC earners' levy, student loan
// repayments, and KiwiSaver at the employee's rate.
//
// # Rules
//
// By M and ME the pay is made a year's, whose whole dollars are taxed; tax and
// levy are divided by the periods and cut to the cent. By a secondary code the
// whole dollars of the pay bear the code's rate and the levy, without limit.
//
// # Not computed
//
// Extra pay, tailored, casual and no-notification codes; the employer's
// KiwiSaver contribution and the tax on it.
package payroll

import (
	"errors"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Main codes; the others are secondary.
const (
	main       = "m"
	mainEarner = "me" // with the independent earner tax credit
)

// Jurisdiction declares the payroll of New Zealand.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "NZ", Name: "New Zealand", Authority: "Inland Revenue", Currency: "NZD", TimeZone: "Pacific/Auckland",
		Languages: []string{"en", "mi"},
		YearForm:  yearForm,
		Compute:   compute,
	}, []string{payroll.Weekly, payroll.Biweekly, payroll.FourWeekly, payroll.Monthly}, facts...)
}

var yearForm = tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}}

var facts = []tax.Fact{
	{
		Name: "tax_code", Type: "choice", Choices: []string{main, mainEarner, "sb", "s", "sh", "st", "sa"}, Section: "Tax", Required: true,
		Example: main,
		Prompt:  "Which tax code did the employee declare (without SL)?", Reason: "It decides how the pay is taxed.",
	},
	{
		Name: "student_loan", Type: "boolean", Section: "Student loan",
		Prompt: "Does the tax code end in SL?", Reason: "Repayments are then deducted.",
		Assumed: "false", Assumption: "The tax code does not end in SL.",
	},
	{
		Name: "kiwisaver_percent", Type: "decimal", Max: "100", Section: "KiwiSaver",
		Prompt:  "How many percent of the pay does the employee contribute to KiwiSaver, such as 3.5?",
		Reason:  "The contribution is deducted from the pay.",
		Assumed: "0", Assumption: "The employee contributes nothing to KiwiSaver.",
	},
}

type params struct {
	bands                                  block.Schedule
	credit, creditFrom                     money.Dec
	taper                                  block.Taper
	levy, levyLimit                        money.Dec
	secondary                              map[string]money.Dec
	loan, threshold                        money.Dec
	whole                                  block.Rounding
	bandCite, creditCite, levyCite         []law.Citation
	secondaryCite, loanCite, roundingCites []law.Citation
}

var resolved = payroll.ByYear("nz", &yearForm, func(book *law.Book, day civil.Date) (*params, error) {
	p := &params{}
	var faults []error
	read := func(cites *[]law.Citation, of func(*law.Reader)) {
		r := book.On(day)
		of(r)
		*cites, faults = r.Citations(), append(faults, r.Err())
	}
	read(&p.bandCite, func(r *law.Reader) { p.bands = block.NewSchedule(r.Schedule("income_bands")) })
	read(&p.creditCite, func(r *law.Reader) {
		p.credit, p.creditFrom = r.Entry("income_ietc", "credit").Dec, r.Entry("income_ietc", "from").Dec
		p.taper = block.Taper{Above: r.Entry("income_ietc", "abates_above").Dec, Rate: r.Entry("income_ietc", "abatement").Dec, Step: money.One,
			StepHow: money.Down}
	})
	read(&p.levyCite, func(r *law.Reader) {
		p.levy, p.levyLimit = r.Entry("income_acc_levy", "rate").Dec, r.Entry("income_acc_levy", "maximum_earnings").Dec
	})
	read(&p.secondaryCite, func(r *law.Reader) { p.secondary, _ = r.Table("payroll_secondary_rates") })
	read(&p.loanCite, func(r *law.Reader) {
		p.loan, p.threshold = r.Entry("payroll_student_loan", "rate").Dec, r.Entry("payroll_student_loan", "threshold").Dec
	})
	read(&p.roundingCites, func(r *law.Reader) {
		text, _ := r.Text("payroll_dollars")
		p.whole, _ = block.ParseRounding(text)
	})
	return p, errors.Join(faults...)
})

var perYear = map[string]int64{payroll.Weekly: 52, payroll.Biweekly: 26, payroll.FourWeekly: 13, payroll.Monthly: 12}

var cut = block.Minor(2, money.Down)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	code := req.Choice("tax_code")
	periods := money.FromInt(perYear[req.Choice(payroll.Frequency)])
	w.Cite(p.roundingCites)
	w.Cite(p.levyCite)
	var due, levy money.Dec
	if rate, flat := p.secondary[code]; flat {
		w.Cite(p.secondaryCite)
		pay := p.whole.Apply(req.Income)
		due, levy = cut.Apply(pay.Mul(rate)), cut.Apply(pay.Mul(p.levy))
		w.Step("income_tax", "Tax of the secondary code", due, p.secondaryCite, "{} × {}", pay, rate)
		w.Step("acc_earners_levy", "ACC earners' levy", levy, p.levyCite, "{} × {}", pay, p.levy)
	} else {
		w.Cite(p.bandCite)
		year := p.whole.Apply(req.Income.Mul(periods))
		gross, credit := p.bands.Tax(year), money.Zero
		if code == mainEarner {
			w.Cite(p.creditCite)
			if !year.Less(p.creditFrom) {
				credit = p.taper.Reduce(w.Mode, p.credit, year)
			}
		}
		due = cut.Apply(gross.Sub(credit).Positive().Quo(periods))
		levy = cut.Apply(money.Min(year, p.levyLimit).Mul(p.levy).Quo(periods))
		w.Step("income_tax", "Tax on the year's pay, for the period", due, p.bandCite, "({} on {} − {}) / {}", gross, year, credit, periods)
		w.Step("acc_earners_levy", "ACC earners' levy", levy, p.levyCite, "min({}, {}) × {} / {}", year, p.levyLimit, p.levy, periods)
	}
	levies := []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "acc_earners_levy", Kind: tax.LevySocial, Amount: levy, InTotal: true}}
	if req.Bool("student_loan") {
		w.Cite(p.loanCite)
		above := money.Zero // a secondary job has no threshold
		if code == main || code == mainEarner {
			above = cut.Apply(p.threshold.Mul(money.FromInt(52)).Quo(periods))
		}
		pay := p.whole.Apply(req.Income)
		repaid := cut.Apply(pay.Sub(above).Positive().Mul(p.loan))
		w.Step("student_loan", "Student loan repayment", repaid, p.loanCite, "({} − {}) × {}", pay, above, p.loan)
		levies = append(levies, tax.Levy{Code: "student_loan", Kind: tax.LevyRepayment, Amount: repaid})
	}
	if rate := req.Num("kiwisaver_percent").Quo(money.FromInt(100)); rate.Sign() > 0 {
		saved := cut.Apply(req.Income.Mul(rate))
		w.Step("kiwisaver_employee", "KiwiSaver contribution of the employee", saved, nil, "{} × {}", req.Income, rate)
		levies = append(levies, tax.Levy{Code: "kiwisaver_employee", Kind: tax.LevySocial, Amount: saved})
	}
	return payroll.Withholding(&w, levies), nil
}
