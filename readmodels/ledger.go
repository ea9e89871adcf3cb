package readmodels

import (
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// The tables of the ledger are written as one, in the order of the log: what a
// posting's number and period are depends on the closings before it.
const ledgerStep = "ledger"

// EntryRow is a journal entry.
type EntryRow struct {
	Tenant        string          `db:"tenant" json:"-"`
	ID            string          `db:"id" list:"search" json:"id"`
	Site          int64           `db:"site" json:"site" doc:"0: tenant-wide."`
	Status        string          `db:"status" list:"count" json:"status" enum:"proposed,approved,posted,returned,rejected"`
	Number        *int64          `db:"number" json:"number" doc:"Rank within site, fiscal year and journal; null until it is posted."`
	FiscalYear    string          `db:"fiscal_year" list:"narrow" json:"fiscal_year"`
	Journal       string          `db:"journal" list:"filter" json:"journal"`
	Origin        string          `db:"origin" list:"filter" json:"origin"`
	Date          civil.Date      `db:"date_on" list:"order=date" json:"date" format:"date"`
	TaxDate       civil.Date      `db:"tax_date_on" json:"tax_date" format:"date"`
	BookedOn      civil.Date      `db:"booked_on" json:"booked_on" format:"date" doc:"Its date; where it is late, the first day of the period in which it counts. Empty until it is posted."`
	Period        string          `db:"period" list:"filter" json:"period" doc:"In which it counts; empty until it is posted."`
	Late          bool            `db:"late" json:"late" doc:"It was posted while its own period closed, and counts in the next."`
	Currency      string          `db:"currency" json:"currency"`
	BaseCurrency  string          `db:"base_currency" json:"base_currency"`
	Total         string          `db:"total" sql:"numeric" json:"total" doc:"Sum of its debits."`
	Memo          string          `db:"memo" list:"search" json:"memo"`
	Confidence    string          `db:"confidence" sql:"numeric" json:"confidence"`
	ReviewReasons json.RawMessage `db:"review_reasons" json:"review_reasons"`
	Preparers     json.RawMessage `db:"preparers" json:"preparers"`
	Sources       string          `db:"sources" list:"search" json:"sources" doc:"What it rests on: kind/id, separated by spaces."`
	ApprovedBy    string          `db:"approved_by" json:"approved_by"`
	PostedBy      string          `db:"posted_by" json:"posted_by"`
	PostedAt      *time.Time      `db:"posted_at" json:"posted_at"`
	PostedThrough *int64          `db:"posted_through" json:"-"` // place of the posting in the log
	Reverses      string          `db:"reverses" json:"reverses"`
	ReversedBy    string          `db:"reversed_by" json:"reversed_by"`
	LedgerEntryID string          `db:"ledger_entry_id" list:"filter" json:"ledger_entry_id"`
	Waived        bool            `db:"waived" json:"waived" doc:"One person did both steps under an owner's waiver."`
	SHA256        string          `db:"payload_sha256" json:"payload_sha256"`
	CreatedAt     time.Time       `db:"created_at" list:"default" json:"created_at"`
	CreatedBy     string          `db:"created_by" json:"created_by"`
	UpdatedAt     time.Time       `db:"updated_at" list:"order" json:"updated_at"`
	Log           int64           `db:"log_revision" json:"-"`
}

// JournalEntries has one row an entry.
var JournalEntries = Define[EntryRow]("ledger", "journal_entries", "(tenant, site, fiscal_year, journal, number)")

// LineRow is a posted line; its id is its entry's, a slash and its place from 1.
type LineRow struct {
	Tenant     string     `db:"tenant" json:"-"`
	ID         string     `db:"id" json:"id" doc:"<entry id>/<line from 1>."`
	EntryID    string     `db:"entry_id" list:"filter" json:"entry_id"`
	Line       int32      `db:"line" json:"line" doc:"From 1."`
	Site       int64      `db:"site" json:"site"`
	Account    string     `db:"account" list:"filter" json:"account"`
	Side       string     `db:"side" json:"side" enum:"debit,credit"`
	Amount     string     `db:"amount" sql:"numeric" json:"amount"`
	Currency   string     `db:"currency" json:"currency"`
	BaseAmount string     `db:"base_amount" sql:"numeric" json:"base_amount"`
	BaseOf     string     `db:"base_currency" json:"base_currency"`
	BookedOn   time.Time  `db:"booked_on" list:"default" json:"-"`
	Date       civil.Date `db:"date_on" json:"date" format:"date"`
	TaxDate    civil.Date `db:"tax_date_on" json:"tax_date" format:"date"`
	Period     string     `db:"period" json:"period"`
	FiscalYear string     `db:"fiscal_year" json:"fiscal_year"`
	Journal    string     `db:"journal" json:"journal"`
	Number     int64      `db:"number" json:"number"`
	Origin     string     `db:"origin" json:"origin"`
	TaxCode    string     `db:"tax_code" json:"tax_code"`
	TaxRate    string     `db:"tax_rate" sql:"numeric" json:"tax_rate"`
	TaxBase    string     `db:"tax_base" sql:"numeric" json:"tax_base"`
	TaxLine    bool       `db:"tax_line" json:"tax_line" doc:"The amount is the tax itself; else it is what the tax is on."`
	Party      string     `db:"party" list:"filter" json:"party"`
	Settles    string     `db:"settles" list:"filter" json:"settles"`
	PostedAt   time.Time  `db:"posted_at" list:"order" json:"posted_at"`
	Through    int64      `db:"posted_through" json:"-"` // place of the posting in the log
}

// JournalLines has one row a line of a posted entry.
var JournalLines = Define[LineRow]("ledger", "journal_lines", "(tenant, site, account, booked_on)",
	"(tenant, site, tax_date_on) where tax_code <> ''")

// OrderRow is an entry of the commerce ledger.
type OrderRow struct {
	Tenant         string          `db:"tenant" json:"-"`
	ID             string          `db:"id" list:"search" json:"id"`
	Site           int64           `db:"site" json:"site" doc:"0: tenant-wide."`
	Status         string          `db:"status" list:"count" json:"status" enum:"pending,recorded,posted,difference,missing_at_source,voided"`
	Source         string          `db:"source" list:"filter" json:"source"`
	SourceRef      string          `db:"source_ref" list:"search,filter" json:"source_ref"`
	Kind           string          `db:"kind" list:"filter" json:"kind" enum:"order,refund,payout,fee"`
	PlacedAt       time.Time       `db:"placed_at" list:"default" json:"placed_at"`
	BookedOn       civil.Date      `db:"booked_on" json:"booked_on" format:"date" doc:"Booking date of its journal entry; empty: none."`
	Currency       string          `db:"currency" json:"currency"`
	Net            string          `db:"net" sql:"numeric" json:"net"`
	Taxes          json.RawMessage `db:"taxes" json:"taxes"`
	Gross          string          `db:"gross" sql:"numeric" json:"gross"`
	Country        string          `db:"country" list:"narrow" json:"country" doc:"Of the buyer."`
	Buyer          string          `db:"buyer" list:"search" json:"buyer"`
	SnapshotID     string          `db:"snapshot_id" json:"snapshot_id"`
	RefundOf       string          `db:"refund_of" json:"refund_of" doc:"Of a refund: source_ref of the order; empty: its own."`
	TaxCheck       string          `db:"tax_check" list:"filter" json:"tax_check" enum:"agrees,differs,not_computable"`
	InvoiceID      string          `db:"invoice_id" json:"invoice_id"`
	JournalEntryID string          `db:"journal_entry_id" list:"filter" json:"journal_entry_id"`
	Versions       int32           `db:"versions" json:"version_count"`
	Differences    int32           `db:"differences" json:"difference_count"`
	Stands         string          `db:"stands" json:"-"`  // pending, recorded, posted or voided, whatever its source says
	Differs        bool            `db:"differs" json:"-"` // a difference waits for a person
	Missing        bool            `db:"missing" json:"-"` // at its source
	SHA256         string          `db:"sha256" json:"sha256" doc:"Of the version in force, in its RFC 8785 form."`
	CreatedAt      time.Time       `db:"created_at" list:"order" json:"created_at"`
	CreatedBy      string          `db:"created_by" json:"created_by"`
	UpdatedAt      time.Time       `db:"updated_at" list:"order" json:"updated_at"`
	Log            int64           `db:"log_revision" json:"-"`
}

// CommerceEntries has one row an order, refund, payout or fee. An invoice finds its order by
// the checkout that it is, or that it stands for. Rows of neither are not in those indexes:
// while there are no statistics, PostgreSQL takes the smallest index of a tenant for the
// best, for any change.
var CommerceEntries = Define[OrderRow]("ledger", "ledger_entries",
	"(tenant, source_ref) where source = 'checkouts'", "(tenant, snapshot_id) where snapshot_id <> ''")

// InvoiceOrder notes on which invoice lines of an order stand: one of its own id, the
// checkout of that id, or the order that stands for that checkout.
func (b *Batch) InvoiceOrder(tenant, id, invoice string, at time.Time) {
	b.invoiceOrder(`invoice_id = $3`, ``, tenant, id, invoice, at)
}

// UninvoiceOrder notes that an invoice gave the lines of such an order back.
func (b *Batch) UninvoiceOrder(tenant, id, invoice string, at time.Time) {
	b.invoiceOrder(`invoice_id = ''`, ` and invoice_id = $3`, tenant, id, invoice, at)
}

func (b *Batch) invoiceOrder(set, where, tenant, id, invoice string, at time.Time) {
	for _, found := range []string{`id = $2`, `source = 'checkouts' and source_ref = $2`,
		`kind = 'order' and snapshot_id = $2 and snapshot_id <> ''`} {
		b.exec(CommerceEntries.Name, `update {schema}.ledger_entries set `+set+`, updated_at = $4 where tenant = $1 and `+found+where,
			[]any{tenant, id, invoice, at})
	}
}

// ChangeOrder changes the row of an order, and with it the status that follows from
// how it stands and from what its source says. It is one statement: a row with so many
// indexes is not written twice for an event.
func (b *Batch) ChangeOrder(set Set, tenant, id string) {
	set = maps.Clone(set)
	set["status"] = follows{func(after func(column string) string) string {
		return fmt.Sprintf(`case when %[1]s then 'missing_at_source' when %[2]s = 'voided' then 'voided' when %[3]s then 'difference' else %[2]s end`,
			after("missing"), after("stands"), after("differs"))
	}}
	CommerceEntries.Change(b, set, tenant, id)
}

// LedgerBooksTable has one row a set of books, for numbering.
var LedgerBooksTable = Table{
	Projection: "ledger", Name: "ledger_books", Key: []string{"tenant", "site"}, Columns: []Column{
		{"tenant", "text"}, {"site", "bigint"}, {"closed_through_on", "date null"}, {"start_month", "int"},
	},
}

// LedgerCountersTable has the last number of each series.
var LedgerCountersTable = Table{
	Projection: "ledger", Name: "ledger_counters", Key: []string{"tenant", "site", "fiscal_year", "journal"}, Columns: []Column{
		{"tenant", "text"}, {"site", "bigint"}, {"fiscal_year", "text"}, {"journal", "text"}, {"last", "bigint"},
	},
}

// LedgerPeriodsTable has one row a period that was ever closed.
var LedgerPeriodsTable = Table{
	Projection: "ledger", Name: "ledger_periods", Key: []string{"tenant", "site", "period"}, Columns: []Column{
		{"tenant", "text"}, {"site", "bigint"}, {"period", "text"}, {"status", "text"}, {"closing_at", "timestamptz"},
		{"closed_at", "timestamptz null"}, {"closed_by", "text"}, {"totals", "json"}, {"trial_balance_sha256", "text"}, {"entries", "bigint"},
	},
}

// EntryProposal is what a proposal changes of an entry's row.
type EntryProposal struct {
	Tenant, ID                              string
	Site                                    int64
	Origin, Journal, Currency, BaseCurrency string
	Date                                    time.Time
	TaxDate                                 *time.Time
	Total, Confidence, Memo                 string
	ReviewReasons, Preparer                 string // reasons as JSON
	Preparers                               string // beside By, separated by spaces
	Sources, Reverses, LedgerEntryID        string
	By                                      string
	At                                      time.Time
	Log                                     uint64
}

// ProposeEntry adds an entry, or replaces what it says.
func (b *Batch) ProposeEntry(p EntryProposal) {
	b.exec(ledgerStep, `insert into {schema}.journal_entries as e (tenant, id, site, status, origin, journal, date_on, tax_date_on, currency,
  base_currency, total, memo, confidence, review_reasons, preparers, sources, approved_by, posted_by, reverses, reversed_by, ledger_entry_id, waived,
  late, period, booked_on, fiscal_year, number, posted_at, payload_sha256, created_at, created_by, updated_at, log_revision)
 values ($1, $2, $3, 'proposed', $4, $5, $6::date, $7::date, $8, $9, $10::text::numeric, $11, $12::text::numeric, $13::text::json,
  (select json_agg(distinct x order by x) from unnest(array[$14::text] || string_to_array($15::text, ' ')) x where x <> ''), $16, '', '', $17, '', $18, false,
  false, '', null, '', null, null, '', $19, $14, $19, $20)
 on conflict (tenant, id) do update set status = 'proposed', origin = excluded.origin, journal = excluded.journal, date_on = excluded.date_on,
  tax_date_on = excluded.tax_date_on, currency = excluded.currency, base_currency = excluded.base_currency, total = excluded.total,
  memo = excluded.memo, confidence = excluded.confidence, review_reasons = excluded.review_reasons, sources = excluded.sources,
  approved_by = '', preparers = (select json_agg(distinct x order by x) from (select json_array_elements_text(e.preparers)
    union select json_array_elements_text(excluded.preparers)) as all_of(x)),
  updated_at = excluded.updated_at, log_revision = excluded.log_revision`,
		[]any{p.Tenant, p.ID, p.Site, p.Origin, p.Journal, p.Date, p.TaxDate, p.Currency, p.BaseCurrency, p.Total, p.Memo, p.Confidence,
			p.ReviewReasons, p.By, p.Preparers, p.Sources, p.Reverses, p.LedgerEntryID, p.At, int64(p.Log)})
}

// EntryStep is what a decision changes of an entry's row; nil stays.
type EntryStep struct {
	Tenant, ID, Status string // status "" = stays
	ApprovedBy         *string
	Memo, Total        *string
	Preparer           string // "" = none more
	Waived             bool
	At                 time.Time
	Log                uint64
}

// StepEntry notes a decision on an entry.
func (b *Batch) StepEntry(s EntryStep) {
	b.exec(ledgerStep, `update {schema}.journal_entries e set status = coalesce(nullif($3::text, ''), status), approved_by = coalesce($4::text, approved_by), memo = coalesce($5::text, memo),
  total = coalesce($6::text::numeric, total), waived = waived or $7::bool, updated_at = $8, log_revision = $9,
  preparers = case when $10::text = '' then preparers else (select json_agg(distinct x order by x)
    from (select json_array_elements_text(e.preparers) union select $10::text) as all_of(x)) end
 where tenant = $1 and id = $2`,
		[]any{s.Tenant, s.ID, s.Status, s.ApprovedBy, s.Memo, s.Total, s.Waived, s.At, int64(s.Log), s.Preparer})
}

// EntryPosting is what posting adds.
type EntryPosting struct {
	Tenant, ID, Journal, By, SHA256, Reverses string
	Site                                      int64
	Date                                      time.Time
	YearBegins                                time.Time // of the fiscal year of Date
	Lines                                     string    // JSON
	Waived                                    bool
	At                                        time.Time
	Log                                       uint64
	Through                                   uint64 // place of the posting in the log
}

// PostEntry places an entry in its period, gives it the next number of its
// series and adds its lines. The period is the entry's own, or the first after
// the last line that a closing has drawn.
func (b *Batch) PostEntry(p EntryPosting) {
	b.exec(ledgerStep, `with placed as (
  select greatest(date_trunc('month', $6::date)::date, coalesce((closed_through_on + interval '1 month')::date, '-infinity')) as month, start_month
    from {schema}.ledger_books where tenant = $1 and site = $3
 ), dated as (
  select month, case when month = date_trunc('month', $6::date)::date then $6::date else month end as booked_on,
    month <> date_trunc('month', $6::date)::date as late,
    extract(year from month)::int - case when extract(month from month) < start_month then 1 else 0 end as year, start_month from placed
 ), labelled as (
  select *, case when start_month = 1 then to_char(year, 'FM0000')
    else to_char(year, 'FM0000') || '-' || to_char((year + 1) % 100, 'FM00') end as fiscal_year from dated
 ), counted as (
  insert into {schema}.ledger_counters as c (tenant, site, fiscal_year, journal, last)
   select $1, $3, fiscal_year, $4, 1 from labelled
   on conflict (tenant, site, fiscal_year, journal) do update set last = c.last + 1 returning last
 )
 update {schema}.journal_entries set status = 'posted', posted_by = $5, posted_at = $7, updated_at = $7, log_revision = $8, payload_sha256 = $9,
  waived = waived or $10::bool, posted_through = $11, number = counted.last, period = to_char(l.month, 'YYYY-MM'), booked_on = l.booked_on, late = l.late,
  fiscal_year = l.fiscal_year
  from labelled l, counted where tenant = $1 and id = $2`,
		[]any{p.Tenant, p.ID, p.Site, p.Journal, p.By, p.Date, p.At, int64(p.Log), p.SHA256, p.Waived, int64(p.Through)})
	b.exec(ledgerStep, `insert into {schema}.journal_lines (tenant, id, entry_id, line, site, account, side, amount, currency, base_amount, base_currency, booked_on,
  date_on, tax_date_on, period, fiscal_year, journal, number, origin, tax_code, tax_rate, tax_base, tax_line, party, settles, posted_at,
  posted_through)
 select $1, $2 || '/' || x.line, $2, x.line, e.site, x.account, x.side, x.amount, e.currency, x.base_amount, e.base_currency, e.booked_on, e.date_on, e.tax_date_on,
  e.period, e.fiscal_year, e.journal, e.number, e.origin, coalesce(x.tax_code, ''), coalesce(x.tax_rate, 0), coalesce(x.tax_base, 0),
  coalesce(x.tax_line, false), coalesce(x.party, ''), coalesce(x.settles, ''), e.posted_at, e.posted_through
  from {schema}.journal_entries e,
   rows from (jsonb_to_recordset($3::text::jsonb) as (account text, side text, amount numeric, base_amount numeric, tax_code text, tax_rate numeric,
    tax_base numeric, tax_line boolean, party text, settles text)) with ordinality
    as x(account, side, amount, base_amount, tax_code, tax_rate, tax_base, tax_line, party, settles, line)
  where e.tenant = $1 and e.id = $2`, []any{p.Tenant, p.ID, p.Lines})
	if p.Reverses != "" {
		b.exec(ledgerStep, `update {schema}.journal_entries set reversed_by = $3 where tenant = $1 and id = $2`, []any{p.Tenant, p.Reverses, p.ID})
	}
}

// SetLedgerBooks notes from which month fiscal years run.
func (b *Batch) SetLedgerBooks(tenant string, site int64, startMonth int) {
	b.exec(ledgerStep, `insert into {schema}.ledger_books (tenant, site, closed_through_on, start_month) values ($1, $2, null, $3)
 on conflict (tenant, site) do update set start_month = excluded.start_month`, []any{tenant, site, int32(startMonth)})
}

// PeriodChange is what an event changes of a period.
type PeriodChange struct {
	Tenant             string
	Site               int64
	Period, Status     string
	ClosedThrough      *time.Time // first day of the last closed month; nil = none
	MovesLine          bool
	By, Totals, SHA256 string
	Entries            int64
	At                 time.Time
}

// ChangePeriod notes an event of a period.
func (b *Batch) ChangePeriod(c PeriodChange) {
	if c.MovesLine {
		b.exec(ledgerStep, `update {schema}.ledger_books set closed_through_on = $3::date where tenant = $1 and site = $2`,
			[]any{c.Tenant, c.Site, c.ClosedThrough})
	}
	switch c.Status {
	case "closing":
		b.exec(ledgerStep, `insert into {schema}.ledger_periods (tenant, site, period, status, closing_at, closed_at, closed_by, totals,
  trial_balance_sha256, entries) values ($1, $2, $3, 'closing', $4, null, $5, '[]', '', 0)
 on conflict (tenant, site, period) do update set status = 'closing', closing_at = excluded.closing_at, closed_at = null, closed_by = excluded.closed_by,
  totals = '[]', trial_balance_sha256 = '', entries = 0`, []any{c.Tenant, c.Site, c.Period, c.At, c.By})
	case "closed":
		b.exec(ledgerStep, `update {schema}.ledger_periods set status = 'closed', closed_at = $4, closed_by = $5, totals = $6::text::json,
  trial_balance_sha256 = $7, entries = $8 where tenant = $1 and site = $2 and period = $3`,
			[]any{c.Tenant, c.Site, c.Period, c.At, c.By, c.Totals, c.SHA256, c.Entries})
	default:
		b.exec(ledgerStep, `update {schema}.ledger_periods set status = 'open' where tenant = $1 and site = $2 and period = $3`,
			[]any{c.Tenant, c.Site, c.Period})
	}
}
