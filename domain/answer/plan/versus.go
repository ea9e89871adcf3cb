package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// Two amounts stand side by side where the tax on one is set against that on the other:
// "on £60,000 rather than £50,000", "from 90k to 100k", "50.000 € statt 40.000 €".

// versusReach is how many tokens stand between the two at most.
const versusReach = 6

// findVersus finds the two incomes that a question sets against each other; the other
// one is noted, and the first stays the income. Amounts that are set against each other
// in another way are never added up: they are asked about.
func (r *reader) findVersus() {
	further := r.furtherAsked()
	if !further && !r.has(compareWord, "compare") {
		return
	}
	for i := 1; i < len(r.sums); i++ {
		a, b := &r.sums[i-1], &r.sums[i]
		if baseBehind, set := r.against(a, b); set {
			r.opposed = r.more != nil || !further && baseBehind || !r.comparable(a, b)
			if !r.opposed {
				r.oppose(a, b, baseBehind)
			}
			return
		}
	}
}

// comparable reports two amounts that are incomes of one kind and person, and the only ones.
func (r *reader) comparable(a, b *sum) bool {
	for i := range r.sums {
		s := &r.sums[i]
		if taking := s.role == incomeSum || s.role == unbound; taking != (s == a || s == b) && (taking || s.role == netSum) {
			return false
		}
		if s.role == moreSum {
			return false
		}
	}
	who, of := r.earner(a), r.earner(b)
	switch {
	case a.role != incomeSum && b.role != incomeSum, a.period != "" || b.period != "" || a.joined || b.joined,
		a.Currencies != nil && b.Currencies != nil && !slices.Equal(a.Currencies, b.Currencies),
		a.kindAt != nil && b.kindAt != nil && a.kind != b.kind, who != of && who != nobody && of != nobody:
		return false
	}
	return !r.monthBeside(a, b)
}

// monthBeside reports a month in the clause of two amounts: an income that changes within
// the year.
func (r *reader) monthBeside(a, b *sum) bool {
	from, _ := r.clause(span{"", a.From, a.To})
	_, to := r.clause(span{"", b.From, b.To})
	return slices.ContainsFunc(r.spans[monthWord], func(m span) bool { return m.from >= from && m.to <= to })
}

// oppose takes one of two amounts for the income and the other for what is set against
// it; the words of the income stand beside one of them alone.
func (r *reader) oppose(a, b *sum, baseBehind bool) {
	like, unlike := a, b
	if a.kindAt == nil && !a.taxable && (b.kindAt != nil || b.taxable) || a.role == unbound {
		like, unlike = b, a
	}
	own := unlike.Sum
	*unlike = *like
	unlike.Sum = own
	a.weak, b.weak, a.ranged, b.ranged = false, false, false, false
	base, other := a, b
	if baseBehind {
		base, other = b, a
	}
	other.role = moreSum
	versus := *other
	r.more, r.versus = &versus, [2]int{r.grows(a), b.From}
	if base.Currencies == nil {
		base.Currencies = other.Currencies
	}
	r.markSums()
}

// against reports that nothing but words of setting against stands between two amounts;
// baseBehind: the second is what the first is set against.
func (r *reader) against(a, b *sum) (baseBehind, set bool) {
	if b.From-a.To > versusReach || b.From <= a.To {
		return false, false
	}
	before := a.From > 0 && lexicon.Is(lexicon.GoesFrom, r.tokens[a.From-1].Text)
	for i := a.To; i < b.From; i++ {
		word := r.tokens[i].Text
		switch {
		case r.tokens[i].Kind == token.Number:
			return false, false
		case lexicon.Is(lexicon.SetAgainst, word):
			baseBehind, set = true, true
		case lexicon.Is(lexicon.SetBeside, word), r.word(i) == "or":
			set = true
		case (r.word(i) == "to" || r.word(i) == "and" || r.tokens[i].Text == "auf" && before) && (i == b.From-1 || r.pronounBetween(i, b.From)):
			set = set || before || r.word(i) == "and" && r.has(compareWord, "compare")
		case r.ofIncome(i), lexicon.Is(lexicon.BesideVersus, word):
		default:
			return false, false
		}
	}
	return baseBehind, set
}

// grows returns where the words begin that say that an income goes from one amount to
// another: "rises from"; where none do, the end of the first.
func (r *reader) grows(a *sum) int {
	if at := a.From - 1; at > 0 && lexicon.Is(lexicon.GoesFrom, r.tokens[at].Text) {
		for at > 0 && lexicon.Is(lexicon.Grows, r.tokens[at-1].Text) {
			at--
		}
		return at
	}
	return a.To
}

// ofIncome reports a word that says of an amount that it is an income.
func (r *reader) ofIncome(i int) bool {
	return slices.ContainsFunc([]class{kindWord, incomeWord, taxableWord, grossWord, annualWord, baseWord, plainWord, compareWord},
		func(c class) bool { return r.at(c, i) != nil })
}

// pronounBetween reports that what stands between is "one of" and the like.
func (r *reader) pronounBetween(i, to int) bool {
	for k := i + 1; k < to; k++ {
		if !lexicon.Is(lexicon.BesideVersus, r.tokens[k].Text) && r.at(baseWord, k) == nil && r.at(kindWord, k) == nil {
			return false
		}
	}
	return true
}

// betweenYears reports that one income is asked about in two tax years: the difference
// is theirs.
func (r *reader) betweenYears(sums []sum) bool {
	return len(sums) == 1 && len(r.out.TaxYears) == 2
}
