package service_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// overtaken is a log in which something else is written just before a posting.
type overtaken struct {
	commands.Log
	before func()
}

func (o *overtaken) Write(ctx context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	if _, posting := payloads[0].(journal.EntryPosted); posting {
		o.before()
	}
	return o.Log.Write(ctx, stream, expected, meta, payloads)
}

// scanned are the ids of the anomalies that a scan of all rules leaves, by type.
func (w *world) scanned(t *testing.T, as string) (byType map[string][]string) {
	t.Helper()
	awaitHead(t, t.Context(), w.Service)
	queued := w.must(t, 202, as, "POST", "/api/anomalies/scan/?site=1", nil)
	if job := w.finished(t, as, queued.field(t, "status_url").(string)); job["status"] != "succeeded" {
		t.Fatalf("%v", job)
	}
	awaitHead(t, t.Context(), w.Service)
	byType = map[string][]string{}
	list := read[struct {
		Anomalies []struct {
			ID, Type string
			Evidence []anomaly.Fact
			Subjects []string
		}
		Counts map[string]int `json:"type_counts"`
	}](t, w.must(t, 200, as, "GET", "/api/anomalies/?site=1&limit=200", nil))
	for _, a := range list.Anomalies {
		byType[a.Type] = append(byType[a.Type], a.ID)
		if len(a.Evidence) == 0 || len(a.Subjects) == 0 {
			t.Errorf("%+v", a)
		}
	}
	for kind, n := range list.Counts {
		if len(byType[kind]) != n {
			t.Errorf("%d of %s are counted, %d listed", n, kind, len(byType[kind]))
		}
	}
	return byType
}

// bill proposes and posts a purchase from a party.
func (w *world) bill(t *testing.T, party, day, net, tax, gross string) reply {
	t.Helper()
	body := purchase(day, net, tax, gross)
	body["transaction"].(map[string]any)["counterparty"] = map[string]any{"party_id": party, "country": "DE"}
	return w.post(t, w.propose(t, 1, body))
}

// pay proposes and posts a payment to a party that settles nothing.
func (w *world) pay(t *testing.T, party, day, amount string) reply {
	t.Helper()
	return w.post(t, w.propose(t, 1, map[string]any{"date": day, "memo": "paid", "journal": "bank", "lines": []map[string]any{
		{"account": "1600", "side": "debit", "amount": amount, "party": party}, {"account": "1200", "side": "credit", "amount": amount}}}))
}

// Each rule finds what is done over the API for it to find, in books that hold all of it at
// once; nothing can make a gap of numbers but somebody with the database, who does it here. A
// further scan tells nothing again.
func TestEveryKindOfAnomaly(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", `{"thresholds":{"EUR":"1000"}}`)
	supplier := func(name string) string {
		return w.must(t, 201, "bookkeeper", "POST", "/api/parties/", map[string]any{"name": name, "roles": []string{"supplier"}, "country": "DE",
			"bank_accounts": []map[string]any{{"iban": "DE89370400440532013000"}}}).field(t, "id").(string)
	}
	if found := w.scanned(t, "bookkeeper"); len(found) != 0 {
		t.Errorf("empty books: %v", found)
	}
	twice := supplier("Billed twice")
	w.bill(t, twice, "2026-03-04", "100.00", "19.00", "119.00")
	w.bill(t, twice, "2026-03-04", "100.00", "19.00", "119.00")
	w.pay(t, twice, "2026-03-10", "119.00")
	w.pay(t, twice, "2026-03-12", "119.00")

	split := supplier("Below the threshold")
	w.bill(t, split, "2026-03-05", "800.00", "152.00", "952.00")
	w.bill(t, split, "2026-03-06", "700.00", "133.00", "833.00")

	steady := supplier("Always the same")
	for n := range 6 {
		w.bill(t, steady, fmt.Sprintf("2026-03-%02d", 11+n), fmt.Sprintf("10%d.00", n), []string{"19.00", "19.19", "19.38", "19.57", "19.76",
			"19.95"}[n], []string{"119.00", "120.19", "121.38", "122.57", "123.76", "124.95"}[n])
	}
	w.bill(t, steady, "2026-04-20", "9000.00", "1710.00", "10710.00")

	w.post(t, w.propose(t, 1, map[string]any{"transaction": map[string]any{"role": "purchase", "date": "2026-03-08", "currency": "EUR",
		"net": "100.00", "gross": "121.00", "taxes": []map[string]any{{"rate": "0.19", "base": "100.00", "tax": "21.00"}},
		"counterparty": map[string]any{"name": "Wrong", "country": "DE"}, "category": "office", "memo": "too much tax"}}))
	today := w.Executor.Now().UTC().Format(time.DateOnly)
	changed := supplier("Another account")
	w.must(t, 200, "bookkeeper", "PATCH", "/api/parties/"+changed+"/", map[string]any{"name": "Another account",
		"roles": []string{"supplier"}, "country": "DE", "bank_accounts": []map[string]any{{"iban": "DE89370400440532013000"},
			{"iban": "FR1420041010050500013M02606"}}})
	w.pay(t, changed, today, "77.00")
	w.bill(t, changed, "2026-01-02", "10.00", "1.90", "11.90") // long after others of its series

	w.provokeOrders(t)
	w.provokeLate(t)
	found := w.scanned(t, "bookkeeper")
	for _, rule := range anomaly.Rules() {
		switch here := len(found[string(rule)]); {
		case rule == anomaly.NumberGap || rule == anomaly.SelfApproval:
			if here != 0 {
				t.Errorf("%s: %d", rule, here)
			}
		case here == 0:
			t.Errorf("%s was not found", rule)
		}
	}
	t.Logf("%v", slices.Sorted(maps.Keys(found)))
	if again := w.scanned(t, "bookkeeper"); !maps.EqualFunc(found, again, slices.Equal) {
		t.Errorf("a further scan: %v, not %v", again, found)
	}
	if other := w.scanned(t, "other_owner"); len(other) != 0 {
		t.Errorf("another tenant: %v", other)
	}
	if _, err := w.DB.Owner.Exec(t.Context(), `delete from `+w.ledgerSchema(t)+`.journal_entries where tenant = $1 and journal = 'bank' and number = 2`,
		w.tenant); err != nil {
		t.Fatal(err)
	}
	if gap := w.scanned(t, "bookkeeper"); len(gap[string(anomaly.NumberGap)]) != 1 {
		t.Errorf("%v", gap)
	}
	w.provokeAlone(t)
}

// provokeOrders pushes orders that differ from themselves, at a rate that is not in force,
// and refunds of too much and of nothing.
func (w *world) provokeOrders(t *testing.T) {
	t.Helper()
	refund := func(ref, of, gross, net, tax string) map[string]any {
		o := order(ref, net, tax, gross)
		o["kind"], o["refund_of"] = "refund", of
		return o
	}
	foreign := order("a rate of elsewhere", "100.00", "19.00", "119.00")
	foreign["buyer"] = map[string]any{"name": "Ada Byron", "country": "FR", "status": "consumer"}
	push := func(list ...map[string]any) []string {
		t.Helper()
		taken := read[struct {
			Entries []struct {
				JournalEntryID string `json:"journal_entry_id"`
				Blockers       []struct{ Code, Message string }
			}
		}](t, w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": list}))
		var ids []string
		for _, e := range taken.Entries {
			if e.JournalEntryID == "" {
				t.Fatalf("%+v", taken)
			}
			ids = append(ids, e.JournalEntryID)
		}
		return ids
	}
	for _, id := range push(foreign, order("1", "100.00", "19.00", "119.00"), order("2", "50.00", "9.50", "59.50")) {
		w.post(t, id)
	}
	w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{order("2", "60.00", "11.40", "71.40"), refund("r1", "1", "120.19", "101.00", "19.19"), refund("r2",
		"nobody's", "11.90", "10.00", "1.90")}})
}

// provokeLate has a month closed while an entry of it is being posted.
func (w *world) provokeLate(t *testing.T) {
	t.Helper()
	id := w.propose(t, 1, purchase("2026-01-20", "100.00", "19.00", "119.00"))
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+id+"/approve/", `{}`)
	own, books := *w.Executor, *w.API.Books()
	own.Log = &overtaken{w.Executor.Log, func() { w.must(t, 200, "owner", "POST", "/api/ledger/periods/2026-01/close/?site=1", nil) }}
	books.Executor = &own
	c := commands.Caller{Tenant: w.tenant, Principal: w.ids["bookkeeper"], Role: access.Bookkeeper, Sites: tenancy.Grant{All: true}, Request: "late"}
	done, err := books.Step(t.Context(), c, id, journal.Post{})
	if err != nil {
		t.Fatal(err)
	}
	awaitHead(t, t.Context(), w.Service)
	entry := w.must(t, 200, "auditor", "GET", "/api/accounting/journal-entries/"+done.ID+"/", nil)
	if entry.field(t, "late") != true || entry.field(t, "period") != "2026-02" {
		t.Errorf("%s", entry.body)
	}
}

// provokeAlone has a tenant's only person prepare, approve and post, by a waiver.
func (w *world) provokeAlone(t *testing.T) {
	t.Helper()
	tomorrow := w.Executor.Now().UTC().AddDate(0, 0, 2).Format(time.DateOnly)
	books := map[string]any{"country": "DE", "chart": "de-skr03"}
	w.must(t, 200, "other_owner", "PUT", "/api/ledger/books/?site=1", books)
	made := w.must(t, 201, "other_owner", "POST", "/api/accounting/journal-entries/generate/?site=1", purchase("2026-03-04", "100.00", "19.00",
		"119.00"))
	path := "/api/accounting/journal-entries/" + made.field(t, "id").(string) + "/"
	if got := w.must(t, 422, "other_owner", "POST", path+"approve/", `{}`).blockers(t); !slices.Contains(got, "separation_of_duties") {
		t.Errorf("%v", got)
	}
	books["waiver"] = map[string]any{"scope": "journal", "reason": "nobody else is here", "expires_on": tomorrow}
	w.must(t, 200, "other_owner", "PUT", "/api/ledger/books/?site=1", books)
	w.must(t, 200, "other_owner", "POST", path+"approve/", `{}`)
	w.must(t, 200, "other_owner", "POST", path+"post/", `{}`)
	found := w.scanned(t, "other_owner")
	if ids := found[string(anomaly.SelfApproval)]; len(ids) != 1 {
		t.Errorf("%v", found)
	} else if one := w.must(t, 200, "other_owner", "GET", "/api/anomalies/"+ids[0]+"/", nil); one.field(t, "severity") != "low" {
		t.Errorf("%s", one.body)
	}
}
