package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// Every clause of a question is accounted for: as what is asked, as an amount or a fact
// that a rule took, or as something that can change no tax. What a clause says of the
// asker beyond that is asked about, for a figure would rest on its being nothing.

// circumstancesKey is the missing fact of what no rule read.
const circumstancesKey = "circumstances"

const circumstancesPrompt = "Does that change the income, the household, the residence or the time? none, or how?"

// account asks for the circumstances that no rule read, where nothing else stands in
// the way of a figure.
func (r *reader) account() {
	p := &r.out
	if len(p.Triggers)+len(p.Gaps)+len(p.MissingFacts) > 0 || len(p.Cases) == 0 || p.Research || r.indirect() {
		return
	}
	if from, to, found := r.entityNamed(); found {
		r.refuse("the tax of such a body" + r.quoted(from, to) + " is not computed")
		return
	}
	if from, to, found := r.lawSupposed(); found {
		r.refuse("the question departs from the law as it stands" + r.quoted(from, to))
		return
	}
	if r.oneSided() {
		r.ask(contract.Ask("income", "The question sets two ways against each other and names the income of one of them; each is needed in a "+
			"question of its own, or as a comparison.", incomePrompt(p.Cases[0].Jurisdiction, nil)))
		return
	}
	said := strings.ToLower(strings.Trim(r.said[circumstancesKey], " .!"))
	if r.p.lex.NoneSaid(said) {
		return
	}
	from, to, found := r.unaccounted()
	switch {
	case !found:
	case said != "":
		r.refuse("what the question says beside the income" + r.quoted(from, to) + " is not taken into account there")
	default:
		r.ask(contract.Ask(circumstancesKey, "What the question says beside the income"+r.quoted(from, to)+
			" is not understood here, and may change the tax.", circumstancesPrompt))
	}
}

// refuse takes the cases away and says why.
func (r *reader) refuse(why string) {
	p := &r.out
	p.Cases = nil
	r.gap(Gap{Jurisdiction: first(p.Jurisdictions), TaxYear: first(p.TaxYears), TaxType: first(p.TaxTypes), Taxpayer: p.Taxpayer, Reason: why})
}

// entityNamed finds a body that is taxed by rules of its own where the tax of a company
// is asked for: a charity, a trust.
func (r *reader) entityNamed() (from, to int, found bool) {
	if !r.company() {
		return 0, 0, false
	}
	for _, s := range r.askedSpans("entity") {
		if !r.deniedAt(s.from, s.to) {
			return s.from, s.to, true
		}
	}
	return 0, 0, false
}

// segment is what stands between two pauses, or a clause between them.
type segment struct {
	from, to int
	begins   bool // a sentence
	whole    bool // it is the sentence
}

// segments cuts the question at its pauses and where a clause begins, without the lines
// that answer.
func (r *reader) segments() (out []segment) {
	from, begins := 0, true
	cut := func(i int) {
		if i > from && !r.answerLine(from) {
			out = append(out, segment{from: from, to: i, begins: begins, whole: begins && r.stop(i)})
			begins = false
		}
		begins = begins || r.stop(i)
		from = i + 1
	}
	for i := range r.tokens {
		switch {
		case r.pause(i) || r.word(i) == ":" || r.word(i) == "-" && !r.tokens[i].Glued:
			cut(i)
		case i > from && !r.tokens[i].Spaceless() && r.subordinates(i) && !r.conditional(from):
			cut(i)
			from = i
		case i > from && (adds(r.word(i)) || r.stanceIs(i, "but")) && !r.inSum(i) && r.beginsClause(i+1):
			cut(i)
		}
	}
	cut(len(r.tokens))
	return out
}

func (r *reader) stanceIs(i int, code string) bool {
	s := r.at(stanceWord, i)
	return s != nil && s.from == i && s.code == code
}

// subordinates reports a word at token i with which a clause begins that says something
// of its own: a condition, or a reason with a person as its subject.
func (r *reader) subordinates(i int) bool {
	if r.conditional(i) {
		return true
	}
	n := max(r.p.lex.HarmlessWord(r.tokens, i, "subordinator_"+r.lang), r.p.lex.HarmlessWord(r.tokens, i, "subordinator_en"))
	return n > 0 && r.beginsClause(i+n)
}

// conditional reports a word of a condition at token i.
func (r *reader) conditional(i int) bool { return supposes(r.word(i)) || r.stanceIs(i, "if") }

// beginsClause reports that a person stands at token i, so that a clause of its own begins.
func (r *reader) beginsClause(i int) bool {
	return i < len(r.tokens) && (r.ownerAt(i) != nobody || r.firstPerson(i))
}

// answerLine reports that token i stands in a line that answers what was asked.
func (r *reader) answerLine(i int) bool {
	for i > 0 && r.word(i-1) != "\n" {
		i--
	}
	return i+1 < len(r.tokens) && r.said[r.tokens[i].Raw] != "" && (r.word(i+1) == ":" || r.word(i+1) == "=")
}

// unaccounted finds the first words that no rule took and that may say something of the
// asker: in a clause about the asker or the family, in a sentence of its own without an
// amount, a place or a year, alone between two pauses, or behind "as".
func (r *reader) unaccounted() (from, to int, found bool) {
	taken := r.accountedSpeech()
	personal := false
	for _, s := range r.segments() {
		if s.begins {
			personal = false
		}
		if r.ofOthers(s) || r.settled(s) || r.spokenTo(s) {
			continue
		}
		personal = personal || r.ofAsker(s)
		from, to, found := r.openIn(s, taken)
		switch {
		case r.asksThere(s):
			from, to, found = r.openAs(s, taken)
		case !found && (personal || s.whole && r.bare(s)):
			from, to, found = r.untakenIn(s)
		case personal, s.whole && r.bare(s), r.openWholly(s, taken):
		default:
			from, to, found = r.openAs(s, taken)
		}
		if found && !r.drawnFrom(s) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// spokenTo reports a segment that begins with who answers, and says nothing of the asker.
func (r *reader) spokenTo(s segment) bool {
	first := r.p.lex.HarmlessWord(r.tokens, s.from, "addressed_"+r.lang) + r.p.lex.HarmlessWord(r.tokens, s.from, "addressed_en")
	return first > 0 && !r.ofAsker(s)
}

// settled reports a segment with an amount that changes no tax, or beside which the
// income was named again.
func (r *reader) settled(s segment) bool {
	within := func(from, to int) bool { return from >= s.from && to <= s.to }
	if r.namedIncome() != nil && slices.ContainsFunc(r.found, func(x amount.Sum) bool { return within(x.From, x.To) }) {
		return true
	}
	return slices.ContainsFunc(r.sums, func(x sum) bool { return within(x.From, x.To) && r.idle(&x) })
}

// drawnFrom reports a segment with an income from capital, whatever it comes from.
func (r *reader) drawnFrom(s segment) bool {
	return slices.ContainsFunc(r.sums, func(x sum) bool {
		return x.role == incomeSum && x.From >= s.from && x.To <= s.to && (x.kind == tax.Interest || x.kind == tax.Dividends)
	})
}

// ofAsker reports a segment in which the asker, the spouse or a child is named, or whose
// verb is one of the first person.
func (r *reader) ofAsker(s segment) bool {
	for i := s.from; i < s.to; i++ {
		switch r.ownerAt(i) {
		case self:
			if !r.othersBehind(i) {
				return true
			}
		case spouse, child:
			return true
		}
		if r.firstPerson(i) {
			return true
		}
	}
	return r.toAsker(s) || r.muses(s)
}

// ofOthers reports a segment that speaks of other people alone.
func (r *reader) ofOthers(s segment) bool {
	others := false
	for i := s.from; i < s.to; i++ {
		switch r.ownerAt(i) {
		case relative:
			others = others || !r.compound(i)
		case self:
			if !r.othersBehind(i) {
				return false
			}
		case spouse, child:
			return false
		}
	}
	_, _, given := r.givenBy(s)
	return others && r.principal() == self && !r.toAsker(s) && !given
}

// othersBehind reports a possessive at token i whose noun is another person: "my sister",
// "faren min".
func (r *reader) othersBehind(i int) bool {
	object := r.lang == "it" && r.word(i) == "mi" // "mi paga"
	return possessive(r.tokens[i].Text) && !object && (r.ownerAt(i+1) == relative || i > 0 && r.ownerAt(i-1) == relative)
}

// asksThere reports a segment that asks for the tax.
func (r *reader) asksThere(s segment) bool {
	for i := s.from; i < s.to; i++ {
		if r.at(taxWord, i) != nil || r.overLevy(i, i+1) || r.at(askWord, i) != nil {
			return true
		}
	}
	return r.asks(s.to) && s.to < len(r.tokens)
}

// bare reports a segment without an amount, a place or a year.
func (r *reader) bare(s segment) bool {
	r.understood()
	for i := s.from; i < s.to; i++ {
		if r.inSum(i) || r.placed[i] || r.masked[i] {
			return false
		}
	}
	return true
}
