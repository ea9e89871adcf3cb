package readmodels

import (
	"context"
	"time"
)

// AuditRow is one record of who did what.
type AuditRow struct {
	Tenant    string    `db:"tenant" json:"-"`
	ID        string    `db:"id" json:"id"`
	Site      int64     `db:"site" json:"site"`
	At        time.Time `db:"happened_at" json:"happened_at"`
	Principal string    `db:"principal" json:"principal"`
	Role      string    `db:"role" json:"role"`
	Key       string    `db:"key_id" json:"key"`
	Operation string    `db:"operation" json:"operation"`
	Type      string    `db:"type" json:"type"`
	Outcome   string    `db:"outcome" json:"outcome"`
	Status    int32     `db:"status" json:"status"`
	Reason    string    `db:"reason" json:"reason"`
	Request   string    `db:"request" json:"request"`
	Stream    string    `db:"stream" json:"stream"`
	Revision  int64     `db:"revision" json:"revision"`
}

// AuditTable has one row an event of the log.
var AuditTable = Table{
	Name: "audit_log", Columns: auditColumns, Key: []string{"tenant", "id"},
	Indexes: []string{"(tenant, happened_at, id)", "(tenant, principal, happened_at)"},
}

var auditColumns = []Column{
	{"tenant", "text"}, {"id", "text"}, {"site", "bigint"}, {"happened_at", "timestamptz"}, {"principal", "text"},
	{"role", "text"}, {"key_id", "text"}, {"operation", "text"}, {"type", "text"}, {"outcome", "text"}, {"status", "int"},
	{"reason", "text"}, {"request", "text"}, {"stream", "text"}, {"revision", "bigint"},
}

// AddAudit adds a record.
func (b *Batch) AddAudit(r AuditRow) {
	b.insert("audit_log", auditColumns, []any{r.Tenant, r.ID, r.Site, r.At, r.Principal, r.Role, r.Key, r.Operation, r.Type,
		r.Outcome, r.Status, r.Reason, r.Request, r.Stream, r.Revision})
}

// AuditFilter narrows the list; zero fields do not.
type AuditFilter struct {
	Principal, Operation, Type, Outcome, Request string
	From, To                                     time.Time // To is exclusive
}

// Audit lists records.
func (db *DB) Audit(ctx context.Context, s Scope, f AuditFilter, p Page) (rows []AuditRow, count int64, cursor *string, err error) {
	l := listing{view: "read.audit_log", columns: joinColumns(auditColumns), orders: map[string]string{"happened_at": "happened_at"}}
	l.scope(s)
	l.equal("principal", f.Principal)
	l.equal("operation", f.Operation)
	l.equal("type", f.Type)
	l.equal("outcome", f.Outcome)
	l.equal("request", f.Request)
	l.between("happened_at", f.From, f.To)
	return list(ctx, db, s.Tenant, l, p, func(r AuditRow) string { return r.ID })
}
