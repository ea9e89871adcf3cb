package de

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	tariff        tariff
	parts         money.Dec // in which splitting divides
	soli          surcharge
	allowance     money.Dec // both allowances of both parents, per child
	allowanceCite []law.Citation
	benefit       law.Num        // child benefit a child and month
	baseCite      []law.Citation // of tariff and surcharge
	grossCite     []law.Citation // of these and of the deductions from a gross wage
	wages         wageParams

	specialRounding block.Rounding // of the rate of § 32b
	progressionCite []law.Citation
	childCite       []law.Citation
}

// surcharge is the solidarity surcharge.
type surcharge struct {
	free       law.Num
	full, zone law.Num
	round      block.Rounding
	cite       []law.Citation
}

var resolved = tax.ByYear("de", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{tariff: readTariff(r), parts: r.Num("income_splitting_parts").Dec}

	s := book.On(day)
	rule, _ := s.Text("income_soli_rounding")
	p.soli = surcharge{free: s.Num("income_soli_free"), full: s.Entry("income_soli_rates", "full"), zone: s.Entry("income_soli_rates", "zone")}
	p.soli.cite = s.Citations()

	c := book.On(day)
	subsistence, care := c.Entry("income_child_allowances", "subsistence"), c.Entry("income_child_allowances", "care")
	p.allowance = subsistence.Add(care.Dec).Mul(money.FromInt(2))
	p.allowanceCite = subsistence.Cite
	p.benefit = c.Num("income_child_benefit_month")
	p.childCite = c.Citations()

	g := book.On(day)
	special, _ := g.Text("wages_special_rate_rounding")
	p.progressionCite = g.Citations()

	for _, reader := range []*law.Reader{r, s, c, g} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.soli.round, p.specialRounding = block.MustRounding(rule), block.MustRounding(special)
	var err error
	p.wages, err = readWages(book, day)
	p.baseCite = tax.Merge(r.Citations(), s.Citations())
	p.grossCite = tax.Merge(p.baseCite, p.wages.cite)
	return p, err
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
