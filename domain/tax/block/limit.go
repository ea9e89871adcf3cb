package block

import "github.com/tallystick/tallystick/domain/money"

// Within is the part of x that lies above floor, up to ceiling.
func Within(x, floor, ceiling money.Dec) money.Dec {
	return money.Min(x, ceiling).Sub(floor).Positive()
}

// Above is the part of x that lies above floor.
func Above(x, floor money.Dec) money.Dec { return x.Sub(floor).Positive() }

// Cliff is amount when x exceeds threshold, and 0 up to it. A formula with a
// cliff names it in its assumptions.
func Cliff(x, threshold, amount money.Dec) money.Dec {
	if x.Greater(threshold) {
		return amount
	}
	return money.Zero
}

// Take deducts a relief from an income, at most down to 0: what is left of
// both.
func Take(income, relief money.Dec) (incomeLeft, reliefLeft money.Dec) {
	used := money.Min(income.Positive(), relief.Positive())
	return income.Sub(used), relief.Sub(used)
}
