package state

import (
	"slices"
	"strconv"
	"sync"

	"github.com/tallystick/tallystick/domain/tax"
)

// Held is what the country's coverage.yaml says of one state's own tax.
type Held struct {
	From, To int // first and last tax year that are modelled
	Kinds    []tax.Kind
	// Rows are by year; their tier is covered where the state has no tax to get
	// wrong, beta where each parameter stands on an official source and an
	// independent one that agrees, else draft.
	Rows []tax.CoverageRow
}

var held = sync.OnceValue(func() map[string]*Held {
	out := map[string]*Held{}
	for _, row := range tax.CoverageOf("us", tax.IndividualIncome) {
		year, _ := strconv.Atoi(row.TaxYear)
		h := out[row.Region]
		if h == nil {
			h = &Held{From: year, Kinds: row.Kinds}
			out[row.Region] = h
		}
		h.To, h.Rows = year, append(h.Rows, row)
	}
	return out
})

// Held is what is held of the state; TestEveryStateIsHeld holds that there is
// such a row, in which the kinds of all years are the same.
func (e *Entry) Held() *Held { return held()[e.Slug] }

// taxes reports whether a kind of income is modelled.
func (h *Held) taxes(kind tax.Kind) bool { return slices.Contains(h.Kinds, kind) }
