package taxid

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A mark that cannot be seen is part of no number: wherever it stands, whatever the kind, the
// number is refused and the mark is named, and beside the plain one it is the same number.
// Seed 31.
func TestHiddenMarksAreNamed(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	marks := map[string]string{"\u200b": "U+200B", "\u200e": "U+200E", "\u200f": "U+200F", "\u202e": "U+202E", "\u2066": "U+2066",
		"\ufeff": "U+FEFF", "\u00ad": "U+00AD", "\u2060": "U+2060"}
	for _, s := range registry.all {
		n := generate(s, rng, s.Scheme.Check)
		at := []rune(n)
		for mark, name := range marks {
			i := rng.IntN(len(at) + 1)
			spelt := string(at[:i]) + mark + string(at[i:])
			r := s.validate(spelt)
			if r.Valid || len(r.Faults) == 0 || !strings.Contains(r.Faults[0].Message, name) {
				t.Errorf("%s %q: %v %v", s.ID, spelt, r.Valid, r.Faults)
			}
			if Plain(n) != "" && !Same(n, spelt) {
				t.Errorf("%s: %q is another number than %s", s.ID, spelt, n)
			}
		}
	}
}
