package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// supplyAmount selects the one amount of the question: with a currency, or the
// only one there is. Beside another one, the amount of the tax itself is none.
func (r *reader) supplyAmount() (*amount.Sum, bool) {
	var all, with, bare []*amount.Sum
	for i := range r.found {
		if !r.ofSaid(r.found[i].From) {
			all = append(all, &r.found[i])
		}
	}
	if len(all) > 1 {
		all = slices.DeleteFunc(all, r.amountOfTax)
	}
	if slices.ContainsFunc(all, func(s *amount.Sum) bool { return r.taxIs(s) || r.ofOnePiece(s) }) {
		return nil, false
	}
	for _, s := range all {
		if s.Currencies != nil || !s.Bare {
			with = append(with, s)
		} else {
			bare = append(bare, s)
		}
	}
	switch {
	case len(with) == 1 && !r.priceBeside(with[0]) && slices.ContainsFunc(bare, r.priceBeside):
		return nil, false // "25 euros on 100 net"
	case len(with) == 1 && len(bare) > 0 && lexicon.IsAt(lexicon.AtPrice, r.tokens, with[0].From-1) == 1:
		return nil, false // "3 books at 20 euros"
	case len(with) == 1:
		return with[0], true
	case len(with) == 0 && len(bare) == 1:
		return bare[0], true
	}
	return nil, false
}

// amountOfTax reports an amount that is the tax itself: "VAT of 25 euros", "25 euros of VAT".
func (r *reader) amountOfTax(s *amount.Sum) bool {
	tax := func(i int) bool { return r.at(taxWord, i) != nil && r.at(priceWord, i) == nil }
	of := func(i int) bool { return i >= 0 && i < len(r.tokens) && lexicon.Is(lexicon.OfWhole, r.tokens[i].Text) }
	before, behind := s.From-1, s.To
	if of(before) {
		before--
	}
	if of(behind) {
		behind++
	}
	return tax(before) || tax(behind)
}

// priceBeside reports an amount beside which stands whether it includes the tax.
func (r *reader) priceBeside(s *amount.Sum) bool {
	return r.at(priceWord, s.From-1) != nil || r.at(priceWord, s.To) != nil
}

// taxIs reports an amount that a clause says the tax is: "the VAT was 19 euros".
func (r *reader) taxIs(s *amount.Sum) bool {
	w := r.word(s.From - 1)
	return (w == "is" || w == "was") && r.at(taxWord, s.From-2) != nil
}

// ofOnePiece reports the price of one piece of several: "20 euros net each".
func (r *reader) ofOnePiece(s *amount.Sum) bool {
	i := s.To
	if x := r.at(priceWord, i); x != nil {
		i = x.to
	}
	return lexicon.IsAt(lexicon.PerPiece, r.tokens, i) > 0 || lexicon.IsAt(lexicon.PerPiece, r.tokens, s.From-1) == 1
}
