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
// least tax (s. 25(2)); of equals it takes the one that spares non-savings
// income most.
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
	if least, tax := p.search(sc, net, taxable, nil0); tax.Less(best.tax) {
		return p.on(sc, least, nil0)
	}
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
