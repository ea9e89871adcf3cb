package sg

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year of income, resolved once.
type params struct {
	bands       block.Schedule
	bandsCite   []law.Citation
	earned      [3]law.Num // below 55, from 55, from 60
	spouse      law.Num
	child       law.Num
	cap         law.Num
	reliefsCite []law.Citation
	flat        law.Num // non-residents
	rebateRate  money.Dec
	rebateCap   money.Dec
	rebateCite  []law.Citation // nil = no rebate of the year is known
	parenthood  []law.Citation
}

var resolved = tax.ByYear("sg", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	b := book.On(day)
	p := &params{bands: block.NewSchedule(b.Schedule("income_resident_bands"))}
	p.bandsCite = b.Citations()
	r := book.On(day)
	for i, key := range []string{"below_55", "from_55", "from_60"} {
		p.earned[i] = r.Entry("income_earned_income_relief", key)
	}
	p.spouse, p.child = r.Entry("income_family_reliefs", "spouse"), r.Entry("income_family_reliefs", "child")
	p.cap = r.Num("income_relief_cap")
	p.reliefsCite = r.Citations()
	n := book.On(day)
	p.flat = n.Num("income_nonresident_rate")
	_, p.parenthood = n.Text("income_parenthood_rebate")
	if n.Has("income_rebate") {
		p.rebateRate, p.rebateCap = n.Entry("income_rebate", "rate").Dec, n.Entry("income_rebate", "cap").Dec
		p.rebateCite = n.Entry("income_rebate", "rate").Cite
	}
	for _, reader := range []*law.Reader{b, r, n} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
