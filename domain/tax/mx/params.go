package mx

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands  block.Schedule
	fixed  []money.Dec // of each band
	share  law.Num
	most   money.Dec // of the personal deductions
	numUMA money.Dec
	cite   []law.Citation
	// of the employment subsidy, from 2025
	subsidy     *subsidy
	subsidyCite []law.Citation
}

// subsidy is the employment subsidy of the decrees: an amount a month for
// wages of at most a limit.
type subsidy struct{ january, later, wagesMost money.Dec }

var resolved = tax.ByYear("mx", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), share: r.Num("income_deduction_share"),
		numUMA: r.Num("income_deduction_units").Dec}
	p.most = r.Num("income_uma").Dec.Mul(p.numUMA)
	for i := range p.bands.Bands {
		p.fixed = append(p.fixed, r.Entry("income_fixed", fmt.Sprintf("fixed_%d", i+1)).Dec)
	}
	p.cite = r.Citations()
	if c := book.On(day); c.Has("income_subsidy") {
		of := func(key string) money.Dec { return c.Entry("income_subsidy", key).Dec }
		p.subsidy = &subsidy{january: of("january"), later: of("later"), wagesMost: of("wages_most")}
		p.subsidyCite = c.Citations()
	}
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
