package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// couple is what a state's law gives to a joint return on which both spouses
// have income. The file couple.yaml of a state holds its figures; in a year
// without them such returns are refused. Wages, interest, dividends, rents and
// retirement income are those of each spouse, all other income is the taxpayer's.
type couple struct {
	known bool
	// pensions: whose retirement income is whose changes nothing, or is taken as
	// it is said.
	pensions bool
	// business: whose profit of self-employment is the taxpayer's is taken as it is
	// said, and spouseBusiness: whose is the spouse's.
	business, spouseBusiness bool
	// standardEach: each spouse has a standard deduction of its own, so that
	// itemised ones would have to be divided.
	standardEach bool
	// subtract is taken off the income.
	subtract func(c *filing) money.Dec
	// tax is what the tax on the joint taxable income becomes.
	tax func(c *filing) money.Dec
	// credit is a nonrefundable credit.
	credit func(c *filing) money.Dec
	group  groupSet
}

// readCouple reads what the entry's law has for couples.
func (e *Entry) readCouple(r reader, law *groups) (couple, error) {
	if e.couple == nil {
		return couple{}, nil
	}
	out := e.couple(r)
	out.group = law.add(r.Citations())
	return out, r.Err()
}

// both reports whether the rules of couple apply to a return.
func (c *filing) both() bool { return TwoIncomes(c.in) }

// ofSpouse is the spouse's income, of retirement income what the state taxes.
func (c *filing) ofSpouse() money.Dec {
	sum := c.in.Spouse.Wages.Add(c.in.SpouseInvested).Sub(c.spouseOff)
	if !c.in.Spouse.SelfEmployment.IsZero() {
		sum = sum.Add(c.profitOf(&c.in.Spouse))
	}
	if !c.in.SpouseRents.IsZero() {
		sum = sum.Add(c.in.SpouseRents.Mul(c.p.incomes.part[rents].of))
	}
	if c.in.SpousePensions.IsZero() {
		return sum
	}
	return sum.Add(c.in.SpousePensions.Mul(c.p.incomes.part[retirement].of)).Sub(c.p.pension.of(c, &c.in.Spouse))
}

// profitOf is what the state taxes of one person's profit, after what it deducts
// of the tax on it.
func (c *filing) profitOf(who *form1040.Person) money.Dec {
	half := c.f.At(form1040.SE13)
	if who == &c.in.Spouse {
		half = c.f.At(form1040.OfSpouse(form1040.SE13))
	}
	n := &c.p.incomes
	return who.SelfEmployment.Mul(n.part[business].of).Sub(half.Mul(money.One.Sub(n.halfTax)))
}

// lower is the income of the spouse who has less of what the state taxes.
func (c *filing) lower() money.Dec {
	spouse := c.ofSpouse()
	return money.Min(spouse, c.start.Sub(spouse)).Positive()
}

// lowerIsSpouse reports whose income lower is.
func (c *filing) lowerIsSpouse() bool { return !c.start.Less(c.ofSpouse().Add(c.ofSpouse())) }

// lowerWages are the wages of the spouse who has less.
func lowerWages(in *form1040.Return) money.Dec { return money.Min(in.You.Wages, in.Spouse.Wages) }

// ohioCouple is the joint filing credit: a part of the tax that the exemption
// credits before it leave, by income, if each spouse has a least income that is
// neither from investments nor rents nor deducted (R.C. 5747.05(E)). The part
// belongs to the upper end of its band.
func ohioCouple(r reader) couple {
	rate, most, least := r.schedule("joint_filing_rate"), r.num("joint_filing_most"), r.num("joint_filing_least")
	if rate == nil {
		return couple{}
	}
	return couple{known: true, pensions: true, business: true, spouseBusiness: true, credit: func(c *filing) money.Dec {
		spouse := c.in.Spouse.Wages.Add(c.in.SpousePensions)
		yours := c.in.You.Wages.Add(pensioned(c.in)).Add(c.in.Unemployment).Sub(c.in.SpousePensions)
		if money.Min(spouse, yours).Less(least) {
			return money.Zero
		}
		left := c.due.Sub(ohioEarlierCredits(c)).Positive()
		return money.Min(most, c.whole(left.Mul(amountAt(rate, c.lessExemptions()))))
	}}
}

// marylandCouple is the two-income subtraction: the lower income, up to an
// amount (Md. Code, Tax-Gen. § 10-207(r)).
func marylandCouple(r reader) couple {
	most := r.num("two_income_most")
	return couple{known: !most.IsZero(), pensions: true, business: true, spouseBusiness: true,
		subtract: func(c *filing) money.Dec { return money.Min(most, c.lower()) }}
}

// lowerEarnerCredit is a part of the lower wages, up to an amount of them:
// Wisconsin's married couple credit (Wis. Stat. § 71.07(6)) and South
// Carolina's two wage earner credit (S.C. Code § 12-6-3330).
func lowerEarnerCredit(r reader) couple {
	rate, limit := r.num("lower_earner_rate"), r.num("lower_earner_limit")
	return couple{known: !rate.IsZero(), pensions: true, credit: func(c *filing) money.Dec {
		return c.whole(money.Min(lowerWages(c.in), limit).Mul(rate))
	}}
}

// virginiaCouple is the spouse tax adjustment: what the joint tax exceeds the
// tax on the two incomes apart, or on two halves, up to an amount (Form 760
// instructions, Spouse Tax Adjustment Worksheet).
func virginiaCouple(r reader) couple {
	most := r.num("spouse_adjustment_most")
	return couple{known: !most.IsZero(), pensions: true, tax: func(c *filing) money.Dec {
		half := c.schedule.Tax(c.taxable.Mul(money.MustParse("0.5")))
		p := &c.in.You
		if c.lowerIsSpouse() {
			p = &c.in.Spouse
		}
		low := c.lower().Sub(c.p.exemption).Sub(c.p.aged.of(c, p))
		if low.Sign() <= 0 {
			return c.due
		}
		apart := money.Min(c.schedule.Tax(low), half).Add(money.Max(c.schedule.Tax(c.taxable.Sub(low).Positive()), half))
		return c.due.Sub(money.Min(most, c.whole(c.due.Sub(apart).Positive())))
	}}
}

// minnesotaCouple is the marriage credit: what the joint tax exceeds the taxes
// of single persons on the lower earned income, less half the standard
// deduction, and on the rest (Minn. Stat. § 290.0675). Retirement income is earned
// income here (subd. 1(b)); refuseMinnesota takes no couple whose social security
// could matter.
func minnesotaCouple(r reader) couple {
	least, taxable, most := r.num("marriage_least"), r.num("marriage_taxable"), r.num("marriage_most")
	pensions := r.says("marriage_income")
	return couple{known: !most.IsZero(), pensions: pensions, business: pensions, spouseBusiness: pensions, credit: func(c *filing) money.Dec {
		lower := lowerWages(c.in)
		if pensions {
			of := func(who *form1040.Person) money.Dec { return who.Wages.Add(c.profitOf(who)).Add(c.pensionOf(who)) }
			lower = money.Min(of(&c.in.You), of(&c.in.Spouse))
		}
		if lower.Less(least) || c.taxable.Less(taxable) {
			return money.Zero
		}
		single := c.p.tariff[form1040.Single]
		low := lower.Sub(c.p.standard[form1040.Joint].Mul(money.MustParse("0.5"))).Positive()
		apart := single.Tax(low).Add(single.Tax(c.taxable.Sub(low).Positive()))
		return money.Min(most, c.whole(c.schedule.Tax(c.taxable).Sub(apart).Positive()))
	}}
}

// kentuckyCouple files separately on a combined return, on which each spouse
// has the standard deduction that a joint return has once (KRS 141.081).
func kentuckyCouple(r reader) couple {
	return couple{known: r.says("combined_return"), pensions: true, business: true, spouseBusiness: true, standardEach: true,
		tax: func(c *filing) money.Dec {
			lower, higher := kentuckyApart(c)
			return c.whole(lower.Add(higher).Mul(c.p.rate))
		}}
}

// kentuckyPersonal are the credits for age and blindness; on a combined return
// each spouse's reach the own tax of that spouse alone (KRS 141.020(3)).
func kentuckyPersonal(c *filing) money.Dec {
	all := money.Min(c.due, c.p.aged.count(c.in).Mul(c.p.aged.personal))
	if !c.both() || !c.p.couple.known {
		return all
	}
	lower, higher := kentuckyApart(c)
	mine, theirs := c.p.aged.personalOf(&c.in.You), c.p.aged.personalOf(&c.in.Spouse)
	if !c.lowerIsSpouse() {
		mine, theirs = theirs, mine
	}
	return money.Min(all, money.Min(theirs, lower.Mul(c.p.rate)).Add(money.Min(mine, higher.Mul(c.p.rate))))
}

// kentuckyApart are the taxable incomes of the spouses.
func kentuckyApart(c *filing) (lower, higher money.Dec) {
	low, each := c.lower(), c.p.standard[form1040.Separate]
	return low.Sub(each).Positive(), c.start.Sub(low).Sub(each).Positive()
}

// mississippiCouple taxes each spouse's income with the bands of one person,
// the deduction and exemptions divided as they choose (Miss. Code § 27-7-5,
// Form 80-105 instructions, combined return).
func mississippiCouple(r reader) couple {
	return couple{known: r.says("combined_return"), pensions: true, business: true, spouseBusiness: true, tax: func(c *filing) money.Dec {
		alone := func(x money.Dec) money.Dec {
			if c.schedule != nil {
				return c.schedule.Tax(x)
			}
			return x.Sub(c.p.zeroBand).Positive().Mul(c.p.rate)
		}
		low := money.Min(c.lower(), c.taxable.Mul(money.MustParse("0.5")))
		return alone(low).Add(alone(c.taxable.Sub(low)))
	}}
}
