// Package payroll computes what an employer on the mainland of Portugal withholds
// from a month's pay as IRS and social contributions, and what it owes beside them.
//
// # Sources
//
// The withholding tables of the year (Despacho n.º 233-A/2026), CIRS arts. 99.º-C
// and 99.º-E; Código dos Regimes Contributivos, art. 53.º.
//
// # Rules
//
// The table follows from marriage, dependants and disability. The tax is the rate
// of the band on the whole pay, less the band's amount and an amount for each
// dependant; in the first bands the amount itself falls as the pay rises. Three
// dependants or more lower the rate by a point. It goes down to the euro. Holiday
// and Christmas subsidies are taxed apart from the month's pay, by the same table.
//
// # Not computed
//
// Madeira and the Azores, pensions, overtime (taxed at half the effective rate),
// subsidies paid in parts, disabled dependants, youth relief (IRS Jovem), former
// residents, meal allowances and benefits in kind.
package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	"github.com/tallystick/tallystick/domain/tax/pt"
)

// Jurisdiction declares the payroll of Portugal.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "PT", Name: "Portugal", Authority: "Autoridade Tributária e Aduaneira; Segurança Social", Currency: "EUR",
		TimeZone: "Europe/Lisbon", Languages: []string{"pt", "en"},
		Regions: pt.Jurisdiction().Regions, RegionRule: tax.RegionOptional,
		Check:   check,
		Compute: compute,
	}, []string{payroll.Monthly}, facts...)
}

// Marriages, as the tables tell them apart.
const (
	unmarried  = "unmarried"
	twoEarners = "married_two_earners"
	oneEarner  = "married_one_earner"
)

var facts = []tax.Fact{
	{
		Name: "marriage", Type: "choice", Choices: []string{unmarried, twoEarners, oneEarner}, Section: "Tax", Required: true, Example: unmarried,
		Prompt: "Is the employee unmarried, married with two earners, or married as the only earner (unido de facto as married)?",
		Reason: "Each has a withholding table of its own.",
	},
	{
		Name: "dependants", Type: "integer", Max: "30", Section: "Tax", Required: true, Example: "0",
		Prompt: "How many dependants has the employee declared to the employer?", Reason: "Each takes an amount from the tax.",
	},
	{
		Name: "disabled", Type: "boolean", Section: "Tax",
		Prompt: "Is the employee disabled to a degree of 60 % or more?", Reason: "Disabled employees have tables of their own.",
		Assumed: "false", Assumption: "The employee is not disabled.",
	},
	{
		Name: "subsidy", Type: "decimal", Section: "Payment",
		Prompt:  "How much of the pay is a holiday or Christmas subsidy, paid whole?",
		Reason:  "Subsidies are taxed apart from the month's pay.",
		Assumed: "0", Assumption: "The pay holds no holiday or Christmas subsidy.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Num("subsidy").Greater(req.Income) {
		faults.Add("facts.subsidy", "exceeds the pay")
	}
}

// tables is how many withholding tables there are for employees.
const tables = 7

type params struct {
	bands            [tables]block.Schedule
	less             [tables]map[string]money.Dec // what each band takes off, or its factor and limit
	dependant        map[string]money.Dec
	three            money.Dec
	round            block.Rounding
	own, employer    money.Dec
	cite, socialCite []law.Citation
}

var resolved = payroll.ByYear("pt", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{three: r.Num("payroll_irs_three_dependants").Dec}
	p.dependant, _ = r.Table("payroll_irs_dependant")
	for i := range tables {
		p.bands[i] = block.NewSchedule(r.Schedule(fmt.Sprintf("payroll_irs_bands_%d", i+1)))
		p.less[i], _ = r.Table(fmt.Sprintf("payroll_irs_less_%d", i+1))
	}
	if text, _ := r.Text("payroll_irs_rounding"); text != "" {
		p.round = block.MustRounding(text)
	}
	p.cite = r.Citations()
	social := book.On(day)
	p.own, p.employer = social.Entry("payroll_social_rates", "employee").Dec, social.Entry("payroll_social_rates", "employer").Dec
	p.socialCite = social.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, social.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	w.Cite(p.socialCite)
	table, subsidy := tableOf(req), req.Num("subsidy")
	due := p.tax(&w, "income_tax", req.Income.Sub(subsidy), table, req.Int("dependants"))
	if !subsidy.IsZero() {
		due = due.Add(p.tax(&w, "income_tax_subsidy", subsidy, table, req.Int("dependants")))
	}
	contribute := func(code, label string, rate money.Dec) money.Dec {
		amount := req.Income.Mul(rate).Round(2, money.HalfUp)
		w.Step(code, label, amount, p.socialCite, "{} × {}", req.Income, rate)
		return amount
	}
	return payroll.Withholding(&w, []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "social_security", Kind: tax.LevySocial, InTotal: true,
			Amount: contribute("social_security", "Contribution of the employee", p.own)},
		{Code: "social_security_employer", Kind: tax.LevySocial,
			Amount: contribute("social_security_employer", "Contribution of the employer", p.employer)},
	}), nil
}

// tableOf is the table that the employee's circumstances lead to, from 1 on.
func tableOf(req *tax.Request) int {
	single, alone, children := req.Choice("marriage") == unmarried, req.Choice("marriage") == oneEarner, req.Int("dependants") > 0
	if !req.Bool("disabled") {
		switch {
		case alone:
			return 3
		case single && children:
			return 2
		}
		return 1
	}
	switch {
	case alone:
		return 7
	case !children:
		return 4
	case single:
		return 5
	}
	return 6
}

// tax is what a table takes from a pay, down to the euro (CIRS art. 99.º-E (1)).
func (p *params) tax(w *tax.Work, code string, pay money.Dec, table, dependants int) money.Dec {
	schedule, less := &p.bands[table-1], p.less[table-1]
	i := 0
	for !schedule.Bands[i].Open && pay.Greater(schedule.Bands[i].To) {
		i++
	}
	rate := schedule.Bands[i].Rate
	if rate.IsZero() {
		w.Step(code, fmt.Sprintf("Table %d: no tax up to the first limit", table), money.Zero, p.cite, "{} ≤ {}", pay, schedule.Bands[i].To)
		return money.Zero
	}
	off, falls := less[fmt.Sprintf("band_%d", i+1)], less[fmt.Sprintf("factor_%d", i+1)]
	if !falls.IsZero() {
		limit := less[fmt.Sprintf("limit_%d", i+1)]
		off = rate.Mul(falls).Mul(limit.Sub(pay))
		w.Step(code+"_less", "Amount of the band, which falls as the pay rises", off, p.cite, "{} × {} × ({} − {})", rate, falls, limit, pay)
	}
	const many = 3
	if dependants >= many {
		rate = rate.Sub(p.three)
	}
	each, count := p.dependant[fmt.Sprintf("table_%d", table)], money.FromInt(int64(dependants))
	exact := pay.Mul(rate).Sub(off).Sub(each.Mul(count)).Positive()
	w.Step(code+"_exact", fmt.Sprintf("Table %d, before rounding", table), exact, p.cite, "max(0, {} × {} − {} − {} × {})",
		pay, rate, off, each, count)
	due := p.round.Apply(exact)
	w.Step(code, "Tax withheld, down to the euro", due, p.cite, "floor({})", exact)
	return due
}
