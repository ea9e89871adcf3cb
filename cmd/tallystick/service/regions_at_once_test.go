package service_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
)

// Of tax regions of one place that are entered at once, however they spell it, one stands, and
// the others are refused by its name; one right after it is refused too. Seed 6.
func TestOneTaxRegionOfAPlace(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	random := rand.New(rand.NewPCG(6, 1))
	places := [][]map[string]any{
		{{"country": "RE"}, {"country": "FR", "region": "FR-974"}, {"country": "FR", "region": "reunion"}},
		{{"country": "PT", "region": "PT-30"}, {"country": "PT", "region": "madeira"}},
		{{"country": "IS"}}, {{"country": "US", "region": "US-MN"}, {"country": "US", "region": "MN"}}, {{"country": "IM"}},
	}
	for n, spelt := range places {
		answers := make([]reply, 2+random.IntN(4))
		var all sync.WaitGroup
		for i := range answers {
			body := region(fmt.Sprint("at once ", n), "", nil)
			for name, v := range spelt[random.IntN(len(spelt))] {
				body[name] = v
			}
			all.Go(func() { answers[i] = w.call(t, "tax_manager", "POST", commercePath+"regions/", body) })
		}
		all.Wait()
		stands := ""
		for _, r := range answers {
			if r.status == 201 {
				if stands != "" {
					t.Errorf("%v: two stand", spelt)
				}
				stands = r.field(t, "id").(string)
			}
		}
		if stands == "" {
			t.Fatalf("%v: none stands: %s", spelt, answers[0].body)
		}
		for _, r := range answers {
			if r.status != 201 {
				r.expect(t, "blockers.0.code", "tax_region_duplicate", "blockers.0.resource", stands)
			}
		}
		after := region("after", "", spelt[0])
		w.must(t, 422, "tax_manager", "POST", commercePath+"regions/", after).expect(t, "blockers.0.code", "tax_region_duplicate")
		w.must(t, 204, "tax_manager", "DELETE", commercePath+"regions/"+stands+"/?on=2026-01-01", nil)
		w.must(t, 201, "tax_manager", "POST", commercePath+"regions/", after) // it is free again
	}
}
