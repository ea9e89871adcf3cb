package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// childrenUnmodelled are the places whose income tax counts children, in a way that
// no calculator here takes.
var childrenUnmodelled = []string{"AT", "IT", "PT", "IL", "PL"}

// familyThreshold is an income above which the Medicare levy of Australia does not
// depend on the family: above where the reduction ends for five children. For
// 2021-22 it ended at 49,252 and 4,523 more for each child, of pensioners at 64,251
// (ato.gov.au, Medicare levy reduction – family income, seen on 2026-11-23); the
// room is for the years since.
var familyThreshold = money.FromInt(100_000)

// circumstances refuses by name what the question says of the person, or of the
// seller, and no calculator of the place takes into account: a figure without it
// would not be the one that is asked for.
func (r *reader) circumstances() {
	if len(r.out.Triggers) > 0 || r.out.Research || len(r.out.Gaps) > 0 || len(r.out.Jurisdictions) == 0 || r.company() {
		return
	}
	refuse := func(what string, from, to int) {
		r.out.Cases = nil
		r.gap(Gap{Jurisdiction: first(r.out.Jurisdictions), TaxYear: first(r.out.TaxYears), TaxType: first(r.out.TaxTypes),
			Taxpayer: r.out.Taxpayer,
			Reason:   what + " that the question names" + r.quoted(from, to) + " is not taken into account there"})
	}
	for i := range r.tokens {
		var what string
		var to int
		r.p.lex.CircumstancesAt(r.tokens, i, func(c *lexicon.Circumstance, n int) {
			if what == "" && slices.ContainsFunc(r.out.Jurisdictions, c.In) && c.Indirect == r.indirect() && r.circumstanceOf(c, i, i+n) {
				what, to = c.Reason, i+n
			}
		})
		if what != "" {
			refuse(what, i, to)
			return
		}
	}
	if from, to, found := r.childUntaken(); found {
		refuse("a child or dependant", from, to)
	}
	r.spouseHinted()
}

// spouseHinted asks for the household of somebody who is said not to be single, where a spouse
// changes the tax and no fact says whether there is one.
func (r *reader) spouseHinted() {
	counts := slices.ContainsFunc(r.p.lex.Circumstances, func(c lexicon.Circumstance) bool {
		return c.Code == "family" && c.Reason == "a spouse" && slices.ContainsFunc(r.out.Jurisdictions, c.In)
	})
	if !counts || r.indirect() || r.said[circumstancesKey] != "" {
		return
	}
	for _, s := range r.spans[statusWord] {
		if st := r.stanceOf(s.from, s.to); s.code == "single" && st.denied && (st.owner == nobody || st.owner == r.principal()) {
			r.ask(contract.Ask(circumstancesKey, "Who is not single"+r.quoted(s.from, s.to)+" may have a spouse, who changes the tax there.",
				circumstancesPrompt))
			return
		}
	}
}

// circumstanceOf reports that a circumstance is said of the person whose tax is
// asked for, or of the family, and that no fact took it.
func (r *reader) circumstanceOf(c *lexicon.Circumstance, from, to int) bool {
	if c.Indirect {
		return true
	}
	if r.deniedAt(from, to) || r.overAt(from) || r.leftOutAt(from, to) {
		return false
	}
	if c.Code == "family" {
		who := r.ownerOf(from, to)
		return who != relative
	}
	bound, asked := r.binds(from, to, true)
	return bound || asked || r.ownerOf(from, to) == child || r.ownerOf(from, to) == spouse && r.principal() == self
}

// childUntaken finds children or dependants of the person in a place where they
// count and no fact takes them.
func (r *reader) childUntaken() (from, to int, found bool) {
	if r.indirect() {
		return 0, 0, false
	}
	code := first(r.out.Jurisdictions)
	if r.childrenOutside() {
		return r.childSaid()
	}
	low := code == "AU" && slices.ContainsFunc(r.out.Cases, func(c Case) bool { return !c.Request.Income.Greater(familyThreshold) })
	if !slices.Contains(childrenUnmodelled, code) && !low {
		return 0, 0, false
	}
	return r.childSaid()
}

// childrenOutside reports a place that takes children as a fact, and not in the
// year that is asked for.
func (r *reader) childrenOutside() bool {
	return slices.ContainsFunc(r.out.Cases, func(c Case) bool {
		declared, taken := false, false
		for i := range c.Jurisdiction.Facts {
			if f := &c.Jurisdiction.Facts[i]; countsChildren(f.Name) {
				declared, taken = true, taken || applies(f, &c.Row)
			}
		}
		return declared && !taken
	})
}

// childSaid finds children or dependants that the person is said to have.
func (r *reader) childSaid() (from, to int, found bool) {
	for _, s := range r.spans[childWord] {
		bound, asked := r.binds(s.from, s.to, false)
		if s.code != "childless" && (bound || asked) && !r.deniedAt(s.from, s.to) && !lexicon.Is(lexicon.ChildRelief, r.word(s.to)) {
			return s.from, s.to, true
		}
	}
	return 0, 0, false
}

// sightOf reads whether the person, or the spouse, is said to be blind, where a
// place takes it as a fact.
func (r *reader) sightOf(f *tax.Fact) (value string, spoken bool) {
	who := self
	switch f.Name {
	case "blind", "blind_person":
		who = r.principal()
	case "spouse_blind":
		who = spouse
	default:
		return "", false
	}
	for i := range r.tokens {
		if !lexicon.Is(lexicon.Blind, r.tokens[i].Text) {
			continue
		}
		owner := r.ownerOf(i, i+1)
		if owner != who && (owner != nobody || who == spouse) {
			continue
		}
		switch {
		case r.deniedAt(i, i+1):
			return "false", true
		case r.overAt(i) || r.unclearAt(i, i+1):
			return "", true
		}
		return "true", true
	}
	return "", false
}
