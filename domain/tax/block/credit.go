package block

import "github.com/tallystick/tallystick/domain/money"

// NonRefundable takes a credit from a tax: what is left of the tax, and how
// much of the credit was used. It never makes the tax negative.
func NonRefundable(tax, credit money.Dec) (left, used money.Dec) {
	used = money.Min(tax.Positive(), credit.Positive())
	return tax.Sub(used), used
}

// InOrder takes several non-refundable credits in the order of the law and
// returns what is left. Used, where not nil, receives what each one gave; it
// is as long as credits.
func InOrder(tax money.Dec, credits, used []money.Dec) money.Dec {
	for i, c := range credits {
		var u money.Dec
		tax, u = NonRefundable(tax, c)
		if used != nil {
			used[i] = u
		}
	}
	return tax
}

// Refundable takes a credit that is paid out where it exceeds the tax:
// the result may be negative.
func Refundable(tax, credit money.Dec) money.Dec { return tax.Sub(credit) }
