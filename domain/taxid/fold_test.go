package taxid

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// Unicode gives decimal digits ten to a script, in order, from 0; fold counts
// on it.
func TestDigitsOfScriptsComeInTens(t *testing.T) {
	var runs [][3]rune
	for _, r := range unicode.Nd.R16 {
		runs = append(runs, [3]rune{rune(r.Lo), rune(r.Hi), rune(r.Stride)})
	}
	for _, r := range unicode.Nd.R32 {
		runs = append(runs, [3]rune{rune(r.Lo), rune(r.Hi), rune(r.Stride)})
	}
	for _, r := range runs {
		if (r[1]-r[0]+1)%10 != 0 || r[2] != 1 {
			t.Errorf("U+%04X to U+%04X, stride %d", r[0], r[1], r[2])
		}
	}
	for text, want := range map[string]string{
		"٠١٢٣٤٥٦٧٨٩": "0123456789", "۰۱۲۳۴۵۶۷۸۹": "0123456789", "०१२३४५६७८९": "0123456789",
		"０１２３４５６７８９": "0123456789", "ＡＺａｚ＆＋．／－": "AZaz&+./-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212": "-------",
		"\u00a0\u2009\u202f\u3000": "    ", "ÑñД\u200e\u00ad": "ÑñД\u200e\u00ad", "\xff１": "\xff1", "": "",
	} {
		if got := fold(text); got != want {
			t.Errorf("%q folds to %q, not %q", text, got, want)
		}
	}
}

// A number is the same number however a keyboard, a word processor or a script
// writes its characters.
func TestOneNumberInManyHands(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 26))
	zeros := []rune{'0', 0x0660, 0x06F0, 0x0966, 0x0E50, 0xFF10}
	dashes := []rune("-\u2010\u2011\u2012\u2013\u2014\u2212\uFF0D")
	spaces := []rune(" \u00a0\u2009\u202f\u3000")
	for _, s := range registry.all {
		for range 8 {
			n := generate(s, rng, s.Scheme.Check)
			if len(n)*3 > MaxInput {
				continue
			}
			var b strings.Builder
			zero := zeros[rng.IntN(len(zeros))]
			for _, c := range n {
				switch wide := rng.IntN(2) == 0; {
				case c >= '0' && c <= '9':
					c += zero - '0'
				case c == '-':
					c = dashes[rng.IntN(len(dashes))]
				case wide && c >= 'A' && c <= 'Z', wide && strings.ContainsRune("&+", c):
					c += 0xFEE0
				}
				b.WriteRune(c)
			}
			text := string(spaces[rng.IntN(len(spaces))]) + b.String() + string(spaces[rng.IntN(len(spaces))])
			if len(text) > MaxInput {
				text = b.String()
			}
			plain, other := s.validate(n), s.validate(text)
			if !other.Valid || other.Normal != plain.Normal || other.Input != text {
				t.Fatalf("%s: %q gives %+v, %q gives %s", s.ID, text, other, n, plain.Normal)
			}
		}
	}
}
