package service_test

import (
	"slices"
	"testing"
)

// A scan finds what stands in the books, with evidence; what was decided stays
// decided however often the books are looked at.
func TestAnomaliesEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	body := purchase("2026-03-04", "100.00", "19.00", "119.00")
	entry := w.propose(t, 1, body)
	w.post(t, entry)
	refund := order("r1", "10.00", "1.90", "11.90")
	refund["kind"], refund["refund_of"] = "refund", "nobody's"
	pushed := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop",
		"orders": []map[string]any{refund}})
	scan := func() reply {
		t.Helper()
		queued := w.must(t, 202, "bookkeeper", "POST", "/api/anomalies/scan/?site=1", nil, at(pushed)...)
		eventually(t, "the scan to end", func() bool {
			return w.must(t, 200, "bookkeeper", "GET", queued.field(t, "status_url").(string), nil).field(t, "status") == "succeeded"
		})
		return w.must(t, 200, "viewer", "GET", "/api/anomalies/?site=1&status=open", nil)
	}
	type listed struct {
		Anomalies []struct{ ID, Type, Severity string }
		Count     int
		Types     map[string]int `json:"type_counts"`
		Statuses  map[string]int `json:"status_counts"`
	}
	first := read[listed](t, scan())
	if first.Count != 2 || first.Types["missing_voucher"] != 1 || first.Types["refund_without_order"] != 1 || first.Statuses["open"] != 2 {
		t.Fatalf("%+v", first)
	}
	seen := read[struct {
		Checks     []struct{ OK bool }
		Treatments []struct {
			Agrees bool
			Tax    string
		}
		Anomalies []struct{ Type string }
	}](t, w.must(t, 200, "auditor", "POST", "/api/accounting/journal-entries/"+entry+"/analyse/", nil))
	if len(seen.Anomalies) != 1 || seen.Anomalies[0].Type != "missing_voucher" || slices.ContainsFunc(seen.Checks,
		func(c struct{ OK bool }) bool { return !c.OK }) {
		t.Errorf("%+v", seen)
	}
	one := "/api/anomalies/" + first.Anomalies[0].ID + "/"
	w.must(t, 404, "other_owner", "GET", one, nil)
	w.must(t, 200, "viewer", "GET", one, nil).expect(t, "id", first.Anomalies[0].ID, "status", "open")
	w.must(t, 403, "viewer", "POST", one+"resolve/", `{"reason":"asked"}`)
	w.must(t, 400, "tax_manager", "POST", one+"ignore/", `{"reason":" "}`)
	done := w.must(t, 200, "tax_manager", "POST", one+"ignore/", `{"reason":"known"}`)
	if done.field(t, "status") != "ignored" || done.field(t, "reason") != "known" {
		t.Errorf("%s", done.body)
	}
	w.must(t, 409, "tax_manager", "POST", one+"resolve/", `{"reason":"again"}`)
	if again := read[listed](t, scan()); again.Count != 1 || again.Statuses["ignored"] != 1 || again.Types[first.Anomalies[0].Type] != 0 {
		t.Errorf("%+v", again)
	}
	w.must(t, 200, "tax_manager", "POST", "/api/anomalies/"+first.Anomalies[1].ID+"/resolve/", `{"reason":"the voucher was found"}`).expect(t,
		"status", "resolved")
	w.must(t, 400, "bookkeeper", "POST", "/api/anomalies/scan/?site=1", `{"types":["magic"]}`)
	w.must(t, 400, "viewer", "GET", "/api/anomalies/?type=magic", nil)
}
