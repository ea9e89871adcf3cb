package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// What an employer owes on a wage is another amount than what is taken from it: a question for it
// is never answered with the employee's contributions.

// employerReach is how many tokens away from an employer the verb of paying, or the contribution,
// stands at most.
const employerReach = 3

// employerPays reports contributions that are asked of who employs: "how much NI does my employer
// pay on £40,000", "what NI do I owe as an employer".
func (r *reader) employerPays() bool {
	for i := range r.tokens {
		if !lexicon.Is(lexicon.Employer, r.tokens[i].Text) {
			continue
		}
		from, to := r.clause(span{from: i, to: i + 1})
		if !r.contributionIn(from, to) || r.takenIn(from, to) {
			continue
		}
		if r.contributionIn(max(from, i-employerReach), min(to, i+employerReach+1)) {
			return true // "national insurance for the company", "the company's national insurance"
		}
		for k := i - 1; k >= max(from, i-2); k-- {
			if lexicon.Is(lexicon.InRoleOf, r.tokens[k].Text) {
				return true
			}
		}
		for k := max(from, i-employerReach); k < min(to, i+employerReach+1); k++ {
			if lexicon.Is(lexicon.PaysFor, r.tokens[k].Text) && !r.paysWage(k, to) {
				return true
			}
		}
	}
	return false
}

// contributionIn reports a contribution, or a levy that is one, among the tokens from..to.
func (r *reader) contributionIn(from, to int) bool {
	social := func(s span) bool { return s.code == "social_contributions" && s.from < to && from < s.to }
	return slices.ContainsFunc(r.spans[taxWord], social) ||
		slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.Social && !m.without && m.from < to && from < m.to })
}

// takenIn reports a word of taking from a pay among the tokens from..to: what is withheld is the
// employee's, whoever pays it over.
func (r *reader) takenIn(from, to int) bool {
	return slices.ContainsFunc(r.askedSpans("levied"), func(s span) bool { return from <= s.from && s.to <= to })
}

// paysWage reports that what is paid by the verb at token k is a wage: "pays me £40,000".
func (r *reader) paysWage(k, to int) bool {
	i := k + 1
	if i < to && lexicon.Is(lexicon.Article, r.tokens[i].Text) {
		i++
	}
	return i < to && (r.inSum(i) || lexicon.Is(lexicon.ObjectPronoun, r.tokens[i].Text))
}

// employersShare keeps of a scope what an employer owes alike; none where a place has another rule.
// In the United States it is the same share of social security and Medicare, without the
// additional Medicare tax, which is the employee's alone (26 U.S.C. §§ 3101(b)(2), 3111).
func employersShare(j *tax.Jurisdiction, s *tax.Scope) bool {
	if j.Code != "US" || s == nil {
		return false
	}
	s.Only = slices.DeleteFunc(s.Only, func(code string) bool { return code == "additional_medicare_tax" })
	return len(s.Only) > 0
}
