package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

func dollars(x int64) money.Dec { return money.FromInt(x) }

// wagesOf is a return with wages and dependents.
func wagesOf(year int, status form1040.Status, amount int64, children, others int) *form1040.Return {
	in := &form1040.Return{Year: year, Status: status, Children: children, EICChildren: children, OtherDependents: others}
	in.You.Age, in.Spouse.Age = 40, 40
	in.You.Wages = dollars(amount)
	return in
}

func sheet(t *testing.T, in *form1040.Return) *form1040.Sheet {
	t.Helper()
	p, err := form1040.ForYear(in.Year)
	if err != nil {
		t.Fatal(err)
	}
	return form1040.NewSheet(p, in, false)
}

// Worked out by hand from the figures in domain/tax/law/us-xx, on income y:
// rate × (income − deductions), to the dollar.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		slug     string
		year     int
		status   form1040.Status
		wages    int64
		children int
		others   int
		want     string
	}{
		{"texas", 2025, form1040.Joint, 200000, 2, 0, "0"},
		{"arizona", 2024, form1040.Single, 50000, 0, 0, "885"},       // (50000 − 14600) × 2.5 %
		{"colorado", 2025, form1040.Single, 299999, 0, 0, "12507"},   // (299999 − 15750) × 4.4 %
		{"colorado", 2025, form1040.Single, 300000, 0, 0, "12672"},   // (300000 − 12000) × 4.4 %
		{"colorado", 2022, form1040.Single, 300000, 0, 0, "12630"},   // (300000 − 12950) × 4.4 %
		{"georgia", 2025, form1040.Joint, 60000, 0, 1, "1661"},       // (60000 − 24000 − 4000) × 5.19 %
		{"georgia", 2025, form1040.Single, 18000, 0, 0, "306"},       // (18000 − 12000) × 5.19 % − 5
		{"illinois", 2025, form1040.Joint, 100000, 1, 0, "4527"},     // (100000 − 3 × 2850) × 4.95 %
		{"illinois", 2025, form1040.Single, 250001, 0, 0, "12375"},   // no exemption: 250001 × 4.95 %
		{"indiana", 2025, form1040.Single, 60000, 1, 0, "1695"},      // (60000 − 1000 − 1000 − 1500) × 3 %
		{"louisiana", 2025, form1040.Joint, 80000, 0, 0, "1650"},     // (80000 − 25000) × 3 %
		{"michigan", 2025, form1040.Joint, 90000, 2, 0, "2839"},      // (90000 − 4 × 5800) × 4.25 %
		{"mississippi", 2025, form1040.Single, 50000, 0, 0, "1395"},  // (50000 − 2300 − 6000 − 10000) × 4.4 %
		{"north_carolina", 2026, form1040.Head, 70000, 0, 0, "2030"}, // (70000 − 19125) × 3.99 %
		{"utah", 2025, form1040.Single, 50000, 0, 0, "1718"},         // 2250 − (945 − (50000 − 18213) × 1.3 %)
		{"utah", 2025, form1040.Single, 15000, 0, 0, "0"},            // 675 < 945
		{"utah", 2025, form1040.Joint, 100000, 0, 1, "3310"},         // 4500 − ((31500 + 2111) × 6 % − (100000 − 36426) × 1.3 %)
		{"new_hampshire", 2025, form1040.Single, 100000, 0, 0, "0"},
	} {
		in := wagesOf(c.year, c.status, c.wages, c.children, c.others)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s %d: %s", c.slug, c.year, why)
			continue
		}
		got, err := e.Compute(in, sheet(t, in), true)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %d, wages %d: %s, want %s", c.slug, c.year, c.wages, got.Tax, c.want)
		}
		if len(got.Citations) == 0 || len(got.Steps) == 0 {
			t.Errorf("%s %d: %d citations, %d steps", c.slug, c.year, len(got.Citations), len(got.Steps))
		}
	}
}

// What a state's entry does not model is refused, never ignored.
func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(*form1040.Return){
		"year":            func(r *form1040.Return) { r.Year = 2021 },
		"child":           func(r *form1040.Return) { r.Children = 1 },
		"dependent":       func(r *form1040.Return) { r.OtherDependents = 1 },
		"age":             func(r *form1040.Return) { r.You.Age = 65 },
		"blindness":       func(r *form1040.Return) { r.You.Blind = true },
		"claimable":       func(r *form1040.Return) { r.Claimable = true },
		"itemised":        func(r *form1040.Return) { r.MortgageInterest = dollars(1) },
		"benefits":        func(r *form1040.Return) { r.SocialSecurity = dollars(1) },
		"pension":         func(r *form1040.Return) { r.Pensions = dollars(1) },
		"self-employment": func(r *form1040.Return) { r.You.SelfEmployment = dollars(-1) },
		"gain":            func(r *form1040.Return) { r.LongTermGain = dollars(-1) },
		"other income":    func(r *form1040.Return) { r.OtherIncome = dollars(1) },
		"tips":            func(r *form1040.Return) { r.You.Tips = dollars(1) },
	} {
		in := wagesOf(2025, form1040.Single, 50000, 0, 0)
		change(in)
		if Of("louisiana").Refuse(in) == "" {
			t.Errorf("%s: not refused", name)
		}
	}
	gain := wagesOf(2025, form1040.Single, 50000, 0, 0)
	gain.LongTermGain = dollars(300000)
	interest := wagesOf(2025, form1040.Single, 50000, 0, 0)
	interest.Interest = dollars(1)
	if Of("washington").Refuse(gain) == "" || Of("texas").Refuse(gain) != "" || Of("new_hampshire").Refuse(interest) == "" {
		t.Error("a state without an income tax must refuse what its other taxes reach, and only that")
	}
}

// Every year an entry declares resolves.
func TestEveryYearResolves(t *testing.T) {
	for _, e := range Entries {
		for year := e.From; year <= e.To; year++ {
			if _, err := e.params(year); err != nil {
				t.Error(err)
			}
		}
		if Of(e.Slug) != e || len(e.Kinds) == 0 || e.Kinds[0] != tax.Employment {
			t.Errorf("%s: slug %s, kinds %v", e.Name, e.Slug, e.Kinds)
		}
	}
}
