package invoicing

import (
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
)

// Claims is what of an order stands on invoices. The zero Claims is nothing.
type Claims struct {
	ByLine   map[string]string         // line → invoice
	Invoices map[string][]string       // invoice → lines, while it claims them; a deposit has none
	Deposits map[string]ClaimedDeposit // by invoice
	Last     string                    // the latest invoice that was fully credited, deposits aside
	Events   int                       // of the order's stream
	Latest   string                    // the invoice that the last of them was for
}

// ClaimedDeposit is a deposit that stands on an invoice.
type ClaimedDeposit struct {
	Gross money.Dec // as far as it is not credited
	By    string    // the invoice that takes it off; "" = none does yet
	Notes []string  // credit notes that took of it
}

// By is the invoice that claims a line; "" = none.
func (c Claims) By(line string) string { return c.ByLine[line] }

// Open are the deposits that no invoice takes off yet, by the ids of their invoices.
func (c Claims) Open() (ids []string) {
	for id, d := range c.Deposits {
		if d.By == "" && d.Gross.Sign() > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Deposited is what the open deposits come to, with tax.
func (c Claims) Deposited() (gross money.Dec) {
	for _, id := range c.Open() {
		gross = gross.Add(c.Deposits[id].Gross)
	}
	return gross
}

// Evolve applies one event.
func (c Claims) Evolve(e event.Recorded) Claims {
	c.ByLine, c.Invoices, c.Deposits = maps.Clone(c.ByLine), maps.Clone(c.Invoices), maps.Clone(c.Deposits)
	if c.ByLine == nil {
		c.ByLine, c.Invoices = map[string]string{}, map[string][]string{}
	}
	if c.Deposits == nil {
		c.Deposits = map[string]ClaimedDeposit{}
	}
	c.Events++
	switch p := e.Payload.(type) {
	case LinesClaimed:
		for _, l := range p.Lines {
			c.ByLine[l] = p.InvoiceID
		}
		c.Invoices[p.InvoiceID], c.Latest = p.Lines, p.InvoiceID
		c.take(p.Deposits, p.InvoiceID)
	case DepositClaimed:
		c.Invoices[p.InvoiceID], c.Latest = []string{}, p.InvoiceID
		c.Deposits[p.InvoiceID] = ClaimedDeposit{Gross: p.Gross}
	case DepositReduced:
		d := c.Deposits[p.InvoiceID]
		d.Gross, d.Notes = d.Gross.Sub(p.Gross), append(slices.Clip(d.Notes), p.CreditNoteID)
		c.Deposits[p.InvoiceID], c.Latest = d, p.InvoiceID
	case LinesReleased:
		c.release(p)
	}
	return c
}

// take marks deposits as taken off by an invoice; "" = by none any more.
func (c Claims) take(deposits []string, by string) {
	for _, id := range deposits {
		d := c.Deposits[id]
		d.By = by
		c.Deposits[id] = d
	}
}

func (c *Claims) release(p LinesReleased) {
	for _, l := range c.Invoices[p.InvoiceID] {
		delete(c.ByLine, l)
	}
	_, deposit := c.Deposits[p.InvoiceID]
	if p.CreditNoteID != "" && !deposit {
		c.Last = p.InvoiceID
	}
	for id, d := range c.Deposits {
		if d.By == p.InvoiceID {
			c.take([]string{id}, "")
		}
	}
	delete(c.Invoices, p.InvoiceID)
	delete(c.Deposits, p.InvoiceID)
	c.Latest = p.InvoiceID
}

// Claim asks for lines of an order, or for a deposit.
type Claim struct {
	InvoiceID string
	Lines     []string
	Deposit   bool
	Gross     money.Dec // of a deposit
	Deposits  []string  // that the invoice takes off
	Seen      int       // events that it was decided on
}

// Decide claims the lines or the deposit; none = they are claimed already. by is who
// was faster: where deposits come in, whoever changed anything of the order meanwhile.
func (x Claim) Decide(c Claims) (events []event.Payload, by string) {
	if _, ok := c.Invoices[x.InvoiceID]; ok {
		return nil, ""
	}
	for _, l := range x.Lines {
		if by := c.By(l); by != "" {
			return nil, by
		}
	}
	if c.Events != x.Seen && (x.Deposit || len(x.Deposits) > 0 || len(c.Deposits) > 0) {
		return nil, c.Latest
	}
	if x.Deposit {
		return []event.Payload{DepositClaimed{x.InvoiceID, x.Gross}}, ""
	}
	return []event.Payload{LinesClaimed{x.InvoiceID, slices.Clone(x.Lines), slices.Clone(x.Deposits)}}, ""
}

// Reduce takes what a credit note credits of a deposit off it; none = that stands
// already. by is the invoice that took the deposit off.
func (c Claims) Reduce(note State) (events []event.Payload, by string) {
	d, ok := c.Deposits[note.OriginalID]
	switch {
	case !ok, slices.Contains(d.Notes, note.DocumentID):
		return nil, ""
	case d.By != "":
		return nil, d.By
	}
	return []event.Payload{DepositReduced{note.OriginalID, note.DocumentID, note.Gross}}, ""
}

// Release gives back what an invoice claims.
func Release(c Claims, invoiceID, creditNoteID string) []event.Payload {
	if _, ok := c.Invoices[invoiceID]; !ok {
		return nil
	}
	return []event.Payload{LinesReleased{invoiceID, creditNoteID}}
}
