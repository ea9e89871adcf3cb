package ua

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one wage of a year.
type liability struct{ tax, levy money.Dec }

func (l *liability) total() money.Dec { return l.tax.Add(l.levy) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, req.Income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, x)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: req.Income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: p.bands.Entered(req.Income).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, req.Income, kopiyka),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.tax, InTotal: true},
			{Code: "military_levy", Kind: tax.LevySurcharge, Amount: due.levy, InTotal: true},
		},
	}
	if len(p.levy) > 1 {
		out.Assumptions = equalMonths[:len(equalMonths):len(equalMonths)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) assess(w *tax.Work, wage money.Dec) (l liability) {
	w.Cite(p.bands.Cite)
	w.Bands("income_tax", &p.bands, money.Zero, wage, kopiyka)
	l.tax = w.Round(p.bands.Tax(wage), kopiyka)
	w.Step("income_tax", "Personal income tax", l.tax, p.bands.Cite, "{} × {}", wage, p.bands.Bands[0].Rate)
	l.levy = p.charge(w, wage)
	w.Step("total_tax", "Income tax and military levy", l.total(), nil, "{} + {}", l.tax, l.levy)
	return l
}

// charge is the military levy on a wage of twelve equal months.
func (p *params) charge(w *tax.Work, wage money.Dec) (due money.Dec) {
	w.Cite(p.cite)
	if len(p.levy) == 1 {
		due = w.Round(wage.Mul(p.levy[0].rate), kopiyka)
		w.Step("military_levy", "Military levy", due, p.cite, "{} × {}", wage, p.levy[0].rate)
		return due
	}
	rates := money.Zero // of the months, summed up, so that the division comes last
	for i := range p.levy {
		rates = rates.Add(p.levy[i].count.Mul(p.levy[i].rate))
	}
	if w.Mode == block.Exact {
		return wage.Mul(rates).Mul(twelfth)
	}
	due = wage.Mul(rates).QuoRound(months, 2, money.HalfUp)
	w.Step("military_levy", "Military levy, each month's pay at its rate", due, p.cite, "{} × ({} months × {} + {} × {}) ÷ 12", wage,
		p.levy[0].count, p.levy[0].rate, p.levy[1].count, p.levy[1].rate)
	return due
}

var months = money.FromInt(monthsInYear)

// twelfth stands for the division by months in the slope, which is rounded to fewer places.
var twelfth = money.One.QuoRound(months, 18, money.HalfUp)
