package corpus

import (
	"slices"
	"strings"
)

// Hunk is a run of words that was replaced.
type Hunk struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

const (
	hunksMax = 20
	hunkMax  = 300 // letters of either side
)

// Hunks says which words of a text were replaced by which, in order. A passage has
// some hundred words, so that the table of common subsequences is small.
func Hunks(before, after string) (out []Hunk) {
	a, b := strings.Fields(before), strings.Fields(after)
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	a, b = a[head:], b[head:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	common := make([][]int16, len(a)+1) // of a[i:] and b[k:]
	for i := range common {
		common[i] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i] == b[k] {
				common[i][k] = common[i+1][k+1] + 1
			} else {
				common[i][k] = max(common[i+1][k], common[i][k+1])
			}
		}
	}
	i, k := 0, 0
	for (i < len(a) || k < len(b)) && len(out) < hunksMax {
		if i < len(a) && k < len(b) && a[i] == b[k] {
			i, k = i+1, k+1
			continue
		}
		from, to := i, k
		for (i < len(a) || k < len(b)) && !(i < len(a) && k < len(b) && a[i] == b[k]) {
			if k == len(b) || i < len(a) && common[i+1][k] >= common[i][k+1] {
				i++
			} else {
				k++
			}
		}
		out = append(out, Hunk{Cut(strings.Join(a[from:i], " "), hunkMax), Cut(strings.Join(b[to:k], " "), hunkMax)})
	}
	return slices.Clip(out)
}

// Cut is the first letters of a text, at the end of a word where there is one; an
// ellipsis says that more follows.
func Cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	if most < 1 {
		return ""
	}
	cut := string(runes[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
