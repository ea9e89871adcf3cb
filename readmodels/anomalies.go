package readmodels

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// AnomalyRow is an anomaly in the list.
type AnomalyRow struct {
	Tenant    string          `db:"tenant" json:"-"`
	ID        string          `db:"id" json:"id"`
	Site      int64           `db:"site" json:"site" doc:"0: tenant-wide."`
	Status    string          `db:"status" list:"count" json:"status" enum:"open,resolved,ignored"`
	Type      string          `db:"type" list:"count" json:"type"`
	Severity  string          `db:"severity" list:"count" json:"severity" enum:"low,medium,high,critical"`
	Subjects  []string        `db:"subjects" json:"subjects" nullable:"false" doc:"kind/id of the records that it is about."`
	Words     string          `db:"words" list:"search" json:"-"`
	Evidence  json.RawMessage `db:"evidence" json:"evidence"`
	Times     int32           `db:"times" json:"times" doc:"How often it was found with other evidence."`
	DecidedBy string          `db:"decided_by" json:"decided_by"`
	FoundAt   time.Time       `db:"found_at" list:"default" json:"found_at"`
	UpdatedAt time.Time       `db:"updated_at" list:"order" json:"updated_at"`
}

// Anomalies has one row an anomaly.
var Anomalies = Define[AnomalyRow]("anomalies", "anomalies")

// About keeps the anomalies that have a record among their subjects.
func About(subject string) Cond {
	return Cond{sql: "subjects @> array[?]::text[]", args: []any{subject}}
}

// ScannedEntry is a posted entry as a scan reads it.
type ScannedEntry struct {
	ID         string          `db:"id"`
	Site       int64           `db:"site"`
	FiscalYear string          `db:"fiscal_year"`
	Journal    string          `db:"journal"`
	Origin     string          `db:"origin"`
	Number     int64           `db:"number"`
	Date       civil.Date      `db:"date_on"`
	TaxDate    civil.Date      `db:"tax_date_on"`
	PostedAt   time.Time       `db:"posted_at"`
	Period     string          `db:"period"`
	Late       bool            `db:"late"`
	Waived     bool            `db:"waived"`
	Currency   string          `db:"currency"`
	Total      string          `db:"total"`
	Party      string          `db:"party"`
	Settles    bool            `db:"settles"`
	InputTax   bool            `db:"input_tax"`
	Sources    string          `db:"sources"`
	Preparers  json.RawMessage `db:"preparers"`
	Reasons    json.RawMessage `db:"review_reasons"`
	ApprovedBy string          `db:"approved_by"`
	PostedBy   string          `db:"posted_by"`
	Reverses   string          `db:"reverses"`
	ReversedBy string          `db:"reversed_by"`
}

// ScannedOrder is an entry of the commerce ledger as a scan reads it.
type ScannedOrder struct {
	ID        string    `db:"id"`
	Site      int64     `db:"site"`
	Source    string    `db:"source"`
	Ref       string    `db:"source_ref"`
	Kind      string    `db:"kind"`
	PlacedAt  time.Time `db:"placed_at"`
	Status    string    `db:"status"`
	RefundOf  string    `db:"refund_of"`
	Currency  string    `db:"currency"`
	Gross     string    `db:"gross"`
	Country   string    `db:"country"`
	CreatedBy string    `db:"created_by"`
}

// Scanned is what a scan reads.
type Scanned struct {
	Entries  []ScannedEntry
	TaxLines []LineRow
	Orders   []ScannedOrder
	Parties  []string // that were written more than once
}

// Scan reads what stands within a scope, entries in the order in which they were
// posted.
func (db *DB) Scan(ctx context.Context, s Scope) (out Scanned, err error) {
	where, args := s.where(1, true)
	// A site's entries name its own parties and the tenant's.
	named := s
	if s.Site != 0 {
		named = Scope{Tenant: s.Tenant, Sites: []int64{s.Site}}
	}
	whose, whoseArgs := named.where(1, true)
	type id struct {
		ID string `db:"id"`
	}
	var parties []id
	err = db.fenced(ctx, s.Tenant, []query{
		{`select e.id, e.site, e.fiscal_year, e.journal, e.origin, e.number, e.date_on, e.tax_date_on, e.posted_at, e.period, e.late, e.waived, e.currency,
  e.total::text as total, coalesce(l.party, '') as party, coalesce(l.settles, false) as settles, coalesce(l.input_tax, false) as input_tax, e.sources,
  e.preparers, e.review_reasons, e.approved_by, e.posted_by, e.reverses, e.reversed_by
 from (select * from read.journal_entries where status = 'posted' and ` + where + `) e
 left join (select entry_id, case when min(nullif(party, '')) = max(nullif(party, '')) then max(party) end as party,
   bool_or(settles <> '') as settles, bool_or(tax_line and tax_code like '%.input.%') as input_tax
  from read.journal_lines where ` + where + ` group by entry_id) l on l.entry_id = e.id
 order by e.posted_at, e.site, e.fiscal_year, e.journal, e.number`, args, collect(&out.Entries)},
		{"select " + JournalLines.selected() + " from read.journal_lines where tax_code <> '' and " + where +
			" order by posted_at, entry_id, line",
			args, collect(&out.TaxLines)},
		{`select id, site, source, source_ref, kind, placed_at, status, refund_of, currency, gross::text as gross, country, created_by from read.ledger_entries where ` +
			where + ` order by created_at, id`, args, collect(&out.Orders)},
		{"select id from read.parties where log_revision > 0 and " + whose + " order by id", whoseArgs, collect(&parties)},
	})
	for _, p := range parties {
		out.Parties = append(out.Parties, p.ID)
	}
	return out, err
}
