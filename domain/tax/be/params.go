package be

import (
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
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved()[row.TaxYear] }
