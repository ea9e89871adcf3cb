package plan

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/tax"
)

// age reads "aged 67", "67 years old", "a 67-year-old" and "I am 67, …", where it
// is the age of the person whose tax is asked for. unclear says that an age is
// named that may be that person's.
func (r *reader) age() (age string, unclear bool) {
	for i := range r.tokens {
		n, ok := r.number(i, 1, 3)
		if !ok || n > 130 {
			continue
		}
		at, to, found := r.ageAt(i, n)
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

// ageAt reports that the number at token i is an age, and the tokens that say so.
func (r *reader) ageAt(i, n int) (from, to int, found bool) {
	after := i + 1
	if r.word(after) == "-" {
		after++
	}
	old := after + 1
	if r.word(old) == "-" {
		old++
	}
	elder := r.at(elderWord, i+1)
	switch {
	case r.word(i-1) == "aged", r.word(i-1) == "age":
		return i - 1, i + 1, true
	case r.word(i-2) == "age" && r.word(i-1) == "is":
		return i - 2, i + 1, true
	case (r.word(after) == "years" || r.word(after) == "year") && r.word(old) == "old":
		return i, old + 1, true
	case elder != nil && elder.from == i+1 && n > 14 && !r.masked[i]:
		return i, elder.to, true
	case n > 14 && r.iAm(i-1) && r.endsAge(i+1):
		return i, i + 1, true
	case n > 14 && n < 100 && r.listed(i):
		return i, i + 1, true
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

// iAm reports "I am" or "I'm" that ends at token i.
func (r *reader) iAm(i int) bool {
	switch r.word(i) {
	case "am":
		return r.tokens[i-1].Text == "i"
	case "m":
		return r.word(i-1) == "'" && r.word(i-2) == "i" || r.word(i-1) == "i"
	}
	return false
}

// endsAge reports that nothing behind a number says what it counts.
func (r *reader) endsAge(i int) bool {
	switch r.word(i) {
	case ",", "and", "with", "in", "now":
		return true
	}
	return r.stop(i)
}
