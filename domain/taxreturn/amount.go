package taxreturn

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// amount is a number in a row, first and last its words.
type amount struct {
	value       money.Dec
	raw         string
	first, last int
}

// amounts are the numbers of a row from a word on. "£ 60,376.60" is one, and so is
// "62,000 .00", whose cents are printed apart.
func (f Form) amounts(r row, from int) (all []amount) {
	for i := from; i < len(r.Words); i++ {
		value, ok := f.number(r.Words[i].Text)
		if !ok {
			continue
		}
		a := amount{value: value, raw: r.Words[i].Text, first: i, last: i}
		if i+1 < len(r.Words) && value.Places() == 0 && r.Words[i+1].Text == ".00" {
			a.last, i = i+1, i+1
		}
		if a.first > from {
			switch before := r.Words[a.first-1].Text; before {
			case "-", "−", "–":
				a.value, a.raw = a.value.Neg(), before+a.raw
			case "-£", "-$", "-€":
				a.value, a.raw = a.value.Neg(), before+a.raw
			}
		}
		all = append(all, a)
	}
	if n := len(all); n > 0 && all[n-1].last == len(r.Words)-2 && currencySign(r.Words[len(r.Words)-1].Text) {
		all[n-1].last++
	}
	return all
}

func currencySign(word string) bool {
	switch word {
	case "€", "EUR", "£", "$":
		return true
	}
	return false
}

// number reads an amount as forms print it: with signs for thousands, a currency's
// sign, or brackets around what is taken off; "-0-" is nought.
func (f Form) number(word string) (money.Dec, bool) {
	if word == "-0-" {
		return money.Zero, true
	}
	negative := strings.HasPrefix(word, "(") && strings.HasSuffix(word, ")")
	s := strings.Trim(word, "()")
	for _, minus := range []string{"-", "−", "–"} {
		if rest, ok := strings.CutPrefix(s, minus); ok {
			negative, s = true, rest
		} else if rest, ok := strings.CutSuffix(s, minus); ok {
			negative, s = true, rest
		}
	}
	for _, sign := range []string{"£", "$", "€"} {
		s = strings.TrimSuffix(strings.TrimPrefix(s, sign), sign)
	}
	thousands, decimal := ",", "."
	if f.Comma {
		thousands, decimal = ".", ","
	}
	whole, cents, has := strings.Cut(s, decimal)
	if has && len(cents) != 2 && cents != "" || !digits(strings.ReplaceAll(whole, thousands, "")) || !digits(cents) && cents != "" {
		return money.Zero, false
	}
	if groups := strings.Split(whole, thousands); len(groups) > 1 {
		for i, g := range groups {
			if i > 0 && len(g) != 3 || i == 0 && (len(g) == 0 || len(g) > 3) {
				return money.Zero, false
			}
		}
	}
	s = strings.ReplaceAll(whole, thousands, "")
	if cents != "" {
		s += "." + cents
	}
	d, err := money.Parse(s)
	if negative {
		d = d.Neg()
	}
	return d, err == nil
}

func digits(s string) bool {
	return s != "" && len(s) <= 12 && strings.Trim(s, "0123456789") == ""
}
