package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// What is done so that it does not show whose an income is, and what is told the authority
// although it is not so: both keep the truth from it, whatever the means.

const (
	// traceReach is how many tokens behind a word of purpose that would stand which is not
	// to show.
	traceReach = 9
	// asideMost is how many tokens a remark has that only says that it is not so.
	asideMost = 6
)

// untraced reports a clause of purpose that denies a name or a trace, in a question about
// money: "so that it isn't in my name", "damit sie nirgends auftauchen".
func (r *reader) untraced(said []lexicon.Said) bool {
	if !r.ofMoney(said, 0, len(r.tokens)) {
		return false
	}
	for _, p := range said {
		if p.Concept == lexicon.Untraced {
			return true
		}
		if p.Concept != lexicon.Purpose {
			continue
		}
		for _, t := range said {
			if t.Concept == lexicon.Trace && t.Language == p.Language && t.From >= p.From && t.From-p.To <= traceReach && r.deniedPurpose(p, t) {
				return true
			}
		}
	}
	return false
}

// deniedPurpose reports a denial from a word of purpose to right behind what would show, and
// no pause between the two.
func (r *reader) deniedPurpose(p, t lexicon.Said) (denied bool) {
	for i := p.From; i < t.To; i++ {
		if i >= p.To && i < t.From && r.pause(i) {
			return false
		}
		denied = denied || r.deniesAt(i)
	}
	return denied || t.To < len(r.tokens) && r.deniedBehind(t.To)
}

// ofMoney reports words that speak of an income, of paying or of what proves it.
func (r *reader) ofMoney(said []lexicon.Said, from, to int) bool {
	for _, s := range said {
		switch s.Concept {
		case lexicon.Incomes, lexicon.Accounts, lexicon.Paper, lexicon.Cost, lexicon.Authority:
			return true
		}
	}
	for i := from; i < to; i++ {
		if r.inSum(i) || r.at(verbWord, i) != nil || r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil || r.at(baseWord, i) != nil &&
			lexicon.Is(lexicon.PaidOut, r.word(i)) || lexicon.Is(lexicon.Pays, r.word(i)) {
			return true
		}
	}
	return false
}

// pretends reports that the asker is to tell of a household or of somebody employed what a
// clause behind it speaks against: "can I say I'm head of household even though my kids live
// with their dad", "if I tell the IRS my daughter lives with me (she doesn't)".
func (r *reader) pretends(said []lexicon.Said, from, to int) bool {
	for _, a := range said {
		if a.Concept != lexicon.Assert || !r.tellsOf(a, said, from) {
			continue
		}
		person := false
		for i := a.To; i < to; i++ {
			person = person || r.bondAt(i)
			if n := lexicon.IsAt(lexicon.Although, r.tokens, i); n > 0 && person && i+n+1 < to {
				return true
			}
			if person && r.pause(i) && r.onlyDenies(i+1, to) {
				return true
			}
		}
	}
	return false
}

// tellsOf reports that it is the asker who tells, or wants to: the verb is in the first person
// or none, and nobody else stands before it.
func (r *reader) tellsOf(a lexicon.Said, said []lexicon.Said, from int) bool {
	for i := from; i < a.From; i++ {
		if o := r.ownerAt(i); o == relative && !possessive(r.tokens[i].Text) || r.frame(i, "someone") > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(said, func(s lexicon.Said) bool { return s.Concept == lexicon.Authority && s.To <= a.From })
}

// bondAt reports a word of the household, or of somebody who is employed, at token i.
func (r *reader) bondAt(i int) (found bool) {
	if r.at(statusWord, i) != nil || r.at(childWord, i) != nil || r.at(elderWord, i) != nil {
		return true
	}
	switch r.ownerAt(i) {
	case spouse, child:
		return true
	case relative:
		return !lexicon.Is(lexicon.ShePays, r.tokens[i].Text) && !lexicon.Is(lexicon.HePays, r.tokens[i].Text)
	}
	r.p.lex.Concealing(r.tokens, i, func(s lexicon.Said) { found = found || s.Concept == lexicon.Cost })
	return found
}

// onlyDenies reports a remark at token i that says of somebody no more than that it is not
// so: "she doesn't".
func (r *reader) onlyDenies(i, to int) bool {
	return r.onlyDeniesOf(i, to, func(o owner) bool { return o == relative || o == spouse || o == child })
}

// takenBack reports a remark behind a pause that says of the asker no more than that it is
// not so, and an amount in the sentence before the pause: ", which I didn't".
func (r *reader) takenBack() bool {
	for i := 1; i < len(r.tokens); i++ {
		if !r.pause(i - 1) {
			continue
		}
		from, end := i-1, i
		for from > 0 && !r.stop(from-1) {
			from--
		}
		for end < len(r.tokens) && !r.pause(end) {
			end++
		}
		ends := end > i && (r.notAt(end-1) || r.word(end-1) == "t")
		if ends && r.sumIn(from, i-1) && r.onlyDeniesOf(i, end, func(o owner) bool { return o == self }) {
			return true
		}
	}
	return false
}

// notAt reports a denial at token i.
func (r *reader) notAt(i int) bool { return r.stanceIs(i, "not") || r.deniesAt(i) }

// onlyDeniesOf reports a short remark at token i that denies, and holds somebody who is meant
// and small words alone.
func (r *reader) onlyDeniesOf(i, to int, who func(owner) bool) bool {
	end, denied, other := i, false, false
	for ; end < to && !r.pause(end); end++ {
		o, not := r.ownerAt(end), r.notAt(end)
		denied, other = denied || not, other || who(o)
		if o == nobody && !not && len(r.tokens[end].Text) > 2 && !r.smallWord(end) {
			return false
		}
	}
	return denied && other && end-i <= asideMost
}
