package es

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// half is the tax of the State or of a community.
type half struct{ minimum, scale, relief money.Dec }

func (h *half) due() money.Dec { return h.scale.Sub(h.relief) }

// liability is what is owed on one income; low is the deduction for low wages.
type liability struct {
	state, region half
	low           money.Dec
}

func (l *liability) total() money.Dec { return l.halves().Sub(l.low) }

func (l *liability) halves() money.Dec { return l.state.due().Add(l.region.due()) }

// family is what the minimum depends on.
type family struct {
	age             string
	children, under int
	shared          bool
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	who := family{
		age: req.Choice("age_group"), children: req.Int("children"), under: req.Int("children_under_three"),
		shared: req.Bool("children_shared"),
	}
	worker, err := p.readEmployee(req)
	if err != nil {
		return tax.Result{}, err
	}
	w := tax.NewWork(req.Explain)
	if worker.wages != nil {
		w.Cite(p.grossCite)
	} else {
		w.Cite(p.cite)
	}
	income := worker.taxable(&w, req.Income)
	due := p.assess(&w, who, worker, req.Income, income)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, who, worker, x, worker.taxable(&exact, x))
		return l.total()
	})
	state, region := &p.state.scale, &p.region.scale
	out := tax.Result{
		TaxableIncome: income, TotalTax: due.total(), MarginalRate: slope,
		StatutoryRate: state.Entered(income).Rate.Add(region.Entered(income).Rate),
		Bands:         tax.Bands(make([]tax.BandResult, 0, len(state.Bands)), state, money.Zero, income, cent),
		Components: []tax.Levy{
			{Code: "state_tax", Kind: tax.LevyTax, Amount: due.state.scale, InTotal: true},
			{Code: "state_minimum", Kind: tax.LevyCredit, Amount: due.state.relief, InTotal: true},
			{Code: "regional_tax", Kind: tax.LevyTax, Amount: due.region.scale, InTotal: true},
			{Code: "regional_minimum", Kind: tax.LevyCredit, Amount: due.region.relief, InTotal: true},
		},
	}
	if worker.wages != nil {
		if due.low.Sign() > 0 {
			out.Components = append(out.Components, tax.Levy{Code: "low_wage_deduction", Kind: tax.LevyCredit, Amount: due.low, InTotal: true})
		}
		out.Components = append(out.Components, tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: worker.contributions})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

func (p *params) assess(w *tax.Work, who family, worker employee, gross, income money.Dec) liability {
	l := liability{state: p.state.assess(w, "state", who, income), region: p.region.assess(w, "regional", who, income)}
	l.low = worker.deduction(w, gross, l.halves())
	w.Step("total_tax", "State and regional tax", l.total(), nil, "{} − {} + {} − {} − {}",
		l.state.scale, l.state.relief, l.region.scale, l.region.relief, l.low)
	return l
}

// assess is art. 63 for the State and art. 74 for a community.
func (r *rules) assess(w *tax.Work, of string, who family, income money.Dec) half {
	h := half{minimum: r.minimum.of(who)}
	h.scale = w.Round(r.scale.Tax(income), cent)
	part := money.Min(income, h.minimum)
	h.relief = w.Round(r.scale.Tax(part), cent)
	if !w.Explains() {
		return h
	}
	w.Step(of+"_minimum", "Personal and family minimum", h.minimum, r.minimumCite, "{}", h.minimum)
	w.Bands(of+"_tax", &r.scale, money.Zero, income, cent)
	w.Step(of+"_relief", "The scale on the part of the income up to the minimum", h.relief, r.scaleCite, "scale on {}", part)
	return h
}

// of is arts. 57, 58 and 61: the taxpayer's minimum and the children's, of
// which parents who both have the right take half each.
func (m *minimum) of(who family) money.Dec {
	own := m.personal
	if who.age != upTo65 {
		own = own.Add(m.over65)
	}
	if who.age == over75 {
		own = own.Add(m.over75)
	}
	children := money.Zero
	for i := range who.children {
		children = children.Add(m.child[min(i, len(m.child)-1)])
	}
	children = children.Add(m.underThree.Mul(money.FromInt(int64(who.under))))
	if who.shared {
		children = children.QuoRound(two, 2, money.HalfUp)
	}
	return own.Add(children)
}

var two = money.FromInt(2)
