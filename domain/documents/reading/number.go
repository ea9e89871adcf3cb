package reading

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// figure is an amount of money as it is printed.
type figure struct {
	value    money.Dec
	currency string // "" = none beside it
	sure     bool   // false: it can be read in two ways, and the document does not say which
	cents    bool   // it has the places of a currency's minor unit
	first    int    // index of its first word in the line
	last     int
}

// marks are signs and codes of currencies, as they stand beside amounts.
var marks = map[string]string{
	"€": "EUR", "EUR": "EUR", "EURO": "EUR", "£": "GBP", "GBP": "GBP", "$": "", "US$": "USD", "USD": "USD", "C$": "CAD", "CA$": "CAD",
	"CAD": "CAD", "A$": "AUD", "AUD": "AUD", "NZ$": "NZD", "NZD": "NZD", "CHF": "CHF", "FR.": "CHF", "PLN": "PLN", "ZŁ": "PLN", "ZL": "PLN",
	"SEK": "SEK", "NOK": "NOK", "DKK": "DKK", "CZK": "CZK", "KČ": "CZK", "HUF": "HUF", "FT": "HUF", "RON": "RON", "R$": "BRL", "BRL": "BRL",
	"¥":   "JPY",
	"JPY": "JPY", "S$": "SGD", "SGD": "SGD", "HK$": "HKD", "HKD": "HKD", "₹": "INR", "INR": "INR", "MXN": "MXN", "RM": "MYR", "ZAR": "ZAR",
}

// decimalSign is which sign ends the whole units.
type decimalSign byte

const (
	undecided decimalSign = 0
	dot       decimalSign = '.'
	comma     decimalSign = ','
)

// signOf asks every number of the document: two digits after the last sign say
// that it ends the units, and so does a second, different sign. A sign followed
// by three digits alone says nothing.
func signOf(lines []Line) decimalSign {
	votes := map[decimalSign]int{}
	for _, l := range lines {
		for _, w := range l.Words {
			digits := strings.TrimFunc(w.Text, func(r rune) bool { return r < '0' || r > '9' })
			last := strings.LastIndexAny(digits, ".,")
			if last < 0 || strings.Trim(digits, "0123456789.,'") != "" || strings.Count(digits, ".") > 1 && strings.Count(digits, ",") == 0 &&
				len(digits)-last-1 != 3 {
				continue // none, or a date
			}
			other := strings.ContainsAny(digits[:last], ".,") && digits[strings.IndexAny(digits, ".,")] != digits[last]
			if after := len(digits) - last - 1; after == 2 || after == 1 || other {
				votes[decimalSign(digits[last])]++
			}
		}
	}
	switch {
	case votes[dot] > votes[comma]:
		return dot
	case votes[comma] > votes[dot]:
		return comma
	}
	return undecided
}

// figures reads the amounts of a line. A number of several words ("1 234,50") is
// one where its words are groups of three.
func figures(l Line, sign decimalSign) []figure {
	var all []figure
	for i := 0; i < len(l.Words); i++ {
		text, currency := unmark(l.Words[i].Text)
		if text == "" {
			continue
		}
		f := figure{currency: currency, first: i, last: i}
		for j := i + 1; j < len(l.Words) && whole(text) && len(strings.TrimLeft(text, "-(")) <= 3; j++ {
			if !group(l.Words[j].Text) || !near(l, j, 15) {
				break
			}
			more, c := unmark(l.Words[j].Text)
			text, f.last = text+more, j
			if c != "" {
				f.currency = c
			}
		}
		if more, split := fraction(l, text, f.last); split {
			text, f.last = text+more, f.last+1
		}
		var ok bool
		if f.value, f.sure, f.cents, ok = amount(text, sign); !ok {
			continue
		}
		if f.currency == "" {
			f.currency = beside(l.Words, f.first-1)
		}
		if f.currency == "" {
			f.currency = beside(l.Words, f.last+1)
		}
		if f.last+1 < len(l.Words) && strings.HasPrefix(l.Words[f.last+1].Text, "%") {
			continue // a rate
		}
		all = append(all, f)
		i = f.last
	}
	return all
}

// fraction is the word after the last one of a number that ends in its decimal sign: of
// wide letters the places that follow it are taken for a word of their own.
func fraction(l Line, text string, last int) (places string, ok bool) {
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ",") || !whole(text[:len(text)-1]) || last+1 >= len(l.Words) {
		return "", false
	}
	places = l.Words[last+1].Text
	return places, len(places) == 2 && whole(places) && near(l, last+1, 20)
}

// group reports whether a word goes on a number: three digits, and perhaps cents.
func group(word string) bool {
	text, _ := unmark(word)
	head := text
	if at := strings.IndexAny(text, ".,"); at >= 0 {
		if head = text[:at]; len(text)-at-1 != 2 {
			return false
		}
	}
	return len(head) == 3 && whole(head)
}

func whole(s string) bool {
	s = strings.TrimLeft(s, "-(")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func beside(words []Word, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	const longest = 6
	if text := strings.Trim(words[i].Text, "():"); len(text) <= longest {
		return marks[strings.ToUpper(text)]
	}
	return ""
}

// unmark takes the currency's sign off a number, and returns "" for what is none.
func unmark(word string) (digits, currency string) {
	if !hasDigit(word) {
		return "", ""
	}
	text := strings.Trim(word, ":*=;|")
	var beside map[string]string // what may stand with the number; nothing does where it is bare
	upper := ""
	if strings.Trim(text, "-+().,0123456789") != "" {
		upper, beside = strings.ToUpper(text), marks
	}
	for mark, code := range beside {
		if rest, ok := strings.CutPrefix(upper, mark); ok && len(mark) < len(upper) && startsNumber(rest) {
			if len(mark) > 1 || currency == "" {
				digits, currency = rest, code
			}
		} else if rest, ok := strings.CutSuffix(upper, mark); ok && len(mark) < len(upper) && endsNumber(rest) {
			digits, currency = rest, code
		}
	}
	if digits == "" {
		digits = text
	}
	minus := strings.HasSuffix(digits, "-") || strings.HasPrefix(digits, "(") && strings.HasSuffix(digits, ")")
	digits = strings.Trim(strings.TrimSuffix(digits, "-"), "()")
	digits = strings.TrimPrefix(digits, "+")
	digits = strings.ReplaceAll(strings.ReplaceAll(digits, "−", "-"), "'", "")
	if strings.Trim(digits, "-0123456789.,") != "" || !hasDigit(digits) {
		return "", ""
	}
	if minus {
		digits = "-" + digits
	}
	return digits, currency
}

// hasDigit reports whether a word has one of the ten that numbers are read of.
func hasDigit(word string) bool {
	for i := range len(word) {
		if word[i] >= '0' && word[i] <= '9' {
			return true
		}
	}
	return false
}

func startsNumber(s string) bool { return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '-') }
func endsNumber(s string) bool   { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

// amount reads digits with signs. sure is false where one sign before three
// digits could mean thousands or thousandths and the document decides nothing.
func amount(text string, sign decimalSign) (value money.Dec, sure, cents, ok bool) {
	minus := strings.HasPrefix(text, "-")
	text = strings.TrimLeft(text, "-")
	last := strings.LastIndexAny(text, ".,")
	sure = true
	units, fraction := text, ""
	if last >= 0 {
		after := len(text) - last - 1
		same := strings.Count(text, text[last:last+1]) > 1
		mixed := strings.ContainsAny(text[:last], ".,") && !same
		switch {
		case same && after == 3: // 1.234.567
		case same:
			return value, false, false, false // a date, or no number at all
		case mixed, after == 1, after == 2, after == 4:
			units, fraction = text[:last], text[last+1:]
		case after == 3 && sign == undecided:
			sure = false
		case after == 3 && byte(sign) == text[last]:
			units, fraction = text[:last], text[last+1:]
			sure = false // three places are no currency's here
		case after == 0:
			return value, false, false, false
		}
		if mixed && sign != undecided && byte(sign) != text[last] {
			sure = false
		}
	}
	units = strings.ReplaceAll(strings.ReplaceAll(units, ".", ""), ",", "")
	if units == "" || len(units) > 12 || strings.Trim(units+fraction, "0123456789") != "" {
		return value, false, false, false
	}
	number := units
	if fraction != "" {
		number += "." + fraction
	}
	if minus {
		number = "-" + number
	}
	value, err := money.Parse(strings.TrimPrefix(trimZeros(number), "+"))
	return value, sure, len(fraction) == 2, err == nil
}

// trimZeros takes leading zeros off, which money.Parse does not know.
func trimZeros(s string) string {
	minus := strings.HasPrefix(s, "-")
	s = strings.TrimLeft(strings.TrimPrefix(s, "-"), "0")
	if s == "" || s[0] == '.' {
		s = "0" + s
	}
	if minus && strings.Trim(s, "0.") != "" {
		return "-" + s
	}
	return s
}
