package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ca"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Canada.
func Jurisdiction() *tax.Jurisdiction {
	annual := ca.Jurisdiction()
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "CA", Name: annual.Name, Authority: annual.Authority, Currency: annual.Currency, TimeZone: annual.TimeZone,
		Languages: annual.Languages,
		Regions:   annual.Regions, RegionRule: tax.RegionRequired,
		Check:   check,
		Compute: compute,
	}, frequencies, facts...)
}

var frequencies = []string{payroll.Monthly, payroll.Semimonthly, payroll.Biweekly, payroll.FourWeekly, payroll.Weekly}

// periods are those of a year; weeks and fortnights can be one more.
var periods = map[string]int64{payroll.Monthly: 12, payroll.Semimonthly: 24, payroll.Biweekly: 26, payroll.FourWeekly: 13,
	payroll.Weekly: 52}

var facts = []tax.Fact{
	{
		Name: "pension_to_date", Type: "decimal", Section: "Paid earlier in the year", Required: true, Example: "0",
		Prompt: "How much did this employer deduct for the Canada or Quebec Pension Plan earlier in the year, without second additional " +
			"contributions?",
		Reason: "The year has a maximum.",
	},
	{
		Name: "second_pension_to_date", Type: "decimal", Section: "Paid earlier in the year", Required: true, Example: "0",
		Prompt: "How much of second additional contributions (CPP2 or QPP2) did this employer deduct earlier in the year?",
		Reason: "The year has a maximum.",
	},
	{
		Name: "pensionable_to_date", Type: "decimal", Section: "Paid earlier in the year", Required: true, Example: "0",
		Prompt: "How much pensionable pay did this employer pay earlier in the year?",
		Reason: "Second additional contributions begin above the year's maximum pensionable earnings.",
	},
	{
		Name: "insurance_to_date", Type: "decimal", Section: "Paid earlier in the year", Required: true, Example: "0",
		Prompt: "How much did this employer deduct for employment insurance earlier in the year?",
		Reason: "The year has a maximum.",
	},
	{
		Name: "parental_to_date", Type: "decimal", Section: "Paid earlier in the year", Example: "0",
		Prompt:  "How much did this employer deduct for Quebec's parental insurance earlier in the year?",
		Reason:  "The year has a maximum.",
		Assumed: "0", Needed: &tax.Need{When: "the province is Quebec", Regions: []string{quebec}},
	},
	{
		Name: "td1", Type: "decimal", Section: "Tax",
		Prompt: "What is the total claim amount on the federal Form TD1?", Reason: "Credits follow from it.",
		Assumption: "No federal Form TD1 was filed beyond the basic personal amount, which the formulas then give.",
	},
	{
		Name: "td1_provincial", Type: "decimal", Section: "Tax",
		Prompt:     "What is the total claim amount on the provincial or territorial Form TD1 (in Quebec line 10 of TP-1015.3-V)?",
		Reason:     "Credits follow from it.",
		Assumption: "No provincial or territorial form was filed beyond the basic personal amount.",
	},
	{
		Name: "registered_contributions", Type: "decimal", Section: "Tax",
		Prompt: "How much of this payment is withheld for a registered pension or retirement savings plan?", Reason: "It is not taxed.",
		Assumed: "0", Assumption: "Nothing is withheld for registered plans.",
	},
	{
		Name: "union_dues", Type: "decimal", Section: "Tax",
		Prompt: "How much of this payment is withheld as union dues?", Reason: "It is not taxed, but by Quebec.",
		Assumed: "0", Assumption: "No union dues are withheld.",
	},
	{
		Name: "authorised_deductions", Type: "decimal", Section: "Tax",
		Prompt:  "Which deductions for the year are authorised or stand on the forms (prescribed zone, support, child care)?",
		Reason:  "They lower the income of the year.",
		Assumed: "0", Assumption: "No annual deductions are authorised.",
	},
	{
		Name: "ontario_dependants", Type: "integer", Max: "30", Section: "Tax",
		Prompt: "In Ontario: how many dependants under 19 or disabled did the employee name?", Reason: "They raise Ontario's tax reduction.",
		Assumed: "0", Assumption: "",
	},
	{
		Name: "additional_tax", Type: "decimal", Section: "Tax",
		Prompt: "How much more federal tax per payment did the employee ask for?", Reason: "It is withheld with the tax.",
		Assumed: "0", Assumption: "No additional tax was asked for.",
	},
	{
		Name: "pension_plan", Type: "boolean", Section: "Contributions",
		Prompt: "Does the employee contribute to the pension plan (from 18 to 70 with few exceptions)?", Reason: "Contributions follow from it.",
		Assumed: "true", Assumption: "The pay is pensionable, for twelve months of the year.",
	},
	{
		Name: "insured", Type: "boolean", Section: "Contributions",
		Prompt: "Is the employment insurable?", Reason: "Premiums follow from it.",
		Assumed: "true", Assumption: "The pay is insurable.",
	},
	{
		Name: "periods_in_year", Type: "integer", Min: "12", Max: "53", Section: "Payment",
		Prompt: "How many pay dates has the year, if 27 fortnights or 53 weeks?", Reason: "Bands and exemption are divided by it.",
		Assumption: "The year has 52 weeks or 26 fortnights of pay.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	frequency := req.Choice(payroll.Frequency)
	if n := int64(req.Int("periods_in_year")); req.Given("periods_in_year") && periods[frequency] > 0 && n != periods[frequency] &&
		!(n == periods[frequency]+1 && (frequency == payroll.Weekly || frequency == payroll.Biweekly)) {
		faults.Add("facts.periods_in_year", "must be what the frequency gives, or 53 weeks or 27 fortnights")
	}
	if req.SubRegion != ontario && req.Int("ontario_dependants") > 0 {
		faults.Add("facts.ontario_dependants", "is of Ontario")
	}
	if req.SubRegion != quebec && req.Num("parental_to_date").Sign() > 0 {
		faults.Add("facts.parental_to_date", "is of Quebec")
	}
	if taken := req.Num("registered_contributions").Add(req.Num("union_dues")); taken.Greater(req.Income) {
		faults.Add("facts.registered_contributions", "exceeds the pay, with union dues")
	}
}

func compute(req *tax.Request, _ tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))[req.SubRegion]
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	x := read(req)
	due := p.contribute(&w, x)
	federal := p.federal(&w, x, &due)
	var provincial money.Dec
	if p.quebec {
		provincial = p.quebecTax(&w, x, &due)
	} else {
		provincial = p.provincial(&w, x, &due)
	}
	levies := []tax.Levy{
		{Code: "federal_tax", Kind: tax.LevyTax, Amount: federal, InTotal: true},
		{Code: "provincial_tax", Kind: tax.LevyTax, Amount: provincial, InTotal: true},
	}
	for _, c := range due.list(p) {
		levies = append(levies, tax.Levy{Code: c.code, Kind: tax.LevySocial, Amount: c.employee, InTotal: true},
			tax.Levy{Code: c.code + "_employer", Kind: tax.LevySocial, Amount: c.employer})
	}
	return payroll.Withholding(&w, levies), nil
}
