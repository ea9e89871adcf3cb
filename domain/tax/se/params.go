package se

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once; what the Acts state in
// base amounts is in kronor here.
type params struct {
	basic      []piece
	basicCite  []law.Citation
	basicUp    block.Rounding
	incomeDown block.Rounding
	creditDown block.Rounding
	state      block.Schedule
	stateLeast law.Num
	work       []piece
	workCite   []law.Citation
	taper      law.Num   // rate; zero from 2025
	taperFrom  money.Dec // work income above which the work credit falls
	earned     law.Num   // rate
	earnedFrom money.Dec
	earnedMost money.Dec
	pension    law.Num // rate
	pensionMin money.Dec
	pensionMax money.Dec
	pensionTo  block.Rounding
	cite       []law.Citation
}

// piece is one stretch of a curve: from an income on, an amount and a rate on
// what lies above.
type piece struct {
	above, amount, rate money.Dec
}

var resolved = tax.ByYear("se", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	base := r.Num("income_price_base").Dec
	of := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	amount := func(name, key string) money.Dec { return of(name, key).Mul(base) }
	rule := func(name string) block.Rounding {
		text, _ := r.Text(name)
		if r.Err() != nil {
			return block.Rounding{}
		}
		return block.MustRounding(text)
	}
	b, w := "income_basic_deduction", "income_work_credit"
	p := &params{
		basic: []piece{
			{money.Zero, amount(b, "amount_1"), money.Zero},
			{amount(b, "edge_1"), amount(b, "amount_1"), of(b, "rate_2")},
			{amount(b, "edge_2"), amount(b, "amount_3"), money.Zero},
			{amount(b, "edge_3"), amount(b, "amount_3"), of(b, "rate_4").Neg()},
			{amount(b, "edge_4"), amount(b, "amount_5"), money.Zero},
		},
		basicCite: r.Entry(b, "amount_1").Cite,
		work: []piece{
			{money.Zero, money.Zero, money.One},
			{amount(w, "edge_1"), amount(w, "edge_1"), of(w, "rate_2")},
			{amount(w, "edge_2"), amount(w, "amount_3"), of(w, "rate_3")},
			{amount(w, "edge_3"), amount(w, "amount_4"), money.Zero},
		},
		workCite: r.Entry(w, "edge_1").Cite,
		basicUp:  rule("income_basic_rounding"), incomeDown: rule("income_work_rounding"), creditDown: rule("income_credit_rounding"),
		state: block.NewSchedule(r.Schedule("income_state_bands")), stateLeast: r.Num("income_state_least"),
		earned: r.Entry("income_earned_credit", "rate"), earnedFrom: of("income_earned_credit", "from"),
		earnedMost: of("income_earned_credit", "most"),
		pension:    r.Entry("income_pension", "rate"), pensionMin: amount("income_pension", "least"),
		pensionMax: of("income_pension", "most").Mul(r.Num("income_income_base").Dec), pensionTo: rule("income_pension_rounding"),
	}
	if t := "income_work_credit_taper"; r.Has(t) {
		p.taper, p.taperFrom = r.Entry(t, "rate"), amount(t, "from")
	}
	p.cite = r.Citations()
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }

// at is the curve at x; an edge belongs to the stretch below it.
func at(curve []piece, x money.Dec) money.Dec {
	i := len(curve) - 1
	for i > 0 && !x.Greater(curve[i].above) {
		i--
	}
	c := &curve[i]
	return c.amount.Add(x.Sub(c.above).Mul(c.rate))
}
