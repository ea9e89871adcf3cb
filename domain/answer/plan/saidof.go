package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// What is said of an amount beside its being one: that it is denied, a total, a part, a product.

// denies reports that a clause says that an amount is not so: "I don't earn
// £60,000", "I no longer get £5,000".
func (r *reader) denies(s *sum) bool {
	if what := r.idiomDenies(s.From, s.To); what == refused || what == unsettled {
		return true
	}
	if r.spaceless(s.To) > 0 && r.deniedBehindSum(s) || r.isNone(s) || r.onceBefore(s) {
		return true
	}
	for i := s.From - 1; i >= max(0, s.From-reach) && !r.pause(i) && !r.inSum(i); i-- {
		switch word := r.word(i); {
		case word == ":", word == "and", word == "but", r.at(taxWord, i) != nil:
			return false
		case r.at(roleWord, i+1) != nil, r.placeAt(i + 1): // "I don't live in", "not England"
		case word == "not", word == "never", word == "longer" && r.word(i-1) == "no":
			return true
		case word == "t" && r.tokens[i].Kind == token.Word:
			if lexicon.Is(lexicon.DeniedStem, r.word(i-1)) {
				return true
			}
		}
	}
	return false
}

// deniedBehindSum reports a Japanese or Chinese sentence that ends by denying what it says of
// an amount: "510万円ではありません".
func (r *reader) deniedBehindSum(s *sum) bool {
	for i := s.To; i < len(r.tokens) && !r.pause(i) && !r.inSum(i); i++ {
		if n := lexicon.IsAt(lexicon.IsNot, r.tokens, i); n > 0 && (i+n >= len(r.tokens) || r.pause(i+n)) {
			return true
		}
	}
	return false
}

// totalled reports that an amount is what the others add up to: "£50,000 and
// £10,000, so £60,000 in all".
func totalled(sums []sum, style amount.Style) bool {
	if len(sums) < 3 {
		return false
	}
	total, _ := sums[0].Read(style)
	for i := range sums[1:] {
		v, doubt := sums[i+1].Read(style)
		if doubt != amount.Certain {
			return false
		}
		total = total.Add(v)
	}
	return slices.ContainsFunc(sums, func(s sum) bool {
		v, _ := s.Read(style)
		return !v.IsZero() && v.Add(v).Equal(total)
	})
}

// openExtra reports a part of the pay that is named without its amount: "plus
// bonus", "excluding overtime".
func (r *reader) openExtra() bool {
	return slices.ContainsFunc(r.spans[extraWord], func(e span) bool {
		if lexicon.Is(lexicon.NoExtra, r.word(e.from-1)) {
			return false
		}
		return !slices.ContainsFunc(r.sums, func(s sum) bool {
			return s.kindAt != nil && s.kindAt.from < e.to && e.from < s.kindAt.to
		})
	})
}

// reckoned reports that an amount is to be multiplied: "12 x £5,000".
func (r *reader) reckoned(s *sum) bool {
	times := func(i int) bool { return lexicon.Is(lexicon.Times, r.word(i)) }
	number := func(i int) bool {
		if i < 0 || i >= len(r.tokens) {
			return false
		}
		_, worded := r.p.lex.Numbers.Units[r.word(i)]
		return worded || r.tokens[i].Kind == token.Number
	}
	if r.word(s.To) == "(" && times(s.To+1) && number(s.To+2) {
		return true
	}
	return times(s.To) && number(s.To+1) || times(s.From-1) && number(s.From-2)
}

// bracketed reports an amount in brackets where an amount is due, which is how
// accounts write a negative one: "tax on (£5,000)".
func (r *reader) bracketed(s *sum) bool {
	return r.word(s.From-1) == "(" && r.word(s.To) == ")" && (r.at(baseWord, s.From-2) != nil || r.equates(s.From-2, s.From-1))
}

// taxability reports a question whether an amount is taxed: "Is my £500 taxable
// in Wales?", which no figure answers.
func (r *reader) taxability(s *sum) bool {
	if !s.taxable {
		return false
	}
	from := s.From
	for from > 0 && !r.stop(from-1) {
		from--
	}
	if !lexicon.Is(lexicon.AsksWhether, r.word(from)) {
		return false
	}
	for i := s.To; i < min(len(r.tokens), s.To+4); i++ {
		if sp := r.at(taxableWord, i); sp != nil {
			return sp.to-sp.from == 1 && r.at(incomeWord, sp.to) == nil && r.at(kindWord, sp.to) == nil
		}
	}
	return false
}

// isNone reports an amount of which right behind it is said that it is not what follows:
// "£43,000 is not what I earn".
func (r *reader) isNone(s *sum) bool {
	i := s.To
	if i+1 >= len(r.tokens) || r.pause(i) {
		return false
	}
	if lexicon.Is(lexicon.DeniedStem, r.word(i)) && r.word(i+1) == "t" {
		return true
	}
	return lexicon.Is(lexicon.SheIs, r.tokens[i].Text) && (r.word(i+1) == "not" || r.stanceIs(i+1, "not"))
}

// onceBefore reports an amount whose sentence begins with a word by which it is over, and a
// pause: "avant, mon revenu était de".
func (r *reader) onceBefore(s *sum) bool {
	from := s.From
	for from > 0 && !r.stop(from-1) {
		from--
	}
	if beforeRule(r.tokens[from].Text) && from+1 < s.From && r.pause(from+1) {
		return true
	}
	over := r.at(stanceWord, from)
	return over != nil && over.from == from && over.code == "over" && over.to < s.From && r.pause(over.to)
}
