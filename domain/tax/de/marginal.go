package de

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// marginal is the right-hand slope of the unrounded formula, by
// differentiating it: the tariff's curves make a difference quotient costly.
func (p *params) marginal(who *taxpayer, income money.Dec) money.Dec {
	base, reduced := p.rawOf(who, income), p.slopeOf(who, income)
	main := reduced
	if who.children.Sign() > 0 {
		without := base
		rest := income.Sub(p.allowance.Mul(who.children))
		reduced, base = money.Zero, money.Zero
		if rest.Sign() >= 0 {
			reduced, base = p.slopeOf(who, rest), p.rawOf(who, rest)
		}
		if benefit := p.benefit.Mul(monthsOfYear).Mul(who.children); without.Sub(base).Greater(benefit) {
			main = reduced
		}
	}
	onTop := who.church.Add(p.soli.slope(base, p.soli.free.Mul(who.parts)))
	return main.Add(reduced.Mul(onTop)).Round(8, money.HalfUp)
}

// slope is what the surcharge takes of the next unit of its base.
func (s *surcharge) slope(base, free money.Dec) money.Dec {
	switch excess := block.Above(base, free); {
	case base.Less(free):
		return money.Zero
	case excess.Mul(s.zone.Dec).Less(base.Mul(s.full.Dec)):
		return s.zone.Dec
	}
	return s.full.Dec
}
