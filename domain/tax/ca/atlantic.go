package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// islandSurtax is Prince Edward Island's surtax on its tax after credits.
type islandSurtax struct {
	above, rate money.Dec
	cite        []law.Citation
}

// readIslandSurtax returns nil for a year without the surtax.
func readIslandSurtax(r *law.Reader) *islandSurtax {
	if !r.Has("income_pe_surtax") {
		return nil
	}
	above := r.Entry("income_pe_surtax", "above")
	return &islandSurtax{above: above.Dec, rate: r.Entry("income_pe_surtax", "rate").Dec, cite: above.Cite}
}

func (s *islandSurtax) of(w *tax.Work, left money.Dec) money.Dec {
	due := block.Above(left, s.above).Mul(s.rate)
	w.Step("pei_surtax", "Prince Edward Island surtax", due, s.cite, "{} × max(0, {} − {})", s.rate, left, s.above)
	return due
}
