package service_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/commands/fetchguard"
)

type placeSeen struct {
	Jurisdictions []struct {
		Jurisdiction string
		Enabled      bool
		Stale        bool
		Oldest       string `json:"oldest_check"`
		Sources      []struct {
			ID, URL string
			Outcome string `json:"last_outcome"`
		}
		Rates []struct {
			Parameter, Value string
		} `json:"current_rates"`
		Notices []struct {
			SourceID string `json:"source_id"`
		} `json:"open_notices"`
		Overrides []struct {
			PackID string `json:"pack_id"`
		}
	}
	Count int
}

// The law of a place as it is watched: a run over its sources, a changed text, its
// notice; a value set by hand, the change that it makes, and the answer that it
// moves, computed anew.
func TestLegislativeEndToEnd(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	var edition atomic.Value
	edition.Store("first")
	w.Legislation.Fetch = func(_ context.Context, address string, _ []string) (fetchguard.Fetched, error) {
		if strings.HasSuffix(address, ".pdf") {
			return fetchguard.Fetched{}, errors.New("no route")
		}
		return fetchguard.Fetched{URL: address, Status: 200, ContentType: "text/html", Body: []byte("<p>The law, " + edition.Load().(string) +
			"</p>")}, nil
	}
	look := func() placeSeen {
		t.Helper()
		queued := w.must(t, 202, "tax_manager", "POST", "/api/legislative/run/", `{"jurisdiction":"IE"}`)
		eventually(t, "the run to end", func() bool {
			return w.must(t, 200, "tax_manager", "GET", queued.field(t, "status_url").(string), nil).field(t, "status") == "succeeded"
		})
		return read[placeSeen](t, w.must(t, 200, "viewer", "GET", "/api/legislative/?jurisdiction=IE", nil))
	}
	first := look()
	if len(first.Jurisdictions) != 1 || len(first.Jurisdictions[0].Rates) == 0 || len(first.Jurisdictions[0].Notices) != 0 {
		t.Fatalf("%+v", first)
	}
	edition.Store("amended")
	changed := look().Jurisdictions[0]
	if len(changed.Notices) == 0 || !changed.Stale {
		t.Errorf("%+v", changed.Notices)
	}
	for _, s := range changed.Sources {
		if strings.HasSuffix(s.URL, ".pdf") != (s.Outcome == "unreachable") {
			t.Errorf("%+v", s)
		}
	}
	const ie = "/api/legislative/IE/"
	w.must(t, 403, "viewer", "PATCH", ie, `{"enabled":false}`)
	w.must(t, 404, "owner", "PATCH", "/api/legislative/ZZ/", `{"enabled":false}`)
	if r := w.must(t, 422, "owner", "PATCH", ie, `{"sources":[{"id":"`+changed.Sources[0].ID+`","url":"https://evil.example/"}]}`); r.blockers(t)[0] != "source_host_not_allowed" {
		t.Errorf("%s", r.body)
	}
	settled := w.must(t, 200, "owner", "PATCH", ie, `{"enabled":false,"settle":[{"source_id":"`+changed.Notices[0].SourceID+`","reason":"a heading"}]}`)
	if settled.field(t, "enabled") != false || len(settled.field(t, "open_notices").([]any)) != len(changed.Notices)-1 {
		t.Errorf("%s", settled.body)
	}
	w.overrideAllowance(t)
}

// overrideAllowance sets a value by hand and finds the answer that it moves.
func (w *world) overrideAllowance(t *testing.T) {
	t.Helper()
	given, _ := w.asked(t, "preparer", answerURL, "How much income tax do I pay on £60,000 in England in 2024-25?")
	id := given.header.Get("X-Answer-Id")
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "2024-25", "client": "A client", "jurisdiction": "GB",
		"period": map[string]string{"from": "2024-04-06", "to": "2025-04-05"}, "scope": "Income tax."})
	rests := opened.field(t, "id").(string)
	added := w.must(t, 200, "preparer", "POST", "/api/cases/"+rests+"/workpapers/", map[string]any{"title": "Computation",
		"body":       "See the answer.",
		"conclusion": "As computed.", "evidence": []map[string]any{{"kind": "answer", "ref": id, "title": "The answer"}}})
	w.must(t, 200, "preparer", "GET", "/api/cases/", nil, at(added)...)
	_, uploaded, _ := w.upload(t, "owner", "/api/tax-assistant/returns/", pdfOf("Tax Calculation for 2024-25",
		"Income received before tax taken off", "Pay from all employments 60,000.00", "Total Income received 60,000.00",
		"Income Tax charged 11,432.00"), nil)
	packet := w.returned(t, uploaded)
	w.must(t, 200, "owner", "PATCH", "/api/tax-assistant/returns/"+packet["id"].(string)+"/", `{"facts":{"sub_region":"england"}}`, "If-Match", `"1"`)
	drafted := w.must(t, 201, "preparer", "POST", "/api/tax-assistant/return-packages/", `{"form_set":"gb-sa","calculation":{"kind":"income",
	 "request":{"jurisdiction":"GB","tax_year":"2024-25","sub_region":"england","income":"60000"}}}`)
	w.must(t, 200, "preparer", "GET", "/api/tax-assistant/returns/", nil, at(drafted)...)
	const override = `{"override":{"parameter":"personal_allowance","value":"15000","from":"2024-04-06","to":"2025-04-05","at":"cl. 1","reason":"the bill was passed",
	 "source":{"title":"Finance Bill","publisher":"Parliament","kind":"primary","url":"https://bills.parliament.uk/bills/1","checked":"2026-11-20"}}}`
	gb := w.must(t, 200, "tax_manager", "PATCH", "/api/legislative/GB/", override)
	if packs := gb.field(t, "overrides").([]any); len(packs) != 1 || packs[0].(map[string]any)["pack_id"] != "override-gb-personal-allowance" {
		t.Errorf("%s", gb.body)
	}
	type log struct {
		Changes []struct {
			ID, Layer string
			Old, New  string
			Pack      string `json:"rule_pack"`
			Affected  *struct {
				Answers  []struct{ ID, Old, New string }
				Cases    []struct{ ID, Old, New string }
				Returns  []struct{ ID, Old, New string }
				Examined int
			}
		}
	}
	list := read[log](t, w.must(t, 200, "viewer", "GET",
		"/api/legislative/changelog/?jurisdiction=GB&from=2024-04-06&to=2024-04-06&q=personal_allowance", nil, at(given)...))
	if len(list.Changes) != 1 || list.Changes[0].Pack != "override-gb-personal-allowance.v1" || list.Changes[0].New != "15000" ||
		list.Changes[0].Old != "12570" {
		t.Fatalf("%+v", list)
	}
	one := read[log](t, w.must(t, 200, "preparer", "GET", "/api/legislative/changelog/?change_id="+list.Changes[0].ID, nil)).Changes[0]
	if one.Affected == nil || len(one.Affected.Answers) != 1 || one.Affected.Answers[0].ID != id ||
		one.Affected.Answers[0].Old != "11432.00" || one.Affected.Answers[0].New != "10460.00" ||
		len(one.Affected.Cases) != 1 || one.Affected.Cases[0].ID != rests || one.Affected.Cases[0].New != "10460.00" {
		t.Errorf("%+v", one.Affected)
	}
	moved := map[string]string{}
	for _, r := range read[log](t, w.must(t, 200, "owner", "GET", "/api/legislative/changelog/?change_id="+list.Changes[0].ID, nil)).
		Changes[0].Affected.Returns {
		moved[r.ID] = r.Old + " " + r.New
	}
	if len(moved) != 2 || moved[drafted.field(t, "id").(string)] != "11432.00 10460.00" ||
		moved[packet["id"].(string)] != "11432.00 10460.00" {
		t.Errorf("returns: %v of %v", moved, packet["comparisons"])
	}
	type named struct {
		Changes []struct {
			ID       string
			Affected struct{ Answers, Returns []struct{ ID string } }
		}
	}
	for _, other := range read[named](t, w.must(t, 200, "owner", "GET", "/api/legislative/changelog/?jurisdiction=GB&from=2024-04-06&to=2024-04-06",
		nil)).Changes {
		if other.ID == list.Changes[0].ID {
			continue
		}
		x := read[named](t, w.must(t, 200, "owner", "GET", "/api/legislative/changelog/?change_id="+other.ID, nil)).Changes[0]
		if len(x.Affected.Returns)+len(x.Affected.Answers) > 0 {
			t.Errorf("%s: %+v", other.ID, x.Affected)
		}
	}
	w.must(t, 404, "preparer", "GET", "/api/legislative/changelog/?change_id=gb:nothing:2024-04-06", nil)
	w.must(t, 400, "viewer", "GET", "/api/legislative/changelog/?jurisdiction=ZZ", nil)
	if bad := w.must(t, 422, "tax_manager", "PATCH", "/api/legislative/GB/", strings.Replace(override, "personal_allowance", "nothing",
		1)); bad.blockers(t)[0] != "parameter_unknown" {
		t.Errorf("%s", bad.body)
	}
}
