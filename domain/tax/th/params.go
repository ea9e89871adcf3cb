package th

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands                                                block.Schedule
	part, expensesMost                                   law.Num
	taxpayer, spouse, child, laterMore, parent, disabled law.Num
	elder                                                law.Num
	rate, least, most                                    law.Num // of social security, a month
	cite                                                 []law.Citation
}

var resolved = tax.ByYear("th", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	allowance := func(key string) law.Num { return r.Entry("income_allowances", key) }
	p := &params{
		bands: block.NewSchedule(r.Schedule("income_bands")),
		part:  r.Entry("income_expenses", "part"), expensesMost: r.Entry("income_expenses", "most"),
		taxpayer: allowance("taxpayer"), spouse: allowance("spouse"), child: allowance("child"),
		laterMore: allowance("later_child_more"), parent: allowance("parent"), disabled: allowance("disabled"),
	}
	p.cite = r.Citations()
	p.elder = r.Num("income_elder_exemption")
	social := func(key string) law.Num { return r.Entry("wages_social_security", key) }
	p.rate, p.least, p.most = social("rate"), social("least"), social("most")
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
