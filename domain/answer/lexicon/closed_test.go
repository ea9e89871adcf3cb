package lexicon

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// TestClosedClassesSpeakEveryLanguage holds that each class has words of every language that
// the lexicon has, or says why not: of its own, or words that stand for its English ones.
func TestClosedClassesSpeakEveryLanguage(t *testing.T) {
	l := Load()
	declared := map[string]bool{AnyLanguage: true}
	for i := range l.Languages {
		declared[l.Languages[i].Code] = true
	}
	for i := range closed().entries {
		e := &closed().entries[i]
		if e.Means == "" || len(e.Words) == 0 {
			t.Errorf("%s says not what it means, or has no words", e.Code)
		}
		for k := range l.Languages {
			code := l.Languages[k].Code
			why := slices.ContainsFunc(e.Without, func(w struct {
				In  []string `yaml:"in"`
				Why string   `yaml:"why"`
			}) bool {
				return slices.Contains(w.In, code)
			})
			own := len(e.Words[code]) > 0
			switch {
			case own && why:
				t.Errorf("%s has words of %s, and says why it has none", e.Code, code)
			case own || why || e.As || len(e.Words) == 1 && len(e.Words[AnyLanguage]) > 0:
			default:
				t.Errorf("%s (%s) has no words of %s, and says not why", e.Code, e.Means, code)
			}
		}
		for lang, words := range e.Words {
			if !declared[lang] || e.As && lang != "en" && lang != AnyLanguage {
				t.Errorf("%s has words of %s, which is no language of the lexicon, or is read as English", e.Code, lang)
			}
			seen := map[string]bool{}
			for _, word := range words {
				if word = token.Fold(word); seen[word] {
					t.Errorf("%s: %s has %q twice", e.Code, lang, word)
				}
				seen[word] = true
			}
		}
		for _, w := range e.Without {
			for _, code := range w.In {
				if len(w.Why) < 8 || !declared[code] {
					t.Errorf("%s: %q is no reason why there are no words of %s", e.Code, w.Why, code)
				}
			}
		}
	}
}

// TestClosedClassesKeepTheirOrder holds that the constants name the classes of the file.
func TestClosedClassesKeepTheirOrder(t *testing.T) {
	for class, code := range map[ClosedClass]string{Lacking: "lacking", CountsUp: "counts_up", MayAsk: "may_ask", Only: "only",
		Possessive: "possessive", SetAgainst: "set_against", YearRange: "year_range"} {
		if got := closed().entries[class].Code; got != code {
			t.Errorf("class %d of closed.yaml is %s, not %s", class, got, code)
		}
	}
	codes := map[string]bool{}
	for _, e := range closed().entries {
		if codes[e.Code] || strings.ToLower(e.Code) != e.Code {
			t.Errorf("class %q stands twice, or is no code", e.Code)
		}
		codes[e.Code] = true
	}
}

// TestClosedWordsAreFound holds that what the file says is what the rules see.
func TestClosedWordsAreFound(t *testing.T) {
	for class := ClosedClass(0); class < closedClasses; class++ {
		for _, word := range WordsOf(class) {
			tokens := token.Cut(word)
			if n := IsAt(class, tokens, 0); n != len(tokens) && len(tokens) > 0 && tokens[0].Text != word {
				t.Errorf("%s: %q is found over %d of %d tokens", closed().entries[class].Code, word, n, len(tokens))
			}
		}
	}
	if Is(Only, "solstice") || IsAt(Retraction, token.Cut("no waiting"), 0) > 0 || IsAt(Only, token.Cut("only"), 3) > 0 {
		t.Error("a word of no class is found")
	}
	for text, want := range map[string]struct {
		n  int
		of ClosedClass
	}{"far from it": {3, DenialIdiom}, "not at all": {3, DenialReply}, "rien à voir": {3, BesideThePoint}, "solstice": {0, Lacking}} {
		if n, of := LongestAt(token.Cut(text), 0, DenialIdiom, BesideThePoint, DenialReply); n != want.n || n > 0 && of != want.of {
			t.Errorf("%q is found over %d tokens as %s", text, n, closed().entries[of].Code)
		}
	}
}
