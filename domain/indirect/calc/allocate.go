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
	out := make([]money.Dec, len(shares))
	type rest struct {
		i    int
		left money.Dec
	}
	rests := make([]rest, len(shares))
	given := money.Zero
	for i, s := range shares {
		out[i] = s.exact.Round(places, money.Down)
		given = given.Add(out[i])
		rests[i] = rest{i, s.exact.Sub(out[i])}
	}
	slices.SortFunc(rests, func(a, b rest) int {
		if c := b.left.Cmp(a.left); c != 0 {
			return c
		}
		return cmp.Compare(shares[a.i].id, shares[b.i].id)
	})
	unit := minorUnit(places)
	left := total.Sub(given)
	for k := 0; left.Sign() > 0; k++ {
		i := rests[k%len(rests)].i
		out[i] = out[i].Add(unit)
		left = left.Sub(unit)
	}
	// Truncated claims can exceed a total that was itself rounded down; then
	// the smallest remainders give a unit back.
	for k := len(rests) - 1; left.Sign() < 0; k = (k - 1 + len(rests)) % len(rests) {
		if i := rests[k].i; out[i].Sign() > 0 {
			out[i] = out[i].Sub(unit)
			left = left.Add(unit)
		}
	}
	return out
}

// proportion divides total over the weights, which are not all zero.
func proportion(total money.Dec, ids []string, weights []money.Dec, places int) []money.Dec {
	sum := money.Sum(weights...)
	shares := make([]share, len(weights))
	for i, w := range weights {
		shares[i] = share{ids[i], total.Mul(w).Quo(sum)}
	}
	return distribute(total, shares, places)
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
