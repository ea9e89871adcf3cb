package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/eventstore"
)

// seen are the revisions of the document and of the matching entry on which
// finalising a receipt was decided.
type seen struct{ document, entry uint64 }

// claim takes the document of a receipt, and the entry that it matches, each on the
// stream of its own and at the revision that was seen: of two receipts of one cost,
// one is refused, and nothing is corrected in between. A claim that was cut off is
// found, and holds until its receipt is discarded.
func (x *Receipts) claim(ctx context.Context, c Caller, s receipt.State, at seen) error {
	c.IdempotencyKey, c.Command = "", uuid.Nil
	if s.DocumentID != "" {
		c.IfMatch = &at.document
		_, err := Execute(ctx, x.Executor, c, documentAggregate, Order[docs.State]{
			Operation: "documents.claim", ID: s.DocumentID, Request: s.ID,
			Decide: func(d docs.State, _ act.Context) ([]event.Payload, error) {
				if d.ClaimedBy == s.ID && d.ClaimedEntry == "" {
					return nil, nil
				}
				return []event.Payload{docs.Claimed{ReceiptID: s.ID}}, nil
			},
		})
		if err != nil {
			return overtaken(err)
		}
	}
	if s.Match == nil || s.Match.Kind == "none" {
		return nil
	}
	entry := s.Match.ID
	if s.Match.Kind == "ledger_entry" {
		o, _, err := x.Books.CommerceEntry(ctx, c, entry)
		if err != nil {
			return err
		}
		entry = o.JournalID()
	}
	c.IfMatch = &at.entry
	_, err := Execute(ctx, x.Executor, c, journalAggregate, Order[journal.State]{
		Operation: "journal.match", ID: entry, Request: s.ID,
		Decide: func(e journal.State, _ act.Context) ([]event.Payload, error) {
			if e.MatchedBy == s.ID {
				return nil, nil
			}
			return []event.Payload{journal.EntryMatched{ReceiptID: s.ID}}, nil
		},
	})
	return overtaken(err)
}

// overtaken has the receipt decided again where what it rests on has changed.
func overtaken(err error) error {
	if f := fault.As(err); f != nil && f.Code == fault.RevisionMismatch {
		return eventstore.ErrWrongRevision
	}
	return err
}

// holder is the receipt that holds what it claimed against another; "" = none does.
// One that was discarded holds nothing, nor one that ended in another entry.
func (x *Documents) holder(ctx context.Context, c Caller, claimed, own, entry string) (string, error) {
	if claimed == "" || claimed == own {
		return "", nil
	}
	c.Site = 0
	h, err := ReceiptKind.Load(ctx, x.Log, c, claimed)
	if err != nil || h.State.Status == receipt.Dropped {
		return "", err
	}
	if entry != "" && h.State.Status == receipt.Final && h.State.JournalEntryID != entry {
		return "", nil
	}
	if reversed, err := x.reversedEntry(ctx, c.Tenant, h.State); err != nil || reversed {
		return "", err
	}
	return claimed, nil
}

// reversedEntry reports whether the journal entry that a finalised receipt became, or
// joined, is posted and reversed: then its cost is out of the books again, and another
// receipt may bring the document in.
func (x *Documents) reversedEntry(ctx context.Context, tenant string, s receipt.State) (bool, error) {
	if s.Status != receipt.Final {
		return false, nil
	}
	history, err := x.Log.Load(ctx, event.Stream{Category: journal.Category.Name, Tenant: tenant, ID: s.JournalEntryID}.String())
	if err != nil {
		return false, storeFault(err)
	}
	return x.undone(ctx, tenant, journal.Fold(history))
}

// OutOfTheBooks reports whether what a finalised receipt brought into the books was
// reversed.
func (x *Receipts) OutOfTheBooks(ctx context.Context, c Caller, s receipt.State) (bool, error) {
	return x.reversedEntry(ctx, c.Tenant, s)
}

// untouched refuses to touch a document that a receipt brought into the books.
func (x *Documents) untouched(ctx context.Context, c Caller, s docs.State) error {
	by, err := x.holder(ctx, c, s.ClaimedBy, "", "")
	if err == nil && by != "" {
		err = fault.New(fault.Immutable, "the document is in the books, or on its way there, by receipt %s", by)
	}
	if err != nil {
		return err
	}
	if by, err = x.entryHolding(ctx, c.Tenant, s); err == nil && by != "" {
		err = fault.New(fault.Immutable, "the document is in the books, or on its way there, by journal entry %s", by)
	}
	return err
}

// ownIDs are the tax numbers of a site's own.
func (x *Receipts) ownIDs(ctx context.Context, tenant string, site int64, today civil.Date) ([]string, error) {
	held, err := (&Settings{Executor: x.Executor}).On(ctx, tenant, site, today)
	if err != nil || held.Seller == nil {
		return nil, err
	}
	return []string{held.Seller.TaxID, held.Seller.TaxNumber}, nil
}

// matched is the entry that a receipt is said to be, and the revision of its
// journal entry; nil = it is not there, or the receipt says that there is none.
func (x *Receipts) matched(ctx context.Context, c Caller, s receipt.State) (*receipt.Matched, uint64, error) {
	missing := func(err error) bool { return fault.As(err) != nil && fault.As(err).Code == fault.NotFound }
	var m receipt.Matched
	id, amount := s.Match.ID, ""
	if s.Match.Kind == "none" || id == "" {
		return nil, 0, nil
	}
	if s.Match.Kind == "ledger_entry" {
		o, _, err := x.Books.CommerceEntry(ctx, c, id)
		if missing(err) {
			return nil, 0, nil
		}
		if err != nil {
			return nil, 0, err
		}
		v := o.Latest()
		m.Entry = receipt.Entry{Kind: "ledger_entry", ID: o.ID, Date: civil.FromTime(v.PlacedAt.UTC()), Currency: v.Currency}
		amount, m.Sale = v.Gross.String(), o.Kind != orders.Refund && o.Kind != orders.Fee
		if o.Voided {
			m.Ended = "voided"
		}
		m.Site, id = o.Site, o.JournalID()
	}
	e, revision, err := x.Books.Entry(ctx, c, id)
	if missing(err) {
		return &m, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	m.JournalID = e.ID
	if m.Kind == "" {
		m.Site, m.Entry = e.Site, receipt.Entry{Kind: "journal_entry", ID: e.ID, Date: e.Date, Currency: e.Currency}
		amount = journal.Sum(e.Lines).Debit.String()
		for _, l := range e.Lines { // a tax that the customer owes stands on both sides, beside what is paid
			if l.Side == journal.Credit && !l.TaxLine && l.Amount.Equal(s.Gross) {
				amount = l.Amount.String()
			}
		}
	}
	m.Entry = x.inReceipt(s, m.Entry, amount)
	switch {
	case e.Status == journal.Rejected || e.Status == journal.Returned:
		m.Ended = string(e.Status)
	case e.Reverses != "":
		m.Ended = "booked to reverse another"
	default:
		back, _, err := x.Books.Entry(ctx, c, ReversalID(e.ID))
		if err != nil && !missing(err) {
			return nil, 0, err
		}
		if back.ID != "" && back.Status != journal.Rejected {
			m.Ended = "reversed"
		}
	}
	m.HeldBy, err = x.holder(ctx, c, e.MatchedBy, s.ID, e.ID)
	return &m, revision, err
}
