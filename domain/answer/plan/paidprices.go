package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// What something was sold for is no gain, and the interest of a debt no income: the words for
// both stand beside amounts that are neither.

// priceReach is how many tokens before its price a sale is named at most, priceBehind behind it.
const (
	priceReach  = 10
	priceBehind = 3
)

// soldFor reports the price of a sale where gains are spoken of: "I sold shares for £30,000".
// Behind a word for the gain itself it is one: "sold for a gain of".
func (r *reader) soldFor(s *sum) bool {
	gains := r.has(taxWord, "capital_gains") || slices.ContainsFunc(r.spans[kindWord], func(k span) bool { return k.code == string(tax.CapitalGains) })
	if !gains || !lexicon.Is(lexicon.ForPrice, r.word(s.From-1)) {
		return false
	}
	for i := s.From - 2; i >= max(0, s.From-priceReach) && !r.stop(i); i-- {
		if lexicon.Is(lexicon.Sells, r.tokens[i].Text) {
			return true
		}
	}
	for i := s.To; i < min(len(r.tokens), s.To+priceBehind) && !r.pause(i); i++ {
		if lexicon.Is(lexicon.Sells, r.tokens[i].Text) {
			return true // "Aktien für 30.000 Pfund verkauft"
		}
	}
	return false
}

// owedInterest reports that the interest which an amount is said to be is a debt's: "mortgage
// interest £4,000".
func (r *reader) owedInterest(s *sum, before sumRole, at int) bool {
	if k := r.at(kindWord, at); before == incomeSum && k != nil && k.code == string(tax.Interest) && r.owes(k) {
		return true
	}
	for at := s.To; at < min(len(r.tokens), s.To+3) && !r.pause(at); at++ {
		if k := r.at(kindWord, at); k != nil {
			return k.code == string(tax.Interest) && r.owes(k)
		}
	}
	return false
}

// owes reports words beside a word for interest that make it a debt's.
func (r *reader) owes(k *span) bool {
	for i := max(0, k.from-2); i < k.from; i++ {
		if n := lexicon.IsAt(lexicon.OwedInterest, r.tokens, i); n > 0 && i+n == k.from {
			return true
		}
	}
	return lexicon.IsAt(lexicon.OwedInterest, r.tokens, k.to) > 0
}
