package eg

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// ordinals name the schedules, from the one of the lowest net incomes on.
var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth"}

// params are the parameters of one year, resolved once.
type params struct {
	schedules       [len(ordinals)]block.Schedule
	above           [len(ordinals)]money.Dec // the net income above which each holds
	exemption, rate law.Num
	most            law.Num // insured of a month
	steps           []law.Citation
}

var resolved = tax.ByYear("eg", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, s := book.On(day), book.On(day)
	p := &params{exemption: r.Num("income_exemption"), rate: r.Num("wages_rate"), most: r.Num("wages_most")}
	for i, name := range ordinals {
		p.schedules[i] = block.NewSchedule(r.Schedule("income_bands_" + name))
		if i > 0 {
			p.above[i] = s.Entry("income_steps", name).Dec
		}
	}
	p.steps = s.Citations()
	for _, reader := range []*law.Reader{r, s} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// schedule is the one for a net income.
func (p *params) schedule(net money.Dec) *block.Schedule {
	at := 0
	for i := range p.above {
		if i > 0 && net.Greater(p.above[i]) {
			at = i
		}
	}
	return &p.schedules[at]
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
