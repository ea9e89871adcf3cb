package research

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/domain/yamldoc"
)

//go:embed terms.yaml
var termsText []byte

// concept is a term of art.
type concept struct {
	Words    []string `yaml:"words"`
	Prefixes []string `yaml:"prefixes"` // of a parameter's name
	Suffixes []string `yaml:"suffixes"`
	Titles   []string `yaml:"titles"` // words in a parameter's title
	Places   []string `yaml:"places"` // empty = everywhere
}

type terms struct {
	Stop     []string           `yaml:"stop"`
	Narrow   []string           `yaml:"narrow"`
	Concepts map[string]concept `yaml:"concepts"`

	stop    map[string]bool
	narrow  map[string]bool
	phrases []phrase // longest first
}

// phrase is one name of a concept, as words.
type phrase struct {
	words   []string
	concept string
}

func readTerms(text []byte) (*terms, error) {
	var t terms
	if err := yamldoc.Decode(text, &t); err != nil {
		return nil, fmt.Errorf("research: %w", err)
	}
	t.stop = map[string]bool{}
	for _, line := range t.Stop {
		for _, w := range words(line) {
			t.stop[w] = true
		}
	}
	t.narrow = map[string]bool{}
	for _, line := range t.Narrow {
		for _, w := range words(line) {
			t.narrow[w] = true
		}
	}
	for name, c := range t.Concepts {
		if len(c.Words) == 0 || len(c.Prefixes)+len(c.Suffixes)+len(c.Titles) == 0 {
			return nil, fmt.Errorf("research: %s needs words and what holds it", name)
		}
		for _, w := range c.Words {
			t.phrases = append(t.phrases, phrase{words(w), name})
		}
	}
	slices.SortFunc(t.phrases, func(a, b phrase) int {
		if len(a.words) != len(b.words) {
			return len(b.words) - len(a.words)
		}
		return strings.Compare(strings.Join(a.words, " ")+a.concept, strings.Join(b.words, " ")+b.concept)
	})
	return &t, nil
}

// words cuts a text into lower-case words. An English plural loses its s, so that
// "books" and "book" are one word.
func words(text string) []string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range fields {
		if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") {
			fields[i] = w[:len(w)-1]
		}
	}
	return fields
}

// conceptOf marks a word that stands for a concept; no text cuts into it.
func conceptOf(name string) string { return "~" + name }

// reduce replaces the names of concepts by their marks, and drops words without
// mass. place narrows the concepts; "" = none is narrowed.
func (t *terms) reduce(in []string, place string) (out []string) {
	for i := 0; i < len(in); {
		n := 0
		for _, p := range t.phrases {
			if len(in)-i < len(p.words) || !slices.Equal(in[i:i+len(p.words)], p.words) {
				continue
			}
			if places := t.Concepts[p.concept].Places; place != "" && len(places) > 0 && !slices.Contains(places, place) {
				continue
			}
			out = append(out, conceptOf(p.concept))
			n = len(p.words)
			break
		}
		if n > 0 {
			i += n
			continue
		}
		if w := in[i]; !t.stop[w] && !allDigits(w) {
			out = append(out, w)
		}
		i++
	}
	return out
}

func allDigits(w string) bool { return strings.Trim(w, "0123456789") == "" }

// held lists the concepts that a parameter belongs to.
func (t *terms) held(place, name, title string) (out []string) {
	lower := strings.ToLower(title)
	for id, c := range t.Concepts {
		if len(c.Places) > 0 && !slices.Contains(c.Places, place) {
			continue
		}
		is := slices.ContainsFunc(c.Prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) ||
			slices.ContainsFunc(c.Suffixes, func(s string) bool { return strings.HasSuffix(name, s) }) ||
			slices.ContainsFunc(c.Titles, func(s string) bool { return strings.Contains(lower, s) })
		if is {
			out = append(out, conceptOf(id))
		}
	}
	slices.Sort(out)
	return out
}
