package payroll

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of the United Kingdom.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "GB", Name: "United Kingdom", Authority: "HM Revenue and Customs", Currency: "GBP", TimeZone: "Europe/London",
		Languages: []string{"en"},
		YearForm:  yearForm,
		Check:     check,
		Compute:   compute,
	}, frequencies, facts...)
}

var frequencies = []string{payroll.Weekly, payroll.Biweekly, payroll.FourWeekly, payroll.Monthly, payroll.Quarterly, payroll.Semiannually,
	payroll.Annually}

// How a director's contributions are worked out.
const (
	noDirector  = "no"
	standard    = "standard"         // every payment by the year's earnings
	alternative = "alternative"      // as for other employees, until the last payment
	lastPayment = "alternative_last" // that payment: by the year's earnings
)

const noPlan = "none"

var facts = []tax.Fact{
	{
		Name: "tax_code", Type: "text", Section: "Tax", Required: true, Example: "1257L",
		Prompt: "What is the employee's tax code (such as 1257L, S1257L, K475 or BR, with W1, M1 or X behind it if each payment stands for " +
			"itself)?",
		Reason: "HMRC's notice or the starter checklist gives it; free pay and rates follow from it.",
	},
	{
		Name: "taxable_pay_to_date", Type: "decimal", Section: "Tax",
		Prompt:  "How much taxable pay was paid earlier in the tax year, pay of a previous employment (P45) included?",
		Reason:  "A cumulative code taxes the pay of the year to date.",
		Assumed: "0", Needed: yearToDate, Example: "0",
	},
	{
		Name: "tax_to_date", Type: "decimal", Min: "-999999999", Section: "Tax",
		Prompt:  "How much tax was withheld earlier in the tax year, that of a previous employment (P45) included?",
		Reason:  "It is taken off the tax of the year to date.",
		Assumed: "0", Needed: yearToDate, Example: "0",
	},
	{
		Name: "benefits_in_pay", Type: "decimal", Section: "Tax",
		Prompt:  "How much of the pay is payrolled benefits in kind?",
		Reason:  "They do not count for the limit of half the pay.",
		Assumed: "0", Assumption: "No payrolled benefits are in the pay.",
	},
	{
		Name: "ni_category", Type: "choice", Choices: letters, Section: "National Insurance", Required: true, Example: "A",
		Prompt: "What is the employee's National Insurance category letter?",
		Reason: "The rates of both sides follow from it.",
	},
	{
		Name: "ni_pay", Type: "decimal", Section: "National Insurance",
		Prompt:  "How much of this payment are earnings for National Insurance and student loans, if not all of the pay?",
		Reason:  "The bases differ, as where pension contributions are taken before tax.",
		Assumed: "0", Assumption: "All of the pay are earnings for National Insurance.",
	},
	{
		Name: "director", Type: "choice", Choices: []string{noDirector, standard, alternative, lastPayment}, Section: "National Insurance",
		Prompt:  "Is the employee a director, and if so, by which method (alternative_last for the last payment of the year)?",
		Reason:  "A director's earnings period is the tax year.",
		Assumed: noDirector, Assumption: "The employee is no director.",
	},
	{
		Name: "director_weeks", Type: "integer", Min: "1", Max: "52", Section: "National Insurance",
		Prompt:  "For how many tax weeks of the year is the director in office, the week of appointment included?",
		Reason:  "The thresholds of the year are divided by it.",
		Assumed: "52", Assumption: "",
	},
	{
		Name: "ni_pay_to_date", Type: "decimal", Section: "National Insurance",
		Prompt:  "How much were the director's earnings earlier in the tax year?",
		Reason:  "A director's contributions are those of the year's earnings.",
		Assumed: "0", Needed: tax.NeedWhen("director", standard, lastPayment), Example: "0",
	},
	{
		Name: "employee_ni_to_date", Type: "decimal", Section: "National Insurance",
		Prompt:  "How much were the director's own contributions earlier in the tax year?",
		Reason:  "They are taken off those of the year.",
		Assumed: "0", Needed: tax.NeedWhen("director", standard, lastPayment), Example: "0",
	},
	{
		Name: "employer_ni_to_date", Type: "decimal", Section: "National Insurance",
		Prompt:  "How much were the employer's contributions for the director earlier in the tax year?",
		Reason:  "They are taken off those of the year.",
		Assumed: "0", Needed: tax.NeedWhen("director", standard, lastPayment), Example: "0",
	},
	{
		Name: "employment_allowance_left", Type: "decimal", Section: "National Insurance",
		Prompt:  "How much of the employment allowance has the employer left this year?",
		Reason:  "It is taken off the employer's contributions.",
		Assumed: "0", Assumption: "No employment allowance is left.",
	},
	{
		Name: "student_loan", Type: "choice", Choices: []string{noPlan, "plan_1", "plan_2", "plan_4", "plan_5"}, Section: "Student loans",
		Prompt:  "Which plan is the employee's student loan on?",
		Reason:  "Repayments are taken with the tax.",
		Assumed: noPlan, Assumption: "The employee repays no student loan.",
	},
	{
		Name: "postgraduate_loan", Type: "boolean", Section: "Student loans",
		Prompt:  "Does the employee repay a postgraduate loan?",
		Reason:  "It is repaid beside a student loan.",
		Assumed: "false", Assumption: "The employee repays no postgraduate loan.",
	},
}

// yearToDate is when a code taxes the pay of the year to date.
var yearToDate = &tax.Need{When: "tax_code is cumulative (no W1, M1 or X behind it)", Of: "tax_code", Holds: func(req *tax.Request) bool {
	c, err := parseCode(req.Choice("tax_code"))
	return err != nil || !c.eachAlone
}}

var yearForm = tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 6}, BareAsks: true}

// check refuses codes that are none, and what a cumulative code or a director
// lacks.
func check(req *tax.Request, faults *tax.InputError) {
	day := req.Date(payroll.PayDate)
	if text := req.Choice("tax_code"); text != "" {
		c, err := parseCode(text)
		switch {
		case err != nil:
			faults.Add("facts.tax_code", "%v", err)
		case c.flat && resolved.On(req.Law, day).bands[c.nation].basic+c.above >= len(resolved.On(req.Law, day).bands[c.nation].rates):
			faults.Add("facts.tax_code", "names a rate that there is none of in the tax year")
		}
	}
	if letter := req.Choice("ni_category"); letter != "" && strings.Contains(onlyFrom2024, letter) && day.Before(civil.Of(2024, 4, 6)) {
		faults.Add("facts.ni_category", "%s is a letter of investment zones, from April 2024", letter)
	}
	if plan := req.Choice("student_loan"); plan != noPlan {
		if _, held := resolved.On(req.Law, day).plans[plan]; !held {
			faults.Add("facts.student_loan", "%s is not repaid in the tax year", strings.ReplaceAll(plan, "_", " "))
		}
	}
	if req.Num("benefits_in_pay").Greater(req.Income) {
		faults.Add("facts.benefits_in_pay", "must not be more than the pay")
	}
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	day := req.Date(payroll.PayDate)
	at := periodOf(req.Choice(payroll.Frequency), day)
	if !slices.Contains(frequencies, req.Choice(payroll.Frequency)) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "GB", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "the frequency is not modelled"}
	}
	p := resolved.On(req.Law, day)
	w := tax.NewWork(req.Explain)
	c, _ := parseCode(req.Choice("tax_code"))
	withheld := p.tax(&w, c, at, earned{req.Income, req.Num("taxable_pay_to_date"), req.Num("tax_to_date"), req.Num("benefits_in_pay")})
	pay := req.Income
	if req.Given("ni_pay") {
		pay = req.Num("ni_pay")
	}
	ni := p.contributions(&w, req, at)
	levies := []tax.Levy{
		{Code: "paye", Kind: tax.LevyTax, Amount: withheld, InTotal: true},
		{Code: "ni_employee", Kind: tax.LevySocial, Amount: ni.employee, InTotal: true},
		{Code: "ni_employer", Kind: tax.LevySocial, Amount: ni.employer},
	}
	if left := req.Num("employment_allowance_left"); left.Sign() > 0 {
		used := money.Min(left, ni.employer.Positive())
		w.Step("employment_allowance", "Employment allowance, up to the employer's contributions", used, nil, "min({}, {})", left, ni.employer)
		levies = append(levies, tax.Levy{Code: "employment_allowance", Kind: tax.LevyCredit, Amount: used})
	}
	if plan := req.Choice("student_loan"); plan != noPlan {
		w.Cite(p.planCite)
		levies = append(levies, tax.Levy{Code: "student_loan", Kind: tax.LevyRepayment, Amount: repayment(pay, p.plans[plan], p.planRate, at)})
	}
	if req.Bool("postgraduate_loan") {
		w.Cite(p.postgradCite)
		levies = append(levies, tax.Levy{Code: "postgraduate_loan", Kind: tax.LevyRepayment,
			Amount: repayment(pay, p.graduate, p.graduateRate, at)})
	}
	return payroll.Withholding(&w, levies), nil
}

// contributions are the Class 1 contributions of the payment.
func (p *params) contributions(w *tax.Work, req *tax.Request, at period) contributions {
	w.Cite(p.ni.cite)
	pay, letter := req.Income, req.Choice("ni_category")
	if req.Given("ni_pay") {
		pay = req.Num("ni_pay")
	}
	switch req.Choice("director") {
	case standard, lastPayment:
		was := paid{req.Num("ni_pay_to_date"), contributions{req.Num("employee_ni_to_date"), req.Num("employer_ni_to_date")}}
		return p.ni.director(w, letter, pay, was, req.Int("director_weeks"))
	}
	return p.ni.of(w, letter, pay, p.ni.period(at))
}
