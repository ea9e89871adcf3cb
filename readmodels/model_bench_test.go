package readmodels_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/tallystick/tallystick/readmodels"
)

// BenchmarkPageBesideLookup reads pages of 50 with their counts from 200,000 rows,
// beside single rows by their key: a page may cost five times a row.
func BenchmarkPageBesideLookup(b *testing.B) {
	const rows = 200_000
	db := prepared(b)
	at := zero
	for done := 0; done < rows; {
		batch := readmodels.NewBatch(readmodels.SchemaOf("cases", 1))
		for range 5000 {
			x := row("a", 0)
			x.ID, x.Site, x.Stage = fmt.Sprintf("%032x", done), int64(done%3), []string{"intake", "review", "finalised"}[done%3]
			x.UpdatedAt = base.Add(time.Duration(done) * time.Second)
			readmodels.Cases.Add(batch, x)
			done++
		}
		to := place(at.Commit + 1)
		if err := db.Advance(context.Background(), []readmodels.Move{{Name: "cases", Version: 1, From: at, To: to, Batch: batch}}); err != nil {
			b.Fatal(err)
		}
		at = to
	}
	if _, err := db.Owner.Exec(context.Background(), "vacuum analyze cases_v1.cases"); err != nil {
		b.Fatal(err)
	}
	all := readmodels.Scope{Tenant: "a", AllSites: true}
	list := func(s readmodels.Scope, conds ...readmodels.Cond) func(b *testing.B) {
		return func(b *testing.B) {
			page := readmodels.Page{Limit: 50, Order: "-updated_at"}
			for b.Loop() {
				found, err := readmodels.Cases.List(context.Background(), db, s, page, conds...)
				if err != nil || len(found.Rows) != 50 || !found.Exact {
					b.Fatal(len(found.Rows), found.Exact, err)
				}
				if page.Cursor = *found.Next; b.N%100 == 0 {
					page.Cursor = ""
				}
			}
		}
	}
	b.Run("lookup", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			if _, ok, err := readmodels.Cases.Find(context.Background(), db, all, fmt.Sprintf("%032x", n*7919%rows)); err != nil || !ok {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("page", list(all))
	b.Run("page by status", list(all, readmodels.Is("stage", "review")))
	b.Run("page of two sites", list(readmodels.Scope{Tenant: "a", Sites: []int64{1}}))
}
