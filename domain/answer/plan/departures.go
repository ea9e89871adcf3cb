package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// departures refuses a tax under a law that is not the one in force: "without
// the personal allowance", "if the threshold were £20,000", "with tax code 0T".
func (r *reader) departures() {
	if r.out.Research || len(r.sums) == 0 {
		return
	}
	at, found := r.departure()
	if !found {
		return
	}
	reason := "the question departs from the law as it stands"
	if !slices.ContainsFunc(r.tokens[at.from:at.to], func(t token.Token) bool { return t.Kind == token.Number }) {
		reason += " (\"" + r.textOf(at.from, at.to) + "\")"
	}
	r.gap(Gap{Jurisdiction: first(r.out.Jurisdictions), TaxYear: first(r.out.TaxYears), TaxType: first(r.out.TaxTypes),
		Taxpayer: r.out.Taxpayer,
		Reason:   reason})
}

// departure returns the words that set a rule aside or change it.
func (r *reader) departure() (at span, found bool) {
	if found := r.spans[departureWord]; len(found) > 0 {
		return found[0], true
	}
	if from, to, found := r.p.lex.Departure(r.tokens); found {
		return span{"changed", from, to}, true
	}
	for _, s := range r.spans[tiedWord] {
		if s.code != "law" {
			continue
		}
		from := s.from
		for from > 0 && lexicon.Is(lexicon.OfRule, r.word(from-1)) {
			from--
		}
		if r.unclaimed(from) || r.ruleGiven(s) {
			return span{s.code, s.from, s.to}, true
		}
		if r.leftOut(from) || beforeRule(r.word(from-1)) && !r.inSum(from-2) {
			return span{s.code, from - 1, s.to}, true
		}
	}
	return span{}, false
}

// ruleGiven reports a rule that the question bids to apply with a figure of its own: "use a
// personal allowance of £20,000".
func (r *reader) ruleGiven(s span) bool {
	from, to := r.clause(s)
	bids := false
	for i := from; i < s.from; i++ {
		bids = bids || lexicon.Is(lexicon.AppliesRule, r.tokens[i].Text)
	}
	for i := s.to; bids && i < to; i++ {
		if r.tokens[i].Kind == token.Number && !r.masked[i] {
			return true
		}
	}
	return false
}

// unclaimed reports a rule that is said not to be claimed: "I didn't claim the
// tax-free threshold".
func (r *reader) unclaimed(from int) bool {
	for i := from - 1; i >= max(0, from-3) && !r.pause(i); i-- {
		if lexicon.Is(lexicon.Claiming, r.word(i)) {
			return r.deniedAt(i, i+1)
		}
	}
	return false
}

// beforeRule reports words that ask for the tax as it is before a rule. Behind an
// amount they say of the amount that it is gross: "£60,000 before allowances".
func beforeRule(word string) bool { return lexicon.Is(lexicon.BeforeRule, word) }
