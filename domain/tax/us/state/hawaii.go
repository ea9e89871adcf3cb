package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// rareHawaii is the limit of the tax on gains, and the exclusion of what employers alone paid for of pensions (HRS
// § 235-7(a)(3)).
func rareHawaii(r reader, o *own) {
	*o = readHawaii(r)
	if r.says("pensions_of_employers") {
		o.subtractRare, o.subtractLabel = true, "Pensions that the state does not tax"
		o.subtract = func(c *filing) money.Dec { return c.in.Pensions.Sub(c.in.ContributoryPensions).Positive() }
	}
	o.refundsAlone, o.refundsAre = true, "the earned income credit, that for care and the food/excise tax credit"
}

// refuseHawaii refuses pensions of which it is not said who paid for them, those
// of individual accounts at the age from which distributions are required, and
// student loan interest beside pensions, which its limit by income takes off first, or of
// surviving spouses, whose limit sources state differently.
func refuseHawaii(in *form1040.Return) string {
	const required = 73
	loan := !in.StudentLoanInterest.IsZero()
	switch {
	case !in.Pensions.IsZero() && !in.KnowsContributory:
		return "how much of the pensions is from own contributions decides the tax of this state; state it as pension_from_contributions"
	case !in.IRADistributions.IsZero() && in.You.Age >= required:
		return "distributions of a retirement account from the age of 73 on are not modelled for this state"
	case loan && (!in.Pensions.IsZero() || in.Status == form1040.SurvivingSpouse):
		return "student loan interest of surviving spouses, or beside pensions, is not modelled for this state"
	}
	return ""
}
