package il

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands      block.Schedule
	surtax     law.Num // rate
	surtaxFrom money.Dec
	point      law.Num
	cite       []law.Citation
}

var resolved = tax.ByYear("il", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{
		bands: block.NewSchedule(r.Schedule("income_bands")), surtax: r.Entry("income_surtax", "rate"),
		surtaxFrom: r.Entry("income_surtax", "from").Dec, point: r.Num("income_credit_point"),
	}
	p.cite = r.Citations()
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
