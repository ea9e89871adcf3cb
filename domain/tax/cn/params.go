package cn

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	comprehensive, business           block.Schedule
	basic, labour, dividends, pension law.Num
	children                          struct{ education, infant law.Num }
	elderly                           struct{ onlyChild, sharedMost law.Num }
	housing                           map[string]law.Num // by choice, a month
	degree, qualification             law.Num
	illness                           struct{ above, most law.Num }
	bonusMonths                       law.Num
	relief                            struct{ part, most law.Num }
}

var resolved = tax.ByYear("cn", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{
		comprehensive: block.NewSchedule(r.Schedule("income_comprehensive_bands")),
		business:      block.NewSchedule(r.Schedule("income_business_bands")),
		basic:         r.Num("income_basic_deduction"), labour: r.Num("income_labour_part"), dividends: r.Num("income_dividend_rate"),
		pension: r.Num("income_pension"), bonusMonths: r.Num("income_bonus_months"),
		degree: r.Entry("income_education", "degree_month"), qualification: r.Entry("income_education", "qualification_year"),
		housing: map[string]law.Num{},
	}
	p.children.education, p.children.infant = r.Entry("income_children", "education"), r.Entry("income_children", "infant")
	p.elderly.onlyChild, p.elderly.sharedMost = r.Entry("income_elderly", "only_child"), r.Entry("income_elderly", "shared_most")
	for choice, key := range housingKeys {
		p.housing[choice] = r.Entry("income_housing", key)
	}
	p.illness.above, p.illness.most = r.Entry("income_illness", "above"), r.Entry("income_illness", "most")
	p.relief.part, p.relief.most = r.Entry("income_individual_business", "relief"), r.Entry("income_individual_business", "most")
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
