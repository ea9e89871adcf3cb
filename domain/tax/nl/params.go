package nl

import (
	"fmt"
	"sync"

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
}

// general is the general tax credit.
type general struct {
	amount law.Num
	taper  block.Taper
}

// labour is the labour credit: stretch i grows at rate above its edge, all
// stretches so far together up to most; beyond the last edge it decreases.
type labour struct {
	rate, most, above [3]money.Dec
	taper             block.Taper
	cite              []law.Citation
}

var resolved = sync.OnceValue(func() map[string]*params {
	book := law.MustOpen("nl")
	all := map[string]*params{}
	for _, row := range coverage() {
		p, err := resolve(book, civil.MustParse(row.TaxYear+"-01-01"))
		if err != nil {
			panic(fmt.Sprintf("nl: %s: %v", row.TaxYear, err))
		}
		all[row.TaxYear] = p
	}
	return all
})

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
	p.cite = r.Citations()
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved()[row.TaxYear] }
