package lexicon

import "github.com/tallystick/tallystick/domain/answer/token"

// Levy is a tax, charge or contribution that people name by itself.
type Levy struct {
	Code    string                       `yaml:"code"`
	Social  bool                         `yaml:"social"`
	Apart   bool                         `yaml:"apart"` // "income tax only" leaves it out
	Phrases []string                     `yaml:"phrases"`
	Places  map[string][]string          `yaml:"places"` // country → components; none = it is never in the total
	Free    map[string]map[string]string `yaml:"free"`   // country → facts on which it does not depend
}

func (l *Lexicon) loadLevies() {
	read("levies.yaml", &l.Levies)
	l.levyWords = &token.Matcher[int]{}
	for i := range l.Levies {
		for _, phrase := range l.Levies[i].Phrases {
			for _, x := range Expand(phrase) {
				l.levyWords.Add(x, i)
			}
		}
	}
}

// LevyAt calls found with the levies that begin at a token, shorter phrases first.
func (l *Lexicon) LevyAt(tokens []token.Token, i int, found func(levy *Levy, n int)) {
	l.levyWords.At(tokens, i, func(at []int, n int) { found(&l.Levies[at[0]], n) })
}
