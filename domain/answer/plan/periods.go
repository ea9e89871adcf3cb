package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// isRange reports that sum i is one end of a range: "£50,000-£60,000",
// "between 50k and 60k", "over £100,000", "£50,000 or £60,000".
func (r *reader) isRange(i int) bool {
	s := &r.sums[i]
	if b := r.at(boundWord, s.From-1); b != nil && b.to == s.From {
		return true
	}
	if b := r.at(boundWord, s.From-2); b != nil && r.word(s.From-1) == "." {
		return true // "min. £60,000"
	}
	if b := r.at(boundWord, s.To); b != nil && b.from == s.To && (b.code == "after" || r.tokens[s.To].Spaceless()) {
		return true
	}
	if i > 0 {
		p := &r.sums[i-1]
		sep := r.word(p.To)
		near := s.From-p.To == 1
		if near && (sep == "-" || sep == "to" || sep == "or" || sep == "and" && (r.word(p.From-1) == "between" || r.word(p.From-1) == "from")) {
			p.ranged = true
			return true
		}
	}
	if s.From > 1 && (r.word(s.From-1) == "-" || r.word(s.From-1) == "to") && r.tokens[s.From-2].Kind == token.Number && !r.masked[s.From-2] {
		return true // "50-60k"
	}
	if _, numeral := r.p.lex.Numbers.Units[r.word(s.From-2)]; numeral && s.Worded && (r.word(s.From-1) == "or" || r.word(s.From-1) == "to") {
		return true // "sixty or seventy thousand"
	}
	// "£60k + £5k bonus"
	more := i+1 < len(r.sums) && (r.sums[i+1].From == s.To+1 || r.sums[i+1].From <= s.To+4 && r.at(kindWord, s.To+1) != nil)
	return r.word(s.To) == "+" && !more || r.word(s.To) == "plus" && r.stop(s.To+1)
}

// periodBefore reads "monthly salary of £5,000" and "each month I get £5,000"; a
// period that stands with tax is one of the answer, not of the amount.
func (r *reader) periodBefore(s *sum) string {
	for at := s.From - 1; at >= max(0, s.From-4) && !r.stop(at); at-- {
		s.annual = s.annual || r.at(annualWord, at) != nil
		if sp := r.at(periodWord, at); sp != nil && r.at(taxWord, sp.to) == nil && (r.at(kindWord, sp.to) != nil || r.at(incomeWord,
			sp.to) != nil ||
			r.at(netWord, sp.to) != nil || r.equates(sp.to, s.From) || r.word(sp.to) == "pay" || r.word(sp.to) == "rate") {
			return sp.code
		}
	}
	if s.annual {
		return ""
	}
	for i := range r.spans[periodWord] {
		if sp := &r.spans[periodWord][i]; !r.masked[sp.from] && r.sameSentence(s, sp) && !r.taxedBy(sp) {
			return sp.code
		}
	}
	return ""
}

// sameSentence reports that a phrase stands in the sentence of an amount, and
// with no other amount.
func (r *reader) sameSentence(s *sum, sp *span) bool {
	for i := min(s.To, sp.to); i < max(s.From, sp.from); i++ {
		if r.stop(i) {
			return false
		}
	}
	return !slices.ContainsFunc(r.sums, func(o sum) bool {
		return o.From != s.From && (o.To == sp.from || o.From > s.From &&
			o.To <= sp.from)
	})
}

// taxedBy reports a period of the tax that is asked for: "tax per month",
// "how much tax do I pay each month", "monthly tax".
func (r *reader) taxedBy(sp *span) bool {
	if r.at(taxWord, sp.to) != nil {
		return true
	}
	for i := sp.from - 1; i >= max(0, sp.from-6) && !r.stop(i); i-- {
		if r.at(taxWord, i) != nil {
			return true
		}
		if r.inSum(i) || r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil {
			return false
		}
	}
	return false
}

// equates reports that nothing but "is" or "of" stands between two tokens:
// "mein Monatsgehalt ist 5.000". Without its accent the Italian and Portuguese
// "is" is an "and".
func (r *reader) equates(from, to int) bool {
	for ; from < to; from++ {
		if !lexicon.Is(lexicon.Equates, r.word(from)) {
			return false
		}
	}
	return true
}
