package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// oklahoma gives a part of the federal child tax credit, its refundable part
// included, or one of the credit for care, whichever is greater, up to an income (68
// O.S. § 2357).
var oklahoma = &Entry{Code: "ok", Slug: "oklahoma", Name: "Oklahoma", Children: true, rules: readOklahoma, row: oklahomaRow,
	refunds: oklahomaRefunds,
	unread:  "its earned income credit, of the federal law of 2020, and those for sales and property tax are not modelled"}

// oklahomaRow is the middle of a row of the Oklahoma Income Tax Table, whose
// rows of 50 hold their lower end; from 100,000 on the tax is computed.
func oklahomaRow(taxable money.Dec) money.Dec {
	if !taxable.Less(tableEnd) {
		return taxable
	}
	return taxable.QuoRound(fifty, 0, money.Floor).Mul(fifty).Add(money.FromInt(25))
}

func readOklahoma(r reader) own {
	rate, limit := r.num("federal_child_credit_rate"), r.num("federal_child_credit_limit")
	return own{credit: func(c *filing) money.Dec {
		if c.agi.Greater(limit) {
			return money.Zero
		}
		care := c.p.care.amount(c) // is counted apart
		credit := money.Max(care, c.f.At(form1040.F19).Add(c.f.At(form1040.F28)).Mul(rate))
		if c.start.Less(c.agi) { // Schedule 511-F: by Oklahoma's part of the federal adjusted gross income
			credit = c.whole(credit.Mul(c.start.Positive()).Quo(c.agi))
		}
		return credit.Sub(care)
	}}
}

// oklahomaRefunds are the earned income credit of the federal law of 2020, by Oklahoma's part of
// the federal adjusted gross income, and the relief from sales tax, up to a gross income that is
// higher with a dependent or from 65 on (68 O.S. §§ 2357.43, 5011).
func oklahomaRefunds(r reader) *ownRefund {
	rate := r.num("earned_income_of_2020")
	if rate.IsZero() {
		return nil
	}
	of := &form1040.EarnedIncomeLaw{Rate: r.children("eic_2020_rate"), Phase: r.children("eic_2020_fall"),
		Amount: r.children("eic_2020_amount"), Start: r.children("eic_2020_start"), StartJoint: r.children("eic_2020_start_joint"),
		End: r.children("eic_2020_end"), EndJoint: r.children("eic_2020_end_joint")}
	invested, from, before := r.num("eic_2020_invested"), r.num("eic_2020_age_from"), r.num("eic_2020_age_before")
	each, limit, more := r.num("sales_refund"), r.num("sales_refund_up_to"), r.num("sales_refund_up_to_more")
	earned := func(c *filing) money.Dec {
		in := c.in
		if in.Status == form1040.Separate || c.f.Invested().Greater(invested) || in.EICChildren == 0 && !c.adultBefore(from, before) {
			return money.Zero
		}
		credit := c.whole(c.f.EarnedIncomeBy(of).Mul(rate))
		if c.start.Less(c.agi) {
			credit = c.whole(credit.Mul(c.start.Positive()).Quo(c.agi))
		}
		return credit
	}
	sales := func(c *filing) money.Dec {
		most := limit
		if !dependents(c.in).IsZero() || retired(c.in, agedFrom) {
			most = more
		}
		if incomeOf(c, c.f.At(form1040.F9)).Greater(most) {
			return money.Zero
		}
		return c.heads().Mul(each)
	}
	unsaid := func(c *filing) bool {
		return !sales(c).IsZero() && (loses(c) || c.in.Status == form1040.Separate)
	}
	return &ownRefund{are: "the earned income credit by this year's earnings, the relief from sales tax", alone: true,
		stands: func(c *filing) bool { return !sales(c).IsZero() },
		amount: func(c *filing) money.Dec {
			if unsaid(c) {
				return earned(c)
			}
			return earned(c).Add(sales(c))
		},
		wants: func(c *filing) string {
			if c.in.StateCredits.IsZero() && unsaid(c) {
				return stateAs("Form 538-S gives")
			}
			return ""
		}}
}
