package service_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

// A call that says what it must see sees it, whoever wrote it: at another node too, by
// rules that each node keeps in memory, and though what it names is nothing of its own.
func TestACallSeesWhatItMust(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	nodes := []*world{f.start(t, nil), f.start(t, nil)}
	const publish, calculate = "/api/tax-assistant/rule-packs/fresh/publish/", "/api/tax-assistant/calculate/income/"
	income := map[string]any{"jurisdiction": "GB", "tax_year": "2024-25", "sub_region": "england", "income": "60000"}
	for n := range 12 {
		here, there := nodes[n%2], nodes[(n+1)%2]
		allowance := 15000 + 100*n
		r := here.must(t, 200, "owner", "POST", publish, map[string]any{"place": "GB", "reason": "the bill was passed",
			"sources": map[string]any{"bill": map[string]any{"title": "Finance Bill", "publisher": "Parliament", "kind": "primary",
				"url": "https://bills.parliament.uk/bills/1", "checked": "2026-11-20"}},
			"parameters": map[string]any{"personal_allowance": map[string]any{"unit": "GBP/year", "values": []map[string]any{
				{"from": "2024-04-06", "to": "2025-04-05", "value": fmt.Sprint(allowance), "cite": []map[string]any{{"source": "bill", "at": "cl. 1"}}}}}}})
		want := fmt.Sprintf("%.2f", 11432-0.4*float64(allowance-12570)) // all of it is taxed at the higher rate
		got := there.must(t, 200, "preparer", "POST", calculate, income, "X-Min-Log-Position", r.header.Get("X-Log-Position"))
		if got.field(t, "total_tax") != want {
			t.Errorf("round %d: %v, not %s", n, got.field(t, "total_tax"), want)
		}
		site := here.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": fmt.Sprintf("Site %d", n)})
		there.must(t, 200, "owner", "GET", fmt.Sprintf("/api/cases/?site=%v", site.field(t, "number")), nil, "X-Min-Log-Position",
			site.header.Get("X-Log-Position"))
	}
	_, other := opened(t, nodes[0], "Of no memory's own")
	for _, w := range nodes {
		for who, path := range map[string]string{"staff": corpusPath + "sources/", "superuser": "/api/staff/exchange-rates/",
			"viewer": "/api/legislative/?jurisdiction=GB"} {
			if r := w.call(t, who, "GET", path, nil, "X-Min-Log-Position", other); r.status != 200 {
				t.Errorf("%s: %d %s", path, r.status, r.body)
			}
		}
		w.must(t, 400, "preparer", "POST", calculate, income, "X-Min-Log-Position", "yesterday")
		r := w.must(t, http.StatusServiceUnavailable, "preparer", "POST", calculate, income, "X-Min-Log-Position", "99999999999/99999999999")
		if r.header.Get("Retry-After") == "" {
			t.Errorf("%v", r.header)
		}
	}
}

// Once a job is said to have ended, what it did is to be seen at once, where that is read,
// though each node keeps what is known of the law in its own memory.
func TestWhatAJobDidIsSeen(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	var edition atomic.Int64
	start := func() *world {
		return f.start(t, func(s *service.Service) {
			s.Legislation.Fetch = func(_ context.Context, address string, _ []string) (fetchguard.Fetched, error) {
				return fetchguard.Fetched{URL: address, Status: 200, ContentType: "text/html",
					Body: fmt.Appendf(nil, "<p>The law, edition %d</p>", edition.Load())}, nil
			}
		})
	}
	nodes := []*world{start(), start()}
	for n, place := range []string{"IE", "NL", "AT", "IE", "NL", "AT"} { // each twice: the second time it reads otherwise
		here, there := nodes[n%2], nodes[(n+1)%2]
		edition.Store(int64(n / 3))
		queued := here.must(t, 202, "tax_manager", "POST", "/api/legislative/run/", map[string]any{"jurisdiction": place})
		var ended reply
		eventually(t, "the run to end", func() bool {
			// A node that has just begun may still say that its read models are being built.
			ended = there.call(t, "tax_manager", "GET", queued.field(t, "status_url").(string), nil)
			return ended.status == 200 && ended.field(t, "status") == "succeeded"
		})
		path := "/api/legislative/?jurisdiction=" + place
		for _, r := range []reply{there.must(t, 200, "viewer", "GET", path, nil),
			here.must(t, 200, "viewer", "GET", path, nil, "X-Min-Log-Position", ended.header.Get("X-Log-Position"))} {
			seen := read[placeSeen](t, r).Jurisdictions[0]
			if seen.Sources[0].Outcome == "" || (len(seen.Notices) > 0) != (n >= 3) {
				t.Errorf("round %d: %s", n, r.body)
			}
		}
	}
}

// A job that was opened is not said to be missing while the rows are behind that it is read
// from; one that never was, is, whatever other rows are behind.
func TestAnOpenedJobIsNotMissing(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	held, err := w.DB.Owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer held.Rollback(context.WithoutCancel(t.Context()))
	jobs := projections.Jobs()
	if _, err := held.Exec(t.Context(), `lock table `+readmodels.SchemaOf(jobs.Name, jobs.Version)+`.jobs in share row exclusive mode`); err != nil {
		t.Fatal(err)
	}
	queued := w.must(t, 202, "owner", "POST", "/api/accounting-feeds/exports/?site=1",
		`{"format":"csv","from":"2026-01-01","to":"2026-12-31","provisional":true}`)
	url := queued.field(t, "status_url").(string)
	if r := w.call(t, "owner", "GET", url, nil); r.status != 503 || r.problem(t).Code != "read_model_behind" || r.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", r.status, r.body)
	}
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.finished(t, "owner", url)
	if _, err := w.DB.Owner.Exec(t.Context(), `insert into platform.projection (name, version, live) values ('stuck', 1, true)`); err != nil {
		t.Fatal(err)
	}
	w.must(t, 503, "owner", "GET", "/api/sites/", nil, "X-Min-Log-Position", queued.header.Get("X-Log-Position"))
	w.must(t, 404, "owner", "GET", "/api/v1/tax-assistant/"+strings.Repeat("0", 32)+"/status", nil)
	w.must(t, 404, "other_owner", "GET", url, nil)
}
