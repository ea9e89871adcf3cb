package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

var cent = block.Minor(2, money.HalfUp)

// A branch is one contribution of both sides.
type branch struct {
	code               string
	employee, employer money.Dec
}

// pays is what the contributions are of: the pay, or in the transition zone the
// reduced incomes of both sides together and of the employee
// (§ 20 (2a) SGB IV).
type pays struct {
	all, own money.Dec
	zone     bool
}

// of is the pay that counts; in the transition zone it is reduced.
func (i *insurance) of(w *tax.Work, pay money.Dec) pays {
	span := i.zoneTop.Sub(i.marginal)
	over := pay.Sub(i.marginal)
	out := pays{zone: true}
	slope := i.zoneTop.Quo(span).Sub(i.marginal.Quo(span).Mul(i.factor))
	out.all = cent.Apply(i.factor.Mul(i.marginal).Add(slope.Mul(over)))
	out.own = cent.Apply(i.zoneTop.Quo(span).Mul(over))
	w.Step("zone_income", "Reduced income of the transition zone", out.all, i.cite, "{} × {} + {} × ({} − {})", i.factor, i.marginal, slope,
		pay, i.marginal)
	w.Step("zone_own_income", "Reduced income of the employee", out.own, i.cite, "{} ÷ ({} − {}) × ({} − {})", i.zoneTop, i.zoneTop,
		i.marginal, pay, i.marginal)
	return out
}

// branches are the contributions to each branch that the employee is insured in.
func (i *insurance) branches(w *tax.Work, in *cover, income pays, s part) []branch {
	pensionCeiling, healthCeiling := s.payment(i.pensionCeiling(in.east)), s.payment(i.healthCeiling)
	var out []branch
	half := func(code string, ceiling money.Dec, rates ...money.Dec) branch {
		b := branch{code: code}
		for _, rate := range rates {
			all, own := money.Min(income.all, ceiling), money.Min(income.own, ceiling)
			side := cent.Apply(all.Mul(rate))
			mine := side
			if income.zone {
				mine = cent.Apply(own.Mul(rate))
			}
			b.employee, b.employer = b.employee.Add(mine), b.employer.Add(side.Add(side).Sub(mine))
			w.Step(code, "Half of the contributions", side, i.cite, "min({}, {}) × {}", all, ceiling, rate)
		}
		return b
	}
	if !in.noPension {
		out = append(out, half("pension_insurance", pensionCeiling, i.pension))
	}
	if !in.noUnemployment {
		out = append(out, half("unemployment_insurance", pensionCeiling, i.unemployment))
	}
	if in.private {
		return out
	}
	out = append(out, half("health_insurance", healthCeiling, i.health.Quo(two), in.additional.Quo(two)))
	return append(out, i.careBranch(w, in, income, healthCeiling))
}

// careBranch is care insurance: the halves differ in Saxony and by children,
// whose relief is the employee's alone, as the surcharge of the childless is.
func (i *insurance) careBranch(w *tax.Work, in *cover, income pays, ceiling money.Dec) branch {
	all, own := money.Min(income.all, ceiling), money.Min(income.own, ceiling)
	rate, employers := i.care, i.employerCare(in)
	if in.saxony {
		rate = rate.Add(i.saxony)
	}
	relief := i.child.Mul(money.FromInt(int64(in.reliefs)))
	b := branch{code: "care_insurance"}
	whole := cent.Apply(all.Mul(rate)).Add(cent.Apply(all.Mul(employers)))
	b.employee = cent.Apply(own.Mul(rate))
	b.employer = whole.Sub(b.employee)
	b.employee = b.employee.Sub(cent.Apply(all.Mul(relief)))
	if in.childless {
		b.employee = b.employee.Add(cent.Apply(all.Mul(i.childless)))
	}
	b.employee = b.employee.Positive()
	w.Step(b.code, "Contribution of the employee", b.employee, i.cite, "of min({}, {})", own, ceiling)
	return b
}
