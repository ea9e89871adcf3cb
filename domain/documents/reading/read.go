package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Names of fields.
const (
	Issuer      = "issuer"
	IssuerTaxID = "issuer_tax_id"
	Number      = "number"
	Date        = "date"
	SupplyDate  = "supply_date"
	DueDate     = "due_date"
	Currency    = "currency"
	Net         = "net"
	Tax         = "tax"
	Gross       = "gross"
	IBAN        = "iban"
	Buyer       = "buyer"
	Merchant    = "merchant"
)

// How sure a label makes a value, in thousandths; the letters count on top.
const (
	byLabel   = 880 // the label stands before it in its line
	byAbove   = 800 // or above it
	byGuess   = 550 // nothing but its kind and place speaks for it
	byAgreed  = 950 // sums that agree lift to this
	byTime    = 930 // the only date there is, and the time of day beside it
	ambiguous = 500 // it can be read in two ways
)

// Read finds the fields of a document. language is the one of its letters (ISO
// 639-2, as recognition names them); "" = not known. A field that is not found is
// absent.
func Read(pages []Page, language string) []Found {
	r := reader{}
	for _, p := range pages {
		r.lines = append(r.lines, Lines(p)...)
	}
	r.sign, r.order = signOf(r.lines), orderOf(r.lines, language)
	if r.order == openOrder && bySign(r.lines) {
		r.order = dayFirst
	}
	for i := range r.lines {
		r.marked = append(r.marked, labelsOf(r.lines[i]))
	}
	r.sums()
	r.days()
	r.numberOf()
	r.codes()
	r.names()
	slices.SortFunc(r.found, func(a, b Found) int { return cmp.Compare(a.Name, b.Name) })
	return r.found
}

type reader struct {
	lines  []Line
	marked [][]label
	sign   decimalSign
	order  dayOrder
	found  []Found
}

func (r *reader) add(f Found) { r.found = append(r.found, f) }

func (r *reader) get(name string) (Found, bool) {
	for _, f := range r.found {
		if f.Name == name {
			return f, true
		}
	}
	return Found{}, false
}

// sum is an amount that a label names.
type sum struct {
	figure
	line  int
	score int
	what  what
}

// sums finds gross, net, tax and currency.
func (r *reader) sums() {
	var all []sum
	for i := range r.lines {
		all = append(all, r.sumsOf(i)...)
	}
	gross, okGross := best(all, grossLabel)
	if due, ok := best(all, dueLabel); ok && !okGross {
		gross, okGross = due, true
	}
	net, okNet := best(all, netLabel)
	tax, okTax := r.taxOf(all, gross, net, okGross && okNet)
	agreed := false
	if okGross && okNet && okTax && net.value.Add(tax.value).Equal(gross.value) && !tax.value.IsZero() {
		agreed = true
	}
	vouched := okGross && !agreed && r.vouched(all, gross, tax, okTax)
	put := func(name string, s sum, ok bool) {
		if !ok {
			return
		}
		f := found(name, s.value.String(), r.lines[s.line].Page, r.lines[s.line].Words[s.first:s.last+1], s.score)
		if !s.sure {
			f.Score = min(f.Score, ambiguous)
		} else if agreed || vouched && name == Gross {
			f.Score = max(f.Score, byAgreed)
		}
		r.add(f)
	}
	put(Gross, gross, okGross)
	put(Net, net, okNet)
	put(Tax, tax, okTax)
	r.currency(all, gross, okGross)
}

// sumsOf are the labelled amounts of a line: its last amount belongs to the
// label that stands last before it. A label alone in its line takes the amount
// below it.
func (r *reader) sumsOf(i int) []sum {
	all := figures(r.lines[i], r.sign)
	var out []sum
	for _, f := range all {
		var l label
		for _, m := range r.marked[i] {
			if m.last < f.first && sumLabel(m.what) && stronger(m, l, r.lines[i]) {
				l = m
			}
		}
		if l.what == nothing {
			continue
		}
		score := byLabel
		if !f.cents {
			score = byGuess // a count, or a rate without its sign
		}
		out = append(out, sum{f, i, score, l.what})
	}
	// Of several amounts after one label the last is the sum of the line: before it
	// stand rates and bases.
	if n := len(out); n > 1 {
		out = out[n-1:]
	}
	if len(all) == 0 && i+1 < len(r.lines) && r.lines[i+1].Page == r.lines[i].Page {
		for _, m := range r.marked[i] {
			if sumLabel(m.what) {
				out = append(out, r.below(i, m)...)
			}
		}
	}
	return out
}

// stronger reports whether a label counts more for what follows: of two in one
// line, "total" says less than what it is the total of.
func stronger(m, than label, _ Line) bool {
	if than.what == nothing {
		return true
	}
	if m.what == grossLabel && than.what != grossLabel && m.first == than.last+1 {
		return false // "VAT total", "Subtotal Betrag"
	}
	return true
}

func sumLabel(w what) bool { return w >= grossLabel && w <= otherSum }

// below finds the amount under a label: the one whose box overlaps it.
func (r *reader) below(i int, m label) []sum {
	box := Box{}
	for _, w := range r.lines[i].Words[m.first : m.last+1] {
		box = box.Join(w.Box)
	}
	for _, f := range figures(r.lines[i+1], r.sign) {
		under := Box{}
		for _, w := range r.lines[i+1].Words[f.first : f.last+1] {
			under = under.Join(w.Box)
		}
		if f.cents && under.Left < box.Right && under.Right > box.Left && len(r.marked[i+1]) == 0 {
			return []sum{{f, i + 1, byAbove, m.what}}
		}
	}
	return nil
}

// best is the sum that a label names: where several lines carry the label, they
// must say the same, else it is the largest, and less sure.
func best(all []sum, w what) (sum, bool) {
	var chosen sum
	ok, differ := false, false
	for _, s := range all {
		if s.what != w {
			continue
		}
		if ok && !s.value.Equal(chosen.value) {
			differ = differ || s.score >= chosen.score && s.cents == chosen.cents
		}
		if !ok || s.cents && !chosen.cents || s.cents == chosen.cents && s.value.Greater(chosen.value) {
			chosen, ok = s, true
		}
	}
	if differ {
		chosen.score = min(chosen.score, 700)
	}
	return chosen, ok
}

// taxOf is the tax: one line of it, or the sum of several rates' where gross and
// net leave exactly that.
func (r *reader) taxOf(all []sum, gross, net sum, both bool) (sum, bool) {
	tax, ok := best(all, taxLabel)
	if !ok || !both {
		return tax, ok
	}
	left := gross.value.Sub(net.value)
	for _, s := range all {
		if s.what == taxLabel && s.value.Equal(left) {
			return s, true
		}
	}
	total := money.Zero
	for _, s := range all {
		if s.what == taxLabel && s.cents {
			total = total.Add(s.value)
		}
	}
	if total.Equal(left) {
		tax.value = total
	}
	return tax, true
}

// currency is the one beside the gross, else the only one in the document. A
// dollar sign alone is no country's.
func (r *reader) currency(all []sum, gross sum, ok bool) {
	if ok && gross.currency != "" {
		first, last := max(gross.first-1, 0), min(gross.last+2, len(r.lines[gross.line].Words))
		r.add(found(Currency, gross.currency, r.lines[gross.line].Page, r.lines[gross.line].Words[first:last], byLabel+60))
		return
	}
	seen := map[string]Found{}
	for _, l := range r.lines {
		for i, w := range l.Words {
			code := marks[strings.ToUpper(strings.Trim(w.Text, "():;,"))]
			if _, c := unmark(w.Text); code == "" {
				code = c
			}
			if _, has := seen[code]; code != "" && !has {
				seen[code] = found(Currency, code, l.Page, l.Words[i:i+1], byAbove)
			}
		}
	}
	if len(seen) == 1 {
		for _, f := range seen {
			r.add(f)
		}
	}
}

// days finds the dates: those that labels name, and for the date of issue, where
// no label does, the only date that is nothing else.
func (r *reader) days() {
	taken := map[what]bool{}
	var free []Found
	names := map[what]string{issueDate: Date, supplyDate: SupplyDate, dueDate: DueDate}
	for i, l := range r.lines {
		for _, d := range dates(l, r.order) {
			w, score := r.dateLabel(i, d)
			f := found(names[w], d.date.String(), l.Page, l.Words[d.first:d.last+1], score)
			if !d.sure {
				f.Score = min(f.Score, ambiguous)
			}
			switch {
			case w == nothing:
				f.Name = Date
				free = append(free, f)
			case names[w] != "" && !taken[w]:
				taken[w] = true
				r.add(f)
			case w == issueDate:
				r.doubt(Date, f.Value)
			}
		}
	}
	if taken[issueDate] || len(free) == 0 {
		return
	}
	f := free[0]
	beside := f.Score * byTime / byLabel // as sure as its letters make it
	f.Score = f.Score * byGuess / byLabel
	distinct := map[string]bool{}
	for _, x := range free {
		distinct[x.Value] = true
	}
	if len(distinct) == 1 && len(r.found) > 0 {
		f.Score = f.Score * 1000 / 620 // the only date there is: a till prints no other
		if r.timed(f) && beside > f.Score && f.Score > ambiguous+10 {
			f.Score = beside
		}
	}
	f.Score = min(f.Score, byTime)
	r.add(f)
}

// doubt lowers a field where the same label stands before another value.
func (r *reader) doubt(name, value string) {
	for i, f := range r.found {
		if f.Name == name && f.Value != value {
			r.found[i].Score = min(f.Score, 600)
		}
	}
}

// dateLabel is what a date is: by the label that stands last before it in its
// line, else by the one above it.
func (r *reader) dateLabel(i int, d day) (what, int) {
	w := nothing
	for _, m := range r.marked[i] {
		if m.last < d.first && m.what >= issueDate && m.what <= otherDate {
			w = m.what
		}
	}
	if w != nothing {
		return w, byLabel + 60
	}
	if i > 0 && r.lines[i-1].Page == r.lines[i].Page {
		at := r.lines[i].Words[d.first].Box
		for _, m := range r.marked[i-1] {
			box := r.lines[i-1].Words[m.first].Box.Join(r.lines[i-1].Words[m.last].Box)
			if m.what >= issueDate && m.what <= otherDate && box.Left < at.Right && box.Right > at.Left {
				return m.what, byAbove + 100
			}
		}
	}
	return nothing, byLabel
}

// numberOf finds the document's number: what follows its label and holds a digit.
func (r *reader) numberOf() {
	for i, l := range r.lines {
		for _, m := range r.marked[i] {
			if m.what != numberLabel {
				continue
			}
			for j := m.last + 1; j < len(l.Words) && j <= m.last+3; j++ {
				text := strings.Trim(l.Words[j].Text, "#:.,;()")
				if _, _, _, isDate := parts(text); isDate || !strings.ContainsAny(text, "0123456789") {
					if filler(text) {
						continue
					}
					break
				}
				if len(text) > 1 || m.last > m.first {
					r.add(found(Number, text, l.Page, l.Words[j:j+1], byLabel))
					return
				}
			}
		}
	}
}

// filler is what may stand between a label and its number.
func filler(text string) bool {
	switch strings.ToLower(text) {
	case "", "no", "nr", "n", "n°", "nº", "#", "number", "num", "-", "is", "vat", "numer":
		return true
	}
	return false
}

// names takes the issuer from the head of the first page: a till and a letter
// both begin with who wrote them. It is never sure by itself.
func (r *reader) names() {
	for i, l := range r.lines {
		if l.Page > 1 || i > 5 {
			return
		}
		text := l.Text()
		if len([]rune(strings.Trim(text, "0123456789 .,:-/*#"))) < 3 || len(r.marked[i]) > 0 && r.marked[i][0].first == 0 || len(dates(l, r.order)) > 0 {
			continue
		}
		r.add(found(Issuer, text, l.Page, l.Words, byGuess))
		r.add(found(Merchant, text, l.Page, l.Words, byGuess))
		return
	}
}

// Dates of documents are plausible between these and ten days from today.
var earliest = civil.Of(1995, 1, 1)

// Plausible reports whether a document may bear a date.
func Plausible(d, today civil.Date) bool { return !d.Before(earliest) && !d.After(today.AddDays(10)) }
