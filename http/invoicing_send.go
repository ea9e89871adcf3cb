package http

import (
	"context"
	"net/http"
	"slices"

	"github.com/tallystick/tallystick/domain/fault"
	docs "github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/render/invoice"
)

// sentView is a message that was queued.
type sentView struct {
	NotificationID string `json:"notification_id"`
	QueuedJob
}

func (s *Server) registerResend() {
	type resendIn struct {
		Sited
		Written
		ID   string `path:"invoice_id" maxLength:"64"`
		Body *docs.ResendInvoice
	}
	register(s, Operation{
		Entry: "16.7", ID: "invoices.resend", Method: http.MethodPost, Path: "/api/invoicing/invoices/{invoice_id}/resend/", Surface: "invoicing",
		Summary: "Send an invoice to its customer again", Permission: "invoices:send", Errors: []int{409, 422}, Status: http.StatusAccepted,
		Describe: "By mail, to the address that the invoice names its buyer with; the frozen body is attached. The invoice is `sent` once a server took " +
			"the message, else `delivery_failed`. 422: `no_recipient`, `figure_untraced` (a note says what the invoice does not), `recipient_suppressed`, `format_not_available`, `attachment_too_large`.",
	}, func(ctx context.Context, c *Call, in *resendIn) (*reply[sentView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		cmd := docs.ResendInvoice{}
		if in.Body != nil {
			cmd = *in.Body
		}
		for _, f := range cmd.Formats {
			if !slices.Contains(invoice.Formats(), invoice.Format(f)) {
				return nil, fault.Invalid("formats", "of %v", invoice.Formats())
			}
		}
		queued, err := s.Invoices.Resend(ctx, caller, in.ID, cmd, s.Notifications)
		if err != nil {
			return nil, err
		}
		return &reply[sentView]{Status: http.StatusAccepted, LogPosition: logPosition(queued.Position), Location: "/api/notifications/" +
			queued.ID + "/",
			Body: sentView{queued.ID, Queued(queued.JobID)}}, nil
	})
}
