package bench

import (
	"fmt"
	"runtime"
	"slices"
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

// calculation takes the best of fifteen rounds: what others do on the machine
// only ever adds.
func calculation(registry *tax.Registry, req *tax.Request, n int) (took time.Duration, allocs uint64, err error) {
	var rounds []time.Duration
	var before, after runtime.MemStats
	for range 15 {
		runtime.ReadMemStats(&before)
		began := time.Now()
		for range n {
			if _, err := registry.Calculate(req); err != nil {
				return 0, 0, err
			}
		}
		rounds = append(rounds, time.Since(began)/time.Duration(n))
		runtime.ReadMemStats(&after)
		allocs = (after.Mallocs - before.Mallocs) / uint64(n)
	}
	slices.Sort(rounds)
	return rounds[0], allocs, nil
}
