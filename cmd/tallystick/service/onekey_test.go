package service_test

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tallystick/tallystick/domain/cases"
)

// Pairs of requests at once under one Idempotency-Key: one carries it out, the
// other answers the same, or, where the answer is a secret, is told that it was
// shown; a secret that was handed out opens; and every answered call is on
// record.
func TestPairsUnderOneKey(t *testing.T) {
	w := sharedWorld(t)
	const pairs = 40
	type answered struct{ request, body string }
	var mu sync.Mutex
	got := map[string][]answered{}
	statuses := map[string][]int{}
	var work sync.WaitGroup
	for n := range pairs {
		for side := range 2 {
			work.Go(func() {
				key := fmt.Sprintf("pair-%d", n)
				for _, c := range []struct {
					what, path string
					body       any
				}{
					{"case", "/api/cases/", map[string]any{"title": key}},
					{"key", "/api/keys/", map[string]any{"principal": w.ids["viewer"], "label": key}},
				} {
					request := fmt.Sprintf("%s-%s-%d", c.what, key, side)
					r, err := w.try("owner", "POST", c.path, c.body, "Idempotency-Key", key, "X-Request-Id", request)
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					name := c.what + key
					got[name], statuses[name] = append(got[name], answered{request, string(r.body)}), append(statuses[name], r.status)
					mu.Unlock()
				}
			})
		}
	}
	work.Wait()
	for name, all := range got {
		isKey := strings.HasPrefix(name, "key")
		switch s := statuses[name]; {
		case isKey && s[0]+s[1] != http.StatusCreated+http.StatusConflict:
			t.Errorf("%s: %v %v", name, s, all)
		case !isKey && (s[0] != http.StatusCreated || s[1] != http.StatusCreated || all[0].body != all[1].body):
			t.Errorf("%s: %v %v", name, s, all)
		}
		for i, a := range all {
			if isKey && statuses[name][i] == http.StatusCreated {
				token := reply{body: []byte(a.body)}.field(t, "key").(string)
				w.must(t, 200, token, "GET", "/api/cases/?limit=1", nil)
			} else if isKey && !strings.Contains(a.body, `"secret_shown"`) {
				t.Errorf("%s: %s", name, a.body)
			}
			if len(w.auditOf(t, "auditor", a.request)) == 0 {
				t.Errorf("%s left no record", a.request)
			}
		}
	}
}

// However a site is written in the query, it is the site that the gate grants,
// that the record gets and that a repetition is held to.
func TestOneReadingOfTheQuery(t *testing.T) {
	w := sharedWorld(t)
	body := map[string]any{"title": "Sited"}
	for _, c := range []struct {
		as, query string
		status    int
		site      float64
	}{
		{"owner", "?%73ite=2", 201, 2}, {"owner", "?s%69te=%32", 201, 2}, {"owner", "?site=2", 201, 2},
		{"site_2_admin", "?%73ite=1", 403, 0}, {"site_2_admin", "?%73ite=2", 201, 2},
		{"owner", "?site=", 400, 0}, {"owner", "?site", 400, 0}, {"owner", "?site=1&site=2", 400, 0}, {"owner", "?site=1&%73ite=1", 400, 0},
		{"owner", "?site=1;site=2", 400, 0}, {"owner", "?site=x", 400, 0}, {"owner", "?Site=1", 400, 0}, {"owner", "?site=999999", 403, 0},
	} {
		r := w.call(t, c.as, "POST", "/api/cases/"+c.query, body)
		if r.status != c.status || c.status == 201 && r.field(t, "site") != c.site {
			t.Errorf("%s as %s: %d %s", c.query, c.as, r.status, r.body)
		}
	}
	w.must(t, 201, "owner", "POST", "/api/cases/?site=1", body, "Idempotency-Key", "sited")
	w.must(t, 201, "owner", "POST", "/api/v1/cases?%73ite=1", body, "Idempotency-Key", "sited")
	w.must(t, 409, "owner", "POST", "/api/cases/?site=2", body, "Idempotency-Key", "sited")
	w.must(t, 409, "owner", "POST", "/api/cases/", body, "Idempotency-Key", "sited")
}

// Each part of an update asks for its own permission.
func TestPartsOfAnUpdate(t *testing.T) {
	w := sharedWorld(t)
	id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Parts"}).field(t, "id").(string)
	for _, c := range []struct {
		as, body string
		status   int
	}{
		{"reviewer", `{"title":"x"}`, 403}, {"reviewer", `{"stage":"preparation","title":"x"}`, 403}, {"reviewer", `{"Stage":"preparation"}`, 403},
		{"reviewer", `{"reviewer":"` + w.ids["reviewer"] + `"}`, 403}, {"reviewer", `{}`, 403}, {"reviewer", `[]`, 403}, {"reviewer", `{`, 403},
		{"reviewer", `{"stage":"preparation"}`, 200}, {"preparer", `{"stage":"intake","reason":"x"}`, 200},
		{"preparer", `{"sign_offs":[{"workpaper_id":"` + w.ids["owner"] + `"}]}`, 403},
		{"preparer", `{"title":"y","sign_offs":[]}`, 403}, {"viewer", `{"stage":"preparation"}`, 403}, {"viewer", `{"sign_offs":[]}`, 403},
	} {
		if r := w.call(t, c.as, "PATCH", "/api/cases/"+id, c.body); r.status != c.status {
			t.Errorf("%s as %s: %d %s", c.body, c.as, r.status, r.body)
		}
	}
	// Of every part there is, a reviewer may send those of a review alone; who may read may
	// send none, and a part that may be sent is read.
	for _, part := range reflect.VisibleFields(reflect.TypeFor[cases.Update]()) {
		name, _, _ := strings.Cut(part.Tag.Get("json"), ",")
		review := slices.Contains([]string{"sign_offs", "stage", "reason"}, name)
		for as, may := range map[string]bool{"reviewer": review, "preparer": name != "sign_offs", "tax_manager": true, "viewer": false,
			"auditor": false} {
			r := w.call(t, as, "PATCH", "/api/cases/"+id, `{"`+name+`":[[]]}`)
			if want := map[bool]int{true: 400, false: 403}[may]; r.status != want {
				t.Errorf("%s as %s: %d %s", name, as, r.status, r.body)
			}
		}
	}
}
