package my

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands              block.Schedule
	rebate, rebateMost law.Num
	reliefs            *reliefs // nil where those of the year are not known
}

// reliefs turn gross wages into chargeable income.
type reliefs struct {
	self, spouse, child, student money.Dec
	epf, socso                   money.Dec // the most
	cite                         []law.Citation
}

var resolved = tax.ByYear("my", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), rebate: r.Entry("income_rebate", "amount"),
		rebateMost: r.Entry("income_rebate", "most")}
	if err := r.Err(); err != nil {
		return nil, err
	}
	s := book.On(day)
	if !s.Has("income_reliefs") {
		return p, nil
	}
	of := func(name, key string) money.Dec { return s.Entry(name, key).Dec }
	p.reliefs = &reliefs{
		self: of("income_reliefs", "self"), spouse: of("income_reliefs", "spouse"), child: of("income_reliefs", "child"),
		student: of("income_reliefs", "student"), epf: of("income_contribution_reliefs", "epf"),
		socso: of("income_contribution_reliefs", "socso"),
	}
	p.reliefs.cite = s.Citations()
	return p, s.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
