package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// What a household is, said by what the law makes of it: its parts, a spouse who earns
// nothing, a parent alone.

// frenchParts reads how many parts a French household has, in digits or words with halves; 0 =
// not said, or in no way that is read.
func (r *reader) frenchParts(j *tax.Jurisdiction) (halves int) {
	if j.Code != "FR" {
		return 0
	}
	for i := 1; i < len(r.tokens); i++ {
		if w := r.tokens[i].Text; w != "part" && w != "parts" {
			continue
		}
		n := r.halvesBefore(i)
		if r.tokens[i].Text == "parts" && r.behindIs(i+1, "et", "demie") || r.behindIs(i+1, "et", "demi") {
			n++
		}
		switch {
		case n == 0 || r.deniedAt(i-1, i+1) || r.unclearAt(i-1, i+1):
		case halves != 0 && halves != n:
			return 0
		default:
			halves = n
		}
	}
	return halves
}

// halvesBefore reads the number before token i in halves: "2,5 parts" is 5, "deux parts" 4.
// "D'une part" counts none.
func (r *reader) halvesBefore(i int) int {
	text := r.tokens[i-1].Text
	if text == "une" || text == "one" {
		if i > 1 && (r.tokens[i-2].Text == "'" || r.tokens[i-2].Text == "’" || r.tokens[i-2].Text == "d") {
			return 0
		}
		return 2
	}
	if whole, part, split := strings.Cut(strings.ReplaceAll(text, ",", "."), "."); split {
		n, err := strconv.Atoi(whole)
		if half := strings.TrimRight(part, "0"); err != nil || half != "" && half != "5" {
			return 0
		} else if half == "5" {
			return 2*n + 1
		}
		return 2 * n
	}
	n, err := strconv.Atoi(r.countBefore(i))
	if err != nil {
		return 0
	}
	return 2 * n
}

func (r *reader) behindIs(i int, words ...string) bool {
	for k, w := range words {
		if i+k >= len(r.tokens) || r.tokens[i+k].Text != w {
			return false
		}
	}
	return true
}

// halvesOf are the halves of a part that one adult, or a couple, has with so many children
// (CGI art. 194).
func halvesOf(adults, children int) int { return 2*adults + min(children, 2) + 2*max(0, children-2) }

// childrenByParts returns how many children a French household has by what is said of them and
// of its parts. Parts alone tell it of a couple, and of one adult who has one part; other
// households have as many, too, and are asked, as are those of which both are said and differ.
func (r *reader) childrenByParts(j *tax.Jurisdiction, said []string) []string {
	halves, adults := r.frenchParts(j), r.adults(j)
	if len(said) == 1 {
		n, err := strconv.Atoi(said[0])
		if err != nil || adults != 0 && halves != halvesOf(adults, n) && !(adults == 1 && n > 0 && halves == halvesOf(1, n)+1) {
			return nil
		}
		return said
	}
	if halves == 2 && adults != 2 {
		return []string{"0"}
	}
	const most = 20
	for n := 0; adults == 2 && n <= most; n++ {
		if halves == halvesOf(2, n) {
			return []string{strconv.Itoa(n)}
		}
	}
	return nil
}

// adults returns of how many adults a household is said to be; 0 = not said, or both.
func (r *reader) adults(j *tax.Jurisdiction) int {
	said, _ := r.statuses(j)
	pair := said["married"] || said["joint"]
	switch alone := said["single"] || said["parted"] || said["parent"]; {
	case pair && !alone:
		return 2
	case alone && !pair:
		return 1
	}
	return 0
}

// halfMore reports that one adult with children has half a part more than they give: as a lone
// parent, or for another reason, which is asked.
func (r *reader) halfMore(j *tax.Jurisdiction) bool {
	halves := r.frenchParts(j)
	if halves == 0 || r.adults(j) != 1 {
		return false
	}
	f := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Name == "children" })
	said, _ := r.childrenOf(&j.Facts[f])
	if len(said) != 1 {
		return false
	}
	n, err := strconv.Atoi(said[0])
	return err == nil && n > 0 && halves == halvesOf(1, n)+1
}

// parentAlone reports a place whose law has no status of its own for a parent alone and tells
// one from others by a fact: the status is then that of one adult.
func parentAlone(j *tax.Jurisdiction) bool {
	return slices.ContainsFunc(j.Facts, func(f tax.Fact) bool { return f.Name == "lone_parent" })
}

// spouseWithoutIncome reports that a question says of the spouse that there is no income: by an
// adjective before it ("non-working spouse"), a noun ("housewife"), or a clause ("my wife has
// no income").
func (r *reader) spouseWithoutIncome() bool {
	for i := range r.tokens {
		if r.ownerAt(i) != spouse || r.unclearAt(i, i+1) || r.overAt(i) {
			continue
		}
		s := r.at(ownerWord, i)
		const longest = 4
		for n := 1; n <= longest && s != nil; n++ {
			if lexicon.IsAt(lexicon.EarnsNothing, r.tokens, s.from-n) == n && !r.denied(s.from-n) {
				return true
			}
		}
		for k := i + 1; k < min(len(r.tokens), i+5+r.spaceless(i)) && !r.pause(k) && !r.inSum(k); k++ {
			if lexicon.IsAt(lexicon.EarnsNothing, r.tokens, k) > 0 {
				return !r.deniedAt(k, k+1)
			}
			if x := r.at(stanceWord, k); x != nil && x.code == "not" && r.earnsWithin(x.to) {
				return true
			}
		}
	}
	return false
}

// earnsWithin reports a word of income or work at token i or right behind it.
func (r *reader) earnsWithin(i int) bool {
	for k := i; k < min(len(r.tokens), i+3) && !r.pause(k); k++ {
		p := r.at(roleWord, k)
		if r.at(incomeWord, k) != nil || r.at(kindWord, k) != nil || p != nil && p.code == "work" {
			return true
		}
	}
	return false
}

// spouseCounts are the places where a fact tells whether the spouse has an income.
var spouseCounts = []string{"HK", "IE"}

// markSpouse marks the words that say of a spouse that there is no income, where a fact tells.
func (r *reader) markSpouse(taken []bool) {
	for i := range r.tokens {
		n := lexicon.IsAt(lexicon.EarnsNothing, r.tokens, i)
		if n > 0 && r.ownerOf(i, i+n) == spouse && slices.ContainsFunc(r.out.Jurisdictions, func(code string) bool {
			return slices.Contains(spouseCounts, code)
		}) {
			fill(taken[i : i+n])
		}
	}
}
