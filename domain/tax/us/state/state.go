package state

import (
	"fmt"
	"slices"
	"strings"
	"sync"

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
	Code  string // postal code in lower case: "nc"
	Slug  string
	Name  string
	From  int // first and last tax year that are modelled
	To    int
	Kinds []tax.Kind
	Base  Base
	// Dependents, Children and Aged: returns with other dependents, with
	// qualifying children, and with a taxpayer aged 65 or blind are modelled.
	Dependents, Children, Aged bool
	// Strict: returns with adjustments to income are not modelled, since the
	// state allows few of them.
	Strict bool
	// Statuses that are not modelled.
	Without []form1040.Status
	// Itemized: returns with amounts that could be itemised are modelled.
	Itemized bool
	// OneEarner: joint returns on which both spouses have wages are not
	// modelled, since the state gives them a credit or lets them split incomes.
	OneEarner bool
	// Unqualified: returns with qualified dividends are not modelled, since the
	// state taxes them apart or in part.
	Unqualified bool
	// Printed: the law or form prints the tax at the foot of each band in whole
	// dollars.
	Printed bool
	Why     string
	Scope   string

	// credit is a nonrefundable credit of the state's own; nil = none.
	credit func(p *params, in *form1040.Return, f *form1040.Sheet, taxable, due money.Dec) money.Dec
	// row is what the state's tax table taxes for a taxable income, as the form
	// is filled in; nil = the schedule at every income.
	row func(taxable money.Dec) money.Dec
}

// Result is a state's income tax on one return.
type Result struct {
	Tax, Taxable, Rate money.Dec
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
	cite []law.Citation
}

type key struct {
	code string
	year int
}

var cache = struct {
	sync.Mutex
	of map[key]*params
}{of: map[key]*params{}}

func (e *Entry) params(year int) (*params, error) {
	cache.Lock()
	defer cache.Unlock()
	k := key{e.Code, year}
	if p := cache.of[k]; p != nil {
		return p, nil
	}
	r := law.MustOpen("us-" + e.Code).On(civil.Of(year, 12, 31))
	p := read(r)
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("state income tax of %s %d: %w", e.Name, year, err)
	}
	p.cite = r.Citations()
	cache.of[k] = p
	return p, nil
}

func read(r *law.Reader) *params {
	p := &params{}
	num := func(name string) money.Dec {
		if !r.Has(name) {
			return money.Zero
		}
		return r.Num(name).Dec
	}
	status := func(name string) (out [5]money.Dec) {
		if !r.Has(name) {
			return out
		}
		for i, entry := range [5]string{"single", "joint", "separate", "head", "qss"} {
			out[i] = r.Entry(name, entry).Dec
		}
		return out
	}
	p.rate = num("rate")
	if r.Has("tariff_single") {
		p.tariff = byStatus(r, "tariff_single", "tariff_joint", "tariff_head")
	}
	if r.Has("supplement_income") {
		p.newYork = readNewYork(r)
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
	p.rules = readRules(r, num, status)
	if r.Has("low_income_credit") {
		p.lowIncome = block.NewSchedule(r.Schedule("low_income_credit"))
	}
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

// Refuse says why a return is not modelled for the state, "" if it is.
func (e *Entry) Refuse(in *form1040.Return) string {
	switch {
	case in.Year < e.From || in.Year > e.To:
		return "the tax year is not covered"
	case !e.Children && max(in.Children, in.EICChildren) > 0:
		return "returns with qualifying children are not modelled for this state"
	case !e.Dependents && in.OtherDependents > 0:
		return "returns with other dependents are not modelled for this state"
	case !e.Aged && elderlyOrBlind(in):
		return "returns of taxpayers who are 65 or older or blind are not modelled for this state"
	case !e.Itemized && (in.Itemizing == form1040.Itemized || mayItemize(in)):
		return "itemised deductions are not modelled for this state"
	case e.Strict && adjusted(in):
		return "adjustments to income are not modelled for this state"
	case e.OneEarner && twoEarners(in):
		return "returns on which both spouses have wages are not modelled for this state"
	case e.Unqualified && !in.QualifiedDividends.IsZero():
		return "qualified dividends are not modelled for this state"
	case slices.Contains(e.Without, in.Status):
		return "this filing status is not modelled for this state"
	case in.Claimable && !e.taxesNothing():
		return "returns of taxpayers whom someone can claim as a dependent are not modelled for this state"
	}
	if what := e.unmodelled(in); what != "" {
		return what + " is not modelled for this state"
	}
	return ""
}

func elderlyOrBlind(in *form1040.Return) bool {
	const aged = 65
	joint := in.Status == form1040.Joint
	return in.You.Age >= aged || in.You.Blind || joint && (in.Spouse.Age >= aged || in.Spouse.Blind)
}

// mayItemize reports whether a return states anything that a state lets its
// taxpayers deduct instead of a standard deduction.
func mayItemize(in *form1040.Return) bool {
	sum := in.Medical.Add(in.StateTaxes).Add(in.PropertyTaxes).Add(in.MortgageInterest).Add(in.InvestmentInterest).
		Add(in.GiftsCash).Add(in.GiftsProperty).Add(in.CasualtyLoss).Add(in.OtherItemized)
	return !sum.IsZero()
}

// adjusted reports whether a return states adjustments to income.
func adjusted(in *form1040.Return) bool {
	sum := in.HSA.Add(in.You.Educator).Add(in.Spouse.Educator).Add(in.EarlyWithdrawal).Add(in.IRADeduction).
		Add(in.StudentLoanInterest).Add(in.OtherAdjustments)
	return !sum.IsZero()
}

// unmodelled names what stands on the return beside the incomes that the
// state's entry models.
func (e *Entry) unmodelled(in *form1040.Return) string {
	if e.taxesNothing() {
		return e.beyondKinds(in)
	}
	for _, c := range []struct {
		what   string
		amount money.Dec
	}{
		{"social security income", in.SocialSecurity}, {"unemployment compensation", in.Unemployment},
		{"retirement income", in.IRADistributions.Add(in.Pensions)}, {"a state refund", in.StateRefunds},
		{"alimony", in.Alimony.Add(in.AlimonyPaid)}, {"tax-exempt interest", in.TaxExemptInterest},
		{"self-employment", in.You.SelfEmployment.Abs().Add(in.Spouse.SelfEmployment.Abs())},
		{"capital gain", in.ShortTermGain.Abs().Add(in.LongTermGain.Abs())},
		{"rental or passthrough income", in.RentalAndPassthrough.Abs()}, {"other income", in.OtherIncome.Abs()},
		{"the business income deduction", in.OtherQualifiedBusinessIncome.Abs().Add(in.REITDividends)},
		{"a credit for the care of children or dependents", in.CareExpenses},
		{"a deduction for tips, overtime or car loan interest", in.You.Tips.Add(in.You.Overtime).Add(in.CarLoanInterest)},
	} {
		if !c.amount.IsZero() {
			return c.what
		}
	}
	return ""
}

// beyondKinds names an income of a state without an income tax that a tax of
// another name may still reach.
func (e *Entry) beyondKinds(in *form1040.Return) string {
	investment := in.Interest.Add(in.OrdinaryDividends)
	switch {
	case !slices.Contains(e.Kinds, tax.CapitalGains) && in.ShortTermGain.Add(in.LongTermGain).Sign() > 0:
		return "capital gain"
	case !slices.Contains(e.Kinds, tax.Interest) && !investment.IsZero():
		return "investment income"
	}
	return ""
}

func (e *Entry) taxesNothing() bool { return e.Why == noTax }

// Compute returns the state's income tax from a federal return and its sheet.
// The caller has asked Refuse.
func (e *Entry) Compute(in *form1040.Return, f *form1040.Sheet, explain bool) (Result, error) {
	p, err := e.params(in.Year)
	if err != nil {
		return Result{}, err
	}
	w := steps{explain: explain, form: strings.ToUpper(e.Code), cite: p.cite}
	if e.taxesNothing() {
		w.add("rate", "Rate of income tax", "no income tax", money.Zero)
		return Result{Citations: p.cite, Steps: w.out}, nil
	}
	line, start := e.start(f)
	w.add("base", "Starting point", line, start)
	if back := p.addBack(in, f); !back.IsZero() {
		w.add("addition", "Federal deduction added back", "federal deduction − limit, from an adjusted gross income on", back)
		start = start.Add(back)
	}
	off := p.deduction(in, f)
	w.add("deductions", "Standard deduction and exemptions", "by filing status, persons and dependents", off)
	taxable := start.Sub(off).Positive()
	w.add("taxable_income", "State taxable income", "starting point − deductions, not below 0", taxable)
	due, rate := e.due(p, in, start, taxable)
	w.add("tax", "Tax before credits", "tax table or schedule, or (taxable income − untaxed band) × rate", due)
	if e.credit != nil {
		credit := money.Min(due, e.credit(p, in, f, taxable, due))
		w.add("credit", "Nonrefundable credit", "as the state's law gives it, at most the tax", credit)
		due = due.Sub(credit)
	}
	if more := taxable.Sub(p.surtaxStart).Positive().Mul(p.surtaxRate); !more.IsZero() {
		w.add("surtax", "Tax on high incomes", "(taxable income − threshold) × rate", more)
		due = due.Add(more)
	}
	if in.Method == form1040.AsForm {
		due = due.Whole(money.HalfUp)
	}
	return Result{Tax: due, Taxable: taxable, Rate: rate, Citations: p.cite, Steps: w.out}, nil
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
func (e *Entry) due(p *params, in *form1040.Return, start, taxable money.Dec) (amount, rate money.Dec) {
	schedule := p.tariff[in.Status]
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
		due := money.Max(printed(schedule, taxable), p.minimum(start))
		if in.Method == form1040.AsForm {
			due = due.Whole(money.HalfUp)
		}
		return due, rate
	}
	base := money.Zero
	if !p.baseTax.IsZero() && taxable.Greater(schedule.Bands[1].From) {
		base = p.baseTax
	}
	if in.Method != form1040.AsForm {
		return base.Add(schedule.Tax(taxable)), rate
	}
	if e.row != nil {
		taxable = e.row(taxable)
	}
	return base.Add(schedule.Tax(taxable)).Whole(money.HalfUp), rate
}

func (p *params) deduction(in *form1040.Return, f *form1040.Sheet) money.Dec {
	exemptions := p.exemption.Mul(persons(in)).
		Add(p.dependent.Mul(money.FromInt(int64(in.Children + in.OtherDependents)))).
		Add(p.child.Mul(money.FromInt(int64(in.Children))))
	if p.hasLimit && f.At(form1040.F11).Greater(p.exemptionLimit[in.Status]) {
		exemptions = money.Zero
	}
	agi := f.At(form1040.F11)
	if p.exemptionByIncome != nil {
		each := p.exemptionByIncome.Bands[holding(p.exemptionByIncome, agi)].Rate
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
