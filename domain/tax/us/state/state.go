package state

import (
	"fmt"
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
	// Ages: how many of the children are under 6 decides the tax; returns with
	// children of which it is not said are not modelled.
	Ages bool
	// Young: it decides refundable credits.
	Young bool
	// Benefits: whose the social security benefits of a couple are changes the tax.
	Benefits bool
	// Unqualified: returns with qualified dividends are not modelled, since the
	// state taxes them apart or in part.
	Unqualified bool
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
	// rare reads what of it belongs to few returns alone, which cite it: those of more
	// than wages and what is invested; nil = nothing.
	rare func(r reader, o *own)
	// unread says which refundable credits keep the figure after them from being given, ""
	// where the law of some year is read.
	unread string
	// refunds reads what the state's law refunds by rules of its own; nil = nothing.
	refunds func(r reader) *ownRefund
	// row is what the state's tax table taxes for a taxable income, as the form
	// is filled in; nil = the schedule at every income.
	row func(taxable money.Dec) money.Dec
	// law is what params has read, by year.
	law [lastYear - firstModelled + 1]atomic.Pointer[params]
}

// Result is a state's income tax on one return.
type Result struct {
	Tax, Taxable, Rate money.Dec
	// Refunds are the refundable credits that are modelled, whole where
	// HasRefunds: what they exceed the tax by is paid out. RefundsAre is the
	// sentence that names them.
	Refunds    money.Dec
	HasRefunds bool
	RefundsAre string
	// RefundsWant is why the credits of this return are not known where those of others
	// are, "" = they are.
	RefundsWant string
	Poor        bool // Maryland: the poverty level credit is given
	Citations   []law.Citation
	Steps       []tax.Step
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
	pension pension
	itemize itemized
	care    care
	refund  refund
	loans   loans
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
	if err == nil && e.rare != nil {
		few := open()
		e.rare(few, &p.own)
		p.own.group, err = p.law.add(few.Citations()), few.Err()
	}
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
		err = p.readFurther(e, open)
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
