package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// Words that the law of one place gives a meaning of its own.

// totalIsTaxable are the places whose law calls "total income" what is taxed, after all that it
// deducts (IN Income-tax Act 1961 ss. 2(45), 4, 5, 80A).
var totalIsTaxable = []string{"IN"}

// statuteBasis reads the basis of amounts that are called total income, where the law of the
// place says which one that is. Somebody's own ("my total income") may be the sum of what was
// earned, and the gross total income is neither: they are asked about.
func (r *reader) statuteBasis(j *tax.Jurisdiction) (asks bool) {
	if j == nil || !slices.Contains(totalIsTaxable, j.Code) || r.company() || r.said["income_basis"] != "" || r.said["income"] != "" {
		return false
	}
	for i := range r.sums {
		s := &r.sums[i]
		if s.role != incomeSum || s.noun == nil || s.kindAt != nil || s.taxable || r.at(incomeWord, s.noun.from) == nil ||
			r.word(s.noun.from-1) != "total" {
			continue
		}
		before := s.noun.from - 2
		if before >= 0 && (r.at(grossWord, before) != nil || possessive(r.tokens[before].Text)) {
			asks = true
			continue
		}
		s.taxable = true
	}
	return asks
}

// basisAsked asks whether an income is before or after deductions.
func basisAsked() *contract.MissingFact {
	f := contract.Ask("income_basis",
		"The question does not say whether the income is before or after the deductions that the law gives, and both can be computed.",
		"Is the income gross (before deductions) or taxable (after them)? gross or taxable")
	return &f
}

// ageLimits are the ages from which a place taxes somebody otherwise than before, in order, as
// far as its calculator does (IN First Schedule, Part I; US IRC § 63(f); ZA s. 6(2)).
var ageLimits = map[string][]int{"IN": {60, 80}, "US": {65}, "ZA": {65, 75}}

// notYet reports an age that the person is said to be below, behind a word that says so: at is
// where its number stands, decided that no other limit of the place lies below it.
func (r *reader) notYet(j *tax.Jurisdiction) (at []int, decided bool) {
	decided = true
	for i := 1; i < len(r.tokens); i++ {
		n, ok := r.number(i, 2, 2)
		if !ok || n < 18 || r.inSum(i) || r.masked[i] || !lexicon.Is(lexicon.NotReached, r.tokens[i-1].Text) || r.tokens[i].Odd ||
			!r.pause(i+1) && !lexicon.Is(lexicon.YearsOfAge, r.word(i+1)) {
			continue
		}
		if bound, _ := r.binds(i-1, i+1, true); !bound {
			continue
		}
		at = append(at, i)
		decided = decided && (len(ageLimits[j.Code]) == 0 || n <= ageLimits[j.Code][0])
	}
	return at, decided
}

// belowAge reports an age that is said to be below one beneath which the place has a limit, so
// that on which side of it the person is has to be asked.
func (r *reader) belowAge(j *tax.Jurisdiction) bool {
	at, decided := r.notYet(j)
	return len(at) > 0 && !decided
}

// moneyEnds reports a point at token i that ends a sentence behind an abbreviation of money, for
// a capital follows it in a language that writes none within a sentence: "600 000 kr. Skatt?"
func (r *reader) moneyEnds(i int) bool {
	if i < 2 || i+1 >= len(r.tokens) || r.word(i) != "." || r.lang == "de" || r.tokens[i-2].Kind != token.Number {
		return false
	}
	next := &r.tokens[i+1]
	if next.Kind != token.Word || !next.Title || next.Glued {
		return false
	}
	money := false
	r.p.amounts.Currency.At(r.tokens, i-1, func(_ [][]string, n int) { money = money || n == 1 })
	return money
}

// jointBase are the places that tax the base of spouses who are assessed together as that of
// one person, with one minimum, by the word for a base that has the couple's own reduction
// behind it (ES Ley 35/2006 art. 84.2: 5,550 euros whatever the number of members; the reduction
// of 3,400 euros is made from the base imponible).
var jointBase = map[string]string{"ES": "base liquidable"}

// jointBaseSaid is what is taken for granted of such spouses.
const jointBaseSaid = "The base is that of both spouses in joint assessment, after the reduction for it; one personal minimum applies, and neither " +
	"is taken to be over 65 or disabled."

// onJointBase reports the one amount of a question as the base of spouses who are assessed
// together, where the place taxes it as one person's.
func (r *reader) onJointBase(j *tax.Jurisdiction, sums []sum) bool {
	if j == nil || jointBase[j.Code] == "" || len(sums) != 1 || !sums[0].taxable || sums[0].noun == nil {
		return false
	}
	n := sums[0].noun
	if said, _ := r.statuses(j); !said["joint"] || said["single"] || said["separate"] || r.has(elderWord, "retired") {
		return false
	}
	age, unclear := r.age()
	return age == "" && !unclear && !r.turning() && r.textFolded(n.from, n.to) == jointBase[j.Code]
}

// markPrincipal marks the words for the relative who has the one income of a question and whose
// tax is asked for: "mi hermano gana 60.000 euros. ¿Cuánto paga?" Of two incomes, one may be
// the asker's.
func (r *reader) markPrincipal(known []bool) {
	incomes := 0
	for i := range r.sums {
		if role := r.sums[i].role; role == incomeSum || role == unbound || role == netSum {
			incomes++
		}
	}
	if incomes != 1 || r.principal() != relative {
		return
	}
	for i := range r.spans[ownerWord] {
		if s := &r.spans[ownerWord][i]; ownerCodes[s.code] == relative && s.code != "animal" {
			fill(known[s.from:s.to])
		}
	}
}
