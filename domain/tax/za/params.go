package za

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands                        block.Schedule
	cite                         []law.Citation
	primary, secondary, tertiary money.Dec
	secondaryAge, tertiaryAge    int
	rebateCite                   []law.Citation
	firstTwo, further            money.Dec // a month, for each person
	medicalCite                  []law.Citation
	exempt                       [2]money.Dec // interest, below the age of the secondary rebate and from it
	exemptCite                   []law.Citation
	retirementRate               money.Dec // of the income before the deduction
	retirementMost               money.Dec
	retirementCite               []law.Citation
	dividends                    law.Num // rate of dividends tax
}

var resolved = tax.ByYear("za", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, b, m := book.On(day), book.On(day), book.On(day)
	rebate := func(key string) money.Dec { return b.Entry("income_rebates", key).Dec }
	age := func(key string) int {
		n, _ := b.Entry("income_rebate_ages", key).Int64()
		return int(n)
	}
	p := &params{
		bands:   block.NewSchedule(r.Schedule("income_bands")),
		primary: rebate("primary"), secondary: rebate("secondary"), tertiary: rebate("tertiary"),
		secondaryAge: age("secondary"), tertiaryAge: age("tertiary"),
		firstTwo: m.Entry("income_medical_credit", "first_two").Dec, further: m.Entry("income_medical_credit", "further").Dec,
	}
	p.cite, p.rebateCite, p.medicalCite = r.Citations(), b.Citations(), m.Citations()
	e := book.On(day)
	if e.Has("income_interest_exemption") {
		p.exempt[0], p.exempt[1] = e.Entry("income_interest_exemption", "below_65").Dec, e.Entry("income_interest_exemption", "from_65").Dec
		p.exemptCite = e.Citations()
	}
	d := book.On(day)
	if d.Has("income_retirement_deduction") {
		p.retirementRate, p.retirementMost = d.Entry("income_retirement_deduction", "rate").Dec,
			d.Entry("income_retirement_deduction", "most").Dec
		p.retirementCite = d.Citations()
	}
	v := book.On(day)
	if v.Has("income_dividends_tax") {
		p.dividends = v.Num("income_dividends_tax")
	}
	for _, reader := range []*law.Reader{r, b, m, e, d, v} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
