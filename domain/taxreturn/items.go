package taxreturn

import (
	"regexp"
	"strings"
)

// Of a form whose lines are numbered in items: "934." begins a section, "(b)" an item of it,
// "(i)" one of that, and "(b)(ii)" names itself whole.
var (
	sectionMark = regexp.MustCompile(`^(\d{1,3}[A-Z]?)\.$`)
	itemMark    = regexp.MustCompile(`^(?:\([A-Za-z]{1,5}\))+$`)
)

// place is where a reader of items stands.
type place struct {
	section string
	letter  byte // of the item; 0 = none yet
	roman   int  // of the item within it; 0 = none yet
}

// items says of each row by which number it stands, as it is printed: "934(b)(i)". One that
// does not follow on what stands before it was misread, and is not told.
func items(rows []row) {
	var at place
	for i, r := range rows {
		if len(r.Words) < 2 {
			continue
		}
		first := r.Words[0].Text
		if m := sectionMark.FindStringSubmatch(first); m != nil && lettered(r.words[1:2]) {
			at = place{section: m[1]}
		} else if itemMark.MatchString(first) {
			rows[i].item = at.next(first)
		}
	}
}

// next is the number of what a mark begins; "" where it does not follow.
func (p *place) next(mark string) string {
	name := strings.Trim(mark, "()")
	if strings.Contains(name, ")(") {
		return p.section + mark
	}
	const skipped = 2 // as many letters on may be the next that is seen
	letter := name[0]
	following := len(name) == 1 && letter > p.letter && (p.letter == 0 && letter == 'a' || p.letter > 0 && letter-p.letter <= skipped)
	if n := romanOf(name); n > p.roman && p.letter > 0 {
		if p.roman == 0 && following && letter == p.letter+1 {
			return "" // (i) after (h) is either
		}
		p.roman = n
		return p.section + "(" + string(p.letter) + ")" + mark
	}
	if !following {
		return ""
	}
	p.letter, p.roman = letter, 0
	return p.section + mark
}

// romanOf is a number in small Roman figures to 39; 0 = it is none.
func romanOf(name string) int {
	value := map[rune]int{'i': 1, 'v': 5, 'x': 10}
	total, before := 0, 0
	for _, c := range name {
		v := value[c]
		if v == 0 {
			return 0
		}
		if total += v; before > 0 && before < v {
			total -= 2 * before
		}
		before = v
	}
	return total
}
