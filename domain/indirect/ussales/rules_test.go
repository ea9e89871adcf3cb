package ussales

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

func TestSourcing(t *testing.T) {
	for state, want := range map[string]Sourcing{"TX": AtOrigin, "OH": AtOrigin, "CA": Mixed, "MN": AtDestination, "FL": AtDestination} {
		if r, ok := SourcingOf(law.MustOpen("us"), state, day); !ok || r.Sourcing != want || len(r.Citations) < 2 {
			t.Errorf("%s: %+v", state, r)
		}
	}
	if r, _ := SourcingOf(law.MustOpen("us"), "TX", day); r.LocalCap.String() != "0.02" {
		t.Errorf("the cap of Texas is %s", r.LocalCap)
	}
	// New Mexico's sources contradict each other; Alaska's localities differ.
	for _, state := range []string{"NM", "AK", "ZZ"} {
		if r, ok := SourcingOf(law.MustOpen("us"), state, day); ok {
			t.Errorf("%s: %+v", state, r)
		}
	}
}

func TestMarketplaces(t *testing.T) {
	for _, c := range []struct {
		state, day string
		held       bool
	}{
		{"AZ", "2019-09-30", false}, {"AZ", "2019-10-01", true}, {"FL", "2021-06-30", false}, {"FL", "2021-07-01", true},
		{"TX", "2026-01-01", true}, {"OR", "2026-01-01", false}, {"MO", "2022-12-31", false}, {"MO", "2023-01-01", true},
	} {
		if m, ok := MarketplaceOf(law.MustOpen("us"), c.state, civil.MustParse(c.day)); ok != c.held || ok && len(m.Citations) == 0 {
			t.Errorf("%+v: %+v", c, m)
		}
	}
}

func TestHolidays(t *testing.T) {
	for _, c := range []struct {
		state, category, day, price string
		today, covers, local        bool
	}{
		// The dates and limits of the Comptroller: below $100, state and local.
		{"TX", "clothing", "2026-08-07", "99.99", true, true, true}, {"TX", "clothing", "2026-08-09", "100", true, false, true},
		{"TX", "clothing", "2026-08-10", "10", false, false, false},
		{"TN", "computers", "2025-07-27", "1500", true, true, true}, {"TN", "computers", "2025-07-27", "1500.01", true, false, true},
		{"OH", "clothing", "2025-08-14", "500", true, true, true}, {"OH", "clothing", "2026-08-08", "75.01", true, false, true},
		{"SC", "school_supplies", "2026-08-07", "9999", true, true, true},
		{"AL", "books", "2026-07-18", "30", true, true, false}, // the localities choose
		{"MN", "clothing", "2026-08-08", "1", false, false, false},
		// From the last Friday in July, which is the 31st in 2020 and in 2026.
		{"TN", "clothing", "2026-07-24", "10", false, false, false}, {"TN", "clothing", "2026-08-02", "100", true, true, true},
		{"TN", "computers", "2020-07-31", "3000", true, true, true},
		{"MA", "goods_standard", "2026-08-08", "2500", true, true, true}, {"MA", "computers", "2026-08-09", "2500.01", true, false, true},
		{"NM", "clothing", "2025-07-25", "99.99", true, true, false}, {"NM", "computers", "2023-08-06", "1000", true, true, false},
	} {
		h, today, _ := HolidayOf(law.MustOpen("us"), c.state, c.category, civil.MustParse(c.day))
		if today != c.today || today && (h.Covers(money.MustParse(c.price)) != c.covers || h.LocalToo != c.local || len(h.Citations) == 0) {
			t.Errorf("%+v: %+v", c, h)
		}
	}
	if _, _, year := HolidayOf(law.MustOpen("us"), "TX", "clothing", civil.MustParse("2027-08-07")); year {
		t.Error("the holiday of 2027 is held before it is published")
	}
}

// Every holiday names a category of the catalogue and one limit, and lasts no
// longer than a month.
func TestHolidaysAreSound(t *testing.T) {
	n := 0
	for name, p := range law.MustOpen("us").Parameters {
		state, cat, is := strings.Cut(strings.TrimPrefix(name, "sales_"), "_holiday_")
		if !is {
			continue
		}
		if _, ok := category.Get(cat); !ok || len(state) != 2 {
			t.Errorf("%s names no category", name)
		}
		for _, v := range p.Values {
			n++
			limits := 0
			for key := range v.Table {
				switch key {
				case "item_up_to", "item_below", "any_price":
					limits++
				case "local":
				default:
					t.Errorf("%s from %s: %q is no limit", name, v.From, key)
				}
			}
			if days := v.From.DaysUntil(v.To); limits != 1 || v.To.IsZero() || days < 0 || days > 30 {
				t.Errorf("%s from %s to %s: %d limits", name, v.From, v.To, limits)
			}
		}
	}
	if n < 80 {
		t.Errorf("%d holidays", n)
	}
}

// The count of transactions ends on the day that each state struck it.
func TestTransactionTestsEnd(t *testing.T) {
	for _, c := range []struct {
		state, last string
	}{
		{"IN", "2023-12-31"}, {"WY", "2024-06-30"}, {"NC", "2024-06-30"}, {"SD", "2023-06-30"}, {"UT", "2025-06-30"}, {"IL", "2025-12-31"},
		{"KY", "2026-07-31"},
	} {
		on := civil.MustParse(c.last)
		before, held := NexusOf(c.state, on)
		after, still := NexusOf(c.state, on.AddDays(1))
		if !held || !still || before.Transactions != 200 || before.Both || after.Transactions != 0 || after.Sales.String() != "100000" {
			t.Errorf("%s: %+v until %s, then %+v", c.state, before, c.last, after)
		}
	}
}
