package ph

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	scale               block.Schedule
	cite                []law.Citation
	benefits            law.Num        // ceiling of free benefits
	minimumWage         []law.Citation // of the exemption
	eight               eightPercent
	interest, dividends law.Num  // rates of the final taxes
	months              []months // of the year, alike ones together
	monthsCite          []law.Citation
}

// eightPercent is the rate that takes the place of graduated rates and
// percentage tax.
type eightPercent struct{ rate, free, most law.Num }

var resolved = tax.ByYear("ph", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{scale: block.NewSchedule(r.Schedule("income_scale"))}
	p.cite = r.Citations()
	c := book.On(day)
	p.benefits = c.Num("income_benefits_ceiling")
	_, p.minimumWage = c.Text("income_minimum_wage")
	eight := func(key string) law.Num { return c.Entry("income_eight_percent", key) }
	p.eight = eightPercent{rate: eight("rate"), free: eight("free"), most: eight("most")}
	p.interest, p.dividends = c.Num("income_interest"), c.Num("income_dividends")
	for _, reader := range []*law.Reader{r, c} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, p.readMonths(book, day.Year())
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
