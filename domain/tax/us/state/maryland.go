package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// maryland is the state part of Form 502; the county tax is package state's
// locality (Md. Code, Tax-Gen. §§ 10-105, 10-211, 10-217, 10-704, 10-709).
var maryland = &Entry{Code: "md", Slug: "maryland", Name: "Maryland", Dependents: true, Children: true, OneEarner: true,
	Apart: true, Benefits: true, couple: marylandCouple, Strict: true, rules: readMaryland, rare: rareMaryland, refuse: refuseMaryland,
	refunds: marylandRefunds, Young: true}

const earnedIncomeAge = 25 // of the federal credit without a child, which the state's credit does not ask for

// refuseYoung refuses those who have the state's earned income credit without
// the federal one, of which it is a part.
func refuseYoung(in *form1040.Return) string {
	if in.EICChildren == 0 && in.Status != form1040.Joint && in.You.Age < earnedIncomeAge {
		return "returns without a qualifying child of taxpayers under 25 are not modelled for this state"
	}
	return ""
}

func readMaryland(r reader) own {
	rate, least, most := r.num("percent_deduction_rate"), r.status("percent_deduction_least"), r.status("percent_deduction_most")
	exemption := r.schedules("exemption_by_income")
	family, alone, aloneLimit := r.num("earned_income_family"), r.num("earned_income_alone"), r.num("earned_income_alone_limit")
	low := r.num("poverty_credit_rate")
	poor := func(c *filing) bool {
		return marylandPoor(c) && marylandEarned(c, family, alone, aloneLimit).Less(c.due)
	}
	return own{
		poor: poor,
		deduct: func(c *filing) money.Dec {
			s := c.in.Status
			standard := money.Min(money.Max(c.start.Mul(rate), least[s]), most[s])
			return standard.Add(amountAt(exemption[s], c.agi).Mul(c.heads()))
		},
		credit: func(c *filing) money.Dec {
			credit := marylandEarned(c, family, alone, aloneLimit)
			if left := c.due.Sub(credit).Positive(); poor(c) {
				credit = credit.Add(money.Min(left, earned(c.f).Mul(low)))
			}
			return credit
		},
	}
}

// marylandEarned is the nonrefundable earned income credit before the tax
// limits it.
func marylandEarned(c *filing, family, alone, aloneLimit money.Dec) money.Dec {
	federal := c.f.At(form1040.F27)
	if c.in.EICChildren > 0 || c.in.Status == form1040.Joint || c.in.Status == form1040.Separate {
		return federal.Mul(family)
	}
	credit := federal.Mul(alone)
	if !aloneLimit.IsZero() {
		credit = money.Min(credit, aloneLimit)
	}
	return credit
}

// marylandPoor reports whether income and earned income are at most the
// poverty guideline.
func marylandPoor(c *filing) bool {
	line := c.p.poverty(c.heads())
	return !c.agi.Greater(line) && !earned(c.f).Greater(line)
}

// rareMaryland is the credit for care: a part of the federal credit that falls by a hundredth of it
// for each step of federal adjusted gross income, or part of one, above a start, and is nothing
// above a limit (Md. Code, Tax-Gen. § 10-716).
func rareMaryland(r reader, o *own) {
	rate, fall := r.num("care_credit_rate"), r.num("care_credit_fall")
	start, step, limit := r.status("care_credit_start"), r.status("care_credit_step"), r.status("care_credit_limit")
	if rate.IsZero() {
		return
	}
	o.care = func(c *filing) money.Dec {
		s := c.in.Status
		if c.agi.Greater(limit[s]) {
			return money.Zero
		}
		left := money.One.Sub(stepsAbove(c.agi, start[s], step[s]).Mul(fall)).Positive()
		return c.f.At(form1040.K11).Mul(rate).Mul(left)
	}
}

// marylandCareMost is the two-income subtraction with the most that care takes off an income: a
// couple the lower of whose incomes is less would have to divide the expenses.
var marylandCareMost = money.FromInt(1200 + 6000)

// refuseMaryland refuses what the state's own taxes and subtractions turn on and the return does not say.
func refuseMaryland(in *form1040.Return) string {
	const firstYear = 2025
	long, rest := netLongTerm(in)
	switch gain := long.Add(rest); {
	case in.Year >= firstYear && !gain.IsZero() && gross(in).Greater(marylandGainsLimit):
		return "the further tax on capital gains of high incomes is not modelled for this state"
	case !in.IRADistributions.IsZero():
		return "distributions of a retirement account are not modelled for this state"
	case !in.CareExpenses.IsZero() && twoEarners(in) && lowerWages(in).Less(marylandCareMost):
		return "care of couples of whom one earns less than 7,200 is not modelled for this state"
	}
	return refuseYoung(in)
}
