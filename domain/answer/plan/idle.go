package plan

import "slices"

// idle reports an amount that is said to be for something which changes no income tax
// in the places that are asked about: a rent that is paid, the price of a house.
func (r *reader) idle(s *sum) bool {
	if r.givenAway(s.From, s.To) {
		return r.ownMoney(s) && r.changesNothing(func(code string) bool { return code == "present" })
	}
	if s.role != otherSum && s.role != unbound && !(s.role == incomeSum && s.weak) || len(r.out.Jurisdictions) == 0 {
		return false
	}
	from, to := r.clauseOf(s)
	for i := from; i < to; i++ {
		if r.p.lex.AskedAt(r.tokens, i, "stakes") > 0 || r.at(incomeWord, i) != nil || r.at(kindWord, i) != nil && !r.idleWord(i) ||
			r.at(taxWord, i) != nil || r.at(taxableWord, i) != nil {
			return false
		}
	}
	if slices.ContainsFunc(r.sums, func(o sum) bool { return o.From != s.From && o.From >= from && o.To <= to }) {
		return false
	}
	return r.ownMoney(s) && r.changesNothing(func(code string) bool {
		for i := from; i < to; i++ {
			if r.p.lex.AskedAt(r.tokens, i, code) > 0 && code != "present" {
				return true
			}
		}
		return false
	})
}

// clauseOf returns the clause of an amount, cut where "and" joins another that has an amount
// and a verb of its own: "my rent is £900 and I earn £30,000".
func (r *reader) clauseOf(s *sum) (from, to int) {
	from, to = r.clause(span{"", s.From, s.To})
	apart := func(a, b int) bool {
		earns := false
		for i := a; i < b; i++ {
			earns = earns || r.earningVerb(i) && !r.inSum(i)
		}
		return earns && slices.ContainsFunc(r.sums, func(o sum) bool { return o.From >= a && o.To <= b })
	}
	for i := s.From - 1; i >= from; i-- {
		if adds(r.word(i)) && apart(from, i) {
			from = i + 1
			break
		}
	}
	for i := s.To; i < to; i++ {
		if adds(r.word(i)) && apart(i+1, to) {
			to = i
			break
		}
	}
	return from, to
}

// ownMoney reports an amount in money of every place that is asked about: another may say that
// more belongs there.
func (r *reader) ownMoney(s *sum) bool {
	return !slices.ContainsFunc(r.out.Jurisdictions, func(place string) bool {
		j := r.p.byCode[place]
		return j != nil && s.Currencies != nil &&
			!slices.ContainsFunc(j.Currencies(), func(own string) bool { return slices.Contains(s.Currencies, own) })
	})
}

// changesNothing reports a place whose law says that what some code of asked.yaml names changes
// no income tax.
func (r *reader) changesNothing(named func(code string) bool) bool {
	return slices.ContainsFunc(r.out.Jurisdictions, func(place string) bool {
		return slices.ContainsFunc(r.p.lex.ChangesNothing(place), named)
	})
}

// givenAway reports a clause, about from..to, by which the asker gave something to somebody of
// the family, a friend or a neighbour, and got nothing: "I gave my nephew £3,000 as a gift".
func (r *reader) givenAway(from, to int) bool {
	if r.presents == nil {
		r.presents = append([]span{}, r.askedSpans("present")...)
	}
	if len(r.presents) == 0 {
		return false
	}
	from, to = r.clause(span{"", from, to})
	gives, person := slices.ContainsFunc(r.presents, func(x span) bool { return x.from >= from && x.to <= to }), false
	for i := from; i < to; i++ {
		switch o := r.ownerAt(i); {
		case o == relative || o == spouse || o == child:
			person = true
		case o == thing:
			return false
		}
		if r.p.lex.AskedAt(r.tokens, i, "got")+r.p.lex.AskedAt(r.tokens, i, "stakes") > 0 || r.at(taxWord, i) != nil || r.at(incomeWord, i) != nil ||
			r.frame(i, "me") > 0 && r.ownerAt(i) == self && r.objectOnly(i) {
			return false
		}
	}
	return gives && person
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
