package fr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// household is what the facts say.
type household struct {
	pair     int // 0 single, 1 couple: index of what differs
	adults   int // quarter parts of the adults
	quarters int // quarter parts of all
	cap      money.Dec
	children money.Dec
	shared   bool // children alternate between homes
	salary   bool
	spouse   money.Dec
	actual   money.Dec // expenses deducted instead of the flat deduction, 0 where that is kept
	gross    bool
	cadre    bool // of the taxpayer; a spouse is taken for none
}

// liability is what is owed on one income.
type liability struct {
	taxable     money.Dec
	scale       money.Dec // tax of the adults' parts
	quotient    money.Dec // what further parts save
	capped      bool
	decote      money.Dec
	uncollected money.Dec
	cehr, cdhr  money.Dec
	paid        paid // from gross wages
}

func (l *liability) total() money.Dec {
	return money.Sum(l.scale, l.cehr, l.cdhr).Sub(l.quotient).Sub(l.decote).Sub(l.uncollected)
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	home := p.household(req)
	if home.gross && home.pair == 1 && !req.Given(spouseFact.Name) {
		return tax.Result{}, &tax.MissingFacts{Facts: []tax.Fact{spouseFact}}
	}
	w := tax.NewWork(req.Explain)
	due := p.assess(&w, &home, req.Income)
	if home.shared && p.cdhr != nil && due.taxable.Greater(p.cdhr.threshold.Dec) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "FR", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "what children in alternating custody add to the contribution différentielle on high incomes was not confirmed"}
	}
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		l := p.assess(&exact, &home, x)
		return l.total()
	})
	scale := &p.scale[home.adults]
	out := tax.Result{
		TaxableIncome: due.taxable, TotalTax: due.total(), MarginalRate: slope,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(scale.Bands)), scale, money.Zero, due.taxable, p.round),
		Components: make([]tax.Levy, 1, 8),
	}
	entered := scale
	if !due.capped {
		entered = &p.scale[home.quarters]
	}
	out.StatutoryRate = entered.Entered(due.taxable).Rate
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: due.scale, InTotal: true}
	add := func(code, kind string, amount money.Dec) {
		if amount.Sign() > 0 {
			out.Components = append(out.Components, tax.Levy{Code: code, Kind: kind, Amount: amount, InTotal: true})
		}
	}
	add("family_quotient", tax.LevyCredit, due.quotient)
	add("decote", tax.LevyCredit, due.decote)
	add("not_collected", tax.LevyCredit, due.uncollected)
	add("cehr", tax.LevySurcharge, due.cehr)
	add("cdhr", tax.LevySurcharge, due.cdhr)
	if home.gross {
		w.Step("social_contributions", "Contributions on the wages", due.paid.contributions, p.wages.cite, "{}", due.paid.contributions)
		w.Step("csg_crds", "CSG and CRDS", due.paid.deductible.Add(due.paid.other), p.wages.other.Cite, "{} + {}", due.paid.deductible,
			due.paid.other)
		out.Components = append(out.Components,
			tax.Levy{Code: "social_contributions", Kind: tax.LevySocial, Amount: due.paid.contributions},
			tax.Levy{Code: "csg_crds", Kind: tax.LevySocial, Amount: due.paid.deductible.Add(due.paid.other)})
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	if cliff {
		out.Assumptions = append(out.Assumptions, "At this income the tax reaches the amount from which it is collected, or a contribution on "+
			"the wage sets in; the marginal rate is the one beyond that step.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// household counts quarter parts (arts. 194, 195) and the cap of what those
// beyond the adults' own may save (art. 197 I 2).
func (p *params) household(req *tax.Request) household {
	n, alternate := req.Int("children"), req.Int("children_alternate")
	h := household{adults: p.quarters.adult, children: money.FromInt(int64(n)), salary: req.Choice("income_is") == declared,
		spouse: req.Num("spouse_salary"), actual: req.Num("actual_expenses"),
		gross: req.IncomeBasis == tax.Gross, cadre: req.Bool("executive"), shared: alternate > 0}
	if req.Choice("status") == couple {
		h.pair, h.adults = 1, 2*p.quarters.adult
	}
	extra := p.quarters.of(n) + (p.quarters.of(n+alternate)-p.quarters.of(n))/2
	lone, raised := req.Bool("lone_parent"), req.Bool("raised_child_alone")
	switch {
	case lone:
		extra += p.quarters.lone
		h.cap = p.caps.lone.Add(p.capOf(extra - p.quarters.lone - p.quarters.child))
	case raised:
		extra += p.quarters.raised
		h.cap = p.caps.raised.Dec
	default:
		h.cap = p.capOf(extra)
	}
	h.quarters = h.adults + extra
	return h
}

// of are the parts of a number of children; one who alternates between two
// homes has half of what it would have as the last of them.
func (q *parts) of(children int) int { return q.child*min(children, 2) + q.further*max(children-2, 0) }

// capOf is the cap of further parts: an amount for each half part, and half of
// it for a quarter.
func (p *params) capOf(quarters int) money.Dec {
	return p.caps.half.Mul(quarterParts(quarters)).Mul(two)
}

// assess computes what a household owes on an income.
func (p *params) assess(w *tax.Work, h *household, income money.Dec) liability {
	w.Cite(p.incomeCite)
	due := liability{}
	due.taxable = p.netTaxable(w, h, income, &due.paid)
	p.scaleTax(w, h, &due)
	before := due.scale.Sub(due.quotient)
	due.decote = p.relief(w, h, before)
	net := before.Sub(due.decote)
	due.cehr = p.exceptional(w, h, due.taxable)
	due.cdhr = p.differential(w, h, due.taxable, net.Add(due.cehr))
	if all := money.Sum(net, due.cehr, due.cdhr); all.Less(p.least.Dec) {
		due.uncollected = all
		w.Step("not_collected", "Tax too small to be collected", all, p.least.Cite, "{} is less than {}", all, p.least.Dec)
	}
	w.Step("total_tax", "Total tax", due.total(), nil, "{} − {} − {} − {} + {} + {}", due.scale, due.quotient, due.decote, due.uncollected,
		due.cehr, due.cdhr)
	return due
}

// netTaxable is the income after the deduction for professional expenses.
func (p *params) netTaxable(w *tax.Work, h *household, income money.Dec, taken *paid) money.Dec {
	net := income
	if h.salary || h.gross {
		own, spouse := income.Sub(h.spouse), h.spouse
		if h.gross {
			w.Cite(p.wages.cite)
			own, spouse = p.wages.declared(w, earner{own, h.cadre}, taken), p.wages.declared(w, earner{wage: spouse}, taken)
		}
		w.Cite(p.deduction.cite)
		net = p.afterExpenses(w, own, h.actual).Add(p.afterExpenses(w, spouse, money.Zero))
	}
	net = w.Round(net, p.round)
	w.Step("taxable_income", "Net taxable income, to the nearest euro", net, nil, "{}", net)
	return net
}

// afterExpenses is art. 83 3°: 10 % within a floor and a ceiling, the floor
// not above the salary itself, or the actual expenses instead.
func (p *params) afterExpenses(w *tax.Work, salary, actual money.Dec) money.Dec {
	d := &p.deduction
	if salary.Sign() <= 0 {
		return money.Zero
	}
	if actual.Sign() > 0 {
		left := salary.Sub(actual).Positive()
		w.Step("actual_expenses", "Salary after actual expenses, instead of the flat deduction", left, d.cite, "max(0, {} − {})", salary, actual)
		return left
	}
	off := money.Min(w.Round(salary.Mul(d.rate.Dec).Clamp(d.least.Dec, d.most.Dec), p.round), salary)
	w.Step("salary_deduction", "Deduction for professional expenses", off, d.cite,
		"min({}, max({}, min({}, {} × {})))", salary, d.least.Dec, d.most.Dec, salary, d.rate.Dec)
	return salary.Sub(off)
}

// scaleTax is the scale on the adults' parts, and what all parts save within
// the cap.
func (p *params) scaleTax(w *tax.Work, h *household, due *liability) {
	own := &p.scale[h.adults]
	base := own.Tax(due.taxable)
	due.scale = w.Round(base, p.round)
	w.Bands("income_tax", own, money.Zero, due.taxable, p.round)
	w.Step("income_tax", "Tax of the scale on the adults' parts", due.scale, own.Cite, "scale × {} parts", quarterParts(h.adults))
	if h.quarters == h.adults {
		return
	}
	all := &p.scale[h.quarters]
	saved := base.Sub(all.Tax(due.taxable))
	due.capped = saved.Greater(h.cap)
	due.quotient = due.scale.Sub(w.Round(base.Sub(money.Min(saved, h.cap)), p.round))
	w.Step("family_quotient", "Saved by the further parts, within the cap", due.quotient, p.quarters.cite,
		"min({} − scale × {} parts, {})", base, quarterParts(h.quarters), h.cap)
}

func quarterParts(n int) money.Dec { return money.FromInt(int64(n)).Mul(money.MustParse("0.25")) }

// relief is the décote, art. 197 I 4.
func (p *params) relief(w *tax.Work, h *household, before money.Dec) money.Dec {
	amount := p.decote.amount[h.pair]
	off := money.Min(w.Round(amount.Sub(before.Mul(p.decote.fraction.Dec)).Positive(), p.round), before)
	if off.Sign() > 0 {
		w.Step("decote", "Décote", off, amount.Cite, "min({}, {} − {} × {})", before, amount.Dec, p.decote.fraction.Dec, before)
	}
	return off
}

// exceptional is the contribution exceptionnelle, art. 223 sexies.
func (p *params) exceptional(w *tax.Work, h *household, reference money.Dec) money.Dec {
	s := &p.cehr[h.pair]
	if !reference.Greater(s.Bands[0].To) {
		return money.Zero
	}
	w.Cite(p.cehrCite)
	due := w.Round(s.Tax(reference), p.round)
	w.Step("cehr", "Contribution exceptionnelle sur les hauts revenus", due, s.Cite, "scale of the contribution on {}", reference)
	return due
}

// differential is the contribution différentielle, art. 224: what is missing
// to a fifth of the reference income.
func (p *params) differential(w *tax.Work, h *household, reference, paid money.Dec) money.Dec {
	d := p.cdhr
	if d == nil {
		return money.Zero
	}
	threshold, reliefTo, credited := d.threshold.Dec, d.reliefTo.Dec, paid.Add(d.dependant.Mul(h.children))
	if h.pair == 1 {
		threshold, reliefTo, credited = threshold.Mul(two), reliefTo.Mul(two), credited.Add(d.couple.Dec)
	}
	if !reference.Greater(threshold) {
		return money.Zero
	}
	w.Cite(d.cite)
	target := reference.Mul(d.rate.Dec)
	if !reference.Greater(reliefTo) {
		target = money.Min(target, block.Above(reference, threshold).Mul(d.reliefRate.Dec))
	}
	due := w.Round(target.Sub(credited).Positive(), p.round)
	w.Step("cdhr", "Contribution différentielle sur les hauts revenus", due, d.cite, "max(0, {} − {})", target, credited)
	return due
}
