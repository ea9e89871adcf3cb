// Package payroll computes what an Indian employer deducts from a month's salary
// as income tax and provident fund, and what it contributes beside it.
//
// # Sources
//
// Income-tax Act 1961 s. 192 and Income-tax Act 2025 s. 392; CBDT Circular 489;
// Employees' Provident Funds, Pension and Deposit Linked Insurance Schemes, as
// others reprint or describe them.
//
// # Rules
//
// The tax of the estimated salary of the year, as package india computes it, less
// what was deducted before, is spread evenly over the payments that are left, each
// to the nearest rupee. The provident fund takes 12 % of its wages from either
// side; out of the employer's share the pension fund takes 8.33 % of the wages up
// to a ceiling. Each is rounded to the rupee.
//
// # Not computed
//
// Professional tax of the states, employees' state insurance, labour welfare
// funds, gratuity, other income and losses that the employee declares, relief for
// arrears (s. 89, s. 157), and non-residents.
package payroll

import (
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/india"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of India.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "IN", Name: "India", Authority: "Income Tax Department; Employees' Provident Fund Organisation", Currency: "INR",
		TimeZone: "Asia/Kolkata", Languages: []string{"en", "hi"},
		YearForm: yearForm, Check: check, Compute: compute,
	}, []string{payroll.Monthly}, facts...)
}

var yearForm = tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true}

// Regimes.
const (
	newRegime = "new"
	oldRegime = "old"
)

var facts = []tax.Fact{
	{
		Name: "annual_salary", Type: "decimal", Section: "Year", Required: true, Example: "1500000",
		Prompt: "How much gross salary does the employer expect to pay in the financial year, this payment included?",
		Reason: "The tax of the year's estimated salary is spread over its payments.",
	},
	{
		Name: "tax_deducted_to_date", Type: "decimal", Section: "Year", Required: true, Example: "0",
		Prompt: "How much tax was deducted from this salary in the financial year before this payment?",
		Reason: "Only what is left of the year's tax is deducted.",
	},
	{
		Name: "payments_left", Type: "integer", Min: "1", Max: "12", Section: "Year", Required: true, Example: "1",
		Prompt: "How many monthly payments are left in the financial year, this one included?",
		Reason: "The tax that is left is spread over them.",
	},
	{
		Name: "regime", Type: "choice", Choices: []string{newRegime, oldRegime}, Section: "Employee",
		Prompt:  "Has the employee told the employer to deduct under the new regime (section 115BAC) or the old one?",
		Reason:  "Slabs, deductions, rebate and surcharge differ.",
		Assumed: newRegime, Assumption: "The new regime applies, which is the default.",
	},
	{
		Name: "age", Type: "integer", Max: "120", Section: "Employee",
		Prompt:  "How old will the employee be in the financial year?",
		Reason:  "Under the old regime the slabs rise at 60 and at 80.",
		Assumed: "40", Assumption: "The employee is below 60.",
	},
	{
		Name: "deductions", Type: "decimal", Section: "Employee",
		Prompt:  "How much exemptions and deductions of the old regime has the employee proved for the year, beyond the standard deduction?",
		Reason:  "Under the old regime they reduce the total income.",
		Assumed: "0", Assumption: "No deduction beyond the standard deduction is claimed.",
	},
	{
		Name: "fund_wages", Type: "decimal", Section: "Provident fund", Required: true, Example: "15000",
		Prompt: "On which wages of the month are provident fund contributions made; 0 for who is no member?",
		Reason: "Contributions bear on basic wages and dearness allowance, by law or by choice above the ceiling.",
	},
	{
		Name: "pension_member", Type: "boolean", Section: "Provident fund",
		Prompt:  "Is the employee a member of the pension scheme (EPS)?",
		Reason:  "Who joined since September 2014 with wages above the ceiling, or is 58, is none; the provident fund gets the whole share.",
		Assumed: "true", Assumption: "A member of the provident fund is a member of the pension scheme.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Choice("regime") == newRegime && req.Num("deductions").Sign() > 0 {
		faults.Add("facts.deductions", "is only for the old regime; give facts.regime as old")
	}
	if req.HasIncome && req.Given("annual_salary") && req.Num("annual_salary").Less(req.Income) {
		faults.Add("facts.annual_salary", "is less than this payment, which it includes")
	}
	if req.HasIncome && req.Num("fund_wages").Greater(req.Income) {
		faults.Add("facts.fund_wages", "is more than the pay")
	}
	if day := req.Date(payroll.PayDate); !day.IsZero() && req.Int("payments_left") > monthsLeft(day) {
		faults.Add("facts.payments_left", "is more than the months that are left to 31 March")
	}
}

// monthsLeft counts the months of the financial year from that of a day on.
func monthsLeft(day civil.Date) int { return 12 - (int(day.Month())+8)%12 }

type params struct {
	rates   map[string]money.Dec
	ceiling money.Dec // of a month's wages for pension and insurance
	spread  law.Num
	cite    []law.Citation
}

var resolved = payroll.ByYear("in", &yearForm, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{}
	p.rates, _ = r.Table("payroll_fund_rates")
	p.ceiling = r.Num("payroll_fund_ceiling").Dec
	p.cite = r.Citations()
	p.spread = r.Num("payroll_tax_rounding")
	return p, r.Err()
})

var annual = sync.OnceValue(func() *tax.Registry { return tax.NewRegistry(india.Jurisdiction()) })

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	due, err := p.tax(&w, req, row)
	if err != nil {
		return tax.Result{}, err
	}
	levies := append([]tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}}, p.fund(&w, req)...)
	out := payroll.Withholding(&w, levies)
	if out.TotalTax.Greater(req.Income) {
		return tax.Result{}, unavailable(row, "the tax that is left to deduct is more than the pay")
	}
	return out, nil
}

func unavailable(row tax.CoverageRow, why string) error {
	return &tax.Unavailable{Jurisdiction: "IN", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer", Reason: why}
}

// tax is the payment's part of what is left of the year's tax.
func (p *params) tax(w *tax.Work, req *tax.Request, row tax.CoverageRow) (money.Dec, error) {
	of := tax.Request{
		Jurisdiction: "IN", TaxYear: row.TaxYear, Income: req.Num("annual_salary"), HasIncome: true, IncomeBasis: tax.Gross,
		Facts: map[string]string{"regime": req.Choice("regime"), "age": money.FromInt(int64(req.Int("age"))).String()},
	}
	if deductions := req.Num("deductions"); deductions.Sign() > 0 {
		of.Facts["deductions"] = deductions.String()
	}
	year, err := annual().Calculate(&of)
	if err != nil {
		return money.Zero, err
	}
	w.Cite(year.Citations)
	w.Cite(p.spread.Cite)
	w.Step("annual_tax", "Tax of the year's estimated salary", year.TotalTax, year.Citations, "")
	deducted, left := req.Num("tax_deducted_to_date"), money.FromInt(int64(req.Int("payments_left")))
	due := year.TotalTax.Sub(deducted).Positive().Quo(left).Quo(p.spread.Dec).Round(0, money.HalfUp).Mul(p.spread.Dec)
	w.Step("income_tax", "Its part in this payment, to the rupee", due, p.spread.Cite, "max(0, {} − {}) ÷ {}", year.TotalTax, deducted, left)
	return due, nil
}

// fund is what both sides contribute for the provident fund, the pension and the
// insurance; the employer's provident fund is what its pension share leaves.
func (p *params) fund(w *tax.Work, req *tax.Request) []tax.Levy {
	wages := req.Num("fund_wages")
	if wages.IsZero() {
		return nil
	}
	w.Cite(p.cite)
	capped := money.Min(wages, p.ceiling)
	c := payroll.Contributions{Cite: p.cite}
	rupees := func(base, rate money.Dec) money.Dec { return base.Mul(rate).Round(0, money.HalfUp) }
	share, pension := rupees(wages, p.rates["fund"]), money.Zero
	if req.Bool("pension_member") {
		pension = rupees(capped, p.rates["pension"])
	}
	c.Add(w, "provident_fund", share, true, "{} × {}", wages, p.rates["fund"])
	c.Add(w, "pension_scheme_employer", pension, false, "{} × {}", capped, p.rates["pension"])
	c.Add(w, "provident_fund_employer", share.Sub(pension), false, "{} − {}", share, pension)
	c.Rate(w, "insurance_employer", capped, p.rates["insurance"], false)
	c.Places = 2 // the charge for administration is not rounded to the rupee
	c.Rate(w, "fund_administration_employer", wages, p.rates["administration"], false)
	return c.Levies
}
