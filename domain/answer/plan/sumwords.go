package plan

import (
	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// behind reports that what stands at a token is already taken off: "after
// expenses", "nach Werbungskosten".
func (r *reader) behind(at int) bool {
	for i := at - 1; i >= max(0, at-4) && !r.stop(i); i-- {
		if lexicon.Is(lexicon.Behind, r.word(i)) {
			return true
		}
	}
	return false
}

// lawAt reports a rule that may be behind an income: "after my personal allowance".
func (r *reader) lawAt(at int) bool {
	t := r.at(tiedWord, at)
	return t != nil && t.code == "law"
}

// profits reports a kind of income that is counted after its expenses, or an
// income that is taxable, in the sentence before an amount.
func (r *reader) profits(from, at int) bool {
	for i := from - 1; i >= 0 && !r.stop(i); i-- {
		if r.at(taxableWord, i) != nil {
			return true
		}
		if k := r.at(kindWord, i); k != nil {
			return k.code == string(tax.Property) || k.code == string(tax.SelfEmployment) || k.code == string(tax.CapitalGains)
		}
	}
	return false
}

// payAt reports the noun pay at the beginning of a clause: "Leeds, pay £61k".
func (r *reader) payAt(at int) bool {
	return r.word(at) == "pay" && (at == 0 || r.pause(at-1) || r.at(annualWord, at-1) != nil || r.word(at-1) == "my")
}

// netBefore reports a kind of income that is called net: "nett salary", "net
// annual pay".
func (r *reader) netBefore(at int) bool {
	sp := r.at(kindWord, at)
	if sp == nil {
		sp = r.at(incomeWord, at)
	}
	if sp == nil {
		return false
	}
	i := sp.from - 1
	for r.at(annualWord, i) != nil || r.at(periodWord, i) != nil {
		i--
	}
	return r.at(netWord, i) != nil
}

// netClause reports an amount in a clause that begins by saying that it is left after tax,
// and asks nothing: "after tax I got £31,000".
func (r *reader) netClause(s *sum) bool {
	from, to := r.clause(span{from: s.From, to: s.To})
	n := r.at(netWord, from)
	if s.taxable || r.at(taxableWord, from) != nil || r.at(taxableWord, from+1) != nil { // "net imposable"
		return false
	}
	if n == nil || n.from != from || n.code != "net" || to >= len(r.tokens) && from == 0 || r.asks(to) || lexicon.Is(lexicon.TaxedOn, r.word(s.From-1)) {
		return false
	}
	for i := from; i < to; i++ {
		if r.at(askWord, i) != nil || r.at(grossWord, i) != nil {
			return false
		}
	}
	return true
}

// taxableBefore reports a noun of taxable income that a kind of income belongs to:
// "reddito imponibile da lavoro dipendente".
func (r *reader) taxableBefore(kind int) bool {
	for i := kind - 1; i >= max(0, kind-4) && !r.pause(i) && !r.inSum(i); i-- {
		if t := r.at(taxableWord, i); t != nil {
			return t.to-t.from > 1
		}
		if r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil {
			return false
		}
	}
	return false
}

// partOfName reports one or two digits that letters touch: of a grade, a form or a
// box, "M6", "1AJ", no amount.
func (r *reader) partOfName(s *amount.Sum) bool {
	if !s.Plain() || s.To != s.From+1 || len(r.tokens[s.From].Text) > 2 {
		return false
	}
	letters := func(i, glued int) bool {
		return i >= 0 && i < len(r.tokens) && r.tokens[i].Kind == token.Word && r.tokens[glued].Glued && r.tokens[i].Caps
	}
	return letters(s.From-1, s.From) || letters(s.To, s.To)
}

// paidOut reports what the person pays rather than gets: "I pay £1,000 rent".
func (r *reader) paidOut(s *sum) bool {
	if s.kindAt == nil || s.kind == tax.Employment {
		return false
	}
	for at := s.From - 1; at >= max(0, s.From-2); at-- {
		if lexicon.Is(lexicon.PaidOut, r.word(at)) {
			return true
		}
	}
	return false
}

// priceOf reports the price of a thing: "a £60,000 car".
func (r *reader) priceOf(s *sum) bool {
	if !lexicon.Is(lexicon.Determiner, r.word(s.From-1)) {
		return false
	}
	if s.To >= len(r.tokens) || r.tokens[s.To].Kind != token.Word || r.placeAt(s.To) {
		return false
	}
	for c := class(0); c < ownerWord; c++ {
		if r.at(c, s.To) != nil && c != roleWord && c != plainWord {
			return false
		}
	}
	return !preposition(r.word(s.To))
}

// inherit reads "£50,000 and £10,000" as one kind, and "… is £5" as a claim.
func (r *reader) inherit(prev, s *sum) {
	joined := s.From > prev.To
	for at := prev.To; at < s.From; at++ {
		if r.stop(at) && r.word(at) != "\n" {
			return // "Actually it was £70,000": what it was is not said
		}
		switch word := r.word(at); {
		case lexicon.Is(lexicon.Claims, word):
			if r.taxedBefore(prev) {
				s.role = tiedSum
			}
			return // "£60,000 (was £55,000)": what it was is not said
		case lexicon.Is(lexicon.JoinsAmounts, word):
		default:
			joined = false
		}
	}
	if joined {
		s.role, s.kind, s.kindAt, s.taxable = prev.role, prev.kind, prev.kindAt, prev.taxable
		s.joined = true
	}
}

// personOf finds whose amount it is.
func (r *reader) personOf(s *sum) string {
	for at := s.From - 1; at >= max(0, s.From-12) && !r.stop(at); at-- {
		sp := r.at(personWord, at)
		if sp == nil {
			continue
		}
		return sp.code
	}
	return ""
}

// taxedBefore reports that a tax is asked for before an amount, so that what it
// "is" is the tax.
func (r *reader) taxedBefore(s *sum) bool {
	for i := s.From - 1; i >= 0 && !r.stop(i); i-- {
		if r.at(taxWord, i) != nil {
			return true
		}
	}
	return false
}
