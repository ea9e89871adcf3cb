package fault_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
)

// What would be read in another order than it was checked is no text, nor what shows
// nothing or holds controls; what Arabic and Hebrew are written with is.
func TestTextsKeepTheirOrder(t *testing.T) {
	for _, text := range []string{"\u202e000,5£", "5\u2067000", "a\u202ab", "x\u2069", "  ", "\u200b\u202e", "a\u0007b", "\xff"} {
		var f fault.Fields
		if f.Text("text", text); len(f) != 1 || f[0].Field != "text" {
			t.Errorf("%q: %v", text, f)
		}
	}
	for _, text := range []string{"", "بايرون \u200f5,000, naïve\u200d\n\tשלום"} {
		var f fault.Fields
		if f.Text("text", text); len(f) > 0 {
			t.Errorf("%q: %v", text, f)
		}
	}
}
