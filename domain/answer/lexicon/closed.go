package lexicon

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// closedEntry is a class of closed.yaml.
type closedEntry struct {
	Code    string              `yaml:"code"`
	Means   string              `yaml:"means"`
	As      bool                `yaml:"as"`    // its words are English ones for which others stand
	Words   map[string][]string `yaml:"words"` // by language; AnyLanguage = every one; as Expand reads them
	Without []struct {
		In  []string `yaml:"in"`
		Why string   `yaml:"why"`
	} `yaml:"without"`
}

// closedSet is which classes a word is of.
type closedSet [(closedClasses + 63) / 64]uint64

func (s *closedSet) has(c ClosedClass) bool { return s[c>>6]&(1<<(c&63)) != 0 }

// closedWords are the classes, ready to match.
type closedWords struct {
	entries []closedEntry
	sets    map[string]*closedSet // by folded word
	phrases *token.Matcher[ClosedClass]
	lists   [closedClasses][]string // folded, sorted
	sieves  [closedClasses]token.Sieve
}

// closed is read once, apart from the lexicon: the rules ask it of words that stand in no
// question, too.
var closed = sync.OnceValue(func() *closedWords {
	c := &closedWords{sets: map[string]*closedSet{}, phrases: &token.Matcher[ClosedClass]{}}
	read("closed.yaml", &c.entries)
	if len(c.entries) != int(closedClasses) {
		panic(fmt.Sprintf("lexicon: closed.yaml has %d classes, not %d", len(c.entries), closedClasses))
	}
	for i := range c.entries {
		for _, lang := range sortedKeys(c.entries[i].Words) {
			for _, word := range c.entries[i].Words[lang] {
				for _, x := range Expand(word) {
					c.add(ClosedClass(i), x)
				}
			}
		}
		slices.Sort(c.lists[i])
	}
	return c
})

func (c *closedWords) add(class ClosedClass, word string) {
	word = token.Fold(word)
	if slices.Contains(c.lists[class], word) {
		return // of two languages
	}
	c.lists[class] = append(c.lists[class], word)
	c.sieves[class].Add(word)
	if len(token.Cut(word)) > 1 {
		c.phrases.Add(word, class)
	}
	if c.sets[word] == nil {
		c.sets[word] = &closedSet{}
	}
	c.sets[word][class>>6] |= 1 << (class & 63)
}

// Is reports that a folded word is of a closed class.
func Is(class ClosedClass, word string) bool {
	c := closed()
	if !c.sieves[class].May(word) {
		return false
	}
	s := c.sets[word]
	return s != nil && s.has(class)
}

// IsAt returns how many tokens the longest word or phrase of a closed class has that begins
// at token i; 0 if none does.
func IsAt(class ClosedClass, tokens []token.Token, i int) (n int) {
	if i < 0 || i >= len(tokens) {
		return 0
	}
	if Is(class, tokens[i].Text) {
		n = 1
	}
	closed().phrases.At(tokens, i, func(classes []ClosedClass, length int) {
		if slices.Contains(classes, class) {
			n = max(n, length)
		}
	})
	return n
}

// LongestAt returns how many tokens the longest word or phrase of some classes has that begins at
// token i, and of which class it is, the first that is named where several are as long; 0 if none
// does.
func LongestAt(tokens []token.Token, i int, classes ...ClosedClass) (n int, of ClosedClass) {
	set := closed().sets[tokens[i].Text]
	for _, c := range classes {
		if n == 0 && set != nil && set.has(c) {
			n, of = 1, c
		}
	}
	closed().phrases.At(tokens, i, func(found []ClosedClass, length int) {
		for _, c := range classes {
			if length > n && slices.Contains(found, c) {
				n, of = length, c
			}
		}
	})
	return n, of
}

// WordsOf returns the folded words of a closed class, sorted.
func WordsOf(class ClosedClass) []string { return closed().lists[class] }
