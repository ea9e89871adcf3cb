package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readSouthCarolina reads the Income Adjusted Deduction, which from 2026 on is
// in the place of the federal standard deduction and falls with federal
// adjusted gross income (S.C. Code § 12-6-1140(15)), and the earned income
// credit, which then has a limit (§ 12-6-3632). Dependents bring an exemption,
// those under 6 twice (§§ 12-6-1140(13), 12-6-1160). Who is 65 or older deducts an
// amount less the retirement income that is deducted (§ 12-6-1170(B)).
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
	if senior := r.num("senior_deduction"); !senior.IsZero() {
		out.subtractLabel = "Deduction of those 65 or older"
		out.subtract = func(c *filing) money.Dec { return c.seniors(senior) }
	}
	young := r.num("young_child_exemption")
	out.deduct = func(c *filing) money.Dec { return young.Mul(money.FromInt(int64(c.in.UnderSix))) }
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

// seniors is an amount for each taxpayer who is 65 or older, less the retirement
// income of that person that is untaxed.
func (c *filing) seniors(each money.Dec) money.Dec {
	sum := money.Zero
	add := func(who *form1040.Person) {
		if who.Age >= agedFrom {
			sum = sum.Add(each.Sub(c.p.pension.of(c, who)).Positive())
		}
	}
	add(&c.in.You)
	if c.in.Status == form1040.Joint {
		add(&c.in.Spouse)
	}
	return sum
}

// refuseSouthCarolina refuses dependents in the years whose exemption for them
// is not known.
func refuseSouthCarolina(in *form1040.Return) string {
	const first, last = 2024, 2025
	if in.Children+in.OtherDependents > 0 && (in.Year < first || in.Year > last) {
		return "the exemption for dependents is not modelled in this year"
	}
	return ""
}
