package service_test

import (
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/taxid"
)

// germanFirm is a world of its own whose first site has German books and is registered there.
func germanFirm(t *testing.T) *world {
	t.Helper()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.create(t, "owner", "registrations", map[string]any{"country": "DE", "standing": "registered", "scheme": "standard",
		"effective_from": "2020-01-01"})
	return w
}

// party writes a party down, of the whole firm or narrowed by a query, and returns its id.
func (w *world) party(t *testing.T, query string, body any) string {
	t.Helper()
	return w.must(t, 201, "bookkeeper", "POST", "/api/parties/"+query, body).field(t, "id").(string)
}

// pushed takes an order of a shop, and returns the id of the entry that was proposed for it.
func (w *world) pushed(t *testing.T, sold map[string]any) string {
	t.Helper()
	r := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{sold}})
	taken := read[struct {
		Entries []struct {
			JournalEntryID string `json:"journal_entry_id"`
		}
	}](t, r).Entries[0]
	if taken.JournalEntryID == "" {
		t.Fatalf("no entry is proposed: %s", r.body)
	}
	return taken.JournalEntryID
}

// boxes are those of a return in which something stands, once all is read.
func (w *world) boxes(t *testing.T, path string) map[string]string {
	t.Helper()
	awaitHead(t, t.Context(), w.Service)
	out := map[string]string{}
	for _, b := range read[struct{ Boxes []struct{ Box, Value string } }](t, w.must(t, 200, "auditor", "GET", path, nil)).Boxes {
		if b.Value != "0" && b.Value != "0.00" {
			out[b.Box] = b.Value
		}
	}
	return out
}

// consulted has it stored that a register confirmed a VAT number, and returns the id of its answer.
func (w *world) consulted(t *testing.T, country, number string) string {
	t.Helper()
	return w.consultedFor(t, w.tenant, 0, country, number)
}

// consultedFor is consulted of a tenant's site, 0 = of all its sites.
func (w *world) consultedFor(t *testing.T, tenant string, site int64, country, number string) string {
	t.Helper()
	r, err := taxid.Validate(country, "vat", number)
	if err != nil || !r.Valid {
		t.Fatalf("%s: %v, %v", number, r, err)
	}
	asks := local(tenant)
	asks.Site = site
	done, err := commands.RecordConsultation(t.Context(), w.Executor, asks, consultation.Consultation{Scheme: r.Scheme,
		Number: r.Normal, Register: "vies", Outcome: consultation.Registered, Reference: "WAPIAAAAX", Date: civil.MustParse("2026-03-01")})
	if err != nil {
		t.Fatal(err)
	}
	return done.ID
}
