package plan

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// typos are the words one letter beside a word, some of each kind.
func typos(rnd *rand.Rand, word string) []string {
	letters := []rune(word)
	at := func() int { return rnd.IntN(len(letters)) }
	cut := func(i int) string { return string(letters[:i]) + string(letters[i+1:]) }
	i, k, m, n := at(), at(), at(), rnd.IntN(len(letters)-1)
	other := rune('a' + rnd.IntN(26))
	return []string{
		cut(i),
		string(letters[:k]) + string(letters[k]) + string(letters[k:]), // doubled
		string(letters[:m]) + string(other) + string(letters[m+1:]),
		string(letters[:m]) + string(other) + string(letters[m:]),
		string(letters[:n]) + string(letters[n+1]) + string(letters[n]) + string(letters[n+2:]),
	}
}

// Every misspelling of every word that means something is read as that word, or as
// none: never as another.
func TestMisspeltWordsMeanOneWord(t *testing.T) {
	p := New(all.Jurisdictions())
	const seed = 14
	rnd := rand.New(rand.NewPCG(seed, seed))
	for i := range p.lex.Languages {
		l := &p.lex.Languages[i]
		words, mended := 0, 0
		seen := map[string]bool{}
		l.Meant(func(word string) {
			if seen[word] || p.spelling.unmeant[word] || utf8.RuneCountInString(word) < spelledMin {
				return
			}
			seen[word] = true
			for _, typo := range typos(rnd, word) {
				meant, _ := p.respell(typo, []*lexicon.Language{l})
				found := meant != ""
				words++
				switch {
				case found && meant != word:
					t.Errorf("%s: %q, meant as %q, is read as %q (seed %d)", l.Code, typo, word, meant, seed)
				case found:
					mended++
				}
			}
		})
		if words > 0 && mended < words/5 {
			t.Errorf("%s: of %d misspellings %d are read", l.Code, words, mended)
		}
		t.Logf("%s: of %d misspellings %d are read", l.Code, words, mended)
	}
}

// Numbers, currencies and places are never mended, nor are words of their own.
func TestWhatIsNeverMended(t *testing.T) {
	p := New(all.Jurisdictions())
	var every []*lexicon.Language
	for i := range p.lex.Languages {
		every = append(every, &p.lex.Languages[i])
	}
	rnd := rand.New(rand.NewPCG(2, 2))
	for word := range p.spelling.unmeant {
		if utf8.RuneCountInString(word) < spelledMin {
			continue
		}
		for _, typo := range typos(rnd, word) {
			if meant, _ := p.respell(typo, every); meant != "" && p.spelling.unmeant[meant] {
				t.Errorf("%q is read as %q", typo, meant)
			}
		}
	}
	english := p.lex.Language("en")
	for _, word := range []string{"honey", "bonds", "learned", "wagers", "parents", "pages", "crosses", "marred", "boarder"} {
		if meant, _ := p.respell(word, []*lexicon.Language{english}); meant != "" {
			t.Errorf("%q is read as %q", word, meant)
		}
	}
	for typo, want := range map[string]string{"salery": "salary", "incmoe": "income", "marreid": "married", "wagse": "wages"} {
		if meant, _ := p.respell(typo, []*lexicon.Language{english}); meant != want {
			t.Errorf("%q is read as %q, want %q", typo, meant, want)
		}
	}
}
