package projections_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

// rowsTouched applies a batch and returns how many rows of a table were read for it and
// how many were written; nothing of it stays unless keep says so.
func rowsTouched(t *testing.T, w *world, b *readmodels.Batch, table string, keep bool) (read, written int64) {
	t.Helper()
	tx, err := w.db.Writer.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context())
	counted := func() (read, written int64) { // with what this connection has done before and not told yet
		err := tx.QueryRow(t.Context(), `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint,
  coalesce(sum(n_tup_ins + n_tup_upd), 0)::bigint from pg_stat_xact_user_tables where relname = $1`, table).Scan(&read, &written)
		if err != nil {
			t.Fatal(err)
		}
		return read, written
	}
	readBefore, writtenBefore := counted()
	if err := b.Apply(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	read, written = counted()
	read, written = read-readBefore, written-writtenBefore
	if keep {
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return read, written
}

// What an event changes of the commerce ledger costs the same however many orders a tenant
// has, and no row is written twice for it.
func TestAnOrdersEventTouchesItsRow(t *testing.T) {
	w := newWorld(t)
	ledger := projections.Ledger()
	if _, _, err := w.db.EnsureProjection(t.Context(), ledger.Name, ledger.Version, ledger.Tables); err != nil {
		t.Fatal(err)
	}
	const few, many = 10, 2000
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	recorded := func(stream event.Stream, p event.Payload) event.Recorded {
		return event.Recorded{ID: uuid.New(), Stream: stream.String(), Type: p.EventType(), Payload: p,
			Meta: event.Metadata{Tenant: tenant, Site: 1, Time: at, Principal: "ada"}}
	}
	order := func(i int) event.Stream {
		return event.Stream{Category: orders.Category.Name, Tenant: tenant, ID: fmt.Sprintf("order%d", i)}
	}
	schema := readmodels.SchemaOf(ledger.Name, ledger.Version)
	record := func(from, to int) {
		t.Helper()
		b := readmodels.NewBatch(schema)
		for i := from; i < to; i++ {
			source, ref, snapshot := "shop", fmt.Sprint("s", i), ""
			switch i {
			case 1:
				source, ref = orders.Checkouts, "checkout1"
			case 2:
				snapshot = "checkout2"
			}
			p := orders.EntryRecorded{Source: source, SourceRef: ref}
			p.Kind, p.PlacedAt, p.Currency, p.SnapshotID = orders.Sale, at, "EUR", snapshot
			if err := ledger.Handle(recorded(order(i), p), b); err != nil {
				t.Fatal(err)
			}
		}
		if _, written := rowsTouched(t, w, b, "ledger_entries", true); written != int64(to-from) {
			t.Fatalf("%d rows were written of %d orders", written, to-from)
		}
	}
	claims := func(id string) event.Stream {
		return event.Stream{Category: invoicing.Orders.Name, Tenant: tenant, ID: id}
	}
	changes := map[string]event.Recorded{
		"missing":                  recorded(order(7), orders.MissingAtSource{}),
		"voided":                   recorded(order(8), orders.EntryVoided{}),
		"invoiced":                 recorded(claims("order0"), invoicing.LinesClaimed{InvoiceID: "x"}),
		"invoiced as a checkout":   recorded(claims("checkout1"), invoicing.LinesClaimed{InvoiceID: "x"}),
		"invoiced for a checkout":  recorded(claims("checkout2"), invoicing.LinesClaimed{InvoiceID: "x"}),
		"credited":                 recorded(claims("order0"), invoicing.LinesReleased{InvoiceID: ""}),
		"credited as a checkout":   recorded(claims("checkout1"), invoicing.LinesReleased{InvoiceID: ""}),
		"credited for a checkout":  recorded(claims("checkout2"), invoicing.LinesReleased{InvoiceID: ""}),
		"of an order that is gone": recorded(claims("order9999"), invoicing.LinesClaimed{InvoiceID: "x"}),
	}
	change := func(name string) (read, written int64) {
		b := readmodels.NewBatch(schema)
		if err := ledger.Handle(changes[name], b); err != nil {
			t.Fatal(err)
		}
		return rowsTouched(t, w, b, "ledger_entries", false)
	}
	// What the database planned while there was little, and kept, must do for much.
	record(0, few)
	for name := range changes {
		for range 10 {
			change(name)
		}
	}
	record(few, many)
	for name := range changes {
		read, written := change(name)
		want := int64(1)
		if name == "of an order that is gone" {
			want = 0
		}
		if read > 2 || written != want {
			t.Errorf("%s: %d rows of %d were read and %d written", name, read, many, written)
		}
	}
}
