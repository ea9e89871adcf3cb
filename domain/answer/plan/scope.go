package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// levyMention is a tax or charge that is named by itself, and how.
type levyMention struct {
	*lexicon.Levy
	from, to int
	only     bool // "just the Medicare levy"
	without  bool // "no USC", "before Medicare levy"
	with     bool // "plus church tax", "including cess"
}

// findLevies finds the levies that the question names, the longest phrase at
// each point.
func (r *reader) findLevies() {
	for i := 0; i < len(r.tokens); {
		m := levyMention{from: i, to: i}
		if s := r.at(taxWord, i); s != nil && s.code == "payroll" {
			i = s.to // an employer's share is no levy of the person's
			continue
		}
		r.p.lex.LevyAt(r.tokens, i, func(levy *lexicon.Levy, n int) { m.Levy, m.to = levy, i+n })
		if m.to == i || m.Caps && !r.tokens[m.to-1].Caps || m.Asked && !r.asksFor(m.from, m.to) {
			i++
			continue
		}
		m.from = r.chargeBefore(m.from)
		m.without = r.leftOutAt(m.from, m.to) && !r.hearsay(m.from, m.to) || m.Credit && r.setAside(span{m.Code, m.from, m.to}, false)
		listed := false
		if n := len(r.levies); n > 0 && (r.listedWith(r.levies[n-1].to, m.from) || r.levies[n-1].to == m.from && adds(r.word(m.from))) {
			listed = true
			m.without = m.without || r.levies[n-1].without
			m.only = r.levies[n-1].only
		}
		m.only = m.only || !m.without && r.onlyAt(m.from, m.to)
		m.with = !m.without && r.withAt(m.from)
		if listed {
			m.with = r.levies[len(r.levies)-1].with
		}
		r.levies = append(r.levies, m)
		i = m.to
	}
}

// listedWith reports that nothing but "and", "or" or a comma stands between two
// tokens.
func (r *reader) listedWith(from, to int) bool {
	if to-from > 2 || to <= from {
		return false
	}
	for i := from; i < to; i++ {
		if !lexicon.Is(lexicon.Lists, r.word(i)) {
			return false
		}
	}
	return true
}

// overLevy reports that a span of tokens names a levy.
func (r *reader) overLevy(from, to int) bool {
	return slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.from < to && from < m.to })
}

// leftOutAt reports that what stands at from..to is to be left out.
func (r *reader) leftOutAt(from, to int) bool {
	if r.deniedAt(from, to) {
		return true
	}
	if r.idiomDenies(from, to) != asStated {
		return false // left out, and that denied
	}
	for i := from - 1; i >= max(0, from-3) && !r.pause(i); i-- {
		if r.tokens[i].Raw == "vóór" {
			return true
		}
		if text := r.tokens[i].Text; lexicon.Is(lexicon.LeavesOut, text) ||
			lexicon.Is(lexicon.LeavesOutBefore, text) && (r.lang == "nb" || r.lang == "da") {
			return true
		}
	}
	if lexicon.Is(lexicon.LeftOut, r.word(to)) || r.notCounted(to) {
		return true
	}
	return r.word(to) == "left" && r.word(to+1) == "out" || r.word(to) == "out" && r.word(to+1) == "of"
}

// onlyAt reports that nothing but what stands at from..to is asked for.
func (r *reader) onlyAt(from, to int) bool {
	for i := from - 1; i >= max(0, from-3) && !r.pause(i); i-- {
		if only(r.tokens[i].Text) {
			return true
		}
		if r.at(taxWord, i) != nil && !r.overLevy(i, i+1) {
			break
		}
	}
	for i := to; i < min(len(r.tokens), to+2) && !r.pause(i); i++ {
		if only(r.tokens[i].Text) || r.tokens[i].Text == "alone" {
			return true
		}
		if r.at(taxWord, i) == nil && r.tokens[i].Kind == token.Word {
			break
		}
	}
	return false
}

func only(word string) bool {
	return lexicon.Is(lexicon.Only, word)
}

// withAt reports words before a levy that count it in.
func (r *reader) withAt(from int) bool {
	if adds(r.word(from)) {
		return true // "plus NI" is a phrase of its own
	}
	for i := from - 1; i >= max(0, from-3) && !r.pause(i); i-- {
		if lexicon.Is(lexicon.WithIt, r.tokens[i].Text) {
			return true
		}
	}
	return false
}

// incomeAsked reports that the income tax itself is asked for, beside levies, and
// alone whether "only" stands with it.
func (r *reader) incomeAsked() (asked, alone bool) {
	for _, s := range r.spans[taxWord] {
		if r.overLevy(s.from, s.to) || s.code != "generic" && s.code != tax.IndividualIncome || r.leftOutAt(s.from, s.to) {
			continue
		}
		if s.code == "generic" && (r.at(researchWord, s.from) != nil || r.ofPaid(&s) || r.ofPeriod(&s)) {
			continue
		}
		asked = true
		alone = alone || s.code == tax.IndividualIncome && r.onlyAt(s.from, s.to)
	}
	return asked, alone
}

// ofPaid reports a tax that is only said of an amount that was paid: "I have already
// paid £3,333 of tax".
func (r *reader) ofPaid(s *span) bool {
	return slices.ContainsFunc(r.sums, func(x sum) bool {
		if x.role != tiedSum && x.role != otherSum {
			return false
		}
		for i := min(x.To, s.to); i < max(x.From, s.from); i++ {
			if r.stop(i) {
				return false
			}
		}
		return true
	})
}

// ofPeriod reports a tax that is a part of a year's name, or of another name of the law: "tax
// year", "anno d'imposta".
func (r *reader) ofPeriod(s *span) (named bool) {
	if lexicon.Is(lexicon.YearBehindTax, r.word(s.to)) {
		return true
	}
	const reach = 3
	for i := max(0, s.from-reach); i <= s.from; i++ {
		r.p.lex.HarmlessAt(r.tokens, i, func(codes []string, n int) {
			named = named || i+n >= s.to && n > s.to-s.from && slices.Contains(codes, "term")
		})
	}
	return named
}

// scoping is the scope of a question for one place.
type scoping struct {
	scope    *tax.Scope
	anywhere bool              // the region is one of those that are free, and was not named
	social   bool              // contributions alone are asked for
	free     map[string]string // facts on which the scope does not depend
	needs    map[string]string // facts with which alone there is what is asked for; "" = to be asked for
	unknown  string            // a levy that is asked for and that the place does not have here
}

// scopeFor reads which components of a place the question asks for.
func (r *reader) scopeFor(j *tax.Jurisdiction, g *tax.Region) (out scoping) {
	if j.Code == "CA" && r.federalAlone() {
		// The tax of the federation is the same in every province but for the
		// abatement of Quebec.
		out.scope = &tax.Scope{Only: slices.Clone(j.Apart.Codes)}
		if out.free = map[string]string{"sub_region": j.Apart.Region}; g != nil {
			out.scope.Only = append(out.scope.Only, "quebec_abatement")
		}
		return out
	}
	if j.Code == "US" {
		if scope, unknown := r.levelScope(j, g); scope != nil || unknown != "" {
			out.scope, out.unknown = scope, unknown
			return out
		}
	}
	if len(r.levies) == 0 {
		if only := r.namedOnly(j.Code); only != nil {
			out.scope = &tax.Scope{Only: slices.Clone(only)}
			return out
		}
		if _, alone := r.incomeAsked(); !alone {
			return out
		}
	}
	asked, alone := r.incomeAsked()
	s := &tax.Scope{}
	add := func(list *[]string, m *lexicon.Levy) {
		for _, code := range m.Places[j.Code] {
			if !slices.Contains(*list, code) {
				*list = append(*list, code)
			}
		}
	}
	chosen := r.chosenLevies(asked)
	for _, m := range chosen {
		if _, there := m.Places[j.Code]; !there {
			out.unknown = r.textOf(m.from, m.to)
			continue
		}
		add(&s.Only, m.Levy)
		out.needs = m.Needs[j.Code]
	}
	if len(chosen) > 0 {
		out.independent(chosen, j)
	} else {
		for _, m := range r.levies {
			switch {
			case m.without, m.Code == "gross_tax":
				add(&s.Without, m.Levy)
			case m.with && m.Places[j.Code] != nil && r.raises(m):
				add(&s.With, m.Levy)
				if m.Needs[j.Code] != nil {
					out.needs = m.Needs[j.Code]
				}
			}
		}
		if alone {
			for i := range r.p.lex.Levies {
				if l := &r.p.lex.Levies[i]; l.Apart {
					add(&s.Without, l)
				}
			}
		}
	}
	if !s.Empty() {
		out.scope = s
	}
	return out
}

// raises reports a levy that may be added to a total: taxes and contributions,
// not credits.
func (r *reader) raises(m levyMention) bool { return !m.Credit && m.Code != "inhabitant" }

// chosenLevies returns the levies that alone are asked for: those with "only",
// else those that are named where no income tax is.
func (r *reader) chosenLevies(incomeAsked bool) (out []levyMention) {
	for _, m := range r.levies {
		if m.only {
			out = append(out, m)
		}
	}
	if out != nil || incomeAsked {
		return out
	}
	for _, m := range r.levies {
		if !m.without && !m.with && !m.Credit && m.Code != "gross_tax" && (m.Social || r.namesTax(m)) {
			out = append(out, m)
		}
	}
	return out
}

// leviesOfWork reports that nothing is asked for but levies that are owed where the work is
// done, and that all of the places are where it is.
func (r *reader) leviesOfWork(others []mention) bool {
	asked, _ := r.incomeAsked()
	chosen := r.chosenLevies(asked)
	return len(chosen) > 0 && len(others) > 0 && !slices.ContainsFunc(chosen, func(m levyMention) bool { return !m.Work }) &&
		!slices.ContainsFunc(others, func(m mention) bool { return m.role != roleWork || m.code != others[0].code })
}

// namesTax reports that a mention names a tax, and not only what it is levied for:
// "church tax", not "church".
func (r *reader) namesTax(m levyMention) bool {
	for i := m.from; i < m.to; i++ {
		if r.at(taxWord, i) != nil || compoundCharge(r.tokens[i].Text) || chargeNoun(r.tokens[i].Text) != 0 || m.Code != "church_tax" &&
			m.Code != "cantonal" && m.Code != "communal" && m.Code != "surtaxes" {
			return true
		}
	}
	return false
}

// independent notes the facts on which none of the levies depends.
func (s *scoping) independent(levies []levyMention, j *tax.Jurisdiction) {
	s.social = true
	for i, m := range levies {
		s.social = s.social && m.Social
		free := m.Free[j.Code]
		if i == 0 {
			s.free = map[string]string{}
			for k, v := range free {
				s.free[k] = v
			}
			continue
		}
		for k := range s.free {
			if free[k] == "" {
				delete(s.free, k)
			}
		}
	}
}

// employs reports words behind "federal" that make it somebody who employs or pays,
// rather than a tax.
func (r *reader) employs(i int) bool {
	return lexicon.Is(lexicon.Employs, r.word(i))
}

// federalAlone reports that the federal tax is asked for and no other beside it.
func (r *reader) federalAlone() bool {
	if !r.federal() {
		return false
	}
	for i := range r.tokens {
		switch t := r.tokens[i].Text; {
		case strings.HasPrefix(t, "federal") && (r.word(i+1) == "and" || adds(r.word(i+1)) || adds(r.word(i-1))):
			return false // "federal and Ontario tax"
		case strings.HasPrefix(t, "provinc"), t == "combined", t == "total", t == "totale", t == "both", t == "overall", t == "altogether":
			return false
		}
	}
	return true
}

// federal reports that the tax of the United States as a whole is asked for: by
// its name in any language, its authority or its form.
func (r *reader) federal() bool {
	for i := range r.tokens {
		switch t := r.tokens[i].Text; {
		case strings.HasPrefix(t, "federal") && r.employs(i+1):
		case strings.HasPrefix(t, "federal"), t == "irs", t == "1040", t == "bundessteuer", t == "联", t == "聯", t == "連", t == "feds", t == "fed":
			return true
		}
	}
	return false
}
