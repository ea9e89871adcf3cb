package us

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// Worked out by hand from the figures in domain/tax/law/us-xx/local.yaml.
func TestLocalIncomeTaxes(t *testing.T) {
	for _, c := range []struct {
		region, year, status string
		wages                string
		facts                []string
		want                 string
	}{
		// 1813 + (52025 − 50000) × 3.876 %
		{"new_york", "2024", "single", "60000", []string{"locality", "new_york_city"}, "1891.00"},
		// 1813 + (92000 − 50000) × 3.876 %
		{"new_york", "2024", "single", "100000", []string{"locality", "new_york_city"}, "3441.00"},
		// row of 6800: 6825 × 3.078 % = 210, less 15
		{"new_york", "2023", "head_of_household", "18000", []string{"locality", "new_york_city"}, "195.00"},
		// 2697 × 16.75 %
		{"new_york", "2024", "single", "60000", []string{"locality", "yonkers"}, "452.00"},
		// 60000 × 0.5 %
		{"new_york", "2024", "single", "60000", []string{"locality", "yonkers_nonresident"}, "300.00"},
		// 54100 × 3.2 %
		{"maryland", "2024", "single", "60000", []string{"locality", "howard_county_md"}, "1731.00"},
		// 2025 + (146900 − 75000) × 2.94 %
		{"maryland", "2025", "married_joint", "160000", []string{"locality", "anne_arundel_county_md", "spouse_age", "40", "other_dependents",
			"2"}, "4139.00"},
		// 1350 + (54250 − 50000) × 2.81 %
		{"maryland", "2023", "single", "60000", []string{"locality", "anne_arundel_county_md"}, "1469.00"},
		// the county's part of the earned income credit is more than 339
		{"maryland", "2024", "head_of_household", "20000", []string{"locality", "baltimore_city_md", "children", "1"}, "0.00"},
		{"indiana", "2025", "single", "60000", []string{"locality", "marion_county_in"}, "1192.00"}, // 59000 × 2.02 %
		{"ohio", "2025", "single", "60000", []string{"municipal_rate", "0.025"}, "1500.00"},
	} {
		req := earning(filer(c.year, c.region, c.status, c.facts...), "employment", c.wages)
		req.Explain = true
		got := calculate(t, registry, req)
		if have := levy(&got, "local_income_tax"); have != c.want {
			t.Errorf("%s %s %v: %s, want %s", c.region, c.year, c.facts, have, c.want)
		}
		alone := earning(filer(c.year, c.region, c.status, c.facts[2:]...), "employment", c.wages)
		without := calculate(t, registry, alone)
		if !without.TotalTax.Equal(got.TotalTax) || levy(&without, "local_income_tax") != "" || levy(&without, "state_income_tax") != levy(&got,
			"state_income_tax") {
			t.Errorf("%s: a locality changes more than its own levy", c.region)
		}
		if len(got.Citations) <= len(without.Citations) {
			t.Errorf("%s: the local tax cites nothing of its own", c.region)
		}
	}
}

func TestLocalitiesThatDoNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		req   tax.Request
		input bool
	}{
		"a county of another state": {earning(filer("2025", "texas", "single", "locality", "marion_county_in"), "employment",
			"60000"), true},
		"a municipal rate elsewhere": {earning(filer("2025", "indiana", "single", "municipal_rate", "0.02"), "employment", "60000"),
			true},
		"a county whose rate is not known": {earning(filer("2024", "maryland", "single", "locality", "frederick_county_md"), "employment",
			"60000"), false},
		"the city credit of low incomes": {earning(filer("2025", "new_york", "single", "locality", "new_york_city", "children", "1"),
			"employment", "60000"), false},
		"the surcharge with refundable credits": {earning(filer("2024", "new_york", "single", "locality", "yonkers", "children", "1"),
			"employment", "60000"), false},
		"wages with an exclusion in Yonkers": {earning(filer("2024", "new_york", "single", "locality", "yonkers_nonresident"), "employment",
			"30000"), false},
	} {
		_, err := registry.Calculate(&c.req)
		var input *tax.InputError
		var unavailable *tax.Unavailable
		if c.input && !errors.As(err, &input) || !c.input && !errors.As(err, &unavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	req := earning(filer("2025", "indiana", "single"), "employment", "60000")
	if got := calculate(t, registry, req); !slices.ContainsFunc(got.Assumptions,
		func(s string) bool { return strings.Contains(s, "county") && strings.Contains(s, "Indiana") }) {
		t.Errorf("the county tax that is left out is not named: %v", got.Assumptions)
	}
}

// Every locality has a tax in some year that its state's entry models.
func TestEveryLocalityComputes(t *testing.T) {
	names := state.Localities()
	if len(names) < 119 {
		t.Fatalf("%d localities; Indiana has 92 counties, Maryland 24 with Baltimore, and New York three entries", len(names))
	}
	for _, name := range names {
		region := "new_york"
		switch {
		case strings.HasSuffix(name, "_in"):
			region = "indiana"
		case strings.HasSuffix(name, "_md"):
			region = "maryland"
		}
		req := earning(filer("2022", region, "single", "locality", name), "employment", "100000")
		got := calculate(t, registry, req)
		if amount := levy(&got, "local_income_tax"); amount == "" || strings.HasPrefix(amount, "0") || len(amount) > len("9999.99") {
			t.Errorf("%s: %q on 100,000", name, amount)
		}
	}
}
