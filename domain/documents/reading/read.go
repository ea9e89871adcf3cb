package reading

import (
	"cmp"
	"slices"
	"strings"

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

// Sheets are pages whose words stand in lines.
type Sheets struct{ lines []Line }

// SheetsOf puts the words of pages into lines.
func SheetsOf(pages []Page) (s Sheets) {
	for _, p := range pages {
		s.lines = append(s.lines, Lines(p)...)
	}
	return s
}

// Read finds the fields of a document. language is the one of its letters (ISO
// 639-2, as recognition names them); "" = not known. A field that is not found is
// absent.
func Read(pages []Page, language string) []Found { return SheetsOf(pages).Read(language) }

// reader reads lines by the habits that all of them together show.
func (s Sheets) reader(language string) reader {
	return reader{lines: s.lines, sign: signOf(s.lines), habit: habitOf(s.lines, language)}
}

// Read finds the fields, as the function of that name.
func (s Sheets) Read(language string) []Found {
	r := s.reader(language)
	for i := range r.lines {
		r.marked = append(r.marked, withTax(r.lines[i], labels.labelsOf(r.lines[i])))
	}
	r.sums()
	r.days()
	r.numberOf()
	r.codes()
	r.names()
	sortFound(r.found)
	return r.found
}

func sortFound(all []Found) {
	slices.SortFunc(all, func(a, b Found) int { return cmp.Compare(a.Name, b.Name) })
}

type reader struct {
	lines  []Line
	marked [][]label
	sign   decimalSign
	habit  dayHabit
	found  []Found

	amounts [][]figure // of each line, once they were asked for; nil = they were not
}

// figures are the amounts of line i, read once; nobody changes them.
func (r *reader) figures(i int) []figure {
	if r.amounts == nil {
		r.amounts = make([][]figure, len(r.lines))
	}
	if r.amounts[i] == nil {
		if r.amounts[i] = figures(r.lines[i], r.sign); r.amounts[i] == nil {
			r.amounts[i] = []figure{}
		}
	}
	return r.amounts[i]
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
	gross, okGross := r.grossOf(all)
	net, okNet := netOf(all, gross, okGross)
	tax, okTax := r.taxOf(all, gross, net, okGross && okNet)
	agreed := false
	if okGross && okNet && okTax && net.value.Add(tax.value).Equal(gross.value) && !tax.value.IsZero() {
		agreed = true
	}
	vouched := okGross && !agreed && r.vouched(all, gross, tax, okTax)
	if okGross && (gross.what == partTotal || r.contested(all, gross, net, tax) || okNet && okTax && nearly(gross, net, tax)) {
		agreed, vouched = false, false
	}
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
	all := r.figures(i)
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
		kind := l.what
		if kind == grossLabel && r.ofSomething(i, l, f.first) {
			kind = partTotal
		}
		out = append(out, sum{f, i, score, kind})
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
	return m.what != paidBy // "Total Visa", "Change to card"
}

func sumLabel(w what) bool { return w >= grossLabel && w <= otherSum }

// below finds the amount under a label: the one whose box overlaps it.
func (r *reader) below(i int, m label) []sum {
	box := Box{}
	for _, w := range r.lines[i].Words[m.first : m.last+1] {
		box = box.Join(w.Box)
	}
	for _, f := range r.figures(i + 1) {
		under := Box{}
		for _, w := range r.lines[i+1].Words[f.first : f.last+1] {
			under = under.Join(w.Box)
		}
		if f.cents && under.Left < box.Right && under.Right > box.Left && len(r.marked[i+1]) == 0 {
			kind := m.what
			if kind == grossLabel && (r.ofSomething(i, m, m.last+1) || r.headsRows(i)) {
				kind = partTotal
			}
			return []sum{{f, i + 1, byAbove, kind}}
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

// netOf is the net: of several, the one that a tax of the document makes the gross. A till's
// subtotal is the total itself, where prices contain the tax.
func netOf(all []sum, gross sum, okGross bool) (sum, bool) {
	net, ok := best(all, netLabel)
	if !ok || !okGross {
		return net, ok
	}
	for _, s := range all {
		if s.what != netLabel || !s.cents || s.value.Equal(net.value) {
			continue
		}
		if left := gross.value.Sub(s.value); slices.ContainsFunc(all, func(t sum) bool {
			return t.what == taxLabel && t.value.Sign() > 0 && t.value.Equal(left)
		}) {
			return s, true
		}
	}
	return net, ok
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
		if len([]rune(strings.Trim(text, "0123456789 .,:-/*#"))) < 3 || len(r.marked[i]) > 0 && r.marked[i][0].first == 0 ||
			len(dates(l, r.habit)) > 0 {
			continue
		}
		r.add(found(Issuer, text, l.Page, l.Words, byGuess))
		r.add(found(Merchant, text, l.Page, l.Words, byGuess))
		return
	}
}
