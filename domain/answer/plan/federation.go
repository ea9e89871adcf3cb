package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// federationAlone reports that the tax of a federation is asked for by its name, and none of
// a part of it beside, in a place that computes it wherever in it the person lives:
// "resident of Geneva, how much federal tax?"
func (r *reader) federationAlone(j *tax.Jurisdiction) bool {
	if len(j.Words.Whole) == 0 || !r.federalAlone() || r.lowerAsked() {
		return false
	}
	for i := range r.tokens {
		if strings.HasPrefix(r.tokens[i].Text, "federal") && r.taxWith(i) {
			return true
		}
	}
	return false
}

// lowerAsked reports that the tax of a canton or commune is spoken of, and is not left out.
func (r *reader) lowerAsked() bool {
	for i := range r.tokens {
		text := r.tokens[i].Text
		begins := func(heads ...string) bool {
			return slices.ContainsFunc(heads, func(head string) bool { return strings.HasPrefix(text, head) })
		}
		lower := begins("cantonal", "kantonal", "kantons", "communal", "comunal", "kommunal", "staatssteuer") ||
			begins("canton", "kanton", "commun", "comun", "kommun", "gemeinde", "municip") && r.taxWith(i)
		if lower && !r.leftOutAt(i, i+1) {
			return true
		}
	}
	return false
}

// taxWith reports that the word at token i names a tax, or stands with a word that does.
func (r *reader) taxWith(i int) bool {
	const words = 2
	for k := max(0, i-words); k <= min(len(r.tokens)-1, i+words); k++ {
		if k != i && r.pause(k) && k < i {
			continue
		}
		if r.at(taxWord, k) != nil || r.overLevy(k, k+1) || compoundCharge(r.tokens[k].Text) {
			return true
		}
	}
	return false
}
