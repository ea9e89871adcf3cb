package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// Arrangements that keep something from an authority though no word of hiding is said: pay
// that is partly in the books, a name or a home that is so on paper alone, a paper that makes
// things look otherwise, a price put lower in a deed or for customs, what one's own life
// costs booked as a business's, takings removed from the till, papers destroyed before an
// inspection, work beside a benefit that nobody hears of, sums cut up below what is reported,
// a divorce for the tax alone, a home that is registered where nobody lives, and another as the
// owner who pays less. Each is told by phrases of several concepts in one
// sentence, whatever the words.

// scheme is such an arrangement: a phrase of every class, in one language.
type scheme struct {
	classes [][]lexicon.Concept
	// reach is how many tokens lie between the first phrase and each of the others at most;
	// 0 = as many as the sentence has.
	reach int
	// within says that the first phrase holds its own denial: "without getting caught".
	within bool
	// even says that a word of mistake or of what is right beside it excuses nothing.
	even bool
}

func of(classes ...[]lexicon.Concept) [][]lexicon.Concept  { return classes }
func either(concepts ...lexicon.Concept) []lexicon.Concept { return concepts }

// kept is what somebody keeps to himself, or lets nobody notice.
var kept = either(lexicon.Incomes, lexicon.Accounts, lexicon.Receive, lexicon.Employ, lexicon.Benefit, lexicon.Deed, lexicon.Records,
	lexicon.Books, lexicon.Home, lexicon.Till, lexicon.Cashly)

var schemes = []scheme{
	{classes: of(either(lexicon.Secret), kept)},
	{classes: of(either(lexicon.Uncaught), slices.Concat(kept, either(lexicon.Cost, lexicon.Paper, lexicon.Private, lexicon.AsBusiness,
		lexicon.Authority))), within: true, even: true},
	{classes: of(either(lexicon.OnPaper), either(lexicon.Home, lexicon.Divorce, lexicon.Employ, lexicon.Deed))},
	{classes: of(either(lexicon.Official), either(lexicon.Contrast), either(lexicon.Home))},
	{classes: of(either(lexicon.LookAs), slices.Concat(kept, either(lexicon.Cost, lexicon.Paper, lexicon.Private, lexicon.Divorce))),
		within: true, even: true},
	{classes: of(either(lexicon.SoThat), either(lexicon.Seem), slices.Concat(kept, either(lexicon.Cost, lexicon.Paper, lexicon.Private,
		lexicon.Divorce))), reach: concealReach, within: true, even: true},
	{classes: of(either(lexicon.Official), either(lexicon.Share), either(lexicon.Handed, lexicon.Cashly, lexicon.Informal)), even: true},
	{classes: of(either(lexicon.Lower, lexicon.Understate), either(lexicon.Deed)), reach: concealReach},
	{classes: of(either(lexicon.Deed), either(lexicon.Share), either(lexicon.Handed, lexicon.Cashly)), within: true, even: true},
	{classes: of(either(lexicon.Private), either(lexicon.AsBusiness)), reach: concealReach},
	{classes: of(either(lexicon.Erase), either(lexicon.Till)), reach: disguiseReach},
	{classes: of(either(lexicon.Destroy), either(lexicon.Records, lexicon.Books, lexicon.Paper), either(lexicon.Inspection))},
	{classes: of(either(lexicon.Benefit), either(lexicon.Untold, lexicon.Unaware, lexicon.Informal, lexicon.Nobody)), within: true},
	{classes: of(either(lexicon.Chop), either(lexicon.Limit), either(lexicon.Incomes, lexicon.Accounts, lexicon.Cashly, lexicon.Paper))},
	{classes: of(either(lexicon.Divorce), either(lexicon.ForTax)), within: true},
	{classes: of(either(lexicon.Enrol, lexicon.Home), either(lexicon.Dwell), either(lexicon.Contrast)), within: true},
	{classes: of(either(lexicon.Front), either(lexicon.LowTax)), within: true},
}

// schemes reports such an arrangement in a sentence, which is neither denied nor excused.
func (r *reader) schemes(said []lexicon.Said) bool {
	if len(said) < 2 {
		return false
	}
	excused := slices.ContainsFunc(said, func(s lexicon.Said) bool { return s.Concept == lexicon.Innocent && !r.deniedBefore(s.From, 0) })
	for i := range schemes {
		s := &schemes[i]
		if excused && !s.even {
			continue
		}
		for k := range said {
			v := &said[k]
			if slices.Contains(s.classes[0], v.Concept) && r.holds(s, v, said) && (s.within || !r.hidesNothing(v.From, v.To)) {
				return true
			}
		}
	}
	return false
}

// holds reports a phrase of every other class beside a first phrase, each apart from the others.
func (r *reader) holds(s *scheme, first *lexicon.Said, said []lexicon.Said) bool {
	var taken [3]*lexicon.Said
	taken[0] = first
	for n, class := range s.classes[1:] {
		i := slices.IndexFunc(said, func(o lexicon.Said) bool {
			return slices.Contains(class, o.Concept) && (o.Language == first.Language || o.Language == lexicon.AnyLanguage) &&
				!slices.ContainsFunc(taken[:n+1], func(t *lexicon.Said) bool { return o.From < t.To && t.From < o.To }) &&
				(s.reach == 0 || r.standClose(first, &o, s.reach, false))
		})
		if i < 0 {
			return false
		}
		taken[n+1] = &said[i]
	}
	return true
}
