package lexicon

import (
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// Marker is a phrase that exists in one country only.
type Marker struct {
	Place string
	In    []string // languages in which it counts; nil = all
	NotIn []string
	Caps  bool // counts only in capitals
}

// Named is what a word or phrase calls a place.
type Named struct {
	Place     string // ISO 3166-1 or 3166-2
	Adjective bool
}

// stem is the beginning of the forms of a word.
type stem struct {
	text string
	Named
}

// stemTail is how many letters an ending may have.
const stemTail = 4

func (l *Lexicon) loadNames() {
	var file struct {
		Names      map[string][]string `yaml:"names"`
		Adjectives map[string][]string `yaml:"adjectives"`
		Counties   map[string][]string `yaml:"counties"`
	}
	read("names.yaml", &file)
	l.Names, l.stems = &token.Matcher[Named]{}, map[string][]stem{}
	for code, list := range file.Counties {
		file.Names[code] = append(file.Names[code], list...)
	}
	for adjective, lists := range map[bool]map[string][]string{false: file.Names, true: file.Adjectives} {
		for _, code := range sortedKeys(lists) {
			for _, phrase := range lists[code] {
				n := Named{code, adjective}
				if head, starred := strings.CutSuffix(phrase, "*"); starred {
					text := token.Fold(head)
					l.stems[text[:2]] = append(l.stems[text[:2]], stem{text, n})
					continue
				}
				for _, x := range Expand(phrase) {
					l.Names.Add(x, n)
				}
			}
		}
	}
	var markers []struct {
		Place   string   `yaml:"place"`
		Phrases []string `yaml:"phrases"`
		In      []string `yaml:"in"`
		NotIn   []string `yaml:"not_in"`
	}
	read("markers.yaml", &markers)
	l.Markers = &token.Matcher[Marker]{}
	for _, m := range markers {
		for _, phrase := range m.Phrases {
			for _, x := range Expand(phrase) {
				caps := len(x) <= 4 && strings.ToUpper(x) == x && strings.ToLower(x) != x
				l.Markers.Add(x, Marker{Place: m.Place, In: m.In, NotIn: m.NotIn, Caps: caps})
			}
		}
	}
}

// Stemmed returns the place that a folded word is a form of.
func (l *Lexicon) Stemmed(word string) (n Named, found bool) {
	if len(word) < 4 {
		return n, false
	}
	best := 0
	for _, s := range l.stems[word[:2]] {
		if len(s.text) > best && strings.HasPrefix(word, s.text) && len(word) <= len(s.text)+stemTail {
			n, found, best = s.Named, true, len(s.text)
		}
	}
	return n, found
}
