package http

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/readmodels"
)

// notificationView is a message to one recipient, with what became of it.
type notificationView struct {
	ID          string           `json:"id"`
	Site        int64            `json:"site" doc:"0: tenant-wide."`
	Kind        string           `json:"kind" doc:"Why it is sent, such as invoices.resend."`
	Source      string           `json:"source" doc:"Stream of the record that it is about."`
	Status      string           `json:"status" enum:"queued,sending,sent,failed,suppressed,cancelled"`
	To          string           `json:"to" doc:"Address; empty once the recipient is forgotten."`
	Name        string           `json:"name"`
	Subject     string           `json:"subject"`
	MessageID   string           `json:"message_id" doc:"The header of that name; the same at every attempt."`
	MessageHash string           `json:"message_sha256" doc:"Of the bytes that are sent."`
	Attachments []attachmentView `json:"attachments" nullable:"false"`
	Attempts    int              `json:"attempts"`
	Repeated    bool             `json:"repeated" doc:"It may have arrived twice: an attempt was cut short after the message was handed over."`
	Channel     string           `json:"channel" doc:"smtp or spool; empty until it is sent."`
	Code        string           `json:"code" doc:"Why it was put off last, or will not be sent; empty: nothing was amiss."`
	Reply       string           `json:"reply" doc:"What the other side said then."`
	NextAt      *time.Time       `json:"next_attempt_at" doc:"Not before, where it was put off; else null."`
	CreatedAt   time.Time        `json:"created_at"`
	CreatedBy   string           `json:"created_by" doc:"Principal."`
	EndedAt     *time.Time       `json:"ended_at"`
	QueuedJob
}

type attachmentView struct {
	Filename string `json:"filename"`
	Media    string `json:"media_type"`
	SHA256   string `json:"sha256"`
	Bytes    int64  `json:"bytes"`
}

func viewNotification(_ context.Context, _ *Call, h commands.Held[notification.State]) (notificationView, error) {
	s, q := h.State, h.State.Queued
	v := notificationView{
		ID: h.ID, Site: s.Site, Kind: string(q.Kind), Source: q.Source, Status: string(s.Status), To: q.To.String(), Name: q.Name.String(),
		Subject: q.Subject.String(), MessageID: q.MessageID, MessageHash: q.Message.SHA256, Attachments: []attachmentView{},
		Attempts: s.Attempts, Repeated: s.Repeated, Channel: s.Channel, Code: s.Code, Reply: s.Reply, CreatedAt: s.At, CreatedBy: s.By,
		QueuedJob: Queued(s.JobID),
	}
	if s.Status == notification.StatusQueued && !s.Until.IsZero() {
		v.NextAt = &s.Until
	}
	if !s.EndedAt.IsZero() {
		v.EndedAt = &s.EndedAt
	}
	for _, a := range q.Attachments {
		v.Attachments = append(v.Attachments, attachmentView{a.Filename.String(), a.Media, a.SHA256, a.Bytes})
	}
	return v, nil
}

type notificationListIn struct {
	Listing
	Dated
	Status string `query:"status" enum:"queued,sending,sent,failed,suppressed,cancelled"`
	Kind   string `query:"kind" maxLength:"60"`
	Source string `query:"source" maxLength:"200" doc:"Stream of the record that it is about."`
	Order  string `query:"order" enum:"created_at,-created_at" default:"-created_at"`
}

func (in *notificationListIn) order() string { return in.Order }

func (in *notificationListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("kind", in.Kind), readmodels.Is("source", in.Source)), err
}

type suppressionListIn struct {
	Listing
	Dated
	Q     string `query:"q" maxLength:"200" doc:"Part of the address."`
	Order string `query:"order" enum:"created_at,-created_at" default:"-created_at"`
}

func (in *suppressionListIn) order() string { return in.Order }

func (in *suppressionListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Search(in.Q)), err
}

func (s *Server) registerNotifications() {
	const entry, surface, permission = "x.14", "notification", "notifications:read"
	registerList[suppressionListIn](s, Operation{
		Entry: entry, ID: "notifications.list_suppressions", Path: "/api/notifications/suppressions/", Surface: surface,
		Summary: "Addresses that take no mail", Permission: permission,
	}, "suppressions", readmodels.Suppressions, asIs)
	r := &resource[notification.State, notificationView]{entry: entry, surface: surface, list: "/api/notifications/",
		one: "/api/notifications/{notification_id}/", kind: commands.NotificationKind, view: viewNotification}
	registerList[notificationListIn](s, Operation{
		Entry: entry, ID: "notifications.list", Path: r.list, Surface: surface, Summary: "Messages that were sent, or will be",
		Permission: permission,
	}, "notifications", readmodels.Notifications, asIs)
	registerRead(s, r, Operation{ID: "notifications.read", Summary: "A message to one recipient, and what became of it",
		Permission: permission})

	lifted := &resource[notification.Suppression, struct{}]{entry: entry, surface: surface,
		one: "/api/notifications/suppressions/{suppression_id}/"}
	registerRemove(s, lifted, Operation{Summary: "Let mail go to an address again"}, commands.LiftSuppression)
}
