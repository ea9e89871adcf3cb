package tr

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands                block.Schedule
	social, unemployment law.Num
	least                law.Num   // of the earnings of a day: the minimum wage
	minimum, ceiling     money.Dec // of a month
	exempt               money.Dec // tax of the year's minimum wage
	cite, paid           []law.Citation
}

var months, days = money.FromInt(12), money.FromInt(30)

var resolved = tax.ByYear("tr", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, w := book.On(day), book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), least: r.Num("wages_least_a_day"),
		social: r.Entry("wages_rates", "social_security"), unemployment: r.Entry("wages_rates", "unemployment")}
	most := w.Num("wages_most_times_least")
	p.cite, p.paid = r.Citations(), w.Citations()
	for _, reader := range []*law.Reader{r, w} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.minimum = p.least.Dec.Mul(days)
	p.ceiling = kurus.Apply(p.least.Dec.Mul(most.Dec)).Mul(days) // a day's is a sum of kuruş, a month's thirty of them
	kept := money.One.Sub(p.social.Dec).Sub(p.unemployment.Dec)
	p.exempt = kurus.Apply(p.bands.Tax(p.minimum.Mul(months).Mul(kept)))
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
