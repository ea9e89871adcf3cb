package documents

import (
	"strings"
	"unicode"
)

// SameIssuer reports whether two names are one issuer's as far as capitals, signs and a
// letter in six that was misread go. An empty name is nobody's.
func SameIssuer(a, b string) bool {
	x, y := lettersOf(a), lettersOf(b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	const lettersMax = 60 // of a name
	x, y = x[:min(len(x), lettersMax)], y[:min(len(y), lettersMax)]
	return distance(x, y) <= max(len(x), len(y))/6
}

func lettersOf(name string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name))
}

// distance is how many letters are to be changed, put in or left out (Levenshtein).
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
