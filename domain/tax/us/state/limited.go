package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// What states refund whose credits are modelled in part: above an income there is none
// of the rest, and below it the return states them.

// limitedRefunds withholds the figure from those who may have credits by tables of the
// state's own, unless they are stated.
func limitedRefunds(forms string, may func(c *filing) bool) *ownRefund {
	return &ownRefund{are: "none by itself, as they are stated or the income excludes them", alone: true,
		amount: func(*filing) money.Dec { return money.Zero },
		wants: func(c *filing) string {
			if !c.in.StateCredits.IsZero() || !may(c) {
				return ""
			}
			return stateAs(forms)
		}}
}

func stateAs(what string) string { return "state what " + what + " as state_refundable_credits" }

// californiaRefunds are the credits for earned income, young children and former foster
// youths: of those who earn, or have a child, up to one income (R&TC §§ 17052, 17052.1, 17052.2).
func californiaRefunds(r reader) *ownRefund {
	from := r.status("refundable_none_from")
	if from[form1040.Single].IsZero() {
		return nil
	}
	return limitedRefunds("Form 3514 gives", func(c *filing) bool {
		return c.agi.Less(from[c.in.Status]) && (c.in.Children > 0 || !c.f.At(form1040.E1).IsZero())
	})
}

// incomeOf is the federal total income with what of social security and interest it leaves out.
func incomeOf(c *filing, total money.Dec) money.Dec {
	return total.Add(c.in.SocialSecurity.Sub(c.f.At(form1040.F6b))).Add(c.f.At(form1040.F2a))
}

// loses reports a loss that the federal return deducts.
func loses(c *filing) bool {
	in := c.in
	return in.You.SelfEmployment.Sign() < 0 || in.Spouse.SelfEmployment.Sign() < 0 || in.RentalAndPassthrough.Sign() < 0 ||
		c.f.At(form1040.F7).Sign() < 0
}

// coloradoRefunds is the refund of sales tax, which is given by federal adjusted gross
// income with what it leaves out, and the earned income credit (C.R.S. §§ 39-22-123.5,
// 39-22-2003). Those for children and care, each up to an income, and the earned income credit
// of those below the federal age, some of whom have it, are stated.
func coloradoRefunds(r reader) *ownRefund {
	sales := r.schedule("sales_refund_by_income")
	every := r.Citations()
	child, care := r.status("child_refund_limit"), r.num("care_refund_limit")
	part := r.num("earned_income_of_federal")
	if sales == nil {
		return nil
	}
	young := func(c *filing) bool { return c.f.At(form1040.F27).IsZero() && !c.ageless(money.Zero).IsZero() }
	return &ownRefund{are: "the refund of sales tax, the earned income credit", alone: true, every: every,
		amount: func(c *filing) money.Dec {
			refund := amountAt(sales, incomeOf(c, c.agi)).Mul(persons(c.in))
			if c.in.Children > 0 && !c.agi.Greater(child[c.in.Status]) {
				return refund // its credits are stated together
			}
			return refund.Add(c.whole(c.f.At(form1040.F27).Mul(part)))
		},
		wants: func(c *filing) string {
			switch {
			case !c.in.StateCredits.IsZero():
				return ""
			case c.in.Children > 0 && !c.agi.Greater(child[c.in.Status]):
				return stateAs("Forms DR 0104CN and DR 0104CR give")
			case !c.in.CareExpenses.IsZero() && !c.agi.Greater(care):
				return stateAs("Form DR 0347 gives")
			case young(c):
				return stateAs("Form DR 0104CR gives for earned income")
			}
			return ""
		}}
}

// maineRefunds are the earned income credit, of those without a child from 18 on too; that
// for dependents, twice as much for children under 6; the first part of that for care;
// and the sales tax fairness credit (36 M.R.S. §§ 5213-A, 5218, 5219-S, 5219-SS).
func maineRefunds(r reader) *ownRefund {
	family, alone := r.num("earned_income_of_federal"), r.num("earned_income_of_federal_alone")
	from, before := r.num("earned_income_young_from"), r.num("earned_income_young_before")
	care, careMost := r.num("care_credit_of_allowed"), r.num("care_credit_refunded")
	if family.IsZero() {
		return nil
	}
	given := maineDependents(r)
	sales := maineSales(r)
	return &ownRefund{are: "the earned income credit, those for dependents, care and sales tax", alone: true,
		stands: func(c *filing) bool { return !sales.of(c).IsZero() },
		amount: func(c *filing) money.Dec {
			earned, part := c.f.At(form1040.F27), family
			if c.in.EICChildren == 0 {
				part = alone
				if earned.IsZero() && c.adultBefore(from, before) {
					earned = c.f.EarnedIncomeOfAnyAge()
				}
			}
			sum := c.whole(earned.Mul(part)).Add(given.of(c, c.in.UnderSix)).Add(sales.of(c))
			return sum.Add(c.whole(money.Min(c.f.At(form1040.K11).Mul(care), careMost)))
		}, wants: func(c *filing) string {
			switch {
			case c.in.Children > 0 && !c.in.KnowsUnderSix && !given.of(c, c.in.Children).IsZero():
				return "state children_under_6"
			case loses(c) && !sales.of(c).IsZero():
				return "losses, which its credit for sales tax adds back, are not modelled"
			}
			return ""
		}}
}

// adultBefore reports whether a taxpayer is of an age from one on and below another.
func (c *filing) adultBefore(from, before money.Dec) bool {
	within := func(who *form1040.Person) bool {
		age := money.FromInt(int64(who.Age))
		return !age.Less(from) && age.Less(before)
	}
	return within(&c.in.You) || c.in.Status == form1040.Joint && within(&c.in.Spouse)
}

// falling is a credit that falls by an amount for each step of income above a start.
type falling struct {
	start, step, fall [5]money.Dec
}

func (f *falling) left(c *filing, credit, income money.Dec) money.Dec {
	s := c.in.Status
	if f.step[s].IsZero() {
		return credit
	}
	return credit.Sub(stepsAbove(income, f.start[s], f.step[s]).Mul(f.fall[s])).Positive()
}

// ofDependents is Maine's credit for dependents.
type ofDependents struct {
	each, young money.Dec
	falls       falling
}

func maineDependents(r reader) *ofDependents {
	return &ofDependents{each: r.num("dependent_refund"), young: r.num("dependent_refund_young"), falls: falling{
		start: r.status("dependent_refund_start"), step: r.status("dependent_refund_step"), fall: r.status("dependent_refund_fall")}}
}

func (d *ofDependents) of(c *filing, young int) money.Dec {
	n := money.FromInt(int64(young))
	return d.falls.left(c, n.Mul(d.young).Add(dependents(c.in).Sub(n).Positive().Mul(d.each)), c.start)
}

// ofSales is Maine's credit for sales tax: more with one dependent beside whom the
// status takes, and with two.
type ofSales struct {
	base          [5]money.Dec
	first, second money.Dec
	falls         falling
}

func maineSales(r reader) *ofSales {
	return &ofSales{base: r.status("sales_refund"), first: r.num("sales_refund_first"), second: r.num("sales_refund_second"),
		falls: falling{start: r.status("sales_refund_start"), step: r.status("sales_refund_step"), fall: r.status("sales_refund_fall")}}
}

func (o *ofSales) of(c *filing) money.Dec {
	in := c.in
	if in.Status == form1040.Separate || in.Claimable {
		return money.Zero
	}
	more := in.Children + in.OtherDependents
	if in.Status == form1040.Head {
		more--
	}
	credit := o.base[in.Status]
	switch {
	case in.Status == form1040.Single || more <= 0:
	case more == 1:
		credit = credit.Add(o.first)
	default:
		credit = credit.Add(o.second)
	}
	return o.falls.left(c, credit, incomeOf(c, c.f.At(form1040.F9)))
}
