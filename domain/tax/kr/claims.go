package kr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// claimed adds up the deductions and the credits that the facts name.
func (p *params) claimed(w *tax.Work, req *tax.Request) claims {
	w.Cite(p.cite)
	c, unsaid := claims{deductions: p.basic.Dec}, tax.NewWork(false)
	off := w // where what is deducted is told: nowhere, if the tax base is given
	if req.IncomeBasis == tax.Taxable {
		off = &unsaid
	}
	off.Step("basic_deduction", "Basic deduction for oneself", p.basic.Dec, p.basic.Cite, "{}", p.basic.Dec)
	if !req.HasFacts() {
		return c
	}
	p.persons(off, req, &c)
	insurance, special := req.Num("health_and_employment_insurance"), req.Num("special_credits")
	c.special = insurance.Sign() > 0 || special.Sign() > 0
	c.deductions = c.deductions.Add(insurance).Add(req.Num("pension_contributions")).Add(req.Num("other_deductions"))
	c.credits = special
	credit := func(code, label string, amount money.Dec, cite []law.Citation) {
		if amount.Sign() > 0 {
			c.credits = c.credits.Add(amount)
			w.Cite(cite)
			w.Step(code, label, amount, cite, "{}", amount)
		}
	}
	credit("child_credit", "Child credit", p.child.of(req.Int("children_for_credit")), p.child.cite)
	credit("birth_credit", "Credit for a birth or adoption", p.birth(req.Choice("born_or_adopted")), p.optional[0])
	if req.Bool("married_this_year") {
		credit("marriage_credit", "Marriage credit", p.marriage, p.optional[2])
	}
	savings := money.Min(req.Num("pension_savings"), p.pension.savingsMost)
	if c.pension = money.Min(savings.Add(req.Num("retirement_pension_payments")), p.pension.most); c.pension.Sign() > 0 {
		w.Cite(p.optional[1])
	}
	return c
}

// persons adds the personal deductions (arts. 50 and 51).
func (p *params) persons(w *tax.Work, req *tax.Request, c *claims) {
	count := req.Num("dependants")
	if req.Bool("dependent_spouse") {
		count = count.Add(money.One)
	}
	parent := money.Zero
	switch req.Choice("household") {
	case singleParent:
		parent = money.One
	case woman50:
		c.woman = true
	}
	for _, d := range []struct {
		code, label string
		count       money.Dec
		each        money.Dec
	}{
		{"dependants_deduction", "Basic deduction for dependants", count, p.basic.Dec},
		{"aged_deduction", "Additional deduction from 70 years", req.Num("persons_aged_70_or_over"), p.aged.Dec},
		{"disabled_deduction", "Additional deduction for disability", req.Num("disabled_persons"), p.disabled.Dec},
		{"single_parent_deduction", "Additional deduction of a single parent", parent, p.parent},
	} {
		if d.count.Sign() > 0 {
			c.deductions = c.deductions.Add(d.count.Mul(d.each))
			w.Step(d.code, d.label, d.count.Mul(d.each), p.basic.Cite, "{} × {}", d.count, d.each)
		}
	}
}

// of is the child credit of so many children.
func (c *childCredit) of(children int) money.Dec {
	switch children {
	case 0:
		return money.Zero
	case 1:
		return c.one
	}
	return c.two.Add(c.further.Mul(money.FromInt(int64(children - 2))))
}

// birth is the credit for the child that is born or adopted in the year.
func (p *params) birth(which string) money.Dec {
	for i, name := range births {
		if name == which {
			return p.births[i]
		}
	}
	return money.Zero
}
