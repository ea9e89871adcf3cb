package hu

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once. The allowances of people
// under 25 and with a disability are known where their facts are declared.
type params struct {
	bands                block.Schedule
	family               [3]law.Num // with one, two, three dependants or more
	share, rate          law.Num
	young, personal      law.Num
	cite, familyCite     []law.Citation
	youngCite, otherCite []law.Citation
}

var resolved = tax.ByYear("hu", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, f := book.On(day), book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), rate: r.Num("wages_contribution_rate")}
	p.cite = r.Citations()
	for i, key := range []string{"one", "two", "three"} {
		p.family[i] = f.Entry("income_family_allowance", key)
	}
	p.share = f.Num("income_family_contribution_share")
	p.familyCite = f.Citations()
	readers := []*law.Reader{r, f}
	if !day.Before(monthlyFrom) {
		y, o := book.On(day), book.On(day)
		p.young, p.personal = y.Num("income_young_allowance"), o.Num("income_personal_allowance")
		p.youngCite, p.otherCite = y.Citations(), o.Citations()
		readers = append(readers, y, o)
	}
	for _, reader := range readers {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }

// monthlyFrom is the first day from which the allowances by months are known.
var monthlyFrom = civil.MustParse("2026-01-01")
