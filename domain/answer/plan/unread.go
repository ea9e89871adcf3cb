package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// reach is how many tokens to either side of an amount belong to what is said
// of it.
const reach = 12

// unread reports a word, number or sign that stands with an amount and that
// nothing here understands; word is what was written, "" if it is a number. An
// amount is an income only if all that is said of it is known to say so: "I won
// £5,000" and "£5,000 for the piano" are refused although no list knows a piano.
func (r *reader) unread(s *sum) (word string, found bool) {
	known := r.understood()
	at := r.unreadBeside(s)
	switch {
	case at >= 0:
	case r.firm(s):
		at = r.unreadNear(s, known)
	default:
		if at = r.unreadBefore(s, known); at < 0 {
			at = r.unreadAfter(s, known)
		}
	}
	if at < 0 {
		return "", false
	}
	if r.tokens[at].Kind == token.Word {
		word = r.tokens[at].Raw
	}
	return word, true
}

// firm reports an amount that a noun of income says to be one: "salary",
// "zu versteuerndes Einkommen". What stands further away cannot change that; a
// verb ("I earn 60,000 widgets") or a preposition says too little.
func (r *reader) firm(s *sum) bool {
	if s.role != incomeSum || s.noun == nil || r.at(periodWord, s.From-1) != nil {
		return false
	}
	if s.kind == tax.Interest || s.kind == tax.Dividends {
		return true // whatever they come from
	}
	return s.taxable || s.kind == tax.Employment && !earning(r.word(s.noun.from)) && !r.verb(s.noun.from)
}

// verb reports a word of income that is a verb.
func (r *reader) verb(i int) bool { return r.at(verbWord, i) != nil }

// nearBefore and nearAfter are how many words beside an amount and its noun may
// change what they say.
const (
	nearBefore = 3
	nearAfter  = 2
)

// unreadNear looks at what stands between an amount and the noun that says what
// it is, and right beside the two.
func (r *reader) unreadNear(s *sum, known []bool) int {
	from, to := min(s.From, s.noun.from), max(s.To, s.noun.to)
	unknown := func(i int) bool {
		return r.tokens[i].Kind == token.Word && !known[i] && !r.names(i) && !r.inSum(i)
	}
	for i := from; i < to; i++ {
		if i >= s.noun.from && i < s.noun.to || s.taxable && r.behind(i) {
			continue
		}
		if unknown(i) || r.tokens[i].Kind == token.Number && !known[i] && !r.inSum(i) {
			return i
		}
	}
	for i, n := from-1, 0; i >= 0 && n < nearBefore && !r.pause(i) && !r.inSum(i); i, n = i-1, n+1 {
		if unknown(i) && r.at(taxWord, i+1) == nil {
			return i
		}
	}
	settled, origin := false, 0
	for i, n := to, 0; i < min(len(r.tokens), s.To+reach) && !r.pause(i) && !r.inSum(i); i, n = i+1, n+1 {
		origin--
		if lexicon.Is(lexicon.OriginBehind, r.word(i)) {
			if s.kind != tax.Interest && s.kind != tax.Dividends {
				origin = 4
			} else {
				settled = true
			}
			continue
		}
		if unknown(i) && (n < nearAfter && !settled || origin > 0) && r.word(i-1) != "in" {
			return i
		}
		settled = settled || r.masked[i] || r.placed[i]
	}
	return -1
}

// unreadBeside looks at what touches an amount.
func (r *reader) unreadBeside(s *sum) int {
	for _, i := range []int{s.From - 1, s.To} {
		if i < 0 || i >= len(r.tokens) {
			continue
		}
		_, numeral := r.p.lex.Numbers.Units[r.word(i)]
		if r.tokens[i].Kind == token.Number && !r.masked[i] && !r.inSum(i) {
			return i // "74 000e": the rest of a number that was not read
		}
		if numeral || r.tokens[i].Kind == token.Sign && !plainSign(r.word(i)) {
			return i
		}
	}
	if r.word(s.To) == "per" && r.at(annualWord, s.To) == nil && !r.incomeBehind(s.To) {
		return s.To // "per child"
	}
	if i := s.From - 1; i > 0 && !r.stop(i-1) && r.tokens[i].Caps && len(r.tokens[i].Text) == 1 && r.tokens[i].Text != "i" {
		return i // "salary A £60,000, salary B £70,000"
	}
	if i := s.To + 1; i < len(r.tokens) && (r.word(s.To) == "," || r.word(s.To) == ".") && r.tokens[i].Kind == token.Number &&
		r.tokens[i].Glued && r.tokens[s.To].Glued {
		return s.To // more digits behind a sign: "60,٠٠٠"
	}
	return -1
}

// incomeBehind reports that a word of income or a year stands right behind token i: "pour les
// revenus 2024".
func (r *reader) incomeBehind(i int) bool {
	i++
	if article(r.word(i)) || i < len(r.tokens) && r.small(i) {
		i++
	}
	return r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil || i < len(r.masked) && r.masked[i]
}

// unreadBefore looks back to the tax that is asked for, to the amount before or
// to the beginning of the clause.
func (r *reader) unreadBefore(s *sum, known []bool) int {
	for i := s.From - 1; i >= max(0, s.From-reach) && !r.pause(i); i-- {
		switch {
		case r.at(taxWord, i) != nil && s.From-i > 1, r.inSum(i):
			return -1
		case r.tokens[i].Kind == token.Number && !known[i] && s.From-i <= 2:
			return i
		case r.tokens[i].Kind == token.Word && !known[i] && !r.names(i):
			return i
		}
	}
	return -1
}

// unreadAfter looks on to the end of the clause. After a place or a year only
// what follows a word of origin still speaks of the amount: "in Leeds as a
// seafarer".
func (r *reader) unreadAfter(s *sum, known []bool) int {
	settled, origin := false, 0
	for i := s.To; i < min(len(r.tokens), s.To+reach) && !r.pause(i); i++ {
		origin--
		if lexicon.Is(lexicon.OriginBehind, r.word(i)) || r.word(i) == "for" {
			origin = 4
			continue
		}
		switch {
		case r.inSum(i):
			return -1
		case r.tokens[i].Kind == token.Number && !known[i] && i-s.To <= 1:
			return i
		case len(r.out.Jurisdictions) == 0 && (r.word(i-1) == "in" || r.word(i-1) == "for"):
			// the place, which is asked for
		case r.tokens[i].Kind == token.Word && !known[i] && (!settled || origin > 0):
			return i
		}
		settled = settled || r.masked[i] || r.placed[i]
	}
	return -1
}

// pause reports that a clause ends at token i.
func (r *reader) pause(i int) bool {
	switch r.word(i) {
	case ",", "、", "，", "،", "(", ")", "（", "）":
		return true
	}
	return r.stop(i)
}

func (r *reader) inSum(i int) bool { return i >= 0 && i < len(r.summed) && r.summed[i] }

// markSums notes which tokens lie in an amount.
func (r *reader) markSums() {
	r.summed = make([]bool, len(r.tokens))
	for i := range r.sums {
		fill(r.summed[r.sums[i].From:r.sums[i].To])
	}
}

// names reports a person's name before what the person does: "Bob earns".
func (r *reader) names(i int) bool {
	if !r.tokens[i].Title || r.tokens[i].Caps || r.word(i-1) == "in" {
		return false
	}
	return lexicon.Is(lexicon.OneWhoDoes, r.word(i+1))
}

// plainSign reports signs that say nothing of the amount they touch. What says
// "more than" or "times" does, and what is not known may.
func plainSign(sign string) bool {
	switch sign {
	case "(", ")", "[", "]", "{", "}", ",", ".", ";", ":", "?", "!", `"`, "“", "”", "„", "«", "»", "-", "/", "+", "=", "\n", "|", "*", "`", "…", "¿", "¡", "&", "%",
		"、", "。", "？", "！", "：", "（", "）", "「", "」", "，", "；", "$", "€", "£", "¥", "•", "·":
		return true
	}
	return false
}

// understood marks the tokens that some word list, place, year, amount or fact
// accounts for.
func (r *reader) understood() []bool {
	if r.known != nil {
		return r.known
	}
	known := slices.Clone(r.masked)
	r.known, r.placed = known, make([]bool, len(known))
	for _, m := range r.levies {
		fill(known[m.from:m.to])
	}
	for _, m := range r.markers() {
		if m.to-m.from == 1 && r.tokens[m.from].Caps && r.word(m.to) == ":" {
			fill(known[m.from:m.to]) // "IRS: I made"
		}
	}
	for _, m := range r.findPlaces() {
		fill(known[m.from:m.to])
		fill(r.placed[m.from:m.to])
	}
	r.markReliefs(known)
	r.markLevied(known)
	r.markDisposals(known)
	r.markOpposed(known)
	r.markJobs(known)
	fill(known[r.versus[0]:r.versus[1]])
	for _, code := range r.out.Jurisdictions {
		if j := r.p.byCode[code]; j != nil && ageLimits[code] != nil {
			for at, _ := r.notYet(j); len(at) > 0; at = at[1:] {
				fill(known[at[0]-1 : at[0]+1])
			}
		}
	}
	mark := func(i, n int) { fill(known[i:min(len(known), i+n)]) }
	company := r.has(taxWord, tax.CorporateIncome)
	r.markPrincipal(known)
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.Kind != token.Word {
			continue
		}
		known[i] = known[i] || company && lexicon.Is(lexicon.MakesProfit, t.Text)
		known[i] = known[i] || r.inIdiom(i) || r.classed(i) || only(t.Text) || t.Text == "alone" ||
			len(t.Text) == 1 && t.Text != "x" && t.Text != "k"
		for _, l := range r.langs {
			if l.As[t.Text] != "" {
				known[i] = true
			}
			l.Small(r.tokens, i, func(n int) { mark(i, n) })
		}
		r.p.places.At(r.tokens, i, func(found []place, n int) {
			if r.counts(found[0], i, n) {
				mark(i, n)
				fill(r.placed[i : i+n])
			}
		})
		r.p.hints.At(r.tokens, i, func(hints []hint, n int) {
			if slices.ContainsFunc(hints, func(h hint) bool { return slices.Contains(r.out.Jurisdictions, h.code) }) {
				mark(i, n)
			}
		})
		for k := range r.p.lex.Languages {
			r.p.lex.Languages[k].Small(r.tokens, i, func(n int) { mark(i, n) })
		}
		known[i] = known[i] || r.word(i) == "shows" && r.documents(i) || r.supposesNoun(i)
		known[i] = known[i] || i+1 < len(r.tokens) && r.masked[i+1] && (r.word(i) == "between" || r.word(i) == "calendar")
		known[i] = known[i] || t.Text == "first" && (r.at(kindWord, i+1) != nil || r.at(annualWord, i+1) != nil)
		known[i] = known[i] || strings.HasPrefix(t.Text, "federal")
		if _, numeral := r.p.lex.Numbers.Units[t.Text]; numeral {
			mark(i, 1)
		} else if r.word(i-1) == "in" {
			r.p.amounts.Currency.At(r.tokens, i, func(_ [][]string, n int) { mark(i, n) })
		}
		r.p.lex.PlaceMasks.At(r.tokens, i, func(_ []bool, n int) { mark(i, n) })
	}
	return known
}

func (r *reader) classed(i int) bool {
	for c := class(0); c < elderWord; c++ {
		if sp := r.at(c, i); sp != nil && (c != roleWord || sp.code != "other") && c != ownerWord && c != stanceWord {
			return true
		}
	}
	return false
}
