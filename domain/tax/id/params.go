package id

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands                              block.Schedule
	self, married, dependant, mostOfIt law.Num // PTKP
	part, costsMost                    law.Num // of occupational costs
}

var resolved = tax.ByYear("id", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	ptkp := func(key string) law.Num { return r.Entry("income_ptkp", key) }
	p := &params{
		bands: block.NewSchedule(r.Schedule("income_bands")),
		self:  ptkp("self"), married: ptkp("married"), dependant: ptkp("dependant"), mostOfIt: ptkp("dependants_most"),
		part: r.Entry("income_occupational_cost", "part"), costsMost: r.Entry("income_occupational_cost", "most"),
	}
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
