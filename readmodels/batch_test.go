package readmodels_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/readmodels"
)

// Changes of a batch that is sent in several pieces, and of which rows and statements come
// by turns, are made in their order; one that cannot be made is told with its table, and
// takes the whole batch back, and every projection that moves with it.
func TestABatchIsMadeInItsOrder(t *testing.T) {
	db := prepared(t)
	const rows = 2500 // of which each is changed once: more than are sent together
	b := readmodels.NewBatch(readmodels.SchemaOf("cases", 1))
	for n := range rows {
		readmodels.Cases.Add(b, row("a", n))
		readmodels.Cases.Change(b, readmodels.Set{"title": "changed"}, "a", row("a", n).ID)
		if n%2 == 0 {
			readmodels.Cases.Remove(b, "a", row("a", n).ID)
		}
	}
	move := func(from, to readmodels.Position, b *readmodels.Batch) readmodels.Move {
		return readmodels.Move{Name: "cases", Version: 1, From: from, To: to, Batch: b}
	}
	if err := db.Advance(t.Context(), []readmodels.Move{move(zero, place(1), b)}); err != nil {
		t.Fatal(err)
	}
	count := func(q string) int {
		t.Helper()
		found, err := readmodels.Cases.List(t.Context(), db, readmodels.Scope{Tenant: "a", AllSites: true},
			readmodels.Page{Limit: 1, Order: "title"}, readmodels.Search(q))
		if err != nil {
			t.Fatal(err)
		}
		return int(found.Count)
	}
	if all, changed := count(""), count("changed"); all != rows/2 || changed != rows/2 {
		t.Errorf("%d rows, %d changed, not %d", all, changed, rows/2)
	}
	wrong := readmodels.NewBatch(readmodels.SchemaOf("cases", 1))
	readmodels.Cases.Add(wrong, row("a", 0))
	readmodels.Cases.Change(wrong, readmodels.Set{"stage": "closed"}, "a", row("a", 1).ID)
	readmodels.Cases.Add(wrong, row("a", 1)) // is there
	err := db.Advance(t.Context(), []readmodels.Move{move(place(1), place(2), wrong)})
	var of *readmodels.MoveError
	if !errors.As(err, &of) || of.Name != "cases" || !strings.Contains(err.Error(), "cases_v1.cases") {
		t.Errorf("%v", err)
	}
	if all := count(""); all != rows/2 {
		t.Errorf("%d rows after a batch that failed", all)
	}
	// One that does not stand where it should keeps the other from moving.
	second := readmodels.Table{Name: "others", Columns: []readmodels.Column{{Name: "tenant", Type: "text"}}, Key: []string{"tenant"}}
	if _, _, err := db.EnsureProjection(t.Context(), "others", 1, []readmodels.Table{second}); err != nil {
		t.Fatal(err)
	}
	other := move(place(7), place(8), readmodels.NewBatch("others_v1"))
	other.Name = "others"
	if err := db.Advance(context.Background(), []readmodels.Move{move(place(1), place(2), readmodels.NewBatch("cases_v1")),
		other}); !errors.Is(err, readmodels.ErrMoved) {
		t.Errorf("%v", err)
	}
	if err := db.Advance(t.Context(), []readmodels.Move{move(place(1), place(2), readmodels.NewBatch("cases_v1"))}); err != nil {
		t.Errorf("it moved without the other: %v", err)
	}
}
