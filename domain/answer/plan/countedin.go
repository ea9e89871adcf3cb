package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// A levy begins where its charge is named, and is left out where it is not to be counted in.

// chargeBefore returns where a charge begins whose name stands at token i behind a small
// word: "the levy for Medicare", "contributions to CPP"; i where none does.
func (r *reader) chargeBefore(i int) int {
	k := i - 1
	if article(r.word(k)) {
		k--
	}
	if lexicon.Is(lexicon.NamesCharge, r.word(k)) && strictCharge(r.word(k-1)) {
		return k - 1
	}
	return i
}

// countsReach is how many tokens behind a levy the denial of counting it in stands at most.
const countsReach = 5

// notCounted reports that what stands before token i is said behind it not to be counted in:
// "Soli bitte nicht mitrechnen". Before it a denial is one like others.
func (r *reader) notCounted(i int) bool {
	denied, counts := false, false
	for k := i; k < min(len(r.tokens), i+countsReach) && !r.pause(k) && !r.inSum(k); k++ {
		if r.overLevy(k, k+1) || r.at(taxWord, k) != nil {
			break
		}
		denied = denied || r.stanceIs(k, "not")
		counts = counts || lexicon.Is(lexicon.CountsIn, r.tokens[k].Text)
	}
	return denied && counts
}

// countedOut reports a condition that does nothing but leave a levy out: "if you don't count
// the Medicare levy".
func (r *reader) countedOut(from, to int) bool {
	counts := slices.ContainsFunc(r.tokens[from:to], func(t token.Token) bool { return lexicon.Is(lexicon.CountsIn, t.Text) })
	return counts && slices.ContainsFunc(r.levies, func(m levyMention) bool { return m.without && m.from >= from && m.to <= to })
}
