package rates

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

// A part of a country is the same part by its code with the country, by its code
// alone and by its slug, in capitals or not; the code of another country's part is not.
func TestPartsByAnyCode(t *testing.T) {
	on := civil.MustParse("2025-06-01")
	for _, territory := range Territories() {
		want, blocked := Locate(territory.Country, territory.Slug, "", on)
		if blocked != nil {
			t.Fatalf("%s %s: %v", territory.Country, territory.Slug, blocked)
		}
		for _, code := range territory.Codes {
			bare, within := strings.CutPrefix(code, territory.Country+"-")
			if !within || strings.Contains(bare, "-") { // no code of ISO 3166-2
				continue
			}
			for _, name := range []string{code, strings.ToLower(code), bare, strings.ToLower(bare)} {
				if got, blocked := Locate(territory.Country, name, "", on); blocked != nil || got != want {
					t.Errorf("%s in %s is %+v, %v; want %+v", name, territory.Country, got, blocked, want)
				}
			}
			other := "DE"
			if territory.Country == other {
				other = "FR"
			}
			if _, blocked := Locate(other, code, "", on); blocked == nil {
				t.Errorf("%s is a part of %s", code, other)
			}
		}
	}
}
