package research_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// A finding's line shows the value of each shape that the law has, its days and where it stands.
func TestLine(t *testing.T) {
	dec := func(s string) *money.Dec { d := money.MustParse(s); return &d }
	from, due, cite := civil.MustParse("2022-04-06"), civil.MustParse("2026-04-15"), []law.Citation{{Locator: "s. 35(1)"}}
	for want, f := range map[string]research.Finding{
		"Allowance: 12570 GBP/year, 2022-04-06 – 2027-04-05 (s. 35(1))": {Title: "Allowance", Value: dec("12570"), Unit: "GBP/year", From: from,
			To: civil.MustParse("2027-04-05"), Citations: cite},
		"Bands: Basic 0.2 ≤ 37700; Higher 0.4 GBP/year, 2022-04-06 – (s. 35(1))": {Title: "Bands", Unit: "GBP/year", From: from, Citations: cite,
			Bands: []research.Band{{Label: "Basic", Rate: *dec("0.2"), To: dec("37700")}, {Label: "Higher", Rate: *dec("0.4")}}},
		"Table: a 1; b 2 EUR":           {Title: "Table", Unit: "EUR", Table: map[string]money.Dec{"b": *dec("2"), "a": *dec("1")}},
		"Due: 2026-04-15 (s. 35(1))":    {Title: "Due", Text: "04-15", Unit: "working day", DueOn: &due, Citations: cite},
		"Rounding: up (s. 35(1))":       {Title: "Rounding", Text: "up", Citations: cite},
		"Act: “Doves are counted.” (3)": {Kind: "passage", Title: "Act", Excerpt: "Doves are counted.", Locator: "3"},
	} {
		if got := f.Line(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
