package kr

import (
	"fmt"
	"sync"

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

var resolved = sync.OnceValue(func() map[string]*params {
	book := law.MustOpen("kr")
	all := map[string]*params{}
	for _, row := range coverage() {
		period, _ := yearForm.Period(row.TaxYear)
		p, err := resolve(book, period.From)
		if err != nil {
			panic(fmt.Sprintf("kr: %s: %v", row.TaxYear, err))
		}
		all[row.TaxYear] = p
	}
	return all
})

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	rounding, roundCite := r.Text("income_rounding")
	base, _ := r.Text("income_base_rounding")
	limit := func(name string) money.Dec { return r.Entry("income_wage_credit_limits", name).Dec }
	p := &params{
		deduction: block.NewSchedule(r.Schedule("income_employment_deduction")), deductionCap: r.Num("income_employment_deduction_cap"),
		basic: r.Entry("income_personal_deductions", "basic"), aged: r.Entry("income_personal_deductions", "aged"),
		disabled: r.Entry("income_personal_deductions", "disabled"),
		bands:    block.NewSchedule(r.Schedule("income_bands")),
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
	for _, reader := range []*law.Reader{r, c} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.tens, p.whole = block.MustRounding(rounding), block.MustRounding(base)
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved()[row.TaxYear] }
