package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// arizona gives a credit for dependents, raises the standard deduction by a part
// of gifts, subtracts the federal deduction of seniors and a part of gains, and
// pays out a credit for its sales tax (A.R.S. §§ 43-1022, 43-1041, 43-1072.01, 43-1073.01).
var arizona = &Entry{Code: "az", Slug: "arizona", Name: "Arizona", Dependents: true, Children: true, rules: readArizona,
	rare: rareArizona, refuse: refuseArizona}

// readArizona is the dependent tax credit, which falls by a part for each
// thousand of income, or part of one, above a threshold (A.R.S. § 43-1073.01),
// and the increased excise tax credit, of so much a person up to an income (§ 43-1072.01).
func readArizona(r reader) own {
	child, other := r.num("dependent_credit_child"), r.num("dependent_credit_other")
	start, step, rate := r.status("dependent_credit_start"), r.num("dependent_credit_step"), r.num("dependent_credit_rate")
	out := own{credit: func(c *filing) money.Dec {
		full := child.Mul(money.FromInt(int64(c.in.Children))).Add(other.Mul(money.FromInt(int64(c.in.OtherDependents))))
		if full.IsZero() {
			return full
		}
		lost := stepsAbove(c.agi, start[c.in.Status], step).Mul(rate)
		return c.whole(full.Mul(money.One.Sub(lost).Positive()))
	}}
	each, most, limit := r.num("excise_credit"), r.num("excise_credit_most"), r.status("excise_credit_income")
	if !each.IsZero() {
		out.refundsAre, out.refundsAlone = "the increased excise tax credit", true
		out.refund = func(c *filing) money.Dec {
			if c.agi.Greater(limit[c.in.Status]) {
				return money.Zero
			}
			return money.Min(most, each.Mul(c.heads()))
		}
	}
	return out
}

// rareArizona is the part of gifts that the standard deduction grows by, and the
// subtractions for seniors and for gains from assets acquired since 2012.
func rareArizona(r reader, o *own) {
	gifts, gains := r.num("standard_gifts"), r.num("gain_subtraction")
	if gifts.IsZero() {
		return
	}
	o.standard = func(c *filing) money.Dec { return c.whole(c.f.At(form1040.SA14).Mul(gifts)) }
	o.deduct = o.standard
	o.subtractRare, o.subtractLabel = true, "Subtractions for seniors and for gains"
	o.subtract = func(c *filing) money.Dec {
		long, _ := netLongTerm(c.in)
		return c.f.At(form1040.S1A37).Add(c.whole(long.Sub(c.in.OldGain).Positive().Mul(gains)))
	}
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
