package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readIdaho is the credit for food that is paid out to each person (Idaho Code § 63-3024A).
func readIdaho(r reader) (o own) {
	if food := r.num("food_credit"); !food.IsZero() {
		o.refundsAlone, o.refundsAre = true, "the food tax credit of a whole year"
		o.refund = func(c *filing) money.Dec { return food.Mul(c.heads()) }
	}
	return o
}

// rareIdaho deducts what care cost, up to an amount and to what each of a couple
// earned (Idaho Code § 63-3022D).
func rareIdaho(r reader, o *own) {
	most := r.num("care_deduction_most")
	if most.IsZero() {
		return
	}
	o.careDeducted = true
	o.deduct = func(c *filing) money.Dec {
		if c.in.CarePersons == 0 {
			return money.Dec{}
		}
		earned := c.in.You.Wages.Add(c.in.You.SelfEmployment)
		if c.in.Status == form1040.Joint {
			earned = money.Min(earned, c.in.Spouse.Wages.Add(c.in.Spouse.SelfEmployment))
		}
		return money.Min(c.in.CareExpenses, money.Min(most, earned.Positive()))
	}
}
