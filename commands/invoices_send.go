package commands

import (
	"context"
	"strings"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/render/invoice"
)

// ResendNotification is the kind of message that carries an invoice.
const ResendNotification notification.Kind = "invoices.resend"

// Resend mails an invoice to its buyer, as the frozen bytes of its latest version.
//
// Errors: fault.NotFound; fault.Invalid; 422 no_recipient, figure_untraced,
// recipient_suppressed, format_not_available, attachment_too_large.
func (x *Invoices) Resend(ctx context.Context, c Caller, id string, cmd invoicing.ResendInvoice, mail *Notifications) (QueuedNotification,
	error) {
	if !access.Table.Allows(c.Role, "invoices:send") {
		return QueuedNotification{}, fault.New(fault.RoleForbidden, "role %s lacks invoices:send", c.Role)
	}
	if err := cmd.Validate(); err != nil {
		return QueuedNotification{}, err
	}
	s, _, err := x.Read(ctx, c, invoicing.Invoice, id)
	if err != nil {
		return QueuedNotification{}, err
	}
	if err := cmd.Blockers(s).Err(); err != nil {
		return QueuedNotification{}, err
	}
	d, ok := s.Document()
	if !ok {
		return QueuedNotification{}, fault.New(fault.NotFound, "the invoice's content was forgotten")
	}
	if len(cmd.Formats) == 0 {
		cmd.Formats = []string{string(invoice.HTML)}
	}
	letter := d.Letter(cmd.Note)
	m := notification.Message{Kind: ResendNotification, Source: event.Stream{Category: invoicing.Documents.Name, Tenant: c.Tenant,
		ID: s.DocumentID}.String(),
		Recipients: []notification.Recipient{{Address: d.Buyer.Email, Name: d.Buyer.Name, About: s.Subject, Vouched: true}},
		Subject:    letter.Subject, Text: letter.Text, FromName: d.Seller.LegalName}
	for _, name := range cmd.Formats {
		format := invoice.Format(name)
		body, err := x.Body(s, format, 0)
		if err != nil {
			return QueuedNotification{}, err
		}
		media, _, _ := strings.Cut(format.ContentType(), ";")
		m.Files = append(m.Files, notification.File{Name: s.Issued.Number + "." + format.Extension(), Media: media, Content: body})
	}
	c.Site = s.Site
	all, err := mail.Queue(ctx, c, m)
	if err != nil {
		return QueuedNotification{}, err
	}
	return all[0], nil
}

// Delivered notes on the document what became of the message that carried it.
func (x *Invoices) Delivered(ctx context.Context, c Caller, n notification.State) error {
	source, ok := event.ParseStream(n.Queued.Source)
	if !ok || source.Category != invoicing.Documents.Name || source.Tenant != c.Tenant {
		return nil
	}
	_, err := Execute(ctx, x.Executor, c, documents, Order[invoicing.State]{
		Operation: "invoices.delivered", ID: source.ID, Request: n.ID,
		Decide: func(s invoicing.State, _ act.Context) ([]event.Payload, error) {
			return s.Deliver(n.ID, n.Status == notification.StatusSent, n.Code), nil
		},
	})
	return err
}
