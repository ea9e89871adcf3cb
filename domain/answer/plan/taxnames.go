package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// tagTaxNames finds the names that places have for the tax on income in languages that are not
// read here: the tax is asked for by its name whatever else the question is written in. The
// spans stay in the order of the text.
func (r *reader) tagTaxNames() {
	var found []span
	for i := range r.tokens {
		r.p.lex.TaxNames.At(r.tokens, i, func(names []lexicon.TaxName, n int) {
			t := r.at(taxWord, i)
			written := !names[0].Caps || r.tokens[i].Raw == names[0].Raw
			if written && !r.leftOut(i) && (t == nil || t.to < i+n) {
				found = append(found, span{tax.IndividualIncome, i, i + n})
				if n > 1 {
					fill(r.masked[i : i+n]) // "PPh 21" is no amount
				}
			}
		})
	}
	if found == nil {
		return
	}
	all := append(slices.Clone(r.spans[taxWord]), found...)
	slices.SortStableFunc(all, func(a, b span) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	r.spans[taxWord], r.cover[taxWord] = nil, nil
	for _, s := range all {
		r.addSpan(taxWord, s)
	}
}

// namedOnly returns the components for which the one name of a tax in a question stands, where
// the place computes another charge with them: the ПДФО of Ukraine is not the military levy.
func (r *reader) namedOnly(code string) (only []string) {
	for i := range r.spans[taxWord] {
		s, named := &r.spans[taxWord][i], false
		r.p.lex.TaxNames.At(r.tokens, s.from, func(names []lexicon.TaxName, n int) {
			for _, name := range names {
				if name.Place == code && name.Only != nil && n == s.to-s.from && (!name.Caps || r.tokens[s.from].Raw == name.Raw) {
					only, named = name.Only, true
				}
			}
		})
		if !named && (s.code == tax.IndividualIncome || s.code == "generic") {
			return nil // the tax is named in other words, too
		}
	}
	return only
}

// taxNamedAt reports such a name at token i with which a clause ends: behind a wage it asks for the
// tax, "工资收入 300000元 个税", and is not what the amount is of.
func (r *reader) taxNamedAt(i int) (ends bool) {
	if i < len(r.tokens) {
		r.p.lex.TaxNames.At(r.tokens, i, func(_ []lexicon.TaxName, n int) { ends = ends || r.pause(i+n) })
	}
	return ends
}
