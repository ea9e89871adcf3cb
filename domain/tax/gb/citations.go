package gb

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// groups are the parameters that a computation of income tax uses, as bits.
type groups uint16

const (
	useRaise groups = 1 << iota
	useMarriage
	useBlind
	useSavings
	useDividends
	useAllocation
	useChild
	useClass1
	useClass4
	useLoan
	usePostgraduate
	useTrading
	useProperty
)

// groups follows from what a person has and claims; the basic parameters are
// used by all.
func (in *person) groups(raised bool) (g groups) {
	gross := in.basis == tax.Gross
	for _, use := range []struct {
		when bool
		what groups
	}{
		{raised || gross && !in.netPay.IsZero(), useRaise},
		{in.received || in.transferred && gross, useMarriage},
		{in.blind && gross, useBlind},
		{!in.interest.IsZero(), useSavings | useAllocation},
		{!in.dividends.IsZero(), useDividends | useAllocation},
		{in.childBenefit.Sign() > 0, useChild},
		{gross && in.employed, useClass1},
		{gross && in.trades && in.employment.IsZero(), useClass4},
		{gross && in.loan != "" && in.loan != "none", useLoan},
		{gross && in.postgraduate, usePostgraduate},
		{in.trade.told, useTrading},
		{in.rental.told, useProperty},
	} {
		if use.when {
			g |= use.what
		}
	}
	return g
}

// citations of some groups, each once; they are merged once and shared.
func (p *params) citations(g groups) []law.Citation {
	if known, ok := p.merged.Load(g); ok {
		return known.([]law.Citation)
	}
	lists := [][]law.Citation{p.baseCite}
	for i, list := range [][]law.Citation{p.raiseCite, p.marriage.cite, p.blind.Cite, p.savingsCite, p.dividendCite, p.allocateCite,
		p.child.cite, p.class1.cite, p.class4.cite, p.loans.cite, p.loans.postCite, p.trading.Cite, p.property.Cite} {
		if g&(1<<i) != 0 {
			lists = append(lists, list)
		}
	}
	all := tax.Merge(lists...)
	all = all[:len(all):len(all)]
	p.merged.Store(g, all)
	return all
}
