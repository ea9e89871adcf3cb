package readmodels_test

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var zero readmodels.Position

func place(n uint64) readmodels.Position { return readmodels.Position{Commit: n, Prepare: n} }

// prepared is a database with the cases table live.
func prepared(t testing.TB) *readmodels.DB {
	t.Helper()
	db := pgtest.DB(t)
	if _, live, err := db.EnsureProjection(t.Context(), "cases", 1, []readmodels.Table{readmodels.CasesTable}); err != nil || !live {
		t.Fatalf("live %v, %v", live, err)
	}
	return db
}

// advance adds rows and moves the projection.
func advance(db *readmodels.DB, from, to readmodels.Position, rows ...readmodels.CaseRow) error {
	b := readmodels.NewBatch(readmodels.SchemaOf("cases", 1))
	for _, r := range rows {
		b.AddCase(r)
	}
	return db.Advance(context.Background(), []readmodels.Move{{Name: "cases", Version: 1, From: from, To: to, Batch: b}})
}

var base = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func row(tenant string, n int) readmodels.CaseRow {
	return readmodels.CaseRow{Tenant: tenant, ID: fmt.Sprintf("%s%04d", tenant, n), Stage: "intake", Title: fmt.Sprint("case ", n), OpenedAt: base, UpdatedAt: base}
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
	rows, count, _, err := db.Cases(t.Context(), readmodels.Scope{Tenant: "a", AllSites: true}, readmodels.CaseFilter{}, readmodels.Page{Limit: 10, Order: "title"})
	if err != nil || count != 1 || len(rows) != 1 {
		t.Errorf("%d rows (%v): a failed batch left some", count, err)
	}
	if at, err := db.Reached(t.Context()); err != nil || at != place(1) {
		t.Errorf("the position is %v, %v", at, err)
	}
}

// TestListing compares pages with an in-memory model: random rows, orders,
// filters and page sizes, with inserts between the pages.
func TestListing(t *testing.T) {
	db := prepared(t)
	at := zero
	add := func(rows ...readmodels.CaseRow) {
		to := place(at.Commit + 1)
		if err := advance(db, at, to, rows...); err != nil {
			t.Fatal(err)
		}
		at = to
	}
	tenants := 0
	rapid.Check(t, func(r *rapid.T) {
		tenants++
		tenant := fmt.Sprintf("t%d", tenants)
		titles := []string{"", "a", "A%", "a_b", `a\b`, "ab", "Ünïcode", "a%b", "zz"}
		made := 0
		draw := func() readmodels.CaseRow {
			made++
			x := row(tenant, made)
			x.Title = rapid.SampledFrom(titles).Draw(r, "title")
			x.Client = rapid.SampledFrom(titles).Draw(r, "client")
			x.Site = rapid.Int64Range(0, 2).Draw(r, "site")
			x.Stage = rapid.SampledFrom([]string{"intake", "review"}).Draw(r, "stage")
			x.OpenedAt = base.Add(time.Duration(rapid.IntRange(0, 5).Draw(r, "opened")) * time.Hour)
			x.UpdatedAt = base.Add(time.Duration(rapid.IntRange(0, 3).Draw(r, "updated")) * time.Microsecond)
			return x
		}
		var rows []readmodels.CaseRow
		for range rapid.IntRange(0, 25).Draw(r, "rows") {
			rows = append(rows, draw())
		}
		if len(rows) > 0 {
			add(rows...)
		}
		scope := rapid.SampledFrom([]readmodels.Scope{
			{Tenant: tenant, AllSites: true}, {Tenant: tenant, Sites: []int64{1}}, {Tenant: tenant}, {Tenant: tenant, AllSites: true, Site: 2},
		}).Draw(r, "scope")
		filter := readmodels.CaseFilter{
			Q:     rapid.SampledFrom([]string{"", "", "a", "%", "_", `\`, "a%", "ü", "'"}).Draw(r, "q"),
			Stage: rapid.SampledFrom([]string{"", "intake"}).Draw(r, "stage filter"),
		}
		if rapid.Bool().Draw(r, "dated") {
			filter.From, filter.To = base.Add(time.Hour), base.Add(4*time.Hour)
		}
		order := rapid.SampledFrom([]string{"opened_at", "-opened_at", "updated_at", "-updated_at", "title", "-title"}).Draw(r, "order")
		want := model(rows, scope, filter, order)
		page := readmodels.Page{Limit: rapid.IntRange(1, 7).Draw(r, "limit"), Order: order}
		var got []string
		for n := 0; ; n++ {
			part, count, next, err := db.Cases(context.Background(), scope, filter, page)
			if err != nil {
				r.Fatal(err)
			}
			if n == 0 && count != int64(len(want)) {
				r.Fatalf("count %d, want %d", count, len(want))
			}
			for _, x := range part {
				if x.ID <= fmt.Sprintf("%s%04d", tenant, len(rows)) { // what came between pages may show or not
					got = append(got, x.ID)
				}
			}
			if next == nil {
				break
			}
			if len(part) != page.Limit || n > 60 {
				r.Fatalf("page %d has %d rows of %d and goes on", n, len(part), page.Limit)
			}
			if rapid.IntRange(0, 3).Draw(r, "insert between pages") == 0 {
				add(draw())
			}
			page.Cursor = *next
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			r.Fatalf("%+v %+v %s\ngot  %v\nwant %v", scope, filter, order, got, want)
		}
	})
}

// model is what a list must show, by id.
func model(rows []readmodels.CaseRow, s readmodels.Scope, f readmodels.CaseFilter, order string) (ids []string) {
	var kept []readmodels.CaseRow
	for _, x := range rows {
		seen := s.AllSites || x.Site == 0
		for _, site := range s.Sites {
			seen = seen || x.Site == site
		}
		if s.Site != 0 {
			seen = x.Site == s.Site
		}
		q := strings.ToLower(f.Q)
		found := q == "" || strings.Contains(strings.ToLower(x.Title), q) || strings.Contains(strings.ToLower(x.Client), q)
		dated := (f.From.IsZero() || !x.OpenedAt.Before(f.From)) && (f.To.IsZero() || x.OpenedAt.Before(f.To))
		if seen && found && dated && (f.Stage == "" || f.Stage == x.Stage) {
			kept = append(kept, x)
		}
	}
	key := func(x readmodels.CaseRow) string {
		switch strings.TrimPrefix(order, "-") {
		case "opened_at":
			return x.OpenedAt.Format(time.RFC3339Nano) + x.ID
		case "updated_at":
			return x.UpdatedAt.Format("2006-01-02T15:04:05.000000") + x.ID
		}
		return x.Title + "\x00" + x.ID
	}
	sort.Slice(kept, func(i, j int) bool {
		if strings.HasPrefix(order, "-") {
			return key(kept[i]) > key(kept[j])
		}
		return key(kept[i]) < key(kept[j])
	})
	for _, x := range kept {
		ids = append(ids, x.ID)
	}
	return ids
}

// Cursors that carry another type's value are the caller's fault, not the
// database's.
func TestForgedCursor(t *testing.T) {
	db := prepared(t)
	if err := advance(db, zero, place(1), row("a", 1), row("a", 2)); err != nil {
		t.Fatal(err)
	}
	scope := readmodels.Scope{Tenant: "a", AllSites: true}
	for _, forged := range []string{"eyJvIjoib3BlbmVkX2F0IiwidiI6Im5vIGRhdGUiLCJpIjoiMSJ9", "eyJvIjoib3BlbmVkX2F0IiwidiI6IlwidTAwMDAiLCJpIjoiMSJ9", "eyJvIjoib3BlbmVkX2F0IiwidiI6IiIsImkiOiJcdTAwMDAifQ"} {
		_, _, _, err := db.Cases(t.Context(), scope, readmodels.CaseFilter{}, readmodels.Page{Limit: 1, Order: "opened_at", Cursor: forged})
		if f := fault.As(err); f == nil || f.Code != fault.InvalidInput {
			t.Errorf("%s: %v", forged, err)
		}
	}
}
