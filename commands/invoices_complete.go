package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/eventstore"
)

// stepsMax bounds how often one that is overtaken looks again.
const stepsMax = 40

// Complete takes a requested document as far as it goes: claim, number, issue, and
// for a credit note what follows for its invoice and order. It may be called by
// anyone, at any time, any number of times, by two at once. The position is that
// of all that was written for it, also to other streams and by others.
func (x *Invoices) Complete(ctx context.Context, tenant, id string) (invoicing.State, eventstore.Appended, error) {
	for range stepsMax {
		s, at, err := x.load(ctx, tenant, id)
		if err != nil {
			return s, at, err
		}
		if !s.Exists {
			return s, at, fault.New(fault.NotFound, "there is no document %s", id)
		}
		next, err := x.step(ctx, tenant, s, at)
		if errors.Is(err, eventstore.ErrWrongRevision) {
			continue
		}
		if err != nil {
			return s, at, storeFault(err)
		}
		if next != (eventstore.Appended{}) {
			continue
		}
		settled, err := x.settle(ctx, tenant, s)
		if errors.Is(err, eventstore.ErrWrongRevision) {
			continue
		}
		if at.Position.Less(settled) {
			at.Position = settled
		}
		return s, at, storeFault(err)
	}
	e := fault.New(fault.Contended, "the document is overtaken again and again; it will be completed")
	e.Retry = time.Second
	return invoicing.State{}, eventstore.Appended{}, e
}

// step takes the next step; nothing appended = there is none.
func (x *Invoices) step(ctx context.Context, tenant string, s invoicing.State, at eventstore.Appended) (eventstore.Appended, error) {
	switch {
	case s.Abandoned != nil, s.Issued != nil:
		return eventstore.Appended{}, nil
	}
	var by, code string
	var err error
	if s.Kind == invoicing.Invoice {
		if by, err = x.holdOrder(ctx, tenant, s); by != "" || err != nil {
			code = "order_changed"
		} else {
			by, code, err = x.claimLines(ctx, tenant, s)
		}
	} else {
		if by, code, err = x.claimCredit(ctx, tenant, s); by == "" && err == nil {
			code = "deposit_deducted"
			by, err = x.reduceDeposit(ctx, tenant, s)
		}
	}
	if err != nil {
		return eventstore.Appended{}, err
	}
	if by != "" {
		return x.write(ctx, tenant, s, s.DocumentID, "abandon", eventstore.Exactly(at.Revision), invoicing.Abandon(s, code, by))
	}
	n, err := x.Numbers.Take(ctx, tenant, s)
	if err != nil {
		return eventstore.Appended{}, err
	}
	return x.write(ctx, tenant, s, s.DocumentID, "issue", eventstore.Exactly(at.Revision), invoicing.Conclude(s, n))
}

// claimLines claims the order's lines, or the deposit; by is who was faster, and code
// what that makes of it.
func (x *Invoices) claimLines(ctx context.Context, tenant string, s invoicing.State) (by, code string, err error) {
	claims, last, err := x.claimed(ctx, tenant, s.OrderID)
	if err != nil {
		return "", "", err
	}
	expected := eventstore.NoStream
	if last != (eventstore.Appended{}) {
		expected = eventstore.Exactly(last.Revision)
	}
	events, by := invoicing.Claim{InvoiceID: s.DocumentID, Lines: s.Lines, Deposit: s.Deposit, Gross: s.Gross, Deposits: s.Deposits,
		Seen: s.Seen}.Decide(claims)
	if by != "" {
		code = "order_changed"
		if slices.ContainsFunc(s.Lines, func(l string) bool { return claims.By(l) == by }) {
			code = "order_already_invoiced"
		}
	}
	if by != "" || len(events) == 0 {
		return by, code, nil
	}
	_, err = x.append(ctx, tenant, s, event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: s.OrderID}, "claim", expected, events)
	return "", "", err
}

// claimCredit claims the invoice's remainder; by is the invoice, and code why, where it can
// not be had.
func (x *Invoices) claimCredit(ctx context.Context, tenant string, s invoicing.State) (by, code string, err error) {
	original, at, err := x.load(ctx, tenant, s.OriginalID)
	if err != nil {
		return "", "", err
	}
	d, ok := original.Document()
	if !ok {
		return s.OriginalID, "credit_exceeds_invoice", nil
	}
	events, code := invoicing.ClaimCredit(original, d, s)
	if code != "" {
		return s.OriginalID, code, nil
	}
	if len(events) == 0 {
		return "", "", nil
	}
	_, err = x.write(ctx, tenant, s, s.OriginalID, "claim", eventstore.Exactly(at.Revision), events)
	return "", "", err
}

// reduceDeposit takes what a credit note claims of a deposit off it in the order's
// stream. Where an invoice takes the deposit off, the claim is given back; by is that
// invoice.
func (x *Invoices) reduceDeposit(ctx context.Context, tenant string, s invoicing.State) (by string, err error) {
	original, at, err := x.load(ctx, tenant, s.OriginalID)
	if err != nil || !original.Deposit {
		return "", err
	}
	claims, last, err := x.claimed(ctx, tenant, original.OrderID)
	if err != nil {
		return "", err
	}
	events, by := claims.Reduce(s)
	if by != "" {
		_, err = x.write(ctx, tenant, s, s.OriginalID, "unclaim", eventstore.Exactly(at.Revision), invoicing.Unclaim(original, s))
		return by, err
	}
	if len(events) == 0 {
		return "", nil
	}
	stream := event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: original.OrderID}
	_, err = x.append(ctx, tenant, s, stream, "reduce", eventstore.Exactly(last.Revision), events)
	return "", err
}

// settle says on the invoice that an issued note credited it, and gives the
// order's lines back when nothing is left of it; end is where that stands in the
// log.
func (x *Invoices) settle(ctx context.Context, tenant string, note invoicing.State) (end event.Position, err error) {
	if note.Issued == nil || note.Kind != invoicing.CreditNote {
		return end, nil
	}
	original, at, err := x.load(ctx, tenant, note.OriginalID)
	if err != nil {
		return end, err
	}
	if events := invoicing.NoteCredit(original, note); len(events) > 0 {
		if _, err := x.write(ctx, tenant, note, note.OriginalID, "credited", eventstore.Exactly(at.Revision), events); err != nil {
			return end, err
		}
		if original, at, err = x.load(ctx, tenant, note.OriginalID); err != nil {
			return end, err
		}
	}
	if original.Status() != invoicing.FullyCredited {
		return at.Position, nil
	}
	claims, last, err := x.claimed(ctx, tenant, original.OrderID)
	if err != nil {
		return end, err
	}
	if events := invoicing.Release(claims, original.DocumentID, note.DocumentID); len(events) > 0 {
		stream := event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: original.OrderID}
		if last, err = x.append(ctx, tenant, note, stream, "release", eventstore.Exactly(last.Revision), events); err != nil {
			return end, err
		}
	}
	if at.Position.Less(last.Position) {
		return last.Position, nil
	}
	return at.Position, nil
}

func (x *Invoices) write(ctx context.Context, tenant string, s invoicing.State, id, step string, expected eventstore.Expected,
	events []event.Payload) (eventstore.Appended, error) {
	if len(events) == 0 {
		return eventstore.Appended{}, nil
	}
	return x.append(ctx, tenant, s, event.Stream{Category: invoicing.Documents.Name, Tenant: tenant, ID: id}, step, expected, events)
}

// append writes a step on behalf of whoever requested the document.
func (x *Invoices) append(ctx context.Context, tenant string, s invoicing.State, stream event.Stream, step string,
	expected eventstore.Expected, events []event.Payload) (eventstore.Appended, error) {
	command := stepID(s.DocumentID, step)
	if step == "release" || step == "abandon" || step == "unclaim" {
		command = uuid.Must(uuid.NewV7()) // the log takes no second one for a repetition of the first
	}
	return x.Log.Write(ctx, stream.String(), expected, event.Metadata{
		CommandID: command, Operation: "invoices." + step, Tenant: tenant, Site: s.Site, Principal: s.RequestedBy,
		CorrelationID: s.DocumentID, CausationID: s.DocumentID, Schema: 1, Time: x.Now().UTC().Truncate(time.Microsecond),
	}, events)
}
