package calc

import (
	"cmp"
	"slices"

	"github.com/tallystick/tallystick/domain/money"
)

// share is a claim of one line on an amount that is being divided.
type share struct {
	id    string
	exact money.Dec // what it would get without rounding, not negative
}

// distribute divides total, a whole number of minor units, over the shares:
// each gets its exact claim truncated to minor units, and the units that are
// left go one each to the largest remainders, ties to the lesser id. The sum
// of the claims is within len(shares) units of total.
func distribute(total money.Dec, shares []share, places int) []money.Dec {
	claims := make([]claim, len(shares))
	for i, s := range shares {
		whole := s.exact.Round(places, money.Down)
		claims[i] = claim{s.id, whole, s.exact.Sub(whole)}
	}
	return settle(total, claims, places)
}

// claim is a share in whole minor units, and what of it is left, in a measure
// that all claims have in common.
type claim struct {
	id    string
	whole money.Dec
	left  money.Dec
}

// settle gives each claim its whole units, and the units of total beyond them
// to the largest remainders.
func settle(total money.Dec, claims []claim, places int) []money.Dec {
	out := make([]money.Dec, len(claims))
	given := money.Zero
	for i, c := range claims {
		out[i] = c.whole
		given = given.Add(c.whole)
	}
	unit := minorUnit(places)
	left := total.Sub(given)
	if left.IsZero() {
		return out
	}
	order := make([]int, len(claims)) // of the claims: claims themselves are large to move
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &claims[i], &claims[j]
		if c := b.left.Cmp(a.left); c != 0 {
			return c
		}
		return cmp.Compare(a.id, b.id)
	})
	for k := 0; left.Sign() > 0; k++ {
		i := order[k%len(order)]
		out[i] = out[i].Add(unit)
		left = left.Sub(unit)
	}
	// Truncated claims can exceed a total that was itself rounded down; then
	// the smallest remainders give a unit back.
	for k := len(order) - 1; left.Sign() < 0; k = (k - 1 + len(order)) % len(order) {
		if i := order[k]; out[i].Sign() > 0 {
			out[i] = out[i].Sub(unit)
			left = left.Add(unit)
		}
	}
	return out
}

// proportion divides total over the weights, which are not all zero. What is
// left of each claim is compared times the sum of the weights, so that nothing
// is divided but into whole units.
func proportion(total money.Dec, ids []string, weights []money.Dec, places int) []money.Dec {
	if total.IsZero() {
		return make([]money.Dec, len(weights))
	}
	sum := money.Sum(weights...)
	claims := make([]claim, len(weights))
	for i, w := range weights {
		product := total.Mul(w)
		whole := product.QuoRound(sum, places, money.Down)
		claims[i] = claim{ids[i], whole, product.Sub(whole.Mul(sum))}
	}
	return settle(total, claims, places)
}

// minorUnit is the least amount of a currency.
func minorUnit(places int) money.Dec {
	tenth := money.MustParse("0.1")
	unit := money.One
	for range places {
		unit = unit.Mul(tenth)
	}
	return unit
}
