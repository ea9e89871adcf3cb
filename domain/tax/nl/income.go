package nl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed: the taxes of the boxes, and the credits as used.
type liability struct{ box1, box2, box3, general, labour, combination money.Dec }

func (l *liability) total() money.Dec {
	return money.Sum(l.box1, l.box2, l.box3).Sub(l.general).Sub(l.labour).Sub(l.combination)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	o := readOther(req)
	w := tax.NewWork(req.Explain)
	due, box3 := p.assess(&w, req.Income, &o)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l, _ := p.assess(&exact, x, &o)
		return l.total()
	})
	out := tax.Result{
		TaxableIncome: money.Sum(req.Income, o.substantial, box3), TotalTax: due.total(), MarginalRate: slope,
		StatutoryRate: p.box1.Entered(req.Income).Rate,
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(p.box1.Bands)), &p.box1, money.Zero, req.Income, cent),
		Components:    make([]tax.Levy, 0, 6),
	}
	out.Components = append(out.Components, tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.box1, InTotal: true})
	if o.substantial.Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "box2_tax", Kind: tax.LevyTax, Amount: due.box2, InTotal: true})
	}
	if o.bank.Add(o.assets).Sign() > 0 {
		out.Components = append(out.Components, tax.Levy{Code: "box3_tax", Kind: tax.LevyTax, Amount: due.box3, InTotal: true})
	}
	out.Components = append(out.Components,
		tax.Levy{Code: "general_credit", Kind: tax.LevyCredit, Amount: due.general, InTotal: true},
		tax.Levy{Code: "labour_credit", Kind: tax.LevyCredit, Amount: due.labour, InTotal: true})
	if o.child {
		out.Components = append(out.Components, tax.Levy{Code: "combination_credit", Kind: tax.LevyCredit, Amount: due.combination,
			InTotal: true})
	}
	out.Assumptions = notes(&row, &o)
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// assess computes the boxes and the credits, together up to what tax is left.
func (p *params) assess(w *tax.Work, wage money.Dec, o *other) (due liability, box3 money.Dec) {
	w.Cite(p.cite)
	gross := p.box1.Tax(wage)
	w.Bands("income_tax", &p.box1, money.Zero, wage, cent)
	due.box1 = w.Round(gross, cent)
	box3 = p.box3Income(w, o)
	if o.substantial.Sign() > 0 {
		w.Cite(p.box2Cite)
		tax2 := p.box2.Tax(o.substantial)
		w.Bands("box2_tax", &p.box2, money.Zero, o.substantial, cent)
		due.box2, gross = w.Round(tax2, cent), gross.Add(tax2)
	}
	if box3.Sign() > 0 {
		tax3 := box3.Mul(p.wealth.rate.Dec)
		due.box3, gross = w.Round(tax3, cent), gross.Add(tax3)
		w.Step("box3_tax", "Tax of box 3", due.box3, p.wealth.rate.Cite, "{} × {}", p.wealth.rate.Dec, box3)
	}
	measure := wage
	if p.general.allBoxes {
		measure = money.Sum(wage, o.substantial, box3)
	}
	left, general := block.NonRefundable(gross, p.generalCredit(w, measure))
	// Each part is rounded by itself: no credit takes more than the parts that are left.
	rest := money.Sum(due.box1, due.box2, due.box3)
	due.general = money.Min(w.Round(general, cent), rest)
	rest = rest.Sub(due.general)
	if o.child {
		var combination money.Dec
		left, combination = block.NonRefundable(left, p.combinationCredit(w, wage))
		due.combination = money.Min(w.Round(combination, cent), rest)
		rest = rest.Sub(due.combination)
	}
	left, _ = block.NonRefundable(left, p.labourCredit(w, wage))
	// What is left is rounded once; the labour credit takes up the difference.
	due.labour = rest.Sub(w.Round(left, cent)).Positive()
	w.Step("total_tax", "Income tax and national insurance contributions", due.total(), nil,
		"{} + {} + {} − {} − {} − {}, credits not beyond the tax",
		due.box1, due.box2, due.box3, due.general, due.labour, due.combination)
	return due, box3
}

// generalCredit is art. 8.10.
func (p *params) generalCredit(w *tax.Work, income money.Dec) money.Dec {
	g := &p.general
	credit := g.taper.Reduce(w.Mode, g.amount.Dec, income)
	w.Step("general_credit", "General tax credit", credit, g.amount.Cite, "max(0, {} − {} × max(0, {} − {}))", g.amount.Dec, g.taper.Rate,
		income, g.taper.Above)
	return credit
}

// labourCredit is art. 8.11.
func (p *params) labourCredit(w *tax.Work, wage money.Dec) money.Dec {
	l := &p.labour
	credit := money.Zero
	for i := range l.rate {
		credit = money.Min(credit.Add(block.Above(wage, l.above[i]).Mul(l.rate[i])), l.most[i])
	}
	w.Step("labour_credit_grown", "Labour credit before its decrease", credit, l.cite, "{}", credit)
	credit = l.taper.Reduce(w.Mode, credit, wage)
	w.Step("labour_credit", "Labour credit", credit, l.cite, "less {} × max(0, {} − {})", l.taper.Rate, wage, l.taper.Above)
	return credit
}

// notes are the assumptions that income of the other boxes brings.
func notes(row *tax.CoverageRow, o *other) (out []string) {
	if o.substantial.Sign() > 0 || o.bank.Add(o.assets).Sign() > 0 {
		out = append(out, "The effective and the marginal rate relate the whole tax to the wage, as sent; income of boxes 2 and 3 stands "+
			"beside it.")
	}
	if o.bank.Add(o.assets).Sign() > 0 {
		out = append(out, "Box 3 is computed on deemed returns, the proportion not rounded; the rebuttal by the actual return, which may lower "+
			"it, is not computed.")
		if row.TaxYear == "2026" {
			out = append(out, "The deemed returns of 2026 on bank balances and debts are provisional: they are fixed early in 2027.")
		}
	}
	return out
}
