package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// Two words of the household that are set against each other where a difference is asked for
// are no doubt about which one is so: "married or single, what's the difference in tax?"

// pairReach is how many tokens stand between the two at most: "single or as a couple,".
const pairReach = 4

// statusesOpposed returns the codes of the household that are set against each other, in the
// order of the question; nil = none are.
func (r *reader) statusesOpposed() (codes []string) {
	if len(r.spans[statusWord]) < 2 || !r.differenceAsked() {
		return nil
	}
	spans := r.spans[statusWord]
	for i := 1; i < len(spans); i++ {
		if a, b := &spans[i-1], &spans[i]; a.code != b.code && r.pairedBy(a.to, b.from) {
			for _, s := range []*span{a, b} {
				if !slices.Contains(codes, s.code) {
					codes = append(codes, s.code)
				}
			}
		}
	}
	if len(codes) < 2 {
		return nil
	}
	for i := range spans {
		switch s := &spans[i]; {
		case slices.Contains(codes, s.code), s.code == "joint" && slices.Contains(codes, "married"):
		default:
			return nil // a third one is said, too
		}
	}
	if slices.ContainsFunc(spans, func(s span) bool { return s.code == "joint" }) { // "married (filing jointly)"
		for i := range codes {
			if codes[i] == "married" {
				codes[i] = "joint"
			}
		}
	}
	return slices.Compact(codes)
}

// differenceAsked reports that a comparison, or a difference, is asked for.
func (r *reader) differenceAsked() bool {
	return r.has(compareWord, "compare") ||
		slices.ContainsFunc(r.tokens, func(t token.Token) bool { return lexicon.Is(lexicon.DifferenceNoun, t.Text) })
}

// pairedBy reports that nothing but a word that sets what stands before and behind it beside
// or against each other stands between two tokens.
func (r *reader) pairedBy(from, to int) (paired bool) {
	if to <= from || to-from > pairReach {
		return false
	}
	for i := from; i < to; i++ {
		text := r.tokens[i].Text
		switch {
		case r.word(i) == "or", adds(text), lexicon.Is(lexicon.SetBeside, text), lexicon.Is(lexicon.SetAgainst, text), r.at(compareWord, i) != nil:
			paired = true
		case text == "(" || text == ")" || text == ",", article(text), r.at(plainWord, i) != nil, r.small(i):
		default:
			return false
		}
	}
	return paired
}

// opposedValues are the values of a filing status under which a question asks for the tax side
// by side: where being married leaves a couple the choice, under each of its choices.
func (r *reader) opposedValues(j *tax.Jurisdiction, f *tax.Fact) (values []string) {
	for _, code := range r.statusesOpposed() {
		of := []string{statusChoice(j, f, code)}
		if of[0] == "" && code == "married" {
			of = []string{statusChoice(j, f, "joint"), statusChoice(j, f, "separate")}
		}
		for _, v := range of {
			if v == "" {
				return nil
			}
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	return values
}

// comparedJointly returns the value under which spouses are taxed together, of those that are
// compared, so that what else such a couple is asked is taken for granted as for it alone.
func (r *reader) comparedJointly(j *tax.Jurisdiction, f *tax.Fact) string {
	values := r.opposedValues(j, f)
	if len(values) < 2 {
		return ""
	}
	if i := slices.IndexFunc(values, func(v string) bool { return slices.Contains(f.Joint, v) }); i >= 0 {
		return values[i]
	}
	return values[0]
}

// markOpposed marks the word for the difference that is asked for.
func (r *reader) markOpposed(known []bool) {
	if r.statusesOpposed() == nil {
		return
	}
	for i := range r.tokens {
		known[i] = known[i] || lexicon.Is(lexicon.DifferenceNoun, r.tokens[i].Text)
	}
}
