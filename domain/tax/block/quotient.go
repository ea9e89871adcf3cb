package block

import "github.com/tallystick/tallystick/domain/money"

// Quotient is tax on the share income ÷ parts, times parts: two for splitting
// between spouses, more for a family quotient. Share rounds the share before
// it is taxed; parts is positive.
func Quotient(m Mode, income, parts money.Dec, share Rounding, tax func(money.Dec) money.Dec) money.Dec {
	return tax(share.In(m, income.Quo(parts))).Mul(parts)
}

// CapAdvantage limits how far reduced may fall below base: the advantage of a
// quotient that the law caps.
func CapAdvantage(base, reduced, most money.Dec) money.Dec {
	return money.Max(reduced, base.Sub(most))
}
