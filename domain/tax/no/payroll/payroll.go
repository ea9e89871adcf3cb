// Package payroll computes what a Norwegian employer withholds from a payment
// of pay by the table or the percentage of the tax card, and the employer's
// contribution.
//
// # Sources
//
// The program that Skatteetaten publishes for its tables (Trekkrutine), a
// version a year; bracket tax, personal allowance and national insurance are
// those of the annual law.
//
// # Rules
//
// The pay is taken at the middle of its step and made a year's, holiday pay
// included. From it are taken the minimum deduction, the deduction of the table
// and the personal allowance. Local tax, common tax, bracket tax and national
// insurance are each rounded to the krone, half up; their sum is divided by the
// parts of the year in which tax is withheld, and rounded likewise. No more is
// withheld than is paid. The payment before Christmas that the employer chooses
// bears half the tax, or none if it is of two weeks or one; half of an odd tax is
// refused, since how it is rounded was not read.
//
// # Not computed
//
// Tables for seamen, for stays of foreigners, of the action zone and of twelve
// months' withholding; holiday pay, from which nothing is withheld; the allowance
// of zone 1a.
package payroll

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Norway.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "NO", Name: "Norway", Authority: "Skatteetaten", Currency: "NOK", TimeZone: "Europe/Oslo",
		Languages: []string{"nb", "nn", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly, payroll.Biweekly, payroll.Weekly}, facts...)
}

// Kinds of tax card.
const (
	byTable   = "table"
	byPercent = "percentage"
)

var facts = []tax.Fact{
	{
		Name: "tax_card", Type: "choice", Choices: []string{byTable, byPercent}, Section: "Tax", Required: true, Example: byTable,
		Prompt: "Does the tax card give a table or a percentage for this pay?", Reason: "The tax follows from it.",
	},
	{
		Name: "table_number", Type: "text", Section: "Tax", Example: "8000",
		Prompt: "Which table does the tax card give (such as 8000, 8120 or 9010)?", Reason: "It holds the deduction or the addition of the year.",
		Needed: tax.NeedWhen("tax_card", byTable),
	},
	{
		Name: "card_percentage", Type: "rate", Section: "Tax", Example: "0.34",
		Prompt: "Which percentage does the tax card give, as a fraction?", Reason: "The tax is this part of the pay.",
		Needed: tax.NeedWhen("tax_card", byPercent),
	},
	{
		Name: "half_tax", Type: "boolean", Section: "Tax", Example: "false",
		Prompt: "Is this the payment before Christmas from which the employer withholds half of the tax, or none if paid by one or two weeks?",
		Reason: "It is one of November or December, which the employer chooses; the other bears the whole tax.",
		Needed: &tax.Need{When: "pay_date is in November or December", Of: payroll.PayDate, Holds: beforeChristmas},
	},
	{
		Name: "zone", Type: "choice", Choices: []string{"1", "1a", "2", "3", "4", "4a", "5"}, Section: "Employer", Required: true, Example: "1",
		Prompt: "In which zone of the employer's contribution is the business (1a while its allowance lasts, 1 after it)?",
		Reason: "The employer's contribution follows from it.",
	},
}

// number is the deduction of the year of a table, negative where it adds; ok
// reports whether there is such a table.
func number(text string) (deduction money.Dec, ok bool) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n%10 != 0 || len(text) != 4:
		return deduction, false
	case n >= 8000 && n <= 8400:
		return money.FromInt(int64(n-8000) * 1000), true
	case n >= 9010 && n <= 9400:
		return money.FromInt(int64(9000-n) * 1000), true
	}
	return deduction, false
}

func beforeChristmas(req *tax.Request) bool { return req.Date(payroll.PayDate).Month() >= 11 }

func check(req *tax.Request, faults *tax.InputError) {
	if req.Bool("half_tax") && req.Given(payroll.PayDate) && !beforeChristmas(req) {
		faults.Add("facts.half_tax", "is only true of a payment of November or December")
	}
	if text := req.Choice("table_number"); text != "" {
		if _, ok := number(text); !ok {
			faults.Add("facts.table_number", "must be a table from 8000 to 8400 or 9010 to 9400; others are not modelled")
		}
	}
}

type params struct {
	local, common            money.Dec
	deduction, mostDeduction money.Dec
	allowance                money.Dec
	brackets                 block.Schedule
	insurance, from, grows   money.Dec
	periods, employer        map[string]money.Dec
	christmas                map[string]money.Dec // share of the tax before it, by frequency
	cite                     []law.Citation
}

var resolved = payroll.ByYear("no", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	entry := func(name, k string) money.Dec { return r.Entry(name, k).Dec }
	p := &params{local: entry("payroll_general_rates", "local"), common: entry("payroll_general_rates", "common"),
		deduction: entry("payroll_minimum_deduction", "rate"), mostDeduction: entry("payroll_minimum_deduction", "most"),
		allowance: r.Num("income_personal_allowance").Dec, brackets: block.NewSchedule(r.Schedule("income_bracket_bands")),
		insurance: entry("income_insurance", "rate"), from: entry("income_insurance", "from"), grows: entry("income_insurance", "grows")}
	p.periods, _ = r.Table("payroll_periods")
	p.employer, _ = r.Table("payroll_employer_rates")
	p.christmas, _ = r.Table("payroll_christmas_share")
	p.cite = r.Citations()
	return p, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	var due money.Dec
	if req.Choice("tax_card") == byPercent {
		due = req.Income.Mul(req.Num("card_percentage")).Whole(money.Down)
		w.Step("tax", "Tax by the percentage of the card, without øre", due, p.cite, "{} × {}", req.Income, req.Num("card_percentage"))
	} else {
		deduction, _ := number(req.Choice("table_number"))
		due = p.byTable(&w, req.Income, deduction, req.Choice(payroll.Frequency))
	}
	if req.Bool("half_tax") {
		var whole bool
		if due, whole = p.relieved(&w, due, req.Choice(payroll.Frequency)); !whole {
			return tax.Result{}, &tax.Unavailable{Jurisdiction: "NO", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
				Reason: "half of the tax before Christmas is not whole here, and how half a krone is rounded was not read"}
		}
	}
	rate := p.employer["zone_"+req.Choice("zone")]
	employer := req.Income.Mul(rate).Round(2, money.HalfUp)
	w.Step("employer_contribution", "The employer's contribution", employer, p.cite, "{} × {}", req.Income, rate)
	return payroll.Withholding(&w, []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "employer_contribution", Kind: tax.LevySocial, Amount: employer},
	}), nil
}

// relieved is what the payment before Christmas bears of a tax: half where it is
// a month's, which whole reports to be kroner, and none where it is of less.
func (p *params) relieved(w *tax.Work, due money.Dec, frequency string) (half money.Dec, whole bool) {
	half = due.Mul(p.christmas[frequency])
	w.Step("tax_before_christmas", "Tax of the payment before Christmas", half, p.cite, "{} × {}", due, p.christmas[frequency])
	return half, half.Equal(half.Whole(money.Down))
}

// byTable is the tax of a table on a payment.
func (p *params) byTable(w *tax.Work, pay, deduction money.Dec, frequency string) money.Dec {
	step := p.periods[frequency+"_step"]
	middle := pay.ToMultiple(step, money.Down).Add(step.Quo(money.FromInt(2)))
	year := whole(middle.Mul(p.periods[frequency]))
	w.Step("year_pay", "Pay taken for a year, from the middle of its step", year, p.cite, "{} × {}", middle, p.periods[frequency])
	minimum := money.Min(money.Min(whole(year.Mul(p.deduction)), p.mostDeduction), year)
	general := year.Sub(minimum).Sub(deduction).Sub(p.allowance)
	w.Step("general_income", "General income", general, p.cite, "{} − {} − {} − {}", year, minimum, deduction, p.allowance)
	local, common := whole(general.Positive().Mul(p.local)), whole(general.Positive().Mul(p.common))
	brackets, insurance := whole(p.brackets.Tax(year)), p.contribution(year)
	due := money.Sum(local, common, brackets, insurance)
	w.Step("year_tax", "Tax of the year: local, common, by brackets, national insurance", due, p.cite, "{} + {} + {} + {}", local, common,
		brackets, insurance)
	part := money.Min(whole(due.Quo(p.periods[frequency+"_parts"])), pay.Whole(money.Down))
	w.Step("tax", "Tax of the payment", part, p.cite, "{} ÷ {}, at most {}", due, p.periods[frequency+"_parts"], pay)
	return part
}

// contribution is national insurance, which grows to its rate above what is
// free; up to the krone at which it has, which the program rounds.
func (p *params) contribution(year money.Dec) money.Dec {
	if year.Less(p.from) {
		return money.Zero
	}
	full := whole(p.from.Mul(p.grows).Quo(p.grows.Sub(p.insurance)))
	if year.Greater(full) {
		return whole(year.Mul(p.insurance))
	}
	return whole(year.Sub(p.from).Mul(p.grows))
}

func whole(x money.Dec) money.Dec { return x.Whole(money.HalfUp) }
