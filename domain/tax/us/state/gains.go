package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readHawaii limits the tax on net capital gains: the schedule taxes the
// larger of the income without them and the income that it taxes below the
// limit, the rate of the limit the rest (HRS § 235-51(f)).
func readHawaii(r reader) own {
	limit := r.num("gain_rate_limit")
	if limit.IsZero() {
		return own{}
	}
	return own{tax: func(c *filing) money.Dec {
		full := c.schedule.Tax(c.taxable)
		long, _ := netLongTerm(c.in)
		if long.IsZero() {
			return c.whole(full)
		}
		below := c.taxable
		for i := range c.schedule.Bands {
			if c.schedule.Bands[i].Rate.Greater(limit) {
				below = c.schedule.Bands[i].From
				break
			}
		}
		ordinary := money.Max(c.taxable.Sub(long), money.Min(c.taxable, below)).Positive()
		limited := c.schedule.Tax(ordinary).Add(c.taxable.Sub(ordinary).Mul(limit))
		return c.whole(money.Min(full, limited))
	}}
}

// readMontana taxes net long-term gains at rates of their own: the lower one in
// what other taxable income leaves of the first band, the higher one above
// (MCA § 15-30-2103(2)).
func readMontana(r reader) own {
	low, high := r.num("gain_rate_low"), r.num("gain_rate_high")
	if low.IsZero() {
		return own{}
	}
	return own{tax: func(c *filing) money.Dec {
		long, _ := netLongTerm(c.in)
		gain := money.Min(long, c.taxable)
		other := c.taxable.Sub(gain)
		room := c.schedule.Bands[1].From.Sub(other).Positive()
		lower := money.Min(gain, room)
		return c.whole(c.schedule.Tax(other)).Add(c.whole(lower.Mul(low).Add(gain.Sub(lower).Mul(high))))
	}}
}

// newMexicoGains is the deduction for net capital gains: all up to an amount,
// or until 2024 a part (NMSA 1978, § 7-2-34).
func newMexicoGains(r reader) func(c *filing) money.Dec {
	amount, share := r.num("gain_deduction"), r.num("gain_deduction_share")
	return func(c *filing) money.Dec {
		long, _ := netLongTerm(c.in)
		return c.whole(money.Max(money.Min(long, amount), long.Mul(share)))
	}
}

// refuseNewMexico refuses separate returns with gains: half the deduction of
// the joint return, which is not known, is theirs.
func refuseNewMexico(in *form1040.Return) string {
	if long, _ := netLongTerm(in); in.Status == form1040.Separate && !long.IsZero() {
		return "separate returns with capital gain are not modelled for this state"
	}
	return ""
}

// marylandGainsLimit is the federal adjusted gross income above which gains
// bear a further tax since 2025, which is not modelled (Md. Code, Tax-Gen.
// § 10-105).
var marylandGainsLimit = money.FromInt(350000)

// gross adds the incomes of a return that states model.
func gross(in *form1040.Return) money.Dec {
	long, rest := netLongTerm(in)
	sum := in.You.Wages.Add(in.You.SelfEmployment).Add(in.Interest).Add(in.OrdinaryDividends).
		Add(in.SocialSecurity).Add(in.Unemployment).Add(in.RentalAndPassthrough).Add(pensioned(in)).Add(long).Add(rest)
	if in.Status == form1040.Joint {
		sum = sum.Add(in.Spouse.Wages).Add(in.Spouse.SelfEmployment)
	}
	return sum
}

// minimumTaxFrom is an income below which gains bring no federal alternative
// minimum tax: its exemption falls from 500,000 at the least.
var minimumTaxFrom = money.FromInt(500000)
