package be

import (
	"errors"
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	scale              block.Schedule
	exempt, exemptRate law.Num
	cite               []law.Citation
	children           *children // nil where they are not known
	wages              wages
}

// children are the additions to the exempt amount and the scale at which the
// whole then reduces the tax.
type children struct {
	scale    block.Schedule
	addition [4]law.Num // for one to four
	further  law.Num
	cite     []law.Citation
}

var resolved = tax.ByYear("be", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{scale: block.NewSchedule(r.Schedule("income_scale")), exempt: r.Num("income_exempt"), exemptRate: r.Num("income_exempt_rate")}
	p.cite = r.Citations()
	if c := book.On(day); c.Has("income_exempt_scale") {
		p.children = &children{scale: block.NewSchedule(c.Schedule("income_exempt_scale")), further: c.Entry("income_exempt_children", "further")}
		for i := range p.children.addition {
			p.children.addition[i] = c.Entry("income_exempt_children", fmt.Sprintf("child_%d", i+1))
		}
		p.children.cite = c.Citations()
		if err := c.Err(); err != nil {
			return nil, err
		}
	}
	g := book.On(day)
	p.wages = wages{rate: g.Entry("wages_expenses_lump", "rate"), most: g.Entry("wages_expenses_lump", "most").Dec}
	p.wages.cite = g.Citations()
	return p, errors.Join(r.Err(), g.Err())
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
