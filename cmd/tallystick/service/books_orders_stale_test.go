package service_test

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Who proposes an order's entry may have read the order before it was said anew, as work that
// follows the opening of books does: what is proposed is what the order says last, and once.
func TestAnOrderIsProposedAsItSaysLast(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	type taken struct {
		Entries []struct {
			ID             string
			JournalEntryID string `json:"journal_entry_id"`
		}
	}
	push := func(o map[string]any) (id, entry string) {
		got := read[taken](t, w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []map[string]any{o}}))
		return got.Entries[0].ID, got.Entries[0].JournalEntryID
	}
	books, ctx := w.API.Books(), context.Background()
	caller := func() commands.Caller {
		return commands.Caller{Tenant: w.tenant, Principal: w.ids["bookkeeper"], Role: access.Bookkeeper, Sites: tenancy.Grant{All: true}, Site: 1,
			Request: "stale", Command: uuid.New()}
	}
	for n := range 4 {
		ref := strconv.Itoa(n)
		id, entry := push(order(ref, "10.00", "1.90", "11.90"))
		early, _, err := books.CommerceEntry(ctx, caller(), id)
		if err != nil {
			t.Fatal(err)
		}
		push(order(ref, "20.00", "3.80", "23.80"))
		late, _, err := books.CommerceEntry(ctx, caller(), id)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 4 {
			for _, known := range []orders.State{early, late} {
				all.Go(func() {
					if _, err := books.ProposeOrder(ctx, caller(), known); err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		got := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+entry+"/", nil)
		if got.field(t, "revision") != 2.0 || got.field(t, "lines").([]any)[0].(map[string]any)["amount"] != "23.80" {
			t.Errorf("order %s: %s", ref, got.body)
		}
	}
}
