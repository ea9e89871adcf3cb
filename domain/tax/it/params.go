package it

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	scale       block.Schedule
	employment  employment
	wedge       *wedge // nil before 2025
	integrative integrative
	ratio       block.Rounding
	cite        []law.Citation
}

// employment is the credit of art. 13.
type employment struct {
	low, lowTo, base, middleTo, highTo        money.Dec
	middle, high                              decline
	supplement, supplementAbove, supplementTo money.Dec
	least, leastFixedTerm                     money.Dec
	cite                                      []law.Citation
}

// wedge is the wedge cut of L. 207/2024: a sum up to one income, a credit
// beyond it.
type wedge struct {
	amount, above, fullTo, to money.Dec
	fall                      money.Dec // lost per euro above fullTo
	sum                       block.Schedule
	cite                      []law.Citation
}

// integrative is the trattamento integrativo.
type integrative struct {
	amount, to, less money.Dec
	upperTo          money.Dec
	cite, upperCite  []law.Citation
}

var resolved = tax.ByYear("it", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{scale: block.NewSchedule(r.Schedule("income_scale"))}
	entry := func(key string) money.Dec { return r.Entry("income_employment_credit", key).Dec }
	p.employment = employment{
		low: entry("low"), lowTo: entry("low_to"), base: entry("base"), middleTo: entry("middle_to"), highTo: entry("high_to"),
		supplement: entry("supplement"), supplementAbove: entry("supplement_above"), supplementTo: entry("supplement_to"),
		least: entry("least"), leastFixedTerm: entry("least_fixed_term"),
	}
	e := &p.employment
	if err := r.Err(); err != nil {
		return nil, err
	}
	e.middle, e.high = newDecline(entry("extra"), e.middleTo.Sub(e.lowTo)), newDecline(e.base, e.highTo.Sub(e.middleTo))
	_, p.employment.cite = r.Table("income_employment_credit")
	rule, _ := r.Text("income_ratio_rounding")
	p.cite = r.Citations()

	t := book.On(day)
	p.integrative = integrative{amount: t.Entry("income_integrative", "amount").Dec, to: t.Entry("income_integrative", "to").Dec,
		less: t.Entry("income_integrative", "less").Dec}
	p.integrative.cite = t.Citations()
	u := book.On(day)
	p.integrative.upperTo = u.Entry("income_integrative_upper", "to").Dec
	p.integrative.upperCite = tax.Merge(p.integrative.cite, u.Citations())

	c := book.On(day)
	if c.Has("income_wedge_credit") {
		w := func(key string) money.Dec { return c.Entry("income_wedge_credit", key).Dec }
		p.wedge = &wedge{amount: w("amount"), above: w("above"), fullTo: w("full_to"), to: w("to"),
			sum: block.NewSchedule(c.Schedule("income_wedge_sum"))}
		p.wedge.cite = c.Citations()
		if err := c.Err(); err != nil {
			return nil, err
		}
		p.wedge.fall = p.wedge.amount.Quo(p.wedge.to.Sub(p.wedge.fullTo))
	}
	for _, reader := range []*law.Reader{r, t, u, c} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.ratio = block.MustRounding(rule)
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
