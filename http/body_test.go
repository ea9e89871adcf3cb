package http

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/access"
)

// What a decoder takes in silence is refused, with the field's name.
func TestBodiesAreTakenAtTheirWord(t *testing.T) {
	s, token := memoryServer(t, access.Owner)
	for body, want := range map[string]string{
		`{"title":"a","title":"b"}`:                         "title",
		`{"title":"a","\u0074itle":"b"}`:                    "title",
		`{"title":"a","period":{"from":"x","from":"x"}}`:    "period.from period.to",
		"{\"title\":\"a\xff\"}":                             "title",
		`{"title":"\ud800"}`:                                "title",
		`{"title":"\udc00\ud800"}`:                          "title",
		`{"title":"a\u0000"}`:                               "title",
		`{"title":1e400}`:                                   "title",
		`{"title":"x","scope":1e400,"client":-1e999}`:       "client scope",
		`{"title":"x","a":{"b":{"c":1e400}}}`:               "a",
		`{"title":"x",}`:                                    "body",
		`{"title":"x"} {}`:                                  "body",
		`[` + strings.Repeat("[", 10_000):                   "body",
		strings.Repeat("[", 200) + strings.Repeat("]", 200): strings.Repeat("[0]", depthMax+1) + " body",
	} {
		w := send(s, token, "POST", "/api/cases/", body)
		var p Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != 400 {
			t.Errorf("%.60s: %d %.200s", body, w.Code, w.Body)
			continue
		}
		var got []string
		for _, f := range p.Errors {
			if f.Message != "needs 1 to 200 characters" { // of a title that is not there to be looked at
				got = append(got, f.Field)
			}
		}
		slices.Sort(got)
		if strings.Join(slices.Compact(got), " ") != want {
			t.Errorf("%.60s: %v, want %s", body, p.Errors, want)
		}
	}
}

// A title that shows nothing is none.
func TestBlankTitles(t *testing.T) {
	s, token := memoryServer(t, access.Owner)
	for _, title := range []string{"", " ", "\u200b", "\u2060\ufeff", "\u00a0\u3000", "\u00ad", "\t"} {
		if w := send(s, token, "POST", "/api/cases/", `{"title":"`+strings.ReplaceAll(title, "\t", `\t`)+`"}`); w.Code != 400 {
			t.Errorf("%q: %d %s", title, w.Code, w.Body)
		}
	}
}

// A slash in disguise separates nothing, and without a key there is no answer
// but one, whatever is asked.
func TestPathsInDisguise(t *testing.T) {
	s, token := memoryServer(t, access.Owner)
	server := httptest.NewUnstartedServer(s)
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	t.Cleanup(server.Close)
	for _, c := range []struct {
		method, path, token string
		status              int
	}{
		{"GET", "/api%2fopenapi.json", token, 404}, {"GET", "/api%2Fopenapi.json", token, 404}, {"GET", "/%61pi/openapi.json", token, 200},
		{"GET", "/api/openapi.json", token, 200}, {"GET", "/api%2fopenapi.json", "", 401}, {"OPTIONS", "*", "", 401},
		{"OPTIONS", "*", token, 404},
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", c.method, c.path, c.token)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || resp.StatusCode != c.status {
			t.Errorf("%s %s: %v, %v, want %d", c.method, c.path, resp, err, c.status)
		}
		conn.Close()
	}
}

// The type, the size and the pace of a body are held before it is read.
func TestBodiesAtTheGate(t *testing.T) {
	s, token := memoryServer(t, access.Owner)
	server := httptest.NewUnstartedServer(s)
	server.Config.ReadTimeout = 300 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	slow, end := io.Pipe()
	t.Cleanup(func() { end.Close() })
	go end.Write([]byte(`{"title":`))
	for _, c := range []struct {
		name, media, encoding string
		body                  io.Reader
		status                int
	}{
		{"another spelling", "application/JSON; charset=UTF-8", "", strings.NewReader(`{}`), 400},
		{"merge patch", "application/merge-patch+json", "", strings.NewReader(`{}`), 400},
		{"text", "text/plain", "", strings.NewReader(`{}`), 415},
		{"packed", "application/json", "gzip", strings.NewReader(`{}`), 415},
		{"not packed", "application/json", "identity", strings.NewReader(`{}`), 400},
		{"too large, with its size", "application/json", "", strings.NewReader(strings.Repeat(" ", bodyMaxDefault+1)), 413},
		{"too large, in chunks", "application/json", "", io.MultiReader(strings.NewReader(strings.Repeat(" ", bodyMaxDefault)),
			strings.NewReader("{}")), 413},
		{"too slow", "application/json", "", slow, 408},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := http.NewRequest("POST", server.URL+"/api/cases/", c.body)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+token)
			r.Header.Set("Content-Type", c.media)
			if c.encoding != "" {
				r.Header.Set("Content-Encoding", c.encoding)
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if text, _ := io.ReadAll(resp.Body); resp.StatusCode != c.status {
				t.Errorf("%d %s", resp.StatusCode, text)
			}
		})
	}
}

// Nobody waits for what a request that has ended would have been told.
func TestLookingStopsWithTheRequest(t *testing.T) {
	s, _ := memoryServer(t, access.Owner)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, rt := range s.routes.pending {
		if rt.op.OperationID != "commerce_tax.preview" {
			continue
		}
		body := `{"lines":[` + strings.Repeat(`{"x":1},`, 999) + `{}]}`
		faults, _, err := s.checkBody(ctx, rt.op.RequestBody.Content["application/json"].Schema, []byte(body))
		if err == nil || faults.full() {
			t.Errorf("%d faults and %d more were found, %v", len(faults.Fields), faults.more, err)
		}
	}
}

// A fact that stands beside the request's fields is told where it belongs.
func TestFactOutsideFacts(t *testing.T) {
	s, token := memoryServer(t, access.Owner)
	for _, c := range []struct{ path, body, field, message string }{
		{"/api/tax-assistant/calculate/income/", `{"jurisdiction":"GB","tax_year":"2025-26","income":"60000","age":"35"}`,
			"age", "facts.age"},
		{"/api/tax-assistant/calculate/us-federal/", `{"tax_year":"2025","income":"60000","filing_status":"single"}`,
			"filing_status", "facts.filing_status"},
		{"/api/tax-assistant/calculate/", `{"kind":"income","request":{"jurisdiction":"DE","tax_year":"2025","income":"60000","assessment":"joint"}}`,
			"request.assessment", "facts.assessment"},
		{"/api/tax-assistant/calculate/income/", `{"jurisdiction":"GB","tax_year":"2025-26","income":"60000","colour":"red"}`, "colour", "unexpected"},
	} {
		w := send(s, token, "POST", c.path, c.body)
		if text := w.Body.String(); w.Code != 400 || !strings.Contains(text, `"`+c.field+`"`) || !strings.Contains(text, c.message) {
			t.Errorf("%s %s: %d %s", c.path, c.body, w.Code, text)
		}
	}
}
