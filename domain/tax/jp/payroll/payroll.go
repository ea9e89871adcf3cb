// Package payroll computes the income tax, with the special reconstruction tax,
// that a Japanese employer withholds from a month's pay.
//
// # Sources
//
// The National Tax Agency's papers on computing the monthly table by machine for
// 2026: column 甲 (the special method of the Ministry's notice, which an employer
// may use in place of the printed table) and column 乙 (which gives the printed
// table itself).
//
// # Rules
//
// Column 甲 is for employees who have handed in the declaration of dependants:
// from the pay after social insurance are taken the deduction for employment
// income, the basic deduction and one for each dependant; the tax of the rest is
// rounded to 10 yen. The special method differs from the printed table by tens of
// yen, which the year-end adjustment settles. Column 乙 is for others: the tax of
// two and a half times the pay less that of one and a half times it.
//
// # Not computed
//
// Bonuses, days and weeks, column 丙; the social insurance premiums themselves,
// which follow from the insurer's standard remuneration and are a fact; inhabitant
// tax, which the municipality notifies; and the employer's side of payments before
// May 2026, since when it is computed where the standard remuneration is given.
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

// Jurisdiction declares the payroll of Japan.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved, premiums),
		Code: "JP", Name: "Japan", Authority: "National Tax Agency", Currency: "JPY", TimeZone: "Asia/Tokyo",
		Languages: []string{"ja", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = append([]tax.Fact{
	{
		Name: "dependants_declared", Type: "boolean", Section: "Tax", Required: true, Example: "true",
		Prompt: "Has the employee handed in the declaration of dependants (扶養控除等申告書) to this employer?",
		Reason: "Column 甲 of the table is for those who have, column 乙 for all others.",
	},
	{
		Name: "dependants", Type: "integer", Max: "30", Section: "Tax", Required: true, Example: "0",
		Prompt: "How many dependants count (扶養親族等の数, with the spouse and what disability, widowhood or study adds)? " +
			"For column 乙: those on the declaration for secondary pay.",
		Reason: "Each lowers the tax.",
	},
	{
		Name: "social_insurance", Type: "decimal", Section: "Social insurance", Required: true, Example: "44000",
		Prompt: "How much of the employee's social insurance premiums (health, care, pension, employment) is deducted from this pay?",
		Reason: "It is taken from the pay before the table is read; the premiums follow from the insurer's standard remuneration.",
	},
}, employerFacts...)

func check(req *tax.Request, faults *tax.InputError) {
	if req.Num("social_insurance").Greater(req.Income) {
		faults.Add("facts.social_insurance", "exceeds the pay")
	}
	checkEmployer(req, faults)
}

// ladder is a rate by bands, and an amount that each adds or takes off.
type ladder struct {
	bands block.Schedule
	fixed map[string]money.Dec
}

func ladderOf(r *law.Reader, name string) ladder {
	l := ladder{bands: block.NewSchedule(r.Schedule(name))}
	l.fixed, _ = r.Table(name + "_fixed")
	return l
}

// at finds the band that holds x.
func (l *ladder) at(x money.Dec) (rate, fixed money.Dec) {
	i := 0
	for !l.bands.Bands[i].Open && x.Greater(l.bands.Bands[i].To) {
		i++
	}
	return l.bands.Bands[i].Rate, l.fixed[fmt.Sprintf("band_%d", i+1)]
}

// plus is x times the rate, and the amount; less is without it.
func (l *ladder) plus(x money.Dec) money.Dec {
	rate, fixed := l.at(x)
	return x.Mul(rate).Add(fixed)
}

func (l *ladder) less(x money.Dec) money.Dec {
	rate, fixed := l.at(x)
	return x.Mul(rate).Sub(fixed)
}

type params struct {
	salary, basic, declared, other ladder
	dependant                      money.Dec
	otsu                           map[string]money.Dec
	declaredCite, otherCite        []law.Citation
}

var resolved = payroll.ByYear("jp", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	p := &params{}
	kou := book.On(day)
	p.salary, p.basic = ladderOf(kou, "payroll_salary_deduction"), ladderOf(kou, "payroll_basic_deduction")
	p.dependant, p.declared = kou.Num("payroll_dependant").Dec, ladderOf(kou, "payroll_kou")
	p.declaredCite = kou.Citations()
	otsu := book.On(day)
	p.salary, p.other = ladderOf(otsu, "payroll_salary_deduction"), ladderOf(otsu, "payroll_otsu")
	p.otsu, _ = otsu.Table("payroll_otsu_rule")
	p.otherCite = otsu.Citations()
	if err := kou.Err(); err != nil {
		return nil, err
	}
	return p, otsu.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	insurance := req.Num("social_insurance")
	pay := req.Income.Sub(insurance)
	var due money.Dec
	if req.Bool("dependants_declared") {
		due = p.columnKou(&w, pay, req.Int("dependants"))
	} else {
		due = p.columnOtsu(&w, pay, req.Int("dependants"))
	}
	premiums, err := employer(&w, req, row)
	if err != nil {
		return tax.Result{}, err
	}
	return payroll.Withholding(&w, append([]tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "social_insurance", Kind: tax.LevySocial, Amount: insurance, InTotal: true},
	}, premiums...)), nil
}

// columnKou is the special method for column 甲.
func (p *params) columnKou(w *tax.Work, pay money.Dec, dependants int) money.Dec {
	w.Cite(p.declaredCite)
	salary := p.salary.plus(pay).Whole(money.Ceiling)
	w.Step("salary_deduction", "Deduction for employment income, up to the yen", salary, p.declaredCite, "of {}", pay)
	_, basic := p.basic.at(pay)
	family := p.dependant.Mul(money.FromInt(int64(dependants)))
	base := pay.Sub(salary).Sub(basic).Sub(family).Positive()
	w.Step("taxable", "Taxable employment income", base, p.declaredCite, "max(0, {} − {} − {} − {})", pay, salary, basic, family)
	rate, less := p.declared.at(base)
	due := base.Mul(rate).Sub(less).Positive().ToMultiple(ten, money.HalfUp)
	w.Step("income_tax", "Tax, to 10 yen", due, p.declaredCite, "{} × {} − {}", base, rate, less)
	return due
}

var ten, hundred = money.FromInt(10), money.FromInt(100)

// columnOtsu is column 乙 of the printed table.
func (p *params) columnOtsu(w *tax.Work, pay money.Dec, dependants int) money.Dec {
	w.Cite(p.otherCite)
	var due money.Dec
	switch o := p.otsu; {
	case pay.Less(o["from"]):
		due = pay.Mul(o["low_rate"]).Whole(money.Floor)
		w.Step("table_tax", "Tax of low pay", due, p.otherCite, "floor({} × {})", pay, o["low_rate"])
	case !pay.Less(o["top_from"]):
		due = o["top"].Add(pay.Sub(o["top_from"]).Mul(o["top_rate"])).Whole(money.Floor)
		w.Step("table_tax", "Tax above the table", due, p.otherCite, "floor({} + ({} − {}) × {})", o["top"], pay, o["top_from"], o["top_rate"])
	case pay.Greater(o["over_from"]):
		due = o["over"].Add(pay.Sub(o["over_from"]).Mul(o["over_rate"])).Whole(money.Floor)
		w.Step("table_tax", "Tax above the table", due, p.otherCite, "floor({} + ({} − {}) × {})", o["over"], pay, o["over_from"], o["over_rate"])
	default:
		due = p.otsuRow(w, pay)
	}
	off := p.otsu["dependant"].Mul(money.FromInt(int64(dependants)))
	due = due.Sub(off).Positive()
	w.Step("income_tax", "Tax, less an amount for each dependant declared for secondary pay", due, p.otherCite, "max(0, … − {})", off)
	return due
}

// otsuRow is the tax of a row of the table, whose lowest pay stands for it.
func (p *params) otsuRow(w *tax.Work, pay money.Dec) money.Dec {
	from, step := p.otsu["from"], p.otsu["step"]
	if !pay.Less(p.otsu["wide_from"]) {
		from, step = p.otsu["wide_from"], p.otsu["wide_step"]
	}
	if pay.Less(p.otsu["over_from"]) {
		pay = from.Add(pay.Sub(from).QuoRound(step, 0, money.Floor).Mul(step))
	}
	of := func(times string) money.Dec {
		x := pay.Mul(p.otsu[times])
		base := x.Sub(p.salary.plus(x).Whole(money.Ceiling)).Sub(p.otsu["basic"]).Positive()
		return p.other.less(base).Whole(money.Floor)
	}
	more, less := of("more"), of("less")
	plain := more.Sub(less).ToMultiple(hundred, money.HalfUp)
	due := plain.Mul(p.otsu["surtax"]).ToMultiple(hundred, money.HalfUp)
	w.Step("table_tax", "Tax of the row, with the reconstruction tax", due, p.otherCite, "(({} − {}) to 100 yen) × {}, to 100 yen", more, less,
		p.otsu["surtax"])
	return due
}
