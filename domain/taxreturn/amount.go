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
		if a, last, ok := f.combed(r, i); last > i {
			if i = last; ok {
				all = append(all, a)
			}
			continue
		}
		value, ok := f.number(r.Words[i].Text)
		if !ok || refers(r, i) {
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

// refers reports whether a number in word i names a place of the form: "pay in box 1".
func refers(r row, i int) bool {
	if i == 0 {
		return false
	}
	switch r.words[i-1] {
	case "box", "boxes", "line", "lines", "page", "zeile", "zeilen", "section", "panel":
		return true
	}
	return false
}

// combed reads a number whose digits and signs stand in boxes of their own, from word i on:
// "6 0 , 0 0 0 . 0 0", "60 , 000 . 00". last is where it ends, i where none begins; ok is
// false where the boxes hold nothing but what is printed in them: ", , . 00". Dots that
// lead to an amount are no boxes: a sign of decimals has two digits behind it.
func (f Form) combed(r row, i int) (a amount, last int, ok bool) {
	thousands, decimal := ",", "."
	if f.Comma {
		thousands, decimal = ".", ","
	}
	word := func(j int) string {
		if j < len(r.Words) {
			return r.Words[j].Text
		}
		return ""
	}
	signs, single, text := 0, 0, ""
	last = i - 1
	for j, before := i, thousands; ; j++ {
		w := word(j)
		one := len(w) == 1 && digits(w)
		switch {
		case w == thousands && (text == "" || before != thousands):
			signs++
		case one && (before == thousands || len(before) == 1):
			single++
		case len(w) <= 3 && digits(w) && before == thousands:
		case w == decimal && j == i:
			return a, i, false
		case w == decimal && len(word(j+1)) == 1 && digits(word(j+1)+word(j+2)) && len(word(j+2)) == 1:
			return f.inBoxes(i, j+2, text+"."+word(j+1)+word(j+2))
		case w == decimal && len(word(j+1)) == 2 && digits(word(j+1)):
			return f.inBoxes(i, j+1, text+"."+word(j+1))
		case w == decimal+"00" && signs > 0:
			return f.inBoxes(i, j, text+".00")
		default:
			if last <= i || signs == 0 && single < 3 {
				return a, i, false
			}
			return f.inBoxes(i, last, text)
		}
		if w != thousands {
			text += w
		}
		last, before = j, w
	}
}

// inBoxes is the amount that boxes from first to last hold; ok is false where they hold
// none.
func (f Form) inBoxes(first, last int, text string) (amount, int, bool) {
	whole, _, _ := strings.Cut(text, ".")
	value, err := money.Parse(text)
	return amount{value: value, raw: text, first: first, last: last}, last, digits(whole) && err == nil
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
