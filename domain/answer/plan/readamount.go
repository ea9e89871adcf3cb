package plan

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// read reads an amount for a place. Where language and place disagree about
// points and commas, groups of three digits are thousands: money has no three
// decimals where both of them write two.
func (r *reader) read(s *sum, j *tax.Jurisdiction) (money.Dec, amount.Doubt) {
	v, doubt := r.readOnce(s, j)
	if s.times > 0 && doubt == amount.Certain {
		v = v.Mul(money.FromInt(s.times))
	}
	return v, doubt
}

func (r *reader) readOnce(s *sum, j *tax.Jurisdiction) (money.Dec, amount.Doubt) {
	if r.saidAmount(s) {
		return s.Read(amount.English)
	}
	v, doubt := s.Read(r.style(j))
	if doubt != amount.Separators || r.lang == "en" {
		return v, doubt
	}
	styles := []amount.Style{{Comma: true}} // the group sign of the language
	if j != nil && (j.DecimalPoint || len(j.Languages) > 0 && pointLanguage(j.Languages[0])) {
		styles = append(styles, amount.English) // or of the place
	}
	if pointLanguage(r.lang) {
		styles = []amount.Style{amount.English}
	}
	for _, style := range styles {
		if w, d := s.Read(style); d == amount.Certain && w.Places() == 0 {
			return w, d
		}
	}
	return v, doubt
}

// taxOnIs reports an amount that a tax on an income is said to be: "the tax on my
// salary is £3,100".
func (r *reader) taxOnIs(s *sum, noun int) bool {
	if noun < 0 || r.word(s.From-1) != "is" && r.word(s.From-1) != "was" && r.word(s.From-1) != "be" && r.word(s.From-1) != "=" {
		return false
	}
	for i := noun - 1; i >= max(0, noun-5) && !r.pause(i); i-- {
		if r.at(taxWord, i) != nil && r.at(baseWord, i+1) != nil {
			return true
		}
	}
	return false
}

// taxAskedOf reports an amount that the tax is asked of, in languages that say so:
// "quanto é o imposto de 41 mil".
func (r *reader) taxAskedOf(s *sum, at int) bool {
	t := r.at(taxWord, at)
	if t == nil || r.lang == "en" {
		return false
	}
	for i := t.to; i < s.From; i++ {
		if !lexicon.Is(lexicon.TaxOf, r.tokens[i].Text) {
			return false
		}
	}
	for i := t.from - 1; i >= 0 && !r.stop(i); i-- {
		if a := r.at(askWord, i); a != nil && a.code == "amount" || lexicon.Is(lexicon.HowMuchOf, r.tokens[i].Text) {
			return s.From > t.to
		}
	}
	return false
}

// documents reports a verb of saying behind a form that states wages: what "T4
// box 14 says" is an income.
func (r *reader) documents(at int) bool {
	for at > 1 && (r.tokens[at-1].Kind == token.Number || lexicon.Is(lexicon.FormPart, r.word(at-1))) && r.at(kindWord, at-1) == nil {
		at-- // "W-2 box 1 shows"
	}
	k := r.at(kindWord, at-1)
	if k == nil || k.code != string(tax.Employment) {
		return false
	}
	return lexicon.Is(lexicon.WageForm, r.word(k.from))
}

// wholeOf returns the annual amount of two that say one income, of a month and of
// the year: "25,000 a month, 300,000 for the year", "56 000 x 12 = 672 000".
func (r *reader) wholeOf(style amount.Style) *sum {
	var two []*sum
	for i := range r.sums {
		if s := &r.sums[i]; s.role == incomeSum || s.role == unbound {
			two = append(two, s)
		}
	}
	if len(two) != 2 {
		return nil
	}
	for i := two[0].To; i < two[1].From; i++ {
		if lexicon.Is(lexicon.AlsoCountsUp, r.word(i)) {
			return nil // one more, not the same again
		}
	}
	part, whole := two[0], two[1]
	if part.period == "" {
		part, whole = whole, part
	}
	v, doubt := part.Read(style)
	w, other := whole.Read(style)
	if doubt != amount.Certain || other != amount.Certain || v.IsZero() || part.ranged || whole.ranged || part.period != "month" ||
		part.kind != whole.kind && part.kind != "" && whole.kind != "" || whole.period != "" && !whole.annual {
		return nil
	}
	for n := int64(12); n <= 14; n++ {
		if v.Mul(money.FromInt(n)).Equal(w) {
			out := *whole
			out.role, out.period = incomeSum, ""
			if out.noun == nil {
				out.noun, out.kind, out.kindAt = part.noun, part.kind, part.kindAt
			}
			return &out
		}
	}
	return nil
}

// ofPart is why an amount of a month or an hour is asked about.
const ofPart = "The income is given for a part of a year; the annual total is needed."

// timesMax bounds how often an income is paid in a year: the hours of one.
const timesMax = 8784

// repeated takes what was said of how often an amount is paid in the year: as the answer to
// what was asked, or with the amount of a month.
func (r *reader) repeated() {
	n, err := strconv.ParseInt(r.said["income_period"], 10, 64)
	at := -1
	if r.said["income_period"] == "" {
		n, at = r.countedPayments()
	} else if err != nil {
		return
	}
	if n < 1 || n > timesMax {
		return
	}
	var of *sum
	for i := range r.sums {
		if s := &r.sums[i]; s.period == "" || s.role == tiedSum || s.role == otherSum || s.From == at {
			continue
		}
		if of != nil {
			return // of which one it was said is not known
		}
		of = &r.sums[i]
	}
	if of == nil || at >= 0 && of.period != "month" {
		return
	}
	of.times, of.period = n, ""
	if at >= 0 {
		fill(r.masked[at : at+2])
		r.sums = slices.DeleteFunc(r.sums, func(s sum) bool { return s.From == at })
	}
}

// countedPayments reads how many payments of a month a question says that there are in the
// year, and at which token: "14 pagas", "twelve payments". 0 = it says none.
func (r *reader) countedPayments() (n int64, at int) {
	for i := 1; i < len(r.tokens); i++ {
		if !lexicon.Is(lexicon.Payments, r.tokens[i].Text) {
			continue
		}
		if !r.pause(i-2) && !preposition(r.word(i-2)) && !preposition(r.tokens[max(0, i-2)].Text) {
			continue // "I have 12 payments left on my car"
		}
		n, err := strconv.ParseInt(r.countBefore(i), 10, 64)
		if err == nil && n >= 12 && n <= 14 && !r.deniedAt(i-1, i+1) {
			return n, i - 1
		}
	}
	return 0, -1
}

// askPeriod asks how often an amount is paid in the year, where the one amount of
// income is that of a month, a week, a day or an hour.
func (r *reader) askPeriod(why string) (f contract.MissingFact, ok bool) {
	if why != ofPart || r.said["income_period"] != "" || r.said["income"] != "" {
		return f, false
	}
	var of []*sum
	for i := range r.sums {
		if s := &r.sums[i]; s.role == incomeSum || s.role == unbound {
			of = append(of, s)
		}
	}
	if len(of) != 1 || periodPrompts[of[0].period] == "" {
		return f, false
	}
	return contract.Ask("income_period", why, periodPrompts[of[0].period]), true
}

var periodPrompts = map[string]string{
	"month": "How many such payments are made in the tax year (12, 13 or 14, where they are monthly)? Or give the annual total as income.",
	"week":  "How many such payments are made in the tax year (52 or 53, where they are weekly)? Or give the annual total as income.",
	"day":   "For how many such days is it paid in the tax year? Or give the annual total as income.",
	"hour":  "For how many such hours is it paid in the tax year? Or give the annual total as income.",
}
