package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// What is kept from the authority is told by two concepts of one language that stand
// together, whatever words say them: to hide and an income, an account or the
// authority; to make an income disappear; the least of an income and to draw attention; to
// keep and "from the tax office"; to leave an income and "off the return"; to invent and a
// cost or an invoice; to declare less and an income; an authority and that it is not to
// know; an income and that nobody looks, or is told of it; what is declared without an authority doing
// anything, or what is done to a return without others doing it; to prevent an authority from
// seeing something; and somebody on the payroll who does no work.

// concealReach is how many tokens lie between a verb and what it is done off or from.
const concealReach = 8

// concealPairs are concepts of which the first with any of the second shows evasion.
var concealPairs = []struct {
	verb    lexicon.Concept
	objects []lexicon.Concept
	near    bool // they stand within concealReach
}{
	{lexicon.Conceal, []lexicon.Concept{lexicon.Incomes, lexicon.Accounts, lexicon.Authority}, false},
	{lexicon.Keep, []lexicon.Concept{lexicon.From}, true},
	{lexicon.Invent, []lexicon.Concept{lexicon.Cost, lexicon.Paper}, true},
	{lexicon.Understate, []lexicon.Concept{lexicon.Incomes, lexicon.Accounts}, false},
	{lexicon.Unaware, []lexicon.Concept{lexicon.Authority}, false},
	{lexicon.Nobody, []lexicon.Concept{lexicon.Incomes, lexicon.Accounts}, false},
	{lexicon.Untold, []lexicon.Concept{lexicon.Incomes, lexicon.Accounts}, true},
}

// concealing returns the concepts that a sentence holds.
func (r *reader) concealing(from, to int) (said []lexicon.Said) {
	for i := from; i < to; i++ {
		r.p.lex.Concealing(r.tokens, i, func(s lexicon.Said) {
			if s.To <= to {
				said = append(said, s)
			}
		})
	}
	return said
}

// conceals reports concepts that together keep something from the authority.
func (r *reader) conceals(said []lexicon.Said) bool {
	return r.underAuthority(said) || slices.ContainsFunc(said, func(s lexicon.Said) bool { return r.paired(&s, said) })
}

// asksConsequence reports a sentence that asks what may come of it, rather than how it
// is done, or done without that.
func (r *reader) asksConsequence(said []lexicon.Said, from, to int) bool {
	for i := from; i+1 < to; i++ {
		if r.word(i) != "how" {
			continue
		}
		if lexicon.Is(lexicon.HowItIsDone, r.word(i+1)) {
			return false
		}
	}
	return slices.ContainsFunc(said, func(s lexicon.Said) bool {
		return s.Concept == lexicon.Consequence && !r.deniedBefore(s.From, from) && !r.deniedBehind(s.To)
	})
}

// paired reports that a verb of concealing stands with what it needs, and is not denied.
func (r *reader) paired(verb *lexicon.Said, said []lexicon.Said) bool {
	with := func(concept lexicon.Concept, near bool) bool {
		return slices.ContainsFunc(said, func(o lexicon.Said) bool {
			if o.Concept != concept || o.Language != verb.Language && o.Language != lexicon.AnyLanguage ||
				o.From < verb.To && verb.From < o.To {
				return false
			}
			return !near || o.From-verb.To <= concealReach && verb.From-o.To <= concealReach
		})
	}
	if verb.Concept == lexicon.Leave {
		return with(lexicon.Off, true) && (with(lexicon.Incomes, false) || with(lexicon.Accounts, false)) && !r.hidesNothing(verb.From, verb.To)
	}
	if verb.Concept == lexicon.Least {
		return with(lexicon.Alarm, false) && (with(lexicon.Incomes, false) || with(lexicon.Accounts, false) || with(lexicon.Authority, false))
	}
	if verb.Concept == lexicon.Prevent {
		return with(lexicon.Authority, true) && with(lexicon.Notice, true) && !r.hidesNothing(verb.From, verb.To)
	}
	if verb.Concept == lexicon.Employ {
		return with(lexicon.Workless, false)
	}
	if verb.Concept == lexicon.Vanish {
		return with(lexicon.Cause, true) && (with(lexicon.Incomes, false) || with(lexicon.Accounts, false)) && !r.hidesNothing(verb.From, verb.To)
	}
	for _, p := range concealPairs {
		if p.verb != verb.Concept || !slices.ContainsFunc(p.objects, func(o lexicon.Concept) bool { return with(o, p.near) }) {
			continue
		}
		switch {
		case verb.Concept == lexicon.Nobody && !r.ofThat(verb.To), verb.Concept == lexicon.Unaware && r.askerUnaware(verb, said):
		case verb.Concept == lexicon.Unaware, verb.Concept == lexicon.Nobody, verb.Concept == lexicon.Untold, !r.hidesNothing(verb.From, verb.To):
			return true
		}
	}
	return false
}

// askerUnaware reports that it is the asker who does not know: "I don't know what HMRC wants".
func (r *reader) askerUnaware(verb *lexicon.Said, said []lexicon.Said) bool {
	const near = 3
	if r.p.lex.Without[r.tokens[verb.From].Text] || !r.deniesAt(verb.From) && !r.stanceIs(verb.From, "not") && r.word(verb.From) != "t" {
		return false // "without them knowing" has no subject of its own
	}
	for i := verb.From - 1; i >= max(0, verb.From-near) && !r.pause(i); i-- {
		if slices.ContainsFunc(said, func(s lexicon.Said) bool { return s.Concept == lexicon.Authority && s.From <= i && i < s.To }) {
			return false
		}
		if o := r.at(ownerWord, i); o != nil && ownerCodes[o.code] == self && !possessive(r.tokens[i].Text) || r.firstPerson(i) {
			return true
		}
	}
	return false
}

// ofThat reports that a clause ends at token i, or goes on with a small word for what was
// named before: "nobody sees it". "Nobody knows how my wage is taxed" goes on otherwise.
func (r *reader) ofThat(i int) bool {
	if i >= len(r.tokens) || r.pause(i) || r.tokens[i].Spaceless() {
		return !lexicon.Is(lexicon.GoesOn, r.word(i+1))
	}
	return lexicon.Is(lexicon.OfThat, r.tokens[i].Text)
}

// underAuthority reports a clause "without the authority doing" something, "without HMRC
// noticing", whatever the participle is.
func (r *reader) underAuthority(said []lexicon.Said) bool {
	if r.unseen(said) {
		return true
	}
	return slices.ContainsFunc(said, func(s lexicon.Said) bool {
		if s.Concept != lexicon.Authority || s.To >= len(r.tokens) || !strings.HasSuffix(r.tokens[s.To].Text, "ing") {
			return false
		}
		return r.word(s.From-1) == "without" || article(r.word(s.From-1)) && r.word(s.From-2) == "without"
	})
}

// unseen reports a return of which somebody asks what can be done "without them noticing".
func (r *reader) unseen(said []lexicon.Said) bool {
	for _, s := range said {
		if s.Concept != lexicon.Unaware || s.Language != "en" || s.From < 2 || !strings.HasSuffix(r.tokens[s.From].Text, "ing") ||
			r.word(s.From-2) != "without" || r.ownerAt(s.From-1) != relative {
			continue
		}
		if slices.ContainsFunc(said, func(o lexicon.Said) bool { return o.Concept == lexicon.Return }) {
			return true
		}
	}
	return false
}

// hidesNothing reports that a verb of concealing is denied: "I don't hide my income",
// "ich verstecke nichts", "ik verberg de huur niet". A question why not, or whether one
// could not, denies nothing.
func (r *reader) hidesNothing(from, to int) bool {
	first := from
	for ; first > 0 && !r.pause(first-1) && from-first < concealReach; first-- {
		if mayAsk(r.tokens[first-1].Text) {
			return false
		}
	}
	if r.deniedBefore(from, first) || r.deniedBehind(to) {
		return true
	}
	end := to
	for end < len(r.tokens) && !r.pause(end) {
		end++
	}
	return end > to && r.nothing(end-1)
}

// deniedBehind reports a word of denial in the two tokens from i on.
func (r *reader) deniedBehind(i int) bool {
	for k := i; k < min(len(r.tokens), i+2) && !r.pause(k); k++ {
		if r.nothing(k) {
			return true
		}
	}
	return false
}

// deniedBefore reports a word of denial in the three tokens before i, of those from
// floor on.
func (r *reader) deniedBefore(i, floor int) bool {
	for k := i - 1; k >= max(floor, i-3) && !r.pause(k); k-- {
		if r.deniesAt(k) {
			return true
		}
	}
	return false
}

// deniesAt reports a word of denial; the Finnish one stands right before its verb, and is
// another word elsewhere.
func (r *reader) deniesAt(i int) (found bool) {
	r.p.lex.EvasionAt(r.tokens, i, func(code string, n int) { found = found || code == "not" && !r.smallElsewhere(i) })
	if lexicon.Is(lexicon.DeniesVerb, r.tokens[i].Text) {
		if i+1 < len(r.tokens) {
			r.p.lex.Concealing(r.tokens, i+1, func(s lexicon.Said) { found = found || s.Language == "fi" })
		}
	}
	return found || r.nothing(i)
}

// nothing reports a word for no thing, or the second half of a denial behind its verb.
func (r *reader) nothing(i int) bool {
	return lexicon.Is(lexicon.Nothing, r.tokens[i].Text)
}

// mayAsk reports a word with which a denial is part of a question or a wish.
func mayAsk(word string) bool {
	return lexicon.Is(lexicon.MayAsk, word)
}
