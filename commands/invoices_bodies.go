package commands

import (
	"context"
	"errors"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/render/invoice"
)

// Regenerate renders a document's frozen content anew.
func (x *Invoices) Regenerate(ctx context.Context, c Caller, id string, cmd invoicing.RegenerateBody,
	today civil.Date) (Done[invoicing.State], error) {
	if _, _, err := x.Read(ctx, c, invoicing.Invoice, id); err != nil {
		return Done[invoicing.State]{}, err
	}
	return Execute(ctx, x.Executor, c, documents, Order[invoicing.State]{
		Operation: "invoices.regenerate", Permission: "invoices:issue", ID: id, Request: cmd,
		Decide: func(s invoicing.State, _ act.Context) ([]event.Payload, error) {
			frozen, ok := s.Document()
			if !ok {
				return nil, fault.New(fault.NotFound, "the invoice's content was forgotten")
			}
			current, err := x.current(ctx, c, s, frozen)
			if err != nil {
				return nil, err
			}
			var failed error
			sha := func(version int, language string) string {
				body, err := invoice.Render(invoice.HTML, frozen,
					invoice.Version{Number: version, Language: language, On: today, Layout: invoicing.Layout})
				failed = errors.Join(failed, err)
				return Hash(body)
			}
			events, err := cmd.Decide(s, frozen, current, sha, today)
			return events, errors.Join(err, failed)
		},
	})
}

// current is what the document's content would be, made today of the same order
// and of the settings of the day on which it was issued; nil where the order
// cannot be read any more.
func (x *Invoices) current(ctx context.Context, c Caller, s invoicing.State, frozen invoicing.InvoiceContent) (*invoicing.InvoiceContent,
	error) {
	o, err := x.order(ctx, c, s.OrderID)
	if f := fault.As(err); f != nil && f.Code == fault.Blocked {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if o.Mismatch != "" {
		return nil, nil
	}
	held, err := x.Settings.On(ctx, c.Tenant, s.Site, s.Issued.IssuedOn)
	if err != nil {
		return nil, err
	}
	m := invoicing.Making{Order: o, Held: held, Buyer: &frozen.Buyer, Today: s.Issued.IssuedOn, Replaces: frozen.Replaces}
	for _, l := range frozen.Lines {
		m.Lines = append(m.Lines, invoicing.ChosenLine{ID: l.ID, Description: l.Description})
	}
	d := m.Again(frozen)
	return &d, nil
}

// Body renders a version of a document in a format; version 0 is the latest.
//
// Errors: fault.NotFound for a version that is not there, or content that was
// forgotten; fault.Blocked with format_not_available.
func (x *Invoices) Body(s invoicing.State, format invoice.Format, version int) ([]byte, error) {
	d, ok := s.Document()
	if !ok {
		return nil, fault.New(fault.NotFound, "the document's content was forgotten")
	}
	if version == 0 {
		version = len(s.Bodies)
	}
	if version < 1 || version > len(s.Bodies) {
		return nil, fault.New(fault.NotFound, "the document has no version %d", version)
	}
	b := s.Bodies[version-1]
	body, err := invoice.Render(format, d,
		invoice.Version{Number: b.Version, Language: b.Language, On: civil.FromTime(b.At), Layout: b.Layout})
	var none *invoice.Unavailable
	if errors.As(err, &none) {
		var blockers fault.Blockers
		blockers.Add("format_not_available", "the document cannot be written as %s: %s", none.Format, none.Why)
		return nil, blockers.Err()
	}
	return body, err
}
