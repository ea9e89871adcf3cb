package service_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// position is where a write stands, for the list that must show it.
func (r reply) position() string { return r.header.Get("X-Log-Position") }

// A letter of the authority, from the day it comes to the day it is answered.
func TestNoticeOfAnAuthority(t *testing.T) {
	w := sharedWorld(t)
	const notices = "/api/tax-assistant/notices/"
	given, _ := w.asked(t, "preparer", answerURL, question)
	r := w.must(t, http.StatusCreated, "preparer", "POST", notices, map[string]any{
		"jurisdiction": "GB", "type": "closure_notice", "reference": "XY 12", "notice_date": "2026-10-01", "amount": "12000.00",
		"client_ref": "client-7",
		"tax_years":  []string{"2025-26"},
	})
	id := r.field(t, "id").(string)
	if due := r.field(t, "deadline").(map[string]any); due["due_on"] != "2026-10-31" || due["act_by"] != "2026-10-30" ||
		r.field(t, "currency") != "GBP" {
		t.Errorf("deadline: %v", due)
	}
	list := w.must(t, 200, "auditor", "GET", notices+"?type=closure_notice&q=xy", nil, "X-Min-Log-Position", r.position())
	if !strings.Contains(string(list.body), id) || list.field(t, "count").(float64) < 1 {
		t.Errorf("list: %s", list.body)
	}
	draft := map[string]any{"position": "disagree"}
	w.must(t, 422, "preparer", "POST", notices+id+"/draft-response/", draft)
	draft["grounds"] = []map[string]any{{"kind": "answer", "id": given.header.Get("X-Answer-Id")}}
	r = w.must(t, 200, "preparer", "POST", notices+id+"/draft-response/", draft)
	if !strings.Contains(string(r.body), "11432.00 GBP") || !strings.Contains(string(r.body), "12000.00 GBP") {
		t.Errorf("the response lacks a figure: %s", r.body)
	}
	w.must(t, 403, "preparer", "POST", notices+id+"/draft-response/", map[string]any{"approve": 1})
	w.must(t, 400, "preparer", "POST", notices+id+"/draft-response/", map[string]any{"position": "perhaps",
		"grounds": []map[string]any{{"kind": "x", "id": "y"}}})
	w.must(t, 403, "reviewer", "POST", notices+id+"/draft-response/", draft)
	w.must(t, 200, "reviewer", "POST", notices+id+"/draft-response/", map[string]any{"approve": 1})
	w.must(t, 422, "owner", "POST", notices+id+"/send/", map[string]any{"version": 1, "channel": "recorded", "sent_on": "2026-11-20"})
	r = w.must(t, 200, "owner", "POST", notices+id+"/send/",
		map[string]any{"version": 1, "channel": "recorded", "sent_on": "2026-10-30", "reference": "RR 1"}, "Idempotency-Key", "send-once")
	w.must(t, 200, "owner", "POST", notices+id+"/send/",
		map[string]any{"version": 1, "channel": "recorded", "sent_on": "2026-10-30", "reference": "RR 1"}, "Idempotency-Key", "send-once")
	w.must(t, 409, "preparer", "POST", notices+id+"/draft-response/", draft)
	w.must(t, 404, "other_owner", "GET", notices+id+"/", nil)
	for field, value := range map[string]any{"jurisdiction": "ZZ", "sub_region": "bayern", "tax_years": []string{"2025"}} {
		body := map[string]any{"jurisdiction": "GB", "type": "closure_notice", "notice_date": "2026-10-01"}
		body[field] = value
		if bad := w.must(t, 400, "preparer", "POST", notices, body); !strings.Contains(string(bad.body), field) {
			t.Errorf("%s: %s", field, bad.body)
		}
	}
	w.must(t, 400, "auditor", "GET", notices+"?jurisdiction=gb", nil)
	w.must(t, 400, "auditor", "GET", "/api/tax-assistant/research/?category=bogus", nil)
	if got := w.must(t, 200, "auditor", "GET", notices+id+"/", nil); got.field(t, "status") != "sent" {
		t.Errorf("%s", got.body)
	}
}

// A question of law: what was found stands in the record, and no figure in the answer.
func TestQuestionOfLaw(t *testing.T) {
	w := sharedWorld(t)
	const research = "/api/tax-assistant/research/"
	r := w.must(t, 200, "preparer", "POST", research, map[string]any{"question": "What is the personal allowance in England in 2025-26?"})
	if r.field(t, "verification_status") != "partial" || strings.Contains(string(r.body), "12570") {
		t.Errorf("%s", r.body)
	}
	id := r.header.Get("X-Research-Id")
	got := w.must(t, 200, "auditor", "GET", research+id+"/", nil)
	if !strings.Contains(string(got.body), `"12570"`) {
		t.Errorf("the record lacks the value: %s", got.body)
	}
	cite := got.field(t, "findings").([]any)[0].(map[string]any)["citation_id"].(string)
	c := w.must(t, 200, "preparer", "GET", "/api/tax-assistant/citations/"+strings.ReplaceAll(cite, "#", "~")+"/", nil)
	if len(c.field(t, "neighbours").([]any)) == 0 || c.field(t, "id") != cite {
		t.Errorf("%s", c.body)
	}
	list := w.must(t, 200, "auditor", "GET", research+"?jurisdiction=GB&tax_year=2025-26&q=personal", nil, "X-Min-Log-Position", r.position())
	if !strings.Contains(string(list.body), id) {
		t.Errorf("%s", list.body)
	}
	w.must(t, 404, "other_owner", "GET", research+id+"/", nil)
	w.must(t, 404, "preparer", "GET", "/api/tax-assistant/citations/gb:nothing@2025-04-06~1/", nil)
}

// noWords are messages that nobody can read, or reads otherwise than they stand.
var noWords = []string{"   ", "pay \u202e00.05", "a\u0007b"}

// A plan: scenarios side by side, a further version, and what is malformed.
func TestPlanningReport(t *testing.T) {
	w := sharedWorld(t)
	const plans = "/api/tax-assistant/plans/"
	request := func(income string) map[string]any {
		return map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "sub_region": "rest_of_uk", "income": income}
	}
	r := w.must(t, http.StatusCreated, "preparer", "POST", plans, map[string]any{"title": "A rise", "scenarios": []map[string]any{
		{"name": "now", "request": request("50000.00")}, {"name": "then", "request": request("60000.00")},
	}})
	id := r.field(t, "id").(string)
	comparison := r.field(t, "comparison").([]any)
	if comparison[1].(map[string]any)["delta"] != "3946.00" {
		t.Errorf("%s", r.body)
	}
	scenario := comparison[1].(map[string]any)["scenario_id"].(string)
	w.must(t, 200, "preparer", "POST", plans+id+"/scenarios/"+scenario+"/versions/", map[string]any{"recompute": true})
	bad := w.must(t, 400, "preparer", "POST", plans,
		map[string]any{"title": " ", "scenarios": []map[string]any{{"name": "x", "request": request("-5")}}})
	if !strings.Contains(string(bad.body), "title") {
		t.Errorf("%s", bad.body)
	}
	list := w.must(t, 200, "auditor", "GET", plans+"?q=rise", nil, "X-Min-Log-Position", r.position())
	if !strings.Contains(string(list.body), id) {
		t.Errorf("%s", list.body)
	}
	w.must(t, 403, "viewer", "POST", plans, map[string]any{"title": "x", "scenarios": []map[string]any{}})
	w.must(t, 404, "other_owner", "GET", plans+id+"/", nil)
	table := w.must(t, 200, "auditor", "GET", plans+id+"/export.csv", nil)
	if rows := strings.Split(strings.TrimSpace(string(table.body)), "\r\n"); len(rows) != 4 || !strings.Contains(rows[2],
		"then,1,false,false,GB") {
		t.Errorf("%s", table.body)
	}
	w.must(t, 403, "viewer", "POST", plans+id+"/email/", map[string]any{"recipients": []string{"ada@example.com"}, "vouched": true})
	w.must(t, 400, "owner", "POST", plans+id+"/email/", map[string]any{"recipients": []string{"ada@example.com\r\nBcc: eve@example.com"}})
	w.must(t, 422, "owner", "POST", plans+id+"/email/", map[string]any{"recipients": []string{"ada@example.com"}})
	for _, message := range noWords {
		got := w.must(t, 400, "owner", "POST", plans+id+"/email/", map[string]any{"recipients": []string{"ada@example.com"}, "vouched": true,
			"message": message}).fields(t)
		if !slices.Equal(got, []string{"message"}) {
			t.Errorf("%q: %v", message, got)
		}
	}
	queued := w.must(t, http.StatusAccepted, "owner", "POST", plans+id+"/email/", map[string]any{"recipients": []string{"ada@example.com"},
		"vouched": true})
	if queued.field(t, "job_id") == "" {
		t.Errorf("%s", queued.body)
	}
	// A party's own record names its address; one without any is named.
	party := func(name, email string) any {
		return w.must(t, 201, "owner", "POST", "/api/parties/", map[string]any{"name": name, "roles": []string{"client"}, "country": "GB",
			"email": email}).field(t, "id")
	}
	reached := w.must(t, http.StatusAccepted, "owner", "POST", plans+id+"/email/",
		map[string]any{"parties": []any{party("Ada Ltd", "ada@example.org")}})
	if len(reached.field(t, "notifications").([]any)) != 1 {
		t.Errorf("%s", reached.body)
	}
	for _, to := range []any{party("Bob Ltd", ""), "0123456789abcdef0123456789abcdef", "ada"} {
		r := w.must(t, 422, "owner", "POST", plans+id+"/email/", map[string]any{"parties": []any{to}})
		if !strings.Contains(string(r.body), "no_recipient") {
			t.Errorf("%s", r.body)
		}
	}
	w.must(t, 422, "owner", "POST", plans+id+"/email/", map[string]any{})
	beside := w.must(t, http.StatusCreated, "preparer", "POST", plans, map[string]any{"title": "Where", "scenarios": []map[string]any{
		{"name": "named", "request": request("50000.00")},
		{"name": "open", "request": map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "income": "50000.00"}},
	}})
	if !strings.Contains(string(beside.body), `"declined":"sub_region: `) {
		t.Errorf("%s", beside.body)
	}
}

// A memo, from a recorded answer to its message in the spool.
func TestMemo(t *testing.T) {
	w := sharedWorld(t)
	const memos = "/api/tax-assistant/memos/"
	given, _ := w.asked(t, "preparer", answerURL, question)
	source := []map[string]any{{"kind": "answer", "id": given.header.Get("X-Answer-Id")}}
	w.must(t, 400, "preparer", "POST", memos, map[string]any{"type": "tax_memo", "title": "x", "sources": []map[string]any{
		{"kind": "answer", "id": "00000000000000000000000000000000"}}})
	r := w.must(t, http.StatusCreated, "preparer", "POST", memos, map[string]any{"type": "tax_memo",
		"title": "Your tax", "sources": source, "client_ref": "client-9"})
	id := r.field(t, "id").(string)
	if !strings.Contains(string(r.body), "11432.00 GBP") {
		t.Errorf("%s", r.body)
	}
	w.must(t, 200, "preparer", "PATCH", memos+id+"/",
		map[string]any{"sections": []map[string]any{{"heading": "Result", "text": "You save 7777."}}})
	if bad := w.must(t, 422, "reviewer", "PATCH", memos+id+"/", map[string]any{"approve": 2}); !strings.Contains(string(bad.body),
		"figure_untraced") {
		t.Errorf("%s", bad.body)
	}
	w.must(t, 200, "preparer", "PATCH", memos+id+"/",
		map[string]any{"sections": []map[string]any{{"heading": "Result", "text": "You owe 11432.00."}}})
	w.must(t, 403, "preparer", "PATCH", memos+id+"/", map[string]any{"approve": 3})
	send := map[string]any{"version": 3, "recipients": []string{"ada@example.com", "bob@example.com"}, "vouched": true}
	w.must(t, 422, "owner", "POST", memos+id+"/send/", send)
	w.must(t, 200, "reviewer", "PATCH", memos+id+"/", map[string]any{"approve": 3})
	w.must(t, 422, "owner", "POST", memos+id+"/send/", map[string]any{"version": 3, "recipients": []string{"ada@example.com"}})
	beside := func(message string) map[string]any {
		return map[string]any{"version": 3, "recipients": send["recipients"], "vouched": true, "message": message}
	}
	if got := w.must(t, 422, "owner", "POST", memos+id+"/send/", beside("You owe £5,000 by the third of May.")).blockers(t); !slices.Contains(got,
		"figure_untraced") {
		t.Errorf("words beside the memo that nobody approved: %v", got)
	}
	for _, message := range noWords {
		if got := w.must(t, 400, "owner", "POST", memos+id+"/send/", beside(message)).fields(t); !slices.Equal(got, []string{"message"}) {
			t.Errorf("%q: %v", message, got)
		}
	}
	first := w.must(t, http.StatusAccepted, "owner", "POST", memos+id+"/send/", send)
	again := w.must(t, http.StatusAccepted, "owner", "POST", memos+id+"/send/", send)
	if string(first.body) != string(again.body) {
		t.Errorf("sent again: %s\n%s", first.body, again.body)
	}
	if got := w.must(t, 409, "owner", "POST", memos+id+"/send/", beside("As we said.")); got.field(t, "code") != "immutable" {
		t.Errorf("sent again with other words: %s", got.body)
	}
	w.must(t, 409, "preparer", "PATCH", memos+id+"/", map[string]any{"title": "Another"})
	list := w.must(t, 200, "auditor", "GET", memos+"?type=tax_memo&q=your", nil, "X-Min-Log-Position", first.position())
	if !strings.Contains(string(list.body), id) {
		t.Errorf("%s", list.body)
	}
	w.must(t, 404, "other_owner", "GET", memos+id+"/", nil)

	// From a calculation that was kept: its figures are traced, others are not.
	kept := w.must(t, 200, "preparer", "POST", "/api/tax-assistant/calculate/", map[string]any{"kind": "income", "request": map[string]any{
		"jurisdiction": "GB", "tax_year": "2025-26", "sub_region": "england", "income": "60000"}}).header.Get("X-Snapshot-Id")
	source = []map[string]any{{"kind": "calculation", "id": kept}}
	r = w.must(t, 201, "preparer", "POST", memos, map[string]any{"type": "tax_memo", "title": "Your tax", "sources": source})
	if text := string(r.body); !strings.Contains(text, "income, GB, england, 2025-26") || !strings.Contains(text, "11432.00 GBP") ||
		!strings.Contains(text, "Income Tax Act 2007") {
		t.Errorf("%s", r.body)
	}
	for figure, traced := range map[string]bool{"60000": true, "11432.00": true, "7777": false} {
		r = w.must(t, 201, "preparer", "POST", memos, map[string]any{"type": "tax_memo", "title": "Your tax", "sources": source,
			"sections": []map[string]any{{"heading": "Result", "text": "It is " + figure + "."}}})
		if r.at(t, "versions.0.untraced") == "" != traced {
			t.Errorf("%s: %s", figure, r.body)
		}
	}
	w.must(t, 400, "other_owner", "POST", memos, map[string]any{"type": "tax_memo", "title": "x", "sources": source})
	w.must(t, 400, "preparer", "POST", memos, map[string]any{"type": "tax_memo", "title": "x", "sources": source,
		"case_id": "0192aa00000000000000000000000009"})
}
