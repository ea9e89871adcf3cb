package taxreturn

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// How sure a figure is, in thousandths; the letters count on top.
const (
	byLine  = 960 // its label and its line's number say the same
	byWords = 930 // its label alone, on a form without numbers
	byWeak  = 700 // its weak label: a sum lifts it
	unsure  = 500 // it stands there twice, and differs
)

// Outcome is what was found in the words of a packet.
type Outcome struct {
	Extraction string
	Pages      []reading.Page
	// Shown is where on a page, as it came, a box of its words is; nil = it is the same.
	Shown func(page int, b reading.Box) reading.Box
}

// Decide gives PacketExtracted; a packet that was settled meanwhile is left alone.
func (o Outcome) Decide(s State) ([]event.Payload, error) {
	if s.Status != Received {
		return nil, nil
	}
	p := PacketExtracted{Jurisdiction: s.Jurisdiction, TaxYear: s.TaxYear, Form: s.Form, Extraction: o.Extraction, Pages: len(o.Pages),
		Figures: []Figure{}, Checks: []Check{}}
	rows := rowsOf(o.Pages)
	form, known := FormByID(s.Form)
	if !known {
		form, known = recognise(rows, s.Jurisdiction)
	}
	for _, page := range o.Pages {
		if len(page.Words) == 0 {
			p.Checks = append(p.Checks, Check{Code: PageUnreadable})
			break
		}
	}
	if len(rows) == 0 {
		p.Extraction = "none"
	}
	if p.Checks = append(p.Checks, Check{Code: FormUnknown, OK: known}); !known {
		return []event.Payload{p}, nil
	}
	p.Form, p.Jurisdiction = form.ID, form.Jurisdiction
	printed := form.yearOf(rows)
	switch {
	case p.TaxYear == "":
		p.TaxYear = printed
		p.Checks = append(p.Checks, Check{Code: YearUnknown, OK: printed != ""})
	case printed != "":
		p.Checks = append(p.Checks, Check{Code: YearDiffers, OK: printed == p.TaxYear})
	}
	p.Figures = form.read(rows, p.TaxYear, s.Subject())
	p.Checks = form.check(p.Figures, p.Checks)
	form.vouch(p.Figures)
	if o.Shown != nil {
		for i, f := range p.Figures {
			p.Figures[i].Box = o.Shown(f.Page, f.Box)
		}
	}
	return []event.Payload{p}, nil
}

// vouch lifts figures whose sums hold: each of them stands in a sum that is right,
// and none in one that is wrong.
func (f Form) vouch(figures []Figure) {
	right, wrong := map[string]bool{}, map[string]bool{}
	for _, s := range f.sums {
		ok, known := f.holds(s, figures)
		for _, key := range slices.Concat([]string{s.result}, s.plus, s.minus) {
			right[key], wrong[key] = right[key] || known && ok, wrong[key] || known && !ok
		}
	}
	for i := range figures {
		switch x := &figures[i]; {
		case wrong[x.Key]:
			x.Score = min(x.Score, unsure)
		case right[x.Key] && x.Score > unsure && !amountIsZero(*x):
			x.Score = max(x.Score, 950)
		}
	}
}

// amountIsZero: a nought that adds nothing to a sum is not vouched for by it.
func amountIsZero(x Figure) bool {
	d, err := money.Parse(x.Value.Plain)
	return err != nil || d.IsZero()
}

// row is a line of a page in the words that labels are compared by.
type row struct {
	reading.Line
	words []string // of Line.Words, plain
	part  string   // heading under which it stands; "" = none yet
}

func rowsOf(pages []reading.Page) (rows []row) {
	for _, p := range pages {
		for _, l := range reading.Lines(p) {
			r := row{Line: l, words: make([]string, len(l.Words))}
			for i, w := range l.Words {
				r.words[i] = plain(w.Text)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// plain is a word in small letters without the signs around it.
func plain(word string) string {
	return strings.TrimFunc(strings.ToLower(strings.ReplaceAll(word, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func wordsIn(label string) (words []string) {
	for _, w := range strings.Fields(label) {
		if p := plain(w); p != "" {
			words = append(words, p)
		}
	}
	return words
}

// find is where words stand together in a row, from..to; signs between them do not
// count.
func (r row) find(label []string, from int) (first, last int) {
	for i := from; i < len(r.words); i++ {
		if r.words[i] != label[0] {
			continue
		}
		at, k := i, 0
		for ; at < len(r.words) && k < len(label); at++ {
			if r.words[at] == label[k] {
				k++
			} else if r.words[at] != "" {
				break
			}
		}
		if k == len(label) {
			return i, at - 1
		}
	}
	return -1, -1
}

// recognise is the form whose title stands in the packet; of several, the one whose
// title stands first.
func recognise(rows []row, jurisdiction string) (best Form, ok bool) {
	at := len(rows)
	for _, id := range FormIDs() {
		f, _ := FormByID(id)
		if jurisdiction != "" && f.Jurisdiction != jurisdiction {
			continue
		}
		for _, title := range f.Titles {
			label := wordsIn(title)
			i := slices.IndexFunc(rows, func(r row) bool { first, _ := r.find(label, 0); return first >= 0 })
			if i >= 0 && i < at {
				best, ok, at = f, true, i
			}
		}
	}
	return best, ok
}

// yearOf is the tax year that is printed, as the place writes it; "" where none is,
// or several are.
func (f Form) yearOf(rows []row) string {
	years := map[int]bool{}
	for _, pattern := range f.years {
		for _, r := range rows {
			for _, m := range pattern.FindAllStringSubmatch(strings.ToLower(r.Text()), -1) {
				n, err := strconv.Atoi(m[1])
				if err == nil && n > 1990 && n < 2100 {
					years[n] = true
				}
			}
		}
		if len(years) > 0 {
			break
		}
	}
	j := all.Registry().Find(f.Jurisdiction)
	if len(years) != 1 || j == nil {
		return ""
	}
	for n := range years {
		return j.YearForm.Label(n)
	}
	return ""
}

// read finds the figures of the form.
func (f Form) read(rows []row, year, subject string) []Figure {
	f.headings(rows)
	out := []Figure{}
	for _, r := range f.Rows {
		found := f.findAll(rows, r, year)
		if len(found) == 0 {
			continue
		}
		x := found[0]
		for _, other := range found[1:] {
			if other.value != x.value {
				x.score = min(x.score, unsure)
			}
		}
		out = append(out, Figure{Key: r.Key, Part: r.Part, Line: x.line, Value: text(subject, x.value), Raw: text(subject, x.raw),
			Currency: f.currencyOf(r), Source: FromPacket, Page: x.page, Box: x.box, Score: x.score})
	}
	return out
}

// headings says of each row under which part of the form it stands: a part's name in
// the first rows of a page begins it.
func (f Form) headings(rows []row) {
	const head = 8 // rows of a page in which its heading stands
	part, page, seen := "", -1, 0
	for i := range rows {
		if rows[i].Page != page {
			page, seen = rows[i].Page, 0
		}
		if seen++; seen <= head || f.Sections {
			for _, name := range f.Parts {
				if first, _ := rows[i].find(wordsIn(name), 0); first >= 0 && first <= 1 {
					part = name
				}
			}
		}
		rows[i].part = part
	}
}

// spotted is a figure where it stands.
type spotted struct {
	value, raw, line string
	page, score      int
	box              reading.Box
}

// findAll finds a figure by the labels that are its form's own, else by weak ones.
func (f Form) findAll(rows []row, r Row, year string) (all []spotted) {
	for i := range rows {
		if len(r.Choices) > 0 && f.under(rows[i], r) {
			all = append(all, f.choice(rows[i], r)...)
		}
	}
	for _, weak := range []bool{false, true} {
		for i := 0; i < len(rows) && len(r.Choices) == 0; i++ {
			if !f.under(rows[i], r) {
				continue
			}
			if x, ok := f.labelled(rows, i, r, r.Line(year), weak); ok {
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
		if x, ok := f.amountOf(at, r, line, last); ok {
			if weak {
				x.score = min(x.score, byWeak)
			}
			return x, true
		}
	}
	return spotted{}, false
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
		return spotted{}, false // it is the label of something else, which begins alike
	}
	a := all[column]
	x := spotted{raw: a.raw, line: line, page: r.Page, score: score}
	for _, w := range r.Words[a.first : a.last+1] {
		x.box, x.score = x.box.Join(w.Box), min(x.score, w.Score)
	}
	if x.line == "" && len(r.words) > 0 && isLine(r.words[0]) {
		x.line = r.words[0] // as it is printed
	}
	if want.Abs {
		a.value = a.value.Abs()
	}
	x.value = a.value.String()
	return x, true
}

// lettered reports whether a word has letters.
func lettered(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.ContainsFunc(w, unicode.IsLetter) && w != "eur" })
}

// isLine reports whether a word may number a line: 934, 12a.
func isLine(word string) bool {
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
