package fi

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands           block.Schedule
	expenses        law.Num
	basicMost       law.Num
	basicRate       money.Dec
	earned          *earnedDeduction // nil from 2025
	credit          workCredit
	childIncrease   *law.Num // nil up to 2024
	pension         law.Num
	pensionFrom53   money.Dec
	unemployment    law.Num
	daily           law.Num
	dailyFrom       money.Dec
	health          law.Num
	broadcast       law.Num
	broadcastFrom   money.Dec
	broadcastMost   money.Dec
	cite, childCite []law.Citation
}

// earnedDeduction is 105 a §.
type earnedDeduction struct {
	from, edge, rate, rateAbove money.Dec
	most                        law.Num
	falls                       block.Taper
}

// workCredit is 125 §: it grows at a rate to its most, falls at one rate
// between two incomes and at another above.
type workCredit struct {
	rate, most               money.Dec
	fallsFrom, fallsTo       money.Dec
	fallsRate, fallsRateNext money.Dec
	cite                     []law.Citation
}

var resolved = tax.ByYear("fi", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	of := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	p := &params{
		bands: block.NewSchedule(r.Schedule("income_state_bands")), expenses: r.Num("income_work_expenses"),
		basicMost: r.Entry("income_basic_deduction", "most"), basicRate: of("income_basic_deduction", "rate"),
		credit: workCredit{
			rate: of("income_work_credit", "rate"), most: of("income_work_credit", "most"),
			fallsFrom: of("income_work_credit", "falls_from"), fallsTo: of("income_work_credit", "falls_to"),
			fallsRate: of("income_work_credit", "falls_rate"), fallsRateNext: of("income_work_credit", "falls_rate_beyond"),
			cite: r.Entry("income_work_credit", "rate").Cite,
		},
		pension: r.Entry("income_pension_rate", "standard"), pensionFrom53: of("income_pension_rate", "from_53"),
		unemployment: r.Num("income_unemployment_rate"),
		daily:        r.Entry("income_daily_allowance", "rate"), dailyFrom: of("income_daily_allowance", "from"),
		health:    r.Num("income_health_rate"),
		broadcast: r.Entry("income_broadcasting", "rate"), broadcastFrom: of("income_broadcasting", "from"),
		broadcastMost: of("income_broadcasting", "most"),
	}
	if name := "income_earned_deduction"; r.Has(name) {
		p.earned = &earnedDeduction{
			from: of(name, "from"), edge: of(name, "edge"), rate: of(name, "rate"), rateAbove: of(name, "rate_above"),
			most:  r.Entry(name, "most"),
			falls: block.Taper{Above: of(name, "falls_from"), Rate: of(name, "falls_rate")},
		}
	}
	p.cite = r.Citations()
	c := book.On(day)
	if c.Has("income_child_increase") {
		n := c.Num("income_child_increase")
		p.childIncrease, p.childCite = &n, c.Citations()
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
