package ie

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// unearnedInsurance is PRSI on dividends and deposit interest (Social Welfare Consolidation
// Act 2005, ss. 20, 21 and 23, and Schedule 1, Part 3): Class K of a person with pay whose
// unearned income is above the amount, Class S of one without pay from it on, at least the
// least contribution.
type unearnedInsurance struct {
	above, before, after, least law.Num
	cite                        []law.Citation
}

// yearly blends the rate of nine months and that of three.
func (u *unearnedInsurance) yearly() money.Dec {
	const before, after, quarters = 3, 1, 4
	return u.before.Mul(money.FromInt(before)).Add(u.after.Mul(money.FromInt(after))).Quo(money.FromInt(quarters))
}

// of is the contribution of one person.
func (u *unearnedInsurance) of(w *tax.Work, in *incomes) money.Dec {
	income := in.dividends.Add(in.interest)
	employed := in.pay.Sign() > 0
	if income.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(u.cite)
	if employed && !income.Greater(u.above.Dec) || income.Less(u.above.Dec) {
		w.Step("prsi_unearned", "PRSI on unearned income: none", money.Zero, u.above.Cite, "0, because {} is not above {}", income, u.above.Dec)
		return money.Zero
	}
	rate := u.yearly()
	due := w.Round(income.Mul(rate), cent)
	if employed {
		w.Step("prsi_unearned", "PRSI on unearned income, Class K", due, u.cite, "{} × {}", income, rate)
		return due
	}
	w.Cite(u.least.Cite)
	due = money.Max(due, u.least.Dec)
	w.Step("prsi_unearned", "PRSI on unearned income, Class S", due, u.cite, "max({} × {}, {})", income, rate, u.least.Dec)
	return due
}
