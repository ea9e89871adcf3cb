package readmodels

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// WithLine keeps the posted entries of a tenant that have a line with a value in
// one of its columns, account or party.
func WithLine(tenant, column, value string) Cond {
	if value == "" {
		return Cond{}
	}
	return Cond{sql: "id in (select l.entry_id from read.journal_lines l where l.tenant = ? and l." + column + " = ?)",
		args: []any{tenant, value}}
}

// Reading says as of when the ledger is read.
type Reading struct {
	Site     int64
	From, To time.Time // booking dates, both inclusive; zero From = the beginning
	KnownAt  time.Time // zero = now
	// Through is the place in the log up to which postings are known; 0 = wherever it
	// ends. Unlike an instant it says which of those at one moment were.
	Through int64
}

func (r Reading) where(tenant string) (string, []any) {
	sql, args := "tenant = $1 and site = $2 and booked_on <= $3::date", []any{tenant, r.Site, r.To}
	if !r.From.IsZero() {
		args = append(args, r.From)
		sql += fmt.Sprintf(" and booked_on >= $%d::date", len(args))
	}
	if !r.KnownAt.IsZero() {
		args = append(args, r.KnownAt)
		sql += fmt.Sprintf(" and posted_at <= $%d", len(args))
	}
	if r.Through > 0 {
		args = append(args, r.Through)
		sql += fmt.Sprintf(" and posted_through <= $%d", len(args))
	}
	return sql, args
}

// BalanceRow is an account's turnover in one currency.
type BalanceRow struct {
	Account     string `db:"account"`
	Currency    string `db:"currency"`
	Debit       string `db:"debit"`
	Credit      string `db:"credit"`
	BaseDebit   string `db:"base_debit"`
	BaseCredit  string `db:"base_credit"`
	Entries     int64  `db:"entries"`
	BaseAccount string `db:"base_currency"`
}

// TrialBalance sums the lines of each account by currency.
func (db *DB) TrialBalance(ctx context.Context, tenant string, r Reading) (rows []BalanceRow, err error) {
	where, args := r.where(tenant)
	sql := `select account, currency, base_currency, coalesce(sum(amount) filter (where side = 'debit'), 0)::text as debit,
 coalesce(sum(amount) filter (where side = 'credit'), 0)::text as credit,
 coalesce(sum(base_amount) filter (where side = 'debit'), 0)::text as base_debit,
 coalesce(sum(base_amount) filter (where side = 'credit'), 0)::text as base_credit, count(*) as entries
 from read.journal_lines where ` + where + ` group by account, currency, base_currency order by account, currency, base_currency`
	err = db.fenced(ctx, tenant, []query{{sql, args, collect(&rows)}})
	return rows, err
}

// TaxCodeRow is a tax code at a rate.
type TaxCodeRow struct {
	Code string `db:"tax_code"`
	Rate string `db:"tax_rate"`
}

// TaxCodesOf are the tax codes of the lines of a reading, each at each of its rates.
func (db *DB) TaxCodesOf(ctx context.Context, tenant string, r Reading) (rows []TaxCodeRow, err error) {
	where, args := r.where(tenant)
	err = db.fenced(ctx, tenant, []query{{`select tax_code, trim_scale(tax_rate)::text as tax_rate from read.journal_lines where ` + where +
		` and tax_code <> '' group by tax_code, trim_scale(tax_rate) order by tax_code, trim_scale(tax_rate)`, args, collect(&rows)}})
	return rows, err
}

// CountEntries counts the posted entries of a reading.
func (db *DB) CountEntries(ctx context.Context, tenant string, r Reading) (n int64, err error) {
	where, args := r.where(tenant)
	err = db.fenced(ctx, tenant, []query{{"select count(*) from read.journal_entries where status = 'posted' and " + where, args, scalar(&n)}})
	return n, err
}

// Lines are the conditions that a reading puts on lines.
func (r Reading) Lines(account string) []Cond {
	return []Cond{{sql: "site = ?", args: []any{r.Site}}, Is("account", account), UpTo("booked_on", r.To), From("booked_on", r.From),
		UpTo("posted_at", r.KnownAt), UpTo("posted_through", r.Through)}
}

// TaxLines are the posted lines with a tax code whose tax point lies in a range,
// in the order of the log within their entries.
func (db *DB) TaxLines(ctx context.Context, tenant string, site int64, from, to time.Time) (rows []LineRow, err error) {
	err = db.fenced(ctx, tenant, []query{{"select " + JournalLines.selected() + ` from read.journal_lines where tenant = $1 and site = $2 and tax_code <> ''
 and tax_date_on between $3::date and $4::date order by posted_at, entry_id, line`, []any{tenant, site, from, to}, collect(&rows)}})
	return rows, err
}

// EntryLines are the posted lines of some entries.
func (db *DB) EntryLines(ctx context.Context, tenant string, ids []string) (rows []LineRow, err error) {
	err = db.fenced(ctx, tenant,
		[]query{{"select " + JournalLines.selected() +
			" from read.journal_lines where tenant = $1 and entry_id = any($2) order by entry_id, line",
			[]any{tenant, ids}, collect(&rows)}})
	return rows, err
}

// PeriodRow is a period that was ever closed.
type PeriodRow struct {
	Period    string          `db:"period"`
	Status    string          `db:"status"`
	ClosingAt time.Time       `db:"closing_at"`
	ClosedAt  *time.Time      `db:"closed_at"`
	ClosedBy  string          `db:"closed_by"`
	Totals    json.RawMessage `db:"totals"`
	SHA256    string          `db:"trial_balance_sha256"`
	Entries   int64           `db:"entries"`
}

// UsedPeriod is how many entries stand in a period.
type UsedPeriod struct {
	Period  string `db:"period"`
	Entries int64  `db:"entries"`
	Late    int64  `db:"late"`
}

// Periods returns the periods that were ever closed, and those with entries.
func (db *DB) Periods(ctx context.Context, tenant string, site int64) (closed []PeriodRow, used []UsedPeriod, err error) {
	args := []any{tenant, site}
	err = db.fenced(ctx, tenant, []query{
		{`select period, status, closing_at, closed_at, closed_by, totals, trial_balance_sha256, entries from read.ledger_periods
 where tenant = $1 and site = $2 order by period`, args, collect(&closed)},
		{`select period, count(*) as entries, count(*) filter (where late) as late from read.journal_entries
 where tenant = $1 and site = $2 and status = 'posted' group by period order by period`, args, collect(&used)},
	})
	return closed, used, err
}

// OpenLine is a posted line of an account that is settled item by item, and what
// is left of it.
type OpenLine struct {
	LineRow
	Left     string `db:"open_amount" json:"open_amount" doc:"In its currency."`
	BaseLeft string `db:"open_base" json:"open_base"`
}

// OpenLines lists what is left of lines: those named, or those of some accounts
// or a party.
func (db *DB) OpenLines(ctx context.Context, s Scope, ids []string, accounts []string, parties []string) (rows []OpenLine, err error) {
	where, args := s.where(4, true)
	// What settles a line stands on the other side; a reversal of that stands on
	// the same, and takes it back. An entry and its reversal leave nothing open.
	sql := "select " + JournalLines.selectedAs("x.") + `, (x.amount - p.amount)::text as open_amount, (x.base_amount - p.base_amount)::text as open_base
  from (select * from read.journal_lines where ` + where + `) x
  join read.journal_entries e on e.tenant = x.tenant and e.id = x.entry_id and e.reverses = '' and e.reversed_by = ''
  cross join lateral (select coalesce(sum(case when s.side = x.side then -s.amount else s.amount end), 0) as amount,
    coalesce(sum(case when s.side = x.side then -s.base_amount else s.base_amount end), 0) as base_amount
   from read.journal_lines s where s.tenant = $1::text and s.settles = x.id) p
  where x.settles = '' and (x.id = any($2::text[]) or x.account = any($3::text[]) and x.amount <> p.amount)
  order by x.booked_on, x.entry_id, x.line`
	args = append([]any{s.Tenant, ids, accounts}, args...)
	if parties != nil {
		args = append(args, parties)
		sql = `select * from (` + sql + fmt.Sprintf(`) y where party = any($%d)`, len(args))
	}
	err = db.fenced(ctx, s.Tenant, []query{{sql, args, collect(&rows)}})
	return rows, err
}

// SettlersOf lists, by the entry whose lines they settle, the posted entries that settle
// some of the lines that are named; reversals of such are not among them.
func (db *DB) SettlersOf(ctx context.Context, tenant string, lines []string) (map[string][]string, error) {
	type row struct {
		Entry   string `db:"entry"`
		Settler string `db:"settler"`
	}
	var rows []row
	err := db.fenced(ctx, tenant, []query{{`select distinct split_part(settles, '/', 1) as entry, entry_id as settler from read.journal_lines
 where tenant = $1 and settles = any($2::text[]) and origin <> 'reversal' order by 1, 2`, []any{tenant, lines}, collect(&rows)}})
	out := map[string][]string{}
	for _, r := range rows {
		out[r.Entry] = append(out[r.Entry], r.Settler)
	}
	return out, err
}

// OrdersAlike lists the orders of a site that other sources report under the name of one, of
// the same kind and amount, placed between two instants; what was called off, or stands
// under another entry, is not among them.
func (db *DB) OrdersAlike(ctx context.Context, o OrderRow, from, to time.Time) (ids []string, err error) {
	type row struct {
		ID string `db:"id"`
	}
	var rows []row
	err = db.fenced(ctx, o.Tenant, []query{{`select id from read.ledger_entries where tenant = $1 and source_ref = $2 and site = $3 and kind = $4
 and source <> $5 and currency = $6 and gross = $7::text::numeric and placed_at between $8 and $9 and status <> 'voided' order by id limit 10`,
		[]any{o.Tenant, o.SourceRef, o.Site, o.Kind, o.Source, o.Currency, o.Gross, from, to}, collect(&rows)}})
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids, err
}

// TreeSize is how many leaves of a tenant's tree the read models have seen.
func (db *DB) TreeSize(ctx context.Context, tenant string) (size int64, err error) {
	err = db.fenced(ctx, tenant, []query{{"select coalesce(max(size), 0) from read.proof_trees where tenant = $1", []any{tenant},
		scalar(&size)}})
	return size, err
}
