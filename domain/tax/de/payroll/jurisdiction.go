package payroll

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/de"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Germany.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "DE", Name: "Germany", Authority: "Bundeszentralamt für Steuern", Currency: "EUR", TimeZone: "Europe/Berlin",
		Languages: []string{"de", "en"},
		YearForm:  tax.YearForm{Pattern: "2025"},
		Regions:   de.Jurisdiction().Regions, RegionRule: tax.RegionAlways,
		Check:   check,
		Compute: compute,
	}, frequencies, facts...)
}

var frequencies = []string{payroll.Monthly, payroll.Weekly, payroll.Daily, payroll.Annually}

const statutory, private = "statutory", "private"

var facts = []tax.Fact{
	{
		Name: "tax_class", Type: "choice", Choices: []string{"1", "2", "3", "4", "5", "6"}, Section: "Tax", Required: true, Example: "1",
		Prompt: "Which tax class (Steuerklasse) does the employee have?", Reason: "Allowances and tariff follow from it.",
	},
	{
		Name: "factor", Type: "number", Min: "0.001", Max: "0.999", Section: "Tax",
		Prompt: "Which factor is on the certificate, in class 4?", Reason: "The wage tax is multiplied by it.",
		Assumption: "No factor is on the certificate.",
	},
	{
		Name: "child_allowances", Type: "number", Min: "0", Max: "20", Section: "Tax",
		Prompt: "How many child allowances (Kinderfreibeträge) are on the certificate?", Reason: "They lower surcharge and church tax.",
		Assumed: "0", Assumption: "No child allowances are on the certificate.",
	},
	{
		Name: "tax_allowance", Type: "decimal", Section: "Tax",
		Prompt: "Which allowance is on the certificate for this pay period?", Reason: "It is taken off the wage.",
		Assumed: "0", Assumption: "No allowance is on the certificate.",
	},
	{
		Name: "tax_addition", Type: "decimal", Section: "Tax",
		Prompt: "Which amount is to be added for this pay period?", Reason: "It is added to the wage.",
		Assumed: "0", Assumption: "No amount to be added is on the certificate.",
	},
	{
		Name: "church_tax_rate", Type: "rate", Section: "Tax",
		Prompt: "At which rate does the employee owe church tax, if at all?", Reason: "It is a part of the wage tax; the Länder set it.",
		Assumed: "0", Assumption: "No church tax is owed.",
	},
	{
		Name: "health_insurance", Type: "choice", Choices: []string{statutory, private}, Section: "Insurance", Required: true, Example: statutory,
		Prompt: "Is the employee insured in a statutory or a private health insurance?", Reason: "Contributions and provision follow from it.",
	},
	{
		Name: "health_additional_rate", Type: "rate", Section: "Insurance",
		Prompt: "Which additional rate does the health insurance fund have?", Reason: "Both sides bear half of it.",
		Assumed: "0", Needed: tax.NeedWhen("health_insurance", statutory), Example: "0.0245",
	},
	{
		Name: "private_premium_month", Type: "decimal", Section: "Insurance",
		Prompt: "How much does the employee pay a month for basic private health and care insurance?", Reason: "It counts for the provision.",
		Assumed: "0", Needed: tax.NeedWhen("health_insurance", private), Example: "0",
	},
	{
		Name: "private_subsidy_month", Type: "decimal", Section: "Insurance",
		Prompt:  "How much does the employer add to it a month?",
		Reason:  "It lowers the provision: by its amount from 2026, before by a half that the law works out.",
		Assumed: "0", Assumption: "",
	},
	{
		Name: "childless", Type: "boolean", Section: "Insurance", Required: true, Example: "false",
		Prompt: "Does the employee pay the surcharge of the childless for care insurance (from 23 on)?", Reason: "It is the employee's alone.",
	},
	{
		Name: "care_children", Type: "integer", Max: "5", Section: "Insurance",
		Prompt:  "How many children under 25 does the employee have?",
		Reason:  "From the second to the fifth each relieves the contribution to care insurance.",
		Assumed: "0", Assumption: "No second child under 25 relieves the contribution to care insurance.",
	},
	{
		Name: "pension_insured", Type: "boolean", Section: "Insurance",
		Prompt: "Is the employee insured in the statutory pension insurance?", Reason: "Contributions and provision follow from it.",
		Assumed: "true", Assumption: "The employee is insured in the statutory pension insurance.",
	},
	{
		Name: "unemployment_insured", Type: "boolean", Section: "Insurance",
		Prompt: "Is the employee insured against unemployment?", Reason: "Contributions follow from it.",
		Assumed: "true", Assumption: "The employee is insured against unemployment.",
	},
	{
		Name: "transition_zone", Type: "boolean", Section: "Insurance",
		Prompt: "Is the pay the regular monthly pay, and the employee no apprentice?", Reason: "Up to 2,000 a month the employee then owes less.",
		Assumed: "true", Assumption: "A monthly pay within the transition zone is the regular one, and the employee is no apprentice.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Given("factor") && req.Choice("tax_class") != "4" {
		faults.Add("facts.factor", "goes with class 4")
	}
	if halves := req.Num("child_allowances").Mul(two); !halves.Equal(halves.Whole(money.Down)) {
		faults.Add("facts.child_allowances", "counts halves, such as 1.5")
	}
	if req.Bool("childless") && req.Int("care_children") > 0 {
		faults.Add("facts.childless", "is true, but there are children")
	}
}

// east are the Länder with ceilings of their own until 2024. Berlin, of which
// only a part is east, counts as west.
var east = []string{"brandenburg", "mecklenburg_vorpommern", "sachsen", "sachsen_anhalt", "thueringen"}

func read(req *tax.Request, day civil.Date) *certificate {
	class, _ := strconv.Atoi(req.Choice("tax_class"))
	c := &certificate{class: class, factor: money.One, children: req.Num("child_allowances"),
		allowance: req.Num("tax_allowance"), addition: req.Num("tax_addition")}
	if req.Given("factor") {
		c.factor = req.Num("factor")
	}
	c.insured = cover{
		noPension: !req.Bool("pension_insured"), noUnemployment: !req.Bool("unemployment_insured"),
		east: slices.Contains(east, req.SubRegion), saxony: req.SubRegion == "sachsen", childless: req.Bool("childless"),
		reliefs: max(0, min(req.Int("care_children"), 5)-1), additional: req.Num("health_additional_rate"),
		private: req.Choice("health_insurance") == private, premium: req.Num("private_premium_month"), subsidy: req.Num("private_subsidy_month"),
		subsidised: req.Num("private_subsidy_month").Sign() > 0,
	}
	return c
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	day, frequency := req.Date(payroll.PayDate), req.Choice(payroll.Frequency)
	unavailable := func(reason string) error {
		return &tax.Unavailable{Jurisdiction: "DE", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer", Reason: reason}
	}
	if frequency == payroll.Annually && day.Year() == 2023 && day.Month() >= 7 {
		return tax.Result{}, unavailable("yearly payments from July to December 2023 are not modelled")
	}
	p, c, s := resolved.On(req.Law, day), read(req, day), parts[frequency]
	month := payrollMonth(req.Income, s)
	if !c.insured.noPension && !month.Greater(p.insured.marginal) {
		return tax.Result{}, unavailable("marginal employment (geringfügige Beschäftigung), which has lump sums of its own, is not modelled")
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	w.Cite(p.insured.cite)
	due := p.withheld(&w, req.Law, c, s, day, req.Income)
	levies := []tax.Levy{
		{Code: "wage_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true},
		{Code: "solidarity_surcharge", Kind: tax.LevySurcharge, Amount: due.surcharge, InTotal: true},
	}
	if rate := req.Num("church_tax_rate"); rate.Sign() > 0 {
		church := due.base.Mul(rate).Round(2, money.Down)
		w.Step("church_tax", "Church tax", church, nil, "{} × {}", due.base, rate)
		levies = append(levies, tax.Levy{Code: "church_tax", Kind: tax.LevyTax, Amount: church, InTotal: true})
	}
	income := pays{all: req.Income, own: req.Income}
	if frequency == payroll.Monthly && req.Bool("transition_zone") && !req.Income.Greater(p.insured.zoneTop) {
		income = p.insured.of(&w, req.Income)
	}
	for _, b := range p.insured.branches(&w, &c.insured, income, s) {
		levies = append(levies, tax.Levy{Code: b.code, Kind: tax.LevySocial, Amount: b.employee, InTotal: true},
			tax.Levy{Code: b.code + "_employer", Kind: tax.LevySocial, Amount: b.employer})
	}
	return payroll.Withholding(&w, levies), nil
}

// payrollMonth is the pay of a month that a payment stands for.
func payrollMonth(pay money.Dec, s part) money.Dec { return s.year(pay).Quo(twelve) }

// withheld are the taxes of the payment.
func (p *plan) withheld(w *tax.Work, laid *law.Overlay, c *certificate, s part, day civil.Date, pay money.Dec) yearly {
	taxed := *c
	if day.Year() == 2023 {
		taxed.insured.reliefs = 0 // the flow charts of 2023 do not know them
	}
	year := s.year(pay)
	w.Step("year_wage", "Wage taken for a year", year, p.cite, "{} × {} ÷ {}", pay, s.in, s.of)
	now := p.year(w, &taxed, year, s.year(c.allowance), s.year(c.addition))
	if day.Year() == 2024 && day.Month() == 12 && !s.in.Equal(money.One) {
		quiet := tax.ExactWork()
		before := resolved.On(laid, civil.Of(2024, 11, 30)).year(&quiet, &taxed, year, s.year(c.allowance), s.year(c.addition))
		now = yearly{good(now.tax, before.tax), good(now.surcharge, before.surcharge), good(now.base, before.base)}
		w.Step("december", "Tax of the year, less what eleven months had too much", now.tax, p.cite, "eleven times the difference to {}",
			before.tax)
	}
	return yearly{s.payment(now.tax), s.payment(now.surcharge), s.payment(now.base)}
}

// good makes good what the eleven months before December 2024 had too much.
func good(now, before money.Dec) money.Dec {
	return now.Sub(before.Sub(now).Mul(money.FromInt(11))).Positive()
}
