package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readSouthCarolina reads the Income Adjusted Deduction, which from 2026 on is
// in the place of the federal standard deduction and falls with federal
// adjusted gross income (S.C. Code § 12-6-1140(15)), and the earned income
// credit, which then has a limit (§ 12-6-3632).
func readSouthCarolina(r reader) own {
	most := r.num("earned_income_most")
	base, start, width := r.status("adjusted_deduction"), r.status("adjusted_deduction_start"), r.status("adjusted_deduction_width")
	out := own{credit: func(c *filing) money.Dec {
		credit := c.f.At(form1040.F27).Mul(c.p.earnedIncome)
		if most.IsZero() {
			return credit
		}
		return money.Min(credit, most)
	}}
	if base[form1040.Single].IsZero() {
		return out
	}
	ten := money.FromInt(10)
	out.deduct = func(c *filing) money.Dec {
		s := c.in.Status
		above := money.Min(c.agi.Sub(start[s]).Positive(), width[s])
		// The reduction, rounded down to ten dollars, reaches the whole deduction.
		fall := base[s].Mul(above).QuoRound(width[s].Mul(ten), 0, money.Floor).Mul(ten)
		return base[s].Sub(fall)
	}
	return out
}
