package http

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/fault"
)

// However many ways strangers and callers find to ask, every label of every
// metric is from a fixed set, and no series is named by them.
func TestNoCallerNamesAMetric(t *testing.T) {
	s, token := memoryServer(t, access.Viewer)
	var routes, operations []string
	for _, o := range s.operations {
		routes, operations = append(routes, o.Path), append(operations, o.ID)
	}
	var codes []string
	for _, c := range fault.Codes() {
		codes = append(codes, c.Name())
	}
	among := func(sets ...[]string) func(string) bool {
		return func(v string) bool { return slices.Contains(slices.Concat(sets...), v) }
	}
	allowed := map[string]func(string) bool{
		"route":  among(routes, []string{"unrouted", "stranger", "unready"}),
		"method": among([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "other"}),
		"status": func(v string) bool {
			n, err := strconv.Atoi(v)
			return err == nil && (http.StatusText(n) != "" || slices.Contains([]string{"verified", "needs_facts"}, v))
		},
		"operation": among(operations, []string{"unrouted"}),
		"code":      among(codes),
	}
	ask := func(n int) {
		hostile := fmt.Sprintf("H%d", n)
		for _, c := range []struct{ method, path, token string }{
			{hostile, "/api/cases/", token}, {hostile, "/api/" + hostile, token}, {hostile, "/api/cases/", hostile}, {"GET", "/" + hostile, ""},
			{"GET", "/api/cases/" + hostile + "/", hostile}, {"POST", "/api/cases/?" + hostile + "=1", token}, {"GET", "/api/v1/" + hostile + "/",
				token},
			{"get", "/api/cases/", token}, {hostile, "*", ""},
		} {
			r := httptest.NewRequest("GET", "/", nil)
			r.Method, r.URL.Path, r.RequestURI = c.method, c.path, c.path
			r.Header.Set("Authorization", "Bearer "+c.token)
			r.Header.Set("User-Agent", hostile)
			r.Header.Set("X-Request-Id", hostile)
			s.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	series := func() (n int) {
		families, err := s.Metrics.Registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			n += len(f.Metric)
			for _, m := range f.Metric {
				for _, l := range m.Label {
					if holds := allowed[l.GetName()]; holds == nil || !holds(l.GetValue()) {
						t.Errorf("%s has %s=%q", f.GetName(), l.GetName(), l.GetValue())
					}
				}
			}
		}
		return n
	}
	for n := range 20 {
		ask(n)
	}
	before := series()
	for n := range 200 {
		ask(1000 + n)
	}
	if after := series(); after != before || before == 0 {
		t.Errorf("%d series became %d", before, after)
	}
}
