package de

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// tariff is § 32a Abs. 1 EStG: zone 1 is free, zones 2 and 3 are curves of y
// and z (ten-thousandths of the excess), zones 4 and 5 lines of x.
type tariff struct {
	to        [4]money.Dec // upper edges of zones 1 to 4
	square    [2]money.Dec // of zones 2 and 3
	linear    [2]money.Dec
	constant  money.Dec // of zone 3
	rate      [2]money.Dec
	less      [2]money.Dec // of zones 4 and 5
	income    block.Rounding
	tax       block.Rounding
	cite      []law.Citation
	cents     []law.Citation // of both roundings
	zoneNames [5]string
}

func readTariff(r *law.Reader) tariff {
	const name = "income_tariff"
	entry := func(key string) money.Dec { return r.Entry(name, key).Dec }
	t := tariff{
		to:       [4]money.Dec{entry("zone_1_to"), entry("zone_2_to"), entry("zone_3_to"), entry("zone_4_to")},
		square:   [2]money.Dec{entry("zone_2_square"), entry("zone_3_square")},
		linear:   [2]money.Dec{entry("zone_2_linear"), entry("zone_3_linear")},
		constant: entry("zone_3_constant"),
		rate:     [2]money.Dec{entry("zone_4_rate"), entry("zone_5_rate")},
		less:     [2]money.Dec{entry("zone_4_less"), entry("zone_5_less")},
		zoneNames: [5]string{"Basic allowance", "Zone 2 (rising from 14 %), average", "Zone 3 (rising to 42 %), average",
			"Zone 4", "Zone 5"},
	}
	_, t.cite = r.Table(name)
	income, incomeCite := r.Text("income_tariff_income_rounding")
	amount, amountCite := r.Text("income_tariff_tax_rounding")
	t.cents = append(append([]law.Citation(nil), incomeCite...), amountCite...)
	t.income, t.tax = block.MustRounding(income), block.MustRounding(amount)
	return t
}

// tenThousandth turns an excess into y or z.
var tenThousandth = money.MustParse("0.0001")

// on is the tax on a taxable income by the basic tariff (Grundtarif).
func (t *tariff) on(m block.Mode, income money.Dec) money.Dec {
	x := t.income.In(m, income)
	return t.tax.In(m, t.raw(x))
}

func (t *tariff) raw(x money.Dec) money.Dec {
	switch {
	case !x.Greater(t.to[0]):
		return money.Zero
	case !x.Greater(t.to[1]):
		return t.curve(0, x.Sub(t.to[0]))
	case !x.Greater(t.to[2]):
		return t.curve(1, x.Sub(t.to[1])).Add(t.constant)
	case !x.Greater(t.to[3]):
		return x.Mul(t.rate[0]).Sub(t.less[0])
	}
	return x.Mul(t.rate[1]).Sub(t.less[1])
}

func (t *tariff) curve(i int, excess money.Dec) money.Dec {
	y := excess.Mul(tenThousandth)
	return t.square[i].Mul(y).Add(t.linear[i]).Mul(y)
}

// slope is the tariff's own marginal rate above an income.
func (t *tariff) slope(x money.Dec) money.Dec {
	switch {
	case x.Less(t.to[0]):
		return money.Zero
	case x.Less(t.to[1]):
		return t.steepness(0, x.Sub(t.to[0]))
	case x.Less(t.to[2]):
		return t.steepness(1, x.Sub(t.to[1]))
	case x.Less(t.to[3]):
		return t.rate[0]
	}
	return t.rate[1]
}

func (t *tariff) steepness(i int, excess money.Dec) money.Dec {
	y := excess.Mul(tenThousandth)
	return t.square[i].Mul(y).Mul(money.FromInt(2)).Add(t.linear[i]).Mul(tenThousandth)
}

// zones are the parts of an income in each zone, with tax that adds up to the
// whole's; parts is 2 under splitting.
func (t *tariff) zones(income, parts money.Dec) []tax.BandResult {
	share := income
	if !parts.Equal(money.One) {
		share = income.Mul(half)
	}
	share = t.income.Apply(share)
	out := make([]tax.BandResult, 0, 5)
	from, done := money.Zero, money.Zero
	for i := range t.zoneNames {
		top := share
		if i < len(t.to) {
			top = money.Min(share, t.to[i])
		}
		if top.Sub(from).Sign() <= 0 && i > 0 {
			break
		}
		due := t.tax.Apply(t.raw(top))
		band := tax.BandResult{Label: t.zoneNames[i], Amount: top.Sub(from).Mul(parts), Tax: due.Sub(done).Mul(parts)}
		switch {
		case i >= 3:
			band.Rate = t.rate[i-3]
		case band.Amount.Sign() > 0:
			band.Rate = band.Tax.QuoRound(band.Amount, 4, money.HalfUp)
		}
		out = append(out, band)
		from, done = top, due
	}
	return out
}
