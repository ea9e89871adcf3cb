package service_test

import (
	"encoding/json"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/http/examples"
)

// ofTheRelease are properties that a release of the law changes where no figure does.
var ofTheRelease = []string{"corpus_release_id", "source_last_checked", "parameter_dataset", "assumptions", "citations"}

// What the document shows of the calculators, which keep nothing, is what the
// service answers: who sends an example's request is given its response.
func TestExamplesOfCalculationsAreAnswered(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			ID string `json:"operationId"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	w := freshWorld(t, nil)
	sent := 0
	for path, methods := range document.Paths {
		operation := methods["post"].ID
		if !strings.HasPrefix(operation, "calculate.") {
			continue
		}
		e, ok := examples.Of(operation)
		if !ok || e.Status == 0 {
			t.Errorf("%s: the document shows no exchange", operation)
			continue
		}
		sent++
		r := w.call(t, "owner", http.MethodPost, path, json.RawMessage(e.Request))
		if r.status != e.Status {
			t.Errorf("%s: the example of a %d is answered with %d %s", operation, e.Status, r.status, r.body)
			continue
		}
		var got, want map[string]any
		if json.Unmarshal(r.body, &got) != nil || json.Unmarshal(e.Response, &want) != nil {
			t.Errorf("%s: %s, or the example, is no object", operation, r.body)
		}
		for name := range want {
			if !slices.Contains(ofTheRelease, name) && !reflect.DeepEqual(got[name], want[name]) {
				t.Errorf("%s: %s is %v, the example says %v", operation, name, got[name], want[name])
			}
		}
	}
	if sent < 4 {
		t.Errorf("%d examples were sent", sent)
	}
}
