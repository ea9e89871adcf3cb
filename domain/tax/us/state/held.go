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
			h = &Held{From: year}
			out[row.Region] = h
		}
		h.To, h.Rows = year, append(h.Rows, row)
	}
	return out
})

// Held is what is held of the state; TestEveryStateIsHeld holds that there is
// such a row.
func (e *Entry) Held() *Held { return held()[e.Slug] }

// KindsIn are the kinds of income that are modelled in a year.
func (h *Held) KindsIn(year int) []tax.Kind {
	if year < h.From || year > h.To {
		return nil
	}
	return h.Rows[year-h.From].Kinds
}

// taxes reports whether a kind of income is modelled in a year.
func (h *Held) taxes(kind tax.Kind, year int) bool { return slices.Contains(h.KindsIn(year), kind) }
