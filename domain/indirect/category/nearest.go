package category

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Path is where the catalogue is read.
const Path = "/api/tax-assistant/tax-categories/"

// nearestMost is how many codes are offered for one that is none.
const nearestMost = 3

// Wanted says what is wanted where a code is none of the catalogue: where the
// catalogue stands, and the codes nearest to what was sent, if any is near.
func Wanted(sent string) string {
	text := "a code of the category catalogue, " + Path
	if near := Nearest(sent); len(near) > 0 {
		text += fmt.Sprintf("; near %q: %s", sent, strings.Join(near, ", "))
	}
	return text
}

// Nearest returns up to three codes, nearest first: those that share words of
// the code, its name or its group with what was sent, then those that differ
// from it by few letters.
func Nearest(sent string) []string {
	type scored struct {
		code string
		far  int // less is nearer
	}
	sent = strings.ToLower(strings.TrimSpace(sent))
	var near []scored
	for _, c := range catalogue {
		shared := 0
		own, named := words(c.Code), words(c.Name+" "+c.Group)
		for _, w := range words(sent) {
			switch {
			case slices.Contains(own, w):
				shared += 3
			case slices.ContainsFunc(own, func(o string) bool { return alike(o, w) }):
				shared += 2
			case slices.ContainsFunc(named, func(o string) bool { return alike(o, w) }):
				shared++
			}
		}
		d := distance(sent, c.Code)
		if shared > 0 {
			far := 8*len(own) - 100*shared + d
			switch { // of equals a general word means what has no special rate, and the whole before its parts
			case c.Standard:
				far -= 16
			case c.Within != "":
				far += 12
			}
			near = append(near, scored{c.Code, far})
		} else if d <= max(1, len(c.Code)/4) {
			near = append(near, scored{c.Code, d})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return cmp.Compare(a.far, b.far) })
	var out []string
	for _, n := range near[:min(nearestMost, len(near))] {
		out = append(out, n.code)
	}
	return out
}

// words are those of a code or name that tell: in lower case, without those
// that join others.
func words(s string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	}), func(w string) bool {
		return len(w) < 3 || slices.Contains([]string{"and", "the", "for", "other", "than", "not", "with"}, w)
	})
}

// alike are two words of which one begins the other, or that differ by one letter in six.
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) > 3 && strings.HasPrefix(b, a) || distance(a, b) <= len(b)/6
}

// distance is the number of letters to put in, take out or change.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := last
			if a[i] != b[j] {
				d = 1 + min(last, row[j], row[j+1])
			}
			last, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
