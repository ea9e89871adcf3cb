package plan

import (
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// A fact is denied by an idiom, too, whose subject or object it is: "von Kirchensteuer kann keine
// Rede sein", "my being single is out of the question". Where the clause of the idiom names
// nothing, it denies what was said before: "Single? Far from it."

// denial is what an idiom makes of a token.
type denial uint8

const (
	asStated  denial = iota
	refused          // it is not so
	unsettled        // whether it is so is not told
	besideIt         // a clause with a denial of something else: no fact in it is plain, its amounts are
)

// slightMost is how many words a clause has at most, beside an idiom and small words, that
// still says nothing of its own.
const slightMost = 1

// replyMost is how many words stand with a reply at most.
const replyMost = 3

// idiomAt returns the idiom of denial that begins at token i: how many tokens it has, what it
// makes of what it denies, and whether it only does as a reply.
func (r *reader) idiomAt(i int) (n int, what denial, reply bool) {
	n, of := lexicon.LongestAt(r.tokens, i, lexicon.DenialIdiom, lexicon.BesideThePoint, lexicon.DenialReply)
	switch {
	case n == 0 && r.answers(i, lexicon.No):
		return 1, refused, true
	case of == lexicon.BesideThePoint:
		return n, unsettled, false
	}
	return n, refused, of == lexicon.DenialReply
}

// answers reports a word of a class at token i that alone answers the question before it:
// "Children? No."
func (r *reader) answers(i int, class lexicon.ClosedClass) bool {
	return i > 1 && lexicon.Is(class, r.tokens[i].Text) && (r.word(i-1) == "?" || r.word(i-1) == "？") && (i+1 == len(r.tokens) || r.pause(i+1))
}

// findDenials finds the idioms of denial and what they deny.
func (r *reader) findDenials() {
	for i := 0; i < len(r.tokens); i++ {
		n, what, reply := r.idiomAt(i)
		if n == 0 {
			continue
		}
		if r.denials == nil {
			r.denials, r.idioms = make([]denial, len(r.tokens)), make([]bool, len(r.tokens))
		}
		idiom := span{"", i, i + n}
		from, to := r.clause(idiom)
		if to < len(r.tokens) && r.asks(to) {
			what = unsettled
		}
		switch {
		case !r.saysNothingBeside(idiom, from, to, reply):
			r.denyClause(idiom, from, to, what, reply)
		case r.governs(from, to):
			_, end := r.clause(span{"", to + 1, to + 2})
			r.deny(to+1, end, what)
		default:
			r.denyBefore(from, what)
		}
		fill(r.idioms[i : i+n])
		i += n - 1
	}
	r.dropIdioms()
}

// governs reports that the clause from..to goes on behind a comma with what is denied: a clause
// with "that", or a German infinitive whose subject is the asker.
func (r *reader) governs(from, to int) bool {
	if to+1 >= len(r.tokens) || r.stop(to) {
		return false
	}
	if lexicon.Is(lexicon.That, r.tokens[to+1].Text) {
		return true
	}
	_, end := r.clause(span{"", to + 1, to + 2})
	mine := false
	for i := from; i < to; i++ {
		mine = mine || r.ownerAt(i) == self
	}
	return mine && r.lang == "de" && end-to > 2 && r.tokens[end-2].Text == "zu"
}

// deny notes what an idiom makes of the tokens from..to; of two, nothing is told.
func (r *reader) deny(from, to int, what denial) {
	for i := from; i < to; i++ {
		if r.denials[i] != asStated && what != besideIt {
			r.denials[i] = unsettled
			continue
		}
		r.denials[i] = max(r.denials[i], what)
	}
	if what != besideIt {
		fill(r.noPlace[from:to])
	}
}

// denyClause denies the part of a clause that an idiom stands in, as "and" and "but" cut it.
// What a reply says with other words beside it is not told.
func (r *reader) denyClause(idiom span, from, to int, what denial, reply bool) {
	if reply {
		r.deny(from, to, besideIt)
		return
	}
	cuts := func(i int) bool { return adds(r.word(i)) || r.stanceIs(i, "but") }
	first, last := idiom.from, idiom.to
	for first > from && !cuts(first-1) {
		first--
	}
	for last < to && !cuts(last) {
		last++
	}
	r.deny(first, last, what)
	if first > from && adds(r.word(first-1)) {
		r.deny(from, first, besideIt)
	}
	if last < to && adds(r.word(last)) {
		r.deny(last, to, besideIt)
	}
}

// denyBefore denies the clause before token i that says something, or the sentence where i begins
// one. What asks how much is not denied.
func (r *reader) denyBefore(i int, what denial) {
	from, sentence := i, false
	for from > 0 {
		end := from
		for end > 0 && (r.pause(end-1) || r.word(end-1) == ":") {
			end--
			sentence = sentence || r.stop(end)
		}
		for from = end; from > 0 && !r.stop(from-1) && (sentence || !r.pause(from-1)); {
			from--
		}
		if r.spansIn(askWord, "amount", segment{from: from, to: end}) {
			return
		}
		r.deny(from, end, what)
		for k := from; k < end; k++ {
			if r.bearing(k) {
				return
			}
		}
	}
}

// saysNothingBeside reports that a clause says nothing that could be denied beside an idiom. A
// reply stands with small words alone, and has no subject.
func (r *reader) saysNothingBeside(idiom span, from, to int, reply bool) bool {
	words := 0
	for i := from; i < to; i++ {
		switch {
		case i >= idiom.from && i < idiom.to:
		case r.bearing(i), reply && (r.ownerAt(i) != nobody || to-from > idiom.to-idiom.from+replyMost):
			return false
		case r.tokens[i].Kind == token.Word && !r.slight(i):
			words++
		}
	}
	return words == 0 || !reply && words <= slightMost
}

// bearing reports a word or number at token i that may be a fact.
func (r *reader) bearing(i int) (found bool) {
	for _, c := range []class{statusWord, childWord, elderWord, kindWord, incomeWord, taxWord, taxableWord, taxpayerWord} {
		found = found || r.at(c, i) != nil
	}
	if found || r.tokens[i].Kind == token.Number || r.placeAt(i) || r.p.lex.CircumstanceAt(r.tokens, i) {
		return true
	}
	r.p.hints.At(r.tokens, i, func([]hint, int) { found = true })
	r.p.lex.LevyAt(r.tokens, i, func(*lexicon.Levy, int) { found = true })
	return found || lexicon.Is(lexicon.Blind, r.tokens[i].Text)
}

// dropIdioms takes away what the words of the idioms mean elsewhere: "davon" is no part of an
// amount, "keine" no denial of its own.
func (r *reader) dropIdioms() {
	if r.idioms == nil {
		return
	}
	for c := range r.spans {
		all := r.spans[c]
		r.spans[c], r.cover[c] = nil, nil
		for _, s := range all {
			if !r.inIdiom(s.from) || !r.inIdiom(s.to-1) {
				r.addSpan(class(c), s)
			}
		}
	}
}

func (r *reader) inIdiom(i int) bool { return i >= 0 && i < len(r.idioms) && r.idioms[i] }

// idiomDenies returns what idioms make of the tokens from..to.
func (r *reader) idiomDenies(from, to int) (what denial) {
	for i := from; i < min(to, len(r.denials)); i++ {
		what = max(what, r.denials[i])
	}
	return what
}
