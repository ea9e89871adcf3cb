package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
)

// FuzzRequests sends any body and query to every operation that decodes one:
// there is no panic and no 500, and a 400 names a field.
func FuzzRequests(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `[]`, `null`, `{"jurisdiction":"GB","tax_year":"2025-26","income":"60000.00"}`, `{"question":"How much tax?"}`,
		`{"title":"\u0000","period":{"from":"2025-13-01"}}`, `{"rating":99999999999999999999}`, `{"sites":{"all":true,"numbers":[-1]}}`,
		`{"a":{"a":{"a":[[[[1e999]]]]}}}`, "\xff\xfe", `{"income":"` + strings.Repeat("9", 400) + `"}`, `{"stage":"review","reason":{}}`,
		`{"facts":{"":""},"components":[null]}`, `{"expires_at":"0000-00-00T00:00:00Z","principal":"x"}`, `{"graceseconds":-1}`,
	} {
		f.Add([]byte(body), "")
	}
	for _, query := range []string{"site=1", "site=-1&explain=maybe", "limit=1&cursor=e30&order=title", "q=%00&from=%zz",
		"revision=99999999999", "=", ";"} {
		f.Add([]byte(`{}`), query)
	}
	f.Fuzz(func(t *testing.T, body []byte, query string) {
		w := sharedWorld(t)
		for _, o := range w.API.Operations() {
			if o.Stream && o.Path == "/api/events/" {
				continue // may be asked to follow
			}
			path := parameter.ReplaceAllString(o.Path, strings.Repeat("0", 32))
			r := httptest.NewRequest(o.Method, "http://service"+path, bytes.NewReader(body))
			r.URL.RawQuery = query
			r.Header.Set("Authorization", "Bearer "+w.keys["owner"])
			r.Header.Set("Content-Type", "application/json")
			ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
			out := httptest.NewRecorder()
			w.API.ServeHTTP(out, r.WithContext(ctx))
			cancel()
			if out.Code >= 500 {
				t.Errorf("%s %s?%s with %q: %d %s", o.Method, path, query, body, out.Code, out.Body)
			}
			if out.Code == http.StatusBadRequest {
				var p struct {
					Errors []struct{ Field, Message string }
				}
				if err := json.Unmarshal(out.Body.Bytes(), &p); err != nil || len(p.Errors) == 0 || p.Errors[0].Field == "" {
					t.Errorf("%s %s?%s with %q: a 400 names no field: %s", o.Method, path, query, body, out.Body)
				}
			}
		}
	})
}

// lockedBuffer is a log that many write to.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestLogsTellNothing runs a service at its most talkative and looks for keys
// and personal data in what it wrote.
func TestLogsTellNothing(t *testing.T) {
	t.Parallel()
	var logs lockedBuffer
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dir := worldDir(t)
	s, err := service.Open(ctx, testConfig(dir), slog.New(slog.NewJSONHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Serve(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	w := &world{Service: s, base: "http://" + s.Addr("api"), keys: map[string]string{}, ids: map[string]string{}}
	if err := w.populate(ctx); err != nil {
		t.Fatal(err)
	}
	const secret = "Zebedee"
	id := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": secret, "client": secret}).field(t, "id").(string)
	w.must(t, 200, "owner", "POST", answerURL, map[string]any{"question": question + " I am " + secret})
	w.call(t, "owner", "GET", "/api/cases/?q="+secret, nil)
	w.call(t, "owner", "GET", "/api/cases/"+secret+"/", nil)
	w.call(t, "owner", "GET", "/api/"+secret+"/?"+secret+"=1", nil)
	w.call(t, "owner", "PATCH", "/api/cases/"+id, `{"title":"`+secret+`","reviewer":"`+secret+`"}`)
	w.call(t, "owner", "POST", incomeURL, `{"jurisdiction":"`+secret+`","tax_year":"`+secret+`","income":"1"}`)
	issued := w.must(t, 201, "owner", "POST", "/api/keys/", map[string]any{"principal": w.ids["viewer"], "label": "x"})
	w.call(t, issued.field(t, "key").(string), "GET", "/api/sites/", nil)
	w.call(t, "tally_"+secret, "GET", "/api/sites/", nil)
	s.Close()
	text := logs.String()
	if !strings.Contains(text, `"call"`) {
		t.Fatalf("nothing was logged:\n%s", text)
	}
	for _, word := range []string{secret, "tally_", issued.field(t, "key").(string)[40:], strings.Repeat("5a", 32)} {
		if i := strings.Index(text, word); i >= 0 {
			t.Errorf("the log tells %q: …%s…", word, text[max(0, i-200):min(len(text), i+100)])
		}
	}
}
