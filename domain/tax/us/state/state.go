package state

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Base says where a state's computation starts.
type Base int

const (
	AdjustedGross  Base = iota // Form 1040 line 11
	FederalTaxable             // Form 1040 line 15
	Gross                      // wages, interest and ordinary dividends: Form 1040 lines 1z, 2b and 3b
)

// Entry declares one state.
type Entry struct {
	Code string // postal code in lower case: "nc"
	Slug string
	Name string
	Base Base
	// Dependents, Children and Aged: returns with other dependents, with
	// qualifying children, and with a taxpayer aged 65 or blind are modelled; the
	// last also where aged.yaml says what they are given.
	Dependents, Children, Aged bool
	// Strict: returns with adjustments to income are not modelled, since the
	// state allows few of them.
	Strict bool
	// Statuses that are not modelled.
	Without []form1040.Status
	// Itemized: returns with amounts that could be itemised are modelled.
	Itemized bool
	// HomeTax: the state gives something for the property tax on a home; returns
	// with property taxes are modelled where home says how.
	HomeTax bool
	// OneEarner: the state gives a credit to couples both of whom earn, or lets
	// them split incomes; joint returns on which both have wages are modelled
	// where couple says how.
	OneEarner bool
	// Apart: whose the income of a couple is, invested income too, changes what
	// the state's law asks of them.
	Apart bool
	// investedUntaxed is the first year without a tax on interest and dividends,
	// of a state that has no tax on other incomes.
	investedUntaxed int
	// Unqualified: returns with qualified dividends are not modelled, since the
	// state taxes them apart or in part.
	Unqualified bool
	// RetiredFrom: from this age the state excludes a part of the incomes, wages
	// too, which is not modelled; 0 = no such age below 65.
	RetiredFrom int
	// Printed: the law or form prints the tax at the foot of each band in whole
	// dollars.
	Printed bool
	// untaxed: the state has no income tax on what is modelled.
	untaxed bool

	// credit is a nonrefundable credit of the state's own; nil = none.
	credit func(c *filing) money.Dec
	// FederalTax: the state deducts the federal tax, and returns with federal
	// credits that its law treats apart are not modelled.
	FederalTax bool
	// refuse says why a return is not modelled beyond what the fields above
	// say, "" if it is; nil = nothing.
	refuse func(in *form1040.Return) string
	// couple reads what the law gives to couples both of whom have wages.
	couple func(r reader) couple
	// rules reads what the state's law has of its own; nil = nothing.
	rules func(r reader) own
	// row is what the state's tax table taxes for a taxable income, as the form
	// is filled in; nil = the schedule at every income.
	row func(taxable money.Dec) money.Dec
	// law is what params has read, by year.
	law [lastYear - firstModelled + 1]atomic.Pointer[params]
}

// Result is a state's income tax on one return.
type Result struct {
	Tax, Taxable, Rate money.Dec
	Poor               bool // Maryland: the poverty level credit is given
	Citations          []law.Citation
	Steps              []tax.Step
}

// params are the parameters of one state and year; what a state does not have
// is zero.
type params struct {
	tariff                                      [5]*block.Schedule // nil = the flat rate
	rate, zeroBand, exemption, dependent, child money.Dec
	standard, statusExemption, exemptionLimit   [5]money.Dec
	hasLimit                                    bool
	phaseStart                                  [5]money.Dec
	creditRate, creditExemption, phaseRate      money.Dec
	lowIncome                                   block.Schedule
	creditDependent, creditFall                 money.Dec
	creditPersons, creditStep                   [5]money.Dec
	surtaxRate, surtaxStart                     money.Dec
	noTaxUpTo                                   [5]money.Dec
	forgivenBase, forgivenChild                 money.Dec
	forgivenStep, forgivenRate                  money.Dec
	newYork                                     *newYork
	hasFederalLimit                             bool
	federalLimit                                [5]money.Dec // federal deduction that is not added back
	federalLimitFrom                            money.Dec    // from this federal AGI
	rules
	own     own
	incomes incomes
	aged    aged
	couple  couple
	home    home
	// noCareCredit: the state gives nothing for the care of children or dependents
	// but what is refundable.
	noCareCredit bool
	noProvision  bool      // Pennsylvania: none for federal adjustments
	gainsFree    money.Dec // Washington: long-term gains that its tax on them leaves
	careGroup    groupSet
	law          groups
}

type key struct {
	code string
	year int
}

// params reads the law of a year once. Readers of other years do not wait.
func (e *Entry) params(year int) (*params, error) {
	if year < firstModelled || year > lastYear {
		return nil, fmt.Errorf("state income tax of %s: the tax year %d is not covered", e.Name, year)
	}
	slot := &e.law[year-firstModelled]
	if p := slot.Load(); p != nil {
		return p, nil
	}
	day, book := civil.Of(year, 12, 31), law.MustOpen("us-"+e.Code)
	open := func() reader { return reader{book.On(day)} }
	r := open()
	p := e.read(r)
	err := r.Err()
	p.law.add(r.Citations())
	if err == nil {
		p.incomes, err = readIncomes(open, &p.law)
	}
	if err == nil {
		p.aged, err = readAged(open(), &p.law)
	}
	if err == nil {
		p.couple, err = e.readCouple(open(), &p.law)
	}
	if err == nil {
		p.home, err = e.readHome(open(), &p.law)
	}
	if err == nil {
		care := open()
		p.noCareCredit, p.careGroup = care.says("no_care_credit"), p.law.add(care.Citations())
		err = care.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("state income tax of %s %d: %w", e.Name, year, err)
	}
	slot.CompareAndSwap(nil, p)
	return slot.Load(), nil
}

func (e *Entry) read(r reader) *params {
	p := &params{}
	num, status := r.num, r.status
	p.rate = num("rate")
	if r.Has("tariff_single") {
		p.tariff = byStatus(r.Reader, "tariff_single", "tariff_joint", "tariff_head")
	}
	if r.Has("supplement_income") {
		p.newYork = readNewYork(r.Reader)
	}
	p.creditDependent, p.creditFall = num("credit_dependent"), num("credit_phaseout_amount")
	p.creditPersons, p.creditStep = status("credit_persons"), status("credit_phaseout_step")
	p.surtaxRate, p.surtaxStart = num("surtax_rate"), num("surtax_start")
	p.noTaxUpTo = status("no_tax_up_to")
	p.forgivenBase, p.forgivenChild = num("forgiveness_base"), num("forgiveness_child")
	p.forgivenStep, p.forgivenRate = num("forgiveness_step"), num("forgiveness_rate")
	p.zeroBand, p.exemption, p.dependent, p.child = num("zero_band"), num("exemption"), num("dependent_exemption"), num("child_exemption")
	p.standard, p.statusExemption = status("standard_deduction"), status("status_exemption")
	p.hasLimit, p.exemptionLimit = r.Has("exemption_income_limit"), status("exemption_income_limit")
	p.creditRate, p.creditExemption = num("taxpayer_credit_rate"), num("credit_exemption")
	p.phaseStart, p.phaseRate = status("credit_phaseout_start"), num("credit_phaseout_rate")
	p.hasFederalLimit = r.Has("federal_deduction_limit")
	p.federalLimit, p.federalLimitFrom = status("federal_deduction_limit"), num("federal_deduction_limit_income")
	p.rules = readRules(r)
	if r.Has("low_income_credit") {
		p.lowIncome = block.NewSchedule(r.Schedule("low_income_credit"))
	}
	if e.rules != nil {
		p.own = e.rules(r)
	}
	p.noProvision, p.gainsFree = r.says("no_provision_for_adjustments"), num("gains_untaxed")
	return p
}

// byStatus reads schedules by filing status. A state without one for heads of
// household treats them, like surviving spouses, as joint returns; one without
// a schedule for separate returns treats them as single.
func byStatus(r *law.Reader, single, joint, head string) [5]*block.Schedule {
	schedule := func(name string) *block.Schedule {
		s := block.NewSchedule(r.Schedule(name))
		return &s
	}
	alone, both := schedule(single), schedule(joint)
	heads, apart := both, alone
	if r.Has(head) {
		heads = schedule(head)
	}
	if r.Has("tariff_separate") && single == "tariff_single" {
		apart = schedule("tariff_separate")
	}
	return [5]*block.Schedule{alone, both, apart, heads, both}
}

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
	c := filing{in: in, f: f, p: p, schedule: p.tariff[in.Status], agi: f.At(form1040.F11)}
	e.begin(&c, &w)
	off := p.deduction(&c)
	if p.own.deduct != nil {
		off = off.Add(p.own.deduct(&c))
	}
	if p.home.deduct != nil && p.home.applies(c.in) {
		off = off.Add(p.home.deduct(&c))
	}
	w.add("deductions", "Standard deduction and exemptions", "by filing status, persons and dependents", off)
	c.taxable = c.start.Sub(off).Positive()
	w.add("taxable_income", "State taxable income", "starting point − deductions, not below 0", c.taxable)
	var rate money.Dec
	c.due, rate = e.due(&c)
	if p.own.tax != nil && c.schedule != nil {
		c.due, rate = p.own.tax(&c), c.schedule.Entered(c.taxable).Rate
	}
	if c.together = c.due; p.couple.tax != nil && c.both() {
		c.due = p.couple.tax(&c)
	}
	w.add("tax", "Tax before credits", "tax table or schedule, or (taxable income − untaxed band) × rate", c.due)
	e.finish(&c, &w)
	if in.Method == form1040.AsForm {
		c.due = c.due.Whole(money.HalfUp)
	}
	return Result{Tax: c.due, Taxable: c.taxable, Rate: rate, Poor: p.own.poor != nil && p.own.poor(&c), Citations: w.cite, Steps: w.out}, nil
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
		w.add("subtraction", p.own.subtractLabel, "as the state's law gives it", less)
		c.start = c.start.Sub(less)
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
	if e.credit != nil {
		credit = e.credit(c)
	}
	if c.p.own.credit != nil {
		credit = credit.Add(c.p.own.credit(c))
	}
	credit = credit.Add(c.p.aged.credit(c))
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
		due := money.Max(printed(schedule, taxable), p.minimum(c.agi))
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
	return schedule.Tax(taxable).Whole(money.HalfUp), rate
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
		each := p.exemptionByIncome.Bands[holding(p.exemptionByIncome, c.start)].Rate
		exemptions = exemptions.Add(each.Mul(persons(in).Add(dependents(in))))
	}
	off := p.standard[in.Status].Add(p.statusExemption[in.Status]).Add(exemptions).Mul(p.kept(agi))
	return off.Add(p.contributions(in))
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
