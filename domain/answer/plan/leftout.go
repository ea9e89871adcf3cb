package plan

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// What a question leaves out of a tax must be known too: a rebate or credit that no
// component of the place is cannot be taken out of its total.

// reliefLeftOut finds a relief that the question leaves out of the tax and that no
// scope of the place takes out.
func (r *reader) reliefLeftOut() (what string, at span) {
	for _, code := range []string{"relief", "credits"} {
		for _, s := range r.askedSpans(code) {
			if r.setAside(s, code == "credits") && !r.scopedOut(s) && !r.lacksClaimed(s) && !(r.ofCredits(s) && r.withoutCredits()) {
				return "the tax without what is left out of it", s
			}
		}
	}
	return "", at
}

// lacksClaimed reports a relief that is said not to be there ("sin subsidio"), where a fact of
// the place tells whether it is: the calculator takes it for absent unless it is claimed.
func (r *reader) lacksClaimed(s span) (found bool) {
	lacking := false
	for i := s.from - 1; i >= max(0, s.from-asideReach) && !r.pause(i) && !r.inSum(i); i-- {
		lacking = lacking || r.p.lex.Without[r.tokens[i].Text]
	}
	if !lacking || r.at(deductionWord, s.from) != nil {
		return false
	}
	r.p.hints.At(r.tokens, s.from, func(hints []hint, _ int) {
		found = found || slices.ContainsFunc(hints, func(h hint) bool {
			return h.fact.Assumed != "" && slices.Contains(r.out.Jurisdictions, h.code)
		})
	})
	return found
}

// chargeLeftOut finds a charge that the question leaves out of the tax and whose name is
// not known, or misspelt: "before the Medicre levy".
func (r *reader) chargeLeftOut() (what string, at span) {
	if s, found := r.perhapsLeftOut(); found {
		return "the tax without what may be left out of it", s
	}
	known := r.understood()
	for i := range r.tokens {
		s := span{"", i, i + 1}
		switch {
		case compoundCharge(r.tokens[i].Text) && !known[i]:
		case chargeNoun(r.tokens[i].Text) == beforeIt && i > 0 && r.tokens[i-1].Kind == token.Word && !known[i-1] && !r.tokens[i-1].Spaceless():
			s.from--
		default:
			continue
		}
		if r.setAside(s, false) {
			return "the tax without what is left out of it", s
		}
	}
	return "", at
}

// asideReach is how many tokens a word that sets something aside stands before it at
// most; behindReach, behind it.
const (
	asideReach  = 6
	behindReach = 4
)

// setAside reports that words before or behind a phrase leave it out of the tax. Where
// it may be missing ("without credits"), only "before" and the like do.
func (r *reader) setAside(s span, mayLack bool) bool {
	for i := s.from - 1; i >= max(0, s.from-asideReach) && !r.pause(i) && !r.inSum(i); i-- {
		n := r.p.lex.AskedAt(r.tokens, i, "aside")
		if n > 0 && i+n <= s.from {
			return !mayLack || !r.p.lex.Without[r.tokens[i].Text]
		}
		if a := r.at(askWord, i); a != nil && a.code == "amount" {
			break
		}
	}
	for i := s.to; i < min(len(r.tokens), s.to+behindReach) && !r.pause(i); i++ {
		if n := r.p.lex.AskedAt(r.tokens, i, "behind"); n > 0 {
			return true
		}
	}
	return false
}

// scopedOut reports that the scope of every case takes out what a phrase names: all of
// the phrase, for "the primary rebate" is one of several.
func (r *reader) scopedOut(s span) bool {
	if len(r.out.Cases) == 0 {
		return len(r.out.MissingFacts) > 0 && slices.ContainsFunc(r.levies, func(m levyMention) bool {
			there := func(code string) bool { return m.Places[code] != nil }
			return m.from < s.to && s.from < m.to && slices.ContainsFunc(r.out.Jurisdictions, there)
		})
	}
	return !slices.ContainsFunc(r.out.Cases, func(c Case) bool {
		return !slices.ContainsFunc(r.levies, func(m levyMention) bool {
			places := m.Places
			if c.TaxType == tax.CorporateIncome {
				places = m.Company
			}
			return m.from <= s.from && s.to <= m.to && m.without && places[c.Jurisdiction.Code] != nil && !r.oddBefore(m.from)
		})
	})
}

// oddBefore reports that a word that no list knows stands between what leaves a relief
// out and its name: it is another relief then.
func (r *reader) oddBefore(from int) bool {
	known := r.understood()
	for i := from - 1; i >= max(0, from-asideReach) && !r.pause(i) && r.p.lex.AskedAt(r.tokens, i, "aside") == 0; i-- {
		if r.tokens[i].Kind == token.Word && !known[i] && !r.tokens[i].Spaceless() {
			return true
		}
	}
	return false
}

// markLevied marks what is said to be done with a levy or tax that stands before it in the
// clause, "taken", by what an income is to grow, and the word that leaves a levy out.
func (r *reader) markLevied(known []bool) {
	for _, s := range r.askedSpans("levied") {
		from, _ := r.clause(s)
		if r.asksBetween(from, s.from) || slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.from >= from && m.to <= s.from }) {
			fill(known[s.from:s.to])
		}
	}
	for i := range r.tokens {
		known[i] = known[i] || r.versus[1] > 0 && lexicon.Is(lexicon.Grows, r.tokens[i].Text)
	}
	if slices.Contains(r.out.TaxTypes, "capital_gains") {
		for _, s := range r.askedSpans("assets") {
			fill(known[s.from:s.to])
		}
	}
	if r.more != nil {
		for _, s := range slices.Concat(r.askedSpans("more"), r.askedSpans("raise")) {
			fill(known[s.from:s.to])
		}
	}
	for _, m := range r.levies {
		for i := m.from - 1; m.without && i >= max(0, m.from-asideReach) && !r.pause(i); i-- {
			if r.p.lex.AskedAt(r.tokens, i, "aside") == 1 {
				known[i] = true
			}
		}
		from, to := r.clause(span{"", m.from, m.to})
		for i := from; m.without && i < to; i++ {
			known[i] = known[i] || lexicon.Is(lexicon.CountsIn, r.tokens[i].Text)
		}
	}
}

// markReliefs marks the reliefs that are left out, with the words that say so.
func (r *reader) markReliefs(known []bool) {
	for _, s := range r.askedSpans("relief") {
		if !r.setAside(s, false) {
			continue
		}
		from, to := r.clause(s)
		fill(known[s.from:s.to])
		for _, aside := range slices.Concat(r.askedSpans("aside"), r.askedSpans("behind")) {
			if aside.from >= from && aside.to <= to {
				fill(known[aside.from:aside.to])
			}
		}
	}
}

// ofCredits reports credits of whatever kind: "credits", "tax credits".
func (r *reader) ofCredits(s span) bool {
	return s.code == "credits" || s.to-s.from == 2 && r.at(taxWord, s.from) != nil && lexicon.Is(lexicon.CreditNoun, r.word(s.to-1))
}

// creditless are the places whose calculator takes from the tax of a year no credit but those
// of children, dependants, care, study, age or disability (US IRC §§ 21 to 26): the tax of a
// person of whom nothing of it is said is the same before credits and after them.
var creditless = []string{"US"}

// withoutCredits reports that the tax before credits is asked for where the question names
// nothing that brings one, so that it is the tax.
func (r *reader) withoutCredits() bool {
	if len(r.out.Jurisdictions) != 1 || !slices.Contains(creditless, r.out.Jurisdictions[0]) || len(r.spans[elderWord]) > 0 ||
		slices.Contains(r.out.TaxTypes, tax.CorporateIncome) {
		return false
	}
	if len(r.out.SubRegions) > 0 && r.out.SubRegions[0] != "federal_only" || r.levelsBeyond() {
		return false // the credits of a state are others
	}
	for _, s := range r.spans[childWord] {
		if s.code != "childless" && !r.deniedAt(s.from, s.to) {
			return false
		}
	}
	for i := range r.tokens {
		if r.ownerAt(i) == child && !r.deniedAt(i, i+1) {
			return false
		}
	}
	age, unclear := r.age()
	n, err := strconv.Atoi(age)
	return !unclear && r.born() == 0 && !r.retired() && !r.turning() && (err != nil || n > studyUntil && n < elderFrom)
}

// studyUntil is the age up to which study may bring a credit that is asked about by age alone
// (IRC § 152(c)(3)), and elderFrom that from which age may (§ 22).
const studyUntil, elderFrom = 23, 64

// levelsBeyond reports that the tax of a state or city is asked for too.
func (r *reader) levelsBeyond() bool {
	found, _ := r.levels()
	return found&(stateLevel|localLevel) != 0 || r.allTaxes()
}
