package readmodels

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/domain/civil"
)

// ExportRow is an export in the history.
type ExportRow struct {
	Tenant      string          `db:"tenant" json:"-"`
	ID          string          `db:"id" json:"id"`
	Site        int64           `db:"site" json:"site"`
	Status      string          `db:"status" list:"count" json:"status" enum:"queued,completed,failed"`
	Code        string          `db:"code" json:"code" doc:"Why it failed; empty: it did not."`
	Format      string          `db:"format" list:"filter" json:"format"`
	From        civil.Date      `db:"from_on" json:"from" format:"date"`
	To          civil.Date      `db:"to_on" json:"to" format:"date"`
	Provisional bool            `db:"provisional" json:"provisional"`
	ScheduleID  string          `db:"schedule_id" list:"filter" json:"schedule_id"`
	JobID       string          `db:"job_id" json:"job_id"`
	Name        string          `db:"name" json:"name" doc:"Of the file."`
	Bytes       int64           `db:"bytes" json:"bytes"`
	SHA256      string          `db:"sha256" json:"sha256" doc:"Of the file; empty until it is completed."`
	Entries     int64           `db:"entries" json:"entries"`
	Lines       int64           `db:"lines" json:"lines"`
	Totals      json.RawMessage `db:"totals" json:"totals" doc:"In base currency: [{currency, debit, credit}]."`
	LogPosition int64           `db:"log_position" json:"log_position" doc:"Leaves of the tenant's tree before the request."`
	CreatedAt   time.Time       `db:"created_at" list:"default" json:"created_at"`
	CreatedBy   string          `db:"created_by" json:"created_by"`
	UpdatedAt   time.Time       `db:"updated_at" list:"order" json:"updated_at"`
}

// Exports has one row an export.
var Exports = Define[ExportRow]("feeds", "exports")

// ExportScheduleRow is an export schedule.
type ExportScheduleRow struct {
	Tenant      string          `db:"tenant" json:"-"`
	ID          string          `db:"id" json:"id"`
	Site        int64           `db:"site" json:"site"`
	Status      string          `db:"status" list:"count" json:"status" enum:"active,paused,stopped" doc:"stopped: whom it worked as was disabled; who sets it anew has it run as themselves."`
	Format      string          `db:"format" list:"filter" json:"format"`
	ConnectorID string          `db:"connector_id" list:"filter" json:"connector_id" doc:"Which sends its exports; empty: none."`
	Rule        json.RawMessage `db:"rule" json:"rule" doc:"When it is due: {every, weekday, day, month, at, time_zone}."`
	Provisional bool            `db:"provisional" json:"provisional"`
	CreatedAt   time.Time       `db:"created_at" list:"default" json:"created_at"`
	CreatedBy   string          `db:"created_by" json:"created_by"`
	UpdatedAt   time.Time       `db:"updated_at" list:"order" json:"updated_at"`
}

// ExportSchedules has one row an export schedule that was not removed.
var ExportSchedules = Define[ExportScheduleRow]("export_schedules", "export_schedules")

// ExportLine is a posted line with what its entry says.
type ExportLine struct {
	LineRow
	Memo, Sources, Reverses string
	Waived                  bool
}

// StreamLines hands over the posted lines of a reading one by one, in the order of
// booking date, journal and number, all of one snapshot. The row that each is
// given is overwritten by the next.
func (db *DB) StreamLines(ctx context.Context, tenant string, r Reading, each func(*ExportLine) error) error {
	where, args := r.where("")
	args[0] = tenant
	q := query{`select l.entry_id, l.line, l.account, l.side, l.amount::text, l.currency, l.base_amount::text, l.base_currency, l.booked_on::timestamptz,
 l.date_on, l.tax_date_on, l.period, l.fiscal_year, l.journal, l.number, l.origin, l.tax_code, l.tax_rate::text, l.tax_base::text, l.tax_line, l.party,
 l.settles, l.posted_at, e.memo, e.sources, e.reverses, e.waived
 from (select * from read.journal_lines where ` + where + `) l join read.journal_entries e on e.tenant = l.tenant and e.id = l.entry_id
 order by l.booked_on, l.journal, l.number, l.line`, args, func(rows pgx.Rows) error {
		var x ExportLine
		_, err := pgx.ForEachRow(rows, []any{&x.EntryID, &x.Line, &x.Account, &x.Side, &x.Amount, &x.Currency, &x.BaseAmount, &x.BaseOf,
			&x.BookedOn,
			&x.Date, &x.TaxDate, &x.Period, &x.FiscalYear, &x.Journal, &x.Number, &x.Origin, &x.TaxCode, &x.TaxRate, &x.TaxBase, &x.TaxLine,
			&x.Party,
			&x.Settles, &x.PostedAt, &x.Memo, &x.Sources, &x.Reverses, &x.Waived}, func() error { return each(&x) })
		return err
	}}
	if err := db.serves(ctx, []query{q}); err != nil {
		return err
	}
	var batch pgx.Batch
	batch.Queue(`select set_config('app.tenant', $1, true)`, tenant)
	batch.Queue(q.sql, q.args...).Query(q.read)
	return unavailable(db.Request.SendBatch(ctx, &batch).Close())
}

// CountUnposted counts the entries dated in a range that wait to be posted.
func (db *DB) CountUnposted(ctx context.Context, tenant string, site int64, from, to time.Time) (n int64, err error) {
	err = db.fenced(ctx, tenant, []query{{`select count(*) from read.journal_entries where tenant = $1 and site = $2
 and status in ('proposed', 'approved', 'returned') and date_on between $3::date and $4::date`, []any{tenant, site, from, to}, scalar(&n)}})
	return n, err
}
