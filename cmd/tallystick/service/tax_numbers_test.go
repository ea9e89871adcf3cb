package service_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/taxid"
	"github.com/tallystick/tallystick/domain/taxid/taxidtest"
)

// A tax number is the same however it is written (full width, digits of other scripts, with
// dashes and spaces), wherever one is taken: alone, of a party, an order, a transaction, an
// entry, a document, a receipt, the firm itself. A wrong one is wrong in each spelling.
func TestTaxNumbersAreReadAlike(t *testing.T) {
	t.Parallel()
	w := germanFirm(t)
	const customer, supplier, own = "FR40303265045", "DE136695976", "ATU13585627"
	party := func(name, role, country, number string) string {
		return w.party(t, "", map[string]any{"name": name, "roles": []string{role}, "status": "business", "country": country,
			"tax_ids": []map[string]any{{"country": country, "number": number}}})
	}
	n := numbersTaken{w: w, buyer: party("Acheteur", "customer", "FR", customer), seller: party("Schulz", "supplier", "DE", supplier)}
	n.ours, n.answer = n.parsed(t, "ATU13585627", 99), w.consulted(t, "FR", customer)
	for i, how := range slices.Sorted(maps.Keys(taxidtest.Spellings(customer))) {
		n.how, n.i = how, i
		n.ofCustomer(t, taxidtest.Spellings(customer)[how], customer)
		n.ofSupplier(t, taxidtest.Spellings(supplier)[how])
		n.ofOurselves(t, taxidtest.Spellings(own)[how], own)
		n.wrong(t, taxidtest.Spellings("FR40303265046")[how])
	}
	keys := slices.Sorted(maps.Keys(w.boxes(t, "/api/exports/filing/?site=1&form=eu-ecsl&period=2026-03&draft=true")))
	if !slices.Equal(keys, []string{customer + "/services", "total"}) {
		t.Errorf("the statement of supplies lists %v", keys)
	}
}

// numbersTaken takes one number, in one spelling after the other, wherever one is taken.
type numbersTaken struct {
	w             *world
	buyer, seller string // parties
	ours          string // a document that we issued ourselves
	answer        string // of a register, about the customer's number
	how           string
	i             int
}

func (n numbersTaken) is(t *testing.T, where string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s, %s: %v, not %v", n.how, where, got, want)
	}
}

const proposePath = "/api/accounting/journal-entries/generate/?site=1"

func (n numbersTaken) ofCustomer(t *testing.T, spelt, number string) {
	t.Helper()
	w := n.w
	w.must(t, 200, "viewer", "POST", "/api/tax-assistant/tax-ids/validate/", map[string]any{"number": spelt}).expect(t, "valid", true,
		"results.0.normal", number)
	w.must(t, 200, "bookkeeper", "PATCH", "/api/parties/"+n.buyer+"/", map[string]any{"tax_ids": []map[string]any{{"country": "FR",
		"number": spelt}}}).expect(t, "tax_ids.0.number", number)
	buyer := map[string]any{"country": "FR", "status": "business", "tax_id": spelt, "tax_id_evidence": "registry",
		"tax_id_consultation": n.answer}
	sold := order(fmt.Sprint("n", n.i), "20.00", "0.00", "20.00")
	sold["taxes"], sold["buyer"] = []map[string]any{}, buyer
	sold["lines"] = []map[string]any{{"id": "1", "description": "Advice", "quantity": "1", "unit_price": "20.00", "net": "20.00",
		"supply_kind": "services"}}
	w.post(t, w.pushed(t, sold))
	w.post(t, w.propose(t, 1, map[string]any{"transaction": map[string]any{"role": "sale", "date": "2026-03-09", "currency": "EUR",
		"net": "7.00", "gross": "7.00", "counterparty": buyer, "supply_kind": "services", "memo": "advice"}}))
	bought := w.must(t, 201, "bookkeeper", "POST", proposePath, map[string]any{"transaction": map[string]any{"role": "purchase",
		"date": "2026-03-09", "currency": "EUR", "net": "9.00", "gross": "9.00", "supply_kind": "services", "category": "office",
		"memo": "advice", "counterparty": map[string]any{"status": "business", "tax_id": spelt}}})
	n.is(t, "a purchase", bought.field(t, "counterparty").(map[string]any)["country"], "FR")
	if !contains(bought.body, "reverse_charge") {
		t.Errorf("%s, a purchase: %s", n.how, bought.body)
	}
	entry := w.must(t, 201, "bookkeeper", "POST", proposePath, map[string]any{"date": "2026-03-20", "memo": "advice", "journal": "sales",
		"counterparty": map[string]any{"tax_id": spelt}, "lines": []map[string]any{{"account": "1400", "side": "debit", "amount": "70.00"},
			{"account": "8336", "side": "credit", "amount": "70.00", "tax_code": "de.output.reverse_charge", "tax_base": "70.00"}}})
	n.is(t, "an entry", entry.field(t, "counterparty").(map[string]any)["tax_id"], number)
	w.post(t, entry.field(t, "id").(string))
}

// parsed is a document that a number says the issuer of, of so many hundreds.
func (n numbersTaken) parsed(t *testing.T, number string, hundreds int) string {
	t.Helper()
	return read[struct {
		Document struct {
			ID string `json:"id"`
		} `json:"document"`
	}](t, n.w.must(t, 201, "preparer", "POST", "/api/accounting/parse/?site=1", map[string]any{"type": "receipt",
		"text": fmt.Sprintf("Somebody GmbH\nUSt-IdNr %s\nRechnungsdatum 04.03.2026\nNetto %d,00\nMwSt 19%% %d,00\nGesamtbetrag EUR %d,00\n",
			number, 100*hundreds, 19*hundreds, 119*hundreds)})).Document.ID
}

// said corrects whose number a document bears, and returns whether its check held.
func (n numbersTaken) said(t *testing.T, document, number string) bool {
	t.Helper()
	const docs = "/api/tax-assistant/documents/"
	now := n.w.must(t, 200, "preparer", "GET", docs+document+"/", nil)
	n.w.must(t, 200, "preparer", "PATCH", docs+document+"/fields/", map[string]any{"fields": []map[string]any{{"name": "issuer_tax_id",
		"value": number}}}, "If-Match", now.header.Get("ETag"))
	d := read[struct {
		Checks []struct {
			Code string
			OK   bool
		}
	}](t, n.w.must(t, 200, "preparer", "GET", docs+document+"/", nil))
	for _, c := range d.Checks {
		if c.Code == "tax_id_checksum" {
			return c.OK
		}
	}
	t.Errorf("%s: the document's number is not checked", n.how)
	return false
}

func (n numbersTaken) ofSupplier(t *testing.T, spelt string) {
	t.Helper()
	id := n.parsed(t, "DE136695976", 1+n.i)
	n.is(t, "a document", n.said(t, id, spelt), true)
	awaitHead(t, t.Context(), n.w.Service) // the supplier is found by the read models
	made := n.w.must(t, 201, "bookkeeper", "POST", proposePath, map[string]any{"document_id": id,
		"details": map[string]any{"category": "deeuer_office", "input_tax": "none"}})
	if !contains(made.body, n.seller) {
		t.Errorf("%s: the document's entry names no party: %s", n.how, made.body)
	}
	id = n.parsed(t, "DE136695976", 41+n.i)
	receipt := n.w.must(t, 201, "preparer", "POST", "/api/tax-assistant/receipts/?site=1", map[string]any{"document_id": id, "tax_id": spelt,
		"category_id": "deeuer_office", "country": "DE", "input_tax": "none", "match": map[string]any{"kind": "none"}}).field(t, "id").(string)
	n.w.must(t, 200, "bookkeeper", "POST", "/api/tax-assistant/receipts/"+receipt+"/finalise/", nil)
}

func (n numbersTaken) ofOurselves(t *testing.T, spelt, number string) {
	t.Helper()
	kept := n.w.must(t, 200, "owner", "PUT", "/api/settings/?site=1", map[string]any{"effective_from": "2020-01-01", "seller": map[string]any{
		"legal_name": "Wir GmbH", "tax_id": spelt, "address": map[string]any{"street": "Weg 1", "city": "Wien", "country": "AT"}}})
	seen, _ := kept.field(t, "seller").(map[string]any)["tax_id"].(string)
	n.is(t, "the seller", taxid.Plain(seen), number)
	n.is(t, "the seller in ASCII", strings.IndexFunc(seen, func(c rune) bool { return c > 0x7e }), -1)
	r := n.w.must(t, 422, "bookkeeper", "POST", proposePath, map[string]any{"document_id": n.ours,
		"details": map[string]any{"role": "purchase"}})
	n.is(t, "a document of our own", slices.Contains(r.blockers(t), "role_unclear"), true)
}

func (n numbersTaken) wrong(t *testing.T, spelt string) {
	t.Helper()
	n.w.must(t, 200, "viewer", "POST", "/api/tax-assistant/tax-ids/validate/", map[string]any{"number": spelt}).expect(t, "valid", false)
	n.w.must(t, 400, "bookkeeper", "PATCH", "/api/parties/"+n.buyer+"/", map[string]any{"tax_ids": []map[string]any{{"country": "FR",
		"number": spelt}}})
	n.w.must(t, 400, "bookkeeper", "POST", proposePath, map[string]any{"date": "2026-03-20", "memo": "advice",
		"counterparty": map[string]any{"tax_id": spelt}, "lines": []map[string]any{{"account": "1400", "side": "debit", "amount": "1.00"},
			{"account": "8336", "side": "credit", "amount": "1.00"}}})
	n.is(t, "a document that is wrong", n.said(t, n.ours, spelt), false)
	n.said(t, n.ours, "ATU13585627")
}
