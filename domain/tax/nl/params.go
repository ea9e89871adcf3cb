package nl

import (
	"errors"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	box1    block.Schedule
	general general
	labour  labour
	cite    []law.Citation

	box2        block.Schedule
	box2Cite    []law.Citation
	wealth      wealth
	combination combination
}

// general is the general tax credit.
type general struct {
	amount   law.Num
	taper    block.Taper
	allBoxes bool // it shrinks by the income of all boxes, not of box 1 alone
}

// labour is the labour credit: stretch i grows at rate above its edge, all
// stretches so far together up to most; beyond the last edge it decreases.
type labour struct {
	rate, most, above [3]money.Dec
	taper             block.Taper
	cite              []law.Citation
}

var resolved = tax.ByYear("nl", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{box1: block.NewSchedule(r.Schedule("income_box1"))}
	p.general.amount = r.Entry("income_general_credit", "amount")
	p.general.taper = block.Taper{Above: r.Entry("income_general_credit", "above").Dec, Rate: r.Entry("income_general_credit", "rate").Dec}
	entry := func(key string) money.Dec { return r.Entry("income_labour_credit", key).Dec }
	p.labour = labour{
		rate:  [3]money.Dec{entry("rate_1"), entry("rate_2"), entry("rate_3")},
		most:  [3]money.Dec{entry("most_1"), entry("most_2"), entry("most_3")},
		above: [3]money.Dec{money.Zero, entry("above_1"), entry("above_2")},
		taper: block.Taper{Above: entry("above_3"), Rate: entry("decrease")},
	}
	_, p.labour.cite = r.Table("income_labour_credit")
	measure, _ := r.Text("income_general_credit_measure")
	p.general.allBoxes = measure == "boxes 1, 2 and 3"
	p.cite = r.Citations()
	return p, errors.Join(r.Err(), p.readBoxes(book, day))
}

func (p *params) readBoxes(book *law.Book, day civil.Date) error {
	two := book.On(day)
	p.box2 = block.NewSchedule(two.Schedule("income_box2"))
	p.box2Cite = two.Citations()
	three := book.On(day)
	bank := three.Entry("income_box3_returns", "bank")
	p.wealth = wealth{
		rate: three.Num("income_box3_rate"), bank: bank.Dec, other: three.Entry("income_box3_returns", "other").Dec,
		debts: three.Entry("income_box3_returns", "debts").Dec, free: three.Num("income_box3_free"), returnsCite: bank.Cite,
	}
	p.wealth.threshold = three.Num("income_box3_debt_threshold").Dec
	p.wealth.figure = three.Citations()
	child := book.On(day)
	above := child.Entry("income_combination_credit", "above")
	p.combination = combination{
		above: above.Dec, rate: child.Entry("income_combination_credit", "rate").Dec,
		most: child.Entry("income_combination_credit", "most").Dec, cite: above.Cite,
	}
	return errors.Join(two.Err(), three.Err(), child.Err())
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
