package ro

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Months of a year, and of each half in which the minimum wage stands.
const (
	monthsInYear = 12
	monthsInHalf = 6
)

// params are the parameters of one year, resolved once.
type params struct {
	bands           block.Schedule
	pension, health law.Num
	round           block.Rounding
	minimum         [2]money.Dec // of each half-year; where the first is unknown, that of the second alone
	known           bool         // the first half-year's minimum wage is
	deduction       deduction
	exempt, most    law.Num // 0 where none is known
	cite, paid      []law.Citation
	exemptCite      []law.Citation
}

// deduction is art. 77.
type deduction struct {
	basic                     [5]law.Num // shares of the minimum wage by dependants
	step, every, above, young money.Dec
	child                     law.Num
	round                     block.Rounding
	cite                      []law.Citation
}

var resolved = tax.ByYear("ro", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, w := book.On(day), book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), pension: w.Entry("wages_rates", "pension"),
		health: w.Entry("wages_rates", "health")}
	rule, _ := w.Text("wages_rounding")
	p.cite, p.paid = r.Citations(), w.Citations()
	second := book.On(civil.Of(day.Year(), monthsInHalf+1, 1))
	p.minimum[1] = second.Num("wages_minimum").Dec
	d := book.On(day)
	p.deduction = readDeduction(d)
	if p.known = d.Has("wages_minimum"); p.known {
		p.minimum[0] = d.Num("wages_minimum").Dec
	}
	p.deduction.cite = append(d.Citations(), second.Citations()...)
	readers := []*law.Reader{r, w, second, d}
	if e := book.On(day); e.Has("wages_exempt") {
		p.exempt, p.most = e.Entry("wages_exempt", "exempt"), e.Entry("wages_exempt", "most")
		p.exemptCite = e.Citations()
		readers = append(readers, e)
	}
	for _, reader := range readers {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.round = block.MustRounding(rule)
	return p, nil
}

func readDeduction(r *law.Reader) deduction {
	entry := func(key string) law.Num { return r.Entry("income_deduction", key) }
	d := deduction{step: entry("step").Dec, every: entry("each").Dec, above: entry("above_at_most").Dec, young: entry("young").Dec,
		child: entry("child")}
	for i, key := range []string{"none", "one", "two", "three", "four"} {
		d.basic[i] = entry(key)
	}
	if rule, _ := r.Text("income_deduction_rounding"); rule != "" {
		d.round = block.MustRounding(rule)
	}
	return d
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
