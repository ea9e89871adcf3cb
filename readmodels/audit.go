package readmodels

import "time"

// AuditRow is one record of who did what.
type AuditRow struct {
	Tenant    string    `db:"tenant" json:"-"`
	ID        string    `db:"id" json:"id"`
	Site      int64     `db:"site" json:"site"`
	At        time.Time `db:"happened_at" list:"default,months" json:"happened_at"`
	Principal string    `db:"principal" list:"filter" json:"principal"`
	Role      string    `db:"role" json:"role"`
	Key       string    `db:"key_id" json:"key"`
	Operation string    `db:"operation" list:"narrow" json:"operation"`
	Type      string    `db:"type" list:"narrow" json:"type"`
	Outcome   string    `db:"outcome" list:"narrow" json:"outcome"`
	Status    int32     `db:"status" json:"status"`
	Reason    string    `db:"reason" json:"reason"`
	Request   string    `db:"request" list:"narrow" json:"request"`
	Stream    string    `db:"stream" json:"stream"`
	Revision  int64     `db:"revision" json:"revision"`
}

// Audit has one row an event of the log, as far back as rows are kept.
var Audit = Define[AuditRow]("audit", "audit_log")
