package readmodels_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tallystick/tallystick/readmodels"
)

// auditRows are records of two tenants, spread over the months around base.
func auditRows(seed uint64, n int) (rows []readmodels.AuditRow) {
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		at := base.Add(-time.Duration(random.Int64N(int64(500 * 24 * time.Hour)))).Truncate(time.Microsecond)
		if i%10 == 0 { // the first and the last instant of a month
			at = time.Date(at.Year(), at.Month(), 1, 0, 0, 0, -1000*(i/10%2), time.UTC)
		}
		rows = append(rows, readmodels.AuditRow{Tenant: []string{"a", "b"}[i%2], ID: fmt.Sprintf("%032x", i), Site: int64(i % 3), At: at,
			Outcome: "ok"})
	}
	return rows
}

func addAudit(t testing.TB, db *readmodels.DB, version int, from uint64, rows []readmodels.AuditRow) {
	t.Helper()
	b := readmodels.NewBatch(readmodels.SchemaOf("audit", version))
	for _, r := range rows {
		readmodels.Audit.Add(b, r)
	}
	err := db.Advance(context.Background(), []readmodels.Move{{Name: "audit", Version: version, From: place(from), To: place(from + 1),
		Batch: b}})
	if err != nil {
		t.Fatal(err)
	}
}

// Old months go at once, their counts with them; what is kept is whole, comes in
// order over all months, and is the same when it is built anew.
func TestMonthsAreDropped(t *testing.T) {
	db := preparedTable(t, "audit", readmodels.Audit.Table)
	const seed = 7
	rows := auditRows(seed, 400)
	for i := 0; i < len(rows); i += 100 {
		addAudit(t, db, 1, uint64(i/100), rows[i:i+100])
	}
	listed := func(tenant string) (ids []string, count int64) {
		page := readmodels.Page{Limit: 30, Order: "happened_at"}
		for {
			found, err := readmodels.Audit.List(t.Context(), db, readmodels.Scope{Tenant: tenant, AllSites: true}, page)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range found.Rows {
				ids = append(ids, r.ID)
			}
			if found.Next == nil {
				return ids, found.Count
			}
			page.Cursor = *found.Next
		}
	}
	check := func(since time.Time) {
		t.Helper()
		for _, tenant := range []string{"a", "b"} {
			kept := slices.DeleteFunc(slices.Clone(rows), func(r readmodels.AuditRow) bool { return r.Tenant != tenant || r.At.Before(since) })
			slices.SortFunc(kept, func(x, y readmodels.AuditRow) int { return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.ID, y.ID)) })
			ids, count := listed(tenant)
			if count != int64(len(kept)) || len(ids) != len(kept) {
				t.Fatalf("seed %d, tenant %s since %s: %d rows, counted %d, want %d", seed, tenant, since, len(ids), count, len(kept))
			}
			for i, r := range kept {
				if ids[i] != r.ID {
					t.Fatalf("seed %d: row %d is %s, want %s", seed, i, ids[i], r.ID)
				}
			}
		}
	}
	check(time.Time{})
	if since, err := readmodels.Audit.KeptSince(t.Context(), db); err != nil || !since.IsZero() {
		t.Fatal(since, err)
	}
	for _, days := range []int{400, 100, 400} { // a longer time afterwards brings nothing back
		if _, err := readmodels.Audit.Keep(t.Context(), db, base.AddDate(0, 0, -days)); err != nil {
			t.Fatal(err)
		}
		since, err := readmodels.Audit.KeptSince(t.Context(), db)
		if want := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC); err != nil || days == 100 && !since.Equal(want) {
			t.Fatalf("kept since %s (%v), want %s", since, err, want)
		}
		check(since)
	}
	since, _ := readmodels.Audit.KeptSince(t.Context(), db)
	tables := []readmodels.Table{readmodels.Audit.Table}
	if _, live, err := db.EnsureProjection(t.Context(), "audit", 2, tables); err != nil || live {
		t.Fatal(live, err)
	}
	for i := range uint64(4) {
		addAudit(t, db, 2, i, rows[i*100:i*100+100])
	}
	if done, err := db.Flip(t.Context(), "audit", 2, tables); err != nil || !done {
		t.Fatal(done, err)
	}
	check(since)
	var open int
	if err := db.Owner.QueryRow(t.Context(), `select count(*) from pg_class c where c.relnamespace = 'audit_v2'::regnamespace and c.relkind in ('r', 'p')
 and (not c.relforcerowsecurity or c.relispartition and has_table_privilege('tallystick_request', c.oid, 'select'))`).Scan(&open); err != nil || open != 0 {
		t.Errorf("%d tables of months are open (%v)", open, err)
	}
}

// BenchmarkDropMonth drops a month of 200,000 rows, beside deleting as many.
func BenchmarkDropMonth(b *testing.B) {
	const n = 200_000
	for _, way := range []string{"drop", "delete"} {
		b.Run(way, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				db := preparedTable(b, "audit", readmodels.Audit.Table)
				rows := auditRows(1, n)
				for i := range rows {
					rows[i].At = base.AddDate(-2, 0, 0)
				}
				for i := 0; i < n; i += 5000 {
					addAudit(b, db, 1, uint64(i/5000), rows[i:i+5000])
				}
				b.StartTimer()
				var err error
				if way == "drop" {
					_, err = readmodels.Audit.Keep(context.Background(), db, base)
				} else {
					_, err = db.Writer.Exec(context.Background(), "delete from audit_v1.audit_log")
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
