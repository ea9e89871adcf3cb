package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

const listRows = 200_000

// list measures the case list over many rows, beside its SQL through pgx and a durable
// append: each call is recorded before it is answered.
func (r *run) list() error {
	n := r.scale(listRows)
	if err := r.fillCases(n); err != nil {
		return err
	}
	const callers = 4
	c := client(callers)
	defer c.CloseIdleConnections()
	url := "http://" + r.service.Addr("api") + "/api/cases/?limit=50"
	endpoint := func(int) error {
		_, err := call(c, "GET", url, r.key, nil, 200)
		return err
	}
	record := eventstore.Proposed{Type: "bench.recorded.v1", Data: bytes.Repeat([]byte("1"), 250), Metadata: bytes.Repeat([]byte("2"), 350)}
	recorded := func(caller int) error {
		if err := r.listSQL(caller); err != nil {
			return err
		}
		e := record
		e.ID = uuid.New()
		_, err := r.service.Store.Append(r.ctx, fmt.Sprintf("benchlist-%d", caller), eventstore.Any, e)
		return err
	}
	var rates [2]float64
	var took []time.Duration
	for turn := range 3 {
		for i, f := range []func(int) error{endpoint, recorded} {
			rate, durations, err := load(callers, r.span(), f)
			if err != nil {
				return err
			}
			if turn > 0 {
				rates[i] += rate / 2
				if i == 0 {
					took = append(took, durations...)
				}
			}
		}
	}
	more := fmt.Sprintf(", p50 %s, p99 %s", ms(quantile(took, .5)), ms(quantile(took, .99)))
	r.beside(fmt.Sprintf("list over %d rows, 4 callers, beside SQL and a record", n), "/s", rates[0], rates[1], .5, more)
	return r.pageBesideLookup(n)
}

// fillCases writes rows into the live version of the case list.
func (r *run) fillCases(n int) error {
	cases := projections.Cases()
	for known := false; !known; { // the service makes the tables soon after it has started
		var err error
		if known, err = r.service.DB.KnownOrNewer(r.ctx, cases.Name, cases.Version); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	base := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	err := pgx.BeginFunc(r.ctx, r.service.DB.Writer, func(tx pgx.Tx) error {
		for done := 0; done < n; {
			b := readmodels.NewBatch(readmodels.SchemaOf(cases.Name, cases.Version))
			for range min(5000, n-done) {
				at := base.Add(time.Duration(done) * time.Second)
				readmodels.Cases.Add(b, readmodels.CaseRow{
					Tenant: r.tenant, ID: fmt.Sprintf("%032x", done), Stage: "preparation", Revision: 1, Title: "Income tax 2025-26",
					Client: fmt.Sprintf("Client %d", done), Jurisdiction: "GB", OpenedBy: "bench", OpenedAt: at, UpdatedAt: at,
				})
				done++
			}
			if err := b.Apply(r.ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = r.service.DB.Owner.Exec(r.ctx, "vacuum analyze "+readmodels.SchemaOf(cases.Name, cases.Version)+".cases")
	return err
}

// orderedRow is a row with the value that its cursor would hold.
type orderedRow struct {
	readmodels.CaseRow
	Order string `db:"order_value"`
}

// listSQL is what the endpoint asks of the database, and nothing else.
func (r *run) listSQL(int) error {
	names := make([]string, len(readmodels.Cases.Columns))
	for i, c := range readmodels.Cases.Columns {
		names[i] = c.Name
	}
	var batch pgx.Batch
	var rows int
	var count int64
	batch.Queue(`select set_config('app.tenant', $1, true)`, r.tenant)
	batch.Queue("select "+strings.Join(names,
		", ")+", updated_at::text as order_value from read.cases where tenant = $1 order by updated_at desc, id desc limit 51", r.tenant).
		Query(func(found pgx.Rows) error {
			all, err := pgx.CollectRows(found, pgx.RowToStructByName[orderedRow])
			rows = len(all)
			return err
		})
	batch.Queue("select coalesce(sum(n), 0)::bigint from read.cases_counts where tenant = $1",
		r.tenant).QueryRow(func(row pgx.Row) error { return row.Scan(&count) })
	if err := r.service.DB.Request.SendBatch(r.ctx, &batch).Close(); err != nil {
		return err
	}
	if rows != 51 {
		return fmt.Errorf("%d rows of %d", rows, count)
	}
	return nil
}

// rebuild measures a read model's rebuild from zero, beside COPY of its rows.
func (r *run) rebuild() error {
	n := r.scale(200_000)
	if err := r.fillAudit(r.service.Store, n, func(done int) (string, string) {
		return "bench", fmt.Sprintf("audit-bench-%d", done/50_000)
	}); err != nil {
		return err
	}
	if err := r.settled(); err != nil {
		return err
	}
	if err := r.quiet(); err != nil {
		return err
	}
	var rate, floor float64
	var rows int
	for turn := range turns {
		took, copied, n, err := r.rebuildOnce(fmt.Sprintf("bench_rebuild_%d", turn))
		if err != nil {
			return err
		}
		rows = n
		rate, floor = rate+float64(n)/took.Seconds()/turns, floor+float64(n)/copied.Seconds()/turns
	}
	r.beside("rebuild of the audit list", "events/s", rate, floor, .5, fmt.Sprintf(" (%d rows)", rows))
	return nil
}

// rebuildOnce rebuilds in a database of its own, and copies the rows there.
func (r *run) rebuildOnce(name string) (took, copied time.Duration, rows int, err error) {
	if err := r.service.Cluster.CreateDatabase(r.ctx, name); err != nil {
		return 0, 0, 0, err
	}
	db, err := readmodels.Open(r.service.Cluster.URL(name))
	if err != nil {
		return 0, 0, 0, err
	}
	defer db.Close()
	if err := db.Prepare(r.ctx); err != nil {
		return 0, 0, 0, err
	}
	if took, err = r.project(db); err != nil {
		return 0, 0, 0, err
	}
	rows, copied, err = r.copyRows(db)
	return took, copied, rows, err
}

// settled waits until the service's own read models have taken in all that was
// appended, so that they do not work beside what is measured.
func (r *run) settled() error {
	head, _, err := r.service.Store.Head(r.ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.ctx, time.Minute)
	defer cancel()
	for {
		reached, err := r.service.DB.Reached(ctx)
		if err == nil && reached.Commit >= head.Commit {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("the service's read models stand at %v of %v: %w", reached, head, errors.Join(ctx.Err(), err))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// fillAudit appends call records, hundreds at a time; place says of how many are there
// already whose the next are, and in which stream they stand.
func (r *run) fillAudit(s *eventstore.Store, n int, place func(done int) (tenant, stream string)) error {
	codec := r.service.Log.Codec
	for done := 0; done < n; {
		payloads := make([]event.Payload, min(500, n-done))
		for i := range payloads {
			payloads[i] = audit.CallRecorded{Method: "POST", Route: incomePath, Status: 200, Outcome: "ok", DurationUs: int64(done + i)}
		}
		tenant, stream := place(done)
		meta := event.Metadata{CommandID: uuid.New(), Tenant: tenant, Principal: "bench", Role: "owner", Operation: "calculate.income",
			Schema: 1, Time: time.Date(2026, 1, 1, 0, 0, 0, done*1000, time.UTC)}
		events, err := codec.Encode(r.ctx, stream, meta, payloads)
		if err == nil {
			events, err = codec.Mark(stream, eventstore.Any, events)
		}
		if err != nil {
			return err
		}
		if _, err := s.Append(r.ctx, stream, eventstore.Any, events...); err != nil {
			return err
		}
		done += len(payloads)
	}
	return nil
}

// project runs the audit projection from zero to the head of the log.
func (r *run) project(db *readmodels.DB) (time.Duration, error) {
	head, _, err := r.service.Store.Head(r.ctx)
	if err != nil {
		return 0, err
	}
	categories := eventstore.Registry.Categories()
	runner := &projections.Runner{
		Source: r.service.Log, DB: db, Projections: []projections.Projection{projections.Audit(categories)}, Categories: categories,
		Logger: slog.New(slog.DiscardHandler),
	}
	began := time.Now()
	ctx, stop := context.WithCancel(r.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runner.Run(ctx)
	}()
	defer func() {
		stop()
		<-ended
	}()
	for {
		reached, err := db.Reached(r.ctx)
		if err == nil && reached.Commit >= head.Commit {
			return time.Since(began), nil
		}
		if r.ctx.Err() != nil || runner.Stopped() != "" {
			return 0, fmt.Errorf("the rebuild stopped: %v %s", r.ctx.Err(), runner.Stopped())
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// copyRows copies the rebuilt rows into a table of the same shape, keys and
// indexes, without row security, which COPY refuses.
func (r *run) copyRows(db *readmodels.DB) (rows int, took time.Duration, err error) {
	projection := projections.Audit(nil)
	table := readmodels.SchemaOf(projection.Name, projection.Version) + "." + readmodels.Audit.Name
	names := make([]string, len(readmodels.Audit.Columns))
	for i, c := range readmodels.Audit.Columns {
		names[i] = c.Name
	}
	found, err := db.Writer.Query(r.ctx, "select "+strings.Join(names, ", ")+" from "+table)
	if err != nil {
		return 0, 0, err
	}
	values, err := pgx.CollectRows(found, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
	if err != nil {
		return 0, 0, err
	}
	if _, err := db.Writer.Exec(r.ctx, "create schema bench; create table bench.copied (like "+table+" including all)"); err != nil {
		return 0, 0, err
	}
	began := time.Now()
	n, err := db.Writer.CopyFrom(r.ctx, pgx.Identifier{"bench", "copied"}, names, pgx.CopyFromRows(values))
	return int(n), time.Since(began), err
}

// lag measures from the moment an append is acknowledged until a read sees it.
func (r *run) lag() error {
	c := client(1)
	defer c.CloseIdleConnections()
	base := "http://" + r.service.Addr("api")
	lags, err := r.lags(r.scale(500), func(i int) (http.Header, error) {
		return call(c, "POST", base+"/api/cases/", r.key, fmt.Appendf(nil, `{"title":"Lag %d"}`, i), 201)
	}, func(at string) error {
		_, err := call(c, "GET", base+"/api/cases/?limit=1", r.key, nil, 200, "X-Min-Log-Position", at)
		return err
	})
	if err != nil {
		return err
	}
	p50, p99 := quantile(lags, .5), quantile(lags, .99)
	const aim = 100 * time.Millisecond
	r.add(figure{name: "append to read, over HTTP", measured: fmt.Sprintf("p50 %s, p99 %s", ms(p50), ms(p99)), floor: "–", aim: "p99 < 100 ms",
		met: p99 < aim})
	return nil
}
