package ng

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands   block.Schedule
	least   law.Num // minimum wage of a month
	cite    []law.Citation
	relief  *relief  // of the Personal Income Tax Act; nil under the Act of 2025
	rent    *rent    // nil before the Act of 2025
	minimum *law.Num // minimum tax, of the gross wage; nil under the Act of 2025
}

// relief is the consolidated relief.
type relief struct{ least, part, added law.Num }

// rent is the relief for rent.
type rent struct{ part, most law.Num }

// actOf2025 is the first day under the Nigeria Tax Act.
var actOf2025 = civil.Of(2026, 1, 1)

var resolved = tax.ByYear("ng", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, d := book.On(day), book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), least: d.Num("income_minimum_wage")}
	d.Text("income_deductions")
	p.cite = d.Citations()
	if day.Before(actOf2025) {
		minimum := r.Num("income_minimum_tax")
		p.minimum = &minimum
		p.relief = &relief{r.Entry("income_relief", "least"), r.Entry("income_relief", "part"), r.Entry("income_relief", "added")}
	} else {
		p.rent = &rent{r.Entry("income_rent_relief", "part"), r.Entry("income_rent_relief", "most")}
	}
	for _, reader := range []*law.Reader{r, d} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
