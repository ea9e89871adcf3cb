package reading

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// grossOf is the total of a document: what a label names so, else what is to be paid,
// else the total of something, which is not sure. What heads a column of a table of taxes
// names a total only where no greater one is named elsewhere.
func (r *reader) grossOf(all []sum) (sum, bool) {
	of := slices.DeleteFunc(slices.Clone(all), func(s sum) bool {
		if s.what == grossLabel && slices.ContainsFunc(all, func(o sum) bool {
			return o.what == grossLabel && o.cents && r.leads(s.line, s.value, o)
		}) {
			return true // before a reduction or a charge
		}
		return s.what == grossLabel && r.ofTaxes(s.line) && slices.ContainsFunc(all, func(o sum) bool {
			return (o.what == grossLabel || o.what == dueLabel) && o.cents && o.value.Greater(s.value)
		})
	})
	for _, w := range []what{grossLabel, dueLabel} {
		if s, ok := best(of, w); ok {
			return s, true
		}
	}
	s, ok := best(of, partTotal)
	s.score = min(s.score, 700)
	return s, ok
}

// ofSomething reports whether the words around a label of a total, in line i, say what it
// is of, so that it may be a part: "Goods total", "Total parts". upto is where its amount
// begins.
func (r *reader) ofSomething(i int, l label, upto int) bool {
	words := r.lines[i].Words
	own := func(j int) bool {
		return slices.ContainsFunc(r.marked[i], func(x label) bool { return x.first <= j && j <= x.last })
	}
	if before, ok := introduction(r.lines[i], l.first); ok && !own(before) && saysOf(words[before].Text) {
		return true
	}
	for j := l.last + 1; j < upto; j++ {
		if !own(j) && says(strings.TrimRight(words[j].Text, ",;:|")) && saysOf(words[j].Text) {
			return true
		}
	}
	return false
}

// saysOf reports whether a word beside "total" may say of what it is one.
func saysOf(word string) bool {
	_, currency := marks[strings.ToUpper(strings.Trim(word, "().,:;*"))]
	word = strings.Trim(strings.ToLower(word), ".,:;()*#-/")
	return len([]rune(word)) > 1 && !currency && !wholly[word]
}

// wholly are words beside "total" that leave it the total of all.
var wholly = map[string]bool{}

func init() {
	for _, words := range []string{
		"grand your the this order sale sales bill invoice receipt purchase transaction basket final check ticket amount price payable charged",
		"incl including inclusive inc with of in item items article articles art pcs now today only paid",
		"inkl inklusive enthält mit rechnung bon artikel stück posten zahlen alle",
		"tvac ttc toutes taxes comprises facture dont avec ticket à payer articles",
		"compra incluido incluidos con impuestos factura artículos pagar",
		"complessivo documento inclusa incluso compresa fattura ordine pezzi",
		"inclusief artikelen bon bestelling stuks zapłaty brutto faktury paragon com fatura artigos",
	} {
		for _, w := range strings.Fields(words) {
			wholly[w] = true
		}
	}
}

// contested reports whether something beside the total speaks against it, so that sums
// that agree do not say that it is this document's: its label before another value that
// is no part of it (an earlier document's, or one before a discount), what is to be paid
// or was paid by card and differs, or a larger amount that no label explains.
func (r *reader) contested(all []sum, gross, net, tax sum) bool {
	part := func(s sum) bool {
		if r.leads(s.line, s.value, gross) {
			return true
		}
		if s.what == gross.what && r.ofTaxes(s.line) && s.value.Less(gross.value) {
			return true
		}
		return s.value.IsZero() || s.value.Equal(gross.value) || s.value.Equal(net.value) || s.value.Equal(tax.value) ||
			r.splits(s.line, gross.value)
	}
	for _, s := range all {
		if !s.cents || part(s) {
			continue
		}
		switch s.what {
		case gross.what, dueLabel:
			return true
		case paidBy:
			if s.line > gross.line {
				return true
			}
		case partTotal:
			if s.line > gross.line || s.value.Greater(gross.value) {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.unlabelled(), func(s sum) bool {
		return s.value.Abs().Greater(gross.value.Abs()) && !r.leads(s.line, s.value, gross)
	})
}

// unlabelled are the amounts of lines without a label of a sum, but for what is measured,
// and for what stands before base, tax and both together in a line of a table of taxes: a rate.
func (r *reader) unlabelled() (all []sum) {
	for i, l := range r.lines {
		if r.labelled(i) {
			continue
		}
		begin := 0
		if sums := r.sureCents(i); r.ofTaxes(i) {
			begin = sums[len(sums)-3].first
		}
		for _, f := range r.figures(i) {
			if f.cents && f.first >= begin && !measured(l, f) {
				all = append(all, sum{figure: f, line: i})
			}
		}
	}
	return all
}

// measured reports whether a number is one of a unit that stands beside it: litres, hours.
func measured(l Line, f figure) bool {
	unit := func(i int) bool {
		return i >= 0 && i < len(l.Words) && units[strings.Trim(strings.ToLower(l.Words[i].Text), ".,:;()")]
	}
	money := f.currency != "" || strings.Contains(l.Words[f.first].Text, "$")
	return !money && (unit(f.first-1) || unit(f.last+1))
}

// units are those in which tills measure what is sold.
var units = map[string]bool{}

func init() {
	for _, u := range strings.Fields("km kg kwh l lt ltr litre litres liter liters litri litros litrów hrs std mi gal gallons miles") {
		units[u] = true
	}
}

// ofTaxes reports whether a line is one of a table of taxes: base, tax, and both together.
func (r *reader) ofTaxes(i int) bool {
	all := r.sureCents(i)
	n := len(all)
	return n >= 3 && all[n-3].value.Add(all[n-2].value).Equal(all[n-1].value)
}

func (r *reader) sureCents(i int) []figure {
	var sure []figure
	for _, f := range r.figures(i) {
		if f.cents && f.sure {
			sure = append(sure, f)
		}
	}
	return sure
}

// splits reports whether a line tells how a total is made of a base and its tax, as the
// last line of a table of taxes does: its last amounts are both, and may be the total too.
func (r *reader) splits(i int, total money.Dec) bool {
	base, tax, whole, ok := r.taxRow(i)
	return ok && base.Add(tax).Equal(total) && whole.Equal(total)
}

// taxRow reads a line of a table of taxes: base, tax, and what both come to. A line with
// two amounts is one only where a rate or a label of a sum stands in it.
func (r *reader) taxRow(i int) (base, tax, whole money.Dec, ok bool) {
	all := r.sureCents(i)
	n := len(all)
	if r.ofTaxes(i) {
		return all[n-3].value, all[n-2].value, all[n-1].value, all[n-2].value.Sign() >= 0
	}
	rated := slices.ContainsFunc(r.lines[i].Words, func(w Word) bool { return strings.Contains(w.Text, "%") })
	if n == 2 && (rated || r.labelled(i)) && all[1].value.Sign() >= 0 && !all[1].value.Greater(all[0].value) {
		return all[0].value, all[1].value, all[0].value.Add(all[1].value), true
	}
	return base, tax, whole, false
}

// tabled reports whether a table of taxes comes to the total: one line of it, or all
// together.
func (r *reader) tabled(gross sum) bool {
	together, rows, taxed := money.Zero, 0, false
	for i := range r.lines {
		_, tax, whole, ok := r.taxRow(i)
		if !ok {
			continue
		}
		if whole.Equal(gross.value) && tax.Sign() > 0 {
			return true
		}
		together, rows, taxed = together.Add(whole), rows+1, taxed || tax.Sign() > 0
	}
	return rows > 1 && taxed && together.Equal(gross.value)
}
