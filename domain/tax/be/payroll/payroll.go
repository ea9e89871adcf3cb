// Package payroll computes what a Belgian employer of the private sector withholds
// from a month's pay by the key formula (sleutelformule, formule-clé), and social
// security.
//
// # Sources
//
// Annex III of the royal decree implementing the income tax code, as of 2026, as
// independent readings of the key formula repeat it.
//
// # Rules, in their order
//
//  1. The employee's contribution, of a manual worker on 108 % of the pay, less the
//     work bonus, which takes no more than it.
//  2. Twelve times what is left of the pay, less the lump sum for expenses, on the
//     scale; where a spouse has no income, a part of it on the scale apart.
//  3. Less the tax on the exempt part, the reductions for children and lone parents;
//     a twelfth of it, less a part of the work bonus. Each amount is to the cent.
//
// # Not computed
//
// The special social security contribution, on whose amounts readings disagree: it
// is taken as given; the work bonus before September 2026; part-time pay, reductions
// of other kinds, holiday pay and year-end premiums; the employer's reductions.
package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Belgium.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "BE", Name: "Belgium", Authority: "SPF Finances / FOD Financiën", Currency: "EUR", TimeZone: "Europe/Brussels",
		Languages: []string{"nl", "fr", "de", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

// Statuses and households.
const (
	employee       = "employee"
	worker         = "worker"
	single         = "single"
	partnerEarns   = "partner_with_income"
	partnerWithout = "partner_without_income"
)

var facts = []tax.Fact{
	{
		Name: "status", Type: "choice", Choices: []string{employee, worker}, Section: "You", Required: true, Example: employee,
		Prompt: "Is the person an employee (bediende) or a manual worker (arbeider)?", Reason: "Contributions are due on another base.",
	},
	{
		Name: "household", Type: "choice", Choices: []string{single, partnerEarns, partnerWithout}, Section: "You", Required: true,
		Example: single,
		Prompt:  "Is the person single, or with a spouse or legal cohabitant who has income from work, or who has none?",
		Reason:  "A part of the income is attributed to a partner without any.",
	},
	{
		Name: "children", Type: "integer", Max: "20", Section: "You", Required: true, Example: "0",
		Prompt: "For how many children is the tax reduced, a disabled one counted twice?", Reason: "Each lowers the tax.",
	},
	{
		Name: "lone_parent", Type: "boolean", Section: "You",
		Prompt:  "Is the person a lone parent with children at charge?",
		Reason:  "The tax is lower.",
		Assumed: "false", Assumption: "The person is no lone parent.",
	},
	{
		Name: "special_contribution", Type: "decimal", Section: "Social security",
		Prompt: "How much special social security contribution is withheld from this month's pay?",
		Reason: "Its amounts are not held here; without it that contribution is left out.",
	},
	{
		Name: "employer_rate", Type: "rate", Max: "0.6", Section: "Employer", Required: true, Example: "0.25",
		Prompt: "At which rate does the employer contribute to social security, as a fraction?",
		Reason: "It differs by sector, size and status.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Bool("lone_parent") && req.Choice("household") != "" && req.Choice("household") != single {
		faults.Add("facts.lone_parent", "is only true of a person who is single")
	}
	if req.Bool("lone_parent") && req.Given("children") && req.Int("children") == 0 {
		faults.Add("facts.lone_parent", "is only true of a person with children")
	}
}

type params struct {
	social, bonus, fiscal   map[string]money.Dec // bonus nil where it is not held
	bonusNoneAbove          money.Dec
	expenses, exempt        map[string]money.Dec
	scale                   block.Schedule
	sums, quotient, less    map[string]money.Dec
	socialCite, formulaCite []law.Citation
}

var resolved = payroll.ByDay("be", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r, f := book.On(day), book.On(day)
	p := &params{}
	p.social, _ = r.Table("payroll_social")
	p.bonusNoneAbove = r.Num("payroll_work_bonus_none_above").Dec
	if r.Known("payroll_work_bonus") {
		p.bonus, _ = r.Table("payroll_work_bonus")
	}
	p.fiscal, _ = f.Table("payroll_fiscal_bonus")
	p.expenses, _ = f.Table("payroll_expenses")
	p.scale = block.NewSchedule(f.Schedule("payroll_scale"))
	p.sums, _ = f.Table("payroll_scale_sums")
	p.exempt, _ = f.Table("payroll_exempt")
	p.quotient, _ = f.Table("payroll_quotient")
	p.less, _ = f.Table("payroll_children")
	p.socialCite, p.formulaCite = r.Citations(), f.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, f.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	if p.bonus == nil && !req.Income.Greater(p.bonusNoneAbove) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "BE", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "the work bonus before September 2026 was not confirmed for such pay; above " + p.bonusNoneAbove.String() +
				" none is due"}
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.socialCite)
	w.Cite(p.formulaCite)
	own, a, b := p.contribution(&w, req)
	due := p.tax(&w, req, req.Income.Sub(own), a, b)
	levies := []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "social_security", Kind: tax.LevySocial, Amount: own, InTotal: true},
	}
	if req.Given("special_contribution") {
		levies = append(levies, tax.Levy{Code: "special_social_security_contribution", Kind: tax.LevySocial,
			Amount: req.Num("special_contribution"), InTotal: true})
	}
	base := p.base(req)
	employer := cents(base.Mul(req.Num("employer_rate")))
	w.Step("social_security_employer", "The employer's contribution at the rate given", employer, p.socialCite, "{} × {}", base,
		req.Num("employer_rate"))
	return payroll.Withholding(&w, append(levies, tax.Levy{Code: "social_security_employer", Kind: tax.LevySocial, Amount: employer})), nil
}

// base is the pay on which social security is due.
func (p *params) base(req *tax.Request) money.Dec {
	if req.Choice("status") == worker {
		return cents(req.Income.Mul(p.social["worker_base"]))
	}
	return req.Income
}

// contribution is the employee's, after the two parts of the work bonus.
func (p *params) contribution(w *tax.Work, req *tax.Request) (own, a, b money.Dec) {
	base := p.base(req)
	full := cents(base.Mul(p.social["rate"]))
	a, b = p.part(req, "a"), p.part(req, "b")
	a = money.Min(a, full)
	b = money.Min(b, full.Sub(a)) // what exceeds the contribution is taken from b first
	own = full.Sub(a).Sub(b)
	w.Step("social_security", "Contribution of the employee less the work bonus", own, p.socialCite, "{} × {} − {} − {}", base,
		p.social["rate"], a, b)
	return own, a, b
}

// part is one part of the work bonus on a full month's pay.
func (p *params) part(req *tax.Request, name string) money.Dec {
	if p.bonus == nil || req.Income.Greater(p.bonus[name+"_to"]) {
		return money.Zero
	}
	of := req.Choice("status") + "_" + name
	return cents(p.bonus[of].Sub(req.Income.Sub(p.bonus[of+"_full"]).Positive().Mul(p.bonus[of+"_falls"])).Positive())
}

// tax is what the key formula takes from a month's taxable pay.
func (p *params) tax(w *tax.Work, req *tax.Request, pay, a, b money.Dec) money.Dec {
	twelve := money.FromInt(12)
	year := pay.Mul(twelve)
	expenses := money.Min(cents(year.Mul(p.expenses["rate"])), p.expenses["most"])
	net := year.Sub(expenses)
	w.Step("net_income", "Twelve times the taxable pay less the lump sum for expenses", net, p.formulaCite, "{} × {} − min({} × {}, {})",
		pay, twelve, year, p.expenses["rate"], p.expenses["most"])
	basic := p.on(net).Sub(p.exempt["single"])
	if req.Choice("household") == partnerWithout {
		part := money.Min(cents(net.Mul(p.quotient["rate"])), p.quotient["most"])
		w.Step("attributed", "Income attributed to the partner", part, p.formulaCite, "min({} × {}, {})", net, p.quotient["rate"],
			p.quotient["most"])
		basic = p.on(part).Add(p.on(net.Sub(part))).Sub(p.exempt["couple"])
	}
	basic = basic.Positive()
	w.Step("basic_tax", "Year's tax on the scale less that on the exempt part", basic, p.formulaCite, "")
	less := p.reductions(req)
	month := cents(basic.Sub(less).Positive().Quo(twelve))
	w.Step("month_tax", "A twelfth of it after the reductions for children", month, p.formulaCite,
		"max(0, {} − {}) ÷ {}", basic, less, twelve)
	fiscal := cents(a.Mul(p.fiscal["a"]).Add(b.Mul(p.fiscal["b"])))
	due := month.Sub(fiscal).Positive()
	w.Step("income_tax", "Tax withheld, less parts of the work bonus", due, p.formulaCite, "max(0, {} − {})", month, fiscal)
	return due
}

// on is the year's tax of the scale, whose sums below each band are to the cent.
func (p *params) on(income money.Dec) money.Dec {
	i := 0
	for i+1 < len(p.scale.Bands) && income.Greater(p.scale.Bands[i+1].From) {
		i++
	}
	return p.sums[fmt.Sprintf("band_%d", i+1)].Add(cents(income.Sub(p.scale.Bands[i].From).Mul(p.scale.Bands[i].Rate)))
}

// reductions are those for children and lone parents.
func (p *params) reductions(req *tax.Request) money.Dec {
	n := req.Int("children")
	if n == 0 {
		return money.Zero
	}
	less := p.less[fmt.Sprintf("children_%d", min(n, 8))].Add(p.less["further"].Mul(money.FromInt(int64(max(n-8, 0)))))
	if req.Bool("lone_parent") {
		less = less.Add(p.less["lone_parent"])
	}
	return less
}

func cents(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
