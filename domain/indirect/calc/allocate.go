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
		claims[i] = claim{s.id, i, whole, s.exact.Sub(whole)}
	}
	return settle(total, claims, places)
}

// claim is a share in whole minor units, and what of it is left, in a measure
// that all claims have in common.
type claim struct {
	id    string
	i     int
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
	slices.SortFunc(claims, func(a, b claim) int {
		if c := b.left.Cmp(a.left); c != 0 {
			return c
		}
		return cmp.Compare(a.id, b.id)
	})
	for k := 0; left.Sign() > 0; k++ {
		i := claims[k%len(claims)].i
		out[i] = out[i].Add(unit)
		left = left.Sub(unit)
	}
	// Truncated claims can exceed a total that was itself rounded down; then
	// the smallest remainders give a unit back.
	for k := len(claims) - 1; left.Sign() < 0; k = (k - 1 + len(claims)) % len(claims) {
		if i := claims[k].i; out[i].Sign() > 0 {
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
	sum := money.Sum(weights...)
	claims := make([]claim, len(weights))
	for i, w := range weights {
		product := total.Mul(w)
		whole := product.QuoRound(sum, places, money.Down)
		claims[i] = claim{ids[i], i, whole, product.Sub(whole.Mul(sum))}
	}
	return settle(total, claims, places)
}

func minorUnit(places int) money.Dec {
	return money.One.Quo(pow10(places)).Pad(places)
}

func pow10(n int) money.Dec {
	out := money.One
	for range n {
		out = out.Mul(money.FromInt(10))
	}
	return out
}
