package service_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/tenancy"
)

var update = flag.Bool("update", false, "write golden files")

// fenceCallers are the columns of the golden table.
func fenceCallers() []string {
	var names []string
	for _, r := range access.TenantRoles() {
		names = append(names, string(r))
	}
	return append(names, "staff", "superuser", "none", "revoked", "other_owner", "site_2_admin@1")
}

var parameter = regexp.MustCompile(`\{[a-z_]+\}`)

// TestFence calls every operation as everyone, with an id that belongs to the
// tenant where the path takes one, and compares the classes of the statuses
// with a table that a person has reviewed: "-" = let through the gate
// (whatever the handler then says), else the status of the gate. The columns
// of roles must agree with roles.csv too.
func TestFence(t *testing.T) {
	w := sharedWorld(t)
	callers := fenceCallers()
	var lines []string
	for _, o := range w.API.Operations() {
		cells := make([]string, len(callers))
		for i, who := range callers {
			cells[i] = w.fenceCell(t, o.Method, o.Path, who)
			if role := access.Role(who); i < 10 {
				allowed := access.Table.Allows(role, o.Permission)
				if through := cells[i] == "-"; through != allowed {
					t.Errorf("%s as %s: %s, but roles.csv says %v for %s", o.ID, who, cells[i], allowed, o.Permission)
				}
			}
		}
		lines = append(lines, fmt.Sprintf("%-26s %s", o.ID, strings.Join(cells, " ")))
	}
	sort.Strings(lines)
	head := "# operation                 " + strings.Join(callers, " ")
	golden(t, "testdata/fence.golden", head+"\n"+strings.Join(lines, "\n")+"\n")
}

// fenceCell sends an empty body, which no write accepts, so that a call that
// gets through changes nothing.
func (w *world) fenceCell(t *testing.T, method, path, who string) string {
	path = parameter.ReplaceAllString(path, "0123456789abcdef0123456789abcdef")
	as := who
	switch who {
	case "none":
		as = ""
	case "site_2_admin@1":
		as, path = "site_2_admin", path+"?site=1"
	}
	var body any
	if method != http.MethodGet && method != http.MethodDelete {
		body = "[]"
	}
	r := w.call(t, as, method, path, body)
	switch r.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Sprint(r.status)
	}
	if r.status >= 500 {
		t.Errorf("%s %s as %s: %d %s", method, path, who, r.status, r.body)
	}
	return "-"
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; read the difference before accepting it with -update\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}

// TestAnotherTenantsRecordsDoNotExist asks for real records of one tenant with
// another's key, and as a principal without the record's site.
func TestAnotherTenantsRecordsDoNotExist(t *testing.T) {
	w := sharedWorld(t)
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/?site=1", map[string]any{"title": "Fenced", "client": "Someone"})
	id := opened.field(t, "id").(string)
	asked := w.must(t, 200, "owner", "POST", "/api/v1/tax-assistant/answer?site=1",
		map[string]any{"question": "How much income tax on £60,000 in England in 2025-26?"})
	answer := asked.header.Get("X-Answer-Id")
	position := asked.header.Get("X-Log-Position")
	for _, as := range []string{"other_owner", "site_2_admin"} {
		for _, c := range []struct {
			method, path string
			body         any
		}{
			{"GET", "/api/cases/" + id, nil},
			{"GET", "/api/cases/" + id + "/export", nil},
			{"PATCH", "/api/cases/" + id, map[string]any{"title": "Mine now"}},
			{"POST", "/api/cases/" + id + "/workpapers", map[string]any{"title": "Mine"}},
			{"POST", "/api/cases/" + id + "/issues", map[string]any{"title": "Mine"}},
			{"POST", "/api/cases/" + id + "/issues/0123/resolve", map[string]any{"resolution": "x"}},
			{"POST", "/api/cases/" + id + "/attachments", map[string]any{"kind": "answer", "id": answer}},
			{"POST", "/api/tax-assistant/answers/" + answer + "/feedback", map[string]any{"rating": 5}},
			{"PATCH", "/api/cases/" + id, map[string]any{"title": "x"}},
		} {
			if r := w.call(t, as, c.method, c.path, c.body, "If-Match", `"77"`); r.status != 404 {
				t.Errorf("%s %s as %s: %d %s", c.method, c.path, as, r.status, r.body)
			}
		}
		list := w.must(t, 200, as, "GET", "/api/cases/?q=Fenced", nil, "X-Min-Log-Position", position)
		if strings.Contains(string(list.body), id) {
			t.Errorf("%s sees the case in its list", as)
		}
		events := w.must(t, 200, as, "GET", "/api/events/", nil)
		if strings.Contains(string(events.body), id) || strings.Contains(string(events.body), answer) {
			t.Errorf("%s sees the records' events", as)
		}
	}
	if r := w.call(t, "owner", "GET", "/api/cases/"+id+"?site=2", nil); r.status != 404 {
		t.Errorf("a case of site 1 seen through site 2: %d", r.status)
	}
}

// A key is for a principal of the caller's own tenant: another tenant's, staff and nobody
// are refused alike, so that nothing tells which of them exists.
func TestKeysAreForPrincipalsOfTheTenant(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	for name, role := range map[string]access.Role{"elsewhere": access.Viewer, "staff": access.Staff} {
		tenant := w.other
		if role.IsStaff() {
			tenant = tenancy.Platform
		}
		if err := w.addPrincipal(t.Context(), name, tenant, role, tenancy.Grant{All: !role.IsStaff()}); err != nil {
			t.Fatal(err)
		}
	}
	answers := map[string]bool{}
	for _, id := range []string{w.ids["elsewhere"], w.ids["staff"], strings.Repeat("0", 32)} {
		r := w.must(t, 400, "owner", "POST", "/api/keys/", map[string]any{"principal": id})
		var p struct {
			Errors []struct{ Field, Message string }
		}
		if err := json.Unmarshal(r.body, &p); err != nil || len(p.Errors) != 1 || p.Errors[0].Field != "principal" {
			t.Fatalf("%s", r.body)
		}
		answers[p.Errors[0].Message] = true
	}
	if len(answers) != 1 {
		t.Errorf("%v", answers)
	}
}

// What every site of a tenant inherits is laid down by who sees them all: who is granted
// some sites says it for those, and changes nothing of the others'.
func TestWhatEverySiteInheritsIsLaidDownByWhoSeesThemAll(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	registration := map[string]any{"country": "DE", "standing": "registered", "scheme": "standard", "effective_from": "2026-01-01"}
	connector := map[string]any{"kind": "webhook", "direction": "out", "url": "https://example.com/hook", "secret_ref": "hook"}
	const registrations, connectors = commercePath + "registrations/", "/api/accounting-feeds/connectors/"
	wide := registrations + w.create(t, "owner", "registrations/", registration) + "/"
	outlet := connectors + w.must(t, 201, "owner", "POST", connectors, connector).field(t, "id").(string) + "/"
	for _, c := range []struct {
		method, path string
		body         any
		here         int // with their own site named; 0 = it knows none
	}{
		{"PUT", "/api/settings/", invoiceSettings, 200},
		{"PUT", "/api/tax-assistant/intake-config/", map[string]any{"accept_confidence": "0.9"}, 200},
		{"POST", registrations, registration, 201},
		{"PATCH", wide, map[string]any{"effective_from": "2026-02-01"}, 0},
		{"DELETE", wide, nil, 0},
		{"PATCH", outlet, connector, 0},
		{"DELETE", outlet, nil, 0},
	} {
		if r := w.must(t, 403, "site_2_admin", c.method, c.path, c.body); r.field(t, "code") != "site_forbidden" {
			t.Errorf("%s %s: %s", c.method, c.path, r.body)
		}
		if c.here != 0 {
			w.must(t, c.here, "site_2_admin", c.method, c.path+"?site=2", c.body)
		}
	}
	for _, path := range []string{wide, outlet} {
		w.must(t, 200, "site_2_admin", "GET", path, nil)
	}
	if r := w.must(t, 200, "owner", "GET", "/api/settings/?site=1", nil); r.field(t, "seller") != nil {
		t.Errorf("site 1 inherits %s", r.body)
	}
}
