package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// own is what a state's law has beside a schedule, a standard deduction and
// exemptions by status and person. Each part is nil where the law has no such
// thing. The parts close over the parameters of one year.
type own struct {
	// subtract is taken off the starting point before deductions; the label
	// names it.
	subtract      func(c *filing) money.Dec
	subtractLabel string
	// subtractRare: the step is shown only where something is subtracted.
	subtractRare bool
	// deduct is taken beside the standard deduction and exemptions that are
	// the same at every income.
	deduct func(c *filing) money.Dec
	// standard is the standard deduction where it is not the same at every
	// income; deduct holds it.
	standard func(c *filing) money.Dec
	// tax is the tax on the taxable income, in place of the schedule's.
	tax func(c *filing) money.Dec
	// more is added to the tax before credits; the label names it.
	more      func(c *filing) money.Dec
	moreLabel string
	// credit is the nonrefundable credits.
	credit func(c *filing) money.Dec
	// itemizedLost is what incomes lose of the itemised deductions.
	itemizedLost func(c *filing, all money.Dec) money.Dec
	// care is the credit for care where it is no one part of the federal credit.
	care func(c *filing) money.Dec
	// careDeducted: deduct holds a deduction for care.
	careDeducted bool
	// refund is the refundable credits beside those of the federal credits' parts;
	// refundsAre names them.
	refund     func(c *filing) money.Dec
	refundsAre string
	// refundsAlone: there are no others.
	refundsAlone bool
	// homeCredit is the refundable credit in place of a deduction of property tax.
	homeCredit [5]money.Dec
	// poor reports whether a credit for the poor is given, on which the tax of
	// a locality depends.
	poor func(c *filing) bool
	// group is that of the rules that few returns need.
	group groupSet
}

// filing is one return on its way through a state's computation.
type filing struct {
	in       *form1040.Return
	f        *form1040.Sheet
	p        *params
	schedule *block.Schedule
	agi      money.Dec // federal adjusted gross income
	start    money.Dec // starting point, after what is subtracted from it
	taxable  money.Dec
	due      money.Dec // tax so far
	before   money.Dec // tax before nonrefundable credits
	refunds  money.Dec // refundable credits
	// subtracted and off are what the own subtraction and the deductions took.
	subtracted, off money.Dec
	// spouseOff is what of the subtraction of the state's own is the spouse's.
	spouseOff    money.Dec
	homeDeducted bool      // New Jersey: property tax was deducted
	forfeits     bool      // what was chosen forfeits all credits
	ownCredit    money.Dec // credits that were found with the tax
	together     money.Dec // a couple's tax before what it is apart
}

// whole rounds to the dollar where the return is filled in as on the form.
func (c *filing) whole(x money.Dec) money.Dec {
	if c.in.Method == form1040.AsForm {
		return x.Whole(money.HalfUp)
	}
	return x
}

// federalTax is the income tax of the federal return that Form MO-1040 line 9 takes:
// Form 1040 line 22 less lines 27a and 29, not less the refundable child tax credit.
func (c *filing) federalTax() money.Dec {
	return c.f.At(form1040.F22).Sub(c.f.At(form1040.F27)).Sub(c.f.At(form1040.F29)).Positive()
}

// reader reads the parameters of a state's own rules.
type reader struct{ *law.Reader }

// num is a parameter, 0 where the state has none of the name.
func (r reader) num(name string) money.Dec {
	if !r.Has(name) {
		return money.Zero
	}
	return r.Num(name).Dec
}

// says reports whether the state's law has a rule of the name, and cites it.
func (r reader) says(name string) bool {
	if !r.Has(name) {
		return false
	}
	r.Text(name)
	return true
}

// status is a table by filing status, 0 where the state has none of the name.
func (r reader) status(name string) (out [5]money.Dec) {
	if !r.Has(name) {
		return out
	}
	for i, entry := range [5]string{"single", "joint", "separate", "head", "qss"} {
		out[i] = r.Entry(name, entry).Dec
	}
	return out
}

// children is a table by the number of qualifying children, 0 where the state has none of
// the name.
func (r reader) children(name string) (out [4]money.Dec) {
	if !r.Has(name) {
		return out
	}
	for i, entry := range [4]string{"none", "one", "two", "three"} {
		out[i] = r.Entry(name, entry).Dec
	}
	return out
}

// schedule is nil where the state has none of the name.
func (r reader) schedule(name string) *block.Schedule {
	if !r.Has(name) {
		return nil
	}
	s := block.NewSchedule(r.Schedule(name))
	return &s
}

// schedules reads one schedule a filing status, the name followed by the
// status; what is missing is single for separate returns and joint for others.
func (r reader) schedules(name string) (out [5]*block.Schedule) {
	single, joint := r.schedule(name+"_single"), r.schedule(name+"_joint")
	out = [5]*block.Schedule{single, joint, single, joint, joint}
	if s := r.schedule(name + "_separate"); s != nil {
		out[form1040.Separate] = s
	}
	if s := r.schedule(name + "_head"); s != nil {
		out[form1040.Head] = s
	}
	return out
}

// amountAt is what a schedule whose bands hold amounts gives to an income; the
// upper end of a band belongs to it.
func amountAt(s *block.Schedule, x money.Dec) money.Dec { return s.Bands[holding(s, x)].Rate }

// amountFrom is the same where an income at the edge belongs to the band above.
func amountFrom(s *block.Schedule, x money.Dec) money.Dec { return s.Entered(x).Rate }

// stepsAbove is how many steps, or parts of one, an income is above a start.
func stepsAbove(x, start, step money.Dec) money.Dec {
	if !x.Greater(start) { // most incomes; a quotient is slow
		return money.Zero
	}
	return x.Sub(start).Positive().QuoRound(step, 0, money.Ceiling)
}

// heads is how many people are on the return.
func (c *filing) heads() money.Dec { return persons(c.in).Add(dependents(c.in)) }
