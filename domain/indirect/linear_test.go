package indirect

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Faults costs what the request weighs: twice the lines, with whatever mix of faults,
// are no more than twice as many faults, allocations and bytes. Work is counted, not
// timed. Seed 12.
func TestFaultsAreLinear(t *testing.T) {
	const lines = 500 // as many again are the most that a request may have
	random := rand.New(rand.NewPCG(12, 12))
	for round := range 60 {
		q := request(at("DE"), at("FR"), []string{"EUR", "JPY", "QQQ"}[random.IntN(3)])
		if random.IntN(2) == 0 {
			q.Rounding = &Rounding{Level: []string{"unit", "line", "document", "page"}[random.IntN(4)], Mode: "half_up"}
		}
		if random.IntN(2) == 0 {
			q.Discount, q.Shipping = money.MustParse("9999999.99999"), money.MustParse("0.00001")
		}
		whole, kinds := random.IntN(2) == 0, 1+random.IntN(1<<7-1)
		pick := random.Uint64()
		grown := func(n int) Request {
			q := q
			for i := range n { // those that come on top are like the first
				q.Lines = append(q.Lines, faulty(rand.New(rand.NewPCG(pick, uint64(i%lines))), kinds, i))
			}
			return q
		}
		one, two := costOf(grown(lines), whole), costOf(grown(2*lines), whole)
		most := faultCost{2*one.faults + 20, 2*one.allocations + one.allocations/4 + 100, 3*one.bytes + 16<<10}
		if one.faults == 0 || two.faults > most.faults || two.allocations > most.allocations || two.bytes > most.bytes {
			t.Errorf("round %d, kinds %b: %+v, and twice as many lines %+v", round, kinds, one, two)
		}
	}
}

// faulty is a line with some of the kinds of faults.
func faulty(random *rand.Rand, kinds, i int) Line {
	l := line(fmt.Sprint(i), "books", "1", "5.00")
	has := func(kind int) bool { return kinds&(1<<kind) != 0 && random.IntN(4) > 0 }
	if has(0) {
		l.ID = "the same"
	}
	if has(1) {
		l.ID = shippingID
	}
	if has(2) {
		l.Category = "magic"
	}
	if has(3) {
		l.SupplyKind = "theft"
	}
	if has(4) {
		l.Quantity = money.Zero
	}
	if has(5) {
		l.Discount = money.MustParse("0.00001")
	}
	if has(6) {
		l.Discount = money.MustParse("6.00")
	}
	return l
}

type faultCost struct{ faults, allocations, bytes uint64 }

func costOf(q Request, whole bool) faultCost {
	best := faultCost{0, ^uint64(0), ^uint64(0)}
	for range 3 { // what runs beside it is not its cost
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := Faults(q, whole)
		runtime.ReadMemStats(&after)
		best.allocations, best.bytes = min(best.allocations, after.Mallocs-before.Mallocs), min(best.bytes, after.TotalAlloc-before.TotalAlloc)
		var in *tax.InputError
		if errors.As(err, &in) {
			best.faults = uint64(len(in.Fields))
		}
	}
	return best
}
