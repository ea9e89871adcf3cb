package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// northDakotaCouple is the marriage penalty credit: what the joint tax exceeds
// the taxes of single persons on the lower qualified income less an amount, and
// on the rest, by, if both incomes are above amounts (N.D.C.C. § 57-38-01.28).
func northDakotaCouple(r reader) couple {
	taxable, least := r.num("marriage_taxable"), r.num("marriage_least")
	off, most := r.num("marriage_off"), r.num("marriage_most")
	return couple{known: !most.IsZero(), pensions: true, business: true, spouseBusiness: true, credit: func(c *filing) money.Dec {
		lower := money.Min(c.qualified(&c.in.You), c.qualified(&c.in.Spouse))
		if !c.taxable.Greater(taxable) || !lower.Greater(least) {
			return money.Zero
		}
		single := c.p.tariff[form1040.Single]
		low := lower.Sub(off).Positive()
		apart := c.whole(single.Tax(low)).Add(c.whole(single.Tax(c.taxable.Sub(low).Positive())))
		return money.Min(most, c.whole(c.schedule.Tax(c.taxable)).Sub(apart).Positive())
	}}
}

// qualified is what one taxpayer earns, less half the tax on self-employment, and
// has of retirement income.
func (c *filing) qualified(who *form1040.Person) money.Dec {
	half := form1040.SE13
	if who == &c.in.Spouse {
		half = form1040.OfSpouse(half)
	}
	return who.Wages.Add(who.SelfEmployment).Sub(c.f.At(half)).Add(c.pensionOf(who))
}
