package lexicon

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// loadAsked reads what a question may ask for that is not the tax of the year, and
// what shows that something is kept from the authority.
func (l *Lexicon) loadAsked() {
	l.asked, l.evasion = l.phrases("asked.yaml"), l.phrases("evasion.yaml")
}

// phrases reads a file of phrases by code.
func (l *Lexicon) phrases(name string) *token.Matcher[string] {
	var file map[string][]string
	read(name, &file)
	out := &token.Matcher[string]{}
	for _, code := range sortedKeys(file) {
		seen := map[string]bool{}
		for _, phrase := range file[code] {
			for _, x := range Expand(phrase) {
				if x = token.Fold(x); seen[x] {
					continue
				}
				seen[x] = true
				if code == "endings" {
					l.reliefEndings = append(l.reliefEndings, x)
					continue
				}
				out.Add(x, code)
			}
		}
	}
	return out
}

// EvasionAt calls found with the codes of the phrases of evasion.yaml that begin at
// token i.
func (l *Lexicon) EvasionAt(tokens []token.Token, i int, found func(code string, n int)) {
	l.evasion.At(tokens, i, func(codes []string, n int) {
		for _, code := range codes {
			found(code, n)
		}
	})
}

// Trigger returns a trigger by its code.
func (l *Lexicon) Trigger(code string) *Trigger {
	return &l.Triggers[slices.IndexFunc(l.Triggers, func(t Trigger) bool { return t.Code == code })]
}

// AskedAt returns how many tokens the longest phrase of a code of asked.yaml has
// that begins at token i; 0 if none does.
func (l *Lexicon) AskedAt(tokens []token.Token, i int, code string) (n int) {
	l.asked.At(tokens, i, func(codes []string, length int) {
		for _, c := range codes {
			if c == code {
				n = length
			}
		}
	})
	if n == 0 && code == "relief" && l.EndsRelief(tokens[i].Text) {
		return 1
	}
	return n
}

// EndsRelief reports a compound that names a relief: "Verkehrsabsetzbetrag".
func (l *Lexicon) EndsRelief(word string) bool {
	for _, ending := range l.reliefEndings {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}
