package bench

import (
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// The aims of one calculation: those of the pattern, and that of every place.
const (
	incomeTimeMax   = 3 * time.Microsecond
	incomeAllocsMax = 10
	placeTimeMax    = 10 * time.Microsecond
)

// income measures one calculation in process, for those of the places that the
// registry holds.
func (r *run) income() error {
	registry := all.Registry()
	for _, c := range []struct {
		name string
		req  tax.Request
	}{
		{"GB England 2025-26", tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england"}},
		{"GB Scotland 2025-26", tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "scotland"}},
		{"DE 2025", tax.Request{Jurisdiction: "DE", TaxYear: "2025", Facts: map[string]string{"status": "single"}}},
		{"FR 2025", tax.Request{Jurisdiction: "FR", TaxYear: "2025", Facts: map[string]string{"status": "single"}}},
		{"CA Quebec 2025", tax.Request{Jurisdiction: "CA", TaxYear: "2025", SubRegion: "quebec"}},
	} {
		c.req.Income, c.req.HasIncome = money.MustParse("60000.00"), true
		if _, err := registry.Calculate(&c.req); err != nil {
			r.add(figure{name: "income " + c.name, measured: "not computed: " + err.Error()})
			continue
		}
		took, allocs, err := calculation(registry, &c.req, r.scale(5_000))
		if err != nil {
			return err
		}
		f := figure{name: "income " + c.name, measured: fmt.Sprintf("%d ns, %d allocations", took.Nanoseconds(), allocs), floor: "–"}
		switch f.aim, f.met = "< 10000 ns", took < placeTimeMax; c.req.Jurisdiction {
		case "GB":
			f.aim, f.met = "< 3000 ns, < 10", took < incomeTimeMax && allocs < incomeAllocsMax
		case "CA":
			f.aim, f.met = "< 10000 ns, < 10", took < placeTimeMax && allocs < incomeAllocsMax
		}
		r.add(f)
	}
	return r.states()
}

// calculation takes the best of many short rounds: what others do on the machine, and
// what the service does beside in this process, only ever adds, and a short round is
// often left alone.
func calculation(registry *tax.Registry, req *tax.Request, n int) (took time.Duration, allocs uint64, err error) {
	const perRound, countedMax = 25, 40 // counting stops the process, thus not in every round
	var before, after runtime.MemStats
	allocs = math.MaxUint64
	for i := range max(1, 15*n/perRound) {
		if i < countedMax {
			runtime.ReadMemStats(&before)
		}
		began := time.Now()
		for range perRound {
			if _, err := registry.Calculate(req); err != nil {
				return 0, 0, err
			}
		}
		if round := time.Since(began) / perRound; took == 0 || round < took {
			took = round
		}
		if i < countedMax {
			runtime.ReadMemStats(&after)
			allocs = min(allocs, (after.Mallocs-before.Mallocs+perRound/2)/perRound)
		}
	}
	return took, allocs, nil
}
