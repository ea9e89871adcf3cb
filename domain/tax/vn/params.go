package vn

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once; deductions are of a month.
type params struct {
	bands           block.Schedule
	self, dependant law.Num
}

var resolved = tax.ByYear("vn", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), self: r.Entry("income_deductions", "self"),
		dependant: r.Entry("income_deductions", "dependant")}
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
