package reading

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestNormalOfASCII holds the short way of plain texts against the long one. Seed 19.
func TestNormalOfASCII(t *testing.T) {
	letters := []rune("ab. \n\t\r\v\f\x00\x1f\x7f  é\u00a0\u00ad\u0085e\u0301")
	r := rand.New(rand.NewPCG(19, 19))
	for range 100_000 {
		text := make([]rune, r.IntN(12))
		few := len(letters)
		if r.IntN(2) == 0 {
			few = 14 // of ASCII alone
		}
		for i := range text {
			text[i] = letters[r.IntN(few)]
		}
		want := strings.Join(strings.Fields(norm.NFC.String(strings.Map(visible, string(text)))), " ")
		if got := Normal(string(text)); got != want {
			t.Fatalf("%q: %q, want %q", string(text), got, want)
		}
	}
}
