package readmodels

import "time"

// NotificationRow is a message to one recipient. To, Name and Subject are personal
// data, and empty once their subject is forgotten.
type NotificationRow struct {
	Tenant    string     `db:"tenant" json:"-"`
	ID        string     `db:"id" json:"id"`
	Site      int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Kind      string     `db:"kind" list:"filter" json:"kind" doc:"Why it is sent, such as invoices.resend."`
	Source    string     `db:"source" list:"filter" json:"source" doc:"Stream of the record that it is about."`
	Status    string     `db:"status" list:"count" json:"status" enum:"queued,sending,sent,failed,suppressed,cancelled"`
	About     string     `db:"about" list:"narrow" json:"-"`
	To        string     `db:"recipient" json:"to" doc:"Address; empty once the recipient is forgotten."`
	Name      string     `db:"name" json:"name"`
	Subject   string     `db:"subject" json:"subject"`
	Attempts  int64      `db:"attempts" json:"attempts"`
	Channel   string     `db:"channel" json:"channel" doc:"smtp or spool; empty until it is sent."`
	Code      string     `db:"code" json:"code" doc:"Why it was put off last, or will not be sent; empty: nothing was amiss."`
	CreatedAt time.Time  `db:"created_at" list:"default" json:"created_at"`
	CreatedBy string     `db:"created_by" json:"created_by" doc:"Principal."`
	EndedAt   *time.Time `db:"ended_at" json:"ended_at"`
}

// Notifications has one row a message.
var Notifications = Define[NotificationRow]("notifications", "notifications")

// SuppressionRow is an address that takes no mail.
type SuppressionRow struct {
	Tenant         string    `db:"tenant" json:"-"`
	ID             string    `db:"id" json:"id" doc:"A keyed hash of the address."`
	About          string    `db:"about" list:"narrow" json:"-"`
	Address        string    `db:"address" list:"search" json:"address" doc:"Empty once its owner is forgotten; mail stays suppressed."`
	Code           string    `db:"code" json:"code" doc:"What the other side refused: recipient_refused."`
	NotificationID string    `db:"notification_id" json:"notification_id" doc:"That was refused."`
	CreatedAt      time.Time `db:"created_at" list:"default" json:"created_at"`
}

// Suppressions has one row an address.
var Suppressions = Define[SuppressionRow]("notifications", "suppressions")

// RedactNotifications blanks what was written to a forgotten subject.
func (b *Batch) RedactNotifications(tenant, subject string) {
	Notifications.ChangeEach(b, Set{"recipient": "", "name": "", "subject": ""}, map[string]any{"tenant": tenant, "about": subject})
	Suppressions.ChangeEach(b, Set{"address": ""}, map[string]any{"tenant": tenant, "about": subject})
}
