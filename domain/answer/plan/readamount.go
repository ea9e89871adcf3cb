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
