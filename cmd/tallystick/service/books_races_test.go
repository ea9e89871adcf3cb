package service_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
)

// together sends requests at the same moment, and returns the replies in their order.
func (w *world) together(t *testing.T, requests ...[4]string) []reply {
	t.Helper()
	replies := make([]reply, len(requests))
	var ready, work sync.WaitGroup
	begin := make(chan struct{})
	for i, r := range requests {
		ready.Add(1)
		work.Go(func() {
			ready.Done()
			<-begin
			var err error
			if replies[i], err = w.try(r[0], r[1], r[2], r[3]); err != nil {
				t.Error(err)
			}
		})
	}
	ready.Wait()
	close(begin)
	work.Wait()
	return replies
}

// approved proposes an entry and approves it.
func (w *world) approved(t *testing.T, site int, body any) string {
	t.Helper()
	id := w.propose(t, site, body)
	w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+id+"/approve/", `{}`)
	return id
}

func posting(id string) [4]string {
	return [4]string{"bookkeeper", "POST", "/api/accounting/journal-entries/" + id + "/post/", `{}`}
}

// counted tells how many replies have a status, and fails for one that is neither this nor
// a refusal with some of the blockers.
func counted(t *testing.T, replies []reply, status int, blockers ...string) (n int) {
	t.Helper()
	for _, r := range replies {
		switch {
		case r.status == status:
			n++
		case r.status != http.StatusUnprocessableEntity || !slices.ContainsFunc(r.blockers(t), func(code string) bool {
			return slices.Contains(blockers, code)
		}):
			t.Errorf("%d: %s", r.status, r.body)
		}
	}
	return n
}

// Of payments of one item that are posted at once no more are taken than it comes to, and
// what is left is still paid; a payment and the reversal of what it pays do not both stand;
// a payment that was reversed leaves the item open again.
func TestPaymentsAtOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	pay := func(line, amount string) string {
		return fmt.Sprintf(`{"payment":{"date":"2026-03-10","currency":"EUR","items":[{"line":%q,"amount":%q}]}}`, line, amount)
	}
	for round := range 3 {
		sale := w.propose(t, 1, `{"date":"2026-03-04","memo":"sale","lines":[{"account":"1400","side":"debit","amount":"100.00"},
		 {"account":"8400","side":"credit","amount":"100.00"}]}`)
		w.post(t, sale)
		var wave [][4]string
		for range 8 {
			wave = append(wave, posting(w.approved(t, 1, pay(sale+"/1", "40.00"))))
		}
		replies := w.together(t, wave...)
		if got := counted(t, replies, 200, "settlement_exceeds_item"); got != 2 {
			t.Errorf("round %d: %d payments of 40 were posted to an item of 100", round, got)
		}
		w.post(t, w.propose(t, 1, pay(sale+"/1", "20.00")))
		if got := w.call(t, "bookkeeper", "POST", "/api/accounting/journal-entries/generate/?site=1", pay(sale+"/1", "0.01")); got.status != 422 {
			t.Errorf("an item that is paid takes a cent more: %d %s", got.status, got.body)
		}
		for i, r := range replies {
			if r.status == 200 {
				paid := wave[i][2][len("/api/accounting/journal-entries/"):][:32]
				w.post(t, w.propose(t, 1, map[string]any{"reverses": paid, "date": "2026-03-11"}))
				w.post(t, w.propose(t, 1, pay(sale+"/1", "40.00")))
				break
			}
		}
	}
	for range 4 {
		sale := w.propose(t, 1, `{"date":"2026-03-04","memo":"sale","lines":[{"account":"1400","side":"debit","amount":"5.00"},
		 {"account":"8400","side":"credit","amount":"5.00"}]}`)
		w.post(t, sale)
		paid := w.approved(t, 1, pay(sale+"/1", "5.00"))
		undone := w.approved(t, 1, map[string]any{"reverses": sale, "date": "2026-03-05"})
		if got := counted(t, w.together(t, posting(paid), posting(undone)), 200, "entry_settled", "open_item_unknown"); got != 1 {
			t.Errorf("%d of a payment and the reversal of what it pays were posted", got)
		}
	}
}

// A chart that is changed at the moment of the first posting: either the entry is refused,
// or the chart stands.
func TestChartChangesAtTheFirstPosting(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	seen := map[string]int{}
	for round := range 12 {
		site := int(w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": fmt.Sprint("shop ", round),
			"time_zone": "UTC"}).field(t, "number").(float64))
		w.openBooks(t, site)
		id := w.approved(t, site, `{"date":"2026-03-04","memo":"m","lines":[{"account":"1200","side":"debit","amount":"10.00"},
		 {"account":"1000","side":"credit","amount":"10.00"}]}`)
		change := [4]string{"owner", "PUT", fmt.Sprintf("/api/ledger/books/?site=%d", site), `{"country":"DE","chart":"de-skr04"}`}
		replies := w.together(t, posting(id), change)
		posted, changed := replies[0], replies[1]
		switch {
		case posted.status == 200 && changed.status == 409:
			seen["the posting was first"]++
		case posted.status == 422 && changed.status == 200 && slices.Contains(posted.blockers(t), "account_unknown"):
			seen["the change was first"]++
		default:
			t.Errorf("round %d: posted %d %s, changed %d %s", round, posted.status, posted.body, changed.status, changed.body)
		}
		if posted.status == 200 {
			books := w.must(t, 200, "owner", "GET", fmt.Sprintf("/api/ledger/books/?site=%d", site), nil)
			if books.field(t, "chart") != "de-skr03" {
				t.Errorf("%s", books.body)
			}
			w.must(t, 409, "owner", "PUT", fmt.Sprintf("/api/ledger/books/?site=%d", site), `{"country":"DE","fiscal_year_start":"04-01"}`)
		}
	}
	t.Logf("%v", seen)
}

// Of two year's ends of one year that are posted at once one carries the result.
func TestYearsEndsAtOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	sold := w.post(t, w.propose(t, 1, `{"date":"2025-03-04","memo":"m","lines":[{"account":"1200","side":"debit","amount":"9.00"},
	 {"account":"8400","side":"credit","amount":"9.00"}]}`))
	w.must(t, 200, "viewer", "GET", "/api/ledger/trial-balance/?site=1", nil, at(sold)...)
	var ends [][4]string
	for range 6 {
		ends = append(ends, posting(w.approved(t, 1, `{"year_end":"2025-06-30"}`)))
	}
	if got := counted(t, w.together(t, ends...), 200, "document_changed"); got != 1 {
		t.Errorf("%d of one year's ends were posted", got)
	}
}

// Of parties that are merged in a ring at the same moment at least one stays, each that is
// merged leads to one that stays, and with one that stays something can be done. (More than
// one stay where the merge between them names a party that was merged before.)
func TestPartiesMergedAtOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	for round := range 8 {
		n := 2 + round%3
		ids := make([]string, n)
		for i := range ids {
			ids[i] = w.must(t, 201, "bookkeeper", "POST", "/api/parties/?site=1", map[string]any{"name": fmt.Sprintf("One %d", i),
				"roles": []string{"supplier"}}).field(t, "id").(string)
		}
		merging := func(i int) [4]string {
			return [4]string{"bookkeeper", "PATCH", "/api/parties/" + ids[i] + "/", fmt.Sprintf(`{"merge_into":%q,"reason":"the same"}`, ids[(i+1)%n])}
		}
		var wave [][4]string
		for i := range ids {
			wave = append(wave, merging(i), merging(i))
		}
		w.together(t, wave...)
		for i := range ids { // who was too slow five times is told to come again
			m := merging(i)
			if r := w.call(t, m[0], m[1], m[2], m[3]); r.status != 200 && r.status != 409 && !slices.Equal(r.blockers(t), []string{"party_unknown"}) {
				t.Errorf("%d %s", r.status, r.body)
			}
		}
		into := map[string]string{} // of each that is merged
		for _, id := range ids {
			if r := w.must(t, 200, "viewer", "GET", "/api/parties/"+id+"/", nil); r.field(t, "record_status") != "active" {
				into[id] = r.field(t, "merged_into").(string)
			}
		}
		for i, id := range ids {
			end, steps := id, 0
			for into[end] != "" && steps <= n {
				end, steps = into[end], steps+1
			}
			next := ids[(i+1)%n]
			switch {
			case into[end] != "":
				t.Errorf("round %d: of a ring of %d, %d are merged and one leads nowhere", round, n, len(into))
			case end == id && into[next] == "":
				t.Errorf("round %d: of a ring of %d, one was not merged into the next, which stays too", round, n)
			case end == id:
				w.must(t, 200, "bookkeeper", "PATCH", "/api/parties/"+id+"/", map[string]any{"name": "One that stays"})
			}
		}
	}
}

// Lines of two documents that are matched with one entry at the same moment: one is.
func TestLinesOfOneEntryAtOnce(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	const site, uploads = "?site=1", "/api/tax-assistant/documents/"
	var statements []string
	for i := range 2 {
		var lines [][4]string
		for day := range 6 {
			lines = append(lines, [4]string{fmt.Sprintf("2026-03-%02d", 10+day), "5.00", "Bank", fmt.Sprint("fee ", i)})
		}
		file := camtFile("DE89370400440532013000", "2026-03-01", "2026-03-31", "100.00", "70.00", lines...)
		statements = append(statements, w.settled(t, second(w.upload(t, "owner", uploads+site, file, nil)))["id"].(string))
	}
	for line := 1; line <= 6; line++ {
		entry := w.propose(t, 1, map[string]any{"date": fmt.Sprintf("2026-03-%02d", 9+line), "memo": "fee", "journal": "bank",
			"lines": []map[string]any{{"account": "4970", "side": "debit", "amount": "5.00"}, {"account": "1200", "side": "credit", "amount": "5.00"}}})
		w.post(t, entry)
		body := fmt.Sprintf(`{"lines":[{"line":%d,"match":{"kind":"journal_entry","id":%q}}]}`, line, entry)
		replies := make([]reply, 2)
		var work sync.WaitGroup
		for i, id := range statements {
			_, _, header := w.get(t, "owner", uploads+id+"/"+site)
			work.Go(func() {
				replies[i] = w.call(t, "owner", "PATCH", uploads+id+"/fields/"+site, body, "If-Match", header.Get("ETag"))
			})
		}
		work.Wait()
		if got := counted(t, replies, 200, "match_not_possible"); got != 1 {
			t.Errorf("%d lines are entry %s: %s, %s", got, entry, replies[0].body, replies[1].body)
		}
	}
}
