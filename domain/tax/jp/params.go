package jp

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
	employment    employment
	lastYear      employment // for the inhabitant tax
	basic         []step
	basicCite     []law.Citation
	bands         block.Schedule
	surtax        law.Num
	cut           *flatCut // of 2024
	thousand, hun block.Rounding
	inhabitant    inhabitant
	cite, cutCite []law.Citation
}

// employment is the employment income deduction of art. 28(3).
type employment struct {
	least law.Num
	steps []line // by salary
	most  money.Dec
}

// line is a deduction of rate × salary + plus, up to a salary.
type line struct{ to, rate, plus money.Dec }

// step is an amount up to a total income.
type step struct{ to, amount money.Dec }

type flatCut struct{ national, inhabitant, incomeMost money.Dec }

type inhabitant struct {
	rate             law.Num
	basic            []step
	difference, edge money.Dec
	adjustRate       money.Dec
	least, adjustTo  money.Dec
	each, free       money.Dec
}

var resolved = sync.OnceValue(func() map[string]*params {
	book := law.MustOpen("jp")
	all := map[string]*params{}
	for _, row := range coverage() {
		period, _ := yearForm.Period(row.TaxYear)
		p, err := resolve(book, period.From)
		if err != nil {
			panic(fmt.Sprintf("jp: %s: %v", row.TaxYear, err))
		}
		all[row.TaxYear] = p
	}
	return all
})

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	of := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	rule := func(name string) block.Rounding {
		text, _ := r.Text(name)
		if r.Err() != nil {
			return block.Rounding{}
		}
		return block.MustRounding(text)
	}
	p := &params{
		basic: steps(r, "income_basic_deduction"), basicCite: r.Entry("income_basic_deduction", "amount_1").Cite,
		bands: block.NewSchedule(r.Schedule("income_bands")), surtax: r.Num("income_surtax"),
		thousand: rule("income_base_rounding"), hun: rule("income_tax_rounding"),
		inhabitant: inhabitant{
			rate: r.Num("income_inhabitant_rate"), basic: steps(r, "income_inhabitant_basic"),
			difference: of("income_inhabitant_adjustment", "difference"), edge: of("income_inhabitant_adjustment", "edge"),
			adjustRate: of("income_inhabitant_adjustment", "rate"), least: of("income_inhabitant_adjustment", "least"),
			adjustTo: of("income_inhabitant_adjustment", "income_most"),
			each:     r.Num("income_inhabitant_each").Dec, free: r.Num("income_inhabitant_free").Dec,
		},
	}
	name := "income_employment_deduction"
	p.employment = employment{least: r.Num("income_employment_least"), most: of(name, "most"), steps: []line{
		{of(name, "edge_1"), of(name, "rate_1"), of(name, "less_1").Neg()}, {of(name, "edge_2"), of(name, "rate_2"), of(name, "plus_2")},
		{of(name, "edge_3"), of(name, "rate_3"), of(name, "plus_3")}, {of(name, "edge_4"), of(name, "rate_4"), of(name, "plus_4")},
	}}
	p.lastYear = p.employment
	p.cite = r.Citations()
	if c := book.On(day); c.Has("income_flat_cut") {
		part := func(key string) money.Dec { return c.Entry("income_flat_cut", key).Dec }
		p.cut = &flatCut{national: part("national"), inhabitant: part("inhabitant"), incomeMost: part("income_most")}
		p.cutCite = c.Citations()
	}
	// The inhabitant tax looks at the year before; the earliest year that the
	// law files know stands for the one before it, which had the same amounts.
	if before := book.On(day.AddDays(-1)); before.Has("income_employment_least") {
		p.lastYear.least = before.Num("income_employment_least")
	}
	return p, r.Err()
}

// steps reads edge_1, amount_1, edge_2, … of a table.
func steps(r *law.Reader, name string) (out []step) {
	table, _ := r.Table(name)
	for i := 1; ; i++ {
		to, ok := table[fmt.Sprintf("edge_%d", i)]
		if !ok {
			return out
		}
		out = append(out, step{to, table[fmt.Sprintf("amount_%d", i)]})
	}
}

func paramsOf(row *tax.CoverageRow) *params { return resolved()[row.TaxYear] }

// upTo is the amount of the first step that holds x, or nothing.
func upTo(list []step, x money.Dec) money.Dec {
	for i := range list {
		if !x.Greater(list[i].to) {
			return list[i].amount
		}
	}
	return money.Zero
}

// of is the deduction from a salary, never more than it.
func (e *employment) of(salary money.Dec) money.Dec {
	deduction := e.most
	for i := range e.steps {
		if !salary.Greater(e.steps[i].to) {
			deduction = salary.Mul(e.steps[i].rate).Add(e.steps[i].plus)
			break
		}
	}
	return money.Min(money.Max(deduction, e.least.Dec), salary)
}
