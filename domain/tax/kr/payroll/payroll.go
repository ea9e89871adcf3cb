// Package payroll computes what a Korean employer withholds from a month's pay by
// the simplified table, and the four insurances of both sides.
//
// # Sources
//
// The Enforcement Decree of the Income Tax Act, annex 2, whose notes say how each cell
// was computed; the Acts and decrees on pension, health, long-term care and employment
// insurance.
//
// # Rules
//
// A cell of the table is the year's tax on twelve times the middle of its row, after
// the deductions that its notes name, divided by twelve (see table.go). From it a
// deduction for children is taken; the employee may choose 80 or 120 % of what is
// left. Local income tax is a tenth of it. Each contribution has a base of its own:
// what was notified to the insurer, or else the pay. Every amount is cut to 10 won.
//
// # Not computed
//
// Bonuses, whose tax is that of the months they are for; a second place of work;
// student loans; reduced contributions; the yearly adjustments.
package payroll

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of South Korea.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "KR", Name: "South Korea", Authority: "National Tax Service", Currency: "KRW", TimeZone: "Asia/Seoul",
		Languages: []string{"ko", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

// Facts of the bases that may differ from the pay.
const (
	pensionBase      = "pension_base"
	healthBase       = "health_base"
	unemploymentBase = "unemployment_base"
)

var facts = []tax.Fact{
	{
		Name: "family", Type: "integer", Min: "1", Max: "30", Section: "Tax", Required: true, Example: "1",
		Prompt: "For how many persons are deductions made, the employee and the spouse each counted?",
		Reason: "The table has a column for each number.",
	},
	{
		Name: "children", Type: "integer", Max: "29", Section: "Tax", Required: true, Example: "0",
		Prompt: "How many of them are children from 8 to 20?", Reason: "The tax of the table is lower for each.",
	},
	{
		Name: "ratio", Type: "choice", Choices: []string{"80", "100", "120"}, Section: "Tax",
		Prompt:  "Which percentage of the table's tax has the employee chosen?",
		Reason:  "The employee may have less or more withheld.",
		Assumed: "100", Assumption: "The employee has chosen no other part of the table's tax than all of it.",
	},
	{
		Name: "pension_insured", Type: "boolean", Section: "Insurance",
		Prompt:  "Is the employee insured in the national pension (from 18 to 59, and under no pension of its own)?",
		Reason:  "Contributions are due from the insured alone.",
		Assumed: "true", Assumption: "The employee is insured in the national pension.",
	},
	{
		Name: "unemployment_insured", Type: "boolean", Section: "Insurance",
		Prompt:  "Is the employee insured for unemployment benefits (not hired at 65 or more)?",
		Reason:  "Contributions for benefits are due from the insured alone.",
		Assumed: "true", Assumption: "The employee is insured for unemployment benefits.",
	},
	{
		Name: pensionBase, Type: "decimal", Section: "Insurance",
		Prompt: "Which standard monthly income holds for the national pension (기준소득월액), if another than the pay?",
		Reason: "It is fixed once a year; without it the pay is taken.",
	},
	{
		Name: healthBase, Type: "decimal", Section: "Insurance",
		Prompt: "Which monthly remuneration holds for health insurance (보수월액), if another than the pay?",
		Reason: "It is that of the notice; without it the pay is taken.",
	},
	{
		Name: unemploymentBase, Type: "decimal", Section: "Insurance",
		Prompt: "Which monthly remuneration holds for employment insurance (월평균보수), if another than the pay?",
		Reason: "It is that of the notice; without it the pay is taken.",
	},
	{
		Name: "employer_size", Type: "choice", Choices: []string{"under_150", "priority_from_150", "from_150", "from_1000"},
		Section: "Employer", Required: true, Example: "under_150",
		Prompt: "Does the employer employ fewer than 150, at least 150 with priority support, 150 to 999, or at least 1,000 (or is it public)?",
		Reason: "Its contribution for employment stability follows from it.",
	},
	{
		Name: "accident_rate", Type: "rate", Max: "0.3", Section: "Employer",
		Prompt: "At which rate does the employer contribute for accidents at work, as a fraction?",
		Reason: "It follows from the trade; without it that contribution is left out.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Int("children") >= req.Int("family") && req.Given("family") && req.Int("children") > 0 {
		faults.Add("facts.children", "are not fewer than the family, in which the employee is counted")
	}
}

type params struct {
	table        table
	children     map[string]money.Dec
	least, local law.Num
	pension      law.Num
	pensionBase  map[string]money.Dec
	health       map[string]money.Dec
	care         law.Num
	ratio        money.Dec // of the rate of care to that of health
	unemployment map[string]money.Dec
	cite         []law.Citation // of all that follows from the table
	of           map[string][]law.Citation
}

var resolved = payroll.ByDay("kr", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r, t := book.On(day), book.On(day)
	p := &params{table: readTable(t), least: t.Num("payroll_least_tax"), of: map[string][]law.Citation{}}
	p.children, _ = t.Table("payroll_table_children")
	t.Text("payroll_ratio")
	t.Text("payroll_rounding")
	p.cite = t.Citations()
	p.local, p.pension, p.care = r.Num("payroll_local_rate"), r.Num("payroll_pension_rate"), r.Num("payroll_care_rate")
	p.pensionBase, p.of["pension"] = r.Table("payroll_pension_base")
	p.of["pension"] = append(p.of["pension"], p.pension.Cite...)
	p.health, p.of["health"] = r.Table("payroll_health")
	how, cite := r.Text("payroll_care_ratio")
	p.of["care"] = append(cite, p.care.Cite...)
	p.unemployment, p.of["unemployment"] = r.Table("payroll_unemployment")
	for _, err := range []error{t.Err(), r.Err()} {
		if err != nil {
			return nil, err
		}
	}
	p.ratio = p.care.Quo(p.health["rate"])
	if how == "rounded to 4 places" {
		p.ratio = p.ratio.Round(4, money.HalfUp)
	}
	return p, nil
})

func compute(req *tax.Request, _ tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	due := p.tax(&w, req)
	w.Cite(p.local.Cite)
	local := cut(due.Mul(p.local.Dec))
	w.Step("local_income_tax", "Local income tax", local, p.local.Cite, "{} × {}", due, p.local.Dec)
	levies := []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "local_income_tax", Kind: tax.LevyTax, Amount: local, InTotal: true},
	}
	return payroll.Withholding(&w, append(levies, p.insurances(&w, req)...)), nil
}

// tax is the income tax of the table, less that for children, at the chosen part.
func (p *params) tax(w *tax.Work, req *tax.Request) money.Dec {
	w.Cite(p.cite)
	family, children := req.Int("family"), req.Int("children")
	by := p.table.tax(w, p.cite, req.Income, family)
	var off money.Dec
	switch {
	case children == 1:
		off = p.children["one"]
	case children > 1:
		off = p.children["two"].Add(p.children["further"].Mul(money.FromInt(int64(children - 2))))
	}
	part, _ := strconv.Atoi(req.Choice("ratio"))
	share := money.FromInt(int64(part)).Quo(money.FromInt(100))
	due := cut(by.Sub(off).Positive().Mul(share))
	w.Step("income_tax", "Tax of the table less the deduction for children, at the chosen part", due, p.cite, "max(0, {} − {}) × {}", by,
		off, share)
	if due.Less(p.least.Dec) {
		due = money.Zero
		w.Step("income_tax", "A tax below the least is not withheld", due, p.least.Cite, "0")
	}
	return due
}

// insurances are the contributions of both sides, each on its own base.
func (p *params) insurances(w *tax.Work, req *tax.Request) (levies []tax.Levy) {
	base := func(fact string) money.Dec {
		if req.Given(fact) {
			return req.Num(fact)
		}
		return req.Income
	}
	add := func(of, code string, amount money.Dec, own bool, formula string, args ...money.Dec) {
		w.Cite(p.of[of])
		w.Step(code, "Contribution, cut to 10 won", amount, p.of[of], formula, args...)
		levies = append(levies, tax.Levy{Code: code, Kind: tax.LevySocial, Amount: amount, InTotal: own})
	}
	if req.Bool("pension_insured") {
		on := base(pensionBase).ToMultiple(money.FromInt(1000), money.Down).Clamp(p.pensionBase["least"], p.pensionBase["most"])
		each := cut(on.Mul(p.pension.Dec))
		add("pension", "national_pension", each, true, "{} × {}", on, p.pension.Dec)
		add("pension", "national_pension_employer", each, false, "{} × {}", on, p.pension.Dec)
	}
	two := money.FromInt(2)
	on := base(healthBase)
	health := cut(on.Mul(p.health["rate"]).Quo(two)).Clamp(p.health["least"].Quo(two), p.health["most"].Quo(two))
	add("health", "health_insurance", health, true, "{} × {} ÷ 2", on, p.health["rate"])
	add("health", "health_insurance_employer", health, false, "{} × {} ÷ 2", on, p.health["rate"])
	care := cut(health.Mul(p.ratio))
	add("care", "long_term_care_insurance", care, true, "{} × {}", health, p.ratio)
	add("care", "long_term_care_insurance_employer", care, false, "{} × {}", health, p.ratio)
	on = base(unemploymentBase)
	extra := p.unemployment[req.Choice("employer_size")]
	if req.Bool("unemployment_insured") {
		add("unemployment", "employment_insurance", cut(on.Mul(p.unemployment["benefits"])), true, "{} × {}", on, p.unemployment["benefits"])
		extra = extra.Add(p.unemployment["benefits"])
	}
	add("unemployment", "employment_insurance_employer", cut(on.Mul(extra)), false, "{} × {}", on, extra)
	if req.Given("accident_rate") {
		add("unemployment", "accident_insurance_employer", cut(on.Mul(req.Num("accident_rate"))), false, "{} × {}", on, req.Num("accident_rate"))
	}
	return levies
}

var ten = money.FromInt(10)

// cut drops what is below 10 won.
func cut(x money.Dec) money.Dec { return x.ToMultiple(ten, money.Down) }
