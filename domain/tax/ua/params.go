package ua

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
	bands block.Schedule
	levy  []levy
	cite  []law.Citation
}

// levy is the military levy's rate in some months of the year.
type levy struct{ count, rate money.Dec }

var resolved = tax.ByYear("ua", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands"))}
	if err := r.Err(); err != nil {
		return nil, err
	}
	for month := 1; month <= monthsInYear; month++ {
		m := book.On(civil.Of(day.Year(), month, 1))
		rate := m.Num("military_levy_rate").Dec
		if err := m.Err(); err != nil {
			return nil, err
		}
		p.cite = tax.Merge(p.cite, m.Citations())
		if n := len(p.levy); n > 0 && p.levy[n-1].rate.Equal(rate) {
			p.levy[n-1].count = p.levy[n-1].count.Add(money.One)
			continue
		}
		p.levy = append(p.levy, levy{money.One, rate})
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
