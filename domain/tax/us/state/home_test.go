package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// What a state gives for property tax on a home is taken, or the return refused:
// Schedule ICR of Illinois, Schedule 2 of Form IT-40 of Indiana.
func TestPropertyTaxOfAHome(t *testing.T) {
	for name, c := range map[string]struct {
		slug            string
		year            int
		status          form1040.Status
		wages, property int64
		want            string
	}{
		"Illinois, 5 percent":                 {"illinois", 2025, form1040.Single, 80000, 6000, "3519"},
		"Illinois, at the limit":              {"illinois", 2025, form1040.Single, 250000, 6000, "11934"},
		"Illinois, above the limit":           {"illinois", 2025, form1040.Single, 250001, 6000, "12375"},
		"Illinois, a couple under its limit":  {"illinois", 2025, form1040.Joint, 400000, 6000, "19218"},
		"Illinois, no more than the tax":      {"illinois", 2025, form1040.Single, 5000, 6000, "0"},
		"Indiana, up to 2,500":                {"indiana", 2025, form1040.Single, 80000, 6000, "2295"},
		"Indiana, what was paid":              {"indiana", 2025, form1040.Single, 80000, 1000, "2340"},
		"Indiana, a separate return":          {"indiana", 2025, form1040.Separate, 80000, 6000, "2333"},
		"Michigan gives a refundable credit":  {"michigan", 2025, form1040.Single, 80000, 6000, "3154"},
		"Pennsylvania has a rebate elsewhere": {"pennsylvania", 2025, form1040.Single, 80000, 6000, "2456"},
	} {
		in := wagesOf(c.year, c.status, c.wages, 0, 0)
		in.PropertyTaxes = dollars(c.property)
		t.Run(name, func(t *testing.T) { owes(t, c.slug, in, c.want) })
	}
	later := wagesOf(2026, form1040.Single, 80000, 0, 0)
	if why := Of("indiana").Refuse(later); why != "" {
		t.Errorf("Indiana 2026: %s", why)
	}
	later.PropertyTaxes = dollars(6000)
	if Of("indiana").Refuse(later) == "" {
		t.Error("Indiana 2026 takes property taxes without what it gives for them")
	}
}

// North Carolina's itemised deductions stand apart from the federal choice: home
// mortgage interest with at most 10,000 of property taxes, together at most
// 20,000, gifts, and medical expenses above 0.075 of income; the standard
// deduction of 12,750 where it is larger. Of 2026 the limits are not held.
func TestNorthCarolinaItemized(t *testing.T) {
	for name, c := range map[string]struct {
		mortgage, property, gifts, medical int64
		want                               string
	}{
		"up to 20,000 and gifts":            {18000, 6000, 3000, 0, "3465"},
		"up to 10,000 of property taxes":    {8000, 15000, 0, 0, "3690"},
		"no more than the standard":         {8000, 3000, 0, 0, "3926"},
		"medical expenses above their part": {12000, 0, 0, 17500, "3510"},
	} {
		in := wagesOf(2024, form1040.Single, 100000, 0, 0)
		in.MortgageInterest, in.PropertyTaxes = dollars(c.mortgage), dollars(c.property)
		in.GiftsCash, in.Medical = dollars(c.gifts), dollars(c.medical)
		for _, chosen := range []form1040.Itemizing{form1040.Larger, form1040.Standard, form1040.Itemized} {
			in.Itemizing = chosen
			t.Run(name, func(t *testing.T) { owes(t, "north_carolina", in, c.want) })
		}
	}
	in := wagesOf(2026, form1040.Single, 100000, 0, 0)
	in.MortgageInterest = dollars(18000)
	if Of("north_carolina").Refuse(in) == "" {
		t.Error("2026 is taken without its limits")
	}
	in = wagesOf(2024, form1040.Separate, 100000, 0, 0)
	in.SpouseItemizes = true
	if Of("north_carolina").Refuse(in) == "" {
		t.Error("a separate filer has a standard deduction though the spouse itemises")
	}
}

// What the care of a child cost changes nothing where the state gives nothing
// for it, or refunds alone, and is refused elsewhere.
func TestCareCredits(t *testing.T) {
	for _, slug := range []string{"illinois", "north_carolina", "pennsylvania", "new_york", "indiana"} {
		in := wagesOf(2025, form1040.Head, 60000, 1, 0)
		before := compute(t, Of(slug), in)
		in.CarePersons, in.CareExpenses = 1, dollars(3000)
		if why := Of(slug).Refuse(in); why != "" {
			t.Errorf("%s: %s", slug, why)
		}
		if after := compute(t, Of(slug), in); !after.Tax.Equal(before.Tax) || len(after.Citations) <= len(before.Citations) {
			t.Errorf("%s: %s became %s, %d citations %d", slug, before.Tax, after.Tax, len(before.Citations), len(after.Citations))
		}
	}
	for _, slug := range []string{"kansas"} { // whose credit is read for 2025 alone
		in := wagesOf(2024, form1040.Single, 60000, 1, 0)
		in.CarePersons, in.CareExpenses = 1, dollars(3000)
		if Of(slug).Refuse(in) == "" {
			t.Errorf("%s has a credit for care, and takes what it cost", slug)
		}
	}
}

// Ohio deducts medical expenses without Schedule A.
func TestOhioMedicalExpenses(t *testing.T) {
	in := wagesOf(2025, form1040.Single, 80000, 0, 0)
	in.Medical = dollars(20000)
	if Of("ohio").Refuse(in) == "" {
		t.Error("medical expenses are taken and ignored")
	}
}
