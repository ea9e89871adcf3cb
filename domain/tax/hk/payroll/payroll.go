// Package payroll computes the mandatory provident fund contributions on one
// payment of wages in Hong Kong. Salaries tax is not withheld from ordinary pay:
// it is zero, with its source.
//
// # Rules
//
// Either side contributes a rate of the relevant income up to the most of the
// wage period; the employee only from its least on. The levels of a month are
// stated; those of other periods are the day's, times the days of the period.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var yearForm = tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true}

// Jurisdiction declares the payroll of Hong Kong.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "HK", Name: "Hong Kong", Authority: "Mandatory Provident Fund Schemes Authority", Currency: "HKD", TimeZone: "Asia/Hong_Kong",
		Languages: []string{"zh", "en"},
		YearForm:  yearForm,
		Compute:   compute,
	}, []string{payroll.Monthly, payroll.Semimonthly, payroll.Biweekly, payroll.Weekly, payroll.Daily}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "fund_member", Type: "boolean", Section: "Provident fund", Required: true, Example: "true",
		Prompt: "Must the employee be in a provident fund scheme (from 18 to 64, employed for 60 days or more, not exempt)?",
		Reason: "Only then are there mandatory contributions.",
	},
	{
		Name: "days", Type: "integer", Min: "1", Max: "31", Section: "Provident fund",
		Prompt: "How many days does the wage period have?", Reason: "The levels of a period that is no month are those of a day, times its days.",
		Needed: tax.NeedWhen(payroll.Frequency, payroll.Semimonthly, payroll.Biweekly, payroll.Weekly, payroll.Daily), Example: "7",
	},
	{
		Name: "contribution_holiday", Type: "boolean", Section: "Provident fund",
		Prompt:  "Is the period within the employee's first 30 days of employment, or the first incomplete period after them?",
		Reason:  "The employee then owes no contribution.",
		Assumed: "false", Assumption: "The employee's first 30 days of employment, and the first incomplete period after them, are over.",
	},
}

type params struct {
	rate                                     law.Num
	monthLeast, monthMost, dayLeast, dayMost money.Dec
	cite                                     []law.Citation
}

var resolved = payroll.ByYear("hk", &yearForm, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	of := func(key string) money.Dec { return r.Entry("payroll_mpf_levels", key).Dec }
	p := &params{rate: r.Num("payroll_mpf_rate"), monthLeast: of("month_least"), monthMost: of("month_most"), dayLeast: of("day_least"),
		dayMost: of("day_most")}
	r.Num("payroll_withheld")
	p.cite = r.Citations()
	return p, r.Err()
})

var cent = block.Minor(2, money.HalfUp)

func compute(req *tax.Request, _ tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	levies := []tax.Levy{{Code: "salaries_tax", Kind: tax.LevyTax, InTotal: true}}
	if req.Bool("fund_member") {
		least, most := p.monthLeast, p.monthMost
		if req.Choice(payroll.Frequency) != payroll.Monthly {
			days := money.FromInt(int64(req.Int("days")))
			least, most = p.dayLeast.Mul(days), p.dayMost.Mul(days)
		}
		employer := cent.Apply(money.Min(req.Income, most).Mul(p.rate.Dec))
		employee := employer
		if req.Income.Less(least) || req.Bool("contribution_holiday") {
			employee = money.Zero
		}
		w.Step("provident_fund", "Mandatory contribution of either side", employer, p.cite, "min({}, {}) × {}; the employee from {} on",
			req.Income, most, p.rate.Dec, least)
		levies = append(levies, tax.Levy{Code: "provident_fund", Kind: tax.LevySocial, Amount: employee, InTotal: true},
			tax.Levy{Code: "provident_fund_employer", Kind: tax.LevySocial, Amount: employer})
	}
	return payroll.Withholding(&w, levies), nil
}
