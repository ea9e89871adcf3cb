package country_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/country"
)

func TestIs(t *testing.T) {
	for code, want := range map[string]bool{"GB": true, "DE": true, "TW": true, "AQ": true, "UK": false, "EL": false, "XI": false, "EU": false,
		"ZZ": false, "gb": false, "GBR": false, "826": false, "": false, " GB": false, "DD": false} {
		if country.Is(code) != want {
			t.Errorf("%q: %t", code, !want)
		}
	}
}
