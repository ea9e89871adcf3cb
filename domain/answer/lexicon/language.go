package lexicon

import (
	"path"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// Language is what the words of one language mean.
type Language struct {
	Code  string              // BCP 47
	Words *token.Matcher[Tag] // that count in a question of the language alone: in another one they may mean something else
	As    map[string]string   // folded small word → the English one that the planner's rules speak of
	shows *token.Matcher[bool]
	small *token.Matcher[bool] // the words that tell it, and no others

	sold      *token.Matcher[Sold] // names of what is sold
	beside    map[string]Beside    // by folded word
	soldNames map[string][]string  // by category
}

// languageFile is data/words/<code>.yaml. Always are the words that mean one
// thing whatever the language of the question, since people mix languages.
type languageFile struct {
	Tells []string          `yaml:"tells"` // small words that show the language
	As    map[string]string `yaml:"as"`
	// Without are words before what is to be left out.
	Without []string `yaml:"without"`
	Always  classes  `yaml:"always"`
	Within  classes  `yaml:"within"`
	Plain   []string `yaml:"plain"` // words that may stand with an amount and say nothing of it
	// Triggers are phrases, by the code of data/triggers.yaml, that count in
	// every question.
	Triggers map[string][]string `yaml:"triggers"`
}

// classes are phrases by class and code.
type classes map[string]map[string][]string

// each calls f for every phrase, written out, in one order.
func (c classes) each(f func(phrase string, tag Tag)) {
	for _, class := range sortedKeys(c) {
		for _, code := range sortedKeys(c[class]) {
			for _, p := range c[class][code] {
				for _, x := range Expand(p) {
					f(x, Tag{class, code})
				}
			}
		}
	}
}

func (l *Lexicon) loadLanguages() {
	files, err := data.ReadDir("data/words")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		var file, people languageFile
		read(path.Join("words", f.Name()), &file)
		read(path.Join("people", f.Name()), &people)
		lang := Language{Code: strings.TrimSuffix(f.Name(), ".yaml"), Words: &token.Matcher[Tag]{}, As: map[string]string{},
			shows: &token.Matcher[bool]{}, small: &token.Matcher[bool]{}}
		for _, tell := range file.Tells {
			lang.shows.Add(tell, true)
			lang.small.Add(tell, true)
		}
		file.Always.each(func(phrase string, tag Tag) {
			l.Words.Add(phrase, tag)
			lang.shows.Add(phrase, true)
		})
		if file.Within == nil {
			file.Within = classes{}
		}
		file.Within["plain"] = map[string][]string{"plain": file.Plain}
		file.Within.each(func(phrase string, tag Tag) {
			lang.Words.Add(phrase, tag)
			lang.shows.Add(phrase, true)
		})
		people.Within.each(func(phrase string, tag Tag) { lang.Words.Add(phrase, tag) })
		for _, word := range file.Without {
			l.Without[token.Fold(word)] = true
		}
		for word, english := range file.As {
			lang.As[token.Fold(word)] = english
		}
		l.Languages = append(l.Languages, lang)
		for code, phrases := range file.Triggers {
			i := slices.IndexFunc(l.Triggers, func(t Trigger) bool { return t.Code == code })
			l.Triggers[i].Phrases = append(l.Triggers[i].Phrases, phrases...)
		}
	}
}

// LanguagesOf returns the languages that a question may be in: those which know
// the most of its words. What none knows, and what English knows as well as any,
// is English.
func (l *Lexicon) LanguagesOf(tokens []token.Token) (out []*Language) {
	most, english := 0, 0
	for i := range l.Languages {
		lang := &l.Languages[i]
		n := lang.known(tokens)
		if lang.Code == "en" {
			english = n
		}
		switch {
		case n == 0 || n < most:
			continue
		case n > most:
			out = nil
		}
		most = n
		out = append(out, lang)
	}
	if english == most {
		return []*Language{l.Language("en")}
	}
	return out
}

// Language returns a language by its code; nil if the lexicon does not hold it.
func (l *Lexicon) Language(code string) *Language {
	switch code {
	case "no", "nn": // Bokmål is read for all of Norwegian
		code = "nb"
	}
	i := slices.IndexFunc(l.Languages, func(x Language) bool { return x.Code == code })
	if i < 0 {
		return nil
	}
	return &l.Languages[i]
}

// Small calls found for every small word of the language that begins at token i.
func (l *Language) Small(tokens []token.Token, i int, found func(n int)) {
	l.small.At(tokens, i, func(_ []bool, n int) { found(n) })
}

// known counts the tokens that lie in phrases of the language.
func (l *Language) known(tokens []token.Token) (n int) {
	for i := 0; i < len(tokens); {
		longest := 0
		l.shows.At(tokens, i, func(_ []bool, length int) { longest = length })
		n += longest
		i += max(1, longest)
	}
	return n
}
