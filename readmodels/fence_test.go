package readmodels_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var zero readmodels.Position

func place(n uint64) readmodels.Position { return readmodels.Position{Commit: n, Prepare: n} }

// prepared is a database with the cases table live.
func prepared(t testing.TB) *readmodels.DB { return preparedTable(t, "cases", readmodels.Cases.Table) }

func preparedTable(t testing.TB, projection string, table readmodels.Table) *readmodels.DB {
	t.Helper()
	db := pgtest.DB(t)
	if _, live, err := db.EnsureProjection(t.Context(), projection, 1, []readmodels.Table{table}); err != nil || !live {
		t.Fatalf("live %v, %v", live, err)
	}
	return db
}

// advance adds rows and moves the projection.
func advance(db *readmodels.DB, from, to readmodels.Position, rows ...readmodels.CaseRow) error {
	b := readmodels.NewBatch(readmodels.SchemaOf("cases", 1))
	for _, r := range rows {
		readmodels.Cases.Add(b, r)
	}
	return db.Advance(context.Background(), []readmodels.Move{{Name: "cases", Version: 1, From: from, To: to, Batch: b}})
}

var base = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func row(tenant string, n int) readmodels.CaseRow {
	return readmodels.CaseRow{Tenant: tenant, ID: fmt.Sprintf("%s%04d", tenant, n), Stage: "intake", Title: fmt.Sprint("case ", n),
		OpenedAt: base, UpdatedAt: base}
}

// TestForgottenFilter: a query of the request role that names no tenant gets
// nothing without the setting, and only that tenant's rows with it.
func TestForgottenFilter(t *testing.T) {
	db := prepared(t)
	if err := advance(db, zero, place(1), row("ours", 1), row("ours", 2), row("theirs", 1)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pool   *pgxpool.Pool
		tenant string // "-" = the setting is never made
		want   int
	}{
		{db.Request, "-", 0}, {db.Request, "", 0}, {db.Request, "ours", 2}, {db.Request, "theirs", 1}, {db.Request, "nobody", 0},
		{db.Request, "ours' or true --", 0}, {db.Staff, "-", 3}, {db.Writer, "-", 3},
	} {
		err := pgx.BeginFunc(t.Context(), c.pool, func(tx pgx.Tx) error {
			if c.tenant != "-" {
				if _, err := tx.Exec(t.Context(), `select set_config('app.tenant', $1, true)`, c.tenant); err != nil {
					return err
				}
			}
			for _, table := range []string{"read.cases", "cases_v1.cases"} {
				var n int
				if err := tx.QueryRow(t.Context(), "select count(*) from "+table).Scan(&n); err != nil {
					return err
				}
				if n != c.want {
					t.Errorf("tenant %q sees %d rows of %s, want %d", c.tenant, n, table, c.want)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	// The setting ends with its transaction.
	var n int
	if err := db.Request.QueryRow(t.Context(), "select count(*) from read.cases").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d rows are seen after a request (%v)", n, err)
	}
}

// The reading roles can change nothing and reach no vault.
func TestRolesOwnNothing(t *testing.T) {
	db := prepared(t)
	for name, pool := range map[string]*pgxpool.Pool{"request": db.Request, "staff": db.Staff} {
		for _, sql := range []string{
			"insert into cases_v1.cases select * from cases_v1.cases", "update cases_v1.cases set tenant = 'x'", "delete from cases_v1.cases",
			"alter table cases_v1.cases disable row level security", "drop view read.cases", "drop schema cases_v1 cascade",
			"create table read.mine (a int)", "select * from vault.subject_key", "update platform.projection set live = false",
			"create schema mine",
		} {
			_, err := pool.Exec(t.Context(), sql)
			var refused *pgconn.PgError
			if !errors.As(err, &refused) || refused.Code != "42501" {
				t.Errorf("%s role: %s: %v", name, sql, err)
			}
		}
	}
	if _, err := db.Writer.Exec(t.Context(), "select * from vault.subject_key"); err == nil {
		t.Error("the projections' writer reads the vault")
	}
}

// Start-up verifies the fences: each way to open one is found.
func TestOpenFencesAreFound(t *testing.T) {
	for name, c := range map[string]struct{ open, close string }{
		"row security off":  {"alter table cases_v1.cases disable row level security", "alter table cases_v1.cases enable row level security"},
		"not forced":        {"alter table cases_v1.cases no force row level security", "alter table cases_v1.cases force row level security"},
		"a new plain table": {"create table cases_v1.notes (tenant text)", "drop table cases_v1.notes"},
		"a role that owns":  {"alter table cases_v1.cases owner to tallystick_request", "alter table cases_v1.cases owner to tallystick_writer"},
		"a view of another's rights": {"create or replace view read.cases as select * from cases_v1.cases; alter view read.cases set (security_invoker = false)",
			"alter view read.cases set (security_invoker = true)"},
	} {
		t.Run(name, func(t *testing.T) {
			db := prepared(t)
			if err := db.Prepare(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, sql := range strings.Split(c.open, ";") {
				if _, err := db.Owner.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			if err := db.Prepare(t.Context()); err == nil || !strings.Contains(err.Error(), "fence") {
				t.Errorf("the open fence was not found: %v", err)
			}
			if _, err := db.Owner.Exec(t.Context(), c.close); err != nil {
				t.Fatal(err)
			}
			if err := db.Prepare(t.Context()); err != nil {
				t.Errorf("closed again: %v", err)
			}
		})
	}
}

// Rows and position are one transaction, and a position moves only from where
// its mover saw it.
func TestAdvanceIsAtomic(t *testing.T) {
	db := prepared(t)
	if err := advance(db, zero, place(1), row("a", 1)); err != nil {
		t.Fatal(err)
	}
	if err := advance(db, zero, place(2), row("a", 2)); !errors.Is(err, readmodels.ErrMoved) {
		t.Errorf("moved from where it is not: %v", err)
	}
	if err := advance(db, place(1), place(3), row("a", 3), row("a", 1)); err == nil { // the second row is there already
		t.Error("a row that exists was added")
	}
	found, err := readmodels.Cases.List(t.Context(), db, readmodels.Scope{Tenant: "a", AllSites: true},
		readmodels.Page{Limit: 10, Order: "title"})
	if err != nil || found.Count != 1 || len(found.Rows) != 1 {
		t.Errorf("%d rows (%v): a failed batch left some", found.Count, err)
	}
	if at, err := db.Reached(t.Context()); err != nil || at != place(1) {
		t.Errorf("the position is %v, %v", at, err)
	}
}

// A projection that was forgotten has reached nothing, whatever the others have: who
// waits for all is not told that they are there.
func TestForgottenHasReachedNothing(t *testing.T) {
	db := prepared(t)
	second := readmodels.Cases.Table
	second.Name = "others"
	if _, _, err := db.EnsureProjection(t.Context(), "others", 1, []readmodels.Table{second}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cases", "others"} {
		move := readmodels.Move{Name: name, Version: 1, To: place(1), Batch: readmodels.NewBatch(readmodels.SchemaOf(name, 1))}
		if err := db.Advance(t.Context(), []readmodels.Move{move}); err != nil {
			t.Fatal(err)
		}
	}
	db.Expected = []string{"cases", "others"}
	reached := func(want readmodels.Position, names ...string) {
		t.Helper()
		if at, err := db.Reached(t.Context(), names...); err != nil || at != want {
			t.Errorf("%v have reached %v, %v; want %v", names, at, err, want)
		}
	}
	reached(place(1))
	reached(place(1), "cases", "others")
	if err := db.DropProjection(t.Context(), "others", 1); err != nil {
		t.Fatal(err)
	}
	reached(zero)
	reached(zero, "others")
	reached(zero, "cases", "others")
	reached(place(1), "cases")
}

// Whoever reads what a version is being forgotten of, and then waits for that, is not the
// one that ends: forgetting tries again.
func TestForgettingYields(t *testing.T) {
	db := prepared(t)
	reader, err := db.Owner.Begin(t.Context())
	if err == nil {
		_, err = reader.Exec(t.Context(), "set local deadlock_timeout = '10min'; lock table cases_v1.cases in access share mode")
	}
	if err != nil {
		t.Fatal(err)
	}
	forgotten := make(chan error, 1)
	go func() { forgotten <- db.DropProjection(t.Context(), "cases", 1) }()
	for waits := false; !waits; {
		if err := db.Owner.QueryRow(t.Context(), `select exists (select from pg_locks l join pg_class c on c.oid = l.relation
 where not l.granted and c.relname like 'cases%')`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := reader.Exec(t.Context(), "select from platform.projection where name = 'cases' for update"); err != nil {
		t.Errorf("the reader was ended: %v", err)
	}
	if err := reader.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-forgotten; err != nil {
		t.Error(err)
	}
	if at, err := db.Reached(t.Context(), "cases"); err != nil || at != zero {
		t.Errorf("at %v, %v: it was not forgotten", at, err)
	}
}

// Cursors that carry another type's value are the caller's fault, not the
// database's.
func TestForgedCursor(t *testing.T) {
	db := prepared(t)
	if err := advance(db, zero, place(1), row("a", 1), row("a", 2)); err != nil {
		t.Fatal(err)
	}
	scope := readmodels.Scope{Tenant: "a", AllSites: true}
	for _, forged := range []string{"eyJvIjoib3BlbmVkX2F0IiwidiI6Im5vIGRhdGUiLCJpIjoiMSJ9",
		"eyJvIjoib3BlbmVkX2F0IiwidiI6IlwidTAwMDAiLCJpIjoiMSJ9", "eyJvIjoib3BlbmVkX2F0IiwidiI6IiIsImkiOiJcdTAwMDAifQ"} {
		_, err := readmodels.Cases.List(t.Context(), db, scope, readmodels.Page{Limit: 1, Order: "opened_at", Cursor: forged})
		if f := fault.As(err); f == nil || f.Code != fault.InvalidInput {
			t.Errorf("%s: %v", forged, err)
		}
	}
}
