package gb

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

const (
	capitalGains     = "capital_gains"
	tradingReceipts  = "trading_receipts"
	propertyReceipts = "property_receipts"
)

var facts = []tax.Fact{
	{
		Name: "over_state_pension_age", Type: "boolean", Section: "You",
		Prompt:  "Were you over State Pension age for the whole tax year?",
		Reason:  "People over State Pension age pay no National Insurance on their earnings.",
		Assumed: "false", Assumption: "The person is under State Pension age.",
		Hints: []string{"state pension age", "retired", "pensioner"},
	},
	{
		Name: "blind_person", Type: "boolean", Section: "You",
		Prompt: "Are you registered as severely sight impaired (in Scotland and Northern Ireland: unable to do work for which eyesight is " +
			"essential)?",
		Reason:  "It adds the blind person's allowance.",
		Assumed: "false", Assumption: "No blind person's allowance is claimed.",
		Hints: []string{"blind", "sight impaired"},
	},
	{
		Name: "marriage_allowance", Type: "choice", Choices: []string{"none", "received", "transferred"}, Section: "You",
		Prompt:  "Did you receive a spouse's or civil partner's marriage allowance, transfer your own to them, or neither?",
		Reason:  "The marriage allowance moves a tenth of the personal allowance as a tax reduction.",
		Assumed: "none", Assumption: "No marriage allowance is received or transferred.",
		Hints: []string{"marriage allowance"},
	},
	{
		Name: tradingReceipts, Type: "decimal", Section: "Your income",
		Prompt:     "How much did your trade take in during the year, before any expenses?",
		Reason:     "The trading allowance can be taken off the receipts in place of the expenses, and frees receipts up to it.",
		Assumption: "The trading allowance is not taken in place of the expenses of a trade.",
		Hints:      []string{"trading allowance", "side hustle", "turnover", "sales"},
	},
	{
		Name: propertyReceipts, Type: "decimal", Section: "Your income",
		Prompt:     "How much rent and other receipts of your property business came in during the year, before any expenses?",
		Reason:     "The property allowance can be taken off the receipts in place of the expenses, and frees receipts up to it.",
		Assumption: "The property allowance is not taken in place of the expenses of letting.",
		Hints:      []string{"property allowance", "rental receipts"},
	},
	{
		Name: "pension_net_pay", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much of your pay went into a workplace pension before tax (net pay arrangement) in the year?",
		Reason:  "Such contributions are taken off employment income before tax.",
		Assumed: "0", Assumption: "No pension contributions were taken from pay before tax.",
		Hints: []string{"workplace pension", "net pay", "pension contribution", "pension contributions"},
	},
	{
		Name: "pension_relief_at_source", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much did you yourself pay into pensions that claim basic-rate relief for you, before that relief was added?",
		Reason:  "The gross contribution raises the limits of the bands and lowers adjusted net income.",
		Assumed: "0", Assumption: "No pension contributions with relief at source were paid.",
		Hints: []string{"sipp", "personal pension", "relief at source"},
	},
	{
		Name: "gift_aid", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much did you give to charity under Gift Aid in the year?",
		Reason:  "The grossed-up gift raises the limits of the bands and lowers adjusted net income.",
		Assumed: "0", Assumption: "No Gift Aid donations were made.",
		Hints: []string{"gift aid", "charity", "donation", "donations"},
	},
	{
		Name: "child_benefit", Type: "decimal", Section: "Family",
		Prompt:  "How much Child Benefit did you or your partner receive in the year, if your adjusted net income is the higher of the two?",
		Reason:  "The high income child benefit charge takes it back above a threshold.",
		Assumed: "0", Assumption: "No Child Benefit is received, or a partner has the higher adjusted net income.",
		Hints: []string{"child benefit", "hicbc"},
	},
	{
		Name: "student_loan", Type: "choice", Choices: []string{"none", "plan_1", "plan_2", "plan_4", "plan_5"}, Section: "Loans",
		Prompt:  "Which student loan plan do you repay?",
		Reason:  "Repayments depend on the plan's threshold.",
		Assumed: "none", Assumption: "No student loan is repaid.",
		Hints: []string{"student loan"},
		Says:  map[string]string{"no student loan": "none", "plan 1": "plan_1", "plan 2": "plan_2", "plan 4": "plan_4", "plan 5": "plan_5"},
	},
	{
		Name: "postgraduate_loan", Type: "boolean", Section: "Loans",
		Prompt:  "Do you repay a postgraduate loan?",
		Reason:  "It is repaid beside an undergraduate loan.",
		Assumed: "false", Assumption: "No postgraduate loan is repaid.",
		Says: map[string]string{"postgraduate loan": "true", "no postgraduate loan": "false"},
	},
	{
		Name: "taxable_income", Type: "decimal", Section: "Your income", TaxTypes: []string{capitalGains}, Required: true, Example: "20000",
		Prompt: "What is your taxable income of the year, after all allowances and reliefs?",
		Reason: "Gains are taxed at the lower rate as far as income leaves the basic rate band unused.",
	},
	{
		Name: "residential_gains", Type: "decimal", Section: "Your gains", TaxTypes: []string{capitalGains},
		Prompt:  "How much of the gains is from residential property that was not your only or main home?",
		Reason:  "Gains on residential property have had rates of their own.",
		Assumed: "0", Assumption: "None of the gains is from residential property.",
		Hints: []string{"house", "flat", "property", "buy to let"},
	},
	{
		Name: "gains_before_30_october_2024", Type: "decimal", Section: "Your gains", TaxTypes: []string{capitalGains}, Required: true,
		Example: "0",
		Since:   civil.MustParse("2024-04-06"), Until: civil.MustParse("2024-04-06"),
		Prompt: "How much of the gains, other than from residential property, is from disposals before 30 October 2024?",
		Reason: "The rates rose for disposals from that day.",
	},
}

// check refuses facts that contradict each other or the income.
func check(req *tax.Request, faults *tax.InputError) {
	if req.TaxType == capitalGains {
		if req.Num("residential_gains").Add(earlyGains(req)).Greater(req.Income) {
			faults.Add("facts.residential_gains", "the parts of the gains exceed the whole")
		}
		return
	}
	if req.Choice("student_loan") == "plan_5" && req.TaxYear < "2026-27" {
		faults.Add("facts.student_loan", "plan_5 is repaid from 2026-27 on")
	}
	checkReceipts(req, faults, tradingReceipts, tax.SelfEmployment)
	checkReceipts(req, faults, propertyReceipts, tax.Property)
	if req.IncomeBasis == tax.Taxable {
		for _, name := range []string{tradingReceipts, propertyReceipts, "blind_person", "pension_net_pay", "child_benefit", "student_loan",
			"postgraduate_loan", "over_state_pension_age"} {
			if req.Given(name) {
				faults.Add("facts."+name, "cannot be applied to a taxable income; give the gross income")
			}
		}
		if req.Choice("marriage_allowance") == "transferred" {
			faults.Add("facts.marriage_allowance", "transferred cannot be applied to a taxable income; give the gross income")
		}
	}
	if pay := incomeOf(req, tax.Employment); req.Num("pension_net_pay").Greater(pay) {
		faults.Add("facts.pension_net_pay", "exceeds the employment income of %s", pay)
	}
}

// checkReceipts refuses receipts of a business that made none of the income,
// or that made more profit than it received.
func checkReceipts(req *tax.Request, faults *tax.InputError, fact string, kind tax.Kind) {
	if !req.Given(fact) {
		return
	}
	named := false
	for i := range req.Components {
		named = named || req.Components[i].Kind == kind
	}
	switch profit := incomeOf(req, kind); {
	case !named:
		faults.Add("facts."+fact, "is only for income of the kind %s; give its profit as a component", kind)
	case req.Num(fact).Less(profit):
		faults.Add("facts."+fact, "is less than the profit of %s", profit)
	}
}

// incomeOf is the income of a kind; income without components is employment's.
func incomeOf(req *tax.Request, kind tax.Kind) money.Dec {
	if len(req.Components) == 0 && kind == tax.Employment {
		return req.Income
	}
	sum := money.Zero
	for i := range req.Components {
		if req.Components[i].Kind == kind {
			sum = sum.Add(req.Components[i].Amount)
		}
	}
	return sum
}
