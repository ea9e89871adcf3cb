package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// What is asked for must be what is computed: the tax of a year, or of a scope. What
// is left once payments are counted, the tax of one band or of a month, and the sum of
// all taxes of a company where one of them alone is computed, are other figures.

// otherwise refuses by name what a question asks for in place of the tax of the year,
// and what it leaves out of it without a calculator that can.
func (r *reader) otherwise() {
	if len(r.out.Triggers) > 0 || r.out.Research || len(r.out.TaxTypes) == 0 || r.indirect() {
		return
	}
	looks := []func() (what string, at span){r.balanceAsked, r.reliefAsked, r.thingAsked, r.bandAsked, r.periodAsked,
		r.reliefLeftOut, r.chargeLeftOut, r.companyScope, r.companyWhole}
	for _, look := range looks {
		if what, at := look(); what != "" {
			r.out.Cases, r.out.MissingFacts = nil, nil
			r.gap(Gap{Jurisdiction: first(r.out.Jurisdictions), TaxYear: first(r.out.TaxYears), TaxType: first(r.out.TaxTypes),
				Taxpayer: r.out.Taxpayer, Reason: what + r.quoted(at.from, at.to) + " is not computed"})
			return
		}
	}
}

// askedSpans returns the phrases of a code of the lexicon that the question holds.
func (r *reader) askedSpans(code string) (out []span) {
	for i := 0; i < len(r.tokens); i++ {
		if n := r.p.lex.AskedAt(r.tokens, i, code); n > 0 {
			out = append(out, span{code, i, i + n})
			i += n - 1
		}
	}
	return out
}

// asking reports that the clause of a phrase asks something: it holds "how much", or
// it ends the question.
func (r *reader) asking(s span) bool {
	from, to := r.clause(s)
	if r.asks(to) {
		return true
	}
	return slices.ContainsFunc(r.spans[askWord], func(a span) bool { return a.code == "amount" && a.from >= from && a.to <= to })
}

// clause returns where the clause of a phrase begins and ends.
func (r *reader) clause(s span) (from, to int) {
	from, to = s.from, s.to
	for from > 0 && !r.pause(from-1) && r.word(from-1) != ":" {
		from--
	}
	for to < len(r.tokens) && !r.pause(to) && r.word(to) != ":" {
		to++
	}
	return from, to
}

// balanceAsked finds what is to be paid, or comes back, once payments are counted.
func (r *reader) balanceAsked() (what string, at span) {
	for _, s := range r.askedSpans("balance") {
		if r.asking(s) && !r.deniedAt(s.from, s.to) && !r.amountBeside(s) {
			return "what is left once payments are counted", s
		}
	}
	return "", at
}

// reliefAsked finds a relief that a clause asks for by itself: "My rebate?", "what is my
// personal allowance". Where the clause names the tax, the tax is asked for.
func (r *reader) reliefAsked() (what string, at span) {
	reliefs := r.askedSpans("relief")
	for _, s := range r.spans[tiedWord] {
		if s.code == "law" && s.from > 0 && possessive(r.tokens[s.from-1].Text) {
			reliefs = append(reliefs, s)
		}
	}
	for _, s := range reliefs {
		from, to := r.clause(s)
		if !r.asks(to) || to >= len(r.tokens) || !r.soughtIn(from, s.from) || r.rateAsked(s) || r.setAside(s, false) ||
			r.deniedAt(s.from, s.to) || r.with(s.from) {
			continue
		}
		if !slices.ContainsFunc(r.spans[taxWord], func(t span) bool {
			return t.from >= from && t.to <= to && (t.to <= s.from || t.from >= s.to)
		}) && !r.levyIn(from, to, s) {
			return "a relief by itself", s
		}
	}
	return "", at
}

// rateAsked reports a rate of this person's that is asked for: "mon taux marginal".
func (r *reader) rateAsked(s span) bool {
	for i := s.from; i <= min(s.to, len(r.tokens)-1); i++ {
		if a := r.at(askWord, i); a != nil && strings.HasSuffix(a.code, "_rate") {
			return true
		}
	}
	return false
}

// soughtIn reports that the words from..to ask what follows them: the last is a possessive,
// or one of them asks how much or which.
func (r *reader) soughtIn(from, to int) bool {
	if to > from && possessive(r.tokens[to-1].Text) {
		return true
	}
	for i := from; i < to; i++ {
		if a := r.at(askWord, i); a != nil && a.code == "amount" {
			return true
		}
		if lexicon.Is(lexicon.Which, r.tokens[i].Text) {
			return true
		}
	}
	return false
}

// with reports a word before a relief by which the tax is asked for with it.
func (r *reader) with(i int) bool {
	for k := i - 1; k >= max(0, i-asideReach) && !r.pause(k); k-- {
		if r.word(k) == "with" || r.word(k) == "after" || r.withAt(k+1) {
			return true
		}
	}
	return false
}

// levyIn reports a levy in from..to beside a span.
func (r *reader) levyIn(from, to int, s span) bool {
	return slices.ContainsFunc(r.levies, func(m levyMention) bool {
		return m.from >= from && m.to <= to && (m.to <= s.from || m.from >= s.to)
	})
}

// amountBeside reports that a clause says of a phrase how much it was: "a refund of
// £500".
func (r *reader) amountBeside(s span) bool {
	return slices.ContainsFunc(r.sums, func(x sum) bool { return x.From >= s.to && x.From <= s.to+2 || x.To == s.from })
}

// thingAsked finds what a clause asks the tax of by a participle and is no income of the
// asker's: "what are the vet's charges taxed at".
func (r *reader) thingAsked() (what string, at span) {
	for _, s := range r.askedSpans("taxed") {
		from, to := r.clause(s)
		if !r.asks(to) || to >= len(r.tokens) || r.supposesAsker(from, to) ||
			!r.soughtIn(from, to) && !lexicon.Is(lexicon.Which, r.word(from)) && r.word(from) != "how" {
			continue
		}
		income := slices.ContainsFunc(r.sums, func(x sum) bool { return x.From >= from && x.To <= to })
		for i := from; i < to; i++ {
			income = income || r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil || r.at(taxableWord, i) != nil
		}
		if first, last, open := r.openIn(segment{from: from, to: s.from}, r.accounted()); open && !income {
			return "the tax on what is asked for", span{"", first, last}
		}
	}
	return "", at
}

// bandAsked finds the tax of one band, or how much of an income lies in one.
func (r *reader) bandAsked() (what string, at span) {
	if r.company() {
		return "", at
	}
	for _, s := range r.askedSpans("band") {
		if r.asking(s) {
			return "the part of one band", s
		}
	}
	for _, s := range r.askedSpans("taxed") {
		from, to := r.clause(s)
		for i := from + 1; i < to; i++ {
			if _, percent := r.percentAt(i); percent && r.asking(s) {
				return "the part of one band", s
			}
		}
	}
	return "", at
}

// periodAsked finds a month, a week or a day whose tax is asked for.
func (r *reader) periodAsked() (what string, at span) {
	for _, s := range r.spans[periodWord] {
		if s.code == "years" || !r.asking(s) {
			continue
		}
		from, to := r.clause(s)
		ofIncome := slices.ContainsFunc(r.sums, func(x sum) bool { return x.From >= from && x.To <= to })
		if r.taxedBy(&s) || !ofIncome && slices.ContainsFunc(r.spans[askWord], func(a span) bool { return a.from >= from && a.to <= to }) {
			return "the tax of a part of a year", s
		}
	}
	return "", at
}

// companyScopeOf reads what is left out of the tax of a company.
func (r *reader) companyScopeOf(j *tax.Jurisdiction) *tax.Scope {
	s := &tax.Scope{}
	for _, m := range r.levies {
		for _, code := range m.Company[j.Code] {
			if m.without && !slices.Contains(s.Without, code) {
				s.Without = append(s.Without, code)
			}
		}
	}
	if j.Code == "DE" && r.onlyOwnLaw() {
		s.Without = []string{"surcharge"}
		r.eachHint(j, func(h *hint, _, _ int) {
			if h.fact.Name == "trade_tax_multiplier" && len(s.Without) == 1 {
				s.Without = append(s.Without, "trade_tax") // it is computed where its multiplier is given
			}
		})
	}
	if s.Empty() {
		return nil
	}
	return s
}

// onlyOwnLaw reports that a company's tax is asked for by the name of its law, and it alone:
// "nur die Körperschaftsteuer".
func (r *reader) onlyOwnLaw() bool {
	return slices.ContainsFunc(r.spans[taxWord], func(s span) bool {
		return s.code == tax.CorporateIncome && r.ofOneLaw(s) && r.onlyAt(s.from, s.to)
	})
}

// companyScope finds a tax or charge that is left out of, or alone asked for of, a
// company's tax where no scope can say so.
func (r *reader) companyScope() (what string, at span) {
	if !slices.Contains(r.out.TaxTypes, tax.CorporateIncome) {
		return "", at
	}
	for _, m := range r.levies {
		known := slices.ContainsFunc(r.out.Jurisdictions, func(code string) bool { return m.Company[code] != nil })
		if (m.without || m.only || m.with) && !known {
			return "a company's tax with such a part alone, or without it,", span{m.Code, m.from, m.to}
		}
	}
	return "", at
}

// companyWhole finds the sum of a company's taxes where only one government's, or one
// of several, is computed.
func (r *reader) companyWhole() (what string, at span) {
	if !slices.Contains(r.out.TaxTypes, tax.CorporateIncome) || !slices.ContainsFunc(r.out.Jurisdictions, layeredCompany) {
		return "", at
	}
	for _, code := range []string{"layers", "whole"} {
		for _, s := range r.askedSpans(code) {
			if (code == "layers" || r.asking(s) && !r.ofOneLaw(s)) && !r.setAside(s, false) && !r.deniedAt(s.from, s.to) && !r.taxedByMultiplier() {
				return "the sum of a company's taxes", s
			}
		}
	}
	return "", at
}

// ofOneLaw reports a sum that is asked for of one tax, by the name of its law: "IRES
// in totale".
func (r *reader) ofOneLaw(s span) bool {
	from, to := r.clause(s)
	return slices.ContainsFunc(r.tokens[from:to], func(t token.Token) bool {
		return strings.HasPrefix(t.Text, "korperschafts") && len(t.Text) <= len("korperschaftssteuer") || t.Text == "ires" || t.Text == "irc"
	})
}

// taxedByMultiplier reports that the trade tax is computed too, because its multiplier
// is given.
func (r *reader) taxedByMultiplier() bool {
	without := func(c Case) bool { return c.Request.Facts["trade_tax_multiplier"] == "" }
	return len(r.out.Cases) > 0 && !slices.ContainsFunc(r.out.Cases, without)
}

// layeredCompany reports a country where a company owes taxes on its profit to several
// governments, or under two laws, and not all of them are computed: those with taxes of
// lower governments in the OECD's Corporate Tax Statistics ("combined" beside "central"
// rates, stats.oecd.org, table II.1), Italy (IRAP) and Hungary (local business tax).
func layeredCompany(code string) bool {
	switch code {
	case "DE", "US", "CA", "CH", "JP", "LU", "PT", "IT", "HU":
		return true
	}
	return false
}
