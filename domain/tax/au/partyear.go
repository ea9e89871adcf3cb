package au

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// partYear is the tax-free threshold of one who became or ceased to be a
// resident within the year: a flat amount, and the rest by months of residence,
// of which a part counts as one.
type partYear struct {
	flat, byMonths money.Dec
	cite           []law.Citation
}

func readPartYear(book *law.Book, day civil.Date) (partYear, error) {
	r := book.On(day)
	p := partYear{flat: r.Entry("income_part_year_threshold", "flat").Dec, byMonths: r.Entry("income_part_year_threshold", "by_months").Dec}
	p.cite = r.Citations()
	return p, r.Err()
}

// stay is the part of a year for which someone was a resident.
type stay struct {
	months, days, yearDays int
}

// stayOf counts the stay; ok is false for whom the whole year is the same.
func stayOf(req *tax.Request, year civil.Period) (s stay, ok bool) {
	if req.Residence == nil || req.Residence.Status != "part_year" {
		return s, false
	}
	period := civil.Period{From: req.Residence.From, To: req.Residence.To}
	return stay{block.MonthsIn(period, year), block.DaysIn(period, year), block.DaysIn(year, year)}, true
}

// tariff is the resident one with the threshold of the stay.
func (p *partYear) tariff(resident *tariff, s stay) *tariff {
	bands := append([]block.Band(nil), resident.Bands...)
	edge := p.flat.Add(block.Prorate(p.byMonths, s.months, 12))
	bands[0].To, bands[1].From = edge, edge
	cite := tax.Merge(resident.cite, p.cite)
	return &tariff{Schedule: block.Make(bands, cite), cite: cite}
}
