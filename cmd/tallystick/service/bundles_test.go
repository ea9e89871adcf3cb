package service_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// bundled asks for a bundle and returns the export and its file's entries.
func (w *world) bundled(t *testing.T, who, path string, body any, headers ...string) (string, map[string]string, reply) {
	t.Helper()
	made := w.must(t, 202, who, "POST", path, body, headers...)
	// A head on demand is signed once a minute.
	if err := w.Checkpoints.PublishTree(t.Context(), w.tenant); err != nil {
		t.Fatal(err)
	}
	if job := w.finished(t, who, made.field(t, "status_url").(string)); job["status"] != "succeeded" {
		t.Fatalf("%s: %v", path, job)
	}
	one := "/api/accounting-feeds/exports/" + made.field(t, "id").(string) + "/"
	file := w.must(t, 200, who, "GET", one+"download/", nil)
	r, err := zip.NewReader(bytes.NewReader(file.body), int64(len(file.body)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(text)
	}
	return one, out, file
}

// timesIn is how many files of a bundle are some bytes.
func timesIn(entries map[string]string, file []byte) (n int) {
	for name, text := range entries {
		if strings.HasPrefix(name, "files/") && text == string(file) {
			n++
		}
	}
	return n
}

// A bundle of evidence proves itself with its key alone, and is for those who may ask
// for it.
func TestAnEvidenceBundle(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	file := pdfOf(invoiceLines...)
	if status, document, _ := w.upload(t, "owner", "/api/tax-assistant/documents/?site=1", file, nil); status != 201 {
		t.Fatalf("%d %v", status, document)
	}
	const path = "/api/exports/evidence-bundle/"
	w.must(t, 403, "viewer", "POST", path, nil)
	w.must(t, 403, "site_2_admin", "POST", path, nil)
	w.must(t, 400, "owner", "POST", path+"?site=1", nil)
	packet := []byte("Form 1040 (2024)\n16 Tax (see instructions) 16 5,279\n")
	for _, client := range []string{"", "returns of Ann"} {
		if status, up, _ := w.upload(t, "owner", "/api/tax-assistant/returns/", packet, map[string]string{"client_ref": client}); status != 201 {
			t.Fatalf("%d %v", status, up)
		}
	}
	one, in, _ := w.bundled(t, "owner", path, nil)

	ring := &proof.Keyring{}
	for _, k := range strings.Fields(in["keys.txt"]) {
		if err := ring.Trust(k); err != nil {
			t.Fatal(err)
		}
	}
	v := &proof.Verifier{Keys: ring, Covered: func(string) bool { return true }}
	read := func(take func(*proof.Event)) {
		if err := proof.ReadLines(strings.NewReader(in["log.ndjson"]), func(e *proof.Event) error { take(e); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	read(v.Prepare)
	v.Begin()
	read(v.Add)
	trees, _, findings := v.End()
	if len(findings) > 0 || len(trees) == 0 || trees[0].Covered == 0 {
		t.Errorf("%+v %v", trees, findings)
	}
	if n, returns := timesIn(in, file), timesIn(in, packet); n != 1 || returns != 2 {
		t.Errorf("the document stands %d times in it, the returns %d", n, returns)
	}
	// Who may not download a return gets none by a bundle, of their own or of another.
	w.must(t, 403, "auditor", "GET", one+"download/", nil)
	theirs, held, _ := w.bundled(t, "auditor", path, nil)
	if n, returns := timesIn(held, file), timesIn(held, packet); n != 1 || returns != 0 {
		t.Errorf("the auditor's bundle holds the document %d times, returns %d", n, returns)
	}
	states := map[string]int{}
	var manifest feeds.EvidenceManifest
	if err := json.Unmarshal([]byte(held["manifest.json"]), &manifest); err != nil {
		t.Fatal(err)
	}
	for _, f := range manifest.Files {
		states[f.State]++
	}
	if states[feeds.FileWithheld] != 2 || states[feeds.FileExport] != 1 || states[feeds.FileKept] != len(manifest.Files)-3 {
		t.Errorf("%v", states)
	}
	w.must(t, 200, "owner", "GET", theirs+"download/", nil)
	w.must(t, 200, "tax_manager", "GET", one+"download/", nil)
	w.must(t, 403, "bookkeeper", "GET", one+"download/", nil)
	w.must(t, 404, "other_owner", "GET", one+"download/", nil)
	link := w.must(t, 201, "owner", "POST", one+"link/", nil)
	w.must(t, 200, "", "GET", link.field(t, "url").(string), nil)
}

// What holds a subject is one thing, whether it is asked for alone, in the export of all
// or where it is to be forgotten: the invoice of a pushed order holds its buyer for as long
// as the law has invoices kept, and no reason is taken in its place.
func TestWhatHoldsOneHoldsItAmongAll(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.fillCommerce(t)
	w.sells(t, "yorick@example.com")
	w.openBooks(t, 1)
	w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", invoiceSettings)
	order := w.pushMany(t, 0, 1)[0]
	w.must(t, 201, "owner", "POST", "/api/invoicing/invoices/?site=1",
		fmt.Sprintf(`{"order_id":%q,"accept_draft":true,%s}`, order, invoiceBuyer))
	all, err := w.privacy().Holds(t.Context(), w.tenant, "")
	if err != nil || len(all) < 4 {
		t.Fatalf("%d subjects, %v", len(all), err)
	}
	for _, one := range all {
		alone, err := w.privacy().Holds(t.Context(), w.tenant, one.Subject)
		if err != nil || len(alone) != 1 || !reflect.DeepEqual(sortedHolds(alone[0]), sortedHolds(one)) {
			t.Errorf("%s: %v\nalone %+v\namong all %+v", one.Subject, err, alone, one)
		}
	}
	if _, err := w.forget(t, "order-"+order, "no law has it kept"); !slices.Contains(refusedWith(t, err), "retention_hold") {
		t.Errorf("the buyer of an invoiced order: %v", err)
	}
}

// sortedHolds are what holds a subject, in one order.
func sortedHolds(h commands.HeldSubject) (lines []string) {
	for _, b := range h.Holds {
		lines = append(lines, fmt.Sprintf("%s %s %s", b.Resource, b.Code, b.Message))
	}
	slices.Sort(lines)
	return lines
}

// What is known of a customer comes in the clear, with what holds it, and without what
// is known of another.
func TestAPrivacyExport(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.fillCommerce(t)
	exemption, _, _ := w.sells(t, "yorick@example.com")
	w.create(t, "owner", "exemptions", map[string]any{"customer_id": "ophelia@example.com", "kind": "resale", "number": "R-78-OPHELIA",
		"note":   "Nymph",
		"places": []string{"US-IN"}, "effective_from": "2026-01-01"})
	const path = "/api/exports/privacy/"
	w.must(t, 403, "auditor", "POST", path, nil)
	w.must(t, 400, "owner", "POST", path, `{"subject":"yorick"}`)
	w.must(t, 400, "owner", "POST", path, nil)
	w.must(t, 400, "owner", "POST", path, `{"subject":""}`)
	w.must(t, 404, "owner", "POST", path, `{"subject":"customer-`+strings.Repeat("0", 32)+`"}`)

	one, all, file := w.bundled(t, "owner", path, `{"everybody":true}`)
	for _, word := range []string{"R-77-YORICK", "R-78-OPHELIA", "Nymph"} {
		if !strings.Contains(all["events.ndjson"], word) {
			t.Errorf("%s is not in the export of all", word)
		}
	}
	if !strings.HasPrefix(string(file.body), "PK") {
		t.Error("it is no ZIP")
	}
	w.must(t, 403, "auditor", "GET", one+"download/", nil)
	w.must(t, 403, "bookkeeper", "POST", one+"sync/", `{"connector_id":"`+strings.Repeat("0", 32)+`"}`)
	w.must(t, 403, "tax_manager", "POST", one+"link/", nil)

	var subject string
	for _, line := range strings.Split(strings.TrimSpace(all["events.ndjson"]), "\n") {
		if strings.Contains(line, exemption) && strings.Contains(line, "R-77-YORICK") {
			at := strings.Index(line, `"customer-`) + 1
			subject = line[at : at+len("customer-")+32]
		}
	}
	_, his, _ := w.bundled(t, "owner", path, `{"subject":"`+subject+`"}`)
	if text := his["events.ndjson"]; !strings.Contains(text, "R-77-YORICK") || strings.Contains(text, "OPHELIA") || strings.Contains(text,
		"Nymph") {
		t.Errorf("%s", text)
	}
	var holds struct {
		Subjects []struct {
			Subject string
			Holds   []struct{ Code, Resource, Message string }
		}
	}
	if err := json.Unmarshal([]byte(his["holds.json"]), &holds); err != nil || len(holds.Subjects) != 1 ||
		holds.Subjects[0].Subject != subject ||
		len(holds.Subjects[0].Holds) == 0 {
		t.Errorf("%v %s", err, his["holds.json"])
	}
}
