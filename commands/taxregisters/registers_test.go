package taxregisters

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// What is not a clear answer for the number is not reached, whatever it says.
func TestUnclearAnswersSayNothing(t *testing.T) {
	release := make(chan struct{})
	for name, answer := range map[string]http.HandlerFunc{
		"an outage": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"actionSucceed":false,"errorWrappers":[{"error":"MS_MAX_CONCURRENT_REQ"}]}`)
		},
		"an error": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(500)
			fmt.Fprint(w, `{"valid":true,"vatNumber":"1"}`)
		},
		"another number": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"valid":true,"vatNumber":"2","access_token":"t","target":{"vatNumber":"2"}}`)
		},
		"a web page": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `<html>`) },
		"nothing":    func(w http.ResponseWriter, _ *http.Request) {},
		"a bare 404": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); fmt.Fprint(w, `{}`) },
		"a redirect": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Location", "/"); w.WriteHeader(302) },
		"silence":    func(http.ResponseWriter, *http.Request) { <-release },
	} {
		s := httptest.NewServer(answer)
		for _, r := range []Register{NewVIES(s.URL), NewHMRC(s.URL, "id", "secret", time.Now)} {
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			a := r.Check(ctx, Enquiry{Prefix: "DE", Number: "1"})
			cancel()
			if a.Outcome != NotReached || a.Reason == "" || a.Name != "" {
				t.Errorf("%s: %T says %+v", name, r, a)
			}
		}
		if name == "silence" {
			close(release)
		}
		s.Close()
	}
}

func TestTokensAreUsedUntilTheyExpire(t *testing.T) {
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/oauth/token" {
			asked++
			fmt.Fprint(w, `{"access_token":"t","expires_in":3600}`)
			return
		}
		fmt.Fprint(w, `{"target":{"name":"Example Ltd","vatNumber":"980780684","address":{"line1":"1 Street"}},"processingDate":"2026-11-20"}`)
	}))
	defer s.Close()
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	h := NewHMRC(s.URL, "id", "secret", func() time.Time { return now })
	for i, want := range []int{1, 1, 2} {
		if i == 2 {
			now = now.Add(59*time.Minute + time.Second)
		}
		if a := h.Check(context.Background(), Enquiry{Prefix: "GB", Number: "980780684"}); a.Outcome != Registered || asked != want {
			t.Errorf("check %d: %+v after %d tokens", i, a, asked)
		}
	}
}
