package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/commands/fetchguard"
)

// A transaction that names a party needs nothing that its record says, also through a
// merge; a merge says nothing else, and a reason goes with one.
func TestATransactionNamesItsParty(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	add := func(body string) string {
		t.Helper()
		return w.party(t, "?site=1", body)
	}
	kept := add(`{"name":"Papier GmbH","roles":["supplier"],"country":"DE","account":"4930","terms_days":30}`)
	other := add(`{"name":"Papier G.m.b.H.","roles":["supplier"]}`)
	const buys = `{"transaction":{"role":"purchase","date":"2026-03-04","currency":"EUR","net":"100.00","gross":"119.00","memo":"paper",
	 "taxes":[{"rate":"0.19","base":"100.00","tax":"19.00"}],"counterparty":{"party_id":%q}}}`
	if got := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1",
		fmt.Sprintf(buys, other)).blockers(t); got[0] != "place_missing" {
		t.Errorf("of a party whose country is not known: %v", got)
	}
	path := "/api/parties/" + other + "/"
	w.must(t, 400, "bookkeeper", "PATCH", path, fmt.Sprintf(`{"merge_into":%q,"reason":"the same","name":"New"}`, kept))
	w.must(t, 400, "bookkeeper", "PATCH", path, `{"reason":"the same"}`)
	w.must(t, 200, "bookkeeper", "PATCH", path, fmt.Sprintf(`{"merge_into":%q,"reason":"the same"}`, kept))
	done := w.post(t, w.propose(t, 1, fmt.Sprintf(buys, other)))
	items := w.must(t, 200, "viewer", "GET", "/api/parties/"+kept+"/open-items/?as_of=2026-04-10", nil, at(done)...)
	if got := items.field(t, "ageing").(map[string]any)["1_30"]; got != "-119.00" {
		t.Errorf("without a site, the books of the party's: %s", items.body)
	}
}

// What was known is asked by an instant or by a position of the log. A position says
// which of those posted at one moment were known, and says it for good.
func TestKnownAtAPosition(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	type balance struct {
		SHA256   string
		KnownAt  string `json:"known_at"`
		Position int64  `json:"log_position"`
		Totals   []struct{ Debit string }
	}
	look := func(query string, headers ...string) balance {
		t.Helper()
		return read[balance](t, w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1"+query, nil, headers...))
	}
	var requests [][4]string
	for range 8 {
		requests = append(requests, posting(w.approved(t, 1, purchase("2026-03-04", "10.00", "1.90", "11.90"))))
	}
	known := []balance{}
	for half := range 2 {
		replies := w.together(t, requests[4*half:4*half+4]...)
		for _, r := range replies {
			if r.status != 200 {
				t.Fatalf("%s", r.body)
			}
			look("", at(r)...)
		}
		known = append(known, look(""))
	}
	if known[0].Totals[0].Debit != "47.60" || known[1].Totals[0].Debit != "95.20" {
		t.Fatalf("%+v", known)
	}
	for _, then := range known {
		now := look(fmt.Sprintf("&known_at=%d", then.Position))
		if now.SHA256 != then.SHA256 || now.KnownAt != fmt.Sprint(then.Position) {
			t.Errorf("%+v, was %+v", now, then)
		}
	}
	lines := "/api/ledger/accounts/4930/lines/?site=1&known_at="
	if got := w.must(t, 200, "auditor", "GET", lines+fmt.Sprint(known[0].Position), nil).field(t, "count"); got != 4.0 {
		t.Errorf("%v lines", got)
	}
	// Every position between holds a whole number of entries, and never fewer than before.
	last := 0.0
	for p := known[0].Position; p <= known[1].Position; p++ {
		got := w.must(t, 200, "auditor", "GET", lines+fmt.Sprint(p), nil).field(t, "count").(float64)
		if got < last || got > 8 {
			t.Errorf("position %d: %v lines after %v", p, got, last)
		}
		last = got
	}
	if last != 8 {
		t.Errorf("at the last: %v", last)
	}
	filing := "/api/exports/filing/?site=1&form=de-ustva&period=2026-03&draft=true&known_at="
	for _, path := range []string{lines, filing, "/api/ledger/trial-balance/?site=1&known_at="} {
		for _, wrong := range []string{"0", "-1", "99999999", "soon", "1.5"} {
			w.must(t, 400, "auditor", "GET", path+wrong, nil)
		}
	}
	if got := w.must(t, 200, "auditor", "GET", filing+fmt.Sprint(known[0].Position), nil).field(t, "log_position"); got != float64(known[0].Position) {
		t.Errorf("the return says it was read at %v", got)
	}
}

// Structured data is published as a pack where it stands at a host of the place; where a
// redirect led elsewhere it is a changed text, and no more.
func TestARedirectAppliesNothing(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	pack, err := json.Marshal(map[string]any{"place": "IE", "sources": map[string]any{"fa": map[string]string{"title": "Finance Act",
		"publisher": "Oireachtas", "kind": "primary", "url": "https://www.irishstatutebook.ie/x", "checked": "2026-11-27"}},
		"parameters": map[string]any{"vat_rate_standard": map[string]any{"unit": "rate", "values": []map[string]any{{"from": "2026-03-01",
			"value": "0.25", "cite": []map[string]string{{"source": "fa", "at": "s. 46"}}}}}}})
	if err != nil {
		t.Fatal(err)
	}
	const source = "https://www.revenue.ie/en/companies-and-charities/corporation-tax-for-companies/corporation-tax/basis-of-charge.aspx"
	lands := "https://evil.example/pack.json"
	w.Legislation.Fetch = func(_ context.Context, address string, _ []string) (fetchguard.Fetched, error) {
		if address != source {
			return fetchguard.Fetched{URL: address, Status: 404}, nil
		}
		return fetchguard.Fetched{URL: lands, Status: 200, ContentType: "application/json", Body: pack}, nil
	}
	look := func() (outcomes []string, packs int) {
		t.Helper()
		queued := w.must(t, 202, "tax_manager", "POST", "/api/legislative/run/", `{"jurisdiction":"IE"}`)
		eventually(t, "the run to end", func() bool {
			return w.must(t, 200, "tax_manager", "GET", queued.field(t, "status_url").(string), nil).field(t, "status") == "succeeded"
		})
		place := read[placeSeen](t, w.must(t, 200, "viewer", "GET", "/api/legislative/?jurisdiction=IE", nil)).Jurisdictions[0]
		for _, s := range place.Sources {
			if s.URL == source {
				outcomes = append(outcomes, s.Outcome)
			}
		}
		return outcomes, len(place.Overrides)
	}
	w.must(t, 200, "owner", "PATCH", "/api/legislative/IE/", `{"auto_apply":true}`)
	if got, packs := look(); packs != 0 || strings.Join(got, "") != "first" {
		t.Errorf("from elsewhere: %v, %d packs", got, packs)
	}
	lands, pack = source, []byte(strings.Replace(string(pack), `"s. 46"`, `"section 46"`, 1))
	if got, packs := look(); packs != 1 || strings.Join(got, "") != "applied" {
		t.Errorf("from the place's own: %v, %d packs", got, packs)
	}
}
