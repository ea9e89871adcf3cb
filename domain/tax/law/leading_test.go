package law_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/law"
)

// Of each value that the law of a place holds by a primary source, no secondary one
// leads; of another all stay, and so does what is of no law that is embedded.
func TestLeading(t *testing.T) {
	book := law.MustOpen("gb")
	alone, mixed := 0, 0
	for _, p := range book.Parameters {
		for _, v := range p.Values {
			all := v.Citations()
			primary, secondary := 0, 0
			for _, c := range all {
				if book.Sources[c.SourceID].Kind == law.Primary {
					primary++
				} else {
					secondary++
				}
			}
			want := primary
			if primary == 0 {
				want, alone = secondary, alone+1
			} else if secondary > 0 {
				mixed++
			}
			if got := law.Leading(all); len(got) != want {
				t.Errorf("%s: %d of %d lead, not %d", p.Name, len(got), len(all), want)
			}
		}
	}
	if alone == 0 || mixed == 0 {
		t.Fatalf("the law of the place has %d values without a primary source, and %d with both kinds", alone, mixed)
	}
	if got := law.Leading([]law.Citation{{ID: "psg-1", SourceID: "ita"}, {ID: "firm.v1:x@2025-01-01#1"}}); len(got) != 2 {
		t.Errorf("%v", got)
	}
}
