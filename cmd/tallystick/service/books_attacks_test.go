package service_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// atOnce sends one request by several callers, some of them twice, and counts the
// statuses of the replies.
func (w *world) atOnce(t *testing.T, path string, bodies map[string]string) map[int]int {
	t.Helper()
	var work sync.WaitGroup
	var mu sync.Mutex
	got := map[int]int{}
	for who, body := range bodies {
		for range 4 {
			work.Go(func() {
				r, err := w.try(who, "POST", path, body)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				got[r.status]++
			})
		}
	}
	work.Wait()
	return got
}

// Of several who approve an entry at once, with other lines each, one approves it; of
// several who post it at once one posts it, and who edited it does not.
func TestApproversAtOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	lines := func(amount string) string {
		return fmt.Sprintf(`{"lines":[{"account":"4930","side":"debit","amount":%q},{"account":"1200","side":"credit","amount":%q}]}`, amount, amount)
	}
	for round := range 5 {
		id := w.propose(t, 1, `{"date":"2026-03-04","memo":"paper","lines":[{"account":"4930","side":"debit","amount":"10.00"},
		 {"account":"1200","side":"credit","amount":"10.00"}]}`)
		path := "/api/accounting/journal-entries/" + id + "/"
		if got := w.atOnce(t, path+"approve/", map[string]string{"owner": lines("11.00"), "tax_manager": lines("12.00")}); got[200] != 1 ||
			got[409] != 7 {
			t.Fatalf("approved by %v", got)
		}
		entry := w.must(t, 200, "auditor", "GET", path, nil)
		editor := map[bool]string{true: "owner", false: "tax_manager"}[entry.field(t, "approved_by") == w.ids["owner"]]
		want := map[string]string{"owner": "11.00", "tax_manager": "12.00"}[editor]
		if r := w.call(t, editor, "POST", path+"post/", `{}`); r.status != 403 && (r.status != 422 ||
			!slices.Equal(r.blockers(t), []string{"separation_of_duties"})) {
			t.Errorf("who edited it posts it: %d %s", r.status, r.body)
		}
		if round == 0 { // between approval and posting another returns it
			w.must(t, 200, "reviewer", "POST", path+"return/", `{"reason":"look again"}`)
			if got := w.must(t, 422, "bookkeeper", "POST", path+"post/", `{}`).blockers(t); !slices.Equal(got, []string{"entry_not_approved"}) {
				t.Errorf("posting what was returned: %v", got)
			}
			continue
		}
		if got := w.atOnce(t, path+"post/", map[string]string{"bookkeeper": `{}`, "admin": `{}`}); got[200] != 1 ||
			got[409] != 7 {
			t.Fatalf("posted by %v", got)
		}
		posted := w.must(t, 200, "auditor", "GET", path, nil)
		if posted.field(t, "status") != "posted" || posted.field(t, "lines").([]any)[0].(map[string]any)["amount"] != want {
			t.Errorf("edited by %s and posted as %s", editor, posted.body)
		}
	}
}

// What changes under a proposal blocks it: the chart, an account, the rate that is
// missing; a push of an order in a currency without a rate waits and says why.
func TestWhatChangesUnderAProposal(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	approve := func(id string) reply {
		t.Helper()
		return w.call(t, "tax_manager", "POST", "/api/accounting/journal-entries/"+id+"/approve/", `{}`)
	}
	const manual = `{"date":"2026-03-04","memo":"m","lines":[{"account":"1200","side":"debit","amount":"10.00"},{"account":"1000","side":"credit","amount":"10.00"}]}`
	early, agreed := w.propose(t, 1, manual), w.propose(t, 1, manual)
	if r := approve(agreed); r.status != 200 {
		t.Fatalf("%s", r.body)
	}
	w.must(t, 200, "owner", "PUT", "/api/ledger/books/?site=1", map[string]any{"country": "DE", "chart": "de-skr04"})
	if r := approve(early); r.status != 422 || !slices.Contains(r.blockers(t), "account_unknown") {
		t.Errorf("1200 is the bank in one chart and the customers in the other: %d %s", r.status, r.body)
	}
	if r := w.call(t, "bookkeeper", "POST", "/api/accounting/journal-entries/"+agreed+"/post/", `{}`); r.status != 422 ||
		!slices.Contains(r.blockers(t), "account_unknown") {
		t.Errorf("%d %s", r.status, r.body)
	}
	w.must(t, 201, "owner", "POST", "/api/ledger/accounts/?site=1", `{"code":"4401","name":"Courses","class":"income"}`)
	dead := w.propose(t, 1, `{"date":"2026-03-04","memo":"m","lines":[{"account":"1800","side":"debit","amount":"10.00"},{"account":"4401","side":"credit","amount":"10.00"}]}`)
	if r := approve(dead); r.status != 200 {
		t.Fatalf("%s", r.body)
	}
	w.must(t, 200, "owner", "PATCH", "/api/ledger/accounts/4401/?site=1", `{"to":"2026-01-31"}`)
	if got := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/"+dead+"/post/", `{}`).blockers(t); !slices.Equal(got,
		[]string{"account_inactive"}) {
		t.Errorf("%v", got)
	}
	foreign := purchase("2026-03-04", "100.00", "19.00", "119.00")
	foreign["transaction"].(map[string]any)["currency"] = "MZN"
	if got := w.must(t, 422, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", foreign).blockers(t); !slices.Contains(got,
		"fx_rate_missing") {
		t.Errorf("%v", got)
	}
	o := order("mzn", "100.00", "19.00", "119.00")
	o["currency"] = "MZN"
	taken := w.must(t, 200, "bookkeeper", "POST", "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": []any{o}})
	if got := w.blockersOfTaken(t, taken); !slices.Contains(got, "fx_rate_missing") {
		t.Errorf("%s", taken.body)
	}
	w.becomes(t, "source_ref=mzn", "pending")
}
