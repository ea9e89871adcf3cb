package lexicon

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// harmless is a class of words that can change no tax, whatever they are said of.
type harmless struct {
	Code  string              `yaml:"code"`
	Words map[string][]string `yaml:"words"` // by language; "any" = all
	Apart bool                `yaml:"apart"` // each language has a class of its own: code_language
}

func (l *Lexicon) loadHarmless() {
	var classes []harmless
	read("harmless.yaml", &classes)
	l.harmless, l.noneSaid = &token.Matcher[string]{}, map[string]bool{}
	for _, class := range classes {
		seen := map[string]bool{}
		for _, lang := range sortedKeys(class.Words) {
			code := class.Code
			if class.Apart {
				code, seen = code+"_"+lang, map[string]bool{}
			}
			for _, phrase := range class.Words[lang] {
				for _, x := range Expand(phrase) {
					if seen[x] {
						continue
					}
					seen[x] = true
					l.harmless.Add(x, code)
					if code == "none" {
						l.noneSaid[x] = true
					}
				}
			}
		}
	}
}

// HarmlessAt calls found with the classes of every harmless phrase that begins at a
// token, shorter phrases first.
func (l *Lexicon) HarmlessAt(tokens []token.Token, i int, found func(codes []string, n int)) {
	l.harmless.At(tokens, i, found)
}

// HarmlessWord returns how long the longest phrase of one class at a token is; 0 if
// there is none.
func (l *Lexicon) HarmlessWord(tokens []token.Token, i int, code string) (length int) {
	l.harmless.At(tokens, i, func(codes []string, n int) {
		if slices.Contains(codes, code) {
			length = n
		}
	})
	return length
}

// NoneSaid reports an answer that says that there is nothing: "none", "keine".
func (l *Lexicon) NoneSaid(answer string) bool {
	return answer != "" && l.noneSaid[strings.TrimSpace(answer)]
}
