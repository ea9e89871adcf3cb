package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// alabama deducts the federal income tax, and its standard deduction and
// exemptions for dependents fall with income (Code of Alabama §§ 40-18-15,
// 40-18-19).
var alabama = &Entry{Code: "al", Slug: "alabama", Name: "Alabama", Dependents: true, Children: true, Strict: true,
	FederalTax: true, Without: []form1040.Status{form1040.SurvivingSpouse}, rules: readAlabama, rare: rareAlabama,
	refuse: refuseAlabama}

func readAlabama(r reader) own {
	most, least := r.status("sliding_deduction"), r.status("sliding_deduction_least")
	start, step, each := r.status("sliding_deduction_start"), r.status("sliding_deduction_step"), r.status("sliding_deduction_amount")
	dependent := r.schedule("dependent_by_income")
	slide := func(c *filing) money.Dec {
		s := c.in.Status
		steps := c.start.Sub(start[s]).Positive().QuoRound(step[s], 0, money.Floor)
		return money.Max(least[s], most[s].Sub(steps.Mul(each[s])))
	}
	return own{
		standard: slide,
		deduct: func(c *filing) money.Dec {
			// Federal Income Tax Deduction Worksheet: the tax with the net
			// investment income tax, less refundable credits.
			federal := c.f.At(form1040.F22).Add(c.f.At(form1040.N17)).Sub(c.f.At(form1040.F27)).Sub(c.f.At(form1040.F28)).Positive()
			return slide(c).Add(federal).Add(amountAt(dependent, c.start).Mul(dependents(c.in)))
		},
	}
}

// rareAlabama leaves pensions of defined benefit plans untaxed, and of other retirement income an
// amount of each who is 65 (Code of Alabama § 40-18-19(a)(13), Schedule RS).
func rareAlabama(r reader, o *own) {
	most := r.num("retirement_exclusion")
	if most.IsZero() {
		return
	}
	o.subtractRare, o.subtractLabel = true, "Retirement income that the state does not tax"
	o.subtract = func(c *filing) money.Dec {
		exempt, yours, spouses := c.in.DefinedBenefit, c.in.Pensions.Sub(c.in.SpousePensions), c.in.SpousePensions
		if exempt.Equal(c.in.Pensions) {
			return exempt
		}
		if !spouses.IsZero() { // who has some of either is refused
			spouses = spouses.Sub(exempt)
		} else {
			yours = yours.Sub(exempt)
		}
		of := func(who *form1040.Person, taxed money.Dec) money.Dec {
			if who.Age < agedFrom {
				return money.Zero
			}
			return money.Min(most, taxed)
		}
		return exempt.Add(of(&c.in.You, yours)).Add(of(&c.in.Spouse, spouses))
	}
}

// refuseAlabama refuses pensions of which it is not said what plans they are of, or of whom.
func refuseAlabama(in *form1040.Return) string {
	mixed := !in.DefinedBenefit.IsZero() && !in.DefinedBenefit.Equal(in.Pensions)
	switch {
	case in.ShortTermGain.Add(in.LongTermGain).Sign() < 0:
		return "capital losses, which the state allows in full, are not modelled for this state"
	case !in.IRADistributions.IsZero():
		return "distributions of a retirement account are not modelled for this state"
	case !in.Pensions.IsZero() && !in.KnowsDefinedBenefit:
		return "how much of the pensions is of defined benefit plans decides the tax of this state; state it as pension_of_defined_benefit"
	case mixed && !in.SpousePensions.IsZero() && !in.SpousePensions.Equal(in.Pensions):
		return "pensions of both spouses of which a part is of defined benefit plans are not modelled for this state"
	}
	return ""
}
