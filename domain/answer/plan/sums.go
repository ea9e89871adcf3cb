package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// sum is an amount with what it stands for.
type sum struct {
	amount.Sum
	role    sumRole
	kind    tax.Kind // "" = income without saying of which kind
	taxable bool
	period  string // month, week, day, hour; "" = a year, or not said
	ranged  bool
	person  string // self, other, joint; "" = not said
	kindAt  *span  // the word that gave the kind
	noun    *span  // the word of income that the amount is bound to; nil = none
	joined  bool   // counted up with the amount before it
	annual  bool   // said to be of a year
	times   int64  // how often it is paid in the year, where that was said; 0 = not
	weak    bool   // bound by "on" or by nothing: it may restate another amount
}

type sumRole uint8

const (
	unbound   sumRole = iota
	incomeSum         // an income
	netSum            // an income after tax
	tiedSum           // a tax, a claim, a rule: never an income
	otherSum          // a contribution, a price, an expense
	moreSum           // by which an income is to grow
)

// formPartDigits is how many digits the number of a part of a form has at most.
const formPartDigits = 3

// partDigits is how many characters the number of parts of a household has at most: "10,5".
const partDigits = 4

// findSums finds the amounts of the question and what each stands for.
func (r *reader) findSums() {
	finder := r.p.amounts
	if !r.capitals {
		finder.Codes = nil // all is in capitals: TRY is a word there
	}
	for _, l := range r.langs {
		finder.Languages = append(finder.Languages, l.Code)
	}
	for _, s := range finder.Find(r.tokens, r.masked) {
		if s.To-s.From > 2 && r.moneyEnds(s.To-1) {
			s.To--
		}
		if r.partOfName(&s) {
			fill(r.masked[s.From:min(len(r.masked), s.To+1)])
			continue
		}
		if next := r.word(s.To); next == "%" || next == "percent" || next == "per" && r.word(s.To+1) == "cent" {
			continue
		}
		if s.Currencies == nil && s.To == s.From+1 && r.percentValue(nil, s.From) != "" {
			continue // "skatteprocent 24,9"
		}
		if s.Bare && s.From > 0 && lexicon.Is(lexicon.FormPart, r.tokens[s.From-1].Text) && len(r.word(s.From)) <= formPartDigits {
			fill(r.masked[s.From:s.To]) // "box 1"
			continue
		}
		if s.Plain() && len(r.tokens[s.To-1].Text) <= partDigits && s.To < len(r.tokens) &&
			(r.tokens[s.To].Text == "part" || r.tokens[s.To].Text == "parts") {
			continue // "2,5 parts": of a household
		}
		if next := r.word(s.To); s.Bare && (next == "years" || next == "year" && r.word(s.To+1) == "old") {
			continue
		}
		r.found = append(r.found, s)
		r.sums = append(r.sums, sum{Sum: s})
	}
	r.markSums()
	for i := range r.sums {
		r.bind(i)
	}
	r.sums = slices.DeleteFunc(r.sums, func(s sum) bool { return s.role == unbound && !r.standsAlone(&s) })
	r.markSums()
	r.bindJobs()
	r.giveKinds()
	r.findMore()
	r.findVersus()
}

// standsAlone reports an amount that needs no word beside it to be one: with a
// currency, a multiplier or groups. Bare digits may be anything.
func (r *reader) standsAlone(s *sum) bool {
	if s.Bare {
		return false
	}
	if v, doubt := s.Read(amount.Style{Comma: true}); s.Plain() && doubt == amount.Certain && v.IntegerDigits() < 3 {
		return false // "2,5 parts"
	}
	if s.Worded && s.Currencies == nil {
		v, doubt := s.Read(amount.English)
		return doubt == amount.Certain && v.IntegerDigits() > 3
	}
	return true
}

// bind finds the words that say what sum i stands for.
func (r *reader) bind(i int) {
	s := &r.sums[i]
	after := r.bindAfter(s)
	before, at := r.bindBefore(i)
	immediate := before == incomeSum && s.From-at <= 1 && measures(r.word(at))
	if before == tiedSum && r.taxAskedOf(s, at) {
		before = incomeSum
	}
	switch {
	case before == incomeSum && r.taxOnIs(s, at):
		s.role = tiedSum
	case s.Bare && !r.bareCounts(s, before, at, after):
	case r.paidOut(s), r.priceOf(s), r.soldFor(s), r.owedInterest(s, before, at):
		s.role = otherSum
	case after == netSum, after == otherSum:
		s.role = after
	case after == tiedSum && !immediate && !(before == incomeSum && r.taxNamedAt(s.To)):
		s.role = tiedSum
	case after == incomeSum && before != netSum && before != otherSum:
		s.role = incomeSum
	case before != unbound:
		s.role = before
	case i > 0:
		r.inherit(&r.sums[i-1], s)
	}
	if s.role == incomeSum && before == incomeSum && s.kindAt == nil {
		if k := r.at(kindWord, at); k != nil {
			s.kind, s.kindAt = tax.Kind(k.code), k
		} else if r.draws(s, at) {
			s.kind, s.kindAt = benefits, r.at(taxWord, at)
		}
		s.taxable = s.taxable || r.at(taxableWord, at) != nil || s.kindAt != nil && r.taxableBefore(s.kindAt.from)
		if t := r.at(taxableWord, at); t != nil && s.kindAt == nil {
			if k := r.at(kindWord, t.from-1); k != nil {
				s.kind, s.kindAt = tax.Kind(k.code), k // "salários tributáveis"
			}
		}
	}
	if s.role == incomeSum && before == incomeSum && r.at(taxableWord, at) != nil {
		s.taxable = true // "revenu imposable 33 000 € de salaires": the kind behind it takes nothing back
	}
	if s.role == incomeSum && r.netClause(s) {
		s.role = netSum
	}
	r.nameNoun(s, before, at)
	s.weak = !s.joined && (s.role == unbound || s.role == incomeSum && s.kindAt == nil && !s.taxable && after != incomeSum &&
		(at < 0 || r.at(incomeWord, at) == nil))
	s.ranged = r.isRange(i)
	s.person = r.personOf(s)
	if s.period == "" {
		s.period = r.periodBefore(s)
	}
}

// nameNoun notes the word of income that says what an amount is.
func (r *reader) nameNoun(s *sum, before sumRole, at int) {
	if s.role != incomeSum {
		return
	}
	if before == incomeSum && at >= 0 {
		for _, c := range []class{taxableWord, kindWord, incomeWord} {
			if sp := r.at(c, at); sp != nil {
				s.noun = sp
				return
			}
		}
	}
	if s.kindAt != nil {
		s.noun = s.kindAt
	} else if s.taxable {
		s.noun = r.at(taxableWord, s.To)
	}
}

// preposition reports small words that may follow an amount without being the
// thing it counts.
func preposition(word string) bool {
	return lexicon.Is(lexicon.BehindAmount, word)
}

// measures reports the words before an amount on which a tax is asked, whatever
// follows: "tax on £60,000 due in January".
func measures(word string) bool {
	return lexicon.Is(lexicon.TaxedOn, word)
}

// bareCounts reports that bare digits are an amount: a word of income stands
// close before them, or a kind of income after, and no counted thing.
func (r *reader) bareCounts(s *sum, before sumRole, at int, after sumRole) bool {
	if after == incomeSum || after == netSum {
		return true
	}
	if r.agesBare(s) {
		return false
	}
	if before == unbound || before == incomeSum && s.From-at > 4 || before != incomeSum && s.From-at > 8 {
		return false
	}
	next := s.To
	if next >= len(r.tokens) || r.tokens[next].Kind != token.Word {
		return true
	}
	for c := class(0); c < ownerWord; c++ {
		if sp := r.at(c, next); sp != nil && c != roleWord && c != askWord && c != plainWord {
			return true
		}
	}
	return preposition(r.tokens[next].Text)
}

// agesBare reports bare digits that are an age, which a noun of income further back does
// not make an amount: "£60,000 salary, I am 70"; or that may be one, alone beside another
// amount that is one for sure: "self-employed in Leeds, 45, profit £40,000".
func (r *reader) agesBare(s *sum) bool {
	n, ok := r.number(s.From, 1, 3)
	return ok && n <= 130 && (r.iAm(s.From-1) || r.alone(s.From) && r.sure())
}

// sure reports an amount that its digits alone make one: with a currency, groups or a
// multiplier.
func (r *reader) sure() bool { return slices.ContainsFunc(r.sums, func(s sum) bool { return !s.Bare }) }

// bindAfter reads what stands right after an amount: "£5,000 in dividends",
// "£5 tax", "£3,000 a month net".
func (r *reader) bindAfter(s *sum) sumRole {
	steps := 0
	for at := s.To; steps < 5 && !r.stop(at); {
		if p := r.at(periodWord, at); p != nil && p.from == at {
			s.period, at = p.code, p.to
			continue
		}
		if a := r.at(annualWord, at); a != nil && a.from == at {
			s.annual, at = true, a.to
			continue
		}
		if role, done := r.roleAfter(s, at); done {
			return role
		}
		if g := r.at(grossWord, at); g != nil {
			at, steps = g.to, steps+1
			continue
		}
		switch word := r.word(at); {
		case lexicon.Is(lexicon.SkippedBehind, word):
			if r.word(at) == "," && r.word(at+1) != "gross" && r.at(netWord, at+1) == nil {
				return unbound
			}
			at, steps = at+1, steps+1
			continue
		case lexicon.Is(lexicon.OfWhat, word): // of what follows, where that is no tax: "500万円の借金"
			if r.at(deductionWord, at+1) != nil {
				return otherSum
			}
		}
		return unbound
	}
	return unbound
}

// roleAfter reads the word at at as what the amount before it stands for.
func (r *reader) roleAfter(s *sum, at int) (role sumRole, done bool) {
	if sp := r.at(netWord, at); sp != nil && sp.from == at {
		return netSum, true
	}
	if sp := r.at(taxableWord, at); sp != nil && sp.from == at {
		s.taxable = true
		return incomeSum, true
	}
	if sp := r.at(deductionWord, at); sp != nil && sp.from == at {
		return otherSum, true
	}
	if sp := r.at(kindWord, at); sp != nil && sp.from == at {
		if d := r.at(deductionWord, sp.to); d != nil {
			return otherSum, true // "£5,000 pension contributions"
		}
		s.kind, s.kindAt = tax.Kind(sp.code), sp
		return incomeSum, true
	}
	if sp := r.at(incomeWord, at); sp != nil && sp.from == at && r.word(sp.to) != "tax" {
		return incomeSum, true
	}
	if sp := r.at(taxWord, at); sp != nil && sp.from == at {
		if lexicon.Is(lexicon.YearBehindTax, r.word(sp.to)) {
			return unbound, true
		}
		return tiedSum, true
	}
	if sp := r.at(tiedWord, at); sp != nil && sp.from == at && sp.code != "law" && (sp.to >= len(r.tokens) || !r.masked[sp.to]) {
		return tiedSum, true
	}
	return unbound, false
}

// leavesOf reports that what is left is asked for at token i.
func (r *reader) leavesOf(i int) bool {
	a := r.at(askWord, i)
	return a != nil && a.code == "take_home"
}

// nameReach is how many tokens further back an income is named of which something is said
// to be taken off already.
const nameReach = 5

// bindBefore finds the nearest word before an amount that says what it stands
// for, and where. It does not look past the end of a sentence or the amount
// before.
func (r *reader) bindBefore(i int) (role sumRole, at int) {
	s := &r.sums[i]
	paused := false
	floor := max(0, s.From-8)
	if i > 0 {
		floor = max(floor, r.sums[i-1].To)
	}
	if at = s.From - 1; at > 0 && ofWhole(r.tokens[at].Text) && r.leavesOf(at-1) {
		return incomeSum, at // "what's left of £41,000"
	}
	for ; at >= floor && !r.stop(at); at-- {
		paused = paused || r.pause(at)
		switch {
		case r.masked[at]:
		case supposes(r.word(at)) && r.plainPay(at+1, s.From):
			return unbound, at // "income tax if my pay is £38,000": the tax is not what is said of the amount
		case (r.at(deductionWord, at) != nil || r.lawAt(at)) && r.behind(at) && r.profits(s.From, at):
			floor = max(0, floor-nameReach) // "my rental profit, after expenses, was": the noun stands before
			if i > 0 {
				floor = max(floor, r.sums[i-1].To)
			}
		case r.isPaid(at):
			return incomeSum, at
		case r.at(deductionWord, at) != nil:
			return otherSum, at
		case r.at(taxableWord, at) != nil:
			return incomeSum, at
		case r.at(netWord, at) != nil:
			return netSum, at
		case r.at(tiedWord, at) != nil && !r.documents(at):
			return tiedSum, at
		case r.at(baseWord, at) != nil && s.From-at > 3:
			// "on" far before the amount belongs to something else
		case r.at(baseWord, at) != nil && at+1 < s.From && r.placeAt(at+1):
			// "from Scotland"
		case r.netBefore(at):
			return netSum, at
		case r.payAt(at) && s.From-at == 1:
			return incomeSum, at
		case r.at(baseWord, at) != nil && (r.at(kindWord, at-1) != nil || r.at(taxableWord, at-1) != nil):
			return incomeSum, at - 1 // "Gehalt von", "a salary at"
		case r.at(kindWord, at) != nil, r.at(incomeWord, at) != nil && r.word(at+1) != "tax", r.at(baseWord, at) != nil:
			return incomeSum, at
		case r.draws(s, at):
			return incomeSum, at
		case paused && r.at(taxWord, at) != nil && r.word(at) == "paye":
		case r.at(taxWord, at) != nil && r.word(at+1) != "year" && r.word(at+1) != "resident":
			return tiedSum, at
		}
	}
	return unbound, at
}

// plainPay reports a clause from token i to token to that says what somebody's pay is.
func (r *reader) plainPay(i, to int) bool {
	for ; i < to; i++ {
		if r.payAt(i) {
			return r.equates(i+1, to)
		}
	}
	return false
}

// isPaid reports at token at that somebody is paid, rather than paid something: "she's paid".
func (r *reader) isPaid(at int) bool {
	d := r.at(deductionWord, at)
	return d != nil && r.word(d.to-1) == "paid" && d.to-d.from == 2 && r.tokens[d.from].S
}
