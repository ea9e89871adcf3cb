package us

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// citations are what a result cites: the lists of the federal return, the state
// and the locality, with the day on which the first of them was last read.
type citations struct {
	list   []law.Citation
	oldest civil.Date
}

// citedBy holds the first citation of each list: lists are made once, by the
// law of a year or by what a return uses of it, and never change.
type citedBy [3]*law.Citation

var cited tax.Memo[citedBy, citations]

// cite fills the citations of a result with lists that are shared.
func cite(out *tax.Result, lists ...[]law.Citation) {
	var by citedBy
	for i, list := range lists {
		if len(list) > 0 {
			by[i] = &list[0]
		}
	}
	c, ok := cited.Find(by)
	if !ok {
		c.list = slices.Concat(lists...)
		c.oldest = tax.OldestCheck(c.list)
		const most = 2048
		cited.Keep(by, c, most)
	}
	out.Citations, out.SourceLastChecked = slices.Clip(c.list), c.oldest
}
