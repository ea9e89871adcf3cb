package jp

import (
	"fmt"

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
	adjustment    adjustment
	spouse        []step
	dependants    dependants
	bands         block.Schedule
	surtax        law.Num
	cut           *flatCut // of 2024
	thousand, hun block.Rounding
	inhabitant    inhabitant
	cite, cutCite []law.Citation
	familyCite    []law.Citation
	// of all, where the year before is given
	inhabitantCite []law.Citation
}

// employment is the employment income deduction of art. 28(3) and annex 5.
type employment struct {
	least law.Num
	lines []line // by salary
	most  money.Dec
	annex []annexStep // by salary, from the lowest
	below money.Dec   // the salary below which the annex holds
}

// annexStep is a salary from which salaries go down to a multiple of a step.
type annexStep struct{ from, step money.Dec }

// adjustment is the deduction from salaries above an amount, growing up to
// another, of families with the young or the specially disabled.
type adjustment struct {
	above, to, rate money.Dec
	cite            []law.Citation
}

// dependants are the deductions of art. 84 a person.
type dependants struct {
	general, specific, aged money.Dec
	cite                    []law.Citation
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
	each             money.Dec
	freePerson       money.Dec // of what is free of tax: for each person,
	freeAll          money.Dec // for all,
	freeFamily       money.Dec // and with a family
	spouse, spouseBy []step    // deduction, and its difference from the income tax's
	dependants       dependants
	dependantsBy     dependants
}

var resolved = tax.ByYear("jp", &yearForm, coverage, resolve)

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
	}
	p.employment.annex, p.employment.below = annexOf(r)
	name := "income_employment_deduction"
	p.employment.least, p.employment.most, p.employment.lines = r.Num("income_employment_least"), of(name, "most"), []line{
		{of(name, "edge_1"), of(name, "rate_1"), of(name, "less_1").Neg()}, {of(name, "edge_2"), of(name, "rate_2"), of(name, "plus_2")},
		{of(name, "edge_3"), of(name, "rate_3"), of(name, "plus_3")}, {of(name, "edge_4"), of(name, "rate_4"), of(name, "plus_4")},
	}
	p.lastYear = p.employment
	p.cite = r.Citations()
	f := book.On(day)
	p.spouse, p.dependants = steps(f, "income_spouse"), perPerson(f, "income_dependants", "")
	entry := func(key string) law.Num { return f.Entry("income_adjustment", key) }
	p.adjustment = adjustment{entry("above").Dec, entry("to").Dec, entry("rate").Dec, entry("rate").Cite}
	p.familyCite = f.Citations()
	readers := []*law.Reader{r, f}
	if c := book.On(day); c.Has("income_flat_cut") {
		part := func(key string) money.Dec { return c.Entry("income_flat_cut", key).Dec }
		p.cut = &flatCut{national: part("national"), inhabitant: part("inhabitant"), incomeMost: part("income_most")}
		p.cutCite = c.Citations()
	}
	h := book.On(day)
	p.inhabitant = inhabitantOf(h)
	groups := [][]law.Citation{h.Citations()}
	// The inhabitant tax looks at the year before; the earliest year that the
	// law files know stands for the one before it, which had the same amounts.
	if before := book.On(day.AddDays(-1)); before.Has("income_employment_least") {
		p.lastYear.least = before.Num("income_employment_least")
		p.lastYear.annex, p.lastYear.below = annexOf(before)
		groups, readers = append(groups, before.Citations()), append(readers, before)
	}
	p.cite = tax.Merge(p.cite, p.cutCite)
	p.inhabitantCite = tax.Merge(append([][]law.Citation{p.cite}, groups...)...)
	for _, reader := range append(readers, h) {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// inhabitantOf resolves what only the inhabitant tax uses.
func inhabitantOf(r *law.Reader) inhabitant {
	of := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	adjustment, spouse, dependants, free := "income_inhabitant_adjustment", "income_inhabitant_spouse", "income_inhabitant_dependants",
		"income_inhabitant_free"
	return inhabitant{
		rate: r.Num("income_inhabitant_rate"), basic: steps(r, "income_inhabitant_basic"), each: r.Num("income_inhabitant_each").Dec,
		difference: of(adjustment, "difference"), edge: of(adjustment, "edge"), adjustRate: of(adjustment, "rate"),
		least: of(adjustment, "least"), adjustTo: of(adjustment, "income_most"),
		freePerson: of(free, "person"), freeAll: of(free, "all"), freeFamily: of(free, "family"),
		spouse: steps(r, spouse), spouseBy: stepsOf(r, spouse, "difference"),
		dependants: perPerson(r, dependants, ""), dependantsBy: perPerson(r, dependants, "_difference"),
	}
}

// perPerson reads the deductions for dependants of a table.
func perPerson(r *law.Reader, name, suffix string) dependants {
	general := r.Entry(name, "general"+suffix)
	return dependants{general: general.Dec, specific: r.Entry(name, "specific"+suffix).Dec, aged: r.Entry(name, "aged"+suffix).Dec,
		cite: general.Cite}
}

// of is the sum for so many dependants of each age.
func (d *dependants) of(count *family) money.Dec {
	return count.general.Mul(d.general).Add(count.specific.Mul(d.specific)).Add(count.aged.Mul(d.aged))
}

// steps reads edge_1, amount_1, edge_2, … of a table.
func steps(r *law.Reader, name string) []step { return stepsOf(r, name, "amount") }

func stepsOf(r *law.Reader, name, what string) (out []step) {
	table, _ := r.Table(name)
	for i := 1; ; i++ {
		to, ok := table[fmt.Sprintf("edge_%d", i)]
		if !ok {
			return out
		}
		out = append(out, step{to, table[fmt.Sprintf("%s_%d", what, i)]})
	}
}

// annexOf reads from_1, step_1, from_2, … of the steps of annex 5.
func annexOf(r *law.Reader) (list []annexStep, below money.Dec) {
	table, _ := r.Table("income_annex")
	for i := 1; ; i++ {
		from, ok := table[fmt.Sprintf("from_%d", i)]
		if !ok {
			return list, table["below"]
		}
		list = append(list, annexStep{from, table[fmt.Sprintf("step_%d", i)]})
	}
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }

// upTo is the amount of the first step that holds x, or nothing.
func upTo(list []step, x money.Dec) money.Dec {
	for i := range list {
		if !x.Greater(list[i].to) {
			return list[i].amount
		}
	}
	return money.Zero
}

// of is the deduction from a salary by art. 28(3), never more than it.
func (e *employment) of(salary money.Dec) money.Dec {
	deduction := e.most
	for i := range e.lines {
		if !salary.Greater(e.lines[i].to) {
			deduction = salary.Mul(e.lines[i].rate).Add(e.lines[i].plus)
			break
		}
	}
	return money.Min(money.Max(deduction, e.least.Dec), salary)
}

// income is what is left of a salary, below the limit of annex 5 by its steps:
// the salary goes down to a multiple of the step, and less than 1,000 yen above
// the least deduction is nothing.
func (e *employment) income(w *tax.Work, salary money.Dec) money.Dec {
	if w.Mode == block.Exact || !salary.Less(e.below) {
		return w.Round(salary.Sub(e.of(salary)), yenDown)
	}
	salary = yenDown.Apply(salary)
	if salary.Less(e.least.Dec.Add(thousandYen)) {
		return money.Zero
	}
	for i := len(e.annex) - 1; i >= 0; i-- {
		if at := &e.annex[i]; !salary.Less(at.from) {
			salary = at.from.Add(salary.Sub(at.from).ToMultiple(at.step, money.Down))
			break
		}
	}
	return salary.Sub(e.of(salary))
}
