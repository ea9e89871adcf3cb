package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// reduction is British Columbia's tax reduction credit.
type reduction struct {
	amount money.Dec
	taper  block.Taper
	cite   []law.Citation
}

func readReduction(r *law.Reader) *reduction {
	amount := r.Entry("income_bc_reduction", "amount")
	return &reduction{amount: amount.Dec, cite: amount.Cite,
		taper: block.Taper{Above: r.Entry("income_bc_reduction", "threshold").Dec, Rate: r.Entry("income_bc_reduction", "rate").Dec}}
}

func (b *reduction) of(w *tax.Work, net money.Dec) money.Dec {
	left := b.taper.Reduce(w.Mode, b.amount, net)
	w.Step("bc_tax_reduction", "British Columbia tax reduction, at most the tax", left, b.cite,
		"max(0, {} − {} × max(0, {} − {}))", b.amount, b.taper.Rate, net, b.taper.Above)
	return left
}
