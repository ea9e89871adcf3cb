package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
)

// depositSpace is the UUIDv5 namespace of the entries of invoices: each has one.
var depositSpace = uuid.MustParse("0f0c4a1e-52f7-5d0b-9a55-6f3f9d3b7c21")

// InvoiceEntryID is the id of the one entry that an invoice of deposits can have.
func InvoiceEntryID(invoice string) string {
	return act.Compact(uuid.NewSHA1(depositSpace, []byte(invoice)))
}

// ProposeInvoice proposes what the deposits of an invoice are booked as: a deposit
// invoice as a debt, once it is paid; a credit note for one as its way back; a final
// invoice by setting what it takes off against what its order is booked with. What else
// an invoice says is booked by its order.
//
// Errors: fault.NotFound; fault.Immutable where its content was forgotten; fault.Blocked
// with content_not_bookable, entry_not_posted and those of booking.Deposit.
func (x *Books) ProposeInvoice(ctx context.Context, c Caller, id string, paid *booking.Paid, request any) (Done[journal.State], error) {
	s, err := x.invoice(ctx, c, id)
	if err != nil {
		return Done[journal.State]{}, err
	}
	d, ok := s.Document()
	if !ok {
		return Done[journal.State]{}, fault.New(fault.Immutable, "the invoice's content was forgotten")
	}
	c.Site = s.Site
	said := booking.Deposit{IssuedOn: s.Issued.IssuedOn, Paid: paid, Currency: d.Currency, Gross: d.Gross,
		DueByInvoice: dueByInvoice(d.Seller.Address.Country), Memo: strings.ReplaceAll(string(s.Kind), "_", " ") + " " + s.Issued.Number,
		Source: journal.Source{Kind: "invoice", ID: s.DocumentID, SHA256: s.ContentSHA256}}
	return x.Propose(ctx, c, Proposed{EntryID: InvoiceEntryID(id), Request: request,
		Make: func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
			switch {
			case d.Deposit && s.Kind == invoicing.Invoice:
				said.Taxes = depositTaxes(d.Lines, "")
				return said.Propose(f)
			case s.Kind == invoicing.CreditNote:
				return x.depositBack(ctx, c, s, d, said, f)
			case len(d.Deducts) > 0:
				return x.depositsOff(ctx, c, s, d, said, f)
			}
			return journal.Proposal{}, notByInvoice(id)
		}})
}

// invoice is an issued document that the caller sees.
func (x *Books) invoice(ctx context.Context, c Caller, id string) (invoicing.State, error) {
	s, _, err := (&Invoices{Executor: x.Executor}).load(ctx, c.Tenant, id)
	if err == nil && (!s.Exists || s.Issued == nil || !Sees(c, s.Site)) {
		err = fault.New(fault.NotFound, "there is no such document")
	}
	return s, err
}

func notByInvoice(id string) error {
	var b fault.Blockers
	b.On("invoice/"+id, "content_not_bookable", "it is about no deposit: what it says is booked by its order")
	return b.Err()
}

// dueByInvoice reports whether a country has the invoice make the tax on a payment on
// account due, where it is earlier.
func dueByInvoice(country string) bool {
	return slices.ContainsFunc(invoicing.Law().OnAccount, func(x invoicing.OnAccount) bool {
		return slices.Contains(x.Countries, country) && x.Due == "invoice_or_payment"
	})
}

// depositTaxes are the taxes of a document's lines, above zero, by category and rate:
// those that take off one deposit, or all where deducts is "".
func depositTaxes(lines []invoicing.InvoiceLine, deducts string) (out []booking.DepositTax) {
	for _, l := range lines {
		if l.Deducts != deducts {
			continue
		}
		for _, t := range l.Taxes {
			at := slices.IndexFunc(out, func(x booking.DepositTax) bool {
				return x.Category == t.Category && x.Country == t.Country && x.Rate.Equal(t.Rate)
			})
			if at < 0 {
				at = len(out)
				out = append(out, booking.DepositTax{Tax: booking.Tax{Rate: t.Rate}, Category: string(t.Category), Country: t.Country})
			}
			out[at].Base, out[at].Tax.Tax = out[at].Base.Add(t.Base.Abs()), out[at].Tax.Tax.Add(t.Tax.Abs())
		}
	}
	return out
}

// bookedDeposit is the posted entry of a deposit's invoice.
func (x *Books) bookedDeposit(ctx context.Context, c Caller, invoice string) (journal.State, error) {
	entry, err := x.standing(ctx, c, InvoiceEntryID(invoice))
	if err == nil && entry.Status != journal.Posted {
		var b fault.Blockers
		b.On("invoice/"+invoice, "entry_not_posted", "the deposit is not in the books yet: book its invoice first")
		err = b.Err()
	}
	return entry, err
}

// standing is an entry, as posted only while no posted reversal undoes it; the zero entry
// where there is none.
func (x *Books) standing(ctx context.Context, c Caller, id string) (journal.State, error) {
	entry, _, err := x.Entry(ctx, c, id)
	if absent(err) {
		return journal.State{}, nil
	}
	if err != nil || entry.Status != journal.Posted {
		return entry, err
	}
	undone, _, err := x.Entry(ctx, c, ReversalID(id))
	if absent(err) {
		return entry, nil
	}
	if undone.Status == journal.Posted {
		entry.Status = journal.Rejected
	}
	return entry, err
}

// depositBack is the entry of a credit note for a deposit.
func (x *Books) depositBack(ctx context.Context, c Caller, s invoicing.State, d invoicing.InvoiceContent, said booking.Deposit,
	f booking.Facts) (journal.Proposal, error) {
	original, err := x.invoice(ctx, c, s.OriginalID)
	if err != nil {
		return journal.Proposal{}, err
	}
	if !original.Deposit {
		return journal.Proposal{}, notByInvoice(s.DocumentID)
	}
	booked, err := x.bookedDeposit(ctx, c, s.OriginalID)
	if err != nil {
		return journal.Proposal{}, err
	}
	return booking.DepositEnd{Deposit: said, Deposits: []booking.BookedDeposit{{Lines: booked.Payload.Lines, Taxes: depositTaxes(d.Lines,
		"")}}}.Propose(f)
}

// depositsOff is the entry of a final invoice, against its order's.
func (x *Books) depositsOff(ctx context.Context, c Caller, s invoicing.State, d invoicing.InvoiceContent, said booking.Deposit,
	f booking.Facts) (journal.Proposal, error) {
	end := booking.DepositEnd{Deposit: said}
	for _, off := range d.Deducts {
		booked, err := x.bookedDeposit(ctx, c, off.ID)
		if err != nil {
			return journal.Proposal{}, err
		}
		end.Deposits = append(end.Deposits, booking.BookedDeposit{Lines: booked.Payload.Lines, Taxes: depositTaxes(d.Lines, off.ID)})
	}
	order, err := x.orderEntry(ctx, c, s.OrderID)
	if err != nil {
		return journal.Proposal{}, err
	}
	at := slices.IndexFunc(order.Payload.Lines, func(l journal.Line) bool { return strings.HasPrefix(l.Rule, "counter.") })
	if at < 0 {
		var b fault.Blockers
		b.On("entry/"+order.ID, "account_mapping_missing", "the order's entry has no line of what its customer owes")
		return journal.Proposal{}, b.Err()
	}
	l := order.Payload.Lines[at]
	end.Against = &booking.AgainstLine{Account: l.Account, Party: l.Party, Left: l.Amount, BaseLeft: l.BaseAmount, TaxDate: order.TaxDate}
	if l.Rule == "counter.receivable" {
		name := order.ID + "/" + strconv.Itoa(at+1)
		open, _, err := x.open(ctx, c, "", []string{name})
		if err != nil {
			return journal.Proposal{}, err
		}
		end.Against.Settles = name
		if item, ok := open[name]; ok && !item.Left.Equal(money.Zero) {
			end.Against.Left, end.Against.BaseLeft = item.Left, item.BaseLeft
		}
	}
	return end.Propose(f)
}

// orderEntry is the posted entry of an order that is invoiced under an id; a checkout is
// invoiced under its own.
func (x *Books) orderEntry(ctx context.Context, c Caller, invoiced string) (journal.State, error) {
	s, _, err := x.CommerceEntry(ctx, c, invoiced)
	if absent(err) {
		s, _, err = x.CommerceEntry(ctx, c, orders.EntryID(c.Tenant, c.Site, orders.Checkouts, orders.Sale, invoiced))
	}
	if err == nil && s.SupersededBy != "" {
		s, _, err = x.CommerceEntry(ctx, c, s.SupersededBy)
	}
	var entry journal.State
	if err == nil {
		entry, err = x.standing(ctx, c, s.JournalID())
	}
	if err != nil && !absent(err) {
		return entry, err
	}
	if entry.Status != journal.Posted {
		var b fault.Blockers
		b.On("order/"+invoiced, "entry_not_posted", "the order is not in the books yet: post its entry first")
		return entry, b.Err()
	}
	return entry, nil
}
