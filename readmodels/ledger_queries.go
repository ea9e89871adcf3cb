package readmodels

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// EntryFilter narrows the list of journal entries; zero fields do not.
type EntryFilter struct {
	Status, Origin, Journal, Q string
	Account, Party, FiscalYear string
	From, To                   time.Time // booking date; To is exclusive
}

// StatusCount is how many rows have a status.
type StatusCount struct {
	Status string `db:"status"`
	Count  int64  `db:"count"`
}

// JournalEntries lists entries, and counts them by status whatever status is
// asked for.
func (db *DB) JournalEntries(ctx context.Context, s Scope, f EntryFilter, p Page) (rows []EntryRow, count int64, cursor *string, counts map[string]int64, err error) {
	l := listing{view: "read.journal_entries", columns: entryColumns, orders: map[string]string{
		"created_at": "created_at", "updated_at": "updated_at", "date": "date_on"}}
	l.scope(s)
	l.equal("origin", f.Origin)
	l.equal("journal", f.Journal)
	l.equal("fiscal_year", f.FiscalYear)
	l.between("date_on", f.From, f.To)
	l.search(f.Q, "memo", "id", "sources", "number::text", "total::text")
	if f.Account != "" {
		l.filter("exists (select 1 from read.journal_lines x where x.tenant = journal_entries.tenant and x.id = journal_entries.id and x.account = ?)", f.Account)
	}
	if f.Party != "" {
		l.filter("exists (select 1 from read.journal_lines x where x.tenant = journal_entries.tenant and x.id = journal_entries.id and x.party = ?)", f.Party)
	}
	if counts, err = db.statusCounts(ctx, s.Tenant, l); err != nil {
		return nil, 0, nil, nil, err
	}
	l.equal("status", f.Status)
	rows, count, cursor, err = list(ctx, db, s.Tenant, l, p, func(r EntryRow) string { return r.ID })
	return rows, count, cursor, counts, err
}

// statusCounts counts what a listing holds by status.
func (db *DB) statusCounts(ctx context.Context, tenant string, l listing) (map[string]int64, error) {
	sql := "select status, count(*) as count from " + l.view + " where "
	for i, w := range l.where {
		if i > 0 {
			sql += " and "
		}
		sql += w
	}
	var found []StatusCount
	if err := db.fenced(ctx, tenant, []query{{sql + " group by status", l.args, collect(&found)}}); err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, c := range found {
		out[c.Status] = c.Count
	}
	return out, nil
}

// JournalEntry returns one entry's row; ok is false where the caller sees none.
func (db *DB) JournalEntry(ctx context.Context, s Scope, id string) (row EntryRow, ok bool, err error) {
	where, args := s.where(2)
	var rows []EntryRow
	err = db.fenced(ctx, s.Tenant, []query{{"select " + entryColumns + " from read.journal_entries where id = $1 and " + where,
		append([]any{id}, args...), collect(&rows)}})
	if err != nil || len(rows) == 0 {
		return row, false, err
	}
	return rows[0], true, nil
}

// Reading says as of when the ledger is read.
type Reading struct {
	Site     int64
	From, To time.Time // booking dates, both inclusive; zero From = the beginning
	KnownAt  time.Time // zero = now
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

// CountEntries counts the posted entries of a reading.
func (db *DB) CountEntries(ctx context.Context, tenant string, r Reading) (n int64, err error) {
	where, args := r.where(tenant)
	err = db.fenced(ctx, tenant, []query{{"select count(*) from read.journal_entries where status = 'posted' and " + where, args, scalar(&n)}})
	return n, err
}

// LineRow is a posted line.
type LineRow struct {
	Tenant     string     `db:"tenant" json:"-"`
	EntryID    string     `db:"id" json:"entry_id"`
	Line       int32      `db:"line" json:"line" doc:"From 1."`
	Site       int64      `db:"site" json:"site"`
	Account    string     `db:"account" json:"account"`
	Side       string     `db:"side" json:"side" enum:"debit,credit"`
	Amount     string     `db:"amount" json:"amount"`
	Currency   string     `db:"currency" json:"currency"`
	BaseAmount string     `db:"base_amount" json:"base_amount"`
	BaseOf     string     `db:"base_currency" json:"base_currency"`
	BookedOn   time.Time  `db:"booked_on" json:"-"`
	Date       time.Time  `db:"date_on" json:"-"`
	TaxDate    *time.Time `db:"tax_date_on" json:"-"`
	Period     string     `db:"period" json:"period"`
	FiscalYear string     `db:"fiscal_year" json:"fiscal_year"`
	Journal    string     `db:"journal" json:"journal"`
	Number     int64      `db:"number" json:"number"`
	Origin     string     `db:"origin" json:"origin"`
	TaxCode    string     `db:"tax_code" json:"tax_code"`
	TaxRate    string     `db:"tax_rate" json:"tax_rate"`
	TaxBase    string     `db:"tax_base" json:"tax_base"`
	TaxLine    bool       `db:"tax_line" json:"tax_line" doc:"The amount is the tax itself; else it is what the tax is on."`
	Party      string     `db:"party" json:"party"`
	Settles    string     `db:"settles" json:"settles"`
	PostedAt   time.Time  `db:"posted_at" json:"posted_at"`
}

var lineColumns = lineColumnsOf("journal_lines")

// lineColumnsOf are the columns of a line, of a table by its name or alias.
func lineColumnsOf(t string) string {
	return strings.NewReplacer("@", t+".").Replace(`@tenant, @id, @line, @site, @account, @side, @amount::text as amount, @currency,
 @base_amount::text as base_amount, @base_currency, @booked_on, @date_on, @tax_date_on, @period, @fiscal_year, @journal, @number, @origin, @tax_code,
 @tax_rate::text as tax_rate, @tax_base::text as tax_base, @tax_line, @party, @settles, @posted_at`)
}

// AccountLines lists the posted lines of an account by booking date.
func (db *DB) AccountLines(ctx context.Context, s Scope, account string, r Reading, p Page) (rows []LineRow, count int64, cursor *string, err error) {
	l := listing{view: "read.journal_lines", columns: lineColumns, orders: map[string]string{"booked_on": "booked_on"}}
	l.scope(s)
	l.filter("site = ?", r.Site)
	l.filter("account = ?", account)
	l.filter("booked_on <= ?::date", r.To)
	if !r.From.IsZero() {
		l.filter("booked_on >= ?::date", r.From)
	}
	if !r.KnownAt.IsZero() {
		l.filter("posted_at <= ?", r.KnownAt)
	}
	return list(ctx, db, s.Tenant, l, p, func(x LineRow) string { return x.EntryID })
}

// TaxLines are the posted lines with a tax code whose tax point lies in a range,
// in the order of the log within their entries.
func (db *DB) TaxLines(ctx context.Context, tenant string, site int64, from, to time.Time) (rows []LineRow, err error) {
	err = db.fenced(ctx, tenant, []query{{"select " + lineColumns + ` from read.journal_lines where tenant = $1 and site = $2 and tax_code <> ''
 and tax_date_on between $3::date and $4::date order by posted_at, id, line`, []any{tenant, site, from, to}, collect(&rows)}})
	return rows, err
}

// EntryLines are the posted lines of some entries.
func (db *DB) EntryLines(ctx context.Context, tenant string, ids []string) (rows []LineRow, err error) {
	err = db.fenced(ctx, tenant, []query{{"select " + lineColumns + " from read.journal_lines where tenant = $1 and id = any($2) order by id, line",
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
func (db *DB) OpenLines(ctx context.Context, s Scope, ids []string, accounts []string, party string) (rows []OpenLine, err error) {
	where, args := s.where(4)
	sql := `with settled as (
  select tenant, settles, sum(amount) as amount, sum(base_amount) as base_amount from read.journal_lines
   where tenant = $1::text and settles <> '' group by tenant, settles
 )
 select ` + lineColumnsOf("x") + `, (x.amount - coalesce(p.amount, 0))::text as open_amount,
  (x.base_amount - coalesce(p.base_amount, 0))::text as open_base
  from (select * from read.journal_lines where ` + where + `) x
  left join settled p on p.settles = x.id || '/' || x.line
  where x.settles = '' and (x.id || '/' || x.line = any($2::text[]) or x.account = any($3::text[]))
  order by x.booked_on, x.id, x.line`
	args = append([]any{s.Tenant, ids, accounts}, args...)
	if party != "" {
		args = append(args, party)
		sql = `select * from (` + sql + fmt.Sprintf(`) y where party = $%d`, len(args))
	}
	err = db.fenced(ctx, s.Tenant, []query{{sql, args, collect(&rows)}})
	return rows, err
}
