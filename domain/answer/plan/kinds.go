package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/tax"
)

// giveKinds ties kinds of income that no amount was bound to: where one amount
// says no kind, it is of that kind, and never employment.
func (r *reader) giveKinds() {
	var open []*span
	for i := range r.spans[kindWord] {
		k := &r.spans[kindWord][i]
		bound := slices.ContainsFunc(r.sums, func(s sum) bool { return s.kindAt == k })
		if !bound && tax.Kind(k.code) != tax.Employment && !r.noIncome(k) {
			open = append(open, k)
		}
	}
	if len(open) == 0 {
		return
	}
	for i := range r.sums {
		s := &r.sums[i]
		if (s.role == incomeSum || s.role == unbound) && s.kindAt == nil && !(s.taxable && open[0].code == string(tax.CapitalGains)) {
			s.role, s.kind, s.kindAt = incomeSum, tax.Kind(open[0].code), open[0]
		}
	}
}

// inHint reports that a word stands inside a phrase that hints at a fact:
// "state pension age" is no pension.
func (r *reader) inHint(k *span) (inside bool) {
	for i := max(0, k.from-4); i <= k.from; i++ {
		r.p.hints.At(r.tokens, i, func(_ []hint, n int) { inside = inside || i <= k.from && i+n >= k.to && n > k.to-k.from })
	}
	return inside
}

// noIncome reports a word of income that names none here: inside a hint, or as
// the object of a payment ("contribute £5,000 to a pension").
func (r *reader) noIncome(k *span) bool {
	if r.inHint(k) || r.deniedAt(k.from, k.to) || r.notMine(k) ||
		r.givenAway(k.from, k.to) || r.word(k.to) == "leeftijd" || r.at(deductionWord, k.to) != nil ||
		r.at(deductionWord, k.from) != nil {
		return true
	}
	return slices.ContainsFunc(r.sums, func(s sum) bool {
		return s.role == otherSum && (k.from >= s.To && k.from-s.To <= 4 || k.to <= s.From && s.From-k.to <= 4)
	})
}

// openKinds returns the kinds of income that are named without an amount
// although every amount has a kind of its own.
func (r *reader) openKinds() (out []tax.Kind) {
	for i := range r.spans[kindWord] {
		k := &r.spans[kindWord][i]
		kind := tax.Kind(k.code)
		if kind == tax.Employment || slices.Contains(out, kind) || r.noIncome(k) {
			continue
		}
		if !slices.ContainsFunc(r.sums, func(s sum) bool { return s.kind == kind }) {
			out = append(out, kind)
		}
	}
	return out
}

// benefits is the kind of what social security pays.
const benefits tax.Kind = "social_security_benefits"

// draws reports an amount right behind "social security": it is received, and
// no contribution.
func (r *reader) draws(s *sum, at int) bool {
	return r.word(at) == "security" && r.word(at-1) == "social" && (s.From == at+1 || s.From == at+2 && r.word(at+1) == "of")
}

// notMine reports a kind of income that is said of somebody else than the person
// whose tax is asked for.
func (r *reader) notMine(k *span) bool {
	switch o := r.ownerOf(k.from, k.to); o {
	case spouse, child, relative:
		return o != r.principal()
	}
	return false
}
