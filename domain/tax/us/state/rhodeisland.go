package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// rhodeIsland leaves the social security of each who has reached the full retirement
// age untaxed, and pensions up to an amount, below a federal adjusted gross income
// (R.I. Gen. Laws § 44-30-12(c)(8), (9)).
var rhodeIsland = &Entry{Code: "ri", Slug: "rhode_island", Name: "Rhode Island", Dependents: true, Children: true, Benefits: true,
	rare: rareRhodeIsland, refuse: refuseRhodeIsland}

func rareRhodeIsland(r reader, o *own) {
	limit, most, from := r.status("retirement_income_limit"), r.num("pension_most"), r.num("full_retirement_age")
	if from.IsZero() {
		return
	}
	of := func(c *filing, who *form1040.Person) money.Dec {
		if money.FromInt(int64(who.Age)).Less(from) {
			return money.Zero
		}
		return c.benefitsOf(who).Add(money.Min(c.pensionOf(who), most))
	}
	o.subtractRare, o.subtractLabel = true, "Social security and pensions of those of full retirement age"
	o.subtract = func(c *filing) money.Dec {
		if !c.agi.Less(limit[c.in.Status]) {
			return money.Zero
		}
		sum := of(c, &c.in.You)
		if c.in.Status == form1040.Joint {
			sum = sum.Add(of(c, &c.in.Spouse))
		}
		return c.whole(sum)
	}
}

// refuseRhodeIsland refuses retirement incomes of those of 66, who reach the full
// retirement age in 2025 by their month of birth, and distributions of retirement
// accounts, on which the sources differ.
func refuseRhodeIsland(in *form1040.Return) string {
	const ambiguous = 66
	retired := !pensioned(in).IsZero() || !in.SocialSecurity.IsZero()
	switch {
	case !in.IRADistributions.IsZero():
		return "distributions of retirement accounts are not modelled for this state"
	case retired && (in.You.Age == ambiguous || in.Status == form1040.Joint && in.Spouse.Age == ambiguous):
		return "the month of birth decides the tax of this state on retirement income at the age of 66, which is not modelled"
	}
	return ""
}
