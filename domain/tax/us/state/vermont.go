package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readVermont is the flat exclusion of net capital gains, at most a part of
// federal taxable income (32 V.S.A. § 5811(21)(B)(ii)).
func readVermont(r reader) own {
	most, share := r.num("gain_exclusion"), r.num("gain_exclusion_share")
	return own{subtractLabel: "Flat exclusion of capital gains", subtract: func(c *filing) money.Dec {
		long, _ := netLongTerm(c.in)
		gain := long.Sub(c.in.CollectiblesGain).Sub(c.in.Section1250Gain).Positive()
		return c.whole(money.Min(money.Min(gain, most), c.f.At(form1040.F15).Mul(share)))
	}}
}

// rareVermont exempts social security, less and less of it over a width of
// federal adjusted gross income (32 V.S.A. § 5830e), gives a credit for gifts
// (32 V.S.A. § 5822(d)(3)) and pays out the whole federal earned income credit to
// those without a child (32 V.S.A. § 5828b).
func rareVermont(r reader, o *own) {
	if end, width := r.status("benefits_exempt_end"), r.num("benefits_exempt_width"); !width.IsZero() {
		gains := o.subtract
		o.subtractLabel = "Exclusion of capital gains and of social security"
		o.subtract = func(c *filing) money.Dec {
			const places = 2
			left := money.Min(end[c.in.Status].Sub(c.agi).Positive(), width).Quo(width)
			if c.in.Method == form1040.AsForm {
				left = left.Round(places, money.HalfUp)
			}
			return gains(c).Add(c.whole(c.f.At(form1040.F6b).Mul(left)))
		}
	}
	if rate, most := r.num("gifts_credit_rate"), r.num("gifts_credit_most"); !rate.IsZero() {
		o.credit = func(c *filing) money.Dec { return c.whole(money.Min(c.in.GiftsCash.Mul(rate), most)) }
	}
	if whole := r.num("earned_income_refund_childless"); !whole.IsZero() {
		o.refund = func(c *filing) money.Dec {
			if c.in.EICChildren > 0 {
				return money.Zero
			}
			return c.f.At(form1040.F27).Mul(whole.Sub(c.p.refund.earnedIncome))
		}
	}
}

// refuseVermont refuses the benefits of surviving spouses, on whose limits of income
// the sources differ.
func refuseVermont(in *form1040.Return) string {
	if in.Status == form1040.SurvivingSpouse && !in.SocialSecurity.IsZero() {
		return "social security of surviving spouses is not modelled for this state"
	}
	return ""
}
