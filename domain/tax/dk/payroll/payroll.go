// Package payroll computes what a Danish employer withholds from a payment of pay
// by the electronic tax card, and both sides' contributions to ATP.
//
// # Sources
//
// Kildeskatteloven § 48 and arbejdsmarkedsbidragsloven § 1 as the tax
// administration's guide explains them; the rates of ATP.
//
// # Rules, in their order
//
//  1. From the pay are taken the employee's third of ATP, which follows from the hours
//     of the period, and the employee's own pension contribution.
//  2. Of what is left the labour market contribution is due; the rest is A-income.
//  3. The main card takes its rate of A-income less the deduction of the period, a
//     secondary card its rate of all, an exempt card nothing up to its amount; without
//     a card a flat rate of all is due.
//
// # Not computed
//
// The administration's third way of rounding, down to tens before and up to the krone
// after, since its guide leaves open where the deduction stands in it; other rates of
// ATP; the employer's collective levies that ATP collects by the quarter (AUB, AES,
// Barsel.dk, FIB); holiday pay, and pay in kind that is no A-income.
package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Denmark.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "DK", Name: "Denmark", Authority: "Skatteforvaltningen", Currency: "DKK", TimeZone: "Europe/Copenhagen",
		Languages: []string{"da", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly, payroll.Biweekly, payroll.Weekly}, facts...)
}

// Cards.
const (
	mainCard      = "main"
	secondaryCard = "secondary"
	exemptCard    = "exempt"
	noCard        = "none"
)

// Ways of rounding.
const (
	toOere     = "oere"
	toKrone    = "krone"
	withoutOre = "krone_down"
)

var facts = []tax.Fact{
	{
		Name: "tax_card", Type: "choice", Choices: []string{mainCard, secondaryCard, exemptCard, noCard}, Section: "Tax", Required: true,
		Example: mainCard,
		Prompt:  "Which tax card did the employer get: main (hovedkort), secondary (bikort), exempt (frikort) or none?",
		Reason:  "It says how much tax is withheld.",
	},
	{
		Name: "withholding_rate", Type: "rate", Section: "Tax", Example: "0.38",
		Prompt: "Which rate (trækprocent) stands on the card, as a fraction?", Reason: "The tax is this part of the A-income.",
		Needed: tax.NeedWhen("tax_card", mainCard, secondaryCard),
	},
	{
		Name: "card_deduction", Type: "decimal", Section: "Tax", Example: "4800",
		Prompt: "Which deduction does the main card give for the period that is paid?", Reason: "It is taken from the A-income first.",
		Needed: tax.NeedWhen("tax_card", mainCard),
	},
	{
		Name: "exempt_left", Type: "decimal", Section: "Tax", Example: "30000",
		Prompt: "How much A-income does the exempt card (frikort) still cover?", Reason: "From more, tax would be withheld by another card.",
		Needed: tax.NeedWhen("tax_card", exemptCard),
	},
	{
		Name: "rounding", Type: "choice", Choices: []string{toOere, toKrone, withoutOre}, Section: "Tax",
		Prompt:  "How does the employer round: to the øre, to the krone, or without øre?",
		Reason:  "The tax administration allows each.",
		Assumed: toOere, Assumption: "Labour market contribution and A-tax are withheld to the øre.",
	},
	{
		Name: "under_18", Type: "boolean", Section: "You", Since: civil.Of(2026, 1, 1),
		Prompt:  "Is the employee under 18?",
		Reason:  "From 2026 the labour market contribution of the young is another, which was not confirmed.",
		Assumed: "false", Assumption: "The employee is at least 18.",
	},
	{
		Name: "hours", Type: "number", Max: "744", Section: "Pension", Required: true, Example: "160.33",
		Prompt: "For how many hours of the period is pay due?", Reason: "ATP is full, two thirds, one third or nothing by the hours.",
	},
	{
		Name: "own_pension", Type: "decimal", Section: "Pension",
		Prompt:  "How much of the pay does the employer pay into the employee's occupational pension as the employee's own share?",
		Reason:  "It is taken from the pay before contribution and tax.",
		Assumed: "0", Assumption: "No own contribution to an occupational pension is taken from the pay.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	card := req.Choice("tax_card")
	for name, of := range map[string][]string{
		"withholding_rate": {mainCard, secondaryCard}, "card_deduction": {mainCard}, "exempt_left": {exemptCard},
	} {
		fits := card == ""
		for _, c := range of {
			fits = fits || c == card
		}
		if req.Given(name) && !fits {
			faults.Add("facts."+name, "is not on a card that is %s", card)
		}
	}
	if req.Num("own_pension").Greater(req.Income) {
		faults.Add("facts.own_pension", "exceeds the pay")
	}
}

type params struct {
	rate, flat law.Num
	cardCite   []law.Citation
	atp        map[string]money.Dec
	atpCite    []law.Citation
}

var resolved = payroll.ByYear("dk", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{rate: r.Num("income_am_rate"), flat: r.Num("payroll_without_card")}
	_, p.cardCite = r.Text("payroll_card_rules")
	p.atp, p.atpCite = r.Table("payroll_atp")
	return p, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	refuse := func(why string) (tax.Result, error) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "DK", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: why}
	}
	if req.Bool("under_18") {
		return refuse("from 2026 the labour market contribution of employees under 18 is another, which was not confirmed")
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cardCite)
	own, employers := p.pension(&w, req)
	base := req.Income.Sub(own).Sub(req.Num("own_pension"))
	if base.Sign() < 0 {
		return refuse("the pay does not hold the contributions that are taken from it")
	}
	w.Cite(p.rate.Cite)
	am := rounded(req, base.Mul(p.rate.Dec))
	w.Step("labour_market_contribution", "Labour market contribution", am, p.rate.Cite, "({} − {} − {}) × {}", req.Income, own,
		req.Num("own_pension"), p.rate.Dec)
	income := base.Sub(am)
	w.Step("a_income", "A-income", income, p.cardCite, "{} − {}", base, am)
	if left := req.Num("exempt_left"); req.Choice("tax_card") == exemptCard && income.Greater(left) {
		return refuse("the A-income exceeds what is left of the exempt card; what is beyond it needs another card")
	}
	return payroll.Withholding(&w, []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: p.tax(&w, req, income), InTotal: true},
		{Code: "labour_market_contribution", Kind: tax.LevyTax, Amount: am, InTotal: true},
		{Code: "atp", Kind: tax.LevySocial, Amount: own, InTotal: true},
		{Code: "atp_employer", Kind: tax.LevySocial, Amount: employers},
	}), nil
}

// pension is ATP: the employee's third and the employer's two.
func (p *params) pension(w *tax.Work, req *tax.Request) (own, employers money.Dec) {
	w.Cite(p.atpCite)
	frequency, hours := req.Choice(payroll.Frequency), req.Num("hours")
	thirds := int64(0)
	for _, least := range []string{"_one", "_two", "_full"} {
		if !hours.Less(p.atp[frequency+least]) {
			thirds++
		}
	}
	own = p.atp[frequency].Mul(money.FromInt(thirds)).QuoRound(money.FromInt(3), 2, money.HalfUp)
	employers = own.Mul(money.FromInt(2))
	w.Step("atp", "The employee's third of ATP by the hours", own, p.atpCite, "{} × {} ÷ {}", p.atp[frequency], money.FromInt(thirds),
		money.FromInt(3))
	w.Step("atp_employer", "The employer's two thirds", employers, p.atpCite, "{} × {}", own, money.FromInt(2))
	return own, employers
}

// tax is what the card takes from A-income.
func (p *params) tax(w *tax.Work, req *tax.Request, income money.Dec) money.Dec {
	switch req.Choice("tax_card") {
	case exemptCard:
		w.Step("income_tax", "A-tax with an exempt card", money.Zero, p.cardCite, "0")
		return money.Zero
	case noCard:
		w.Cite(p.flat.Cite)
		due := rounded(req, income.Mul(p.flat.Dec))
		w.Step("income_tax", "A-tax without a card", due, p.flat.Cite, "{} × {}", income, p.flat.Dec)
		return due
	}
	deduction, rate := req.Num("card_deduction"), req.Num("withholding_rate")
	due := rounded(req, income.Sub(deduction).Positive().Mul(rate))
	w.Step("income_tax", "A-tax by the card", due, p.cardCite, "max(0, {} − {}) × {}", income, deduction, rate)
	return due
}

// rounded is an amount in the way that the employer rounds.
func rounded(req *tax.Request, x money.Dec) money.Dec {
	switch req.Choice("rounding") {
	case toKrone:
		return x.Whole(money.HalfUp)
	case withoutOre:
		return x.Whole(money.Down)
	}
	return x.Round(2, money.HalfUp)
}
