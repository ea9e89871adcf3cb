package render

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Arabic letters take the form of their place, lam and alef are one, marks stay with
// their letter.
func TestArabicLettersJoin(t *testing.T) {
	for text, want := range map[string]string{
		"بيت":       "\uFE91\uFEF4\uFE96",
		"لا":        "\uFEFB",
		"سلام":      "\uFEB3\uFEFC\uFEE1",
		"دار":       "\uFEA9\uFE8D\uFEAD",
		"پارسی":     "\uFB58\uFE8E\uFEAD\uFEB3\uFBFD",
		"بَيت":      "\uFE91\u064E\uFEF4\uFE96",
		"LED مصباح": "LED \uFEE3\uFEBC\uFE92\uFE8E\uFEA1",
		"بيت، بيت":  "\uFE91\uFEF4\uFE96، \uFE91\uFEF4\uFE96",
	} {
		if got := joined(text); got != want {
			t.Errorf("%q: %+q, not %+q", text, got, want)
		}
	}
}

// Lines are put into the order of the eye as UAX 9 does.
func TestLinesFromRightToLeft(t *testing.T) {
	for text, want := range map[string]string{
		"שלום":              "םולש",
		"שלום (abc)":        "(abc) םולש",
		"INV-1 שלום 2026":   "INV-1 2026 םולש",
		"שלום 12.50 EUR":    "EUR 12.50 םולש",
		"10 % של 50":        "50 לש % 10",
		"10% של 50":         "50 לש 10%",
		"(שלום)":            "(םולש)",
		"Ada אבג & Co. דהו": "Ada גבא & Co. והד",
		"مصباح 12":          "12 حابصم",
		"שָׁלוֹם":           "םוֹלשָׁ",
	} {
		if got := visual(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// No order loses or adds a character, and a text without such letters stays as it is.
// Seed 6.
func TestNoCharacterIsLost(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	alphabet := []rune("abcXYZ אבגד مصباح 0123456789 ٠١٢ .,:-+/%()[] ָ ّ\t€")
	sorted := func(in []rune) []rune {
		out := slices.Clone(in)
		for i, r := range out {
			if other, ok := mirrored[r]; ok {
				out[i] = min(r, other)
			}
		}
		slices.Sort(out)
		return out
	}
	for range 5000 {
		var text []rune
		for range random.IntN(24) {
			text = append(text, alphabet[random.IntN(len(alphabet))])
		}
		got := []rune(visual(string(text)))
		if !slices.Equal(sorted(got), sorted(text)) {
			t.Fatalf("%q: %q", string(text), string(got))
		}
		if !rightToLeft(string(text)) && !slices.Contains(text, '٠') && !slices.Contains(text, '١') && !slices.Contains(text, '٢') &&
			string(got) != string(text) {
			t.Fatalf("%q: %q", string(text), string(got))
		}
	}
}
