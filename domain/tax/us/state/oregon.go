package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// oregon subtracts the federal income tax up to a limit that falls by federal
// adjusted gross income (ORS 316.680, 316.695), and gives a credit for each
// person up to an income (ORS 316.085). The statewide surplus credit is
// refundable.
var oregon = &Entry{Code: "or", Slug: "oregon", Name: "Oregon", Dependents: true, Children: true, FederalTax: true,
	rules: readOregon, refuse: refuseOregon, refunds: oregonRefunds, Young: true}

// refuseOregon refuses the returns of 2026 whose standard deduction or limit of
// the federal tax subtraction the Department has not published: its estimate of
// October 2025 rounds the former, and the withholding formulas know neither
// status.
func refuseOregon(in *form1040.Return) string {
	const unpublished = 2026
	if in.Year == unpublished && (in.Status == form1040.Head || in.Status == form1040.Separate) {
		return "the amounts of this filing status are not published for 2026"
	}
	return refuseOregonRetired(in)
}

func readOregon(r reader) own {
	limit := r.schedules("federal_tax_limit")
	credit, creditLimit := r.num("exemption_credit"), r.status("exemption_credit_limit")
	return own{
		subtractLabel: "Federal tax subtraction",
		subtract: func(c *filing) money.Dec {
			// The worksheet takes the tax after nonrefundable credits; the earned
			// income credit does not reduce it.
			return money.Min(c.f.At(form1040.F22), amountFrom(limit[c.in.Status], c.agi))
		},
		credit: func(c *filing) money.Dec {
			if c.agi.Greater(creditLimit[c.in.Status]) {
				return money.Zero
			}
			return credit.Mul(c.heads())
		},
	}
}

// refuseOregonRetired refuses the retirement income of those of 62 whose benefits and
// other income are so low that they may have the credit for it (ORS 316.157), whose
// amounts only one source has.
func refuseOregonRetired(in *form1040.Return) string {
	const from, benefits, income = 62, 7_500, 22_500
	if pensioned(in).IsZero() || !retired(in, from) {
		return ""
	}
	each := persons(in)
	if in.SocialSecurity.Less(each.Mul(money.FromInt(benefits))) &&
		gross(in).Sub(in.SocialSecurity).Less(each.Mul(money.FromInt(income))) {
		return "the credit for retirement income is not modelled for this state"
	}
	return ""
}
