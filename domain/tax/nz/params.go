package nz

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands    block.Schedule
	cite     []law.Citation
	ietc     []earner // one, or two for a year whose rules changed within it
	ietcCite []law.Citation
	levy     *levy // nil = not confirmed for the year
	// imputation is the most of imputation credits in dividends with their credits.
	imputation law.Num
}

// earner is the independent earner tax credit under one set of thresholds,
// for some days of the year.
type earner struct {
	credit, from money.Dec
	taper        block.Taper
	days         int // 0 = the whole year
}

// levy is the ACC earners' levy.
type levy struct {
	rate, limit money.Dec
	cite        []law.Citation
}

var resolved = tax.ByYear("nz", &yearForm, coverage, func(book *law.Book, from civil.Date) (*params, error) {
	period, _ := yearForm.Period(yearForm.On(from))
	return resolve(book, period)
})

// daysInYear is the divisor of ss. LC 14 and LC 15.
const daysInYear = 365

func resolve(book *law.Book, year civil.Period) (*params, error) {
	r := book.On(year.From)
	p := &params{bands: block.NewSchedule(r.Schedule("income_bands"))}
	p.cite = r.Citations()

	first, last := book.On(year.From), book.On(year.To)
	before, after := credit(first), credit(last)
	p.ietcCite = first.Citations()
	if before == after {
		p.ietc = []earner{before}
	} else {
		before.days = year.From.DaysUntil(july2024)
		after.days = july2024.DaysUntil(year.To) + 1
		p.ietc = []earner{before, after}
		p.ietcCite = append(p.ietcCite[:len(p.ietcCite):len(p.ietcCite)], last.Citations()...)
	}

	l := book.On(year.From)
	if l.Has("income_acc_levy") {
		p.levy = &levy{rate: l.Entry("income_acc_levy", "rate").Dec, limit: l.Entry("income_acc_levy", "maximum_earnings").Dec}
		p.levy.cite = l.Citations()
	}
	d := book.On(year.From)
	p.imputation = d.Num("income_imputation")
	for _, reader := range []*law.Reader{r, first, last, l, d} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// july2024 is the day on which the thresholds rose.
var july2024 = civil.MustParse("2024-07-31")

func credit(r *law.Reader) earner {
	return earner{
		credit: r.Entry("income_ietc", "credit").Dec, from: r.Entry("income_ietc", "from").Dec,
		taper: block.Taper{
			Above: r.Entry("income_ietc", "abates_above").Dec, Rate: r.Entry("income_ietc", "abatement").Dec,
			Step: money.One, StepHow: money.Down, // each complete dollar
		},
	}
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
