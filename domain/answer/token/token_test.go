package token

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func texts(s string) string {
	var out []string
	for _, t := range Cut(s) {
		out = append(out, t.Text)
	}
	return strings.Join(out, "|")
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{
		"England's tax on £60,000.":  "england|tax|on|£|60,000|.",
		"take-home in the U.K., p.a": "take|home|in|the|uk|,|pa",
		"2025–26":                    "2025|-|26",
		"Zürich ZÜRICH Ærø straße":   "zurich|zurich|aero|strasse",
		"€ 45 000,50":                "€|45 000,50",
		"in 2025 600 000":            "in|2025|600 000",
		"45\u00a0000 and 1'200'000":  "45 000|and|1'200'000",
		"６０，０００":                     "60,000",
		"£60\u200b000":               "£|60|000",
		"香港 tax":                     "香|港|tax",
		"l'impôt d'ivoire":           "l|impot|d|ivoire",
		"I'm 45, don't":              "i|m|45|,|don|t",
		"60k R50,000 rest_of_uk":     "60|k|r|50,000|rest_of_uk",
		"GB-SCT":                     "gb|sct",
		"":                           "",
	} {
		if got := texts(in); got != want {
			t.Errorf("Cut(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestOddNumerals(t *testing.T) {
	for _, in := range []string{"60000½", "60000²", "६0", "½5"} {
		odd := false
		for _, tok := range Cut(in) {
			odd = odd || tok.Kind == Number && tok.Odd
		}
		if !odd {
			t.Errorf("%q holds no odd number: %+v", in, Cut(in))
		}
	}
}

func TestCase(t *testing.T) {
	toks := Cut("CA ca Ca U.S. us")
	for i, want := range []bool{true, false, false, true, false} {
		if toks[i].Caps != want {
			t.Errorf("%s: Caps %v", toks[i].Raw, toks[i].Caps)
		}
	}
}

// Whatever is written, every token's text is folded already and nothing that
// shows is lost.
func TestCutHoldsEverythingThatShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.String().Draw(t, "text")
		for _, tok := range Cut(in) {
			if tok.Raw == "" || !utf8.ValidString(tok.Text) {
				t.Fatalf("token %+v of %q", tok, in)
			}
			if tok.Kind == Word && Fold(tok.Text) != tok.Text {
				t.Fatalf("%q is not folded", tok.Text)
			}
		}
	})
}

func TestMatcherFindsPhrasesByLength(t *testing.T) {
	var m Matcher[string]
	for _, p := range []string{"wales", "new south wales", "new"} {
		m.Add(p, p)
	}
	var got []string
	m.At(Cut("New South Wales"), 0, func(v []string, n int) { got = append(got, v...) })
	if strings.Join(got, ",") != "new,new south wales" {
		t.Errorf("found %v", got)
	}
}

func FuzzCut(f *testing.F) {
	for _, s := range []string{"£60,000 in England", "1'2.3,4 5", "U.K.", "''s-a", "\xff\xfe", "６０"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { Cut(s) })
}
