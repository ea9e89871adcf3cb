package state

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// kinds adds an amount of each kind of income to a return, the age such that
// federal law lets it stand there.
var kinds = []struct {
	name string
	add  func(r *form1040.Return, x int64)
}{
	{"wages", func(r *form1040.Return, x int64) { r.You.Wages = r.You.Wages.Add(dollars(x)) }},
	{"business", func(r *form1040.Return, x int64) { r.You.SelfEmployment = dollars(x) }},
	{"long gain", func(r *form1040.Return, x int64) { r.LongTermGain = dollars(x) }},
	{"short gain", func(r *form1040.Return, x int64) { r.ShortTermGain = dollars(x) }},
	{"qualified", func(r *form1040.Return, x int64) { r.OrdinaryDividends, r.QualifiedDividends = dollars(x), dollars(x) }},
	{"benefits", func(r *form1040.Return, x int64) { r.SocialSecurity = dollars(x) }},
	{"jobless", func(r *form1040.Return, x int64) { r.Unemployment = dollars(x) }},
	{"rents", func(r *form1040.Return, x int64) { r.RentalAndPassthrough = dollars(x) }},
	{"pension", func(r *form1040.Return, x int64) { r.Pensions = dollars(x) }},
}

func addKind(in *form1040.Return, name string, x int64) {
	for i := range kinds {
		if kinds[i].name == name {
			kinds[i].add(in, x)
			return
		}
	}
	panic("no kind " + name)
}

func compute(t *testing.T, e *Entry, in *form1040.Return) Result {
	t.Helper()
	got, err := e.Compute(in, sheet(t, in), true)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Worked out by hand from domain/tax/law/us-xx, each on wages of the amount and
// an income of a kind. Half the self-employment tax on a profit of 20,000 is
// 1,413; of benefits of 20,000 beside wages of 60,000 the federal return counts
// 17,000.
func TestOtherIncomes(t *testing.T) {
	for _, c := range []struct {
		slug   string
		year   int
		status form1040.Status
		wages  int64
		kind   string
		amount int64
		want   string
	}{
		{"illinois", 2025, form1040.Single, 60000, "long gain", 20000, "3819"},     // (80000 − 2850) × 4.95 %
		{"illinois", 2025, form1040.Single, 60000, "rents", 20000, "3819"},         // the same
		{"illinois", 2025, form1040.Single, 60000, "pension", 20000, "2829"},       // (60000 − 2850) × 4.95 %
		{"indiana", 2025, form1040.Single, 60000, "pension", 20000, "2370"},        // (80000 − 1000) × 3 %
		{"pennsylvania", 2025, form1040.Single, 60000, "rents", 20000, "2456"},     // 80000 × 3.07 %
		{"north_carolina", 2025, form1040.Single, 60000, "pension", 20000, "2858"}, // (80000 − 12750) × 4.25 %
		{"michigan", 2025, form1040.Single, 60000, "rents", 20000, "3154"},         // (80000 − 5800) × 4.25 %
		{"illinois", 2025, form1040.Single, 60000, "business", 20000, "3749"},      // (80000 − 1413 − 2850) × 4.95 %
		{"illinois", 2025, form1040.Single, 60000, "benefits", 20000, "2829"},      // (77000 − 17000 − 2850) × 4.95 %
		// (80000 − 5800) × 4.25 %: the deduction for self-employment tax is added back
		{"michigan", 2025, form1040.Single, 60000, "business", 20000, "3154"},
		{"pennsylvania", 2025, form1040.Single, 60000, "business", 20000, "2456"}, // 80000 × 3.07 %
		{"pennsylvania", 2025, form1040.Single, 60000, "jobless", 20000, "1842"},  // 60000 × 3.07 %
		{"new_jersey", 2024, form1040.Single, 50000, "benefits", 20000, "1213"},   // as without
		{"california", 2024, form1040.Single, 60000, "jobless", 20000, "1699"},    // as without
		// row of 74460: 3108.72 + (74500 − 70606) × 9.3 % = 3471, less 149
		{"california", 2024, form1040.Single, 60000, "long gain", 20000, "3322"},
		{"missouri", 2025, form1040.Single, 50000, "long gain", 20000, "1378"}, // 256 + (50000 − 15750 − 25 % × 4760 − 9191) × 4.7 %
		// 70 % of it: the deduction is 13560 − (74000 − 19550) × 12 % = 7026; 513.80 + 1575.20 + (66274 − 50480) × 5.3 %
		{"wisconsin", 2025, form1040.Single, 60000, "long gain", 20000, "2926"},
		{"south_carolina", 2025, form1040.Single, 60000, "long gain", 20000, "2730"}, // (71200 − 15000 − 17830) × 6 % + 428.10
		{"north_dakota", 2025, form1040.Single, 100000, "long gain", 20000, "932"},   // (84250 + 12000 − 48475) × 1.95 %
		{"north_dakota", 2025, form1040.Single, 100000, "qualified", 20000, "932"},   // the same
		{"north_dakota", 2025, form1040.Single, 100000, "short gain", 20000, "1088"}, // (104250 − 48475) × 1.95 %
		// 991.70 + (34250 − 21100) × 5.9 % = 1768; 20000 × 4.1 % = 820
		{"montana", 2025, form1040.Single, 50000, "long gain", 20000, "2588"},
		// 5400 × 4.7 % = 254; 15100 × 3 % + 4900 × 4.1 % = 654
		{"montana", 2024, form1040.Single, 20000, "long gain", 20000, "908"},
		{"new_mexico", 2025, form1040.Single, 30000, "long gain", 20000, "1090"},    // 434.50 + (50000 − 15750 − 2500 − 16500) × 4.3 %
		{"vermont", 2024, form1040.Joint, 107050, "long gain", 4000, "2813"},        // within the flat exclusion
		{"hawaii", 2025, form1040.Single, 200000, "long gain", 100000, "21196"},     // 13946.32 on 194456, and 100000 × 7.25 %
		{"massachusetts", 2025, form1040.Single, 60000, "long gain", 20000, "3680"}, // (80000 − 2000 − 4400) × 5 %
		{"arizona", 2024, form1040.Single, 50000, "business", 20000, "1350"},        // (70000 − 1413 − 14600) × 2.5 %
		{"colorado", 2025, form1040.Single, 60000, "business", 20000, "2601"},       // (80000 − 1413 − 15750 − 20 % × 18587) × 4.4 %
		// exempt; 5 % × 1200 less, since the federal tax on it is deducted
		{"alabama", 2024, form1040.Single, 50000, "jobless", 10000, "1999"},
		{"virginia", 2024, form1040.Single, 50000, "jobless", 20000, "2075"},               // as without
		{"maryland", 2024, form1040.Single, 60000, "long gain", 20000, "3467"},             // 20000 × 4.75 % more
		{"north_carolina", 2026, form1040.Head, 70000, "benefits", 20000, "2030"},          // as without
		{"district_of_columbia", 2024, form1040.Single, 100000, "benefits", 20000, "5659"}, // as without
	} {
		in := wagesOf(c.year, c.status, c.wages, 0, 0)
		addKind(in, c.kind, c.amount)
		e := Of(c.slug)
		if why := e.Refuse(in); why != "" {
			t.Errorf("%s %d, %s: %s", c.slug, c.year, c.kind, why)
			continue
		}
		if got := compute(t, e, in); !got.Tax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %d, %s, wages %d, %s of %d: %s, want %s\n%v", c.slug, c.year, c.status, c.wages, c.kind, c.amount, got.Tax, c.want,
				lines(got))
		}
	}
}

func lines(r Result) string {
	var b strings.Builder
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "  %s %s\n", s.Code, s.Amount)
	}
	return b.String()
}

// An entry says which kinds its parameters model in every year that lists any.
func TestKindsFollowTheParameters(t *testing.T) {
	for _, e := range Entries {
		if e.Untaxed() {
			continue
		}
		for year := e.Held().From; year <= e.Held().To; year++ {
			p, err := e.params(year)
			if err != nil {
				t.Fatal(err)
			}
			for kind, part := range map[tax.Kind]incomeKind{tax.CapitalGains: longGains, tax.SelfEmployment: business} {
				if got := p.incomes.part[part].known; got != slices.Contains(e.Held().KindsIn(year), kind) {
					t.Errorf("%s %d: %s is modelled %t, the entry says %v", e.Name, year, kind, got, e.Held().KindsIn(year))
				}
			}
			for kind := range p.incomes.part {
				x := p.incomes.part[kind]
				if x.known && (x.of.Sign() < 0 || x.of.Greater(money.One) || len(p.law.of(x.group)) == 0) {
					t.Errorf("%s %d, %s: part %s with %d citations", e.Name, year, incomeNames[kind], x.of, len(p.law.of(x.group)))
				}
			}
		}
	}
}

// What a state's parameters do not know is refused.
func TestOtherIncomesRefused(t *testing.T) {
	for name, c := range map[string]struct {
		slug   string
		year   int
		change func(*form1040.Return)
	}{
		"gains by date of purchase":   {"arizona", 2024, func(r *form1040.Return) { r.LongTermGain = dollars(1) }},
		"benefits by income":          {"connecticut", 2024, func(r *form1040.Return) { r.SocialSecurity = dollars(1) }},
		"benefits before 2024":        {"nebraska", 2023, func(r *form1040.Return) { r.SocialSecurity = dollars(1) }},
		"business income deduction":   {"ohio", 2024, func(r *form1040.Return) { r.You.SelfEmployment = dollars(1) }},
		"part of unemployment":        {"indiana", 2024, func(r *form1040.Return) { r.Unemployment = dollars(1) }},
		"short-term gains apart":      {"massachusetts", 2024, func(r *form1040.Return) { r.ShortTermGain = dollars(1) }},
		"losses":                      {"massachusetts", 2024, func(r *form1040.Return) { r.LongTermGain = dollars(-1) }},
		"losses in full":              {"alabama", 2024, func(r *form1040.Return) { r.ShortTermGain = dollars(-1) }},
		"losses of another limit":     {"wisconsin", 2022, func(r *form1040.Return) { r.LongTermGain = dollars(-1) }},
		"losses where gains are free": {"missouri", 2025, func(r *form1040.Return) { r.LongTermGain = dollars(-1) }},
		"business loss":               {"pennsylvania", 2024, func(r *form1040.Return) { r.You.SelfEmployment = dollars(-1) }},
		"collectibles": {"south_carolina", 2025,
			func(r *form1040.Return) { r.LongTermGain, r.CollectiblesGain = dollars(2), dollars(1) }},
		"separate gains": {"new_mexico", 2024,
			func(r *form1040.Return) { r.Status, r.LongTermGain = form1040.Separate, dollars(1) }},
		"gains of high incomes":    {"maryland", 2025, func(r *form1040.Return) { r.LongTermGain = dollars(300001) }},
		"gains with a minimum tax": {"connecticut", 2024, func(r *form1040.Return) { r.LongTermGain = dollars(450001) }},
		"net investment income":    {"minnesota", 2024, func(r *form1040.Return) { r.LongTermGain = dollars(1000001) }},
		"two earners": {"virginia", 2024,
			func(r *form1040.Return) { r.Status, r.Spouse.SelfEmployment = form1040.Joint, dollars(1) }},
		"plan of the self-employed":  {"new_jersey", 2024, func(r *form1040.Return) { r.SelfEmployedRetirement = dollars(1) }},
		"sixty-two in New Jersey":    {"new_jersey", 2024, func(r *form1040.Return) { r.You.Age, r.Interest = 62, dollars(1) }},
		"sixty-two in Georgia":       {"georgia", 2024, func(r *form1040.Return) { r.You.Age = 62 }},
		"rents at sixty in Delaware": {"delaware", 2024, func(r *form1040.Return) { r.You.Age, r.RentalAndPassthrough = 60, dollars(1) }},
		"pension":                    {"new_york", 2024, func(r *form1040.Return) { r.Pensions = dollars(1) }},
		"pension of a couple":        {"minnesota", 2024, func(r *form1040.Return) { r.Status, r.Pensions = form1040.Joint, dollars(1) }},
		"rents of a business state":  {"ohio", 2024, func(r *form1040.Return) { r.RentalAndPassthrough = dollars(1) }},
		"rental loss":                {"pennsylvania", 2024, func(r *form1040.Return) { r.RentalAndPassthrough = dollars(-1) }},
		"sixty in Delaware":          {"delaware", 2024, func(r *form1040.Return) { r.You.Age, r.LongTermGain = 60, dollars(1) }},
		"qualified dividends, Montana": {"montana", 2024,
			func(r *form1040.Return) { r.OrdinaryDividends, r.QualifiedDividends = dollars(1), dollars(1) }},
	} {
		in := wagesOf(c.year, form1040.Single, 50001, 0, 0)
		if why := Of(c.slug).Refuse(in); why != "" {
			t.Errorf("%s: a plain return is refused: %s", c.slug, why)
		}
		c.change(in)
		if why := Of(c.slug).Refuse(in); !strings.Contains(why, "not modelled") {
			t.Errorf("%s, %s: refused with %q", c.slug, name, why)
		}
	}
	for slug, change := range map[string]func(*form1040.Return){
		"wisconsin 60 %":   func(r *form1040.Return) { r.ShortTermGain, r.LongTermGain = dollars(-1), dollars(2) },
		"delaware at 60":   func(r *form1040.Return) { r.You.Age = 60 },
		"new_jersey at 62": func(r *form1040.Return) { r.You.Age = 62 },
		"illinois a loss":  func(r *form1040.Return) { r.LongTermGain = dollars(-1) },
	} {
		in := wagesOf(2024, form1040.Single, 50000, 0, 0)
		change(in)
		name, _, _ := strings.Cut(slug, " ")
		if why := Of(name).Refuse(in); why != "" {
			t.Errorf("%s: refused with %q", slug, why)
		}
	}
}

// More of any kind of income that a state taxes does not lower its tax, nor
// do more wages beside it. A long-term gain is never taxed more than a
// short-term one. A state that deducts the federal tax is left out where the
// federal tax on the income matters, and so is Oklahoma, whose credit is a part
// of a federal one that the federal tax limits.
func TestMoreIncomeIsNotTaxedLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := rapid.SampledFrom(Entries).Draw(t, "state")
		year := rapid.IntRange(e.Held().From, e.Held().To).Draw(t, "year")
		h := rapid.SampledFrom(households).Draw(t, "household")
		kind := rapid.SampledFrom(kinds).Draw(t, "kind").name
		wages := rapid.Int64Range(0, 300_000).Draw(t, "wages")
		x := rapid.Int64Range(1, 200_000).Draw(t, "amount")
		more := rapid.Int64Range(1, 50_000).Draw(t, "more")
		// A state that gives a part of the earned income credit, or of the earnings
		// of the poor, takes less from more earnings where the credit grows.
		credit := money.Zero
		of := func(wages int64, kind string, x int64) (money.Dec, bool) {
			in := wagesOf(year, h.status, wages, h.children, 0)
			in.Method = form1040.Schedule
			if x > 0 {
				addKind(in, kind, x)
			}
			if e.Refuse(in) != "" {
				return money.Zero, false
			}
			p, err := form1040.ForYear(year)
			if err != nil {
				t.Fatal(err)
			}
			f := form1040.NewSheet(p, in, form1040.Nothing)
			got, err := e.Compute(in, f, false)
			if err != nil {
				t.Fatal(err)
			}
			grew := f.At(form1040.F27).Greater(credit) || chooses(t, e, f, year)
			credit = f.At(form1040.F27)
			return got.Tax, !grew && !got.Poor
		}
		of(wages, kind, x)
		before, ok := of(wages, kind, x)
		if after, modelled := of(wages+more, kind, x); ok && modelled && after.Less(before) && !e.FederalTax {
			t.Fatalf("%s %d, %s, %s %d: %s on wages of %d, %s on %d more", e.Name, year, h.name, kind, x, before, wages, after, more)
		}
		of(wages, kind, x)
		if after, modelled := of(wages, kind, x+more); ok && modelled && after.Less(before) && !e.FederalTax {
			t.Fatalf("%s %d, %s, wages %d: %s on %s of %d, %s on %d more", e.Name, year, h.name, wages, before, kind, x, after, more)
		}
		if short, modelled := of(wages, "short gain",
			x); kind == "long gain" && ok && modelled && short.Less(before) && !e.FederalTax && e != oklahoma {
			t.Fatalf("%s %d, %s, wages %d: a long-term gain of %d costs %s, a short-term one %s", e.Name, year, h.name, wages, x, before, short)
		}
	})
}

// chooses reports whether a refundable credit, which is outside the tax, may be
// taken in place of the credits within it.
func chooses(t *rapid.T, e *Entry, f *form1040.Sheet, year int) bool {
	p, err := e.params(year)
	if err != nil {
		t.Fatal(err)
	}
	return !p.earnedIncomeRefundable.IsZero() && !f.At(form1040.F27).IsZero()
}

// What a state does not tax at all changes nothing where no federal tax is
// deducted: single returns on wages between the tests of income of the credits.
// South Carolina's deduction from 2026 on falls with federal adjusted gross income.
func TestExemptIncomesChangeNothing(t *testing.T) {
	compared := 0
	for _, e := range Entries {
		for year := e.Held().From; year <= e.Held().To; year++ {
			p, err := e.params(year)
			if err != nil {
				t.Fatal(err)
			}
			for name, kind := range map[string]incomeKind{"benefits": benefits, "jobless": jobless, "pension": retirement} {
				if x := p.incomes.part[kind]; e.FederalTax || !x.known || !x.of.IsZero() || e.Code == "sc" && year >= 2026 {
					continue
				}
				in := wagesOf(year, form1040.Single, 70000, 0, 0)
				without := compute(t, e, in)
				addKind(in, name, 20000)
				with := compute(t, e, in)
				if !with.Tax.Equal(without.Tax) || len(with.Citations) <= len(without.Citations) || e.Base != Gross &&
					len(with.Steps) <= len(without.Steps) {
					t.Errorf("%s %d: %s on wages alone, %s beside %s that it does not tax", e.Name, year, without.Tax, with.Tax, name)
				}
				compared++
			}
		}
	}
	if compared < 80 {
		t.Errorf("%d compared", compared)
	}
}

// Colorado adds the federal deduction for business income back above an
// adjusted gross income.
func TestColoradoBusinessIncomeDeduction(t *testing.T) {
	for wages, back := range map[int64]bool{400000: false, 500000: true} {
		in := wagesOf(2025, form1040.Single, wages, 0, 0)
		in.You.SelfEmployment, in.BusinessWages = dollars(50000), dollars(100000)
		f := sheet(t, in)
		if f.At(form1040.F13a).IsZero() {
			t.Fatal("no deduction to add back")
		}
		base := f.At(form1040.F15)
		if back {
			base = base.Add(f.At(form1040.F13a))
		}
		// The standard deduction beyond 12,000 is added back to both.
		if got := compute(t, Of("colorado"), in); !got.Taxable.Equal(base.Add(dollars(3750))) {
			t.Errorf("wages %d: taxable income %s, want %s and 3,750\n%s", wages, got.Taxable, base, lines(got))
		}
	}
}

// Pennsylvania leaves the retirement income of the retired untaxed; whether an
// earlier distribution is taxed depends on the plan
// (https://revenue-pa.custhelp.com/app/answers/detail/a_id/1470/).
func TestPennsylvaniaPensions(t *testing.T) {
	in := wagesOf(2024, form1040.Single, 60000, 0, 0)
	in.Pensions = dollars(20000)
	for age, modelled := range map[int]bool{59: false, 60: true, 70: true} {
		in.You.Age = age
		why := Of("pennsylvania").Refuse(in)
		if (why == "") != modelled {
			t.Errorf("%d years old: refused with %q", age, why)
		}
		if modelled && !compute(t, Of("pennsylvania"), in).Tax.Equal(dollars(1842)) { // 60,000 × 3.07 %
			t.Errorf("%d years old: %s", age, compute(t, Of("pennsylvania"), in).Tax)
		}
	}
}
