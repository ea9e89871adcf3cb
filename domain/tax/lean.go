package tax

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/tax/law"
)

// Lean leaves out of a result's citations what only corroborates: of each
// parameter the first citation stays, and of each source the first provision. A
// request that asks to explain is shown all.
func (out Result) Lean() Result {
	out.Citations = LeadingSources(out.Citations)
	return out
}

// Bearing are the citations on which the amounts of a result rest, without those that are
// Unowed; all of them where the result has a scope.
func (out *Result) Bearing() []law.Citation {
	if len(out.Unowed) == 0 || out.Scope != nil {
		return out.Citations
	}
	kept := make([]law.Citation, 0, len(out.Citations))
	for i := range out.Citations {
		if !out.unowed(out.Citations[i].ID) {
			kept = append(kept, out.Citations[i])
		}
	}
	return kept
}

// unowed reports a citation that the amounts do not rest on. An entry with "_" behind its
// place is the ending of a parameter's name there, and needs another parameter of the same
// beginning.
func (out *Result) unowed(id string) bool {
	return slices.ContainsFunc(out.Unowed, func(part string) bool {
		place, ending, ends := strings.Cut(part, ":_")
		if !ends {
			return strings.HasPrefix(id, part)
		}
		stem, _, ends := strings.Cut(id, "_"+ending+"@")
		return ends && strings.HasPrefix(stem, place+":") && slices.ContainsFunc(out.Citations, func(c law.Citation) bool {
			rest, same := strings.CutPrefix(c.ID, stem+"_")
			other, _, _ := strings.Cut(rest, "@")
			return same && !strings.Contains(other, "_") && !slices.Contains(out.Unowed, place+":_"+other)
		})
	})
}

// LeadingSources are the leading citations, without the digests of this service's
// records.
func LeadingSources(cites []law.Citation) []law.Citation {
	kept := FirstOfSources(cites)
	for i := range kept {
		kept[i].SHA256 = ""
	}
	return kept
}

// FirstOfSources are the citations that stand first behind the parameters of a figure, each
// source once, in their order.
func FirstOfSources(cites []law.Citation) []law.Citation {
	kept := make([]law.Citation, 0, len(cites))
	for i := range cites {
		c := &cites[i]
		if _, n, numbered := strings.Cut(c.ID, "#"); numbered && n != "1" ||
			slices.ContainsFunc(kept, func(k law.Citation) bool { return k.SourceID == c.SourceID }) {
			continue
		}
		kept = append(kept, *c)
	}
	return kept
}
