package kr

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	deduction    block.Schedule
	deductionCap law.Num
	basic        law.Num
	aged         law.Num
	disabled     law.Num
	bands        block.Schedule
	credit       wageCredit
	child        childCredit
	standard     law.Num
	woman        woman
	parent       money.Dec // single parent
	births       [3]money.Dec
	pension      pensionCredit
	marriage     money.Dec // nothing where the law gives none
	foreign      law.Num
	optional     [3][]law.Citation // of births, pension accounts, marriage
	local        law.Num
	tens, whole  block.Rounding
	roundCite    []law.Citation
	cite         []law.Citation // all that every computation uses
}

// wageCredit is the credit of art. 59 with its limits.
type wageCredit struct {
	schedule                   block.Schedule
	first, third, fourth       money.Dec // limits of the tiers of salary
	second                     money.Dec
	fromSecond, fromThird      money.Dec // salaries at which a limit begins to fall
	fromFourth                 money.Dec
	fallsAtSecond, fallsBeyond money.Dec // how fast
	limitCite                  []law.Citation
}

// childCredit is the credit of art. 59-2.
type childCredit struct {
	one, two, further money.Dec
	cite              []law.Citation
}

// woman is the deduction of art. 51(1) no. 3.
type woman struct{ amount, incomeMost money.Dec }

// pensionCredit is the credit of art. 59-3.
type pensionCredit struct{ rate, higher, salaryMost, savingsMost, most money.Dec }

var resolved = tax.ByYear("kr", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	rounding, roundCite := r.Text("income_rounding")
	base, _ := r.Text("income_base_rounding")
	limit := func(name string) money.Dec { return r.Entry("income_wage_credit_limits", name).Dec }
	p := &params{
		deduction: block.NewSchedule(r.Schedule("income_employment_deduction")), deductionCap: r.Num("income_employment_deduction_cap"),
		basic: r.Entry("income_personal_deductions", "basic"), aged: r.Entry("income_personal_deductions", "aged"),
		disabled: r.Entry("income_personal_deductions", "disabled"), parent: r.Entry("income_personal_deductions", "single_parent").Dec,
		woman: woman{r.Entry("income_personal_deductions", "woman").Dec, r.Entry("income_personal_deductions", "woman_income_most").Dec},
		bands: block.NewSchedule(r.Schedule("income_bands")),
		credit: wageCredit{
			schedule: block.NewSchedule(r.Schedule("income_wage_credit")),
			first:    limit("first"), second: limit("second"), third: limit("third"), fourth: limit("fourth"),
			fromSecond: limit("from_second"), fromThird: limit("from_third"), fromFourth: limit("from_fourth"),
			fallsAtSecond: limit("rate_second"), fallsBeyond: limit("rate_third"),
			limitCite: r.Entry("income_wage_credit_limits", "first").Cite,
		},
		standard: r.Num("income_standard_credit"), local: r.Num("income_local_rate"),
		roundCite: roundCite,
	}
	p.cite = r.Citations()
	c := book.On(day)
	p.child = childCredit{
		one: c.Entry("income_child_credit", "one").Dec, two: c.Entry("income_child_credit", "two").Dec,
		further: c.Entry("income_child_credit", "further").Dec,
	}
	c.Num("income_child_age")
	p.child.cite = c.Citations()
	for _, reader := range append(p.credits(book, day), r, c) {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.tens, p.whole = block.MustRounding(rounding), block.MustRounding(base)
	return p, nil
}

// credits resolves what only some requests ask for, each with its citations.
func (p *params) credits(book *law.Book, day civil.Date) []*law.Reader {
	births, pension, marriage, foreign := book.On(day), book.On(day), book.On(day), book.On(day)
	for i, key := range []string{"first", "second", "further"} {
		p.births[i] = births.Entry("income_birth_credit", key).Dec
	}
	of := func(key string) money.Dec { return pension.Entry("income_pension_account", key).Dec }
	p.pension = pensionCredit{rate: of("rate"), higher: of("higher"), salaryMost: of("salary_most"), savingsMost: of("savings_most"),
		most: of("most")}
	if name := "income_marriage_credit"; marriage.Has(name) {
		p.marriage = marriage.Num(name).Dec
	}
	p.foreign = foreign.Num("income_foreign_rate")
	p.optional = [3][]law.Citation{births.Citations(), pension.Citations(), marriage.Citations()}
	return []*law.Reader{births, pension, marriage, foreign}
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
