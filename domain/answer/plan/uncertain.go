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

// exchanged finds a condition without an amount that sets the asker in another's place, or
// another in the asker's: "if he were in my shoes", "if I had my boss's job". Whose the
// income of the question is cannot be told then.
func (r *reader) exchanged() bool {
	return slices.ContainsFunc(r.segments(), func(s segment) bool {
		if _, weight := r.supposition(s); weight == "" && !r.spansIn(stanceWord, "if", s) {
			return false
		}
		mine, theirs := false, false
		for i := s.from; i < s.to; i++ {
			if r.inSum(i) || r.asksBetween(i, i+1) || r.frame(i, "say")+r.frame(i, "think")+r.frame(i, "hear") > 0 {
				return false
			}
			o := r.ownerAt(i)
			mine = mine || o == self
			theirs = theirs || o == relative
		}
		return mine && theirs
	})
}

// wished finds an amount in a sentence that wishes it were so: "if only I still had my
// £61,500 job".
func (r *reader) wished() bool {
	return slices.ContainsFunc(r.sentences(), func(s segment) bool {
		wishes, amounts := false, false
		for i := s.from; i < s.to; i++ {
			wishes = wishes || lexicon.IsAt(lexicon.Wish, r.tokens, i) > 0
			amounts = amounts || r.inSum(i)
		}
		return wishes && amounts
	})
}

// conditioned finds an amount that a sentence gives under a condition without one, and asks
// nothing: "if they pay me at all, it'd be £38,400".
func (r *reader) conditioned() bool {
	parts := r.segments()
	return slices.ContainsFunc(r.sentences(), func(s segment) bool {
		if r.asks(s.to) && s.to < len(r.tokens) || r.asksBetween(s.from, s.to) || !r.sumIn(s.from, s.to) {
			return false
		}
		if lexicon.Is(lexicon.Inverts, r.tokens[s.from].Text) && r.ownerAt(s.from+1) != nobody {
			return true // "were I still employed I'd be on £36,700"
		}
		if end := r.conditionEnd(s); end > s.from {
			return !r.sumIn(s.from, end)
		}
		if end := r.anothersCondition(s); end > s.from {
			return !r.sumIn(s.from, end) && r.sumIn(end, s.to)
		}
		return slices.ContainsFunc(parts, func(p segment) bool {
			if p.from < s.from || p.to > s.to || r.sumIn(p.from, p.to) {
				return false
			}
			if _, weight := r.supposition(p); weight == "" {
				return false
			}
			personal, end := false, p.to
			for end < s.to && !r.pause(end) {
				end++ // "in the event that they pay me"
			}
			if r.sumIn(p.from, end) {
				return false
			}
			for i := p.from; i < end; i++ {
				if r.frame(i, "say")+r.frame(i, "think")+r.frame(i, "hear")+r.frame(i, "reply") > 0 {
					return false
				}
				personal = personal || r.ownerAt(i) != nobody || r.firstPerson(i)
			}
			return personal
		})
	})
}

// anothersCondition returns where the condition ends with which a sentence begins and whose
// subject is another person, where no pause says so: "if my sister's right I'm on £39,000". 0 if
// there is none.
func (r *reader) anothersCondition(s segment) int {
	if !r.conditional(s.from) {
		return 0
	}
	other := false
	for i := s.from + 1; i < s.to && !r.pause(i); i++ {
		switch o := r.ownerAt(i); {
		case o == relative || o == spouse:
			other = true
		case other && o == self && !possessive(r.tokens[i].Text) && r.frame(i, "me") == 0, other && r.firstPerson(i):
			return i
		}
	}
	return 0
}

// conditionEnd returns where the condition of a Japanese sentence ends, 0 if it has none.
func (r *reader) conditionEnd(s segment) int {
	for i := s.from; i < s.to && r.tokens[s.from].Spaceless(); i++ {
		if n := lexicon.IsAt(lexicon.ConditionEnd, r.tokens, i); n > 0 {
			return i + n
		}
	}
	return 0
}

// sumIn reports an amount in from..to.
func (r *reader) sumIn(from, to int) bool {
	return slices.ContainsFunc(r.sums, func(x sum) bool { return x.From >= from && x.To <= to })
}

// oneSided finds a clause that asks which of two ways costs less, where only one of them is
// computed: "is it cheaper to be taxed as a sole trader".
func (r *reader) oneSided() bool {
	if len(r.out.Cases) != 1 {
		return false
	}
	for i := range r.tokens {
		if lexicon.IsAt(lexicon.Cheaper, r.tokens, i) == 0 {
			continue
		}
		end := i
		for end < len(r.tokens) && !r.stop(end) {
			end++
		}
		if end < len(r.tokens) && r.asks(end) {
			return true
		}
	}
	return false
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
	if slices.ContainsFunc(r.sentences(), r.doubtsHowMuch) {
		return true
	}
	return slices.ContainsFunc(sums, func(x sum) bool {
		_, end := r.clause(span{from: x.From, to: x.To})
		for end < len(r.tokens) && r.pause(end) {
			end++
		}
		return end < len(r.tokens) && r.onlyDoubts(end)
	})
}

// doubtsHowMuch reports a sentence that says no more than that the asker is not sure how much
// it is: "I don't remember exactly how much".
func (r *reader) doubtsHowMuch(s segment) bool {
	doubts, amount := false, false
	for i := s.from; i < s.to; i++ {
		x, a := r.at(stanceWord, i), r.at(askWord, i)
		switch {
		case x != nil && x.code == "doubt":
			doubts = true
		case a != nil && a.code == "amount":
			amount = true
		case r.slight(i), r.frame(i, "quality") > 0:
		default:
			return false
		}
	}
	return doubts && amount && (s.to >= len(r.tokens) || r.word(s.to) == ".")
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
