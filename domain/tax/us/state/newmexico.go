package state

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// newMexico takes the federal standard or itemised deduction off the adjusted gross
// income (Form PIT-1 line 12), and exempts an amount for each federal exemption at
// low and middle incomes (NMSA 1978, § 7-2-5.8), one for each dependent after the
// first (§ 7-2-39) and one of each who is 65 or blind (§ 7-2-5.2).
var newMexico = &Entry{Code: "nm", Slug: "new_mexico", Name: "New Mexico", Dependents: true,
	Children: true, rules: readNewMexico, rare: rareNewMexico, refuse: refuseNewMexico, refunds: newMexicoRefunds}

func readNewMexico(r reader) own {
	each, limit := r.num("low_exemption"), r.status("low_exemption_limit")
	start, rate, further := r.status("low_exemption_start"), r.status("low_exemption_rate"), r.status("further_dependent")
	tabled := r.says("tax_rate_table")
	return own{
		tax: func(c *filing) money.Dec {
			if c.in.Method != form1040.AsForm || !tabled {
				return c.whole(c.schedule.Tax(c.taxable))
			}
			return newMexicoTable(c.schedule, c.taxable)
		},
		deduct: func(c *filing) money.Dec {
			s := c.in.Status
			off := c.f.At(form1040.F12).Add(dependents(c.in).Sub(money.One).Positive().Mul(further[s]))
			if c.agi.Greater(limit[s]) {
				return off
			}
			low := each.Sub(c.agi.Sub(start[s]).Positive().Mul(rate[s])).Positive()
			return off.Add(low.Mul(c.heads()))
		}}
}

// rareNewMexico deducts net capital gains, and exempts social security up to an
// adjusted gross income (NMSA 1978, § 7-2-5.14).
func rareNewMexico(r reader, o *own) {
	gains := newMexicoGains(r)
	o.subtractLabel, o.subtract = "Deduction for net capital gains", gains
	limit := r.status("social_security_exempt_up_to")
	if limit[form1040.Single].IsZero() {
		return
	}
	o.subtractLabel = "Deduction for net capital gains and exemption of social security"
	o.subtract = func(c *filing) money.Dec {
		off := gains(c)
		if !c.agi.Greater(limit[c.in.Status]) {
			off = off.Add(c.whole(c.f.At(form1040.F6b)))
		}
		return off
	}
}

// newMexicoTable is the tax of the Tax Rate Table: that of the middle of a row of
// 100, whose upper end belongs to it, nothing up to 60; above 100,000 that of the
// last row and the schedule's on the rest, in whole dollars at each band.
func newMexicoTable(s *block.Schedule, taxable money.Dec) money.Dec {
	const untaxed, firstRow = 60, 80
	row := func(middle money.Dec) money.Dec { return s.Tax(middle).Whole(money.HalfUp) }
	switch {
	case !taxable.Greater(money.FromInt(untaxed)):
		return money.Zero
	case !taxable.Greater(hundred):
		return row(money.FromInt(firstRow))
	case !taxable.Greater(tableEnd):
		return row(taxable.QuoRound(hundred, 0, money.Ceiling).Mul(hundred).Sub(fifty))
	}
	due, from := row(tableEnd.Sub(fifty)), tableEnd
	for _, band := range s.Bands {
		if band.From.Greater(tableEnd) && taxable.Greater(band.From) {
			due, from = due.Add(s.Tax(band.From).Sub(s.Tax(from))).Whole(money.HalfUp), band.From
		}
	}
	return due.Add(s.Tax(taxable).Sub(s.Tax(from))).Whole(money.HalfUp)
}

// newMexicoRefunds are the working families credit of those below 25 too, whom the federal ages
// exclude; the low income comprehensive tax rebate, by modified gross income and exemptions; and
// the child income tax credit (NMSA 1978, §§ 7-2-14, 7-2-18.15, 7-2-18.34).
func newMexicoRefunds(r reader) *ownRefund {
	var rebate [6]*block.Schedule
	for i := range rebate {
		if rebate[i] = r.schedule("low_income_rebate_" + strconv.Itoa(i+1)); rebate[i] == nil {
			return nil
		}
	}
	aged, blind, child := r.num("low_income_rebate_aged"), r.num("low_income_rebate_blind"), r.schedule("child_refund_by_income")
	from, before := r.num("earned_income_young_from"), r.num("earned_income_young_before")
	care := r.num("care_refund_below")
	low := func(c *filing) money.Dec {
		old, unsighted := oldAndBlind(c.in)
		n, _ := c.heads().Add(old.Mul(aged)).Add(unsighted.Mul(blind)).Int64()
		return amountAt(rebate[min(int(n), len(rebate))-1], incomeOf(c, c.f.At(form1040.F9)))
	}
	unsaid := func(c *filing) bool { // losses and the income of a spouse apart count
		return !low(c).IsZero() && (c.in.Status == form1040.Separate || loses(c))
	}
	return &ownRefund{are: "the low income and child credits",
		stands: func(c *filing) bool { return !low(c).IsZero() },
		amount: func(c *filing) money.Dec {
			sum := money.Zero
			if c.f.At(form1040.F27).IsZero() && c.in.EICChildren == 0 && c.adultBefore(from, before) {
				sum = c.whole(c.f.EarnedIncomeOfAnyAge().Mul(c.p.refund.earnedIncome))
			}
			each := amountAt(child, c.agi).Mul(money.FromInt(int64(max(c.in.Children, c.in.EICChildren))))
			if c.in.Status == form1040.Separate {
				each = c.whole(each.Quo(money.FromInt(2)))
			}
			if sum = sum.Add(each); unsaid(c) {
				return sum
			}
			return sum.Add(low(c))
		}, wants: func(c *filing) string {
			switch {
			case !c.in.StateCredits.IsZero():
				return ""
			case unsaid(c):
				return stateAs("line 14 of Schedule PIT-RC gives")
			case !c.in.CareExpenses.IsZero() && incomeOf(c, c.f.At(form1040.F9)).Less(care):
				return stateAs("Schedule PIT-RC gives for care")
			}
			return ""
		}}
}
