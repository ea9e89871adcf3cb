package nz

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// earnersLevy is the levy on pay; on profit it is one of several that are not computed.
const earnersLevy = "acc_earners_levy"

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if err := foreign(req, &row); err != nil {
		return tax.Result{}, err
	}
	business := req.Sum(tax.SelfEmployment).Sign() > 0
	if business && req.Scope.Has(earnersLevy) {
		return tax.Result{}, &tax.Unavailable{
			Jurisdiction: "NZ", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the ACC levies of the self-employed depend on the industry and are invoiced apart; they are not modelled",
		}
	}
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	claimed, imputed := req.Bool("independent_earner"), req.Num(imputationCredits)
	income := p.gross(&w, req.Income, imputed)

	gross, credit, left := p.incomeTax(&w, income, claimed)
	left, used := p.impute(&w, left, imputed)
	slope, cliff := tax.Slope(income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		_, _, after := p.incomeTax(&exact, x, claimed)
		return after.Sub(imputed).Positive()
	})
	out := tax.Result{
		TaxableIncome: income, TotalTax: left, MarginalRate: slope,
		StatutoryRate: p.bands.Entered(income).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, income, cent),
		Components:    make([]tax.Levy, 1, 4),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: gross, InTotal: true}
	if claimed {
		out.Components = append(out.Components, tax.Levy{Code: "independent_earner_tax_credit", Kind: tax.LevyCredit, Amount: credit,
			InTotal: true})
	}
	if imputed.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: imputationCredits, Kind: tax.LevyCredit, Amount: used, InTotal: true})
		out.Assumptions = append(out.Assumptions, "The marginal rate is that of the next dollar without an imputation credit.")
	}
	if p.levy != nil && req.IncomeBasis == tax.Gross && !(business && earned(req).IsZero()) {
		out.Components = append(out.Components, tax.Levy{Code: earnersLevy, Kind: tax.LevySocial, Amount: p.levy.of(&w, earned(req))})
	}
	if cliff {
		out.Assumptions = append(out.Assumptions, "The independent earner tax credit begins at the next cent of income, all at once; the "+
			"marginal rate is the one beyond.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// incomeTax is tax at the basic rates, the credit used, and what is left.
func (p *params) incomeTax(w *tax.Work, income money.Dec, claimed bool) (gross, used, left money.Dec) {
	w.Cite(p.cite)
	gross = w.Round(p.bands.Tax(income), cent)
	w.Bands("income_tax", &p.bands, money.Zero, income, cent)
	w.Step("income_tax", "Income tax", gross, p.bands.Cite, "sum of the bands")
	if !claimed {
		return gross, money.Zero, gross
	}
	w.Cite(p.ietcCite)
	due := money.Zero
	for i := range p.ietc {
		due = due.Add(p.ietc[i].of(w, income))
	}
	due = w.Round(due, cent)
	w.Step("independent_earner_tax_credit", "Independent earner tax credit", due, p.ietcCite, "{}", due)
	left, used = block.NonRefundable(gross, due)
	return gross, used, left
}

// of is the credit of the days for which e stands (ss. LC 13 to LC 15).
func (e *earner) of(w *tax.Work, income money.Dec) money.Dec {
	if income.Less(e.from) {
		return money.Zero
	}
	year := e.taper.Reduce(w.Mode, e.credit, income)
	if e.days == 0 {
		return year
	}
	return block.Prorate(year, e.days, daysInYear)
}

func (l *levy) of(w *tax.Work, earnings money.Dec) money.Dec {
	w.Cite(l.cite)
	due := w.Round(money.Min(earnings, l.limit).Mul(l.rate), cent)
	w.Step("acc_earners_levy", "ACC earners' levy", due, l.cite, "min({}, {}) × {}", earnings, l.limit, l.rate)
	return due
}

// earned is the part of the income that is pay.
func earned(req *tax.Request) money.Dec {
	if len(req.Components) == 0 {
		return req.Income
	}
	return req.Sum(tax.Employment)
}
