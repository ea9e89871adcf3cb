package bench

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render/ledger"
)

const (
	linesExported     = 1_000_000
	exportMemoryMax   = 64 << 20
	exportRateOfCopy  = .3
	memorySampledEach = 50_000 // lines
)

// export measures a million posted lines written as CSV, as the job of an export does it,
// beside PostgreSQL's COPY of the same rows; and the memory that lives meanwhile.
func (r *run) export() error {
	entries := r.scale(linesExported) / 2
	if err := FillLedger(r.ctx, r.service.DB, r.tenant, 1, entries); err != nil {
		return err
	}
	began := time.Now()
	most, lines, err := r.exported()
	if err != nil {
		return err
	}
	took := time.Since(began)
	began = time.Now()
	if err := r.copied(); err != nil {
		return err
	}
	floor := time.Since(began)
	r.beside(fmt.Sprintf("lines exported as CSV, %s", number(float64(lines))), "/s", float64(lines)/took.Seconds(), float64(lines)/floor.Seconds(),
		exportRateOfCopy, "")
	r.add(figure{name: "memory that an export holds", measured: fmt.Sprintf("%.1f MiB", float64(most)/(1<<20)), floor: "–", aim: "< 64 MiB",
		met: most < exportMemoryMax})
	return nil
}

// exported writes all lines and returns by how much what lives has grown at most.
func (r *run) exported() (most, lines int64, err error) {
	head := ledger.Head{Site: 1, BaseCurrency: "EUR", From: civil.Of(2026, 1, 1), To: civil.Of(2026, 12, 31)}
	out, err := ledger.New(ledger.CSV, io.Discard, head)
	if err != nil {
		return 0, 0, err
	}
	before := living()
	var entry ledger.Entry
	err = r.service.DB.StreamLines(r.ctx, r.tenant, allOf2026(), func(l *readmodels.ExportLine) error {
		if lines++; lines%memorySampledEach == 0 {
			most = max(most, living()-before)
		}
		if l.EntryID != entry.ID && entry.ID != "" {
			if err := out.Entry(entry); err != nil {
				return err
			}
			entry.Lines = entry.Lines[:0]
		}
		entry = ledger.Entry{ID: l.EntryID, Journal: l.Journal, FiscalYear: l.FiscalYear, Period: l.Period, Number: l.Number,
			BookedOn: civil.FromTime(l.BookedOn.UTC()), Date: l.Date, TaxDate: l.TaxDate, Currency: l.Currency, Base: l.BaseOf, Memo: l.Memo,
			Sources: l.Sources, Origin: l.Origin, Reverses: l.Reverses, PostedAt: l.PostedAt,
			Lines: append(entry.Lines, ledger.Line{Line: l.Line, Account: l.Account, Side: l.Side, Amount: l.Amount, Base: l.BaseAmount,
				TaxCode: l.TaxCode, TaxRate: l.TaxRate, TaxBase: l.TaxBase, TaxLine: l.TaxLine, Party: l.Party, Settles: l.Settles})}
		return nil
	})
	if err == nil {
		err = out.Entry(entry)
	}
	if err == nil {
		err = out.Close()
	}
	return most, lines, err
}

func allOf2026() readmodels.Reading {
	return readmodels.Reading{Site: 1, From: civil.Of(2026, 1, 1).Time(), To: civil.Of(2026, 12, 31).Time(), KnownAt: time.Now()}
}

// living is how many bytes of the heap are in use.
func living() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// copied has PostgreSQL copy the same rows in the same order out.
func (r *run) copied() error {
	ledgers := projections.Ledger()
	schema := readmodels.SchemaOf(ledgers.Name, ledgers.Version)
	return pgx.BeginFunc(r.ctx, r.service.DB.Writer, func(tx pgx.Tx) error {
		_, err := tx.Conn().PgConn().CopyTo(r.ctx, io.Discard, `copy (select l.*, e.memo, e.sources, e.reverses from `+schema+`.journal_lines l
 join `+schema+`.journal_entries e on e.tenant = l.tenant and e.id = l.entry_id where l.tenant = '`+r.tenant+`'
 order by l.booked_on, l.journal, l.number, l.line) to stdout (format csv)`)
		return err
	})
}

// FillLedger writes so many posted entries of two lines into the rows of the ledger,
// past the log: for what reads many of them.
func FillLedger(ctx context.Context, db *readmodels.DB, tenant string, site int64, entries int) error {
	ledgers := projections.Ledger()
	schema := readmodels.SchemaOf(ledgers.Name, ledgers.Version)
	for known := false; !known; { // the service makes the tables soon after it has started
		var err error
		if known, err = db.KnownOrNewer(ctx, ledgers.Name, ledgers.Version); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	day, at, one := civil.Of(2026, 3, 4), time.Date(2026, 3, 5, 9, 0, 0, 0, time.UTC), int64(1)
	entry := readmodels.EntryRow{Tenant: tenant, ID: strings.Repeat("0", 32), Site: site, Status: "posted", Number: &one,
		FiscalYear: "2026", Journal: "general", Origin: "manual", Date: day, TaxDate: day, BookedOn: day, Period: "2026-03",
		Currency: "EUR", BaseCurrency: "EUR", Total: "119.00",
		Memo: "Sale over the counter", Confidence: "1", ReviewReasons: []byte("[]"), Preparers: []byte("[]"),
		PostedAt: &at, CreatedAt: at, UpdatedAt: at}
	line := readmodels.LineRow{Tenant: tenant, ID: entry.ID + "/1", EntryID: entry.ID, Line: 1, Site: site, Account: "1200", Side: "debit",
		Amount: "119.00", Currency: "EUR", BaseAmount: "119.00", BaseOf: "EUR", BookedOn: day.Time(), Date: day, TaxDate: day, Period: "2026-03",
		FiscalYear: "2026", Journal: "general", Number: 1, Origin: "manual", TaxRate: "0", TaxBase: "0", PostedAt: at}
	other := line
	other.ID, other.Line, other.Account, other.Side = entry.ID+"/2", 2, "8400", "credit"
	return pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		b := readmodels.NewBatch(schema)
		readmodels.JournalEntries.Add(b, entry)
		readmodels.JournalLines.Add(b, line)
		readmodels.JournalLines.Add(b, other)
		if err := b.Apply(ctx, tx); err != nil {
			return err
		}
		if err := multiply(ctx, tx, schema, "journal_entries", entries, "t.id = repeat('0', 32)",
			"'id', lpad(to_hex(n), 32, '0'), 'number', n", tenant); err != nil {
			return err
		}
		return multiply(ctx, tx, schema, "journal_lines", entries, "t.entry_id = repeat('0', 32)",
			"'id', lpad(to_hex(n), 32, '0') || '/' || t.line, 'entry_id', lpad(to_hex(n), 32, '0'), 'number', n", tenant)
	})
}

// multiply writes rows of a table again, from 2 to n, with other values in some columns.
func multiply(ctx context.Context, tx pgx.Tx, schema, table string, n int, which, other, tenant string) error {
	var into, from string // generated columns are left out
	if err := tx.QueryRow(ctx, `select string_agg(column_name, ', '), string_agg('r.' || column_name, ', ') from information_schema.columns
 where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`, schema, table).Scan(&into, &from); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into `+schema+`.`+table+` (`+into+`) select `+from+` from `+schema+`.`+table+` t, generate_series(2, $2::int) n,
 jsonb_populate_record(t, jsonb_build_object(`+other+`)) r where t.tenant = $1 and `+which, tenant, n)
	return err
}
