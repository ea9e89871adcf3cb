package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// doubtful says why the amounts are no annual income of one person.
func (r *reader) doubtful(sums []sum) string {
	for _, s := range sums {
		switch {
		case s.ranged:
			return "The income is given as a range; the annual total is needed."
		case s.period != "":
			return ofPart
		}
	}
	switch {
	case r.partOf() && len(sums) > 0:
		return "An amount in the question is, or contains, a part of another one; the annual total is needed."
	case r.has(partWord, "time"), !r.company() && r.beganWithin():
		return "The question speaks of a part of a year, or of several; the total of the tax year is needed."
	case r.share():
		return "A share of an amount is given as a percentage; the annual total is needed as an amount."
	}
	for _, s := range sums[min(1, len(sums)):] {
		if s.taxable != sums[0].taxable {
			return "Some of the income is before deductions and some after them; all of it is needed on one basis."
		}
	}
	return ""
}

// strange says what is said of the amounts beside their being an income.
func (r *reader) strange(sums []sum, style amount.Style) string {
	if len(r.out.Triggers) > 0 {
		return "" // a person reads it
	}
	for i := range sums {
		s := &sums[i]
		switch {
		case r.denies(s):
			return "What the question says of an amount is denied or over; the annual total of the income is needed."
		case r.reckoned(s):
			return "The income is given as a multiplication; the annual total is needed."
		case r.ownersTax(s):
			return "The amount is what a company earns, and the tax is asked for as a person's; which of the two is meant must be said: the tax " +
				"of the company, or the tax on the person's own wage, dividend or profit."
		case r.anothers(s), r.possessorAsked(s), r.strangersNoun(s):
			return "The income in the question is another person's than the one whose tax is asked for; the annual income of that person is needed."
		case r.severalEarners(s):
			return eachAlone
		case r.recorded(s):
			return "A document in the question states another amount than the question does; which of them was received in the tax year must be said."
		case r.neverGot(s):
			return "The amount was not received, or not for the whole year; the income that was received in the tax year is needed."
		case r.taxability(s):
			return "The question is whether an amount is taxed; what it is must be said, with the annual income."
		case r.ofFund(s):
			return "What a savings or pension plan pays out is taxed by rules of its own; the income of the year from other sources is needed."
		case r.bracketed(s):
			return doubtReason(amount.Negative)
		}
	}
	switch {
	case r.jobsOpen:
		return jobsUnsaid
	case r.figuresDoubted(sums):
		return "The question says that an amount in it is not sure; the annual amount of the income is needed."
	case r.exchanged():
		return "The question sets one person in another's place; the income of the person whose tax is asked for is needed."
	case r.wished(), r.conditioned():
		return "The question gives an income under a condition, or wishes it were so; the income of the tax year is needed."
	case r.undone():
		return "The question supposes that the income, or the work, is not there; the income of the tax year is needed."
	case r.repeats(sums):
		return "The question says an income twice in the same words; whether it was received twice must be said."
	case r.retracted():
		return "The question takes back something that it said; the annual amount of the income is needed."
	case r.comparative():
		return "An income in the question is only compared with another one; the annual amount itself is needed."
	case r.throughCompany():
		return "The income comes through a company; what is the person's own wage or dividend must be said."
	case len(sums) > 1 && r.has(askWord, "weigh"):
		return "The question weighs one income against another; the tax on each is needed in a question of its own, or as a comparison."
	case r.opposed, r.more == nil && r.furtherAsked() && !r.betweenYears(sums):
		return "The question asks for the difference between two taxes; each income is needed in a question of its own, or as a comparison."
	case totalled(sums, style):
		return "One of the amounts seems to be the total of the others; the annual total is needed."
	case r.openExtra():
		return "A part of the pay is named without its amount; the annual total is needed with it."
	}
	for i := range sums {
		if word, found := r.unread(&sums[i]); found {
			if word != "" {
				word = " (\"" + word + "\")"
			}
			return "What the question says of an amount is not understood here" + word + "; it must be said that it is the annual income."
		}
	}
	return ""
}

// repeats reports two amounts that stand among the same words.
func (r *reader) repeats(sums []sum) bool {
	for i := range sums {
		for k := range sums[:i] {
			if r.sameWords(&sums[k], &sums[i]) {
				return true
			}
		}
	}
	return false
}

// sameWords reports that an amount is written as another, with the same words before
// it, or after it where it begins the question.
func (r *reader) sameWords(a, b *sum) bool {
	const beside = 2
	if r.textFolded(a.From, a.To) != r.textFolded(b.From, b.To) {
		return false
	}
	if a.From >= beside {
		return r.textFolded(a.From-beside, a.From) == r.textFolded(b.From-beside, b.From)
	}
	return b.To+beside <= len(r.tokens) && r.textFolded(a.To, a.To+beside) == r.textFolded(b.To, b.To+beside)
}

// partOf reports words that make an amount a part of another one, where what is
// in it is no tax: "including a 5,000 bonus", not "including the Medicare levy".
func (r *reader) partOf() bool {
	return slices.ContainsFunc(r.spans[partWord], func(s span) bool {
		if r.word(s.from) == "of" && !r.clauseHasSum(s) {
			return false // "neither of which is my problem"
		}
		if a := r.at(askWord, s.from-1); s.code != "within" || r.word(s.from-1) == "out" || a != nil && a.code == "amount" {
			return false
		}
		for i := s.to; i < min(len(r.tokens), s.to+6) && !r.pause(i); i++ {
			if r.overLevy(i, i+1) || r.at(taxWord, i) != nil || r.at(priceWord, i) != nil {
				return false
			}
		}
		return true
	})
}

// clauseHasSum reports an amount in the clause of a phrase.
func (r *reader) clauseHasSum(s span) bool {
	from, to := r.clause(s)
	return r.sumIn(from, to)
}

// retracted reports that the question takes back an amount: "£36,000? No, wait". "Never forget
// that" takes nothing back.
func (r *reader) retracted() bool {
	var tokens []token.Token
	var at []int // where each of them stands
	for i := range r.tokens {
		if r.word(i) != "," {
			tokens, at = append(tokens, r.tokens[i]), append(at, i)
		}
	}
	for k, i := range at {
		if n := lexicon.IsAt(lexicon.Retraction, tokens, k); n > 0 && !r.denialBeside(i, at[k+n-1]+1) {
			return true
		}
	}
	return r.takenBack()
}

// neverGot reports an amount that a clause says was not received: "salary of
// £60,000, never paid".
func (r *reader) neverGot(s *sum) bool {
	for i := s.To; i < min(len(r.tokens), s.To+5) && !r.stop(i); i++ {
		if r.inSum(i) {
			return false
		}
		n := r.at(stanceWord, i)
		if n == nil || n.code != "not" {
			continue
		}
		for k := n.to; k < min(len(r.tokens), n.to+3) && !r.stop(k); k++ {
			if lexicon.Is(lexicon.Received, r.word(k)) {
				return true
			}
		}
	}
	return false
}

// recorded reports another amount that a document of the pay is said to state:
// "I earn £60,000 but my payslip says £30,000".
func (r *reader) recorded(s *sum) bool {
	return slices.ContainsFunc(r.sums, func(o sum) bool {
		if o.role != tiedSum || r.textFolded(o.From, o.To) == r.textFolded(s.From, s.To) {
			return false
		}
		for i := o.From - 1; i >= max(0, o.From-4) && !r.pause(i); i-- {
			if lexicon.Is(lexicon.PayDocument, r.word(i)) {
				return true
			}
		}
		return false
	})
}

// throughCompany reports that a person is paid through a company of their own.
func (r *reader) throughCompany() bool {
	if r.company() {
		return false
	}
	for _, s := range r.spans[taxpayerWord] {
		for i := s.from - 1; i >= max(0, s.from-4) && !r.stop(i); i-- {
			if lexicon.Is(lexicon.ThroughIt, r.word(i)) {
				return true
			}
		}
	}
	return false
}

// ofFund reports an amount in a clause whose subject is a plan in which somebody saves:
// "my 401(k) paid out $30,000". Beside a noun of wages the plan is beside the point.
func (r *reader) ofFund(s *sum) bool {
	if s.kind != "" && s.kindAt != nil && !r.verb(s.kindAt.from) {
		return false
	}
	for _, f := range r.askedSpans("fund") {
		between := func(from, to int) bool {
			for i := from; i < to; i++ {
				if r.stop(i) || r.inSum(i) || r.word(i) == "," || adds(r.word(i)) {
					return false
				}
			}
			return from <= to && to-from <= reach
		}
		from := r.word(s.To) == "from" || r.word(s.To) == "out" || r.word(s.To) == "of"
		if between(f.to, s.From) || from && between(s.To, f.from) {
			return true
		}
	}
	return false
}

// share reports a percentage that is not that of a tax: "a 10% bonus", "5% into
// a pension", "60% of £60,000".
func (r *reader) share() bool {
	for i := 1; i < len(r.tokens); i++ {
		if to, ok := r.percentAt(i); ok && !r.ofTax(i, to) && !r.rateSaid(i) {
			return true
		}
	}
	return false
}

// percentAt reports a percent sign or word behind a number, and where it ends.
func (r *reader) percentAt(i int) (to int, ok bool) {
	if r.tokens[i-1].Kind != token.Number {
		return 0, false
	}
	switch r.word(i) {
	case "%", "percent":
		return i + 1, true
	case "per":
		if r.word(i+1) == "cent" {
			return i + 2, true
		}
	}
	return 0, false
}

// ofTax reports that a tax, a rule or a claim stands beside a percentage.
func (r *reader) ofTax(from, to int) bool {
	for at := from - 2; at >= max(0, from-7) && !r.stop(at); at-- {
		if r.at(deductionWord, at) != nil || r.at(kindWord, at) != nil {
			break
		}
		if r.at(taxWord, at) != nil || r.at(tiedWord, at) != nil {
			return true
		}
	}
	for at := to; at < min(len(r.tokens), to+2) && !r.stop(at) && r.word(at) != ","; at++ {
		if r.at(taxWord, at) != nil || r.at(tiedWord, at) != nil {
			return true
		}
	}
	return false
}
