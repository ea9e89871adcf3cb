package invoicingtest

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
)

// PaidBefore invoices a share of an order as a deposit, and then the order with the
// deposit taken off. ok is false for supplies of which no deposit can be invoiced.
func PaidBefore(m invoicing.Making, share money.Dec) (deposit, final invoicing.InvoiceContent, ok bool) {
	if slices.ContainsFunc(m.Order.Lines, func(l invoicing.OrderLine) bool {
		return l.Taxes[0].Category == invoicing.IntraCommunity || l.Taxes[0].Category == invoicing.OutsideScope
	}) {
		return deposit, final, false
	}
	m.Order.SuppliedOn = m.Today.AddDays(1)
	asked := invoicing.DepositAsked{Share: &share}
	s, deposit := issued(m, invoicing.IssueInvoice{OrderID: m.Order.ID, Deposit: &asked}, 1)
	m.Claims = m.Claims.Evolve(event.Recorded{Payload: invoicing.DepositClaimed{InvoiceID: s.DocumentID, Gross: s.Gross}})
	m.Deposits = []invoicing.Deposit{{Invoice: s, Document: deposit, Readable: true}}
	m.Order.SuppliedOn = m.Today
	_, final = issued(m, invoicing.IssueInvoice{OrderID: m.Order.ID}, 2)
	return deposit, final, true
}

// issued takes an invoice that nothing stands against to its end.
func issued(m invoicing.Making, x invoicing.IssueInvoice, sequence int64) (invoicing.State, invoicing.InvoiceContent) {
	m.Asked = x.Deposit
	book := invoicing.Book{Site: 1, Year: m.Today.Year(), Series: "INV", Part: 1}
	id := uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%s-%d", m.Order.ID, sequence))
	events, err := x.Decide(invoicing.State{}, act.Context{CommandID: id, Now: m.Today.Time()},
		invoicing.Facts{Making: m, Book: book, Held: m.Held, PaymentDays: 14})
	if err != nil {
		panic(err) // a test asks for what cannot be
	}
	s := evolved(invoicing.State{}, m.Today.Time(), events)
	at := invoicing.Part{Tail: invoicing.Tail{Sequence: sequence - 1, IssuedOn: civil.Date{}}}
	number := book.Take(at, []invoicing.Waiting{{DocumentID: s.DocumentID, DraftedOn: m.Today}})
	s = evolved(s, m.Today.Time(), invoicing.Conclude(s, number[0]))
	d, _ := s.Document()
	return s, d
}

func evolved(s invoicing.State, at time.Time, events []event.Payload) invoicing.State {
	for _, p := range events {
		s = s.Evolve(event.Recorded{Stream: "invoice-t-a", Payload: p, Meta: event.Metadata{Site: 1, Principal: "p", Time: at}})
	}
	return s
}
