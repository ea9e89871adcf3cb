package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/notification"
)

// A party, an order's buyer and an address that was written to are forgotten: lists
// and records show them no more, and mail to them goes from the spool.
func TestForgetPartiesOrdersAndAddresses(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const name = "Gertrude"
	party := w.party(t, "?site=1", map[string]any{"name": name + " GmbH", "roles": []string{"customer"}, "email": "gertrude@example.org",
		"country": "DE"})
	sold := order("1", "100.00", "19.00", "119.00")
	sold["buyer"].(map[string]any)["name"] = name
	taken := read[struct{ Entries []struct{ ID string } }](t, w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1",
		map[string]any{"source": "shop", "orders": []map[string]any{sold}}))
	queued, err := w.Notifications.Queue(t.Context(), local(w.tenant), notification.Message{
		Kind: "test.sent", Source: "party-" + w.tenant + "-" + party, Subject: "To " + name, Text: "Hello\n",
		Recipients: []notification.Recipient{{Address: "gertrude@example.com", Vouched: true}}})
	if err != nil {
		t.Fatal(err)
	}
	one := "/api/notifications/" + queued[0].ID + "/"
	eventually(t, "mail to be sent", func() bool { return w.must(t, 200, "owner", "GET", one, nil).field(t, "status") == "sent" })

	contact := "contact-" + w.Notifications.AddressID(w.tenant, "gertrude@example.com")
	if _, err := w.forget(t, "books-1", "they asked"); !slices.Contains(refusedWith(t, err), "retention_hold") {
		t.Errorf("the books: %v", err)
	}
	var last string
	for subject, blockers := range map[string][]string{
		"party-" + party: {"retention_unknown"}, "order-" + taken.Entries[0].ID: {"retention_unknown"}, contact: nil,
	} {
		if blockers != nil {
			if _, err := w.forget(t, subject, ""); !slices.Equal(refusedWith(t, err), blockers) {
				t.Errorf("%s: %v", subject, err)
			}
		}
		done, err := w.forget(t, subject, "no law has it kept")
		if err != nil {
			t.Fatalf("%s: %v", subject, err)
		}
		w.awaitKeyGone(t, subject)
		last = logPosition(done.Position)
	}
	for _, path := range []string{"/api/parties/?site=1", "/api/parties/" + party + "/", "/api/ledger/entries/?site=1", "/api/notifications/",
		one} {
		r := w.call(t, "owner", "GET", path, nil, "X-Min-Log-Position", last)
		if r.status != 200 && r.status != 404 || strings.Contains(strings.ToLower(string(r.body)), "gertrude") {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	if strings.Contains(string(w.must(t, 200, "owner", "GET", "/api/parties/?site=1&q=gertrude", nil).body), party) {
		t.Error("the party is still found by its name")
	}
}
