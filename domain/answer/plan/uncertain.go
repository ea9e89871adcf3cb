package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// What a question itself takes away from its amounts, wherever in it that is said: a
// condition under which the income is not there, and a figure that the asker is not sure of.

// undone finds a condition without an amount that denies or ends what the asker works or
// earns: "if I weren't paid", "unless they sack me", "wenn ich nicht arbeite".
func (r *reader) undone() bool {
	return slices.ContainsFunc(r.segments(), func(s segment) bool {
		if _, weight := r.supposition(s); weight == "" && !r.spansIn(stanceWord, "if", s) {
			return false
		}
		ends, works := false, false
		for i := s.from; i < s.to; i++ {
			if r.inSum(i) || r.asksBetween(i, i+1) {
				return false
			}
			p := r.at(roleWord, i)
			ended := lexicon.IsAt(lexicon.LosesWork, r.tokens, i) > 0
			ends = ends || ended || r.stanceIs(i, "not") || r.frame(i, "ended") > 0 || r.p.lex.Without[r.tokens[i].Text] ||
				lexicon.IsAt(lexicon.Unless, r.tokens, i) > 0
			works = works || ended || r.at(verbWord, i) != nil || r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil ||
				p != nil && p.code == "work"
		}
		return ends && works
	})
}

// spansIn reports a phrase of a class and code that lies in a segment.
func (r *reader) spansIn(c class, code string, s segment) bool {
	return slices.ContainsFunc(r.spans[c], func(x span) bool { return x.code == code && x.from >= s.from && x.to <= s.to })
}

// figuresDoubted reports a clause that doubts an amount: it names one, or what people call
// one, and asks nothing of a tax; or it does nothing but doubt, and stands behind the clause
// of an income.
func (r *reader) figuresDoubted(sums []sum) bool {
	unsure := r.askedSpans("unsure")
	figures := r.askedSpans("figure")
	within := func(list []span, s segment) bool {
		return slices.ContainsFunc(list, func(x span) bool { return x.from >= s.from && x.to <= s.to })
	}
	for _, s := range r.sentences() {
		if !within(unsure, s) && !r.spansIn(stanceWord, "doubt", s) || r.asksBetween(s.from, s.to) || r.ofOthers(s) && !within(figures, s) {
			continue
		}
		for i := s.from; i < s.to; i++ {
			if within(figures, segment{from: i, to: i + 2}) || r.inSum(i) || r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil ||
				r.at(taxableWord, i) != nil || lexicon.Is(lexicon.PayDocument, r.tokens[i].Text) {
				return true
			}
		}
	}
	return slices.ContainsFunc(sums, func(x sum) bool {
		_, end := r.clause(span{from: x.From, to: x.To})
		for end < len(r.tokens) && r.pause(end) {
			end++
		}
		return end < len(r.tokens) && r.onlyDoubts(end)
	})
}

// sentences are the sentences of the question, without the lines that answer.
func (r *reader) sentences() (out []segment) {
	from := 0
	for i := 0; i <= len(r.tokens); i++ {
		if i < len(r.tokens) && !r.stop(i) {
			continue
		}
		if i > from && !((from == 0 || r.word(from-1) == "\n") && r.answerLine(from)) {
			out = append(out, segment{from: from, to: i, begins: true, whole: true})
		}
		from = i + 1
	}
	return out
}
