package corporate

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// bill is what a profit owes.
type bill struct {
	tax, other, local, charge, relief money.Dec
	cess, off                         money.Dec // off: by rounding what is payable
	rebate, grant                     money.Dec // the grant is paid out, outside the total
	trade                             money.Dec
}

func (b *bill) total() money.Dec {
	return b.tax.Add(b.other).Sub(b.relief).Add(b.local).Add(b.charge).Add(b.cess).Add(b.off).Add(b.trade).Sub(b.rebate)
}

// sum is the bill of a whole period: of its parts together.
func sum(w *tax.Work, companies []company, profit money.Dec) (b bill) {
	b = companies[0].bill(w, profit)
	for i := range companies[1:] {
		o := companies[i+1].bill(w, profit)
		b.tax, b.relief = b.tax.Add(o.tax), b.relief.Add(o.relief)
	}
	return b
}

// taxed is the profit that the class's schedule taxes in this part.
func (c *company) taxed(profit money.Dec) money.Dec {
	return profit.Sub(c.apart).Positive().Mul(c.weight)
}

// against are the profit and the augmented profit that are held to limits.
func (c *company) against(profit money.Dec) (n, augmented money.Dec) {
	n, with := profit.Sub(c.apart).Positive(), c.distributions
	if !c.together {
		n, with = n.Mul(c.weight), with.Mul(c.weight)
	}
	return n, n.Add(with)
}

// schedule is the one that a profit is taxed by: the small profits rate has no
// bands but replaces the main rate.
func (c *company) schedule(profit money.Dec) *block.Schedule {
	n, augmented := c.against(profit)
	if c.class.high != nil && n.Greater(c.class.above) {
		return c.class.high
	}
	if c.relief == nil || c.plain || augmented.Greater(c.lower) {
		return &c.class.Schedule
	}
	small := block.Make([]block.Band{{Label: "Small profits rate", Rate: c.relief.rate.Dec, Open: true}}, c.relief.rate.Cite)
	return &small
}

func (c *company) bill(w *tax.Work, profit money.Dec) (b bill) {
	s, n := c.schedule(profit), c.taxed(profit)
	b.tax = w.Round(s.Tax(n), c.onTax)
	w.Bands(component, s, money.Zero, n, c.onTax)
	if c.other != nil {
		c.atOther(w, &b)
	}
	if c.relief != nil && !c.plain {
		b.relief = c.marginal(w, profit)
	}
	if c.charge != nil && c.charged {
		base := b.tax.Sub(c.charge.free.Mul(c.share)).Positive()
		b.charge = w.Round(base.Mul(c.charge.rate.Dec), c.onCharge)
		w.Cite(c.charge.rate.Cite)
		w.Step("surcharge", "Surcharge on the tax, less what of it is free", b.charge, c.charge.rate.Cite, "{} × {}", base, c.charge.rate.Dec)
	}
	if c.multiplier.Sign() > 0 {
		b.trade = c.trade.on(w, c, profit)
	}
	if c.tiers != nil {
		c.tiers.finish(w, c, s, profit, &b)
	}
	if local := c.class.local; local != nil {
		b.local = w.Round(local.Tax(n), c.round)
		w.Bands(c.second, local, money.Zero, n, c.round)
	}
	if c.rebate != nil {
		w.Cite(c.rebate.rate.Cite)
		b.rebate, b.grant = c.rebate.off(w, c, b.tax), c.grant
	}
	return b
}

// marginal is the relief of a profit between the limits: the fraction of what
// the augmented profit lacks of the upper limit, for the part of it that is
// taxable.
func (c *company) marginal(w *tax.Work, profit money.Dec) money.Dec {
	n, augmented := c.against(profit)
	if !augmented.Greater(c.lower) || !augmented.Less(c.upper) {
		return money.Zero
	}
	relief := c.relief.fraction.Mul(c.upper.Sub(augmented)).Mul(n).Quo(augmented)
	formula, args := "{} × ({} − {}) × {} ÷ {}", []money.Dec{c.relief.fraction, c.upper, augmented, n, augmented}
	if c.together {
		relief = relief.Mul(c.weight)
		formula, args = formula+" × {}", append(args, c.weight)
	}
	relief = w.Round(relief, c.round)
	w.Step("marginal_relief", "Marginal relief", relief, c.relief.rate.Cite, formula, args...)
	return relief
}

// atOther taxes the part of the profit that has a rate of its own.
func (c *company) atOther(w *tax.Work, b *bill) {
	if c.apart.IsZero() {
		return
	}
	b.other = w.Round(c.apart.Mul(c.other.Dec), c.round)
	w.Cite(c.other.Cite)
	w.Step("tax_at_other_rate", "Tax on the part of the profit that has its own rate", b.other, c.other.Cite, "{} × {}", c.apart, c.other.Dec)
}
