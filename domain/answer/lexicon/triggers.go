package lexicon

import (
	"slices"
	"sort"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// pair is a trigger of two parts that stand in one sentence.
type pair struct {
	Trigger string   `yaml:"trigger"`
	First   []string `yaml:"first"`
	Second  []string `yaml:"second"`
	Not     []string `yaml:"not"`
	// Adverb says that a word of the first part with a capital inside a sentence is a
	// name: "Schwarz GmbH".
	Adverb bool `yaml:"adverb"`
}

// pairWord is a part of a pair: 0 the first, 1 the second, 2 what excuses it.
type pairWord struct{ pair, part int }

// loadMoreTriggers adds the phrases that are listed apart from the triggers.
func (l *Lexicon) loadMoreTriggers() {
	var more map[string][]string
	read("more_triggers.yaml", &more)
	for _, code := range sortedKeys(more) {
		i := slices.IndexFunc(l.Triggers, func(t Trigger) bool { return t.Code == code })
		l.Triggers[i].Phrases = append(l.Triggers[i].Phrases, more[code]...)
	}
}

func (l *Lexicon) loadPairs() {
	read("pairs.yaml", &l.pairs)
	l.pairWords = &token.Matcher[pairWord]{}
	for i, p := range l.pairs {
		for part, list := range [][]string{p.First, p.Second, p.Not} {
			seen := map[string]bool{}
			for _, phrase := range list {
				for _, x := range Expand(phrase) {
					if !seen[x] {
						l.pairWords.Add(x, pairWord{i, part})
						seen[x] = true
					}
				}
			}
		}
	}
}

// pairMatch is a pair that a sentence holds, with the tokens of its first part.
type pairMatch struct {
	code     string
	from, to int
}

// paired returns the pairs whose two parts stand in one sentence of a question.
func (l *Lexicon) paired(tokens []token.Token) (out []pairMatch) {
	for from := 0; from < len(tokens); {
		to := from
		for to < len(tokens) && !endsSentence(tokens[to].Text) {
			to++
		}
		out = append(out, l.pairedIn(tokens, from, to)...)
		from = to + 1
	}
	return out
}

func (l *Lexicon) pairedIn(tokens []token.Token, from, to int) (out []pairMatch) {
	found := make([][3]int, len(l.pairs)) // 1 + the token at which a part begins
	length := make([]int, len(l.pairs))
	for i := from; i < to; i++ {
		l.pairWords.At(tokens, i, func(words []pairWord, n int) {
			for _, w := range words {
				if w.part == 0 && n == 1 && l.pairs[w.pair].Adverb && i > from && tokens[i].Title && !tokens[i].Caps {
					continue
				}
				if w.part == 1 && found[w.pair][0] > 0 && i < found[w.pair][0]-1+length[w.pair] {
					continue // inside the first part
				}
				if found[w.pair][w.part] == 0 || w.part == 0 && i+1 == found[w.pair][0] {
					found[w.pair][w.part] = i + 1
					if w.part == 0 {
						length[w.pair] = n
					}
				}
			}
		})
	}
	for i, f := range found {
		if f[0] > 0 && f[1] > 0 && f[2] == 0 {
			out = append(out, pairMatch{l.pairs[i].Trigger, f[0] - 1, f[0] - 1 + length[i]})
		}
	}
	return out
}

func endsSentence(text string) bool {
	switch text {
	case ".", "?", "!", "\n", "。", "？", "！", "؟":
		return true
	}
	return false
}

// Departure returns the words that set a rule of law aside.
func (l *Lexicon) Departure(tokens []token.Token) (from, to int, found bool) {
	for _, m := range l.paired(tokens) {
		if m.code == "departure" {
			return m.from, m.to, true
		}
	}
	return 0, 0, false
}

// Triggered returns the triggers of a question, each once, in the order of the
// list.
func (l *Lexicon) Triggered(tokens []token.Token) (out []Match) {
	type span struct{ index, from, to int }
	var hits, nots []span
	for i := range tokens {
		l.triggers.At(tokens, i, func(words []triggerWord, n int) {
			for _, w := range words {
				if w.not {
					nots = append(nots, span{w.index, i, i + n})
				} else {
					hits = append(hits, span{w.index, i, i + n})
				}
			}
		})
	}
	seen := make([]bool, len(l.Triggers))
	for _, m := range l.paired(tokens) {
		if i := slices.IndexFunc(l.Triggers, func(t Trigger) bool { return t.Code == m.code }); i >= 0 && !seen[i] {
			seen[i] = true
			out = append(out, Match{&l.Triggers[i], m.from, m.to})
		}
	}
	for _, h := range hits {
		excused := false
		for _, n := range nots {
			excused = excused || n.index == h.index && n.from <= h.from && h.to <= n.to
		}
		if !excused && !seen[h.index] {
			seen[h.index] = true
			out = append(out, Match{&l.Triggers[h.index], h.from, h.to})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Code < out[j].Code })
	return out
}
