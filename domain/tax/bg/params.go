package bg

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

const monthsInYear = 12

// params are the parameters of one year, resolved once.
type params struct {
	bands                 block.Schedule
	children              [3]law.Num // for one, two, three or more
	rate                  law.Num
	ceilings              [monthsInYear]money.Dec
	cite, childCite, paid []law.Citation
}

var resolved = tax.ByYear("bg", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, c, w := book.On(day), book.On(day), book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), rate: w.Num("wages_rate")}
	p.cite = r.Citations()
	for i, key := range []string{"one", "two", "three"} {
		p.children[i] = c.Entry("income_child_relief", key)
	}
	p.childCite = c.Citations()
	readers := []*law.Reader{r, c, w}
	p.paid = w.Citations()
	var last money.Dec
	for i := range p.ceilings {
		m := book.On(civil.Of(day.Year(), i+1, 1))
		p.ceilings[i] = m.Num("wages_ceiling").Dec
		if i == 0 || !p.ceilings[i].Equal(last) {
			p.paid = append(p.paid, m.Citations()...)
		}
		last, readers = p.ceilings[i], append(readers, m)
	}
	for _, reader := range readers {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
