package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readNorthCarolina is the child deduction: an amount for each child of the
// federal child tax credit, by federal adjusted gross income; the upper end of
// a band belongs to it (G.S. 105-153.5(a1)).
func readNorthCarolina(r reader) own {
	each := r.schedules("child_by_income")
	if each[form1040.Single] == nil {
		return own{}
	}
	return own{deduct: func(c *filing) money.Dec {
		return amountAt(each[c.in.Status], c.agi).Mul(money.FromInt(int64(c.in.Children)))
	}}
}

// readArizona is the dependent tax credit, which falls by a part for each
// thousand of income, or part of one, above a threshold (A.R.S. § 43-1073.01).
func readArizona(r reader) own {
	child, other := r.num("dependent_credit_child"), r.num("dependent_credit_other")
	start, step, rate := r.status("dependent_credit_start"), r.num("dependent_credit_step"), r.num("dependent_credit_rate")
	return own{credit: func(c *filing) money.Dec {
		full := child.Mul(money.FromInt(int64(c.in.Children))).Add(other.Mul(money.FromInt(int64(c.in.OtherDependents))))
		if full.IsZero() {
			return full
		}
		lost := stepsAbove(c.agi, start[c.in.Status], step).Mul(rate)
		return c.whole(full.Mul(money.One.Sub(lost).Positive()))
	}}
}

// arizonaFamilyLimit is an income above every limit of the family income tax
// credit, which is not modelled (A.R.S. § 43-1073).
var arizonaFamilyLimit = money.FromInt(36000)

func refuseArizona(in *form1040.Return) string {
	if in.Children+in.OtherDependents > 0 && !gross(in).Greater(arizonaFamilyLimit) {
		return "the family income tax credit of low incomes is not modelled for this state"
	}
	return ""
}
