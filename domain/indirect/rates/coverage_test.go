package rates_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
)

// What is held of one place is what the list of all says of it.
func TestHeldIsWhatCoverageSays(t *testing.T) {
	sorted := func(list []money.Dec) []money.Dec {
		list = slices.Clone(list)
		slices.SortFunc(list, money.Dec.Cmp)
		return list
	}
	for _, day := range []string{"2015-06-30", "2020-07-01", "2025-01-01", "2026-11-27"} {
		on := civil.MustParse(day)
		rows := rates.Coverage(on)
		if len(rows) < 50 {
			t.Fatalf("%s: %d places", day, len(rows))
		}
		for _, row := range rows {
			var want []money.Dec
			for _, r := range row.Classes {
				want = append(want, r)
			}
			held, ok := rates.Held(row.Country, on)
			if !ok || !slices.EqualFunc(sorted(held), sorted(want), money.Dec.Equal) {
				t.Errorf("%s on %s: %v %t, want %v", row.Country, day, held, ok, want)
			}
		}
	}
	for _, code := range []string{"", "XX", "de", "DE-BY"} {
		if held, ok := rates.Held(code, civil.MustParse("2026-01-01")); ok || held != nil {
			t.Errorf("%q: %v", code, held)
		}
	}
}
