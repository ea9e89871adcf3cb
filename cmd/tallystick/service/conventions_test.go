package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

const (
	question  = "How much income tax do I pay on £60,000 in England in 2025-26?"
	incomeURL = "/api/tax-assistant/calculate/income/"
	answerURL = "/api/v1/tax-assistant/answer"
)

func income() map[string]any {
	return map[string]any{"jurisdiction": "GB", "tax_year": "2025-26", "income": "60000.00", "sub_region": "england"}
}

// problemOf reads a problem and checks what every one must have.
func (r reply) problem(t *testing.T) (p struct {
	Type, Title, Detail, Instance, Code string
	Status                              int
	Errors                              []struct{ Field, Message string }
}) {
	t.Helper()
	if err := json.Unmarshal(r.body, &p); err != nil {
		t.Fatalf("%d is no problem: %s", r.status, r.body)
	}
	if p.Status != r.status || p.Type != "urn:tallystick:error:"+p.Code || p.Title == "" || p.Detail == "" {
		t.Errorf("problem %s with status %d", r.body, r.status)
	}
	if got := r.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("a problem of type %q", got)
	}
	if r.status != 401 && p.Instance != r.header.Get("X-Request-Id") {
		t.Errorf("instance %q, request id %q", p.Instance, r.header.Get("X-Request-Id"))
	}
	return p
}

// fields are the names of the faulty fields, sorted.
func (r reply) fields(t *testing.T) (names []string) {
	t.Helper()
	for _, e := range r.problem(t).Errors {
		if e.Message == "" {
			t.Errorf("field %s without a message", e.Field)
		}
		names = append(names, e.Field)
	}
	slices.Sort(names)
	return names
}

// Without credentials every path answers the same bytes, known or not, by any
// method, whatever else is wrong with the request.
func TestUnauthenticated(t *testing.T) {
	w := sharedWorld(t)
	var first []byte
	for _, as := range []string{"", "nonsense", "revoked", "tally_" + strings.Repeat("0", 32) + "_" + strings.Repeat("A", 43)} {
		for _, path := range []string{"/", "/api/cases/", "/api/v1/cases", "/api/openapi.json", "/nowhere", "/api/../etc", "/api/cases/?limit=-1",
			"/metrics", "/livez"} {
			for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
				r := w.call(t, as, method, path, nil)
				if first == nil {
					first = r.body
					r.problem(t)
				}
				if r.status != 401 || !bytes.Equal(r.body, first) || r.header.Get("WWW-Authenticate") == "" {
					t.Errorf("%s %s as %q: %d %s", method, path, as, r.status, r.body)
				}
			}
		}
	}
	r := w.call(t, "", "GET", "/api/cases/", nil, "Authorization", "Basic "+w.keys["owner"])
	if r.status != 401 {
		t.Errorf("another scheme: %d", r.status)
	}
	if r := w.call(t, "", "GET", "/api/cases/?token="+w.keys["owner"], nil); r.status != 401 {
		t.Errorf("a key in the query: %d", r.status)
	}
}

// The order of checks: each request breaks the rule it is refused by and at
// least one that is checked later.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.QuestionsPerS, c.QuestionBurst = 0.0001, 3 })
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "First"}, "Idempotency-Key", "open")
	theCase := "/api/cases/" + opened.field(t, "id").(string) + "/"
	w.must(t, 200, "preparer", "PATCH", theCase, map[string]any{"title": "Second"}, "Idempotency-Key", "change")
	for range 3 {
		w.must(t, 200, "owner", "POST", answerURL, map[string]any{"question": question})
	}
	big := `{"title":"` + strings.Repeat("x", 2<<20) + `"}`
	for _, c := range []struct {
		name, as, method, path string
		body                   any
		headers                []string
		status                 int
		code                   string
	}{
		{"401 before 404", "", "GET", "/api/nowhere/", nil, nil, 401, "unauthenticated"},
		{"404 of the path before anything of it", "viewer", "POST", "/api/nowhere/?site=99&x=1", big, nil, 404, "path_not_found"},
		{"405 before 403", "viewer", "DELETE", "/api/cases/?site=99", nil, nil, 405, "method_not_allowed"},
		{"403 role before 403 site", "viewer", "POST", "/api/cases/?site=99", "[]", nil, 403, "role_forbidden"},
		{"403 site before 413", "preparer", "POST", "/api/cases/?site=99", big, nil, 403, "site_forbidden"},
		{"403 site before 429", "owner", "POST", answerURL + "?site=99", map[string]any{"question": question}, nil, 403, "site_forbidden"},
		{"429 before 400", "owner", "POST", answerURL, map[string]any{}, nil, 429, "throttled"},
		{"429 before 413", "owner", "POST", answerURL, big, nil, 429, "throttled"},
		{"413 before 415", "preparer", "POST", "/api/cases/", big, []string{"Content-Type", "text/csv"}, 413, "body_too_large"},
		{"415 before 400", "preparer", "POST", "/api/cases/?nonsense=1", "a,b", []string{"Content-Type", "text/csv"}, 415, "media_not_accepted"},
		{"400 before 404 of the record", "preparer", "PATCH", "/api/cases/" + strings.Repeat("0", 32) + "/", "{", nil, 400, "invalid_input"},
		{"404 of the record before 412", "preparer", "PATCH", "/api/cases/" + strings.Repeat("0", 32) + "/", map[string]any{"title": "x"}, []string{"If-Match", `"9"`}, 404, "not_found"},
		{"reused key before 412", "preparer", "PATCH", theCase, map[string]any{"title": "Third"}, []string{"Idempotency-Key", "change", "If-Match", `"9"`}, 409, "idempotency_key_reused"},
		{"412 before 422", "tax_manager", "POST", theCase + "finalise/", nil, []string{"If-Match", `"0"`}, 412, "revision_mismatch"},
		{"412 before 409", "tax_manager", "POST", theCase + "reopen/", map[string]any{"reason": "x"}, []string{"If-Match", `"0"`}, 412, "revision_mismatch"},
		{"422", "tax_manager", "POST", theCase + "finalise/", nil, nil, 422, "blocked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := w.call(t, c.as, c.method, c.path, c.body, c.headers...)
			if r.status != c.status || r.problem(t).Code != c.code {
				t.Errorf("%d %s, want %d %s", r.status, r.body, c.status, c.code)
			}
			switch c.status {
			case 429:
				if r.header.Get("Retry-After") == "" {
					t.Error("no Retry-After")
				}
			case 405:
				if r.header.Get("Allow") != "GET, POST" {
					t.Errorf("Allow: %s", r.header.Get("Allow"))
				}
			}
		})
	}
	// A replay comes before If-Match.
	w.must(t, 200, "preparer", "PATCH", theCase, map[string]any{"title": "Second"}, "Idempotency-Key", "change", "If-Match", `"9"`)
	// Calculators are never throttled, and one principal's questions are not another's.
	for range 20 {
		w.must(t, 200, "owner", "POST", incomeURL, income())
	}
	w.must(t, 200, "admin", "POST", answerURL, map[string]any{"question": question})
}

// Only what generates or takes questions is throttled, and it says so.
func TestWhatIsThrottled(t *testing.T) {
	w := sharedWorld(t)
	for _, o := range w.API.Operations() {
		if o.Throttled && o.Surface == "calculators" {
			t.Errorf("%s is a calculator, and throttled", o.ID)
		}
		if strings.HasPrefix(o.ID, "answers.") && o.ID != "answers.feedback" && !o.Throttled && o.Method == http.MethodPost {
			t.Errorf("%s takes questions, and is not throttled", o.ID)
		}
	}
}

// A 400 names every faulty field at once, by the caller's own names.
func TestEveryFaultAtOnce(t *testing.T) {
	w := sharedWorld(t)
	for _, c := range []struct {
		name, method, path string
		body               any
		want               []string
	}{
		{"unknown parameters", "GET", "/api/cases/?limt=3&Status=final&q=x", nil, []string{"Status", "limt"}},
		{"unknown and malformed", "GET", "/api/cases/?limit=900&order=shoe&status=gone&nonsense=1", nil, []string{"limit", "nonsense", "order",
			"status"}},
		{"a query that cannot be read", "GET", "/api/cases/?limit=%zz&x", nil, []string{"query", "x"}},
		{"a parameter without a name", "GET", "/api/cases/?=1", nil, []string{"query"}},
		{"dates", "GET", "/api/audit/?from=2026-02-30&to=soon", nil, []string{"from", "to"}},
		{"a number for an amount", "POST", incomeURL, `{"jurisdiction":"GB","tax_year":"2025-26","income":60000,"sub_region":"wales"}`, []string{"income"}},
		{"numbers deep inside", "POST", incomeURL, `{"jurisdiction":"GB","tax_year":"2025-26","components":[{"kind":"employment","amount":1.5},{"kind":"pension","amount":2}]}`,
			[]string{"components[0].amount", "components[1].amount", "sub_region"}},
		{"absent and of another type", "POST", incomeURL, `{"tax_year":2025,"income":null,"explain":"yes"}`, []string{"explain", "income", "jurisdiction", "tax_year"}},
		{"absent deep inside", "POST", incomeURL, `{"jurisdiction":"GB","tax_year":"2025-26","components":[{"amount":"1"},{"kind":"pension"}]}`,
			[]string{"components[0].kind", "components[1].amount", "sub_region"}},
		{"what the schema and what the law finds", "POST", incomeURL,
			`{"jurisdiction":"GB","tax_year":"2025","income":60000,"sub_region":"narnia","currency":"EUR","residence":{"status":"gone"},"facts":{"gift_aid_donations":"-1","nonsense":"1"}}`,
			[]string{"currency", "facts.gift_aid_donations", "facts.nonsense", "income", "residence.status", "sub_region", "tax_year"}},
		{"a federal return", "POST", "/api/tax-assistant/calculate/us-federal/", `{"tax_year":"20x5","income":1,"facts":{"filing_status":"alone"}}`, []string{"facts.filing_status", "income", "tax_year"}},
		{"what was not read is not called absent", "POST", "/api/cases/", `{"period":{"from":"soon","to":"2026-01-01"},"title":"T","jurisdiction":"Narnia"}`, []string{"jurisdiction", "period.from"}},
		{"a case", "POST", "/api/cases/", `{"title":7,"jurisdiction":"Narnia","period":{"from":"2026-01-01","to":"2025-01-01"}}`, []string{"jurisdiction", "period.to", "title"}},
		{"site that is no number", "GET", "/api/cases/?site=one&limit=x", nil, []string{"limit", "site"}},
		{"rating", "POST", "/api/tax-assistant/answers/" + strings.Repeat("0", 32) + "/feedback/", `{"rating":9,"comment":7}`, []string{"comment", "rating"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := w.call(t, "owner", c.method, c.path, c.body)
			if r.status != 400 {
				t.Fatalf("%d %s", r.status, r.body)
			}
			if got := r.fields(t); !slices.Equal(got, c.want) {
				t.Errorf("fields %v, want %v: %s", got, c.want, r.body)
			}
			for _, inside := range []string{"json:", "Go ", "struct", "float64", "http."} {
				if strings.Contains(string(r.body), inside) {
					t.Errorf("the answer speaks of %q: %s", inside, r.body)
				}
			}
		})
	}
	for _, amount := range []string{"6e4", "+1", " 1", "1 ", "1,000", "0x10", "NaN", "", "1.", ".5", strings.Repeat("9", 40), "１"} {
		body := income()
		body["income"] = amount
		if r := w.call(t, "owner", "POST", incomeURL, body); r.status != 400 || !slices.Contains(r.fields(t), "income") {
			t.Errorf("income %q: %d %s", amount, r.status, r.body)
		}
	}
	for _, body := range []string{"", "null", "[]", "{", `"x"`, "{}{}", "\x00", `{"question":"\ud800"}`} {
		if r := w.call(t, "owner", "POST", incomeURL, body); r.status != 400 {
			t.Errorf("body %q: %d %s", body, r.status, r.body)
		}
	}
}

// Letters that a store cannot hold are the caller's fault, or do no harm.
func TestZeroCharacters(t *testing.T) {
	w := sharedWorld(t)
	for _, path := range []string{"/api/cases/?q=%00", "/api/cases/?q=%ff", "/api/audit/?operation=a%00b", "/api/audit/?request=%00"} {
		if r := w.call(t, "owner", "GET", path, nil); r.status != 400 {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	for _, id := range []string{"%00", "x%00", "%ff"} {
		if r := w.call(t, "owner", "GET", "/api/v1/tax-assistant/"+id+"/status", nil); r.status != 404 {
			t.Errorf("the job %s: %d %s", id, r.status, r.body)
		}
		if r := w.call(t, "owner", "POST", "/api/jobs/"+id+"/cancel/", nil); r.status != 404 {
			t.Errorf("cancelling the job %s: %d %s", id, r.status, r.body)
		}
	}
	opened := w.call(t, "owner", "POST", "/api/cases/", `{"title":"zero \u0000 and half \ud800"}`)
	if opened.status != 201 && opened.status != 400 {
		t.Errorf("%d %s", opened.status, opened.body)
	}
	after := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "After zero"})
	w.must(t, 200, "owner", "GET", "/api/cases/?q=After+zero", nil, "X-Min-Log-Position", after.header.Get("X-Log-Position"))
}

func TestRequestIDs(t *testing.T) {
	w := sharedWorld(t)
	for _, id := range []string{"abc-123_X", strings.Repeat("a", 64)} {
		if got := w.call(t, "owner", "GET", "/api/sites/", nil, "X-Request-Id", id).header.Get("X-Request-Id"); got != id {
			t.Errorf("%q came back as %q", id, got)
		}
	}
	seen := map[string]bool{}
	for _, id := range []string{"", strings.Repeat("a", 65), "a b", "a/b", "<script>", "a\tb", "é", `"`, "a%0d%0ab"} {
		got := w.call(t, "owner", "GET", "/api/sites/", nil, "X-Request-Id", id).header.Get("X-Request-Id")
		if got == id || len(got) != 36 || seen[got] {
			t.Errorf("%q came back as %q", id, got)
		}
		seen[got] = true
	}
}

// sample is a path of an operation with ids in it, or "" where it takes some.
func sample(o *api.Operation) string {
	if strings.Contains(o.Path, "{") {
		return ""
	}
	return o.Path
}

// Every GET answers the same under /api/ and /api/v1/, with and without the
// trailing slash, and is never redirected; every operation names its version.
func TestMirrors(t *testing.T) {
	w := sharedWorld(t)
	plain := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	tried := 0
	for _, o := range w.API.Operations() {
		version := regexpVersion(o.Surface)
		if o.Method != http.MethodGet || sample(o) == "" {
			path := parameter.ReplaceAllString(o.Path, strings.Repeat("0", 32))
			r := w.call(t, "owner", o.Method, path, nil)
			if got := r.header.Get("X-Contract-Version"); !strings.HasPrefix(got, version) {
				t.Errorf("%s answers version %q", o.ID, got)
			}
			continue
		}
		rest := strings.Trim(strings.TrimPrefix(strings.TrimPrefix(o.Path, "/api/v1/"), "/api/"), "/")
		var first string
		for _, path := range []string{"/api/" + rest, "/api/" + rest + "/", "/api/v1/" + rest, "/api/v1/" + rest + "/"} {
			who := "owner"
			if r := w.call(t, "owner", "GET", path, nil); r.status == 403 {
				who = "superuser"
			}
			req, _ := http.NewRequest("GET", w.base+path+"?limit=1", nil)
			if !strings.Contains(rest, "events") && !strings.Contains(rest, "audit") {
				req, _ = http.NewRequest("GET", w.base+path, nil)
			}
			req.Header.Set("Authorization", "Bearer "+w.keys[who])
			req.Header.Set("X-Request-Id", "mirrored")
			resp, err := plain.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if strings.Contains(rest, "audit") || strings.Contains(rest, "health") || strings.Contains(rest, "compliance") {
				body = nil // each call adds a record, or is timed
			}
			got := fmt.Sprint(resp.StatusCode, resp.Header.Get("Location"), resp.Header.Get("X-Contract-Version"), string(body))
			if first == "" {
				first = got
			}
			if got != first || resp.StatusCode >= 300 && resp.StatusCode != 400 && resp.StatusCode != 404 ||
				!strings.HasPrefix(resp.Header.Get("X-Contract-Version"), version) {
				t.Errorf("%s answers %.300s, its mirror %.300s", path, got, first)
			}
			if resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: headers %v", path, resp.Header)
			}
			tried++
		}
	}
	if tried < 20 {
		t.Errorf("only %d paths were tried", tried)
	}
}

func regexpVersion(surface string) string { return surface + "/" }

// auditOf returns the records of one request id.
func (w *world) auditOf(t *testing.T, who, request string) []map[string]any {
	t.Helper()
	at := w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": "marker"}).header.Get("X-Log-Position")
	var list struct{ Records []map[string]any }
	r := w.must(t, 200, who, "GET", "/api/audit/?request="+request, nil, "X-Min-Log-Position", at)
	if err := json.Unmarshal(r.body, &list); err != nil {
		t.Fatal(err)
	}
	return list.Records
}

// Every call leaves a record, refused and replayed ones too; a write's own
// events are its record; and a refusal says why.
func TestEveryCallIsRecorded(t *testing.T) {
	w := sharedWorld(t)
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Recorded"}, "X-Request-Id", "rec-open",
		"Idempotency-Key", "rec-open")
	theCase := "/api/cases/" + opened.field(t, "id").(string) + "/"
	w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": "Twice"}, "Idempotency-Key", "rec-site", "X-Request-Id", "rec-site")
	for _, c := range []struct {
		request, as, method, path string
		body                      any
		headers                   []string
		status                    int
		want                      []string // type outcome reason
	}{
		{"rec-read", "viewer", "GET", theCase, nil, nil, 200, []string{"call.recorded.v1 ok "}},
		{"rec-calc", "viewer", "GET", "/api/sites/", nil, nil, 200, []string{"call.recorded.v1 ok "}},
		{"rec-403", "viewer", "POST", "/api/cases/", "{}", nil, 403, []string{"call.recorded.v1 refused ",
			"call.refused.v1 refused role_forbidden"}},
		{"rec-404", "viewer", "GET", "/api/nowhere/", nil, nil, 404, []string{"call.recorded.v1 refused "}},
		{"rec-405", "viewer", "DELETE", "/api/sites/", nil, nil, 405, []string{"call.recorded.v1 refused "}},
		{"rec-400", "viewer", "GET", "/api/cases/?limit=x", nil, nil, 400, []string{"call.recorded.v1 refused "}},
		{"rec-422", "tax_manager", "POST", theCase + "finalise/", nil, nil, 422, []string{"call.recorded.v1 refused ",
			"call.refused.v1 refused blocked"}},
		{"rec-replay", "preparer", "POST", "/api/cases/", map[string]any{"title": "Recorded"}, []string{"Idempotency-Key", "rec-open"}, 201,
			[]string{"call.recorded.v1 ok "}},
		{"rec-replay-site", "owner", "POST", "/api/sites/", map[string]any{"name": "Twice"}, []string{"Idempotency-Key", "rec-site"}, 201,
			[]string{"call.recorded.v1 ok "}},
		{"rec-409", "preparer", "POST", "/api/cases/", map[string]any{"title": "Other"}, []string{"Idempotency-Key", "rec-open"}, 409,
			[]string{"call.recorded.v1 refused ", "call.refused.v1 refused idempotency_key_reused"}},
		{"rec-stream", "owner", "GET", "/api/events/?limit=1", nil, nil, 200, []string{"call.recorded.v1 stream_ended ",
			"call.recorded.v1 stream_started "}},
		{"rec-asks", "owner", "POST", answerURL, map[string]any{"question": "How much income tax on £60,000 in England?"}, nil, 200,
			[]string{"answer.given.v1 appended ", "call.refused.v1 refused missing_fact"}},
	} {
		r := w.call(t, c.as, c.method, c.path, c.body, append(c.headers, "X-Request-Id", c.request)...)
		if r.status != c.status {
			t.Errorf("%s: %d %s", c.request, r.status, r.body)
			continue
		}
		var got []string
		for _, record := range w.auditOf(t, "auditor", c.request) {
			got = append(got, fmt.Sprintf("%v %v %v", record["type"], record["outcome"], record["reason"]))
			if record["principal"] != w.ids[c.as] || record["role"] != c.as || record["key"] == "" || record["happened_at"] == "" {
				t.Errorf("%s: record %v", c.request, record)
			}
		}
		slices.Sort(got)
		if c.request == "rec-asks" && len(got) == 2 && strings.HasPrefix(got[1], "call.refused.v1 refused ") &&
			got[1] != "call.refused.v1 refused " {
			c.want[1] = got[1] // which code is the planner's to say
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s is recorded as %q, want %q", c.request, got, c.want)
		}
	}
	if got := w.auditOf(t, "auditor", "rec-open"); len(got) != 1 || got[0]["type"] != "case.opened.v1" || got[0]["outcome"] != "appended" {
		t.Errorf("a write is recorded as %v", got)
	}
}

func TestETagsAndConditions(t *testing.T) {
	w := sharedWorld(t)
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Tagged"})
	path := opened.header.Get("Location")
	if opened.header.Get("ETag") != `"0"` || path == "" || opened.header.Get("X-Log-Position") == "" {
		t.Errorf("headers %v", opened.header)
	}
	for _, match := range []string{`"0"`, `"1"`, `2`, `*`} {
		w.must(t, 200, "preparer", "PATCH", path, map[string]any{"title": "Title " + match}, "If-Match", match)
	}
	if got := w.must(t, 200, "viewer", "GET", path, nil).header.Get("ETag"); got != `"4"` {
		t.Errorf("ETag %s", got)
	}
	for _, match := range []string{"-1", "a", `""`, `W/"4"`, `"1","2"`, "18446744073709551616"} {
		if r := w.call(t, "preparer", "PATCH", path, map[string]any{"title": "x"}, "If-Match", match); r.status != 400 ||
			!slices.Equal(r.fields(t), []string{"If-Match"}) {
			t.Errorf("If-Match %s: %d %s", match, r.status, r.body)
		}
	}
}

// A read waits for the position that it names, for a while; a malformed one is
// the caller's fault.
func TestMinLogPosition(t *testing.T) {
	w := sharedWorld(t)
	for _, position := range []string{"1", "a/b", "-1/-1", "1/2/3", "99999999999999999999/1"} {
		if r := w.call(t, "owner", "GET", "/api/cases/", nil, "X-Min-Log-Position", position); r.status != 400 || !slices.Equal(r.fields(t),
			[]string{"X-Min-Log-Position"}) {
			t.Errorf("%s: %d %s", position, r.status, r.body)
		}
	}
	r := w.call(t, "owner", "GET", "/api/cases/", nil, "X-Min-Log-Position", "9000000000000000000/9000000000000000000")
	if r.status != 503 || r.problem(t).Code != "read_model_behind" || r.header.Get("Retry-After") == "" {
		t.Errorf("%d %v %s", r.status, r.header, r.body)
	}
}
