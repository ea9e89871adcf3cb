package invoicing

import (
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/event"
)

// Claims is what of an order stands on invoices. The zero Claims is nothing.
type Claims struct {
	ByLine   map[string]string   // line → invoice
	Invoices map[string][]string // invoice → lines, while it claims them
	Last     string              // the latest invoice that was fully credited
}

// By is the invoice that claims a line; "" = none.
func (c Claims) By(line string) string { return c.ByLine[line] }

// Evolve applies one event.
func (c Claims) Evolve(e event.Recorded) Claims {
	c.ByLine, c.Invoices = maps.Clone(c.ByLine), maps.Clone(c.Invoices)
	if c.ByLine == nil {
		c.ByLine, c.Invoices = map[string]string{}, map[string][]string{}
	}
	switch p := e.Payload.(type) {
	case LinesClaimed:
		for _, l := range p.Lines {
			c.ByLine[l] = p.InvoiceID
		}
		c.Invoices[p.InvoiceID] = p.Lines
	case LinesReleased:
		for _, l := range c.Invoices[p.InvoiceID] {
			delete(c.ByLine, l)
		}
		delete(c.Invoices, p.InvoiceID)
		if p.CreditNoteID != "" {
			c.Last = p.InvoiceID
		}
	}
	return c
}

// Claim asks for lines of an order.
type Claim struct {
	InvoiceID string
	Lines     []string
}

// Decide claims the lines; none = they are claimed already. by is who was faster.
func (x Claim) Decide(c Claims) (events []event.Payload, by string) {
	if _, ok := c.Invoices[x.InvoiceID]; ok {
		return nil, ""
	}
	for _, l := range x.Lines {
		if by := c.By(l); by != "" {
			return nil, by
		}
	}
	return []event.Payload{LinesClaimed{x.InvoiceID, slices.Clone(x.Lines)}}, ""
}

// Release gives back what an invoice claims.
func Release(c Claims, invoiceID, creditNoteID string) []event.Payload {
	if _, ok := c.Invoices[invoiceID]; !ok {
		return nil
	}
	return []event.Payload{LinesReleased{invoiceID, creditNoteID}}
}
