package projections

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/readmodels"
)

// Notifications lists messages and the addresses that take none.
func Notifications() Projection {
	return Redacting(Projection{
		Name: "notifications", Version: 1, Tables: []readmodels.Table{readmodels.Notifications.Table, readmodels.Suppressions.Table},
		Categories: []string{notification.Category.Name, notification.Suppressions.Name}, Handle: handleNotification,
	}, func(tenant, subject string, b *readmodels.Batch) { b.RedactNotifications(tenant, subject) })
}

func handleNotification(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	end := func(status notification.Status, code string) {
		readmodels.Notifications.Change(b, readmodels.Set{"status": string(status), "code": code, "ended_at": &e.Meta.Time}, s.Tenant, s.ID)
	}
	switch p := e.Payload.(type) {
	case notification.Queued:
		readmodels.Notifications.Add(b, readmodels.NotificationRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Kind: string(p.Kind), Source: p.Source, Status: string(notification.StatusQueued),
			About: p.About, To: p.To.String(), Name: p.Name.String(), Subject: p.Subject.String(),
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal,
		})
	case notification.Attempted:
		readmodels.Notifications.Change(b, readmodels.Set{"status": string(notification.StatusSending), "attempts": int64(p.Number)}, s.Tenant,
			s.ID)
	case notification.Deferred:
		readmodels.Notifications.Change(b, readmodels.Set{"status": string(notification.StatusQueued), "code": p.Code}, s.Tenant, s.ID)
	case notification.Sent:
		readmodels.Notifications.Change(b, readmodels.Set{"channel": p.Channel}, s.Tenant, s.ID)
		end(notification.StatusSent, "")
	case notification.Failed:
		end(notification.StatusFailed, p.Code)
	case notification.Suppressed:
		end(notification.StatusSuppressed, "recipient_suppressed")
	case notification.Cancelled:
		end(notification.StatusCancelled, "cancelled")
	case notification.AddressSuppressed:
		readmodels.Suppressions.Put(b, readmodels.SuppressionRow{
			Tenant: s.Tenant, ID: s.ID, About: p.About, Address: p.Address.String(), Code: p.Code, NotificationID: p.NotificationID,
			CreatedAt: e.Meta.Time,
		})
	case notification.SuppressionLifted:
		readmodels.Suppressions.Remove(b, s.Tenant, s.ID)
	}
	return nil
}
