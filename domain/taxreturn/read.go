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
	rows := rowsOf(o.Pages, false)
	form, known := FormByID(s.Form)
	if !known {
		form, known = recognise(rows, s.Jurisdiction)
	}
	if form.Boxes {
		rows = rowsOf(o.Pages, true)
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
			right[key], wrong[key] = right[key] || known && ok, wrong[key] || known && !ok && !s.open
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
	words  []string // of Line.Words, plain
	part   string   // heading under which it stands; "" = none yet
	item   string   // its number, of a form that has items; "" = it has none, or it is not sure
	labels bool     // its amounts belong to the labels above them, which are rows of their own
}

// rowsOf are the lines of pages, and where asked for the boxes of those that are forms in
// columns.
func rowsOf(pages []reading.Page, boxes bool) (rows []row) {
	for _, p := range pages {
		var below []row
		boxed := false
		if boxes {
			below, boxed = rowsOfBoxes(p)
		}
		for _, l := range reading.Lines(p) {
			r := rowOf(joined(l))
			r.labels = boxed
			rows = append(rows, r)
		}
		rows = append(rows, below...)
	}
	return rows
}

func rowOf(l reading.Line) row {
	r := row{Line: l, words: make([]string, len(l.Words))}
	for i, w := range l.Words {
		r.words[i] = plain(w.Text)
	}
	return r
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

// read finds the figures of the form. Where it numbers its lines and none of them is printed
// with its number, it was written by hand or by a program: the labels alone name its lines,
// and a sum must bear them out.
func (f Form) read(rows []row, year, subject string) []Figure {
	f.headings(rows)
	if f.Items {
		items(rows)
	}
	out, numbered := f.figures(rows, subject, func(r Row) string { return r.Line(year) })
	if !numbered && slices.ContainsFunc(f.Rows, func(r Row) bool { return r.Line(year) != "" }) {
		out, _ = f.figures(rows, subject, func(Row) string { return "" })
		for i, x := range out {
			if r, _ := f.Row(x.Key); r.Line(year) != "" {
				out[i].Score = min(x.Score, byWeak)
			}
		}
	}
	return out
}

// figures are those that stand in rows, by labels and by the numbers of lines that line
// gives; numbered reports whether such a number was printed.
func (f Form) figures(rows []row, subject string, line func(Row) string) (out []Figure, numbered bool) {
	out = []Figure{}
	for _, r := range f.Rows {
		found := f.findAll(rows, r, line(r))
		if len(found) == 0 {
			continue
		}
		x := found[0]
		for _, other := range found[1:] {
			if other.value != x.value {
				x.score = min(x.score, unsure)
			}
		}
		numbered = numbered || line(r) != ""
		out = append(out, Figure{Key: r.Key, Part: r.Part, Line: x.line, Value: text(subject, x.value), Raw: text(subject, x.raw),
			Currency: f.currencyOf(r), Source: FromPacket, Page: x.page, Box: x.box, Score: x.score})
	}
	return out, numbered
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
