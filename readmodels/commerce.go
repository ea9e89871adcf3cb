package readmodels

import (
	"context"
	"encoding/json"
	"time"
)

// CommerceRow is one record of a commerce configuration in a list.
type CommerceRow struct {
	Tenant        string          `db:"tenant"`
	ID            string          `db:"id"`
	Site          int64           `db:"site"`
	Kind          string          `db:"kind"` // category of its stream
	Name          string          `db:"name"`
	Country       string          `db:"country"`
	RegionID      string          `db:"region_id"`
	CustomerID    string          `db:"customer_id"`
	Subject       string          `db:"subject"`           // whose data it is; "" = nobody's
	EffectiveFrom time.Time       `db:"effective_from_on"` // of its first version
	EffectiveTo   *time.Time      `db:"effective_to_on"`   // of its last version
	RetiredOn     *time.Time      `db:"retired_on"`
	Content       json.RawMessage `db:"content"` // the last version
	CreatedAt     time.Time       `db:"created_at"`
	CreatedBy     string          `db:"created_by"`
	UpdatedAt     time.Time       `db:"updated_at"`
	Log           int64           `db:"log_revision"`
}

// CommerceTable has one row a record.
var CommerceTable = Table{
	Name: "commerce", Key: []string{"tenant", "kind", "id"}, Columns: []Column{
		{"tenant", "text"}, {"id", "text"}, {"site", "bigint"}, {"kind", "text"}, {"name", "text"}, {"country", "text"},
		{"region_id", "text"}, {"customer_id", "text"}, {"subject", "text"}, {"effective_from_on", "date"}, {"effective_to_on", "date null"},
		{"retired_on", "date null"}, {"content", "json"}, {"created_at", "timestamptz"}, {"created_by", "text"},
		{"updated_at", "timestamptz"}, {"log_revision", "bigint"},
	},
	Indexes: []string{"(tenant, kind, created_at, id)", "(tenant, kind, customer_id)", "(tenant, subject) where subject <> ''"},
}

// AddCommerce adds a record that was created.
func (b *Batch) AddCommerce(r CommerceRow) {
	b.insert("commerce", CommerceTable.Columns, []any{r.Tenant, r.ID, r.Site, r.Kind, r.Name, r.Country, r.RegionID, r.CustomerID,
		r.Subject, r.EffectiveFrom, r.EffectiveTo, r.RetiredOn, string(r.Content), r.CreatedAt, r.CreatedBy, r.UpdatedAt, r.Log})
}

// ChangeCommerce replaces what a record says from a day on.
func (b *Batch) ChangeCommerce(r CommerceRow) {
	b.exec("commerce", `update {schema}.commerce set name = $4, country = $5, region_id = $6, customer_id = $7,
  effective_from_on = least(effective_from_on, $8::date), effective_to_on = $9::date, content = $10::json, updated_at = $11, log_revision = $12,
  subject = $13
 where tenant = $1 and kind = $2 and id = $3`,
		[]any{r.Tenant, r.Kind, r.ID, r.Name, r.Country, r.RegionID, r.CustomerID, r.EffectiveFrom, r.EffectiveTo, string(r.Content), r.UpdatedAt, r.Log, r.Subject})
}

// RetireCommerce ends a record on a day.
func (b *Batch) RetireCommerce(tenant, kind, id string, on time.Time, at time.Time, log uint64) {
	b.exec("commerce", `update {schema}.commerce set retired_on = $4::date, updated_at = $5, log_revision = $6
 where tenant = $1 and kind = $2 and id = $3`, []any{tenant, kind, id, on, at, int64(log)})
}

// CommerceFilter narrows the list; zero fields do not.
type CommerceFilter struct {
	Kind                          string
	Status                        string    // upcoming, in_effect, ended, retired
	On                            time.Time // the day of Status
	Country, RegionID, CustomerID string
	Q                             string
}

// Commerce lists the records of one kind.
func (db *DB) Commerce(ctx context.Context, s Scope, f CommerceFilter, p Page) (rows []CommerceRow, count int64, cursor *string, err error) {
	l := listing{view: "read.commerce", columns: joinColumns(CommerceTable.Columns), orders: map[string]string{
		"created_at": "created_at", "updated_at": "updated_at", "name": "name", "effective_from": "effective_from_on"}}
	l.scope(s)
	l.equal("kind", f.Kind)
	l.equal("country", f.Country)
	l.equal("region_id", f.RegionID)
	l.equal("customer_id", f.CustomerID)
	l.search(f.Q, "name", "country")
	switch f.Status {
	case "retired":
		l.filter("retired_on <= ?", f.On)
	case "upcoming":
		l.filter("(retired_on is null or retired_on > ?)", f.On)
		l.filter("effective_from_on > ?", f.On)
	case "in_effect":
		l.filter("(retired_on is null or retired_on > ?)", f.On)
		l.filter("effective_from_on <= ?", f.On)
		l.filter("(effective_to_on is null or effective_to_on >= ?)", f.On)
	case "ended":
		l.filter("(retired_on is null or retired_on > ?)", f.On)
		l.filter("effective_to_on < ?", f.On)
	}
	return list(ctx, db, s.Tenant, l, p, func(r CommerceRow) string { return r.ID })
}

// SnapshotRow is a committed checkout in the list.
type SnapshotRow struct {
	Tenant      string    `db:"tenant" json:"-"`
	ID          string    `db:"id" json:"id"`
	Site        int64     `db:"site" json:"site" doc:"0: tenant-wide."`
	CartID      string    `db:"cart_id" json:"cart_id"`
	CartSHA256  string    `db:"cart_sha256" json:"cart_sha256"`
	CustomerID  string    `db:"customer_id" json:"customer_id" doc:"Empty once the customer is forgotten."`
	Subject     string    `db:"subject" json:"-"`
	Date        time.Time `db:"supply_on" json:"-"`
	Currency    string    `db:"currency" json:"currency"`
	Net         string    `db:"net" json:"net"`
	Tax         string    `db:"tax" json:"tax"`
	Gross       string    `db:"gross" json:"gross"`
	Lines       int32     `db:"lines" json:"lines"`
	Provider    string    `db:"provider" json:"provider"`
	Coverage    string    `db:"coverage_status" json:"coverage_status"`
	CommittedAt time.Time `db:"committed_at" json:"committed_at"`
	CommittedBy string    `db:"committed_by" json:"committed_by"`
}

// SnapshotsTable has one row a snapshot. Amounts keep the digits of their
// currency, so they are text.
var SnapshotsTable = Table{
	Name: "commerce_snapshots", Key: []string{"tenant", "id"}, Columns: []Column{
		{"tenant", "text"}, {"id", "text"}, {"site", "bigint"}, {"cart_id", "text"}, {"cart_sha256", "text"}, {"customer_id", "text"}, {"subject", "text"},
		{"supply_on", "date"}, {"currency", "text"}, {"net", "text"}, {"tax", "text"}, {"gross", "text"}, {"lines", "int"},
		{"provider", "text"}, {"coverage_status", "text"}, {"committed_at", "timestamptz"}, {"committed_by", "text"},
	},
	Indexes: []string{"(tenant, committed_at, id)", "(tenant, cart_id)", "(tenant, subject)"},
}

// AddSnapshot adds a snapshot.
func (b *Batch) AddSnapshot(r SnapshotRow) {
	b.insert("commerce_snapshots", SnapshotsTable.Columns, []any{r.Tenant, r.ID, r.Site, r.CartID, r.CartSHA256, r.CustomerID, r.Subject, r.Date,
		r.Currency, r.Net, r.Tax, r.Gross, r.Lines, r.Provider, r.Coverage, r.CommittedAt, r.CommittedBy})
}

// SnapshotFilter narrows the list; zero fields do not.
type SnapshotFilter struct {
	CartID, CustomerID, Provider string
	From, To                     time.Time // committed_at; To is exclusive
}

// Snapshots lists committed checkouts.
func (db *DB) Snapshots(ctx context.Context, s Scope, f SnapshotFilter, p Page) (rows []SnapshotRow, count int64, cursor *string, err error) {
	l := listing{view: "read.commerce_snapshots", columns: joinColumns(SnapshotsTable.Columns), orders: map[string]string{"committed_at": "committed_at"}}
	l.scope(s)
	l.equal("cart_id", f.CartID)
	l.equal("customer_id", f.CustomerID)
	l.equal("provider", f.Provider)
	l.between("committed_at", f.From, f.To)
	return list(ctx, db, s.Tenant, l, p, func(r SnapshotRow) string { return r.ID })
}
