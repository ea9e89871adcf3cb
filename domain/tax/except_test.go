package tax

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
)

// excepting is the toy place with exceptions in its row of 2025-26.
func excepting(row Tier, kinds []Kind, except ...Exception) *Jurisdiction {
	j := toy()
	r := &j.Coverage[1]
	r.Tier, r.Kinds, r.Except = row, kinds, except
	return j
}

func both() []Kind { return []Kind{Employment, Interest} }

// TestExceptionsLowerTheTier holds when an exception applies, that the lowest
// counts, and that the result says why.
func TestExceptionsLowerTheTier(t *testing.T) {
	j := excepting(Covered, both(),
		Exception{Facts: []string{"gift", "born", "resident"}, Tier: Beta, Why: "gifts are weak."},
		Exception{Facts: []string{"children"}, Tier: Draft, Why: "children are weaker."},
		Exception{Kinds: []Kind{Interest}, Tier: Beta, Why: "interest is weak."},
		Exception{Bases: []Basis{Taxable}, Tier: Draft, Why: "deductions are weak."})
	reg := NewRegistry(j)
	facts := func(pairs ...string) func(*Request) {
		return func(r *Request) {
			for i := 0; i < len(pairs); i += 2 {
				r.Facts[pairs[i]] = pairs[i+1]
			}
		}
	}
	parts := func(kinds ...Kind) func(*Request) {
		return func(r *Request) {
			r.HasIncome, r.Income = false, money.Zero
			for _, k := range kinds {
				r.Components = append(r.Components, Component{Kind: k})
			}
		}
	}
	for _, c := range []struct {
		name   string
		change func(*Request)
		want   Tier
		why    string
	}{
		{"nothing given", facts(), Covered, ""},
		{"another fact", facts("local_rate", "0.1"), Covered, ""},
		{"a fact", facts("gift", "5"), Beta, "gifts"},
		{"as assumed", facts("gift", "0", "resident", "true", "children", "0"), Covered, ""},
		{"as assumed, written otherwise", facts("gift", "0.00"), Covered, ""},
		{"not as assumed", facts("resident", "false"), Beta, "gifts"},
		{"nothing is assumed", facts("born", "1990-01-01"), Beta, "gifts"},
		{"the lowest counts", facts("gift", "5", "children", "2"), Draft, "gifts|children"},
		{"a kind, though of nothing", parts(Employment, Interest), Beta, "interest"},
		{"a basis", func(r *Request) { r.IncomeBasis = Taxable }, Draft, "deductions"},
		{"the default basis, named", func(r *Request) { r.IncomeBasis = Gross }, Covered, ""},
		{"another kind", parts(Employment), Covered, ""},
	} {
		req := good()
		c.change(&req)
		got, err := reg.Calculate(&req)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		said := strings.Join(got.Assumptions, "|")
		for _, word := range []string{"gifts", "children", "interest"} {
			if want := strings.Contains(c.why, word); strings.Contains(said, word+" is ") != want && strings.Contains(said, word+" are ") != want {
				t.Errorf("%s: %s", c.name, said)
			}
		}
		if told := j.TierOf(reg.Row("XX", "2025-26", IndividualIncome, "north"), &req); got.CoverageStatus != c.want || told != c.want {
			t.Errorf("%s: %s, told %s, want %s", c.name, got.CoverageStatus, told, c.want)
		}
	}
	if got := reg.Row("XX", "2025-26", IndividualIncome, "north").Tier; got != Covered {
		t.Errorf("the row itself is %s", got)
	}
}

// An exception for a whole number from a bound on lowers the tier of requests that
// give it or more, and of no others.
func TestExceptionsFromABoundOn(t *testing.T) {
	reg := NewRegistry(excepting(Covered, both(), Exception{AtLeast: map[string]int{"children": 2}, Tier: Draft, Why: "large families are weak."}))
	for children, want := range map[string]Tier{"1": Covered, "2": Draft, "3": Draft} {
		req := good()
		req.Facts["children"] = children
		out, err := reg.Calculate(&req)
		if err != nil || out.CoverageStatus != want {
			t.Errorf("%s children: %s, want %s (%v)", children, out.CoverageStatus, want, err)
		}
	}
}

// What a request lacks lowers its tier as it is told before the calculation, too.
func TestALackingFactIsTold(t *testing.T) {
	j := excepting(Covered, both(), Exception{Lacking: []string{"gift", "children"}, Tier: Draft, Why: "neither is said."})
	reg := NewRegistry(j)
	for name, want := range map[string]Tier{"": Draft, "gift": Covered, "children": Covered} {
		req := good()
		if name != "" {
			req.Facts[name] = "0"
		}
		got, err := reg.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if told := j.TierOf(reg.Row("XX", "2025-26", IndividualIncome, "north"), &req); got.CoverageStatus != want || told != want {
			t.Errorf("given %q: %s, told %s, want %s", name, got.CoverageStatus, told, want)
		}
	}
}

// TestBareIncomeHasAKind excepts the kind that income is without components.
func TestBareIncomeHasAKind(t *testing.T) {
	weak := Exception{Kinds: []Kind{Employment}, Tier: Beta, Why: "pay is weak."}
	j := excepting(Covered, both(), weak)
	req := good()
	if got, err := NewRegistry(j).Calculate(&req); err != nil || got.CoverageStatus != Beta {
		t.Errorf("%s, %v", got.CoverageStatus, err)
	}
	if k := j.bareKind(&CoverageRow{Kinds: []Kind{CapitalGains}}); k != CapitalGains {
		t.Errorf("a row of gains alone takes bare income as %s", k)
	}
}

func TestBrokenExceptionsPanic(t *testing.T) {
	for name, j := range map[string]*Jurisdiction{
		"unknown fact":      excepting(Covered, both(), Exception{Facts: []string{"shoes"}, Tier: Beta, Why: "x"}),
		"fact of past rows": excepting(Covered, both(), Exception{Facts: []string{"old_relief"}, Tier: Beta, Why: "x"}),
		"required fact":     excepting(Covered, both(), Exception{Facts: []string{"status"}, Tier: Beta, Why: "x"}),
		"fact twice":        excepting(Covered, both(), Exception{Facts: []string{"gift", "gift"}, Tier: Beta, Why: "x"}),
		"unknown kind":      excepting(Covered, both(), Exception{Kinds: []Kind{Pension}, Tier: Beta, Why: "x"}),
		"kind twice": excepting(Covered, both(), Exception{Kinds: []Kind{Interest}, Tier: Beta, Why: "x"},
			Exception{Kinds: []Kind{Interest}, Tier: Draft, Why: "x"}),
		"every kind":       excepting(Covered, []Kind{Employment}, Exception{Kinds: []Kind{Employment}, Tier: Beta, Why: "x"}),
		"no reason":        excepting(Covered, both(), Exception{Facts: []string{"gift"}, Tier: Beta}),
		"nothing named":    excepting(Covered, both(), Exception{Tier: Beta, Why: "x"}),
		"not lower":        excepting(Beta, both(), Exception{Facts: []string{"gift"}, Tier: Beta, Why: "x"}),
		"higher":           excepting(Draft, both(), Exception{Facts: []string{"gift"}, Tier: Beta, Why: "x"}),
		"no tier of a row": excepting(Covered, both(), Exception{Facts: []string{"gift"}, Tier: UnavailableTier, Why: "x"}),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the registry was built", name)
				}
			}()
			NewRegistry(j)
		}()
	}
}

// TestTheGoodPathAllocatesNoMore counts allocations: checks of components and
// exceptions that do not apply cost none.
func TestTheGoodPathAllocatesNoMore(t *testing.T) {
	count := func(j *Jurisdiction, components ...Component) int {
		reg := NewRegistry(j)
		req := good()
		req.Components, req.HasIncome = components, len(components) == 0
		return int(testing.AllocsPerRun(200, func() {
			if _, err := reg.Calculate(&req); err != nil {
				t.Fatal(err)
			}
		}))
	}
	plain := count(excepting(Covered, both()))
	weak := Exception{Facts: []string{"gift"}, Kinds: []Kind{Interest}, Tier: Beta, Why: "weak."}
	if n := count(excepting(Covered, both(), weak)); n != plain {
		t.Errorf("an exception that does not apply: %v allocations, %v without it", n, plain)
	}
	pay := Component{Kind: Employment, Amount: money.One}
	if n := count(excepting(Covered, both()), pay, pay, pay, pay, pay, pay); n != plain {
		t.Errorf("six components: %v allocations, %v without", n, plain)
	}
}
