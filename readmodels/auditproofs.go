package readmodels

import (
	"context"
	"encoding/json"
	"time"
)

// AuditProofRow is a month's proof, in its latest revision.
type AuditProofRow struct {
	Tenant      string          `db:"tenant" json:"-"`
	ID          string          `db:"id" json:"id"`
	Site        int64           `db:"site" json:"site" doc:"0: tenant-wide."`
	Period      string          `db:"period" list:"default,filter" json:"period"`
	Status      string          `db:"status" list:"count" json:"status" enum:"final,provisional"`
	Revision    int32           `db:"proof_revision" json:"revision"`
	Entries     int64           `db:"entries" json:"entries"`
	LedgerCount int64           `db:"ledger_entries" json:"ledger_entries"`
	Totals      json.RawMessage `db:"totals" json:"totals"`
	Root        string          `db:"root" list:"search" json:"root"`
	Previous    string          `db:"previous_root" json:"previous_root"`
	Balance     string          `db:"trial_balance_sha256" json:"trial_balance_sha256"`
	Checkpoint  int64           `db:"checkpoint_size" json:"checkpoint_size"`
	PDFSHA256   string          `db:"pdf_sha256" json:"pdf_sha256"`
	CreatedAt   time.Time       `db:"created_at" list:"order" json:"created_at"`
	CreatedBy   string          `db:"created_by" json:"created_by"`
	UpdatedAt   time.Time       `db:"updated_at" json:"updated_at"`
}

// AuditProofs has one row a month of a site.
var AuditProofs = Define[AuditProofRow]("auditproofs", "audit_proofs")

// SeriesRange is the numbers of one series in a month.
type SeriesRange struct {
	FiscalYear string `db:"fiscal_year"`
	Journal    string `db:"journal"`
	First      int64  `db:"first_number"`
	Last       int64  `db:"last_number"`
	Entries    int64  `db:"entries"`
}

// MonthSums are what a month's entries come to.
type MonthSums struct {
	Unposted, Waived int64
	Ranges           []SeriesRange
}

// MonthOf sums a month: entries that are still to be posted, those of one person
// alone, the numbers.
func (db *DB) MonthOf(ctx context.Context, tenant string, site int64, period string, from, to time.Time) (out MonthSums, err error) {
	err = db.fenced(ctx, tenant, []query{
		{`select count(*) from read.journal_entries where tenant = $1 and site = $2 and status in ('proposed', 'approved', 'returned')
 and date_on between $3::date and $4::date`, []any{tenant, site, from, to}, scalar(&out.Unposted)},
		{`select count(*) from read.journal_entries where tenant = $1 and site = $2 and status = 'posted' and period = $3 and waived`,
			[]any{tenant, site, period}, scalar(&out.Waived)},
		{`select fiscal_year, journal, min(number) as first_number, max(number) as last_number, count(*) as entries from read.journal_entries
 where tenant = $1 and site = $2 and status = 'posted' and period = $3 group by fiscal_year, journal order by fiscal_year, journal`,
			[]any{tenant, site, period}, collect(&out.Ranges)},
	})
	return out, err
}

// MonthRecord is one that a month's proof covers.
type MonthRecord struct {
	Kind   string `db:"kind"`
	ID     string `db:"id"`
	SHA256 string `db:"sha256"`
}

// MonthRecords lists a month's posted entries, the entries of the commerce ledger
// that were placed in it, and the invoices and credit notes that were issued in it;
// what those say stands in the log alone.
func (db *DB) MonthRecords(ctx context.Context, tenant string, site int64, period string, from, before time.Time) (rows []MonthRecord,
	err error) {
	err = db.fenced(ctx, tenant, []query{{`select 'journal_entry' as kind, id, payload_sha256 as sha256 from read.journal_entries
 where tenant = $1 and site = $2 and status = 'posted' and period = $3
 union all select 'ledger_entry', id, sha256 from read.ledger_entries where tenant = $1 and site = $2 and placed_at >= $4 and placed_at < $5
 union all select kind, id, '' from read.invoices where tenant = $1 and site = $2 and number <> '' and issued_on >= $4::timestamptz::date
  and issued_on < $5::timestamptz::date order by kind, id`, []any{tenant, site, period, from, before}, collect(&rows)}})
	return rows, err
}

// LastPosted are the entries that were posted last of a site's books to a day, as many
// as may have been posted at nearly the same time.
func (db *DB) LastPosted(ctx context.Context, tenant string, site int64, to time.Time) (ids []string, err error) {
	type row struct {
		ID string `db:"id"`
	}
	var rows []row
	err = db.fenced(ctx, tenant, []query{{`select id from read.journal_entries where tenant = $1 and site = $2 and status = 'posted' and booked_on <= $3::date
 order by posted_at desc limit 64`, []any{tenant, site, to}, collect(&rows)}})
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids, err
}
