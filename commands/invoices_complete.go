package commands

import (
	"context"
	"errors"
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
// anyone, at any time, any number of times, by two at once.
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
		if next == (eventstore.Appended{}) {
			return s, at, nil
		}
	}
	e := fault.New(fault.Contended, "the document is overtaken again and again; it will be completed")
	e.Retry = time.Second
	return invoicing.State{}, eventstore.Appended{}, e
}

// step takes the next step; nothing appended = there is none.
func (x *Invoices) step(ctx context.Context, tenant string, s invoicing.State, at eventstore.Appended) (eventstore.Appended, error) {
	switch {
	case s.Abandoned != nil:
		return eventstore.Appended{}, nil
	case s.Issued != nil && s.Kind == invoicing.CreditNote:
		return eventstore.Appended{}, x.settle(ctx, tenant, s)
	case s.Issued != nil:
		return eventstore.Appended{}, nil
	}
	var by string
	var err error
	code := "order_already_invoiced"
	if s.Kind == invoicing.Invoice {
		by, err = x.claimLines(ctx, tenant, s)
	} else {
		code = "credit_exceeds_invoice"
		by, err = x.claimCredit(ctx, tenant, s)
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

// claimLines claims the order's lines; by is who has them.
func (x *Invoices) claimLines(ctx context.Context, tenant string, s invoicing.State) (by string, err error) {
	claims, expected, err := x.claimed(ctx, tenant, s.OrderID)
	if err != nil {
		return "", err
	}
	events, by := invoicing.Claim{InvoiceID: s.DocumentID, Lines: s.Lines}.Decide(claims)
	if by != "" || len(events) == 0 {
		return by, nil
	}
	_, err = x.append(ctx, tenant, s, event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: s.OrderID}, "claim", expected, events)
	return "", err
}

// claimCredit claims the invoice's remainder; by is the invoice where not enough
// is left.
func (x *Invoices) claimCredit(ctx context.Context, tenant string, s invoicing.State) (by string, err error) {
	original, at, err := x.load(ctx, tenant, s.OriginalID)
	if err != nil {
		return "", err
	}
	d, ok := original.Document()
	if !ok {
		return s.OriginalID, nil
	}
	events, ok := invoicing.ClaimCredit(original, d, s)
	if !ok {
		return s.OriginalID, nil
	}
	if len(events) == 0 {
		return "", nil
	}
	_, err = x.write(ctx, tenant, s, s.OriginalID, "claim", eventstore.Exactly(at.Revision), events)
	return "", err
}

// settle says on the invoice that it was credited, and gives the order's lines
// back when nothing is left of it.
func (x *Invoices) settle(ctx context.Context, tenant string, note invoicing.State) error {
	original, at, err := x.load(ctx, tenant, note.OriginalID)
	if err != nil {
		return err
	}
	if events := invoicing.NoteCredit(original, note); len(events) > 0 {
		if _, err := x.write(ctx, tenant, note, note.OriginalID, "credited", eventstore.Exactly(at.Revision), events); err != nil {
			return err
		}
		if original, _, err = x.load(ctx, tenant, note.OriginalID); err != nil {
			return err
		}
	}
	if original.Status() != invoicing.FullyCredited {
		return nil
	}
	claims, expected, err := x.claimed(ctx, tenant, original.OrderID)
	if err != nil {
		return err
	}
	events := invoicing.Release(claims, original.DocumentID, note.DocumentID)
	if len(events) == 0 {
		return nil
	}
	_, err = x.append(ctx, tenant, note, event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: original.OrderID}, "release", expected, events)
	return err
}

func (x *Invoices) write(ctx context.Context, tenant string, s invoicing.State, id, step string, expected eventstore.Expected, events []event.Payload) (eventstore.Appended, error) {
	if len(events) == 0 {
		return eventstore.Appended{}, nil
	}
	return x.append(ctx, tenant, s, event.Stream{Category: invoicing.Documents.Name, Tenant: tenant, ID: id}, step, expected, events)
}

// append writes a step on behalf of whoever requested the document.
func (x *Invoices) append(ctx context.Context, tenant string, s invoicing.State, stream event.Stream, step string,
	expected eventstore.Expected, events []event.Payload) (eventstore.Appended, error) {
	command := stepID(s.DocumentID, step)
	if step == "release" || step == "abandon" {
		command = uuid.Must(uuid.NewV7()) // the log takes no second one for a repetition of the first
	}
	return x.Log.Write(ctx, stream.String(), expected, event.Metadata{
		CommandID: command, Operation: "invoices." + step, Tenant: tenant, Site: s.Site, Principal: s.RequestedBy,
		CorrelationID: s.DocumentID, CausationID: s.DocumentID, Schema: 1, Time: x.Now().UTC().Truncate(time.Microsecond),
	}, events)
}
