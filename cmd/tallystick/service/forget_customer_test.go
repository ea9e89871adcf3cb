package service_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/eventstore"
)

// customerWords are what tells who the customer is; none of them may be left.
var customerWords = []string{"yorick@example.com", "R-77-YORICK", "Alas", "60999"}

// sells has a customer buy something, under an id that is personal data itself,
// and enters the certificate of theirs. It returns exemption and snapshot.
func (w *world) sells(t *testing.T, customer string) (exemption, snapshot string, checkout map[string]any) {
	t.Helper()
	exemption = w.create(t, "owner", "exemptions", map[string]any{"customer_id": customer, "kind": "resale", "number": "R-77-YORICK",
		"note":   "Alas",
		"places": []string{"US-IN"}, "effective_from": "2026-01-01"})
	checkout = cart("DE", "DE", map[string]any{"cart_id": "cart-of-" + exemption, "customer_id": customer, "commit": true,
		"buyer": map[string]any{"country": "DE", "postal_code": "60999", "status": "consumer"}})
	snapshot = w.must(t, 201, "owner", "POST", commercePath+"preview", checkout).field(t, "snapshot_id").(string)
	return exemption, snapshot, checkout
}

// seenOfCustomer is everything in which a customer's data could stand.
func (w *world) seenOfCustomer(t *testing.T, exemption, snapshot, customer, position string) map[string]string {
	t.Helper()
	fresh := []string{"X-Min-Log-Position", position}
	return map[string]string{
		"exemptions":          string(w.must(t, 200, "owner", "GET", commercePath+"exemptions/", nil, fresh...).body),
		"exemptions by id":    string(w.must(t, 200, "owner", "GET", commercePath+"exemptions/?customer_id="+customer, nil, fresh...).body),
		"exemption":           string(w.must(t, 200, "owner", "GET", commercePath+"exemptions/"+exemption, nil).body),
		"snapshots":           string(w.must(t, 200, "owner", "GET", commercePath+"snapshots/", nil, fresh...).body),
		"snapshots by id":     string(w.must(t, 200, "owner", "GET", commercePath+"snapshots/?customer_id="+customer, nil, fresh...).body),
		"snapshot":            string(w.must(t, 200, "owner", "GET", commercePath+"snapshots/"+snapshot, nil).body),
		"events of exemption": string(w.must(t, 200, "owner", "GET", "/api/events/?stream=taxexemption", nil).body),
		"events of snapshots": string(w.must(t, 200, "owner", "GET", "/api/events/?stream=taxsnapshot", nil).body),
	}
}

// in2040 is forgetting as it is asked for then, when retention periods are over.
func (w *world) in2040() *commands.Privacy {
	x := w.privacy()
	later := *w.Executor
	later.Now = func() time.Time { return time.Date(2040, 1, 2, 0, 0, 0, 0, time.UTC) }
	x.Executor = &later
	return x
}

// TestForgetACustomer holds a merchant's customer back while a certificate is in
// use, a retention period runs and the law is not known; forgets them; and then
// looks everywhere.
func TestForgetACustomer(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const customer = "yorick@example.com"
	exemption, snapshot, checkout := w.sells(t, customer)
	subject := commerce.CustomerSubject(customer)
	forget := func(x *commands.Privacy, acknowledge string) (commands.Done[privacy.State], error) {
		return x.Forget(t.Context(), local(w.tenant), privacy.Forget{Subject: subject, Reason: "They asked", Acknowledge: acknowledge})
	}

	_, err := forget(w.privacy(), "")
	if codes := refusedWith(t, err); !slices.Equal(codes, []string{"retention_hold", "retention_unknown"}) ||
		!strings.Contains(err.Error(), "in use") || !strings.Contains(err.Error(), "2034-12-31") {
		t.Errorf("a certificate in use, an invoice of this year: %v", err)
	}
	if r := fault.As(err).Code.Kind(); r != fault.KindBlocked {
		t.Errorf("not a 422 but %v", r)
	}
	w.must(t, 204, "owner", "DELETE", commercePath+"exemptions/"+exemption, nil)
	_, err = forget(w.privacy(), "The state was asked")
	if codes := refusedWith(t, err); !slices.Equal(codes, []string{"retention_hold"}) || strings.Contains(err.Error(), "in use") {
		t.Errorf("an invoice of this year: %v", err)
	}
	_, err = forget(w.in2040(), "")
	if codes := refusedWith(t, err); !slices.Equal(codes, []string{"retention_unknown"}) || !strings.Contains(err.Error(), "US") {
		t.Errorf("a certificate, whose law is not known: %v", err)
	}
	if _, err := w.privacy().Forget(t.Context(), local(w.tenant), privacy.Forget{Subject: commerce.CustomerSubject("nobody"),
		Reason: "x"}); fault.As(err) == nil || fault.As(err).Code.Kind() != fault.KindNotFound {
		t.Errorf("a customer who is not there: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	before := w.seenOfCustomer(t, exemption, snapshot, customer, logPosition(awaitHead(t, ctx, w.Service)))
	for where, text := range before {
		if !slices.ContainsFunc(customerWords, func(word string) bool { return strings.Contains(text, word) }) {
			t.Errorf("%s does not show the customer before: the test would test nothing: %s", where, text)
		}
	}
	for _, word := range customerWords {
		if w.inTheLog(t, word) {
			t.Errorf("the log itself shows %q", word)
		}
	}

	done, err := forget(w.in2040(), "The state was asked")
	if err != nil {
		t.Fatal(err)
	}
	w.awaitKeyGone(t, subject)
	position := logPosition(done.Position)
	gone := func(w *world) {
		t.Helper()
		for where, text := range w.seenOfCustomer(t, exemption, snapshot, customer, position) {
			for _, word := range customerWords {
				if strings.Contains(text, word) {
					t.Errorf("%s still shows %q: %s", where, word, text)
				}
			}
		}
		w.must(t, 200, "owner", "GET", commercePath+"snapshots/"+snapshot, nil).expect(t, "forgotten", true, "cart", nil, "preview", nil)
		w.must(t, 200, "owner", "GET", commercePath+"snapshots/", nil).expect(t, "snapshots.0.tax", "19.00", "snapshots.0.customer_id", "")
	}
	gone(w)
	for what, r := range map[string]reply{
		"a certificate": w.call(t, "owner", "POST", commercePath+"exemptions", map[string]any{"customer_id": customer, "kind": "resale",
			"number": "1",
			"places": []string{"US-IN"}, "effective_from": "2026-01-01"}),
		"another checkout": w.call(t, "owner", "POST", commercePath+"preview",
			cart("DE", "DE", map[string]any{"cart_id": "again", "customer_id": customer, "commit": true})),
		"a changed certificate": w.call(t, "owner", "PATCH", commercePath+"exemptions/"+exemption, map[string]any{"kind": "resale_2"}),
	} {
		if r.status != 409 {
			t.Errorf("%s of somebody who was forgotten: %d %s", what, r.status, r.body)
		}
	}
	if r := w.call(t, "owner", "POST", commercePath+"preview", checkout); r.status >= 500 {
		t.Errorf("the committed cart again: %d %s", r.status, r.body)
	}
	if again, err := forget(w.privacy(), ""); err != nil || !again.Nothing {
		t.Errorf("again: %+v, %v", again, err)
	}
	w.publish(t)
	if _, findings := verified(history(t, w.Service), trusting(t, testPublicKey)); len(findings) > 0 {
		t.Errorf("proofs after forgetting: %v", findings)
	}
	w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Something to rebuild"})
	checkRebuilt(t, w.Service)

	c := w.Config
	w.Close()
	s, err := startService(c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gone(&world{Service: s, base: "http://" + s.Addr("api"), keys: w.keys, ids: w.ids, tenant: w.tenant})
}

// inTheLog reports whether a text stands readable in any event.
func (w *world) inTheLog(t *testing.T, text string) bool {
	t.Helper()
	for _, e := range history(t, w.Service) {
		if strings.Contains(string(e.Data), text) || strings.Contains(string(e.Metadata), text) {
			return true
		}
	}
	return false
}

// A certificate that was forgotten counts no longer, on any node, and at once.
func TestForgottenCertificatesDoNotCount(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.must(t, 201, "owner", "POST", commercePath+"registrations", map[string]any{"country": "US", "region": "IN", "standing": "registered",
		"scheme": "standard", "effective_from": "2026-01-01"})
	ids := map[string]string{}
	for _, customer := range []string{"gertrude", "claudius"} {
		ids[customer] = w.create(t, "owner", "exemptions", map[string]any{"customer_id": customer, "kind": "resale", "number": "R-" + customer,
			"places":         []string{"US-IN"},
			"effective_from": "2026-01-01", "effective_to": "2026-06-30"})
	}
	tax := func(customer string) string {
		return w.must(t, 200, "owner", "POST", commercePath+"preview", cart("US", "US", map[string]any{"currency": "USD", "date": "2026-03-02",
			"customer_id": customer,
			"seller":      map[string]any{"country": "US", "region": "OH"}, "buyer": map[string]any{"country": "US", "region": "IN",
				"status": "business"}})).at(t, "result.tax").(string)
	}
	if tax("gertrude") != "0.00" || tax("claudius") != "0.00" {
		t.Fatalf("the certificates do not count: %s, %s", tax("gertrude"), tax("claudius"))
	}
	subject := commerce.CustomerSubject("gertrude")
	if _, err := w.privacy().Forget(t.Context(), local(w.tenant), privacy.Forget{Subject: subject, Reason: "asked",
		Acknowledge: "Indiana was asked"}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the certificate to be gone from memory", func() bool { return tax("gertrude") == "7.00" })
	if tax("claudius") != "0.00" {
		t.Error("another customer's certificate went too")
	}
	w.awaitKeyGone(t, subject)
	checkRebuiltRows(t, w)
}

// checkRebuiltRows is checkRebuilt with a case in the log, which it wants to see.
func checkRebuiltRows(t *testing.T, w *world) {
	t.Helper()
	w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Something to rebuild"})
	checkRebuilt(t, w.Service)
}

// A cart that named no customer is a subject of its own.
func TestForgetACart(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	made := w.must(t, 201, "owner", "POST", commercePath+"preview", cart("IT", "IT", map[string]any{"cart_id": "anonymous", "commit": true,
		"buyer": map[string]any{"country": "IT", "postal_code": "00118", "status": "consumer"}}))
	id := made.field(t, "snapshot_id").(string)
	ask := privacy.Forget{Subject: commerce.SnapshotSubject(id), Reason: "asked"}
	if _, err := w.privacy().Forget(t.Context(), local(w.tenant), ask); !slices.Equal(refusedWith(t, err), []string{"retention_unknown"}) {
		t.Errorf("a place that is not in the table: %v", err)
	}
	ask.Acknowledge = "Italian law was looked up by hand"
	done, err := w.privacy().Forget(t.Context(), local(w.tenant), ask)
	if err != nil {
		t.Fatal(err)
	}
	w.awaitKeyGone(t, ask.Subject)
	w.must(t, 200, "owner", "GET", commercePath+"snapshots/"+id, nil).expect(t, "forgotten", true, "cart", nil)
	if done.Position == (event.Position{}) {
		t.Error("no position")
	}
	checkRebuiltRows(t, w)
}

// A certificate and a checkout as the first version of the log recorded them,
// with the customer's id readable: lists forget it, on every rebuild too; the log
// keeps what it holds.
func TestForgetWhatTheFirstVersionRecorded(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	const customer = "old@example.com"
	subject := commerce.CustomerSubject(customer)
	number, err := w.Vault.Seal(t.Context(), w.tenant, subject, "R-OLD")
	if err != nil {
		t.Fatal(err)
	}
	id, snapshot := newTenantID(), newTenantID()
	sealedNumber := map[string]any{"subject": subject, "sealed": number}
	w.appendRaw(t, "taxexemption-"+w.tenant+"-"+id, "commerce.exemption_created.v1", map[string]any{"exemption_id": id,
		"exemption": map[string]any{
			"customer_id": customer, "kind": "resale", "number": sealedNumber, "places": []string{"US-IN"}, "effective_from": "2026-01-01",
			"effective_to": "2026-06-30"}})
	w.appendRaw(t, "taxsnapshot-"+w.tenant+"-"+snapshot, "commerce.snapshot_taken.v1", map[string]any{"snapshot_id": snapshot,
		"cart_id": "old", "cart_sha256": "ab",
		"customer_id": customer, "date": "2026-03-02", "currency": "EUR", "net": "1.00", "tax": "0.19", "gross": "1.19", "lines": 1,
		"provider":        "internal",
		"coverage_status": "draft", "preview_sha256": "cd", "parts": 0})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	lists := func() string {
		fresh := logPosition(awaitHead(t, ctx, w.Service))
		return string(w.must(t, 200, "owner", "GET", commercePath+"exemptions/", nil, "X-Min-Log-Position", fresh).body) +
			string(w.must(t, 200, "owner", "GET", commercePath+"snapshots/", nil, "X-Min-Log-Position", fresh).body)
	}
	if before := lists(); strings.Count(before, customer) != 2 || !strings.Contains(before, "R-OLD") {
		t.Fatalf("the lists show %s", before)
	}
	if _, err := w.privacy().Forget(t.Context(), local(w.tenant), privacy.Forget{Subject: subject, Reason: "asked",
		Acknowledge: "looked up by hand"}); err != nil {
		t.Fatal(err)
	}
	w.awaitKeyGone(t, subject)
	if after := lists(); strings.Contains(after, customer) || strings.Contains(after, "R-OLD") || !strings.Contains(after, "0.19") {
		t.Errorf("the lists show %s", after)
	}
	if one := w.must(t, 200, "owner", "GET", commercePath+"exemptions/"+id, nil); strings.Contains(string(one.body), customer) {
		t.Errorf("the certificate shows %s", one.body)
	}
	checkRebuiltRows(t, w)
}

// appendRaw has the service write an event as it stands, as one of a past version.
func (w *world) appendRaw(t *testing.T, stream, typ string, data any) {
	t.Helper()
	w.appendTo(t, w.Log.Append, stream, typ, data)
}

// forge writes an event as somebody else does who may write to the log.
func (w *world) forge(t *testing.T, stream, typ string, data any) {
	t.Helper()
	w.appendTo(t, w.Store.Append, stream, typ, data)
}

func (w *world) appendTo(t *testing.T, to func(context.Context, string, eventstore.Expected, ...eventstore.Proposed) (eventstore.Appended, error),
	stream, typ string, data any) {
	t.Helper()
	body, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := json.Marshal(event.Metadata{CommandID: uuid.New(), Operation: "test", Tenant: w.tenant, Principal: "test", Schema: 1,
		Time: time.Now().UTC().Truncate(time.Microsecond)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to(t.Context(), stream, eventstore.Any, eventstore.Proposed{ID: uuid.New(), Type: typ, Data: body,
		Metadata: meta}); err != nil {
		t.Fatal(err)
	}
}
