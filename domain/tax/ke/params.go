package ke

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands  block.Schedule
	relief law.Num
	wages  *wages // nil where what gross wages need is not known
}

// wages turn gross wages into taxable income.
type wages struct {
	pension, mortgage            money.Dec // the most of a year
	shif, shifLeast, housingLevy money.Dec
	fund                         []fund
	cite                         []law.Citation
}

// fund is the National Social Security Fund in some months of the year.
type fund struct{ count, rate, most money.Dec }

// wagesFrom is the first day from which the deductions are known.
var wagesFrom = civil.Of(2025, 1, 1)

var resolved = tax.ByYear("ke", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands")), relief: r.Num("income_personal_relief")}
	if err := r.Err(); err != nil || day.Before(wagesFrom) {
		return p, err
	}
	d := book.On(day)
	p.wages = &wages{
		pension: d.Entry("income_deductions", "pension").Dec, mortgage: d.Entry("income_deductions", "mortgage").Dec,
		shif: d.Entry("wages_levies", "shif").Dec, shifLeast: d.Entry("wages_levies", "shif_least").Dec,
		housingLevy: d.Entry("wages_levies", "housing").Dec,
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	p.wages.cite = d.Citations()
	return p, p.wages.readFund(book, day.Year())
}

// readFund reads the limit of each month: it rises in February.
func (v *wages) readFund(book *law.Book, year int) error {
	for month := 1; month <= 12; month++ {
		r := book.On(civil.Of(year, month, 1))
		f := fund{count: money.One, rate: r.Entry("wages_nssf", "rate").Dec, most: r.Entry("wages_nssf", "most").Dec}
		if err := r.Err(); err != nil {
			return err
		}
		v.cite = tax.Merge(v.cite, r.Citations())
		if n := len(v.fund); n > 0 && v.fund[n-1].rate.Equal(f.rate) && v.fund[n-1].most.Equal(f.most) {
			v.fund[n-1].count = v.fund[n-1].count.Add(money.One)
			continue
		}
		v.fund = append(v.fund, f)
	}
	return nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
