package at

import (
	"errors"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	tariff     block.Schedule
	transport  law.Num
	supplement supplement
	cite       []law.Citation
	creditCite []law.Citation // with what an employee's credit needs
	grossCite  []law.Citation // and what gross wages need
	wages      *wages
	sevenths   *params // all amounts in sevenths of a euro, for the slope of gross wages
}

// supplement is the Zuschlag: amount up to one income, nothing from another.
type supplement struct{ amount, from, to law.Num }

var resolved = tax.ByYear("at", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{tariff: block.NewSchedule(r.Schedule("income_tariff"))}
	p.cite = r.Citations()
	c := book.On(day)
	p.transport = c.Num("income_transport_credit")
	p.supplement = supplement{
		c.Entry("income_transport_supplement", "amount"),
		c.Entry("income_transport_supplement", "from"), c.Entry("income_transport_supplement", "to"),
	}
	p.creditCite = tax.Merge(p.cite, c.Citations())
	var err error
	if p.wages, err = readWages(book, day); err != nil {
		return nil, err
	}
	p.grossCite = tax.Merge(p.wages.cite, p.creditCite)
	p.sevenths = p.inSevenths()
	return p, errors.Join(r.Err(), c.Err())
}

// inSevenths counts every amount in sevenths of a euro.
func (p *params) inSevenths() *params {
	out := &params{tariff: p.tariff.Scale(seven), transport: p.transport, supplement: p.supplement, wages: p.wages.inSevenths()}
	for _, n := range []*law.Num{&out.transport, &out.supplement.amount, &out.supplement.from, &out.supplement.to} {
		n.Dec = n.Mul(seven)
	}
	return out
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }

// citations are those of what a request uses; gross wages are an employee's.
func (p *params) citations(gross, employee bool) []law.Citation {
	switch {
	case gross:
		return p.grossCite
	case employee:
		return p.creditCite
	}
	return p.cite
}
