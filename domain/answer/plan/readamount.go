package plan

import (
	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// read reads an amount for a place. Where language and place disagree about
// points and commas, groups of three digits are thousands: money has no three
// decimals where both of them write two.
func (r *reader) read(s *sum, j *tax.Jurisdiction) (money.Dec, amount.Doubt) {
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

// documents reports a verb of saying behind a form that states wages: what "T4
// box 14 says" is an income.
func (r *reader) documents(at int) bool {
	k := r.at(kindWord, at-1)
	if k == nil || k.code != string(tax.Employment) {
		return false
	}
	switch r.word(k.from) {
	case "w", "w2", "t4", "p60":
		return true
	}
	return false
}
