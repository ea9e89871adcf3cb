package service_test

import (
	"maps"
	"strings"
	"testing"
)

// A zero rate for what the buyer is rests on a register's stored answer: a transaction on a
// word is refused, and an order of another system is kept as that one reports it, with no
// tax that was found to agree.
func TestZeroRatesRestOnWhatIsStored(t *testing.T) {
	t.Parallel()
	w := germanFirm(t)
	const number = "FR40303265045"
	buyer := func(evidence, answer string) map[string]any {
		out := map[string]any{"country": "FR", "status": "business", "tax_id": number, "tax_id_evidence": evidence}
		if answer != "" {
			out["tax_id_consultation"] = answer
		}
		return out
	}
	answer, others := w.consulted(t, "FR", number), w.consulted(t, "NL", "NL004495445B01")
	strangers, elsewhere := w.consultedFor(t, w.other, 0, "FR", number), w.consultedFor(t, w.tenant, 2, "FR", number)
	sold := func(b map[string]any) map[string]any {
		return map[string]any{"transaction": map[string]any{"role": "sale", "date": "2026-03-09", "currency": "EUR", "net": "7.00",
			"gross": "7.00", "counterparty": b, "supply_kind": "services", "memo": "advice"}}
	}
	for name, b := range map[string]map[string]any{
		"a word": buyer("registry", ""), "a certificate": buyer("certificate", ""), "declared": buyer("declared", answer),
		"of another number": buyer("registry", others), "an answer that is not there": buyer("registry", "0192aa00000000000000000000000001"),
		"no id": buyer("registry", "../x"), "another tenant's": buyer("registry", strangers), "another site's": buyer("registry", elsewhere),
	} {
		r := w.must(t, 422, "bookkeeper", "POST", proposePath, sold(b))
		r.expect(t, "blockers.0.code", "buyer_evidence_missing")
		if field := r.at(t, "blockers.0.field").(string); !strings.HasPrefix(field, "transaction.counterparty.tax_id") {
			t.Errorf("%s: %s", name, field)
		}
	}
	shown := w.must(t, 201, "bookkeeper", "POST", proposePath, sold(buyer("registry", answer)))
	if !contains(shown.body, "de.output.reverse_charge") || contains(shown.body, "buyer_evidence_reported") {
		t.Errorf("%s", shown.body)
	}

	for ref, x := range map[string]struct {
		buyer          map[string]any
		check, reasons string
	}{
		"shown":    {buyer("registry", answer), "agrees", ""},
		"word":     {buyer("registry", ""), "not_computable", "buyer_evidence_reported"},
		"other":    {buyer("registry", others), "not_computable", "buyer_evidence_reported"},
		"strange":  {buyer("registry", strangers), "not_computable", "buyer_evidence_reported"},
		"paper":    {buyer("certificate", ""), "not_computable", "buyer_evidence_reported"},
		"declared": {buyer("declared", ""), "not_computable", ""},
	} {
		o := order(ref, "20.00", "0.00", "20.00")
		maps.Copy(o, map[string]any{"taxes": []map[string]any{}, "buyer": x.buyer, "lines": []map[string]any{{"id": "1", "description": "Advice",
			"quantity": "1", "unit_price": "20.00", "net": "20.00", "supply_kind": "services"}}})
		taken := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{o}})
		kept := w.must(t, 200, "viewer", "GET", "/api/ledger/entries/"+taken.at(t, "entries.0.id").(string)+"/", nil)
		kept.expect(t, "tax_check", x.check)
		entry := taken.field(t, "entries").([]any)[0].(map[string]any)["journal_entry_id"]
		if ref == "declared" {
			taken.expect(t, "entries.0.blockers.0.code", "buyer_evidence_missing", "entries.0.blockers.0.field", "buyer.tax_id")
			continue
		}
		seen := w.must(t, 200, "bookkeeper", "GET", "/api/accounting/journal-entries/"+entry.(string)+"/", nil)
		if reported := contains(seen.body, "buyer_evidence_reported"); reported != (x.reasons != "") {
			t.Errorf("%s: %s", ref, seen.body)
		}
	}
}
