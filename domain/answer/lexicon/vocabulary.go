package lexicon

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"strings"
)

// EachWord calls f for every folded word that some list of the lexicon holds, names of
// towns apart; some more than once.
func (l *Lexicon) EachWord(f func(word string)) {
	l.Words.Words(f)
	l.triggers.Words(f)
	l.pairWords.Words(f)
	l.PlaceMasks.Words(f)
	l.NumberMasks.Words(f)
	l.Names.Words(f)
	l.Markers.Words(f)
	l.levyWords.Words(f)
	l.circumstanceWords.Words(f)
	l.asked.Words(f)
	l.evasion.Words(f)
	l.concealing.phrases.Words(f)
	l.harmless.Words(f)
	for i := range l.Languages {
		l.Languages[i].Words.Words(f)
		l.Languages[i].shows.Words(f)
		l.Languages[i].soldWords(f)
		for word := range l.Languages[i].As {
			f(word)
		}
	}
	for _, words := range []map[string]int64{l.Numbers.Units, l.Numbers.Hundreds, l.Numbers.Multipliers, l.Numbers.Glued} {
		for word := range words {
			f(word)
		}
	}
	for phrase := range l.Currencies {
		for _, word := range strings.Fields(phrase) {
			f(word)
		}
	}
	for word := range l.Without {
		f(word)
	}
	for word := range closed().sets {
		f(word)
	}
}

// Meant calls f for every word of a language that means something to the planner, some
// more than once: what a misspelt word of the language may have been meant to be.
func (l *Language) Meant(f func(word string)) {
	l.Words.Words(f)
	l.shows.Words(f)
}

// AskedWords calls f for every word of asked.yaml, some more than once.
func (l *Lexicon) AskedWords(f func(word string)) { l.asked.Words(f) }

// Forms reports a word that begins or ends like one that concealing.yaml or the names
// of places give so.
func (l *Lexicon) Forms(word string) (found bool) {
	if _, found = l.Stemmed(word); found {
		return true
	}
	c := &l.concealing
	c.begun(word, "", 0, func(Said) { found = true })
	for _, p := range c.endings[word[len(word)-lastRune(word):]] {
		found = found || strings.HasSuffix(word, p.text)
	}
	return found || l.EndsRelief(word)
}

// RealWords are the words of a language of which a list was at hand.
type RealWords struct {
	// Beside are words that lie one letter beside one of Meant and are words of their
	// own, so that they are no misspelling of it.
	Beside map[string]bool
	// Meant are the words of the lexicon that the list was laid beside: of a later one
	// it is not known what lies beside it.
	Meant map[string]bool
}

// loadReal reads the lists: "# en", then what is meant as "=word", then the others.
func (l *Lexicon) loadReal() {
	packed, err := data.ReadFile("data/realwords.txt.gz")
	if err != nil {
		panic(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err)
	}
	l.real = map[string]*RealWords{}
	var words *RealWords
	for lines := bufio.NewScanner(r); lines.Scan(); {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "# "):
			words = &RealWords{map[string]bool{}, map[string]bool{}}
			l.real[line[2:]] = words
		case line[0] == '=':
			words.Meant[line[1:]] = true
		default:
			words.Beside[line] = true
		}
	}
}

// Real returns the real words of a language; nil where no list was at hand.
// Their sources and licences are in data/realwords.md.
func (l *Lexicon) Real(language string) *RealWords { return l.real[language] }
