package tax

import "github.com/tallystick/tallystick/domain/money"

// CheckAttached refuses credits for a company's tax, held by a fact, that the dividends
// of a request cannot carry: without dividends, or more than share of dividends and
// credits together. A unit of the currency more is taken for the rounding of
// statements. Where dividends are taxed with such credits, a taxable income holds them
// already, and components of dividends within it are refused.
func CheckAttached(req *Request, faults *InputError, fact string, share money.Dec) {
	dividends, credits := req.Sum(Dividends), req.Num(fact)
	switch {
	case dividends.IsZero() && credits.Sign() > 0:
		faults.Add("facts."+fact, "belongs to dividends, and no component is of them")
	case credits.Sub(dividends.Add(credits).Mul(share)).Greater(money.One):
		faults.Add("facts."+fact, "must be at most %s of the dividends and the credits together", share)
	}
	if req.IncomeBasis == Taxable && dividends.Sign() > 0 {
		faults.Add("components", "dividends are taxed with the credits attached to them; a taxable income was given, which holds both already")
	}
}
