package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// itemized says how a state takes deductions that could be itemised. The file
// itemized.yaml of a state holds it; in a year without it, returns that state
// such deductions are refused.
type itemized struct {
	// none: the state has no itemised deductions. inBase: those of the federal
	// return stand in the starting point. asFederal: they are deducted if the
	// federal return deducts its own; larger: if they exceed the state's standard
	// deduction. With larger alone it is the same what the federal return deducts.
	none, inBase, asFederal, larger bool
	// propertyMost is the most of property taxes; homeMost that of home mortgage
	// interest with them. From limit of federal adjusted gross income on, some of
	// the deductions are lost, which is not modelled.
	propertyMost, limit         [5]money.Dec
	hasPropertyMost, hasIncomes bool
	// propertyWhole: no limit is set to property taxes.
	propertyWhole bool
	homeMost      money.Dec
	// contributions: the social security and Medicare taxes and the
	// self-employment tax are deducted too.
	contributions bool
	// charity: gifts are deducted beside what else the state has.
	charity bool
	group   groupSet
}

func readItemizedRule(r reader, law *groups) (itemized, error) {
	out := itemized{none: r.says("itemized_none"), inBase: r.says("itemized_in_base"), asFederal: r.says("itemized_as_federal"),
		larger: r.says("itemized_larger"), charity: r.says("charity_deducted")}
	if out.asFederal || out.larger {
		r.says("itemized_prorated")
		out.hasPropertyMost, out.propertyMost = r.Has("itemized_property_most"), r.status("itemized_property_most")
		out.homeMost, out.contributions = r.num("itemized_home_limit"), r.says("itemized_contributions")
		out.propertyWhole = r.says("itemized_property_whole")
		out.hasIncomes, out.limit = r.Has("itemized_income_limit"), r.status("itemized_income_limit")
	}
	out.group = law.add(r.Citations())
	return out, r.Err()
}

// models reports whether the deductions that a return states are modelled. Of
// what can be itemised, mortgage interest, property taxes and cash gifts are
// treated alike by the states; the rest, and the deduction of a state's own
// income tax, is not.
func (z *itemized) models(in *form1040.Return) bool {
	if in.SpouseItemizes || !z.none && !z.inBase && !z.asFederal && !z.larger {
		return false
	}
	rest := in.Medical.Add(in.StateTaxes).Add(in.InvestmentInterest).Add(in.GiftsProperty).Add(in.CasualtyLoss).Add(in.OtherItemized)
	if !rest.IsZero() {
		return false
	}
	if z.none || z.inBase {
		return true
	}
	if z.hasIncomes && gross(in).Greater(z.limit[in.Status]) {
		return false
	}
	return z.hasPropertyMost || z.propertyWhole || !in.PropertyTaxes.Greater(propertyOften[in.Status])
}

// propertyOften is the federal limit of state and local taxes as it stood from
// 2018 to 2024; whether a state follows the greater one of 2025 is not known.
var propertyOften = [5]money.Dec{tenThousand, tenThousand, money.FromInt(5000), tenThousand, tenThousand}

var tenThousand = money.FromInt(10_000)

// beyondStandard is what the itemised deductions exceed the standard deduction
// by, which is below 0 where the federal return deducts its own and they are
// less.
func (z *itemized) beyondStandard(c *filing) money.Dec {
	if !z.asFederal && !z.larger || !z.contributions && !mayItemize(c.in) {
		return money.Zero
	}
	if z.asFederal && c.f.At(form1040.FItem).IsZero() {
		return money.Zero
	}
	over := z.sum(c).Sub(c.p.standardOf(c))
	if !z.larger {
		return over
	}
	return over.Positive()
}

// sum is the itemised deductions.
func (z *itemized) sum(c *filing) money.Dec {
	property := c.in.PropertyTaxes
	if z.hasPropertyMost {
		property = money.Min(property, z.propertyMost[c.in.Status])
	}
	sum := property.Add(c.f.At(form1040.SA8))
	if z.homeMost.Sign() > 0 {
		sum = money.Min(sum, z.homeMost)
	}
	if z.contributions {
		social, medicare := c.f.EmployeeTaxes()
		sum = sum.Add(social).Add(medicare).Add(c.f.At(form1040.A1_15).Mul(money.FromInt(2)))
	}
	sum = sum.Add(c.f.At(form1040.SA14))
	if c.p.own.itemizedLost != nil {
		sum = sum.Sub(c.p.own.itemizedLost(c, sum))
	}
	return c.whole(sum)
}

// standardOf is the standard deduction that itemised ones stand in place of.
func (p *params) standardOf(c *filing) money.Dec {
	sum := p.standard[c.in.Status]
	if p.own.standard != nil {
		sum = sum.Add(p.own.standard(c))
	}
	if p.aged.inStandard {
		sum = sum.Add(p.aged.exemption(c))
	}
	return sum
}
