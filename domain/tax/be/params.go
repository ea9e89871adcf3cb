package be

import (
	"errors"
	"fmt"
	"sync"

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
	wages              wages
}

var resolved = sync.OnceValue(func() map[string]*params {
	book := law.MustOpen("be")
	all := map[string]*params{}
	for _, row := range coverage() {
		p, err := resolve(book, civil.MustParse(row.TaxYear+"-01-01"))
		if err != nil {
			panic(fmt.Sprintf("be: %s: %v", row.TaxYear, err))
		}
		all[row.TaxYear] = p
	}
	return all
})

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{scale: block.NewSchedule(r.Schedule("income_scale")), exempt: r.Num("income_exempt"), exemptRate: r.Num("income_exempt_rate")}
	p.cite = r.Citations()
	g := book.On(day)
	p.wages = wages{rate: g.Entry("wages_expenses_lump", "rate"), most: g.Entry("wages_expenses_lump", "most").Dec}
	p.wages.cite = g.Citations()
	return p, errors.Join(r.Err(), g.Err())
}

func paramsOf(row *tax.CoverageRow) *params { return resolved()[row.TaxYear] }
