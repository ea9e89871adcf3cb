package corporate

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// tiers are a surcharge on the tax by total income, a cess on both, and the
// rounding of what is payable: India.
type tiers struct {
	list     [2]tier // from the lowest
	cess     law.Num
	rounding block.Rounding
	cite     []law.Citation // of the surcharge
}

type tier struct{ above, rate money.Dec }

func readTiers(r *law.Reader) *tiers {
	entry := func(name string) money.Dec { return r.Entry("corporate_surcharge_tiers", name).Dec }
	t := &tiers{
		list: [2]tier{{entry("first_above"), entry("first_rate")}, {entry("second_above"), entry("second_rate")}},
		cess: r.Num("corporate_cess"), cite: r.Entry("corporate_surcharge_tiers", "first_above").Cite,
	}
	if text, _ := r.Text("income_rounding"); text != "" {
		t.rounding = block.MustRounding(text)
	}
	return t
}

func (t *tiers) same(o *tiers) bool {
	for i := range t.list {
		if !t.list[i].above.Equal(o.list[i].above) || !t.list[i].rate.Equal(o.list[i].rate) {
			return false
		}
	}
	return t.cess.Dec.Equal(o.cess.Dec)
}

// on is the surcharge on the tax of a profit: that of the tier, but tax and
// surcharge never exceed those at the tier's limit by more than the profit
// exceeds it.
func (t *tiers) on(w *tax.Work, s *block.Schedule, profit, due money.Dec) money.Dec {
	for i := len(t.list) - 1; i >= 0; i-- {
		at := &t.list[i]
		if !profit.Greater(at.above) {
			continue
		}
		base := s.Tax(at.above)
		if i > 0 {
			base = base.Add(base.Mul(t.list[i-1].rate))
		}
		charge := money.Min(due.Mul(at.rate), base.Add(profit).Sub(at.above).Sub(due)).Positive()
		w.Step("surcharge", "Surcharge after marginal relief", charge, t.cite,
			"min({} × {}, {} + {} − {} − {})", due, at.rate, base, profit, at.above, due)
		return charge
	}
	return money.Zero
}

// finish adds surcharge, cess and rounding to a bill.
func (t *tiers) finish(w *tax.Work, c *company, s *block.Schedule, profit money.Dec, b *bill) {
	if c.class.flat != nil {
		b.charge = w.Round(b.tax.Mul(c.class.flat.Dec), c.round)
		w.Step("surcharge", "Surcharge, whatever the profit", b.charge, c.class.flat.Cite, "{} × {}", b.tax, c.class.flat.Dec)
	} else {
		b.charge = w.Round(t.on(w, s, profit, b.tax), c.round)
	}
	b.cess = w.Round(b.tax.Add(b.charge).Mul(t.cess.Dec), c.round)
	w.Step("health_and_education_cess", "Health and education cess", b.cess, t.cess.Cite, "({} + {}) × {}", b.tax, b.charge, t.cess.Dec)
	exact := b.tax.Add(b.charge).Add(b.cess)
	b.off = w.Round(exact, t.rounding).Sub(exact)
}
