// Package amount finds amounts of money in a question: digits with separators,
// abbreviations, Indian and continental grouping, and numbers in words.
//
// # Vocabulary
//
// A Sum is one amount as it was written: its numerals, and the currencies that
// the sign or word beside it may mean. Read gives its value under a Style,
// which says what a point and a comma may mean for the reader's language and
// place. A Doubt says why it cannot be read as exactly one value.
//
// # Rules
//
// A single separator before exactly three digits is a thousands separator only
// where nobody concerned reads it as a decimal mark: "60,000" in English,
// "45.000" where the place groups by points. "60.000" about an English-writing
// place could be either, and is asked for.
package amount

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
)

// Doubt says why a Sum has no single value.
type Doubt string

// The doubts.
const (
	Certain    Doubt = ""
	Separators Doubt = "separators" // two readings of a point or comma survive
	Malformed  Doubt = "malformed"  // no reading
	TooLong    Doubt = "too_long"   // more digits than an amount may have
	Negative   Doubt = "negative"
)

// IntegerDigitsMax bounds an amount before its decimal mark.
const IntegerDigitsMax = 15

// timesMax is where stacked multipliers stop growing: any amount of it is too
// long to be one.
const timesMax = 1_000_000_000_000_000

// Sum is an amount as it was written.
type Sum struct {
	From, To   int      // its tokens, currency included
	Currencies []string // ISO 4217 codes its sign or word may mean; nil = none written
	Bare       bool     // digits alone: no currency, multiplier or grouping
	Worded     bool     // written in words
	Minus      bool     // a minus sign touches it
	parts      []part
}

// part is a numeral times a multiplier; a Sum adds its parts.
type part struct {
	text  string // digits with separators; "" = value
	value int64
	half  bool
	odd   bool
	times int64
}

// Style says which signs a reader takes for a decimal mark.
//
// PointGroups says that the place separates thousands by a point: before
// exactly three digits it is then no decimal mark even in an English question,
// since no sum of money has three decimals there.
type Style struct{ Point, Comma, PointGroups bool }

// English is the style with a decimal point alone.
var English = Style{Point: true}

// Finder finds the Sums of a token list.
type Finder struct {
	Currency *token.Matcher[[]string] // phrases of money, with what they may mean
	Numbers  lexicon.Numbers
	// Spelled reads numbers in words of Languages; nil = those of Numbers alone.
	Spelled   *Spelled
	Languages []string
	// Codes are the ISO 4217 codes that count beside a number where they stand in capitals,
	// whatever else their letters spell: TRY, MAD. nil = none.
	Codes map[string][]string
}

// scaleOf is the least scale that a small word joins to a currency: "2 millions d'euros".
const scaleOf = 1_000_000

// Find returns the sums in the order of the text. Tokens for which masked is
// true (years, dates, form numbers) are passed over.
func (f *Finder) Find(tokens []token.Token, masked []bool) (out []Sum) {
	for i := 0; i < len(tokens); {
		s, ok := f.sum(tokens, masked, i)
		if !ok {
			i++
			continue
		}
		out = append(out, s)
		i = s.To
	}
	return out
}

func (f *Finder) sum(tokens []token.Token, masked []bool, i int) (Sum, bool) {
	s := Sum{From: i}
	at := i
	if codes, n := f.currency(tokens, i); n > 0 {
		s.Currencies, at = codes, i+n
		if at < len(tokens) && tokens[at].Text == "-" && at+1 < len(tokens) && tokens[at+1].Glued {
			s.Minus, at = true, at+1
		}
	}
	if at >= len(tokens) || masked[at] {
		return Sum{}, false
	}
	end := f.numeral(tokens, masked, at, &s)
	if end == at {
		return Sum{}, false
	}
	if i > 0 && tokens[i-1].Text == "-" && tokens[i].Glued && !tokens[i-1].Glued {
		s.Minus = true
	}
	if end < len(tokens) {
		codes, n := f.currency(tokens, end)
		if narrowed := both(s.Currencies, codes); n > 0 && narrowed != nil && !f.startsNext(tokens, masked, end, n) {
			s.Currencies, end = narrowed, end+n
		}
	}
	if end < len(tokens) && s.Currencies == nil && tokens[end].Glued && tokens[end].Text == "e" && tokens[end-1].Kind == token.Number {
		s.Currencies, end = []string{"EUR"}, end+1 // "74 000e"
	}
	if end+1 < len(tokens) && tokens[end].Text == "." && tokens[end].Glued && s.parts[len(s.parts)-1].times > 1 && s.Currencies == nil {
		if codes, n := f.currency(tokens, end+1); n > 0 {
			s.Currencies, end = codes, end+1+n // "1,2 mill. kroner"
		}
	}
	if s.Currencies == nil && end+1 < len(tokens) && s.parts[len(s.parts)-1].times >= scaleOf &&
		lexicon.Is(lexicon.OfScale, tokens[end].Text) {
		if codes, n := f.currency(tokens, end+1); n > 0 {
			s.Currencies, end = codes, end+1+n // "120 millones de pesos"
		}
	}
	s.To = end
	p := s.parts[0]
	s.Bare = s.Currencies == nil && !s.Worded && len(s.parts) == 1 && p.times == 1 && !strings.ContainsAny(p.text, ".,' ")
	if s.Worded && s.Currencies == nil && p.times < 100 && p.value < 100 {
		return Sum{}, false // "one of them" is no amount
	}
	return s, true
}

// Plain reports bare digits, grouped or not, without a currency or a multiplier.
func (s *Sum) Plain() bool {
	return s.Currencies == nil && !s.Worded && len(s.parts) == 1 && s.parts[0].times == 1
}

// both returns the currencies that a sign before and a word after an amount may
// mean, "$120,000 AUD"; nil where they contradict each other.
func both(before, after []string) (out []string) {
	if before == nil {
		return after
	}
	for _, code := range after {
		if slices.Contains(before, code) {
			out = append(out, code)
		}
	}
	return out
}

// startsNext reports that the currency at i belongs to a number after it:
// "60,000 £50,000".
func (f *Finder) startsNext(tokens []token.Token, masked []bool, i, n int) bool {
	at := i + n
	return at < len(tokens) && !masked[at] && tokens[at].Kind == token.Number && tokens[at].Glued && !tokens[i].Glued
}

// currency reads money words at i. A lone letter, as in R50,000 or A$, must be
// a capital and touch what follows.
func (f *Finder) currency(tokens []token.Token, i int) (codes []string, n int) {
	f.Currency.At(tokens, i, func(found [][]string, length int) {
		if len(tokens[i].Text) == 1 && tokens[i].Kind == token.Word && tokens[i].Text[0] < 0x80 {
			if !tokens[i].Caps || i+1 >= len(tokens) || !tokens[i+1].Glued || tokens[i].Glued {
				return
			}
		}
		codes, n = found[0], length
		for _, more := range found[1:] {
			codes = append(codes[:len(codes):len(codes)], more...)
		}
	})
	if n == 0 && tokens[i].Caps {
		if code := f.Codes[tokens[i].Raw]; code != nil {
			return code, 1
		}
	}
	return codes, n
}

// numeral reads one or more parts: "60k", "2 lakh 50 thousand", "sixty-five
// thousand five hundred", "half a million".
func (f *Finder) numeral(tokens []token.Token, masked []bool, i int, s *Sum) int {
	at, last := i, int64(1)<<62
	for at < len(tokens) && !masked[at] {
		p, end, worded := f.part(tokens, masked, at)
		if end == at || len(s.parts) > 0 && (p.times >= last || last == 1 || p.text != "" && p.times == 1 && !worded) {
			break
		}
		s.parts, s.Worded = append(s.parts, p), s.Worded || worded
		at, last = end, p.times
	}
	return at
}

func (f *Finder) part(tokens []token.Token, masked []bool, i int) (p part, end int, worded bool) {
	t := &tokens[i]
	switch {
	case t.Kind == token.Number:
		p = part{text: t.Text, odd: t.Odd, times: 1}
		end = i + 1
		if i > 0 && t.Glued && tokens[i-1].Kind == token.Word && !tokens[i-1].Spaceless() && !f.money(tokens, i) {
			p.odd = true
		}
		if len(t.Text) > 1 && t.Text[0] == '0' && t.Text[1] >= '0' && t.Text[1] <= '9' {
			p.odd = true // 6O.000 with a letter O, or a number that counts nothing
		}
	case t.Kind == token.Word:
		worded = true
		if f.Spelled != nil {
			if v, to := f.Spelled.At(tokens, i, f.Languages); to > i {
				return part{value: v, times: 1}, to, true
			}
		}
		if p, end = f.words(tokens, i); end == i {
			return p, i, false
		}
	default:
		return p, i, false
	}
	for end < len(tokens) && !masked[end] {
		m := f.Numbers.Multipliers[tokens[end].Text]
		if m == 0 && tokens[end].Glued && tokens[end].Kind == token.Word && p.text != "" {
			m = f.Numbers.Glued[tokens[end].Text]
		}
		if m == 0 && end == i+1 && tokens[end].Text == "k" && p.text != "" && !tokens[end].Glued {
			m = f.Numbers.Glued["k"] // "60 k"
		}
		if m == 0 {
			break
		}
		p.times, end = min(p.times, timesMax/m)*m, end+1
	}
	if p.text != "" && f.garbled(tokens, end) {
		p.odd = true // 6O,000 with a letter O
	}
	return p, end, worded
}

// garbled reports letters that touch a number and are no unit of it.
func (f *Finder) garbled(tokens []token.Token, i int) bool {
	if i >= len(tokens) || !tokens[i].Glued || tokens[i].Kind != token.Word {
		return false
	}
	switch tokens[i].Text {
	case "e", "pa", "pcm", "pm", "pw", "ph", "p", "yr", "per", "year", "month", "st", "nd", "rd", "th", "net", "gross", "a", "y", "h", "hr":
		return false
	}
	_, n := f.currency(tokens, i)
	return n == 0
}

// money reports that the word before a number that touches it is a currency.
func (f *Finder) money(tokens []token.Token, i int) bool {
	for from := max(0, i-3); from < i; from++ {
		if _, n := f.currency(tokens, from); n == i-from {
			return true
		}
	}
	return false
}

// words reads a number below a thousand, or half, in words.
func (f *Finder) words(tokens []token.Token, i int) (p part, end int) {
	n := &f.Numbers
	p.times = 1
	if tokens[i].Text == "half" && i+2 < len(tokens) && tokens[i+1].Text == "a" && n.Multipliers[tokens[i+2].Text] > 1 {
		p.half = true
		return p, i + 2
	}
	at, group, any := i, int64(0), false
	if article(n, tokens[i].Text) && i+1 < len(tokens) && (n.Hundreds[tokens[i+1].Text] > 0 || n.Multipliers[tokens[i+1].Text] > 1) {
		group, at, any = 1, i+1, true
	}
	for at < len(tokens) && tokens[at].Kind == token.Word {
		text := tokens[at].Text
		if v, ok := n.Units[text]; ok {
			if group%100 != 0 && (group%10 != 0 || v >= 10 || group%100 < 20) {
				break // "two three" are two numbers
			}
			group, at, any = group+v, at+1, true
			continue
		}
		if h := n.Hundreds[text]; h > 0 && any && group > 0 && group < 10 {
			group, at = group*h, at+1
			continue
		}
		if text == "and" && any && group >= 100 && group%100 == 0 && at+1 < len(tokens) {
			if _, ok := n.Units[tokens[at+1].Text]; ok {
				at++
				continue
			}
		}
		break
	}
	if !any {
		return p, i
	}
	p.value = group
	return p, at
}

func article(n *lexicon.Numbers, text string) bool {
	for _, a := range n.Articles {
		if a == text {
			return true
		}
	}
	return false
}

// Read returns the value of s under a style, or why it has none.
func (s *Sum) Read(style Style) (money.Dec, Doubt) {
	if s.Minus {
		return money.Zero, Negative
	}
	total := money.Zero
	for _, p := range s.parts {
		v, doubt := p.read(style)
		if doubt != Certain {
			return money.Zero, doubt
		}
		total = total.Add(v)
	}
	if total.IntegerDigits() > IntegerDigitsMax {
		return money.Zero, TooLong
	}
	return total, Certain
}

func (p *part) read(style Style) (money.Dec, Doubt) {
	v := money.FromInt(p.value)
	switch {
	case p.odd:
		return v, Malformed
	case p.half:
		return money.MustParse("0.5").Mul(money.FromInt(p.times)).Trim(0), Certain
	case p.text != "":
		plain, doubt := Plain(p.text, style)
		if head, tail, one := strings.Cut(p.text, ","); doubt == Separators && one && p.times >= 1000 && len(tail) < 3 &&
			!strings.ContainsAny(head+tail, ".,' ") {
			plain, doubt = head+"."+tail, Certain // "31,5 k": no thousands have one or two digits
		}
		if doubt != Certain {
			return v, doubt
		}
		if len(plain) > IntegerDigitsMax+3 {
			return v, TooLong
		}
		parsed, err := money.Parse(plain)
		if err != nil {
			return v, Malformed
		}
		v = parsed
	}
	if p.times == 1 {
		return v, Certain
	}
	return v.Mul(money.FromInt(p.times)).Trim(0), Certain
}
