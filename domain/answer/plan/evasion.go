package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// Evasion is told by what is meant, not by one wording: a verb of declaring that is
// denied, money taken without a receipt, a document with another date, costs that are
// made up, or a phrase that says it outright.

// declareReach is how many tokens a denial stands from the verb that it denies at most;
// in scripts without spaces each sign is a token.
const declareReach = 4

// evades adds the trigger of evasion where a sentence shows it. A sentence that asks
// what may come of it is one of disputes instead: a person answers that too.
func (r *reader) evades() {
	worded := slices.ContainsFunc(r.out.Triggers, func(t Trigger) bool { return t.Code == "evasion" })
	found := map[string]bool{}
	for from := 0; from < len(r.tokens); {
		to := from
		for to < len(r.tokens) && !sentenceEnd(r.tokens[to].Text) {
			to++
		}
		said := r.concealing(from, to)
		switch {
		case !r.conceals(said) && !r.disguises(said) && !r.schemes(said) && !r.evadesIn(from, to) && !r.untraced(said) &&
			!r.pretends(said, from, to) && !(worded && r.evadesOutright(from, to)):
		case r.asksConsequence(said, from, to):
			found["dispute"] = true
		default:
			found["evasion"] = true
		}
		from = to + 1
	}
	if len(found) == 0 && !worded {
		return
	}
	for _, code := range []string{"dispute", "evasion"} {
		known := slices.IndexFunc(r.out.Triggers, func(t Trigger) bool { return t.Code == code })
		switch {
		case known >= 0 && code == "evasion" && !found[code]:
			r.out.Triggers = slices.Delete(r.out.Triggers, known, known+1)
		case known < 0 && found[code]:
			t := r.p.lex.Trigger(code)
			r.out.Triggers = append(r.out.Triggers, Trigger{t.Code, t.Reason, t.Prohibited})
		}
	}
	slices.SortFunc(r.out.Triggers, func(a, b Trigger) int { return strings.Compare(a.Code, b.Code) })
}

// evadesOutright reports that a sentence holds a trigger of evasion of the lexicon, not
// one of hiding that is denied.
func (r *reader) evadesOutright(from, to int) bool {
	return slices.ContainsFunc(r.p.lex.Triggered(r.tokens[from:to]), func(m lexicon.Match) bool {
		if m.Code != "evasion" {
			return false
		}
		hides := slices.ContainsFunc(r.concealing(from+m.From, from+m.To), func(s lexicon.Said) bool {
			return s.Concept == lexicon.Conceal || s.Concept == lexicon.Launder || s.Concept == lexicon.Defraud
		})
		return !hides || !r.hidesNothing(from+m.From, from+m.To)
	})
}

func (r *reader) evadesIn(from, to int) bool {
	found := map[string][]span{}
	for i := from; i < to; i++ {
		r.p.lex.EvasionAt(r.tokens, i, func(code string, n int) {
			if i+n <= to && !(code == "not" && r.smallElsewhere(i)) {
				found[code] = append(found[code], span{code, i, i + n})
			}
		})
	}
	denied := func(list []span) bool {
		return slices.ContainsFunc(list, func(s span) bool { return r.deniedDuty(s, found["not"], found["duty"]) })
	}
	switch {
	case len(found["cover"]) > 0:
		return false
	case len(found["outright"]) > 0, denied(found["declare"]), both(found["apart"], found["halves"]):
		return true
	case len(found["taken"]) > 0 && denied(found["receipt"]):
		return true
	}
	return both(found["dates"], found["document"]) || both(found["invent"], found["made"])
}

// smallElsewhere reports a word of denial that is another small word in the language of
// the question: the Portuguese "no", the Danish "sin".
func (r *reader) smallElsewhere(i int) bool {
	switch r.tokens[i].Text {
	case "no":
		return r.lang == "pt"
	case "sin":
		return r.lang == "da" || r.lang == "nb" || r.lang == "sv"
	}
	return false
}

// both reports a phrase of each of two lists that do not overlap.
func both(a, b []span) bool {
	return slices.ContainsFunc(a, func(x span) bool {
		return slices.ContainsFunc(b, func(y span) bool { return x.to <= y.from || y.to <= x.from })
	})
}

// deniedDuty reports that a denial stands beside a phrase, and no word of duty with it:
// "I don't declare", not "I don't have to declare".
func (r *reader) deniedDuty(s span, nots, duties []span) bool {
	near := func(x span) bool {
		from, to := min(x.to, s.to), max(x.from, s.from)
		reach := declareReach
		if r.tokens[s.from].Spaceless() {
			reach += 2
		}
		if x.from >= s.to && !(x.to >= len(r.tokens) || r.pause(x.to)) {
			reach -= 2 // "I report wages and no rent"; "ich melde die Miete nicht" denies the verb
		}
		if to-from > reach {
			return false
		}
		for i := from; i < to; i++ {
			if r.pause(i) || r.inSum(i) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(nots, near) && !slices.ContainsFunc(duties, near)
}
