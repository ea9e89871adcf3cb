package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// home is what a state's law gives for the property tax on the taxpayer's home,
// by itself or with what else is itemised. The files home.yaml and itemized.yaml
// of a state hold its figures; in a year without them,
// returns with property taxes are refused where the entry says HomeTax.
type home struct {
	known bool
	// itemized: deduct is what itemised deductions of the state's own exceed the
	// standard deduction by, so that returns that state some are modelled.
	itemized bool
	credit   func(c *filing) money.Dec // nonrefundable
	deduct   func(c *filing) money.Dec
	group    groupSet
}

// applies reports whether a return states what home is of.
func (h *home) applies(in *form1040.Return) bool {
	return h.known && (!in.PropertyTaxes.IsZero() || h.itemized && mayItemize(in))
}

// readHome reads what the entry's law has for the tax on a home.
func (e *Entry) readHome(r reader, law *groups) (home, error) {
	if !e.HomeTax {
		return home{}, nil
	}
	out := home{known: true}
	switch {
	case r.Has("home_tax_credit_rate"):
		out.credit = homeCredit(r)
	case r.Has("home_tax_deduction_most"):
		most := r.status("home_tax_deduction_most")
		out.deduct = func(c *filing) money.Dec { return money.Min(c.in.PropertyTaxes, most[c.in.Status]) }
	case r.Has("itemized_home_most"):
		out.itemized, out.deduct = true, readItemized(r)
	default:
		out.known = false
	}
	out.group = law.add(r.Citations())
	return out, r.Err()
}

// homeCredit is a part of the tax on the home, up to an income: Illinois's
// property tax credit (35 ILCS 5/208).
func homeCredit(r reader) func(c *filing) money.Dec {
	rate, limit := r.num("home_tax_credit_rate"), r.status("home_tax_income_limit")
	return func(c *filing) money.Dec {
		if c.agi.Greater(limit[c.in.Status]) {
			return money.Zero
		}
		return c.whole(c.in.PropertyTaxes.Mul(rate))
	}
}

// readItemized is what itemised deductions exceed the standard deduction by, in
// a state that lets its taxpayers choose whichever is larger whatever they chose
// on the federal return: the federal deductions for medical expenses and gifts,
// and home mortgage interest with property taxes up to two limits (N.C. Gen.
// Stat. § 105-153.5(a)(2)).
func readItemized(r reader) func(c *filing) money.Dec {
	most, taxes := r.num("itemized_home_most"), r.status("itemized_property_tax_most")
	return func(c *filing) money.Dec {
		property := money.Min(c.in.PropertyTaxes, taxes[c.in.Status])
		sum := money.Min(most, c.f.At(form1040.SA8).Add(property)).Add(c.f.At(form1040.SA14)).Add(c.f.At(form1040.SA4))
		return c.whole(sum).Sub(c.p.standard[c.in.Status]).Positive()
	}
}

// careless reports whether the state gives nothing for the care of children or
// dependents, so that what it cost changes nothing.
func (e *Entry) careless(year int) bool {
	p, err := e.params(year)
	return err == nil && p.noCareCredit
}
