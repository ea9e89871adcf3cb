package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// A charge is a tax, contribution or benefit that a question asks for and that no
// calculator computes. It is told by its grammar, not by a list of charges: what is
// asked for has a name that no list knows.

// charges refuses by name what is asked for and is none of the taxes here.
func (r *reader) charges() {
	if len(r.out.Triggers) > 0 || r.out.Research || len(r.out.TaxTypes) == 0 || r.indirect() {
		return
	}
	from, to, found := r.askedCharge()
	if !found {
		return
	}
	r.out.Cases, r.out.MissingFacts = nil, nil
	r.gap(Gap{Jurisdiction: first(r.out.Jurisdictions), TaxYear: first(r.out.TaxYears), TaxType: "other", Taxpayer: r.out.Taxpayer,
		Reason: "what is asked for" + r.quoted(from, to) + " is not computed"})
}

// scopedRates refuses the marginal rate of a scope: the rates of a computation are
// those of the whole.
func (r *reader) scopedRates() {
	if !r.has(askWord, "marginal_rate") {
		return
	}
	for i := range r.out.Cases {
		if c := &r.out.Cases[i]; !c.Request.Scope.Empty() {
			r.gap(Gap{Jurisdiction: c.Jurisdiction.Code, TaxYear: c.Row.TaxYear, TaxType: c.TaxType, Taxpayer: r.out.Taxpayer,
				Reason: "the marginal rate of a part of the tax, or of several taxes together, is not computed"})
			r.out.Cases = nil
			return
		}
	}
}

// quoted returns words of the question for a sentence, where they hold no number.
func (r *reader) quoted(from, to int) string {
	text := r.textOf(from, to)
	if strings.ContainsAny(text, "0123456789") {
		return ""
	}
	return " (\"" + text + "\")"
}

// askedCharge finds the name of what is asked for and is not known.
func (r *reader) askedCharge() (from, to int, found bool) {
	known := slices.Clone(r.understood())
	for i := range r.tokens {
		known[i] = known[i] || r.taxThere(i) || levelOf(r.tokens[i].Text) != 0
	}
	for _, s := range r.askedSpans("further") {
		fill(known[s.from:s.to])
	}
	for i := range r.tokens {
		if from, to, found := r.chargeAt(i, known); found && r.asksFor(from, to) {
			return from, to, true
		}
	}
	if from, to, found := r.repaymentAsked(); found {
		return from, to, true
	}
	if from, to, found := r.objectOf(known); found {
		return from, to, true
	}
	if from, to, found := r.besideUnknown(known); found {
		return from, to, true
	}
	return r.bareObject(known)
}

// repaymentAsked finds a clause that asks what is paid back on a loan, or what a loan takes, and for
// no tax, where no levy is that: "what comes off for my loan?"
func (r *reader) repaymentAsked() (from, to int, found bool) {
	if slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.Code == "student_loan" }) {
		return 0, 0, false
	}
	for i := range r.tokens {
		if r.p.lex.AskedAt(r.tokens, i, "loan") == 0 && r.word(i) != "loan" && r.word(i) != "loans" {
			continue
		}
		from, to := r.clause(span{"", i, i + 1})
		s := segment{from: from, to: to}
		if !r.asks(to) || slices.ContainsFunc(r.spans[taxWord], func(x span) bool { return x.from >= from && x.to <= to }) {
			continue
		}
		repaid := slices.ContainsFunc(r.askedSpans("repaid"), func(x span) bool { return x.from >= from && x.to <= to })
		if repaid || !r.sumIn(from, to) && (r.spansIn(askWord, "amount", s) || lexicon.Is(lexicon.Which, r.word(from))) {
			return i, i + 1, true
		}
	}
	return 0, 0, false
}

// taxThere reports a word for a tax in a language of a place that is asked about:
// "IRS" of Portugal in an English question.
func (r *reader) taxThere(i int) (found bool) {
	for _, code := range r.out.Jurisdictions {
		j := r.p.byCode[code]
		if j == nil {
			continue
		}
		for _, tag := range j.Languages {
			base, _ := language(tag)
			if l := r.p.lex.Language(base); l != nil {
				l.Words.At(r.tokens, i, func(tags []lexicon.Tag, _ int) {
					found = found || slices.ContainsFunc(tags, func(t lexicon.Tag) bool {
						return t.Class == "tax" && (t.Code == "generic" || t.Code == tax.IndividualIncome)
					})
				})
			}
		}
	}
	return found
}

// chargeAt reads a noun of a charge at token i whose name is not known: "the
// apprenticeship levy", "Zvw-bijdrage", "impôt sur la fortune".
func (r *reader) chargeAt(i int, known []bool) (from, to int, found bool) {
	t := &r.tokens[i]
	if t.Kind != token.Word || r.named(i) {
		return 0, 0, false
	}
	unknown := func(k int) bool {
		return k >= 0 && k < len(r.tokens) && r.tokens[k].Kind == token.Word && !known[k] && !r.inSum(k) && !r.named(k)
	}
	switch head := chargeNoun(t.Text); {
	case head == beforeIt && i > 0 && strictCharge(t.Text) && r.at(taxWord, i) == nil && !r.overLevy(i, i+1) &&
		r.tokens[i-1].Kind == token.Word && !r.pause(i-1):
		return i - 1, i + 1, true
	case head == beforeIt && unknown(i-1) && !r.tokens[i-1].Spaceless():
		from := i - 1
		for unknown(from - 1) {
			from--
		}
		return from, i + 1, true
	case head == behindIt:
		for k := i + 1; k < min(len(r.tokens), i+4) && !r.pause(k) && !r.inSum(k); k++ {
			if unknown(k) && r.at(taxWord, i) != nil && r.at(taxWord, i).to > k {
				break
			}
			if unknown(k) {
				return i, k + 1, true
			}
			if !joins(r.tokens[k].Text) {
				break
			}
		}
	case compoundCharge(t.Text) && (unknown(i) || r.at(taxWord, i) == nil && !r.overLevy(i, i+1) && r.at(deductionWord, i) == nil):
		return i, i + 1, true
	}
	return 0, 0, false
}

// Where the words stand that say which charge a noun names.
const (
	beforeIt = 1
	behindIt = 2
)

// chargeNoun reports nouns of charges and contributions that a name stands beside.
func chargeNoun(word string) int {
	switch {
	case lexicon.Is(lexicon.ChargeBehindName, word):
		return beforeIt
	case lexicon.Is(lexicon.ChargeBeforeName, word):
		return behindIt
	}
	return 0
}

// strictCharge reports nouns that name a charge with whatever stands before them:
// what no list of taxes holds is not computed.
func strictCharge(word string) bool {
	return lexicon.Is(lexicon.StrictCharge, word)
}

// joins reports small words between a noun of a charge and its name.
func joins(word string) bool {
	return lexicon.Is(lexicon.JoinsName, word)
}

// compoundCharge reports one word that names a charge by its last part, in the
// languages that write such words together.
func compoundCharge(word string) bool {
	for _, tail := range lexicon.WordsOf(lexicon.ChargeEnding) {
		if len(word) > len(tail)+2 && strings.HasSuffix(word, tail) {
			return true
		}
	}
	return false
}

// asksFor reports that the tokens from..to are what the question asks for: behind
// "how much", in a question that names no tax beside them, or counted up with a tax.
func (r *reader) asksFor(from, to int) bool {
	if r.leftOutAt(from, to) || r.behind(from) {
		return false
	}
	for i := from - 1; i >= max(0, from-5) && !r.pause(i) && !r.inSum(i); i-- {
		if a := r.at(askWord, i); a != nil && a.code == "amount" {
			return true
		}
		if r.at(taxWord, i) != nil && !r.coordinates(i+1, from) {
			break
		}
	}
	if r.besideTax(from, to) {
		return true
	}
	begin, end := from, to
	for begin > 0 && !r.pause(begin-1) && r.word(begin-1) != ":" {
		begin--
	}
	for end < len(r.tokens) && !r.pause(end) && r.word(end) != ":" {
		end++
	}
	if !r.asks(end) || begin > 0 && r.word(begin-1) == "(" {
		return false
	}
	for i := begin; i < end; i++ {
		if _, percent := r.percentAt(max(i, 1)); percent || r.percentValue(nil, i) != "" {
			return false
		}
		if (i < from || i >= to) && r.at(taxWord, i) != nil {
			return false
		}
	}
	return true
}

// coordinates reports that "and" or the like joins what stands before and behind
// the tokens from..to.
func (r *reader) coordinates(from, to int) bool {
	return slices.ContainsFunc(r.words[min(from, to):to], adds)
}

func adds(word string) bool {
	return lexicon.Is(lexicon.Adds, word)
}

// besideTax reports that a tax is counted up with the tokens from..to: "income tax
// plus AHV".
func (r *reader) besideTax(from, to int) bool {
	i := from - 1
	for i >= 0 && (r.word(i) == "the" || r.word(i) == "my") {
		i--
	}
	if i > 0 && adds(r.word(i)) && r.at(taxWord, i-1) != nil {
		return true
	}
	if adds(r.word(from)) && r.at(taxWord, from-1) != nil {
		return true
	}
	return adds(r.word(to)) && (r.at(taxWord, to+1) != nil || r.at(taxWord, to+2) != nil && !r.pause(to+1))
}
