// Package reading finds what a document says in the words on its pages: who
// issued it, when, its number, its sums. The words come from the text layer of a
// PDF or from character recognition, each with its place; nothing is taken from
// anywhere else, so that every value can be shown where it stands.
//
// # Rules
//
// A value is found by the label that stands before it in its line, or above it;
// labels are words of nine languages, and a label that names another thing
// (subtotal, tendered, change, due, birth) shuts its value out. Numbers and dates
// are read by the document's own habits: which sign ends the whole units, and
// whether the day or the month comes first, is decided by all its numbers and
// dates together, and where they leave it open the value is not sure. Sums that
// agree (net and tax make the gross) vouch for each other.
package reading

import (
	"cmp"
	"slices"
	"strings"
)

// Box is a place on a page, in ten-thousandths of its width and height.
type Box struct {
	Left   int `json:"left"`
	Top    int `json:"top"`
	Right  int `json:"right"`
	Bottom int `json:"bottom"`
}

// Join is the smallest box around both.
func (b Box) Join(o Box) Box {
	if b == (Box{}) {
		return o
	}
	return Box{min(b.Left, o.Left), min(b.Top, o.Top), max(b.Right, o.Right), max(b.Bottom, o.Bottom)}
}

func (b Box) height() int { return b.Bottom - b.Top }
func (b Box) middle() int { return (b.Top + b.Bottom) / 2 }

// Word is one word and how sure its letters are, in thousandths.
type Word struct {
	Text  string `json:"text"`
	Box   Box    `json:"box"`
	Score int    `json:"score"`
}

// Page is the words of one page, in any order.
type Page struct {
	Number int    `json:"number"` // from 1
	Words  []Word `json:"words"`
}

// Line is words that stand beside each other, from left to right.
type Line struct {
	Page  int
	Words []Word
	Box   Box
}

// Text is the line's words with spaces between.
func (l Line) Text() string {
	parts := make([]string, len(l.Words))
	for i, w := range l.Words {
		parts[i] = w.Text
	}
	return strings.Join(parts, " ")
}

// Lines puts the words of a page into lines, from the top down.
func Lines(p Page) []Line {
	words := slices.Clone(p.Words)
	slices.SortStableFunc(words, func(a, b Word) int {
		return cmp.Or(cmp.Compare(a.Box.middle(), b.Box.middle()), cmp.Compare(a.Box.Left, b.Box.Left))
	})
	var lines []Line
	for _, w := range words {
		if strings.TrimSpace(w.Text) == "" {
			continue
		}
		if n := len(lines); n > 0 && sameLine(lines[n-1], w) {
			lines[n-1].Words = append(lines[n-1].Words, w)
			lines[n-1].Box = lines[n-1].Box.Join(w.Box)
			continue
		}
		lines = append(lines, Line{p.Number, []Word{w}, w.Box})
	}
	for i := range lines {
		slices.SortStableFunc(lines[i].Words, func(a, b Word) int { return cmp.Compare(a.Box.Left, b.Box.Left) })
	}
	return lines
}

// sameLine compares with the line's last word: a photographed line may climb.
func sameLine(l Line, w Word) bool {
	last := l.Words[len(l.Words)-1]
	tall := max(last.Box.height(), w.Box.height(), 1)
	return abs(last.Box.middle()-w.Box.middle())*2 < tall
}

func abs(n int) int { return max(n, -n) }

// Found is a value with its place and how sure it is, in thousandths.
type Found struct {
	Name  string // of the field
	Value string // canonical: a decimal, an ISO date, an ISO currency code, a text
	Raw   string // as it is printed
	Page  int
	Box   Box
	Score int
	// Letters is how sure its words are, which Score counts in; 0 = it has none.
	Letters int
}

// Most is how sure the value would be if its letters were.
func (f Found) Most() int {
	if f.Letters == 0 {
		return f.Score
	}
	return f.Score * 1000 / f.Letters
}

// letters is how sure the words are, together: as the least sure of them.
func letters(words []Word) int {
	least := 1000
	for _, w := range words {
		least = min(least, w.Score)
	}
	return least
}

func found(name, value string, page int, words []Word, score int) Found {
	f := Found{Name: name, Value: value, Page: page, Letters: letters(words)}
	f.Score = f.Letters * score / 1000
	raw := make([]string, len(words))
	for i, w := range words {
		raw[i] = w.Text
		f.Box = f.Box.Join(w.Box)
	}
	f.Raw = strings.Join(raw, " ")
	return f
}
