package state

import (
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// filings are those that have been computed, to be used again: nothing of a result
// refers to one.
var filings = sync.Pool{New: func() any { return new(filing) }}

// Compute returns the state's income tax from a federal return and its sheet.
// The caller has asked Refuse.
func (e *Entry) Compute(in *form1040.Return, f *form1040.Sheet, explain bool) (Result, error) {
	p, err := e.params(in.Year)
	if err != nil {
		return Result{}, err
	}
	w := steps{explain: explain, cite: p.law.of(ownLaw)}
	if explain {
		w.form = strings.ToUpper(e.Code)
	}
	if e.Untaxed() {
		w.add("rate", "Rate of income tax", "no income tax", money.Zero)
		return Result{Citations: w.cite, Steps: w.out}, nil
	}
	c := filings.Get().(*filing)
	defer filings.Put(c)
	*c = filing{in: in, f: f, p: p, schedule: p.tariff[in.Status], agi: f.At(form1040.F11)}
	e.begin(c, &w)
	off := p.deduction(c)
	if p.own.deduct != nil {
		off = off.Add(p.own.deduct(c))
	}
	if p.home.deduct != nil && p.home.applies(c.in) {
		off = off.Add(p.home.deduct(c))
	}
	off = off.Add(p.itemize.beyondStandard(c)).Add(p.care.deduction(c))
	c.off = off
	w.add("deductions", "Standard deduction and exemptions", "by filing status, persons and dependents", off)
	c.taxable = c.start.Sub(off).Positive()
	w.add("taxable_income", "State taxable income", "starting point − deductions, not below 0", c.taxable)
	var rate money.Dec
	c.due, rate = e.due(c)
	if p.own.tax != nil && c.schedule != nil {
		c.due, rate = p.own.tax(c), c.schedule.Entered(c.taxable).Rate
	}
	if c.together = c.due; p.couple.tax != nil && c.both() {
		c.due = p.couple.tax(c)
	}
	w.add("tax", "Tax before credits", "tax table or schedule, or (taxable income − untaxed band) × rate", c.due)
	e.finish(c, &w)
	wants := e.wants(c)
	known := wants == ""
	if known {
		c.refunds = p.refund.of(c)
		w.add("refundable_credits", "Refundable credits", "as the state's law gives them; what exceeds the tax is paid out", c.refunds)
	}
	if in.Method == form1040.AsForm {
		c.due = c.due.Whole(money.HalfUp)
	}
	return Result{Tax: c.due, Refunds: c.refunds, HasRefunds: known, RefundsAre: p.refund.are, RefundsWant: wants, Taxable: c.taxable,
		Rate: rate, Poor: p.own.poor != nil && p.own.poor(c), Citations: w.cite, Steps: w.out}, nil
}

// begin finds the starting point, with what the state's law adds to it and
// takes off it.
func (e *Entry) begin(c *filing, w *steps) {
	p, cite := c.p, ownLaw
	line, start := e.start(c.f)
	c.start = start
	w.add("base", "Starting point", line, start)
	if back := p.addBack(c.in, c.f); !back.IsZero() {
		w.add("addition", "Federal deduction added back", "federal deduction − limit, from an adjusted gross income on", back)
		c.start = c.start.Add(back)
	}
	if anyOf(c.in) {
		less, more, kinds := p.incomes.change(c.in, c.f, e.Base)
		cite |= kinds
		w.cite = p.law.of(cite)
		if more = c.whole(more); !more.IsZero() {
			w.add("incomes_added", "Other income and deductions that the state does not allow", "part of each kind that is taxed", more)
			c.start = c.start.Add(more)
		}
		if less = money.Min(c.whole(less), c.start.Positive()); !less.IsZero() {
			w.add("incomes_exempt", "Income that the state does not tax", "federal amount − part that is taxed", less)
			c.start = c.start.Sub(less)
		}
	}
	if p.aged.known && elderlyOrBlind(c.in) {
		cite |= p.aged.group
		w.cite = p.law.of(cite)
	}
	if p.home.applies(c.in) {
		cite |= p.home.group
		w.cite = p.law.of(cite)
	}
	if p.noCareCredit && !c.in.CareExpenses.IsZero() {
		cite |= p.careGroup
		w.cite = p.law.of(cite)
	}
	if more := p.furtherCited(c); more&^cite != 0 {
		cite |= more
		w.cite = p.law.of(cite)
	}
	if !pensioned(c.in).IsZero() {
		if less := money.Min(p.pension.exempt(c), c.start.Positive()); !less.IsZero() {
			w.add("pensions_exempt", "Retirement income that the state does not tax", "of each person, by age, at most the amount", less)
			c.start = c.start.Sub(less)
		}
	}
	if added := p.loans.added(c); !added.IsZero() {
		w.add("student_loan_interest_added", "Student loan interest that the state does not deduct",
			"federal deduction × part added, or − the state's own", added)
		c.start = c.start.Add(added)
	}
	if c.both() && p.couple.known {
		cite |= p.couple.group
		w.cite = p.law.of(cite)
		if p.couple.subtract != nil {
			less := money.Min(p.couple.subtract(c), c.start.Positive())
			w.add("couple", "Subtraction for two earners", "lower income, up to the limit", less)
			c.start = c.start.Sub(less)
		}
	}
	if p.own.subtract != nil {
		less := money.Min(p.own.subtract(c), c.start.Positive())
		if !p.own.subtractRare || !less.IsZero() {
			w.add("subtraction", p.own.subtractLabel, "as the state's law gives it", less)
		}
		c.start, c.subtracted = c.start.Sub(less), less
	}
}

// finish adds to the tax what the state's law adds, and takes off the
// nonrefundable credits.
func (e *Entry) finish(c *filing, w *steps) {
	p := c.p
	if p.own.more != nil {
		more := p.own.more(c)
		w.add("addition_to_tax", p.own.moreLabel, "as the state's law gives it", more)
		c.due = c.due.Add(more)
	}
	before := c.due
	c.before = before
	if credit := e.credits(c); !credit.IsZero() || e.credit != nil || p.own.credit != nil || p.couple.credit != nil {
		credit = money.Min(before, credit)
		w.add("credit", "Nonrefundable credit", "as the state's law gives it, at most the tax", credit)
		c.due = before.Sub(credit)
	}
	if more := c.taxable.Sub(p.surtaxStart).Positive().Mul(p.surtaxRate); !more.IsZero() {
		w.add("surtax", "Tax on high incomes", "(taxable income − threshold) × rate", more)
		c.due = c.due.Add(more)
	}
}

// credits are the nonrefundable credits of the entry.
func (e *Entry) credits(c *filing) money.Dec {
	credit := money.Zero
	if c.forfeits {
		return credit
	}
	if e.credit != nil {
		credit = e.credit(c)
	}
	if c.p.own.credit != nil {
		credit = credit.Add(c.p.own.credit(c))
	}
	credit = credit.Add(c.p.aged.credit(c)).Add(c.p.care.credit(c))
	if c.p.couple.credit != nil && c.both() {
		credit = credit.Add(c.p.couple.credit(c))
	}
	if c.p.home.credit != nil {
		credit = credit.Add(c.p.home.credit(c))
	}
	return credit
}

func (e *Entry) start(f *form1040.Sheet) (line string, amount money.Dec) {
	switch e.Base {
	case FederalTaxable:
		return "Form 1040 line 15", f.At(form1040.F15)
	case Gross:
		return "Form 1040 lines 1z + 2b + 3b", f.At(form1040.F1z).Add(f.At(form1040.F2b)).Add(f.At(form1040.F3b))
	}
	return "Form 1040 line 11", f.At(form1040.F11)
}

// due is the tax before credits and the rate on the last dollar.
func (e *Entry) due(c *filing) (amount, rate money.Dec) {
	p, in, start, taxable, schedule := c.p, c.in, c.start, c.taxable, c.schedule
	switch {
	case start.Sign() > 0 && !start.Greater(p.noTaxUpTo[in.Status]):
		return money.Zero, money.Zero
	case start.Less(p.filingThreshold[in.Status]):
		return money.Zero, money.Zero
	case schedule == nil:
		return taxable.Sub(p.zeroBand).Positive().Mul(p.rate), p.rate
	}
	rate = schedule.Entered(taxable).Rate
	if p.newYork != nil {
		return newYorkTax(p, in, start, taxable), rate
	}
	if e.Printed {
		due := money.Max(printed(schedule, p.row(in, taxable)), p.minimum(c.agi))
		if in.Method == form1040.AsForm {
			due = due.Whole(money.HalfUp)
		}
		return due, rate
	}
	if in.Method != form1040.AsForm {
		return schedule.Tax(taxable), rate
	}
	if e.row != nil {
		taxable = e.row(taxable)
	}
	return schedule.Tax(p.row(in, taxable)).Sub(p.beyondTable(in, schedule, taxable)).Whole(money.HalfUp), rate
}

func (p *params) deduction(c *filing) money.Dec {
	in, agi := c.in, c.agi
	exemptions := p.exemption.Mul(persons(in)).
		Add(p.dependent.Mul(money.FromInt(int64(in.Children + in.OtherDependents)))).
		Add(p.child.Mul(money.FromInt(int64(in.Children))))
	exemptions = exemptions.Add(p.aged.exemption(c))
	if p.hasLimit && agi.Greater(p.exemptionLimit[in.Status]) {
		exemptions = money.Zero
	}
	if p.exemptionByIncome != nil {
		each := amountAt(p.exemptionByIncome, c.start.Add(c.subtracted))
		exemptions = exemptions.Add(each.Mul(persons(in).Add(dependents(in))))
	}
	off := p.standard[in.Status].Add(p.statusExemption[in.Status]).Add(exemptions)
	if !p.reduceStep.IsZero() {
		off = off.Mul(p.kept(agi))
	}
	if !p.contributionRate.IsZero() {
		off = off.Add(p.contributions(in))
	}
	return off
}

// steps notes the lines of a state's computation.
type steps struct {
	explain bool
	form    string
	cite    []law.Citation
	out     []tax.Step
}

func (w *steps) add(code, label, how string, amount money.Dec) {
	if !w.explain {
		return
	}
	ids := make([]string, len(w.cite))
	for i := range w.cite {
		ids[i] = w.cite[i].ID
	}
	w.out = append(w.out, tax.Step{Code: w.form + "/" + code, Label: w.form + ": " + label, Formula: how, Amount: amount, CitationIDs: ids})
}
