package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// connecticut taxes by the Tax Calculation Schedule of Form CT-1040: an
// exemption that falls with income, an addition that takes back the lowest
// rate, additions that recapture the lower rates, and a credit that is a part
// of the tax (Conn. Gen. Stat. §§ 12-700, 12-702, 12-703), each by Connecticut
// adjusted gross income.
var connecticut = &Entry{Code: "ct", Slug: "connecticut", Name: "Connecticut", Itemized: true, Dependents: true, Children: true,
	Strict: true, rules: readConnecticut, rare: rareConnecticut, refuse: refuseConnecticut}

// ladder is an amount that grows by steps of income up to a limit.
type ladder struct{ start, step, amount, limit [5]money.Dec }

func (r reader) ladder(name string) ladder {
	return ladder{r.status(name + "_start"), r.status(name + "_step"), r.status(name + "_amount"), r.status(name + "_limit")}
}

func (l *ladder) at(c *filing) money.Dec {
	s := c.in.Status
	if l.step[s].IsZero() {
		return money.Zero
	}
	return money.Min(l.limit[s], stepsAbove(c.start, l.start[s], l.step[s]).Mul(l.amount[s]))
}

func readConnecticut(r reader) own {
	exemption, exemptionStart := r.status("falling_exemption"), r.status("falling_exemption_start")
	step, each := r.num("falling_exemption_step"), r.num("falling_exemption_amount")
	additions := [4]ladder{r.ladder("add_back"), r.ladder("recapture_low"), r.ladder("recapture_middle"), r.ladder("recapture_high")}
	credit := r.schedules("personal_credit")
	return own{
		deduct: func(c *filing) money.Dec {
			lost := stepsAbove(c.start, exemptionStart[c.in.Status], step).Mul(each)
			return exemption[c.in.Status].Sub(lost).Positive()
		},
		moreLabel: "Phase-out of the lowest rate and recapture",
		more: func(c *filing) money.Dec {
			sum := money.Zero
			for i := range additions {
				sum = sum.Add(additions[i].at(c))
			}
			return sum
		},
		credit: func(c *filing) money.Dec {
			return c.whole(c.due.Mul(amountAt(credit[c.in.Status], c.start)))
		},
	}
}

// rareConnecticut subtracts a part of pensions and of social security by federal adjusted gross
// income (Conn. Gen. Stat. § 12-701(a)(20)(B)(x), (xxi), (xxii)): from a limit on, what is taxed
// of social security is at most a part of the benefits, or of the income above the federal base
// amount where that is less. To the earned income credit belongs an amount for families.
func rareConnecticut(r reader, o *own) {
	pensions, part, limit := r.schedules("pension_part"), r.num("benefits_part"), r.status("benefits_limit")
	family := r.num("earned_income_refund_family")
	if part.IsZero() {
		return
	}
	o.subtractRare, o.subtractLabel = true, "Pensions and social security that the state does not tax"
	o.subtract = func(c *filing) money.Dec {
		s := c.in.Status
		benefits := c.f.At(form1040.F6b)
		if !c.agi.Less(limit[s]) {
			taxed := money.Min(c.in.SocialSecurity, c.f.At(form1040.B9)).Mul(part)
			benefits = benefits.Sub(c.whole(taxed)).Positive()
		}
		return benefits.Add(c.whole(c.in.Pensions.Mul(amountFrom(pensions[s], c.agi))))
	}
	o.refundsAre = "with its amount for families"
	o.refund = func(c *filing) money.Dec {
		if c.in.EICChildren == 0 || c.f.At(form1040.F27).IsZero() {
			return money.Zero
		}
		return family
	}
}

// refuseConnecticut refuses what can bring a federal alternative minimum tax,
// on which the state has one of its own.
func refuseConnecticut(in *form1040.Return) string {
	if !in.IRADistributions.IsZero() {
		return "distributions of a retirement account are not modelled for this state"
	}
	long, _ := netLongTerm(in)
	if !long.Add(in.QualifiedDividends).IsZero() && gross(in).Greater(minimumTaxFrom) {
		return "the alternative minimum tax is not modelled for this state"
	}
	return refuseMinimumTax(in)
}
