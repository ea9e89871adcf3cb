package amount

import "strings"

// Plain writes digits with separators as a plain decimal: "1.234,50" in a
// style with a decimal comma is "1234.50".
func Plain(text string, style Style) (string, Doubt) {
	var digits [][2]int // start and end of each run of digits
	var seps []byte
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] >= '0' && text[j] <= '9' {
			j++
		}
		digits = append(digits, [2]int{i, j})
		if j < len(text) {
			seps = append(seps, text[j])
		}
		i = j + 1
	}
	runs := make([]string, len(digits))
	for i, d := range digits {
		runs[i] = text[d[0]:d[1]]
	}
	if len(runs) != len(seps)+1 {
		return "", Malformed
	}
	if len(seps) == 0 {
		return text, Certain
	}
	last := seps[len(seps)-1]
	group := seps[0]
	switch {
	case len(seps) == 1 && (last == '.' || last == ','):
		return single(runs, last, style)
	case uniform(seps):
		if !grouped(runs, group) {
			return "", Malformed
		}
		return strings.Join(runs, ""), Certain
	case uniform(seps[:len(seps)-1]) && group != last && (last == '.' || last == ','):
		return mixed(runs, group, last)
	}
	return "", Malformed
}

// single reads one point or comma.
func single(runs []string, sep byte, style Style) (string, Doubt) {
	head, tail := runs[0], runs[1]
	decimalMark := sep == '.' && style.Point || sep == ',' && style.Comma
	onlyDecimal := decimalMark && !(sep == '.' && style.Comma || sep == ',' && style.Point)
	switch {
	case len(tail) <= 2 && (onlyDecimal || sep == '.' && !style.Comma || decimalMark):
		return head + "." + tail, Certain
	case len(tail) <= 2:
		return "", Separators // a decimal comma in English, or a slip of a group
	case head == "0" && len(tail) == 3 && (decimalMark || style.Point):
		return head + "." + tail, Certain // 0.058 of a million: no group begins with nothing
	case len(tail) > 3 || len(head) > 3 || head[0] == '0':
		return "", Malformed
	case sep == '.' && style.PointGroups && !style.Comma:
	case decimalMark || sep == '.' && style.Point:
		return "", Separators
	}
	return head + tail, Certain
}

// mixed reads groups and one decimal mark.
func mixed(runs []string, group, mark byte) (string, Doubt) {
	n := len(runs) - 1
	switch {
	case !grouped(runs[:n], group):
		return "", Malformed
	case len(runs[n]) == 3:
		return "", Separators // 1.234,567: a slip in either style
	case len(runs[n]) > 2:
		return "", Malformed
	}
	return strings.Join(runs[:n], "") + "." + runs[n], Certain
}

func uniform(seps []byte) bool {
	for _, s := range seps {
		if s != seps[0] {
			return false
		}
	}
	return true
}

// grouped reports groups of three, or the Indian two, two and three.
func grouped(runs []string, sep byte) bool {
	n := len(runs)
	if n == 1 {
		return len(runs[0]) > 0
	}
	if len(runs[0]) < 1 || len(runs[0]) > 3 || len(runs[n-1]) != 3 || runs[0][0] == '0' {
		return false
	}
	threes, twos := true, sep == ',' && len(runs[0]) <= 2
	for _, r := range runs[1 : n-1] {
		threes = threes && len(r) == 3
		twos = twos && len(r) == 2
	}
	return threes || twos
}
