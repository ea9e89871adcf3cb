package reading

import (
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
	return (paid(all, gross) || r.itemised(gross) || r.tabled(gross)) && !(okTax && r.nearlyContains(gross, tax))
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

// paid reports whether of two sums beside the total one less the other is it.
func paid(all []sum, gross sum) bool {
	for _, a := range all {
		for _, b := range all {
			if a.what == otherSum && b.what == otherSum && a.line != b.line && b.value.Sign() > 0 && a.value.Sub(b.value).Equal(gross.value) {
				return true
			}
		}
	}
	return false
}

// itemised reports whether the prices above the total, two at least, come to it:
// the last amount of each line that no label of a sum stands in.
func (r *reader) itemised(gross sum) bool {
	total, count := money.Zero, 0
	for i := range r.lines[:gross.line] {
		if r.lines[i].Page != r.lines[gross.line].Page || r.labelled(i) {
			continue
		}
		if prices := figures(r.lines[i], r.sign); len(prices) > 0 && prices[len(prices)-1].cents {
			total, count = total.Add(prices[len(prices)-1].value), count+1
		}
	}
	return count > 1 && total.Equal(gross.value)
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
