package plan

import "slices"

// idle reports an amount that is said to be for something which changes no income tax
// in the places that are asked about: a rent that is paid, the price of a house.
func (r *reader) idle(s *sum) bool {
	if s.role != otherSum && s.role != unbound && !(s.role == incomeSum && s.weak) || len(r.out.Jurisdictions) == 0 {
		return false
	}
	from, to := r.clause(span{"", s.From, s.To})
	for i := from; i < to; i++ {
		if r.p.lex.AskedAt(r.tokens, i, "stakes") > 0 || r.at(incomeWord, i) != nil || r.at(kindWord, i) != nil && !r.idleWord(i) ||
			r.at(taxWord, i) != nil || r.at(taxableWord, i) != nil {
			return false
		}
	}
	if slices.ContainsFunc(r.sums, func(o sum) bool { return o.From != s.From && o.From >= from && o.To <= to }) {
		return false
	}
	for _, place := range r.out.Jurisdictions {
		j := r.p.byCode[place]
		if j == nil || s.Currencies == nil {
			continue
		}
		if !slices.ContainsFunc(j.Currencies(), func(own string) bool { return slices.Contains(s.Currencies, own) }) {
			return false // money of another place may say that more belongs there
		}
	}
	return slices.ContainsFunc(r.out.Jurisdictions, func(place string) bool {
		return slices.ContainsFunc(r.p.lex.ChangesNothing(place), func(code string) bool {
			for i := from; i < to; i++ {
				if r.p.lex.AskedAt(r.tokens, i, code) > 0 {
					return true
				}
			}
			return false
		})
	})
}

// idleWord reports a word of income at token i that names a payment here: "my rent".
func (r *reader) idleWord(i int) bool {
	for k := max(0, i-2); k <= i; k++ {
		if n := r.p.lex.AskedAt(r.tokens, k, "rent"); k+n > i {
			return true
		}
	}
	return false
}
