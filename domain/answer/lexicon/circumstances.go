package lexicon

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// Circumstance is something that changes a person's tax, or a seller's, and that no
// calculator of a place takes into account.
type Circumstance struct {
	Code     string   `yaml:"code"`
	Reason   string   `yaml:"reason"` // what it is, for a sentence
	Places   []string `yaml:"places"` // ISO 3166-1; nil = everywhere
	Except   []string `yaml:"except"` // places where it changes nothing
	Indirect bool     `yaml:"indirect"`
	Phrases  []string `yaml:"phrases"`
}

// In reports a country in which the circumstance counts.
func (c *Circumstance) In(code string) bool {
	return (c.Places == nil || slices.Contains(c.Places, code)) && !slices.Contains(c.Except, code)
}

func (l *Lexicon) loadCircumstances() {
	read("circumstances.yaml", &l.Circumstances)
	l.circumstanceWords = &token.Matcher[int]{}
	for i := range l.Circumstances {
		seen := map[string]bool{}
		for _, phrase := range l.Circumstances[i].Phrases {
			for _, x := range Expand(phrase) {
				if !seen[x] {
					seen[x] = true
					l.circumstanceWords.Add(x, i)
				}
			}
		}
	}
}

// CircumstancesAt calls found with every circumstance that a phrase at a token
// names.
func (l *Lexicon) CircumstancesAt(tokens []token.Token, i int, found func(c *Circumstance, n int)) {
	l.circumstanceWords.At(tokens, i, func(at []int, n int) {
		for _, k := range at {
			found(&l.Circumstances[k], n)
		}
	})
}

// CircumstanceAt reports that a circumstance of any place begins at a token.
func (l *Lexicon) CircumstanceAt(tokens []token.Token, i int) (found bool) {
	l.CircumstancesAt(tokens, i, func(*Circumstance, int) { found = true })
	return found
}
