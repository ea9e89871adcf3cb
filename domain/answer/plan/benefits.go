package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// Some names are those of a contribution and of what it pays for: "social security" behind
// an amount, or behind a word of receiving, is the benefit, and elsewhere the charge.

// benefitKinds are the kinds of income that share a name with a tax.
var benefitKinds = map[string]string{"social security": "social_security_benefits"}

// benefitsNamed takes the names that stand for a benefit from the taxes to the kinds of income.
func (r *reader) benefitsNamed() {
	kinds := slices.Clone(r.spans[kindWord])
	for i := range r.spans[taxWord] {
		s := &r.spans[taxWord][i]
		kind := benefitKinds[r.textFolded(s.from, s.to)]
		if kind != "" && !r.levied(s.to) && r.received(s.from) {
			s.code = "none"
			kinds = append(kinds, span{kind, s.from, s.to})
		}
	}
	if len(kinds) == len(r.spans[kindWord]) {
		return
	}
	slices.SortFunc(kinds, func(a, b span) int { return a.from - b.from })
	r.spans[kindWord], r.cover[kindWord] = nil, nil
	for _, s := range kinds {
		r.addSpan(kindWord, s)
	}
}

// levied reports words that make the name before them that of the charge: "social security
// tax", "social security on $60,000".
func (r *reader) levied(at int) bool {
	return r.at(taxWord, at) != nil || chargeNoun(r.word(at)) != 0 || r.word(at) == "on"
}

// received reports an amount that ends before a token, or a word of receiving, with nothing
// between them but small words.
func (r *reader) received(at int) bool {
	for i := at - 1; i >= max(0, at-5); i-- {
		switch {
		case r.tokens[i].Kind == token.Number || lexicon.Is(lexicon.DrawsBenefit, r.word(i)):
			return true
		case !lexicon.Is(lexicon.OfBenefit, r.word(i)):
			return false
		}
	}
	return false
}
