package co

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// deducted is what comes off gross wages, as it was given.
type deducted struct{ contributions, deductions, dependants, purchases money.Dec }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	gross := req.IncomeBasis == tax.Gross
	if gross && !req.Given(contributionsFact) {
		return tax.Result{}, &tax.MissingFacts{Facts: facts[:1]}
	}
	given := deducted{req.Num(contributionsFact), req.Num(deductionsFact), req.Num(dependantsFact), req.Num(purchasesFact)}
	base := func(w *tax.Work, income money.Dec) money.Dec {
		if gross {
			return p.taxable(w, &given, income)
		}
		return income
	}
	w := tax.NewWork(req.Explain)
	taxable := base(&w, req.Income)
	due := p.tax(&w, taxable)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		return p.tax(&exact, base(&exact, x))
	})
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: due, MarginalRate: slope, StatutoryRate: p.bands.Entered(taxable).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(p.bands.Bands)), &p.bands, money.Zero, taxable, centavo),
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}},
	}
	if cliff {
		out.Assumptions = []string{"Above this income the next row of the table begins, whose fixed part is rounded; the marginal rate is the one " +
			"beyond it."}
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// taxable is what arts. 206 and 336 leave of gross wages.
func (p *params) taxable(w *tax.Work, given *deducted, wages money.Dec) money.Dec {
	net := wages.Sub(given.contributions).Positive()
	left, _ := block.Take(net, given.deductions)
	exempt := w.Round(p.exempt.of(left), centavo)
	w.Cite(p.exempt.cite)
	w.Step("exempt_quarter", "Exempt part of wages", exempt, p.exempt.cite, "min({} × {}, {})", left, p.exempt.part, p.exempt.most)
	most := w.Round(p.limit.of(net), centavo)
	off := money.Min(given.deductions.Add(exempt), most)
	w.Cite(p.limit.cite)
	w.Step("deductions_and_exempt", "Deductions and exempt income within the limit", off, p.limit.cite, "min({} + {}, {} × {}, {})",
		given.deductions, exempt, net, p.limit.part, p.limit.most)
	further := money.Zero
	if given.dependants.Sign() > 0 {
		further = money.Min(given.dependants, p.dependants.most).Mul(p.dependants.each)
		w.Cite(p.dependants.cite)
		w.Step("dependants", "Further deduction for dependants", further, p.dependants.cite, "min({}, {}) × {}", given.dependants,
			p.dependants.most, p.dependants.each)
	}
	if given.purchases.Sign() > 0 {
		invoiced := w.Round(p.invoices.of(given.purchases), centavo)
		further = further.Add(invoiced)
		w.Cite(p.invoices.cite)
		w.Step("electronic_invoices", "Further deduction for purchases with electronic invoices", invoiced, p.invoices.cite,
			"min({} × {}, {})", given.purchases, p.invoices.part, p.invoices.most)
	}
	taxable, _ := block.Take(net.Sub(off), further)
	w.Step("taxable_income", "Taxable income of the general schedule", taxable, p.limit.cite, "max(0, {} − {} − {} − {})", wages,
		given.contributions, off, further)
	return taxable
}

// tax is the table of art. 241.
func (p *params) tax(w *tax.Work, taxable money.Dec) money.Dec {
	w.Cite(p.table)
	at := 0
	for i := range p.bands.Bands {
		if b := &p.bands.Bands[i]; taxable.Greater(b.From) {
			at = i
		}
	}
	row := &p.bands.Bands[at]
	due := w.Round(taxable.Sub(row.From).Positive().Mul(row.Rate).Add(p.fixed[at]), centavo)
	w.Step("income_tax", "Income tax", due, p.table, "({} − {}) × {} + {}", taxable, row.From, row.Rate, p.fixed[at])
	return due
}

// centavo is the presentation of amounts.
var centavo = block.Minor(2, money.HalfUp)
