package plan

import (
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// How the name of a fact, or a word for what it counts, says it.

// noteChildren notes the facts of which the word for children speaks.
func (p *Planner) noteChildren() {
	p.children = map[string]bool{}
	p.hints.At([]token.Token{{Text: "children", Kind: token.Word}}, 0, func(hints []hint, _ int) {
		for i := range hints {
			p.children[hints[i].code+"/"+hints[i].fact.Name] = true
		}
	})
}

// ofChildren reports a fact of a place of which children speak.
func (r *reader) ofChildren(j *tax.Jurisdiction, fact string) bool {
	return r.p.children[j.Code+"/"+fact]
}

// nameStates reports the name of a fact of yes or no, of several words, that a clause states of the
// asker, or of nobody, and does not ask: "private hospital cover all year".
func (r *reader) nameStates(f *tax.Fact, h *hint, from, to int) bool {
	if f.Type != "boolean" || !h.name || !strings.Contains(f.Name, "_") || r.textFolded(from, to) != strings.ReplaceAll(f.Name, "_", " ") {
		return false
	}
	_, end := r.clause(span{"", from, to})
	o := r.ownerOf(from, to)
	return (o == nobody || o == r.principal()) && !r.unclearAt(from, to) && !r.overAt(from) && (!r.asks(end) || end >= len(r.tokens))
}
