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
