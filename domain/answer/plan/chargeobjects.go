package plan

import (
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// What a verb of charging has for its object, or a list of taxes beside it, and no list knows.

// objectOf finds the unknown name right behind "how much": "how much super".
func (r *reader) objectOf(known []bool) (from, to int, found bool) {
	for i := range r.spans[askWord] {
		a := &r.spans[askWord][i]
		if a.code != "amount" {
			continue
		}
		k := a.to
		for k < min(len(r.tokens), a.to+4) && !r.acronym(k) && (joins(r.tokens[k].Text) || r.word(k) == "of" || r.word(k) == "the" ||
			r.word(k) == "my" || r.word(k) == "is" || r.word(k) == "in" || r.word(k) == "'") {
			k++
		}
		if from, to := r.unknownRun(k, known); to > from && r.endsObject(to) {
			return from, to, true
		}
		if r.acronym(k) {
			return k, k + 1, true
		}
		if to := r.creditNamed(k); to > k {
			return k, to, true
		}
	}
	return 0, 0, false
}

// creditNamed returns where a credit or relief ends whose name begins at token k: "tax
// credit", "earned income tax credit"; k if there is none.
func (r *reader) creditNamed(k int) int {
	for i := k; i < min(len(r.tokens), k+4) && !r.pause(i) && !r.inSum(i); i++ {
		if lexicon.Is(lexicon.CreditNoun, r.word(i)) {
			if r.at(taxWord, i-1) != nil && i > k {
				return i + 1
			}
		}
	}
	return k
}

// acronym reports a name in capitals that is no tax, place or income here: "SUI".
// Small words of other languages are none of it.
func (r *reader) acronym(k int) bool {
	if k >= len(r.tokens) || !r.tokens[k].Caps || !r.capitals || len(r.tokens[k].Text) < 2 || r.inSum(k) || r.taxThere(k) ||
		r.overLevy(k, k+1) {
		return false
	}
	for _, c := range []class{taxWord, kindWord, incomeWord, taxableWord, netWord, periodWord, annualWord} {
		if r.at(c, k) != nil {
			return false
		}
	}
	return r.endsObject(k+1) || r.tokens[k+1].Kind == token.Word && r.tokens[k+1].Title
}

// besideUnknown finds a name that is counted up with the tax and is none: "income
// tax and AHV", "income tax, NI and pension".
func (r *reader) besideUnknown(known []bool) (from, to int, found bool) {
	for i := range r.spans[taxWord] {
		s := &r.spans[taxWord][i]
		if s.code != "generic" && s.code != tax.IndividualIncome && s.code != "social_contributions" || r.leftOutAt(s.from, s.to) {
			continue
		}
		if from, to, found := r.listUnknown(s.to, known); found {
			return from, to, true
		}
	}
	return 0, 0, false
}

// listUnknown follows a list of taxes from token k to what is no tax in it.
func (r *reader) listUnknown(k int, known []bool) (from, to int, found bool) {
	for listed := 0; listed < 5; listed++ {
		last := adds(r.word(k))
		if !last && r.word(k) != "," {
			return 0, 0, false
		}
		k++
		for r.word(k) == "the" || r.word(k) == "my" || adds(r.word(k)) {
			last = last || adds(r.word(k))
			k++
		}
		if end := r.taxEnd(k); end > k {
			k = end
			continue
		}
		from, to := r.unknownRun(k, known)
		if to == from && last && r.at(kindWord, k) != nil {
			to = r.at(kindWord, k).to // "and pension"
		}
		if to == from && r.tokens[min(k, len(r.tokens)-1)].Caps && !r.taxThere(k) && !r.inSum(k) && r.capitals {
			to = k + 1
		}
		if to == from || to-from > 3 {
			return 0, 0, false
		}
		return from, to, last && (r.endsObject(to) || to == len(r.tokens)) || !last && r.listGoesOn(to)
	}
	return 0, 0, false
}

// taxEnd returns where a tax or levy that begins at token k ends; k if none does.
func (r *reader) taxEnd(k int) int {
	if s := r.at(taxWord, k); s != nil {
		return s.to
	}
	for _, m := range r.levies {
		if m.from <= k && k < m.to {
			return m.to
		}
	}
	return k
}

// listGoesOn reports that a list has one more entry behind "and" from token k on.
func (r *reader) listGoesOn(k int) bool {
	for i := k; i < min(len(r.tokens), k+5) && !r.stop(i) && !r.inSum(i); i++ {
		if adds(r.word(i)) {
			return r.taxEnd(i+1) > i+1 || r.taxEnd(i) > i || r.at(kindWord, i+1) != nil && r.endsObject(r.at(kindWord, i+1).to)
		}
	}
	return false
}

// unknownRun returns the words from token k on that no list holds.
func (r *reader) unknownRun(k int, known []bool) (from, to int) {
	to = k
	if r.lang == "de" && r.capitals && r.anyUpper && k < len(r.tokens) && !r.tokens[k].Title && !r.tokens[k].Spaceless() {
		return k, k // no noun
	}
	for to < len(r.tokens) && r.tokens[to].Kind == token.Word && !known[to] && !r.inSum(to) && !r.named(to) && !r.tokens[to].Spaceless() {
		to++
	}
	return k, to
}

// endsObject reports that a name ends before token i: the clause does, or what it
// is asked on follows.
func (r *reader) endsObject(i int) bool {
	if r.pause(i) || r.word(i) == ":" || r.inSum(i) {
		return true
	}
	return lexicon.Is(lexicon.EndsObject, r.word(i))
}

// bareObject finds an unknown name that is the whole of the last question, where no
// tax is named: "R500,000 salary, 2026 year of assessment: UIF?".
func (r *reader) bareObject(known []bool) (from, to int, found bool) {
	end := len(r.tokens)
	for end > 0 && r.tokens[end-1].Kind == token.Sign {
		end--
	}
	if end == len(r.tokens) || !r.asks(end) {
		return 0, 0, false
	}
	begin := end
	for begin > 0 && !r.pause(begin-1) && r.word(begin-1) != ":" {
		begin--
	}
	if end-begin > 4 || begin == 0 {
		return 0, 0, false
	}
	for i := begin; i < end; i++ {
		if r.at(taxWord, i) != nil || r.overLevy(i, i+1) || r.at(askWord, i) != nil || r.inSum(i) || r.masked[i] || r.placed[i] ||
			r.at(kindWord, i) != nil || r.at(researchWord, i) != nil ||
			r.at(statusWord, i) != nil || r.at(netWord, i) != nil || r.named(i) {
			return 0, 0, false
		}
	}
	for i := begin - 1; i >= 0 && !r.stop(i); i-- {
		if r.at(taxWord, i) != nil && r.word(i+1) != "year" && r.word(i+1) != "resident" {
			return 0, 0, false
		}
	}
	for i := begin; i < end; i++ {
		if from, to := r.unknownRun(i, known); to > from {
			return from, to, true
		}
	}
	return 0, 0, false
}
