package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// rareMichigan subtracts retirement income by the year in which the taxpayer,
// or the older one of a couple, was born: up to an amount, and beside it the
// interest, dividends and gains that the amount for those leaves; from a year on
// up to a lower amount; or, if that is more, the Michigan standard deduction of
// those of 67, which for the younger ones taxable social security and the
// personal exemptions reduce (MCL 206.30(1)(f), (1)(p), (9), (10)).
func rareMichigan(r reader, o *own) {
	first, second, last := r.num("retirement_first_born_before"), r.num("standard_reduced_born_from"), r.num("retirement_born_before")
	if first.IsZero() {
		return
	}
	full, later, invested := r.status("retirement_most"), r.status("retirement_most_later"), r.status("invested_most")
	standard, from := r.status("aged_standard_deduction"), r.num("aged_standard_age")
	o.subtractLabel = "Retirement and pension benefits, or the deduction of the aged"
	o.subtract = func(c *filing) money.Dec {
		s, age := c.in.Status, c.in.You.Age
		if s == form1040.Joint {
			age = max(age, c.in.Spouse.Age)
		}
		born, pension := money.FromInt(int64(c.in.Year-age)), pensioned(c.in)
		if born.Less(first) {
			long, rest := netLongTerm(c.in)
			pension = money.Min(pension, full[s])
			income := c.f.At(form1040.F2b).Add(c.f.At(form1040.F3b)).Add(long).Add(rest)
			return pension.Add(money.Min(income, invested[s].Sub(pension).Positive()))
		}
		if pension = money.Min(pension, later[s]); !born.Less(last) {
			pension = money.Zero
		}
		if money.FromInt(int64(age)).Less(from) {
			return pension
		}
		deduction := standard[s]
		if !born.Less(second) {
			deduction = deduction.Sub(c.f.At(form1040.F6b)).Sub(c.p.exemption.Mul(c.heads()))
		}
		return money.Max(pension, deduction)
	}
}
