package payroll

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// The grids at their edges: 1,620 is the first euro of 0.5 % from May 2025 on,
// 1,591 before, and 1,635 from May 2026 on (CGI art. 204 H III, BOI-BAREME-000037).
func TestNeutralGrids(t *testing.T) {
	for _, c := range []struct {
		day          civil.Date
		region, rate string
		taxable      string
	}{
		{civil.Of(2025, 4, 30), "metropole", "0.005", "1591"}, {civil.Of(2025, 4, 30), "metropole", "0", "1590.99"},
		{civil.Of(2025, 5, 1), "metropole", "0", "1619.99"}, {civil.Of(2025, 5, 1), "metropole", "0.005", "1620"},
		{civil.Of(2026, 4, 30), "metropole", "0.005", "1620"}, {civil.Of(2026, 5, 1), "metropole", "0", "1634.99"},
		{civil.Of(2026, 5, 1), "metropole", "0.43", "55558"},
		{civil.Of(2026, 5, 1), antilles, "0.24", "13737.99"}, {civil.Of(2026, 5, 1), antilles, "0.28", "13738"},
		{civil.Of(2025, 6, 1), "guyane", "0.041", "2904"},
	} {
		if got := resolved.On(nil, c.day)[c.region].neutralRate(money.MustParse(c.taxable)); !got.Equal(money.MustParse(c.rate)) {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
