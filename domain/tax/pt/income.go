package pt

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct{ scale, solidarity, credits money.Dec }

func (l *liability) total() money.Dec { return l.scale.Add(l.solidarity).Sub(l.credits) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	pair := 0
	if req.Choice("assessment") == joint {
		pair = 1
	}
	credits := req.Num("tax_credits")
	gross, second := req.IncomeBasis == tax.Gross, ofSpouse(req)
	if gross {
		if reason := p.refusal(req.Income, second); reason != "" {
			return tax.Result{}, &tax.Unavailable{Jurisdiction: "PT", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
				Reason: reason}
		}
	}
	w := tax.NewWork(req.Explain)
	income, social := req.Income, money.Zero
	if gross {
		income, social = p.wages.taxable(&w, req.Income, second)
	}
	due := p.assess(&w, pair, credits, income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		if gross {
			x, _ = p.wages.taxable(&exact, x, second)
		}
		l := p.assess(&exact, pair, credits, x)
		return l.total()
	})
	scale := &p.scale[pair]
	out := tax.Result{
		TaxableIncome: income, TotalTax: due.total(), MarginalRate: slope, StatutoryRate: scale.Entered(income).Rate,
		Bands: tax.Bands(make([]tax.BandResult, 0, len(scale.Bands)), scale, money.Zero, income, cent),
		Components: []tax.Levy{
			{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true},
			{Code: "solidarity_surcharge", Kind: tax.LevySurcharge, Amount: due.solidarity, InTotal: true},
		},
	}
	if credits.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "tax_credits", Kind: tax.LevyCredit, Amount: due.credits, InTotal: true})
	}
	if gross {
		out.Components = append(out.Components, tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: social})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess is arts. 68, 68-A, 69 and 78.
func (p *params) assess(w *tax.Work, pair int, credits, income money.Dec) liability {
	w.Cite(p.cite)
	w.Cite(p.extraCite)
	if pair == 1 {
		w.Cite(p.jointCite)
		w.Step("joint_assessment", "Half of the joint income is taxed, twice: the bands are twice as wide", income, p.jointCite, "{}", income)
	}
	scale, extra := &p.scale[pair], &p.solidarity[pair]
	w.Bands("income_tax", scale, money.Zero, income, cent)
	due := liability{scale: w.Round(scale.Tax(income), cent), solidarity: w.Round(extra.Tax(income), cent)}
	w.Step("solidarity_surcharge", "Additional solidarity rate", due.solidarity, extra.Cite, "scale of art. 68-A on {}", income)
	_, due.credits = block.NonRefundable(due.scale.Add(due.solidarity), credits)
	w.Step("tax_credits", "Credits, at most the tax", due.credits, nil, "min({}, {} + {})", credits, due.scale, due.solidarity)
	w.Step("total_tax", "IRS", due.total(), nil, "{} + {} − {}", due.scale, due.solidarity, due.credits)
	return due
}
