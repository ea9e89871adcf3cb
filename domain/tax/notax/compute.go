package notax

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

type key struct{ code, year string }

// resolved holds the rate of each place and year, which is 0.
var resolved = sync.OnceValue(func() map[key]law.Num {
	all := map[key]law.Num{}
	for _, p := range places {
		book := law.MustOpen(strings.ToLower(p.code))
		for _, row := range tax.CoverageOf(lower(p.code), tax.IndividualIncome) {
			year := row.TaxYear
			r := book.On(civil.MustParse(year + "-01-01"))
			rate := r.Num("income_employment_rate")
			if err := r.Err(); err != nil {
				panic(fmt.Sprintf("notax: %s %s: %v", p.code, year, err))
			}
			all[key{p.code, year}] = rate
		}
	}
	return all
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if req.Jurisdiction == "MC" && req.Bool(frenchNational) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "MC", TaxYear: row.TaxYear, TaxType: row.TaxType, Taxpayer: row.Taxpayer,
			Reason: "a French national in Monaco is taxed in France as if resident there (convention of 18 May 1963, article 7)"}
	}
	rate := resolved()[key{strings.ToUpper(req.Jurisdiction), row.TaxYear}]
	w := tax.NewWork(req.Explain)
	w.Cite(rate.Cite)
	w.Step("income_tax", "Income tax on employment income", money.Zero, rate.Cite, "{} × {}", req.Income, rate.Dec)
	return tax.Result{
		TaxableIncome: money.Zero,
		Bands:         []tax.BandResult{{Label: "No income tax on wages", Amount: req.Income, Rate: rate.Dec}},
		Components:    []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, InTotal: true}},
		Citations:     w.Citations(), Steps: w.Steps(),
	}, nil
}
