package reading

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// vouched reports whether something beside its label bears out a total: the tax
// that it contains at the rate that is printed, what was tendered less the change, the
// prices above it, or a table of taxes.
func (r *reader) vouched(all []sum, gross, tax sum, okTax bool) bool {
	if okTax && r.contains(gross, tax) {
		return true
	}
	return (paid(all, gross) || r.itemised(gross) || r.tabled(gross) || r.led(all, gross)) && !(okTax && r.nearlyContains(gross, tax))
}

// nearlyContains reports whether the tax is nearly what a rate in its line makes of the
// total, and is not: then a digit was misread, and one that is misread alike in the prices
// above makes them come to the wrong total too. A tax on a part of the total is not near.
func (r *reader) nearlyContains(gross, tax sum) bool {
	near := gross.value.Mul(money.MustParse("0.02"))
	return r.atRate(tax, func(rate, whole money.Dec) bool {
		implied := tax.value.Mul(whole).QuoRound(rate, 4, money.HalfEven)
		return gross.value.Sub(implied).Abs().Less(near)
	}) && !r.contains(gross, tax)
}

// nearly reports whether net and tax nearly make the total, and do not: a digit of one of
// them was misread, and a rate that is small bears out totals some cents apart.
func nearly(gross, net, tax sum) bool {
	off := gross.value.Sub(net.value.Add(tax.value)).Abs()
	return off.Sign() > 0 && off.Less(gross.value.Abs().Mul(money.MustParse("0.02")))
}

var cent = money.MustParse("0.01")

// contains reports whether the tax is what a rate in its line makes of a total that
// contains it.
func (r *reader) contains(gross, tax sum) bool {
	return r.atRate(tax, func(rate, whole money.Dec) bool {
		return gross.value.Mul(rate).Sub(tax.value.Mul(whole)).Abs().Cmp(cent.Mul(whole)) <= 0
	})
}

// atRate reports whether something holds of a rate in the line of a tax; whole is the rate
// and a hundred.
func (r *reader) atRate(tax sum, holds func(rate, whole money.Dec) bool) bool {
	if tax.value.Sign() <= 0 {
		return false
	}
	words := r.lines[tax.line].Words
	for i, w := range words {
		text, marked := strings.CutSuffix(strings.Trim(w.Text, "():"), "%")
		if !marked && (i+1 == len(words) || !strings.HasPrefix(words[i+1].Text, "%")) {
			continue
		}
		rate, err := money.Parse(strings.Replace(text, ",", ".", 1))
		if err != nil || rate.Sign() <= 0 {
			continue
		}
		if holds(rate, money.FromInt(100).Add(rate)) {
			return true
		}
	}
	return false
}

// paid reports whether of two sums beside the total one less the other is it, or whether
// it was paid by card.
func paid(all []sum, gross sum) bool {
	for _, a := range all {
		if a.what == paidBy && a.line > gross.line && a.cents && a.value.Equal(gross.value) {
			return true
		}
		for _, b := range all {
			if a.what == otherSum && b.what == otherSum && a.line != b.line && b.value.Sign() > 0 && a.value.Sub(b.value).Equal(gross.value) {
				return true
			}
		}
	}
	return false
}

// itemised reports whether the prices above the total, two at least, come to it:
// the last amount of each line that no label of a sum stands in. A card is not paid by
// above the total: there its name is that of goods ("carta"), and what is taken off there
// is taken off the prices.
func (r *reader) itemised(gross sum) bool {
	plain, reduced := money.Zero, money.Zero
	count := 0
	for i := range r.lines[:gross.line] {
		if r.lines[i].Page != r.lines[gross.line].Page {
			continue
		}
		prices := r.figures(i)
		if len(prices) == 0 || !prices[len(prices)-1].cents || measured(r.lines[i], prices[len(prices)-1]) {
			continue
		}
		price := prices[len(prices)-1].value
		switch r.strongest(i) {
		case nothing, paidBy:
			plain, reduced, count = plain.Add(price), reduced.Add(price), count+1
		case otherSum:
			if price.Sign() < 0 {
				reduced = reduced.Add(price)
			}
		}
	}
	return count > 1 && (plain.Equal(gross.value) || reduced.Equal(gross.value))
}

// strongest is what the labels of a sum in a line make it, other than what was paid.
func (r *reader) strongest(i int) what {
	w := nothing
	for _, m := range r.marked[i] {
		if sumLabel(m.what) && (w == nothing || w == paidBy || w == otherSum) {
			w = m.what
		}
	}
	return w
}

// led reports whether a sum above the total, with what is added and taken off between
// them, comes to it. What is to be paid may be less by what was paid before.
func (r *reader) led(all []sum, gross sum) bool {
	return gross.what == grossLabel && slices.ContainsFunc(all, func(s sum) bool {
		return (s.what == netLabel || s.what == partTotal || s.what == grossLabel) && s.cents && r.leads(s.line, s.value, gross)
	})
}

// leads reports whether an amount is a sum above the total that what stands between them,
// line by line, makes the total: a subtotal before a discount, or before service.
func (r *reader) leads(line int, value money.Dec, gross sum) bool {
	const most = 6 // lines of what is added or taken off
	if line >= gross.line || gross.line-line > most+1 || r.lines[line].Page != r.lines[gross.line].Page || value.Equal(gross.value) {
		return false
	}
	total, steps := value, 0
	for i := line + 1; i < gross.line; i++ {
		all := r.figures(i)
		if len(all) == 0 {
			continue
		}
		last := all[len(all)-1]
		if last.value.Sign() > 0 && slices.ContainsFunc(r.lines[i].Words, ofBefore) {
			return false
		}
		if last.cents && last.sure {
			total, steps = total.Add(last.value), steps+1
		}
	}
	return steps > 0 && total.Equal(gross.value)
}

// ofBefore reports whether a word says that a sum is carried from an earlier document.
func ofBefore(w Word) bool {
	switch strings.Trim(strings.ToLower(w.Text), ".,:;()") {
	case "balance", "previous", "forward", "saldo", "solde", "précédent", "report", "anterior", "precedente", "vorig", "übertrag", "vormonat",
		"poprzednie":
		return true
	}
	return false
}

func (r *reader) labelled(i int) bool {
	for _, m := range r.marked[i] {
		if sumLabel(m.what) {
			return true
		}
	}
	return false
}

// timed reports whether a time of day stands in the line of a value.
func (r *reader) timed(f Found) bool {
	for _, l := range r.lines {
		if l.Page != f.Page || l.Box.Join(f.Box) != l.Box {
			continue
		}
		for _, w := range l.Words {
			if clock(strings.Trim(w.Text, "(),;")) {
				return true
			}
		}
	}
	return false
}

// clock reports whether a word is a time such as 09:41 or 9:41:07.
func clock(word string) bool {
	parts := strings.Split(word, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return false
	}
	for i, p := range parts {
		if len(p) != 2 && (i > 0 || len(p) != 1) || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return (parts[0] < "24" || len(parts[0]) == 1) && parts[1] < "60"
}
