package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The Child Deduction Table of the Department of Revenue, each row at its
// upper end and a dollar above: https://www.ncdor.gov/taxes-forms/north-carolina-child-deduction.
func TestNorthCarolinaChildDeductionTable(t *testing.T) {
	amounts := []int64{3000, 2500, 2000, 1500, 1000, 500, 0}
	for status, ends := range map[form1040.Status][]int64{
		form1040.Joint:           {40000, 60000, 80000, 100000, 120000, 140000},
		form1040.SurvivingSpouse: {40000, 60000, 80000, 100000, 120000, 140000},
		form1040.Head:            {30000, 45000, 60000, 75000, 90000, 105000},
		form1040.Single:          {20000, 30000, 40000, 50000, 60000, 70000},
		form1040.Separate:        {20000, 30000, 40000, 50000, 60000, 70000},
	} {
		for _, year := range []int{2022, 2023, 2025} { // the years of the Department's page
			for i, end := range ends {
				for more, want := range map[int64]int64{0: amounts[i], 1: amounts[i+1]} {
					e, in := Of("north_carolina"), wagesOf(year, status, end+more, 2, 0)
					p, err := e.params(year)
					if err != nil {
						t.Fatal(err)
					}
					c := filing{in: in, f: sheet(t, in), p: p, agi: dollars(end + more)}
					if got := p.own.deduct(&c); !got.Equal(dollars(2 * want)) {
						t.Errorf("%d %s, income %d, two children: %s, the table gives %d each", year, status, end+more, got, want)
					}
				}
			}
		}
	}
}

// Worked out by hand from domain/tax/law/us-xx/children.yaml.
func TestChildren(t *testing.T) {
	for _, c := range []struct {
		slug             string
		year             int
		status           form1040.Status
		wages            int64
		children, others int
		want             string
	}{
		{"arizona", 2024, form1040.Joint, 100000, 2, 1, "1545"},       // (100000 − 29200) × 2.5 % − 225
		{"arizona", 2024, form1040.Joint, 405500, 2, 0, "9268"},       // (405500 − 29200) × 2.5 % − 200 × (1 − 6 × 5 %)
		{"georgia", 2025, form1040.Joint, 100000, 2, 0, "3529"},       // (100000 − 24000 − 8000) × 5.19 %
		{"louisiana", 2025, form1040.Head, 60000, 2, 0, "1050"},       // (60000 − 25000) × 3 %
		{"north_carolina", 2025, form1040.Joint, 80001, 2, 0, "2189"}, // (80001 − 25500 − 3000) × 4.25 %
	} {
		in := wagesOf(c.year, c.status, c.wages, c.children, c.others)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s: %s", c.slug, why)
			continue
		}
		if got := compute(t, e, in); !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %d, %s, wages %d: %s, want %s\n%s", c.slug, c.year, c.status, c.wages, got.Tax, c.want, lines(got))
		}
	}
	for slug, in := range map[string]*form1040.Return{
		"arizona": wagesOf(2024, form1040.Head, 30000, 1, 0), "georgia": wagesOf(2026, form1040.Head, 60000, 1, 0),
	} {
		if Of(slug).Refuse(in) == "" {
			t.Errorf("%s takes a child whose credit it does not model", slug)
		}
	}
}
