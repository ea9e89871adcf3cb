package readmodels

import (
	"context"
	"math"
	"time"
)

// FilingRow is a posted line with a tax code, with what its entry says of its
// partner.
type FilingRow struct {
	LineRow
	LedgerEntryID string `db:"ledger_entry_id"`
	PartyOfEntry  string `db:"party_of_entry"` // of any of its lines; "" = none
}

// FilingReading says which tax lines a return is made of.
type FilingReading struct {
	Site     int64
	From, To time.Time // tax points, both inclusive
	// LateSince is when the line was drawn under the month before From: what was
	// posted after it with an earlier tax point is read too; zero = it was not.
	LateSince time.Time
	KnownAt   time.Time // zero = now
	Through   int64     // as of Reading
}

// FilingLines are the lines of a return, by tax point, entry and line.
func (db *DB) FilingLines(ctx context.Context, tenant string, r FilingReading) (rows []FilingRow, err error) {
	since, known := r.LateSince, r.KnownAt
	if since.IsZero() {
		since = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if known.IsZero() {
		known = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	through := r.Through
	if through == 0 {
		through = math.MaxInt64
	}
	err = db.fenced(ctx, tenant, []query{{"select " + JournalLines.selectedAs("l.") + `, e.ledger_entry_id,
  coalesce((select max(p.party) from read.journal_lines p where p.tenant = l.tenant and p.entry_id = l.entry_id), '') as party_of_entry
 from read.journal_lines l join read.journal_entries e on e.tenant = l.tenant and e.id = l.entry_id
 where l.tenant = $1 and l.site = $2 and l.tax_code <> '' and l.posted_at <= $6 and l.posted_through <= $7
  and (l.tax_date_on between $3::date and $4::date or l.tax_date_on < $3::date and l.posted_at > $5)
 order by l.tax_date_on, l.entry_id, l.line`, []any{tenant, r.Site, r.From, r.To, since, known, through}, collect(&rows)}})
	return rows, err
}

// SupplyMonth is a month with tax points of supplies on which the buyer owes the tax,
// or that go to another Member State.
type SupplyMonth struct {
	Site  int64  `db:"site"`
	Month string `db:"month"` // 2026-03
}

// SupplyMonths are all such months of a tenant's books between two days.
func (db *DB) SupplyMonths(ctx context.Context, tenant string, from, to time.Time) (rows []SupplyMonth, err error) {
	err = db.fenced(ctx, tenant, []query{{`select distinct l.site, to_char(l.tax_date_on, 'YYYY-MM') as month from read.journal_lines l
 where l.tenant = $1 and not l.tax_line and l.tax_date_on between $2::date and $3::date
  and (l.tax_code like '%.output.intra\_community%' or l.tax_code like '%.output.reverse\_charge%') order by 1, 2`,
		[]any{tenant, from, to}, collect(&rows)}})
	return rows, err
}

// UncodedTax counts posted lines on some accounts that carry no tax code, by
// booking date: tax that no return sees. Settlements with the authority are not
// among them: they stand against another account of the list.
func (db *DB) UncodedTax(ctx context.Context, tenant string, site int64, from, to time.Time, accounts []string) (entries []string,
	err error) {
	type row struct {
		ID string `db:"entry_id"`
	}
	var rows []row
	err = db.fenced(ctx, tenant, []query{{`select distinct l.entry_id from read.journal_lines l where l.tenant = $1 and l.site = $2 and l.tax_code = ''
  and l.booked_on between $3::date and $4::date and l.account = any($5) and l.origin <> 'opening' order by l.entry_id limit 100`,
		[]any{tenant, site, from, to, accounts}, collect(&rows)}})
	for _, r := range rows {
		entries = append(entries, r.ID)
	}
	return entries, err
}
