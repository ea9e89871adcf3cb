package it

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Credits are what an income of a whole year gives an employee, before it is taken
// from any tax: those against the tax, and what is paid out beside it.
type Credits struct {
	Scale             block.Schedule
	Employment, Wedge money.Dec
	Integrative, Sum  money.Dec // paid out
	Cite              []law.Citation
}

// CreditsOf are those of a permanent employee without other credits, by the law of a
// year that is covered, as a tenant reads it.
func CreditsOf(o *law.Overlay, year string, income money.Dec) Credits {
	p, who, w := resolved.In(o)[year], employee{}, tax.NewWork(false)
	w.Cite(p.cite)
	c := Credits{Scale: p.scale, Employment: p.employmentCredit(&w, &who, income), Wedge: p.wedgeCredit(&w, income)}
	c.Integrative = p.integrativeAmount(&w, &who, income, w.Round(p.scale.Tax(income), cent), c.Employment)
	c.Sum = p.wedgeSum(&w, income)
	c.Cite = w.Citations()
	return c
}
