package http_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/http/examples"
)

// No example outlives its operation, and most operations have one.
func TestOpenAPIShowsExchanges(t *testing.T) {
	_, doc := document(t)
	ids, shown := map[string]bool{}, 0
	for _, item := range at(doc, "paths").(map[string]any) {
		for _, operation := range item.(map[string]any) {
			id, _ := at(operation, "operationId").(string)
			ids[id] = true
			if e, ok := examples.Of(id); ok && e.Status != 0 {
				shown++
			}
		}
	}
	if 2*shown < len(ids) {
		t.Errorf("%d of %d operations show an exchange: make examples", shown, len(ids))
	}
	files, err := os.ReadDir("examples")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		// The log's own operations are there where a log is.
		if id, ok := strings.CutSuffix(f.Name(), ".json"); ok && !ids[id] && !strings.HasPrefix(id, "log.") {
			t.Errorf("%s is the example of no operation", f.Name())
		}
	}
	if _, ok := examples.Of("none"); ok {
		t.Error("an operation that is not there has an example")
	}
}
