//go:build witness

package openapilint

import (
	"path/filepath"
	"testing"

	"github.com/tallystick/tallystick/packaging/npmtest"
)

// TestWitnessDocument validates docs/openapi.json, which is derived from the code.
func TestWitnessDocument(t *testing.T) {
	validate := npmtest.Install(t, "validate.mjs")
	document, err := filepath.Abs("../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := validate(document).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
