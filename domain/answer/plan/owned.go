package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// Who somebody of the asker's is, by the words around: a bond that is over, a noun that no
// list knows, a firm of one's own.

// ownedPays reports a possessive of the asker's at token k whose noun no list knows and is
// the subject of paying: "does our au pair owe".
func (r *reader) ownedPays(k int) bool {
	const most = 4
	if !possessive(r.tokens[k].Text) || r.tokens[k].Spaceless() {
		return false
	}
	for i := k + 1; i < min(len(r.tokens), k+most) && !r.pause(i) && !r.inSum(i); i++ {
		switch {
		case lexicon.Is(lexicon.Pays, r.tokens[i].Text):
			return i > k+1
		case r.classed(i) || r.taxThere(i) || r.overLevy(i, i+1) || r.ownerAt(i) != nobody || r.placeAt(i) || r.small(i):
			return false
		}
	}
	return false
}

// ownFirm reports an amount in a clause that begins with a firm of the asker's.
func (r *reader) ownFirm(s *sum) bool {
	from, _ := r.clause(span{from: s.From, to: s.To})
	if !possessive(r.tokens[from].Text) || r.at(ownerWord, from) == nil || ownerCodes[r.at(ownerWord, from).code] != self {
		return false
	}
	for i := from + 1; i < s.From; i++ {
		switch r.ownerAt(i) {
		case thing:
			return true
		case nobody:
		default:
			return false
		}
	}
	return false
}

// onceWas reports a word at token i, or before a hyphen there, by which a bond is over.
func (r *reader) onceWas(i int) bool {
	if r.word(i) == "-" {
		i--
	}
	return i >= 0 && lexicon.Is(lexicon.OnceWas, r.tokens[i].Text)
}

// trailingPossessive reports languages that put whose something is behind it.
func trailingPossessive(lang string) bool { return lang == "nb" || lang == "da" || lang == "sv" }

// topical reports a Japanese particle behind what a clause speaks of, or does something
// to: it makes nobody the possessor of what follows.
func (r *reader) topical(i int) bool {
	return lexicon.Is(lexicon.Topical, r.word(i))
}

// objectOnly reports a pronoun of the asker's that is never a subject.
func (r *reader) objectOnly(i int) bool {
	return lexicon.Is(lexicon.ObjectPronoun, r.tokens[i].Text) && !r.coupled(i)
}

// allOthers reports incomes all of which somebody else has, where that person's tax is not
// asked for.
func (r *reader) allOthers(sums []sum) bool {
	if asked := r.askedPerson(); asked != nobody && asked != self {
		return false
	}
	return !slices.ContainsFunc(sums, func(s sum) bool { return !r.anotherHas(&s) })
}
