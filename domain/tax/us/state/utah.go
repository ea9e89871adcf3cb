package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// utah gives a credit in place of deductions, which falls with income, and
// nonrefundable credits for social security or age, earned income and young
// children (Utah Code §§ 59-10-1018, 59-10-1019, 59-10-1042, 59-10-1044, 59-10-1047).
var utah = &Entry{Code: "ut", Slug: "utah", Name: "Utah", Dependents: true, Children: true, Ages: true,
	credit: utahTaxpayerCredit, rules: readUtah, refuse: refuseUtah}

// utahTaxpayerCredit is a part of the federal deduction and of the exemptions for
// dependents, those born in the year twice, less a part of income above a
// threshold.
func utahTaxpayerCredit(c *filing) money.Dec {
	p, in, f, taxable := c.p, c.in, c.f, c.taxable
	exemptions := p.creditExemption.Mul(money.FromInt(int64(in.Children + in.OtherDependents + in.Newborn)))
	credit := c.whole(f.At(form1040.F12).Add(exemptions).Mul(p.creditRate))
	return credit.Sub(c.whole(taxable.Sub(p.phaseStart[in.Status]).Positive().Mul(p.phaseRate))).Positive()
}

func readUtah(r reader) own {
	benefits := fallingCredit{start: r.status("benefits_credit_start"), rate: r.num("benefits_credit_fall")}
	retired := fallingCredit{start: r.status("retirement_credit_start"), rate: r.num("retirement_credit_fall")}
	child := fallingCredit{start: r.status("child_credit_start"), rate: r.num("child_credit_fall")}
	each, born, perChild := r.num("retirement_credit"), r.num("retirement_credit_born_before"), r.num("child_credit")
	earned := r.num("earned_income_credit")
	return own{credit: func(c *filing) money.Dec {
		sum := c.whole(money.Min(c.f.At(form1040.F27).Mul(earned), c.in.You.Wages.Add(c.in.Spouse.Wages)))
		sum = sum.Add(child.at(c, c.agi, perChild.Mul(money.FromInt(int64(c.in.UnderSix)))))
		security := benefits.at(c, c.taxable, c.f.At(form1040.F6b).Mul(c.p.rate))
		age := retired.at(c, c.agi, each.Mul(bornBefore(c.in, born)))
		return sum.Add(money.Max(security, age))
	}}
}

// fallingCredit is a credit that falls by a part of an income above a start.
type fallingCredit struct {
	start [5]money.Dec
	rate  money.Dec
}

func (k *fallingCredit) at(c *filing, income, full money.Dec) money.Dec {
	if full.IsZero() {
		return full
	}
	lost := c.whole(income.Sub(k.start[c.in.Status]).Positive().Mul(k.rate))
	return c.whole(full).Sub(lost).Positive()
}

// bornBefore counts the taxpayers who were born before a year, as far as their
// age at the end of the tax year says.
func bornBefore(in *form1040.Return, year money.Dec) money.Dec {
	n := money.Zero
	for _, who := range [2]*form1040.Person{&in.You, &in.Spouse} {
		if who == &in.Spouse && in.Status != form1040.Joint {
			break
		}
		if money.FromInt(int64(in.Year - who.Age)).Less(year) {
			n = n.Add(money.One)
		}
	}
	return n
}

// refuseUtah refuses children of the years in which others than those under 6
// bring the child tax credit, and who may have the credit of parents at home.
func refuseUtah(in *form1040.Return) string {
	const childrenFrom, atHomeIncome, atHomeEarned = 2025, 50_000, 3_000
	if in.Children > 0 && in.Year < childrenFrom {
		return "returns with qualifying children are not modelled in this year"
	}
	least := in.You.Wages
	if in.Status == form1040.Joint {
		least = lowerWages(in)
	}
	if in.Newborn > 0 && !gross(in).Greater(money.FromInt(atHomeIncome)) && !least.Greater(money.FromInt(atHomeEarned)) {
		return "the credit of parents at home is not modelled for this state"
	}
	return ""
}
