package payroll

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Bases of deduction.
const (
	cumulative        = "cumulative"
	week1             = "week_1"
	emergency         = "emergency"
	emergencyNoNumber = "emergency_no_number"
)

// Jurisdiction declares the payroll of Ireland.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "IE", Name: "Ireland", Authority: "Revenue Commissioners", Currency: "EUR", TimeZone: "Europe/Dublin",
		Languages: []string{"en", "ga"}, DecimalPoint: true,
		YearForm: tax.YearForm{Pattern: "2025"},
		Check:    check,
		Compute:  compute,
	}, []string{payroll.Weekly, payroll.Biweekly, payroll.FourWeekly, payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "basis", Type: "choice", Choices: []string{cumulative, week1, emergency, emergencyNoNumber}, Section: "Tax", Required: true,
		Example: week1,
		Prompt:  "On which basis is tax deducted (emergency without a payroll notification)?",
		Reason:  "It decides whether the year to date counts, and which credits.",
	},
	{
		Name: "tax_credits", Type: "decimal", Section: "Tax",
		Prompt: "How much are the yearly tax credits on the payroll notification?", Reason: "A period's part is taken off the tax.",
		Assumed: "0", Needed: tax.NeedWhen("basis", cumulative, week1), Example: "4000",
	},
	{
		Name: "cut_off_point", Type: "decimal", Section: "Tax",
		Prompt:  "How much is the yearly standard rate cut-off point on the payroll notification?",
		Reason:  "What is above a period's part is taxed at the higher rate.",
		Assumed: "0", Needed: tax.NeedWhen("basis", cumulative, week1), Example: "44000",
	},
	{
		Name: "pay_to_date", Type: "decimal", Section: "Tax",
		Prompt: "How much taxable pay was paid earlier in the year?", Reason: "The cumulative basis taxes the year to date.",
		Assumed: "0", Needed: tax.NeedWhen("basis", cumulative), Example: "0",
	},
	{
		Name: "tax_to_date", Type: "decimal", Section: "Tax",
		Prompt: "How much tax was deducted earlier in the year?", Reason: "It is taken off the tax of the year to date.",
		Assumed: "0", Needed: tax.NeedWhen("basis", cumulative), Example: "0",
	},
	{
		Name: "employment_period", Type: "integer", Min: "1", Max: "53", Section: "Tax",
		Prompt:  "Which pay period of the employment is it (1 for the first)?",
		Reason:  "On the emergency basis the first four weeks have a cut-off point.",
		Assumed: "1", Needed: tax.NeedWhen("basis", emergency), Example: "1",
	},
	{
		Name: "usc_status", Type: "choice", Choices: []string{"standard", "reduced", "exempt"}, Section: "Universal social charge",
		Prompt:  "Which rates of USC does the payroll notification give?",
		Reason:  "People over 70 or with a medical card have reduced rates; low incomes are exempt.",
		Assumed: "standard", Assumption: "The standard rates of USC apply.",
	},
	{
		Name: "usc_pay_to_date", Type: "decimal", Section: "Universal social charge",
		Prompt: "How much pay for USC was paid earlier in the year?", Reason: "The cumulative basis charges the year to date.",
		Assumed: "0", Needed: chargedToDate, Example: "0",
	},
	{
		Name: "usc_to_date", Type: "decimal", Section: "Universal social charge",
		Prompt: "How much USC was deducted earlier in the year?", Reason: "It is taken off the charge of the year to date.",
		Assumed: "0", Needed: chargedToDate, Example: "0",
	},
	{
		Name: "gross_pay", Type: "decimal", Section: "Universal social charge",
		Prompt:  "How much is the pay for USC and PRSI, if more than the taxable pay?",
		Reason:  "Pension contributions are relieved from tax alone.",
		Assumed: "0", Assumption: "The pay for USC and PRSI is the taxable pay.",
	},
	{
		Name: "prsi", Type: "boolean", Section: "PRSI",
		Prompt: "Is the employee insured in class A?", Reason: "Other classes have other rates.",
		Assumed: "true", Assumption: "The employee is insured in PRSI class A.",
	},
}

// chargedToDate is when the charge of the year to date counts.
var chargedToDate = &tax.Need{When: "basis is cumulative and usc_status not exempt", Of: "basis", Holds: func(req *tax.Request) bool {
	return req.Choice("basis") == cumulative && req.Choice("usc_status") != "exempt"
}}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Given("gross_pay") && req.Num("gross_pay").Less(req.Income) {
		faults.Add("facts.gross_pay", "must not be less than the taxable pay")
	}
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	day := req.Date(payroll.PayDate)
	at, p := periodOf(req.Choice(payroll.Frequency), day), resolved.On(req.Law, day)
	if at.number > at.perYear {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "IE", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "a payment in a 53rd week is not modelled"}
	}
	gross := req.Income
	if req.Given("gross_pay") {
		gross = req.Num("gross_pay")
	}
	w := tax.NewWork(req.Explain)
	levies := []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: p.incomeTax(&w, req, at), InTotal: true},
		{Code: "usc", Kind: tax.LevyTax, Amount: p.usc(&w, req, at, gross), InTotal: true},
	}
	if req.Bool("prsi") {
		employee, employer := p.contributions(&w, at, gross)
		levies = append(levies, tax.Levy{Code: "prsi_employee", Kind: tax.LevySocial, Amount: employee, InTotal: true},
			tax.Levy{Code: "prsi_employer", Kind: tax.LevySocial, Amount: employer})
	}
	return payroll.Withholding(&w, levies), nil
}
