package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// age reads "aged 67", "67 years old", "a 67-year-old" and "I am 67, …", where it
// is the age of the person whose tax is asked for. unclear says that an age is
// named that may be that person's.
func (r *reader) age() (age string, unclear bool) {
	for i := range r.tokens {
		n, end, ok := r.aged(i)
		if !ok {
			continue
		}
		at, to, found := r.ageAt(i, end, n)
		if !found || r.ofChild(at) {
			continue
		}
		bound, asked := r.binds(at, to, true)
		switch {
		case bound && age != "" && age != strconv.Itoa(n):
			return "", true
		case bound:
			age = strconv.Itoa(n)
		case asked:
			unclear = true
		}
	}
	return age, unclear
}

// aged reads a number of years at token i, in digits or in words, and where it
// ends.
func (r *reader) aged(i int) (n, end int, ok bool) {
	if n, ok := r.number(i, 1, 3); ok {
		return n, i + 1, n <= 130
	}
	if r.tokens[i].Kind != token.Word || r.inSum(i) {
		return 0, 0, false
	}
	var codes []string
	for _, l := range r.langs {
		codes = append(codes, l.Code)
	}
	v, end := r.p.amounts.Spelled.Small(r.tokens, i, codes)
	if units := r.p.lex.Numbers.Units; end <= i && units[r.tokens[i].Text] > 0 { // English
		v, end = units[r.tokens[i].Text], i+1
		if next := r.word(end); v >= 20 && v%10 == 0 && units[next] > 0 && units[next] < 10 {
			v, end = v+units[next], end+1
		}
	}
	return int(min(v, 1000)), end, end > i && v > 0 && v <= 130
}

// ageOf returns the one age that is said of somebody else than who asks.
func (r *reader) ageOf(who owner) (age string) {
	for i := range r.tokens {
		n, end, ok := r.aged(i)
		if !ok {
			continue
		}
		at, to, found := r.ageAt(i, end, n)
		if s := r.stanceOf(at, to); found && s.owner == who && !s.denied && !s.unclear && !r.ofChild(at) {
			if age != "" && age != strconv.Itoa(n) {
				return ""
			}
			age = strconv.Itoa(n)
		}
	}
	return age
}

// fullFrom and fullBelow are the ages from..below at which contributions are owed in full
// wherever they are computed without asking for an age.
const fullFrom, fullBelow = 21, 60

// contributesByAge reports that contributions are asked for, for a person of an
// age at which a place that computes them without one may ask for less or none.
func (r *reader) contributesByAge(j *tax.Jurisdiction) bool {
	asked := slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.Social && !m.without })
	if !asked || slices.ContainsFunc(j.Facts, func(f tax.Fact) bool { return f.Name == "age" }) {
		return false
	}
	age, _ := r.age()
	n, err := strconv.Atoi(age)
	return err == nil && (n < fullFrom || n >= fullBelow)
}

// ageBounds are the ages from..below at which the income tax of a place that takes
// no age is that of anybody; others may have allowances, exemptions or rates of
// their own. An income that is taxable already has the allowances behind it.
var ageBounds = map[string][2]int{"PL": {26, 60}, "PT": {36, 60}}

// taxedByAge reports that a person of the age in the question may be taxed by
// rules that the place does not model.
func (r *reader) taxedByAge(j *tax.Jurisdiction, basis tax.Basis, year int) bool {
	if slices.ContainsFunc(j.Facts, func(f tax.Fact) bool { return agesOf[f.Name] != nil }) {
		return false
	}
	age, _ := r.age()
	n, err := strconv.Atoi(age)
	if born := r.born(); err != nil && born > 0 {
		n, err = year-born, nil
	}
	if r.retired() || err != nil && r.turning() {
		n, err = retiredAge, nil
	}
	if err != nil {
		return false
	}
	if j.Code == "DE" && basis == tax.Taxable {
		return false // the relief for age (EStG § 24a) is deducted before
	}
	bounds, listed := ageBounds[j.Code]
	if !listed {
		bounds = [2]int{18, 60}
	}
	return n < bounds[0] || n >= bounds[1]
}

// retiredAge stands for that of somebody who is said to be retired.
const retiredAge = 70

// retired reports that the person whose tax is asked for is said to be retired.
func (r *reader) retired() bool {
	for i := range r.tokens {
		if lexicon.Is(lexicon.RetiredPerson, r.tokens[i].Text) {
			if bound, asked := r.binds(i, i+1, true); bound || asked {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.spans[elderWord], func(s span) bool {
		bound, asked := r.binds(s.from, s.to, true)
		return s.code == "retired" && (bound || asked) && !r.leftOutAt(s.from, s.to) && !r.below(s.from)
	})
}

// below reports words before an age that is not reached: "under pension age".
func (r *reader) below(from int) bool {
	for i := from - 1; i >= max(0, from-3); i-- {
		if lexicon.Is(lexicon.NotReached, r.tokens[i].Text) {
			return true
		}
	}
	return false
}

// born returns the year in which the person whose tax is asked for was born; 0 = not
// said.
func (r *reader) born() int {
	for i := range r.tokens {
		if !lexicon.Is(lexicon.Born, r.tokens[i].Text) || r.inIdiom(i) || r.lang != "fr" && strings.EqualFold(r.tokens[i].Raw, "nee") {
			continue // a German or Dutch no
		}
		for k := i - 3; k <= min(len(r.tokens)-1, i+6); k++ {
			n, ok := r.number(k, 4, 4)
			if bound, asked := r.binds(i, i+1, true); ok && n > 1900 && n < 2030 && (bound || asked) {
				return n
			}
		}
	}
	return 0
}

// agesOf are the facts that an age decides, and what they are at an age; "" is
// an age at which the day of birth decides.
var agesOf = map[string]func(age int) string{
	"age":                    strconv.Itoa,
	"aged_65_or_over":        func(age int) string { return turned(age, 65) },
	"over_state_pension_age": func(age int) string { return turned(age, 66) },
	"age_group": func(age int) string {
		switch {
		case turned(age, 65) == "" || turned(age, 75) == "":
			return ""
		case age > 75:
			return "over_75"
		case age > 65:
			return "over_65"
		}
		return "up_to_65"
	},
}

// social reports that contributions are spoken of.
func (r *reader) social() bool {
	return slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.Social })
}

// turning reports an age that is reached, passed or not yet reached in some year:
// "turned 65 in 2025", "both over 65". Which one it is at the end of the tax year is
// not said.
func (r *reader) turning() bool {
	for i := range r.tokens {
		n, end, ok := r.aged(i)
		if !ok || n < 50 || n > 110 || r.masked[i] && r.tokens[i].Kind != token.Number {
			continue
		}
		if !lexicon.Is(lexicon.Turning, r.tokens[max(0, i-1)].Text) {
			continue
		}
		if bound, asked := r.binds(i-1, end, true); (bound || asked) && !r.inSum(i) {
			return true
		}
	}
	return false
}

// turned reports whether somebody of an age is as old as a limit in the whole
// year that is asked for; about the limit that cannot be told.
func turned(age, limit int) string {
	switch {
	case age > limit:
		return "true"
	case age < limit-1:
		return "false"
	}
	return ""
}

// byAge reads a fact that an age decides from the age in the question; unclear
// says that it may be decided.
func (r *reader) byAge(f *tax.Fact) (value string, unclear bool) {
	decide := agesOf[f.Name]
	if decide == nil {
		return "", false
	}
	age, unclear := r.age()
	n, err := strconv.Atoi(age)
	if err != nil && (r.retired() || r.turning()) && (f.Name != "over_state_pension_age" || r.social()) {
		return "", true
	}
	if err != nil {
		return "", unclear || r.born() > 0 && f.Name != "over_state_pension_age"
	}
	value = decide(n)
	if f.Name == "over_state_pension_age" && !r.social() {
		return value, false // contributions alone depend on it
	}
	return value, value == ""
}

// ageAt reports that the number at token i is an age, and the tokens that say so.
func (r *reader) ageAt(i, end, n int) (from, to int, found bool) {
	after := end
	if r.word(after) == "-" {
		after++
	}
	old := after + 1
	if r.word(old) == "-" {
		old++
	}
	elder := r.at(elderWord, after)
	switch {
	case r.word(i-1) == "aged", r.word(i-1) == "age":
		return i - 1, end, true
	case r.word(i-2) == "age" && r.word(i-1) == "is":
		return i - 2, end, true
	case (r.word(after) == "years" || r.word(after) == "year") && r.word(old) == "old":
		return i, old + 1, true
	case elder != nil && elder.code == "age" && elder.from == after && n > 14 && !r.masked[i]:
		return i, elder.to, true
	case n > 14 && r.iAm(i-1) && yearsOfAge(r.tokens[min(end, len(r.tokens)-1)].Text):
		return i, end + 1, true
	case n > 14 && (r.iAm(i-1) || r.sheIs(i-1)) && r.endsAge(end):
		return i, end, true
	case n > 14 && n < 100 && end == i+1 && (r.listed(i) || r.among(i)),
		n > 14 && n < 100 && end > i && r.tokens[i].Kind == token.Word && r.pause(i-1) &&
			r.pause(end) && !r.stop(i-1):
		return i, end, true
	}
	return 0, 0, false
}

// listed reports a bare number between commas in a list of what a person is:
// "single, 35, no kids".
func (r *reader) listed(i int) bool {
	if r.masked[i] || !r.pause(i-1) || !r.pause(i+1) || r.stop(i-1) && r.stop(i+1) || r.tokens[i].Odd || r.inSum(i) {
		return false
	}
	for _, k := range []int{i - 2, i + 2, i + 3} {
		if r.at(statusWord, k) != nil || r.at(childWord, k) != nil {
			return true
		}
	}
	return false
}

// alone reports a word that stands between a comma and another, or "and": nothing to count.
func (r *reader) alone(i int) bool {
	and := func(k int) bool { return lexicon.Is(lexicon.CountsUp, r.word(k)) }
	return r.pause(i-1) && !r.stop(i-1) && (r.pause(i+1) || and(i+1)) || and(i-1) && r.pause(i+1)
}

// among reports a bare number alone among what is said of who works, beside an amount for
// sure: "freelance and 67, profit £40,000".
func (r *reader) among(i int) bool {
	if !r.alone(i) || r.masked[i] || r.tokens[i].Odd || r.inSum(i) || !r.sure() {
		return false
	}
	return slices.ContainsFunc(r.spans[kindWord], func(s span) bool {
		return s.to <= i && (s.code == string(tax.SelfEmployment) || s.code == string(tax.Employment))
	})
}

// ofChild reports that what stands before an age is a child: "two kids aged 5
// and 8", "my daughter, aged 5".
func (r *reader) ofChild(at int) bool {
	for i := at - 1; i >= max(0, at-6) && !r.stop(i); i-- {
		if c := r.at(childWord, i); c != nil && c.code == "child" {
			return !r.deniedAt(c.from, c.to)
		}
		if r.ownerAt(i) != nobody || r.pause(i) && r.word(at) != "aged" {
			return false
		}
	}
	return false
}

// yearsOfAge reports words for years that make what somebody is an age.
func yearsOfAge(word string) bool {
	return lexicon.Is(lexicon.YearsOfAge, word)
}

// iAm reports "I am" or "I'm" that ends at token i.
func (r *reader) iAm(i int) bool {
	switch r.word(i) {
	case "am":
		return r.tokens[i-1].Text == "i"
	case "m":
		return r.word(i-1) == "'" && r.word(i-2) == "i" || r.word(i-1) == "i"
	}
	const words = 2
	for from := max(0, i+1-words); from <= i && i < len(r.tokens); from++ {
		if lexicon.IsAt(lexicon.IAm, r.tokens, from) == i+1-from {
			return true
		}
	}
	return false
}

// sheIs reports "my wife is" that ends at token i.
func (r *reader) sheIs(i int) bool {
	if lexicon.Is(lexicon.SheIs, r.word(i)) {
		return r.ownerAt(i-1) == spouse
	}
	return false
}

// endsAge reports that nothing behind a number says what it counts.
func (r *reader) endsAge(i int) bool {
	if lexicon.Is(lexicon.EndsAge, r.word(i)) {
		return true
	}
	return r.stop(i)
}
