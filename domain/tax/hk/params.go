package hk

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	progressive, standard         block.Schedule
	ratesCite                     []law.Citation
	allowances                    map[string]money.Dec
	allowancesCite                []law.Citation
	mpf                           law.Num
	reductionRate, reductionLimit money.Dec
	reductionCite                 []law.Citation // nil = none enacted
}

var resolved = tax.ByYear("hk", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{progressive: block.NewSchedule(r.Schedule("income_progressive_bands")),
		standard: block.NewSchedule(r.Schedule("income_standard_bands"))}
	p.ratesCite = r.Citations()
	a := book.On(day)
	p.allowances, p.allowancesCite = a.Table("income_allowances")
	p.mpf = a.Num("income_mpf_deduction")
	if a.Has("income_reduction") {
		rate := a.Entry("income_reduction", "rate")
		p.reductionRate, p.reductionLimit, p.reductionCite = rate.Dec, a.Entry("income_reduction", "cap").Dec, rate.Cite
	}
	for _, reader := range []*law.Reader{r, a} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
