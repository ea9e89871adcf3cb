package ch

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// liability is what is owed on one income.
type liability struct{ taxable, tariff, children, unlevied money.Dec }

func (l *liability) total() money.Dec { return l.tariff.Sub(l.children).Sub(l.unlevied) }

// household is what a request says of who is taxed on what.
type household struct {
	tariff                    *tariff
	status                    string
	children, pension, others money.Dec
	cantonal                  money.Dec // taxable income of the canton, where it is given
	gross, ownCantonal        bool
	canton                    *canton // nil where direct federal tax alone is computed
}

// due is what is owed in all.
type due struct {
	liability
	cantonDue
	incomes
}

func (d *due) total() money.Dec { return d.liability.total().Add(d.cantonDue.total()) }

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := paramsOf(&row)
	h, err := p.household(req, &row)
	if err != nil {
		return tax.Result{}, err
	}
	w := tax.NewWork(req.Explain)
	owed := p.owed(&w, &h, req.Income)
	slope, cliff := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		exact := tax.ExactWork()
		d := p.owed(&exact, &h, x)
		return d.total()
	})
	rates := &h.tariff.rates
	out := tax.Result{
		TaxableIncome: owed.taxable, TotalTax: owed.total(), MarginalRate: slope, StatutoryRate: rates.Entered(owed.taxable).Rate,
		Bands:      tax.Bands(make([]tax.BandResult, 0, len(rates.Bands)), rates, money.Zero, owed.taxable, p.tax),
		Components: make([]tax.Levy, 1, 7),
	}
	out.Components[0] = tax.Levy{Code: "income_tax", Kind: tax.LevyTax, Amount: owed.tariff, InTotal: true}
	add := func(code, kind string, amount money.Dec) {
		out.Components = append(out.Components, tax.Levy{Code: code, Kind: kind, Amount: amount, InTotal: kind != tax.LevySocial})
	}
	if owed.children.Sign() > 0 {
		add("child_reduction", tax.LevyCredit, owed.children)
	}
	if owed.unlevied.Sign() > 0 {
		add("not_levied", tax.LevyCredit, owed.unlevied)
	}
	if h.canton != nil {
		add("cantonal_tax", tax.LevyTax, owed.state)
		add("communal_tax", tax.LevyTax, owed.commune)
		add("personal_tax", tax.LevyTax, owed.personal)
		both := h.canton.state.Add(h.canton.commune.Dec)
		out.StatutoryRate = out.StatutoryRate.Add(h.canton.tariff(h.status).Entered(owed.canton).Rate.Mul(both))
	}
	if h.gross {
		all := owed.contributions.Add(h.pension)
		w.Step("social_contributions", "Contributions, with those to the occupational pension", all, p.wages.first.Cite, "{} + {}",
			owed.contributions, h.pension)
		add("social_contributions", tax.LevySocial, all)
		out.Assumptions = grossScope[:len(grossScope):len(grossScope)]
	}
	if cliff {
		out.Assumptions = append(out.Assumptions,
			"At this income the tax reaches the amount from which it is levied; the marginal rate is the one beyond that step.")
	}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// household reads a request, or says what is not modelled or missing.
func (p *params) household(req *tax.Request, row *tax.CoverageRow) (household, error) {
	h := household{
		tariff: &p.single, status: req.Choice("status"), children: money.FromInt(int64(req.Int("children"))),
		gross: req.IncomeBasis == tax.Gross, pension: req.Num("pension_contributions"), others: req.Num("other_deductions"),
		cantonal: req.Num("cantonal_taxable_income"), ownCantonal: req.Given("cantonal_taxable_income"),
	}
	if h.status != single {
		h.tariff = &p.couple
	}
	reason := ""
	switch {
	case h.gross && p.wages == nil:
		reason = "gross wages are computed for 2024 and 2025; give the taxable income"
	case h.gross && h.status != single:
		reason = "gross wages of couples and parents are not modelled; give the taxable income"
	case req.SubRegion == zurichCity && row.Region != zurichCity:
		reason = "the taxes of Zurich are computed for 2024 and 2025; leave the place out for direct federal tax alone"
	}
	if reason != "" {
		return h, &tax.Unavailable{Jurisdiction: "CH", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: reason}
	}
	if h.gross && !req.Given("pension_contributions") {
		return h, &tax.MissingFacts{Facts: wageFacts[:1]}
	}
	if row.Region == zurichCity {
		h.canton = p.zurich
	}
	return h, nil
}

// owed is direct federal tax on an income, with what canton and city levy.
func (p *params) owed(w *tax.Work, h *household, income money.Dec) (d due) {
	d.incomes = incomes{federal: income, canton: income}
	switch {
	case h.gross:
		d.incomes = p.wages.of(w, income, h.pension, h.others)
	case h.ownCantonal:
		d.incomes.canton = h.cantonal
	}
	d.liability = p.assess(w, h.tariff, h.children, d.federal)
	if h.canton != nil {
		d.incomes.canton = w.Round(d.incomes.canton, p.income)
		d.cantonDue = h.canton.assess(w, h.status, d.incomes.canton)
		w.Step("all_taxes", "Taxes of Confederation, canton and city", d.total(), nil, "{} + {}", d.liability.total(), d.cantonDue.total())
	}
	return d
}

// assess is art. 36 paras. 1 to 3.
func (p *params) assess(w *tax.Work, t *tariff, children, income money.Dec) liability {
	w.Cite(t.all)
	due := liability{taxable: w.Round(income, p.income)}
	w.Step("taxable_income", "Taxable income, full 100 francs", due.taxable, nil, "{}", income)
	due.tariff = p.tariffTax(w, t, due.taxable)
	if children.Sign() > 0 {
		_, due.children = block.NonRefundable(due.tariff, p.child.Mul(children))
		w.Step("child_reduction", "Reduction for children and dependants", due.children, p.child.Cite, "min({}, {} × {})", due.tariff,
			p.child.Dec, children)
	}
	if left := due.tariff.Sub(due.children); left.Less(p.least.Dec) {
		due.unlevied = left
		w.Step("not_levied", "Tax too small to be levied", left, p.least.Cite, "{} is less than {}", left, p.least.Dec)
	}
	w.Step("total_tax", "Direct federal tax", due.total(), nil, "{} − {} − {}", due.tariff, due.children, due.unlevied)
	return due
}

// tariffTax is the printed amount of the step and more for each further 100
// francs. An exact evaluation follows the rates alone: the printed amounts are
// rounded.
func (p *params) tariffTax(w *tax.Work, t *tariff, taxable money.Dec) money.Dec {
	if w.Mode == block.Exact {
		return t.rates.Tax(taxable)
	}
	step := 0
	for i := 1; i < len(t.rates.Bands) && !taxable.Less(t.rates.Bands[i].From); i++ {
		step = i
	}
	if step == 0 {
		w.Step("income_tax", "Tax of the tariff: free", money.Zero, t.cite, "0")
		return money.Zero
	}
	b, at := &t.rates.Bands[step], t.printed[step-1]
	due := w.Round(at.Add(taxable.Sub(b.From).Mul(b.Rate)), p.tax)
	w.Step("income_tax", "Tax of the tariff", due, t.cite, "{} + ({} − {}) × {}", at, taxable, b.From, b.Rate)
	return due
}
