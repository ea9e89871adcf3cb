package service_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// Advice has somebody who answers for it: where nobody is named none is approved or sent,
// and from the day on that the settings name somebody it is.
func TestAdviceHasAnAdviser(t *testing.T) {
	w := sharedWorld(t)
	site := int(w.must(t, http.StatusCreated, "owner", "POST", "/api/sites/", map[string]any{"name": "Advice", "country": "GB"}).field(t,
		"number").(float64))
	at := fmt.Sprintf("?site=%d", site)
	given, _ := w.asked(t, "owner", answerURL+at, question)
	for _, kind := range []string{"advice", "opinion"} {
		r := w.must(t, http.StatusCreated, "owner", "POST", "/api/tax-assistant/memos/"+at, map[string]any{"type": kind, "title": "Your tax",
			"sources": []map[string]any{{"kind": "answer", "id": given.header.Get("X-Answer-Id")}}})
		memo := "/api/tax-assistant/memos/" + r.field(t, "id").(string) + "/"
		approve := map[string]any{"approve": 1}
		send := map[string]any{"version": 1, "recipients": []string{"ada@example.com"}, "vouched": true}
		w.must(t, 200, "owner", http.MethodPut, "/api/settings/"+at, `{}`)
		for _, refused := range []reply{w.must(t, 422, "reviewer", "PATCH", memo, approve), w.must(t, 422, "owner", "POST", memo+"send/", send)} {
			if got := refused.blockers(t); !slices.Contains(got, "responsible_adviser_missing") {
				t.Errorf("%s: %v", kind, got)
			}
		}
		for _, nobody := range []string{" ", "Ada\x07", "Ada\nByron", "\u202enoryB"} {
			w.must(t, 400, "owner", http.MethodPut, "/api/settings/"+at, map[string]any{"responsible_adviser": nobody})
		}
		later := map[string]any{"responsible_adviser": "Byron LLP", "effective_from": "2999-01-01"}
		w.must(t, 200, "owner", http.MethodPut, "/api/settings/"+at, later)
		w.must(t, 422, "reviewer", "PATCH", memo, approve)
		w.must(t, 200, "owner", http.MethodPut, "/api/settings/"+at, map[string]any{"responsible_adviser": "Byron LLP"})
		if got := w.must(t, 200, "auditor", "GET", "/api/settings/"+at, nil).field(t, "responsible_adviser"); got != "Byron LLP" {
			t.Errorf("%s: %v", kind, got)
		}
		w.must(t, 200, "reviewer", "PATCH", memo, approve)
		w.must(t, http.StatusAccepted, "owner", "POST", memo+"send/", send)
	}
}
