package za

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// relief is what is taken from normal tax, whatever the income.
type relief struct{ rebates, medical money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if err := foreign(req, &row); err != nil {
		return tax.Result{}, err
	}
	p := paramsOf(&row)
	w := tax.NewWork(req.Explain)
	in := incomeOf(req)
	income := p.taxable(&w, in, req)
	normal := p.normalTax(&w, income)
	onDividends := p.dividendsTax(&w, in.dividends)
	given := relief{rebates: p.rebates(&w, req.Int("age")),
		medical: p.medical(&w, req.Num("medical_scheme_members"), req.Num("medical_scheme_months"))}
	left, rebates := block.NonRefundable(normal, given.rebates)
	left, medical := block.NonRefundable(left, given.medical)
	slope, _ := tax.Slope(money.Zero, func(more money.Dec) money.Dec {
		exact := tax.ExactWork()
		x := p.taxable(&exact, in.with(more), req)
		return p.bands.Tax(x).Sub(given.rebates).Sub(given.medical).Positive().Add(p.dividendsTax(&exact, in.with(more).dividends))
	})
	out := tax.Result{
		TaxableIncome: income, TotalTax: left.Add(onDividends), MarginalRate: slope,
		StatutoryRate: p.bands.Entered(income).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, income, cent),
		Components:    make([]tax.Levy, 2, 4),
	}
	out.Components[0] = tax.Levy{Code: "normal_tax", Kind: tax.LevyTax, Amount: normal, InTotal: true}
	out.Components[1] = tax.Levy{Code: "rebates", Kind: tax.LevyCredit, Amount: rebates, InTotal: true}
	if given.medical.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "medical_scheme_fees_tax_credit", Kind: tax.LevyCredit, Amount: medical,
			InTotal: true})
	}
	if in.dividends.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "dividends_tax", Kind: tax.LevyTax, Amount: onDividends, InTotal: true})
	}
	if len(req.Components) > 0 {
		out.Assumptions = append(out.Assumptions,
			"The marginal rate is that of the next rand of the first kind of income given ("+string(in.first)+").")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// income is interest, which is exempt up to an amount, dividends, which are exempt of
// normal tax, and all else.
type income struct {
	other, interest, dividends money.Dec
	first                      tax.Kind // of the next rand
}

func incomeOf(req *tax.Request) income {
	if len(req.Components) == 0 {
		return income{other: req.Income, first: tax.Employment}
	}
	in := income{first: req.Components[0].Kind}
	if req.IncomeBasis == tax.Taxable {
		in.first = tax.Employment
	}
	for i := range req.Components {
		kind := req.Components[i].Kind
		if req.IncomeBasis == tax.Taxable {
			kind = tax.Employment // taxable already: nothing is exempt of it
		}
		in = in.add(kind, req.Components[i].Amount)
	}
	return in
}

func (in income) add(kind tax.Kind, amount money.Dec) income {
	switch kind {
	case tax.Interest:
		in.interest = in.interest.Add(amount)
	case tax.Dividends:
		in.dividends = in.dividends.Add(amount)
	default:
		in.other = in.other.Add(amount)
	}
	return in
}

func (in income) with(more money.Dec) income { return in.add(in.first, more) }

// taxable is the income less the exemption of interest (s. 10(1)(i)) and the
// contributions to retirement funds (s. 11F).
func (p *params) taxable(w *tax.Work, in income, req *tax.Request) money.Dec {
	sum := in.other
	if in.interest.Sign() > 0 {
		w.Cite(p.exemptCite)
		exempt := p.exempt[0]
		if req.Int("age") >= p.secondaryAge {
			exempt = p.exempt[1]
		}
		left := block.Above(in.interest, exempt)
		w.Step("taxable_interest", "Interest above the exemption", left, p.exemptCite, "max(0, {} − {})", in.interest, exempt)
		sum = sum.Add(left)
	}
	paid := req.Num(contributions)
	if paid.Sign() == 0 {
		return sum
	}
	w.Cite(p.retirementCite)
	deducted := money.Min(money.Min(paid, p.retirementMost), sum.Mul(p.retirementRate))
	w.Step("retirement_deduction", "Retirement fund contributions deducted", deducted, p.retirementCite,
		"min({}, {}, {} × {})", paid, p.retirementMost, p.retirementRate, sum)
	return sum.Sub(deducted)
}

func (p *params) normalTax(w *tax.Work, income money.Dec) money.Dec {
	w.Cite(p.cite)
	due := w.Round(p.bands.Tax(income), cent)
	w.Bands("normal_tax", &p.bands, money.Zero, income, cent)
	w.Step("normal_tax", "Normal tax before rebates", due, p.cite, "sum of the bands")
	return due
}

// rebates are those of the age on the last day of the year (s. 6(2)).
func (p *params) rebates(w *tax.Work, age int) money.Dec {
	w.Cite(p.rebateCite)
	total := p.primary
	if age >= p.secondaryAge {
		total = total.Add(p.secondary)
	}
	if age >= p.tertiaryAge {
		total = total.Add(p.tertiary)
	}
	w.Step("rebates", "Rebates of the age", total, p.rebateCite, "{}", total)
	return total
}

// medical is the credit for members of a scheme over some months (s. 6A(2)).
func (p *params) medical(w *tax.Work, members, months money.Dec) money.Dec {
	if members.IsZero() {
		return money.Zero
	}
	w.Cite(p.medicalCite)
	two := money.FromInt(2)
	total := money.Min(members, two).Mul(p.firstTwo).Add(block.Above(members, two).Mul(p.further)).Mul(months)
	w.Step("medical_scheme_fees_tax_credit", "Medical scheme fees tax credit", total, p.medicalCite,
		"(min({}, 2) × {} + max(0, {} − 2) × {}) × {}", members, p.firstTwo, members, p.further, months)
	return total
}
