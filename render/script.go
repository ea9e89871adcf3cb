package render

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// A PDF shows glyphs in the order in which they are written, and one a letter. What is
// written from right to left is put into the order of the eye here, and Arabic letters
// into the form that their place in the word asks for.

// rightToLeft reports whether a text has letters that are written so.
func rightToLeft(text string) bool {
	for _, r := range text {
		switch classOf(r) {
		case bidi.R, bidi.AL:
			return true
		}
	}
	return false
}

func classOf(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// unmarked is a text without the marks that only say in which direction it goes.
func unmarked(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x200C && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x061C {
			return -1
		}
		return r
	}, text)
}

// Arabic letters: the forms of each (alone, at a word's end, at its beginning, within;
// the first two alone of letters that join to no next one), and the two letters lam and
// alef as one.
var arabicForms = sync.OnceValues(func() (forms map[rune][]rune, ligatures map[[2]rune][]rune) {
	forms, ligatures = map[rune][]rune{}, map[[2]rune][]rune{}
	for _, block := range [][2]rune{{0xFB50, 0xFBE7}, {0xFBFC, 0xFBFF}, {0xFE80, 0xFEFC}} { // Unicode's presentation forms
		for r := block[0]; r <= block[1]; r++ {
			letters := []rune(norm.NFKC.String(string(r)))
			switch {
			case len(letters) == 1 && letters[0] != r:
				forms[letters[0]] = append(forms[letters[0]], r)
			case len(letters) == 2:
				key := [2]rune{letters[0], letters[1]}
				ligatures[key] = append(ligatures[key], r)
			}
		}
	}
	return forms, ligatures
})

const (
	alone = iota
	last
	first
	within

	tatweel   = 'ـ'
	nonJoiner = '\u200C'
)

// joined gives each Arabic letter the form of its place.
func joined(text string) string {
	forms, ligatures := arabicForms()
	in := []rune(text)
	var out []rune
	for i := 0; i < len(in); i++ {
		r, of := in[i], forms[in[i]]
		end := i
		if next, at := neighbour(in, i, 1); ligatures[[2]rune{r, next}] != nil {
			of, end = ligatures[[2]rune{r, next}], at
		}
		if len(of) == 0 {
			out = append(out, r)
			continue
		}
		before, _ := neighbour(in, i, -1)
		after, _ := neighbour(in, end, 1)
		place := alone
		if joinsOn(forms, before) && len(of) >= 2 {
			place = last
		}
		if len(of) == 4 && (after == tatweel || len(forms[after]) >= 2) {
			place += first
		}
		out = append(append(out, of[place]), marks(in[i+1:max(i+1, end)])...)
		i = end
	}
	return string(out)
}

// neighbour is the next letter in a direction, beyond the marks that stand on letters.
func neighbour(in []rune, at, step int) (r rune, found int) {
	for i := at + step; i >= 0 && i < len(in); i += step {
		if classOf(in[i]) != bidi.NSM || in[i] == nonJoiner {
			return in[i], i
		}
	}
	return 0, -1
}

// joinsOn reports whether a letter joins to the one after it.
func joinsOn(forms map[rune][]rune, r rune) bool { return r == tatweel || len(forms[r]) == 4 }

func marks(in []rune) (out []rune) {
	for _, r := range in {
		if classOf(r) == bidi.NSM {
			out = append(out, r)
		}
	}
	return out
}

var mirrored = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«'}

// visual is a line in the order of the eye, by the Unicode bidirectional algorithm
// (UAX 9) without embeddings and without the rule on pairs of brackets.
func visual(line string) string {
	in := []rune(line)
	levels := levelsOf(in)
	for i, r := range in {
		if other, ok := mirrored[r]; ok && levels[i]%2 == 1 {
			in[i] = other
		}
	}
	highest := slices.Max(append(levels, 0))
	for level := highest; level > 0; level-- { // L2
		for i := 0; i < len(in); i++ {
			end := i
			for end < len(in) && levels[end] >= level {
				end++
			}
			if end > i {
				slices.Reverse(in[i:end])
				slices.Reverse(levels[i:end])
				i = end
			}
		}
	}
	for i := 0; i+1 < len(in); i++ { // L3: marks follow the letter that they stand on
		end := i
		for end < len(in) && levels[end]%2 == 1 && classOf(in[end]) == bidi.NSM {
			end++
		}
		if end > i && end < len(in) && levels[end]%2 == 1 {
			slices.Reverse(in[i : end+1])
			i = end
		}
	}
	return string(in)
}

// levelsOf are the levels of a line's characters: even ones go from left to right.
func levelsOf(in []rune) []int {
	classes := make([]bidi.Class, len(in))
	base := 0
	found := false
	for i, r := range in {
		classes[i] = classOf(r)
		if strong := classes[i] == bidi.L || classes[i] == bidi.R || classes[i] == bidi.AL; strong && !found { // P2, P3
			found = true
			if classes[i] != bidi.L {
				base = 1
			}
		}
	}
	weak(classes, base)
	neutral(classes, base)
	levels := make([]int, len(in))
	for i, c := range classes { // I1, I2
		levels[i] = base
		switch {
		case c == bidi.R && base == 0, c == bidi.L && base == 1, (c == bidi.EN || c == bidi.AN) && base == 1:
			levels[i]++
		case c == bidi.EN || c == bidi.AN:
			levels[i] += 2
		}
	}
	for i := len(in) - 1; i >= 0 && classOf(in[i]) == bidi.WS; i-- { // L1
		levels[i] = base
	}
	return levels
}

// weak resolves numbers and what stands by them (W1 to W7).
func weak(c []bidi.Class, base int) {
	edge := directionOf(base)
	before, strong := edge, edge
	for i := range c {
		if c[i] == bidi.NSM {
			c[i] = before
		}
		before = c[i]
		switch c[i] {
		case bidi.L, bidi.R, bidi.AL:
			strong = c[i]
		case bidi.EN:
			if strong == bidi.AL {
				c[i] = bidi.AN
			}
		}
	}
	for i := range c {
		if c[i] == bidi.AL {
			c[i] = bidi.R
		}
	}
	for i := 1; i+1 < len(c); i++ {
		between := c[i-1] == c[i+1]
		if between && (c[i] == bidi.ES && c[i-1] == bidi.EN || c[i] == bidi.CS && (c[i-1] == bidi.EN || c[i-1] == bidi.AN)) {
			c[i] = c[i-1]
		}
	}
	for i := range c {
		if c[i] != bidi.ET {
			continue
		}
		end := i
		for end < len(c) && c[end] == bidi.ET {
			end++
		}
		if i > 0 && c[i-1] == bidi.EN || end < len(c) && c[end] == bidi.EN {
			for n := i; n < end; n++ {
				c[n] = bidi.EN
			}
		}
	}
	strong = edge
	for i := range c {
		switch c[i] {
		case bidi.ES, bidi.ET, bidi.CS:
			c[i] = bidi.ON
		case bidi.L, bidi.R:
			strong = c[i]
		case bidi.EN:
			if strong == bidi.L {
				c[i] = bidi.L
			}
		}
	}
}

// neutral gives what has no direction that of its neighbours, or of the line (N1, N2).
func neutral(c []bidi.Class, base int) {
	side := func(i int) bidi.Class {
		if i < 0 || i >= len(c) {
			return directionOf(base)
		}
		if c[i] == bidi.EN || c[i] == bidi.AN {
			return bidi.R
		}
		return c[i]
	}
	directed := func(x bidi.Class) bool { return x == bidi.L || x == bidi.R || x == bidi.EN || x == bidi.AN }
	for i := 0; i < len(c); i++ {
		if directed(c[i]) {
			continue
		}
		end := i
		for end < len(c) && !directed(c[end]) {
			end++
		}
		to := directionOf(base)
		if side(i-1) == side(end) {
			to = side(end)
		}
		for n := i; n < end; n++ {
			c[n] = to
		}
		i = end
	}
}

func directionOf(level int) bidi.Class {
	if level%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

// drawable is a text as a PDF can draw it, before its lines are put into order.
func drawable(text string) string {
	if utf8.RuneCountInString(text) == len(text) {
		return text
	}
	if rightToLeft(text) {
		text = joined(text)
	}
	return unmarked(text)
}
