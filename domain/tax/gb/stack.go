package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// charge is the tax on a stack of taxable income, with the parts of savings
// and dividends that the nil rates take.
type charge struct {
	stack
	starting, savingsNil, dividendNil money.Dec
	tax                               money.Dec // before roundings
}

// on taxes a stack: non-savings at the bottom, savings above it, dividends on
// top (s. 16), each by its own schedule at its own place.
func (p *params) on(sc *scales, s stack, savingsAllowance money.Dec) (c charge) {
	c.stack = s
	c.tax = sc.nonSavings.Tax(s.nonSavings)
	if s.savings.Sign() > 0 {
		c.starting = money.Min(s.savings, p.startingLimit.Sub(s.nonSavings).Positive())
		c.savingsNil = money.Min(s.savings.Sub(c.starting), savingsAllowance)
		from := s.nonSavings.Add(c.starting).Add(c.savingsNil)
		c.tax = c.tax.Add(sc.savings.Between(from, s.nonSavings.Add(s.savings)))
	}
	if s.dividends.Sign() > 0 {
		c.dividendNil = money.Min(s.dividends, p.dividendNil.Dec)
		below := s.nonSavings.Add(s.savings)
		c.tax = c.tax.Add(sc.dividends.Between(below.Add(c.dividendNil), below.Add(s.dividends)))
	}
	return c
}

// savingsAllowance is the amount at the savings nil rate (s. 12B): it depends
// on the highest band that any of the income reaches outside Scotland's rates.
func (p *params) savingsAllowance(sc *scales, taxable money.Dec) money.Dec {
	switch {
	case !taxable.Greater(sc.savings.Bands[0].To):
		return p.savingsNil["basic"]
	case !taxable.Greater(sc.savings.Bands[1].To):
		return p.savingsNil["higher"]
	}
	return p.savingsNil["additional"]
}

// allocate deducts allowances from net income in the way that leaves the
// least tax (s. 25(2)). The tax is piecewise linear in what savings and
// dividends bear, so the least lies where two of its edges cross: those points
// are tried, and of equals the one that spares non-savings income most.
func (p *params) allocate(sc *scales, net stack, allowances money.Dec) charge {
	if net.savings.IsZero() && net.dividends.IsZero() {
		left := net.nonSavings.Sub(allowances).Positive()
		return charge{stack: stack{nonSavings: left}, tax: sc.nonSavings.Tax(left)}
	}
	taxable := net.sum().Sub(allowances).Positive()
	nil0 := p.savingsAllowance(sc, taxable)
	left, rest := block.Take(net.nonSavings, allowances)
	first := stack{nonSavings: left}
	first.savings, rest = block.Take(net.savings, rest)
	first.dividends, _ = block.Take(net.dividends, rest)
	best := p.on(sc, first, nil0)
	if best.tax.IsZero() || p.firstIsBest(sc, net, allowances, &best) {
		return best
	}
	p.vertices(sc, net, taxable, nil0, func(savings, dividends money.Dec) {
		bySavings, byDividends := net.savings.Sub(savings), net.dividends.Sub(dividends)
		nonSavings := taxable.Sub(savings).Sub(dividends)
		if savings.Sign() < 0 || dividends.Sign() < 0 || nonSavings.Sign() < 0 || bySavings.Sign() < 0 ||
			byDividends.Sign() < 0 || nonSavings.Greater(net.nonSavings) {
			return
		}
		if c := p.on(sc, stack{nonSavings, savings, dividends}, nil0); c.tax.Less(best.tax) {
			best = c
		}
	})
	return best
}

// firstIsBest reports cases in which sparing non-savings income is surely
// best. Moving a pound of allowance up the stack costs the rate at the top of
// non-savings income and saves that at the bottom of what savings or dividends
// are taxed on. With all allowances used on non-savings income the saving is
// greater only where the nil rates reach from a band of 21 % or less into one
// of 33.75 % or more, and so only where income passes the basic rate limit
// while non-savings income is still below it.
func (p *params) firstIsBest(sc *scales, net stack, allowances money.Dec, first *charge) bool {
	if net.nonSavings.IsZero() && net.savings.IsZero() {
		return true
	}
	if net.nonSavings.Less(allowances) {
		return false
	}
	return !first.sum().Greater(sc.savings.Bands[0].To) || !first.nonSavings.Less(sc.nonSavings.Bands[p.lastLow()].To)
}

// lastLow is the last band of non-savings income at a basic rate: in Scotland
// the intermediate one, after starter and basic.
func (p *params) lastLow() int {
	if p.scottish {
		return 2
	}
	return 0
}

// vertices tries every crossing of the edges of the tax, as amounts of savings
// and dividends that stay taxable.
func (p *params) vertices(sc *scales, net stack, taxable, nil0 money.Dec, try func(savings, dividends money.Dec)) {
	var room [3][24]money.Dec
	// Edges in non-savings income alone: its bands, the starting limit, and the
	// places from which savings leave the basic and the higher band.
	ns := append(room[0][:0], money.Zero, net.nonSavings, p.startingLimit.Dec)
	for i := range sc.nonSavings.Bands {
		if b := &sc.nonSavings.Bands[i]; !b.Open {
			ns = append(ns, b.To)
		}
	}
	// Edges in savings alone, and in dividends alone.
	sv := append(room[1][:0], money.Zero, net.savings, nil0)
	dv := append(room[2][:0], money.Zero, net.dividends, p.dividendNil.Dec,
		// where savings just fill the starting rate, and the nil rate after it
		taxable.Sub(p.startingLimit.Dec), taxable.Sub(p.startingLimit.Dec).Sub(nil0))
	for i := range 2 {
		limit := sc.savings.Bands[i].To
		ns = append(ns, limit.Sub(nil0))
		dv = append(dv, taxable.Sub(limit), taxable.Sub(limit).Add(p.dividendNil.Dec))
	}
	ns, sv, dv = within(ns, net.nonSavings), within(sv, net.savings), within(dv, net.dividends)
	for _, d := range dv {
		for _, s := range sv {
			try(s, d)
		}
		for _, n := range ns {
			try(taxable.Sub(n).Sub(d), d)
		}
	}
	for _, s := range sv {
		for _, n := range ns {
			try(s, taxable.Sub(n).Sub(s))
		}
	}
}

// within keeps the amounts from 0 to top, each once, in place.
func within(amounts []money.Dec, top money.Dec) []money.Dec {
	kept := amounts[:0]
next:
	for _, a := range amounts {
		if a.Sign() < 0 || a.Greater(top) {
			continue
		}
		for _, k := range kept {
			if k.Equal(a) {
				continue next
			}
		}
		kept = append(kept, a)
	}
	return kept
}
