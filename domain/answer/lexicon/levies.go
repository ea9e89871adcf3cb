package lexicon

import "github.com/tallystick/tallystick/domain/answer/token"

// Levy is a tax, charge or contribution that people name by itself.
type Levy struct {
	Code    string                       `yaml:"code"`
	Social  bool                         `yaml:"social"`
	Apart   bool                         `yaml:"apart"`  // "income tax only" leaves it out
	Credit  bool                         `yaml:"credit"` // it lowers the tax
	Asked   bool                         `yaml:"asked"`  // it counts only where it is what is asked for: its name says a rate, too
	Caps    bool                         `yaml:"caps"`   // its name counts in capitals alone
	Phrases []string                     `yaml:"phrases"`
	Places  map[string][]string          `yaml:"places"`  // country → components; none = it is never in the total
	Company map[string][]string          `yaml:"company"` // country → components of the tax of a company
	Free    map[string]map[string]string `yaml:"free"`    // country → facts on which it does not depend
	Work    bool                         `yaml:"work"`    // it is owed where the work is done, wherever the person lives
	Needs   map[string]map[string]string `yaml:"needs"`   // country → facts with which alone it is owed; "" = to be asked for
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
