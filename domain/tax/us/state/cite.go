package state

import (
	"math/bits"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// groups are the citations of a state's law in a year, by what on a return
// they belong to.
type groups struct {
	lists  [][]law.Citation
	joined tax.Memo[groupSet, []law.Citation]
}

// groupSet is a set of groups; the first, ownLaw, belongs to every return.
type groupSet uint32

const ownLaw groupSet = 1

// add keeps a group after the others.
func (g *groups) add(cites []law.Citation) groupSet {
	g.lists = append(g.lists, cites)
	return 1 << (len(g.lists) - 1)
}

// of joins the groups of a set, in their order. Returns with the same groups
// share the list: it must not be changed.
func (g *groups) of(set groupSet) []law.Citation {
	if set == ownLaw {
		return g.lists[0]
	}
	list, ok := g.joined.Find(set)
	if !ok {
		for left := set; left != 0; left &= left - 1 {
			list = append(list, g.lists[bits.TrailingZeros32(uint32(left))]...)
		}
		const most = 64
		g.joined.Keep(set, list, most)
	}
	return list
}
