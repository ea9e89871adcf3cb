package token_test

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// TestFullWidthNumbers holds that an amount in full-width signs is cut as the same
// amount in ASCII.
func TestFullWidthNumbers(t *testing.T) {
	wide := strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６", "7", "７", "8", "８", "9", "９")
	signs := strings.NewReplacer(",", "，", ".", "．")
	for _, plain := range []string{"60000", "60,000", "1,234,567", "60,000.50", "60.50", "60.000"} {
		for _, written := range []string{wide.Replace(plain), signs.Replace(plain), signs.Replace(wide.Replace(plain)),
			signs.Replace("£" + plain)} {
			cut := token.Cut(written)
			if last := cut[len(cut)-1]; last.Kind != token.Number || last.Text != plain {
				t.Errorf("%q is cut as %+v, want %s", written, last, plain)
			}
		}
	}
	if cut := token.Cut("2024，2025"); len(cut) != 3 {
		t.Errorf("a list of years is cut as %+v", cut)
	}
}
