package taxreturn

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// spotted is a figure where it stands.
type spotted struct {
	value, raw, line string
	page, score      int
	box              reading.Box
}

// findAll finds a figure by the labels that are its form's own, else by weak ones.
func (f Form) findAll(rows []row, r Row, line string) (all []spotted) {
	for i := range rows {
		if len(r.Choices) > 0 && f.under(rows[i], r) {
			all = append(all, f.choice(rows[i], r)...)
		}
	}
	for _, weak := range []bool{false, true} {
		for i := 0; i < len(rows) && len(r.Choices) == 0; i++ {
			if !f.under(rows[i], r) || rows[i].labels {
				continue
			}
			if x, ok := f.labelled(rows, i, r, line, weak); ok {
				all = append(all, x)
			}
		}
		if len(all) > 0 {
			break
		}
	}
	return all
}

// under reports whether a row stands in the part of the form that a figure belongs to.
func (f Form) under(at row, r Row) bool { return r.Part == "" || at.part == "" || at.part == r.Part }

// labelled is the amount of a figure in row i, by the first of its labels that stands there.
func (f Form) labelled(rows []row, i int, r Row, line string, weak bool) (spotted, bool) {
	at := rows[i]
	for n, label := range r.Labels {
		if r.Weak[n] != weak {
			continue
		}
		first, last := at.find(label, 0)
		if last < 0 && line != "" && i > 0 && rows[i-1].Page == at.Page && len(f.amounts(rows[i-1], 0)) == 0 {
			last = wrapped(rows[i-1], at, label)
		}
		if last < 0 || first >= 0 && slices.ContainsFunc(r.Within[n], func(longer []string) bool {
			from, to := at.find(longer, 0)
			return from >= 0 && from <= first && to >= last
		}) {
			continue
		}
		bare := weak || line == "" && len(r.lines) > 0
		if bare && !leads(at, first) {
			continue
		}
		if x, ok := f.amountOf(at, r, line, last); ok && !f.ofAnother(at, r, label, last) {
			if weak {
				x.score = min(x.score, byWeak)
			}
			return x, true
		}
	}
	return spotted{}, false
}

// ofAnother reports whether what stands in brackets right behind a label makes it the line
// of another figure: one of whose labels has the words of both, "usc chargeable (spouse)".
func (f Form) ofAnother(at row, r Row, label []string, last int) bool {
	end := last + 1
	for end < len(at.Words) && end-last <= 6 && !strings.HasSuffix(at.Words[end].Text, ")") {
		end++
	}
	if end >= len(at.Words) || !remark(at.Words[last+1:end+1]) {
		return false
	}
	said := slices.Concat(label, at.words[last+1:end+1])
	return slices.ContainsFunc(f.Rows, func(other Row) bool {
		return other.Key != r.Key && slices.ContainsFunc(other.Labels, func(l []string) bool {
			return !slices.ContainsFunc(said, func(w string) bool { return !slices.Contains(l, w) })
		})
	})
}

// wrapped is where a label ends that begins in the row above; -1 where it does not.
func wrapped(above, r row, label []string) int {
	joined := row{words: slices.Concat(above.words, r.words)}
	first, last := joined.find(label, 0)
	if first < 0 || first >= len(above.words) || last < len(above.words) {
		return -1
	}
	return last - len(above.words)
}

// amountOf is the amount behind a label. Where the form numbers its lines, the
// number stands before the amount, or at the head of the row; a row that ends with
// its number is blank.
func (f Form) amountOf(r row, want Row, line string, label int) (spotted, bool) {
	all := f.amounts(r, label+1)
	score, numbered := byWords, -1
	if line != "" {
		for i := label + 1; i < len(r.words); i++ {
			if r.words[i] == line {
				numbered = i
			}
		}
		head := slices.Contains(r.words[:min(len(r.words), 2)], line)
		switch {
		case numbered >= 0:
			all = slices.DeleteFunc(all, func(a amount) bool { return a.first <= numbered })
		case !head || len(all) != 1:
			return spotted{}, false
		}
		score = byLine
	}
	column := len(all) - 1
	switch {
	case numbered >= 0:
		if column = 0; len(all) > 0 && lettered(r.words[numbered+1:all[0].first]) {
			return spotted{}, false // of the next figure in the row
		}
	case want.Column > 0:
		column = want.Column - 1
	}
	if len(all) == 0 || column >= len(all) || line == "" && want.Column == 0 && all[column].last != len(r.Words)-1 {
		return spotted{}, false
	}
	if line == "" && !want.Loose && lettered(r.words[label+1:all[0].first]) {
		if !remark(r.Words[label+1 : all[0].first]) {
			return spotted{}, false // it is the label of something else, which begins alike
		}
		score = byWeak // and so it may be in brackets: a sum must bear it out
	}
	a := all[column]
	x := spotted{raw: a.raw, line: line, page: r.Page, score: score}
	for _, w := range r.Words[a.first : a.last+1] {
		x.box, x.score = x.box.Join(w.Box), min(x.score, w.Score)
	}
	if x.line == "" && len(r.words) > 0 && isLine(r.words[0]) {
		x.line = r.words[0] // as it is printed
	} else if x.line == "" {
		x.line = r.item
	}
	if want.Abs {
		a.value = a.value.Abs()
	}
	x.value = a.value.String()
	return x, true
}

// remark reports whether words stand in brackets, all of them.
func remark(words []reading.Word) bool {
	const leaders = ".:_- "
	for len(words) > 0 && strings.Trim(words[len(words)-1].Text, leaders) == "" {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return false
	}
	text := strings.TrimRight(reading.Line{Words: words}.Text(), leaders)
	inner, opened := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	return opened && closed && !strings.ContainsAny(inner, "()")
}

// leads reports whether a label at word first leads its row: nothing but a number of a line,
// and what says that it is added, taken off or the reader's own, stands before.
func leads(r row, first int) bool {
	for _, w := range r.words[:max(first, 0)] {
		switch {
		case w == "" || isLine(w) || len(w) == 1:
		case leading[w]:
		default:
			return false
		}
	}
	return true
}

var leading = map[string]bool{"less": true, "plus": true, "minus": true, "add": true, "deduct": true, "your": true, "ab": true,
	"abzüglich": true, "abzgl": true, "zuzüglich": true, "zzgl": true, "ii": true, "iii": true, "iv": true, "vi": true}

// lettered reports whether a word has letters.
func lettered(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.ContainsFunc(w, unicode.IsLetter) && w != "eur" })
}

// isLine reports whether a word may number a line: 934, 12a, 10.1.
func isLine(word string) bool {
	if whole, part, dotted := strings.Cut(word, "."); dotted {
		return len(whole) <= 2 && len(part) <= 1 && digits(whole) && digits(part)
	}
	digits := strings.TrimRight(word, "abcdefghijklmnopqrstuvwxyz")
	return digits != "" && len(digits) <= 3 && strings.Trim(digits, "0123456789") == "" && len(word)-len(digits) <= 1
}

// choice finds the one option that is marked, or that is there.
func (f Form) choice(r row, want Row) (found []spotted) {
	for _, c := range want.Choices {
		first, last := r.find(c.Words, 0)
		if first < 0 || want.Marked && !marked(r, first) {
			continue
		}
		x := spotted{value: c.Value, page: r.Page, score: byWords}
		for _, w := range r.Words[first : last+1] {
			x.box, x.score, x.raw = x.box.Join(w.Box), min(x.score, w.Score), strings.TrimSpace(x.raw+" "+w.Text)
		}
		found = append(found, x)
	}
	return found
}

// marked reports whether a cross or a tick stands before a word.
func marked(r row, at int) bool {
	if at == 0 {
		return false
	}
	switch strings.Trim(strings.ToUpper(r.Words[at-1].Text), "[]() ") {
	case "X", "☒", "☑", "✓", "✔", "✗", "✘":
		return true
	}
	return false
}
