package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// What is sold is heard by a closed list of names, and counts only where nothing but small words
// stands between the name and the tax, the price or a verb of selling: a "restaurant" is sold in
// "VAT on a restaurant bill", not in "VAT on chairs for my restaurant". Where a word beside the
// name is in no list it may change what is sold ("food truck"), so that the rate is asked for.

// soldMost is how many things a question names at most of which one may be what is sold, and
// soldReach how many tokens lie between a thing, a tax and a price at most.
const (
	soldMost  = 12
	soldReach = 40
)

// soldName is a name of what is sold in a question.
type soldName struct {
	span
	lexicon.Sold
}

// besideThing is what a token is to the words between a thing and its tax or price.
type besideThing uint8

const (
	unlisted besideThing = iota // nothing that is known: it may change what is sold
	light                       // says nothing of what is sold
	linking                     // a preposition
	document                    // an invoice, or a word of buying and selling
	owning                      // a possessive
	joining                     // counts something up
	another                     // a thing
	priced                      // an amount
	taxed                       // a tax on sales
	breaking                    // a comma or a bracket
	ending                      // the end of the sentence
)

// soldThing returns the category of what is sold; "" where none is heard, or two are.
func (r *reader) soldThing() (category string) {
	things := r.things()
	if len(things) == 0 || len(things) > soldMost || r.otherObject(things) {
		return ""
	}
	for i := range things {
		t := &things[i]
		switch {
		case r.deniedAt(t.from, t.to) || !r.sells(t, things):
		case category != "" && category != t.Category:
			return ""
		default:
			category = t.Category
		}
	}
	return category
}

// things returns the names of what may be sold, the longest where several begin at a token.
func (r *reader) things() (out []soldName) {
	for i := 0; i < len(r.tokens); i++ {
		longest := 0
		for _, l := range r.soldLanguages(i) {
			if what, n := l.SoldAt(r.tokens, i); n > longest {
				out = append(out[:len(out):len(out)], soldName{span{what.Category, i, i + n}, what})
				if longest > 0 {
					out = slices.Delete(out, len(out)-2, len(out)-1)
				}
				longest = n
			}
		}
		i += max(0, longest-1)
	}
	return out
}

// soldLanguages are those in which token i may name what is sold.
func (r *reader) soldLanguages(i int) []*lexicon.Language {
	if l := r.foreign[i]; l != nil {
		return append(r.langs[:len(r.langs):len(r.langs)], l)
	}
	return r.langs
}

// sells reports that a thing is what the tax or the price of the question is on.
func (r *reader) sells(t *soldName, things []soldName) bool {
	anchored, begins, owned, papers := r.beforeThing(t.from, things)
	reached, fits := r.behindThing(t.to, things)
	switch {
	case !fits:
		return false
	case t.Premises && r.besideOf(t.to, things) != document:
		return anchored && !owned && !papers
	}
	return anchored || begins && reached
}

// beforeThing reads back from a thing: whether a tax or a price is reached (anchored), and
// whether a part of the sentence, or what is bought or invoiced, begins with it.
func (r *reader) beforeThing(from int, things []soldName) (anchored, begins, owned, papers bool) {
	for i := from - 1; i >= max(0, from-soldReach); i-- {
		switch r.besideOf(i, things) {
		case ending:
			return false, true, owned, papers
		case breaking:
			begins = true
		case owning:
			owned = true
		case document:
			papers, begins = true, true
		case priced, taxed:
			return true, begins, owned, papers
		case unlisted, joining, another:
			return false, begins, owned, papers
		}
	}
	return false, from <= soldReach, owned, papers
}

// behindThing reads on from a thing: whether a tax or a price is reached, and whether what
// follows leaves it the thing that is sold.
func (r *reader) behindThing(to int, things []soldName) (reached, fits bool) {
	if to < len(r.tokens) && lexicon.Is(lexicon.Article, r.tokens[to].Text) && r.besideOf(to, things) != linking {
		return false, false // "book a hotel"
	}
	paused := false
	for i := to; i < min(len(r.tokens), to+soldReach); i++ {
		switch r.besideOf(i, things) {
		case ending:
			return false, true
		case breaking:
			paused = true
		case priced, taxed:
			return true, true
		case joining:
			if !paused || i == to+1 {
				return false, r.joinsNone(i+1, things)
			}
		case another, unlisted:
			return false, paused && r.besideOf(to, things) != breaking
		}
	}
	return false, true
}

// joinsNone reports that what a word of counting up joins is no other thing.
func (r *reader) joinsNone(i int, things []soldName) bool {
	for end := min(len(r.tokens), i+soldReach); i < end; i++ {
		switch r.besideOf(i, things) {
		case another, unlisted:
			return false
		case ending, breaking, priced, taxed:
			return true
		}
	}
	return true
}

// otherObject reports a tax or a price that is said to be on something that no list knows.
func (r *reader) otherObject(things []soldName) bool {
	for _, s := range r.spans[taxWord] {
		if r.objectBehind(s.to, things) {
			return true
		}
	}
	return slices.ContainsFunc(r.found, func(s amount.Sum) bool { return r.objectBehind(s.To, things) })
}

// objectBehind reports a preposition behind token i, and an unknown word as its object.
func (r *reader) objectBehind(i int, things []soldName) bool {
	linked := false
	for end := min(len(r.tokens), i+soldReach); i < end; i++ {
		switch r.besideOf(i, things) {
		case linking:
			linked = true
		case unlisted:
			return linked
		case ending, breaking, another, joining:
			return false
		}
	}
	return false
}

// besideOf classifies token i.
func (r *reader) besideOf(i int, things []soldName) besideThing {
	if i < 0 || i >= len(r.tokens) || r.stop(i) {
		return ending
	}
	inside := func(from, to int) bool { return from <= i && i < to }
	switch {
	case r.pause(i):
		return breaking
	case slices.ContainsFunc(things, func(t soldName) bool { return inside(t.from, t.to) }):
		return another
	case r.at(priceWord, i) != nil:
		return light
	case slices.ContainsFunc(r.found, func(s amount.Sum) bool { return inside(s.From, s.To) }):
		return priced
	case r.at(taxWord, i) != nil:
		return taxed
	case r.tokens[i].Kind != token.Word || r.masked[i] || r.at(monthWord, i) != nil:
		return light
	}
	return r.besideWord(i)
}

// besideWord classifies a word by the lists of its language.
func (r *reader) besideWord(i int) besideThing {
	t := &r.tokens[i]
	var role lexicon.Beside
	for _, l := range r.soldLanguages(i) {
		role |= l.Beside(t.Text)
	}
	switch {
	case role&lexicon.BesideJoin != 0 && !accented(t):
		return joining
	case role&lexicon.BesideLink != 0:
		return linking
	case role&lexicon.BesidePaper != 0:
		return document
	case possessive(t.Text):
		return owning
	case role&lexicon.BesideSmall != 0:
		return light
	}
	if r.understood(); r.placed[i] {
		return light
	}
	return unlisted
}
