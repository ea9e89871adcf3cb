package state_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

var (
	bearingSeed = flag.Uint64("bearing-seed", 20261127, "of the returns of TestWhatIsNotCitedBearsNothing")
	bearings    = flag.Int("bearings", 260, "returns of TestWhatIsNotCitedBearsNothing")
)

// What a short answer does not cite bears nothing: with any other value of such a parameter
// all amounts are the same, of the federal return and of the state's.
func TestWhatIsNotCitedBearsNothing(t *testing.T) {
	t.Logf("seed %d", *bearingSeed)
	r := rand.New(rand.NewPCG(*bearingSeed, 144))
	registry, changed := tax.NewRegistry(us.Jurisdiction()), 0
	for i := range *bearings {
		req := anyReturn(r, i)
		got, err := registry.Calculate(&req)
		if err != nil {
			continue
		}
		cited := map[string]bool{}
		for _, c := range got.Bearing() {
			cited[c.ID] = true
		}
		for _, c := range got.Citations {
			name, _, _ := strings.Cut(c.ID, "@")
			if cited[c.ID] || cited[name] {
				continue // or another source of what was tried
			}
			cited[name] = true
			changed++
			// A limit that a return just does not reach is passed one way; what bears shows both ways.
			own, bears := amounts(&got), true
			for _, by := range []string{"1.002", "0.998"} {
				if bears {
					after, told := otherwise(t, registry, req, name, money.MustParse(by))
					bears = told && after != own
				}
			}
			if bears {
				t.Errorf("%s is not cited, and bears %s\n%s %s %v %+v", name, own, req.TaxYear, req.SubRegion, req.Facts, req.Components)
			}
		}
	}
	if changed < *bearings {
		t.Errorf("%d values were changed, of %d returns", changed, *bearings)
	}
}

// What bears though a return lacks what it is named for is cited: an exclusion of pensions
// that other incomes use up, the tariff of a child's parents, the limit of wages and profit.
func TestWhatBearsIsCited(t *testing.T) {
	registry := tax.NewRegistry(us.Jurisdiction())
	for name, c := range map[string]struct {
		region, age, kind, amount string
		facts                     map[string]string
	}{
		"us-nj:pension_exclusion_most": {"new_jersey", "66", "interest", "90000", nil},
		"us:social_security_wage_base": {"texas", "41", "self_employment", "240000", nil},
		"us:rates_joint": {"texas", "18", "interest", "20000", map[string]string{"taxed_at_parents_rates": "true",
			"parent_filing_status": "married_joint", "parent_taxable_income": "300000"}},
	} {
		req := tax.Request{Jurisdiction: "US", TaxYear: "2025", SubRegion: c.region,
			Facts:      map[string]string{"filing_status": "single", "age": c.age, "children": "0", "other_dependents": "0"},
			Components: []tax.Component{{Kind: tax.Kind(c.kind), Amount: money.MustParse(c.amount)}}}
		maps.Copy(req.Facts, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(name, err)
		}
		if !slices.ContainsFunc(got.Bearing(), func(of law.Citation) bool { return strings.HasPrefix(of.ID, name+"@") }) {
			t.Errorf("%s is not cited", name)
		}
	}
}

// shapes are kinds of returns: status, ages, and kinds of income, each of which a return may have.
var shapes = []struct {
	statuses, ages, children, kinds []string
	spouses                         int // of a hundred incomes, those of the spouse
}{
	{[]string{"single", "married_separate", "head_of_household"}, []string{"20", "41"}, []string{"0"}, []string{"employment"}, 0},
	{[]string{"single", "married_joint"}, []string{"63", "70"}, []string{"0"}, []string{"interest", "dividends", "capital_gains"}, 30},
	{[]string{"married_joint"}, []string{"30", "58"}, []string{"0", "2"}, []string{"employment"}, 50},
	{[]string{"single", "head_of_household"}, []string{"41"}, []string{"0", "2"}, []string{"employment", "self_employment"}, 0},
	{[]string{"single", "married_joint", "married_separate", "head_of_household"}, []string{"20", "41", "58", "63", "70"}, []string{"0", "2"},
		[]string{"employment", "self_employment", "interest", "dividends", "capital_gains", "pension", "unemployment"}, 30},
}

// anyReturn is a return of the i-th state and, once all states had one, of the next shape.
func anyReturn(r *rand.Rand, i int) tax.Request {
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	sum := func() string { return strconv.Itoa(1000*r.IntN(1+(4<<r.IntN(8))) + 137 + r.IntN(700)) }
	regions := us.Jurisdiction().Regions
	shape := &shapes[i/len(regions)%len(shapes)]
	req := tax.Request{Jurisdiction: "US", TaxYear: strconv.Itoa(2022 + r.IntN(5)), SubRegion: regions[i%len(regions)].Slug,
		Facts: map[string]string{"other_dependents": "0", "age": pick(shape.ages), "filing_status": pick(shape.statuses),
			"children": pick(shape.children)}}
	if req.Facts["filing_status"] == "married_joint" {
		req.Facts["spouse_age"] = pick([]string{"30", "43", "69"})
	}
	if req.Facts["children"] != "0" {
		for _, under := range []string{"3", "4", "6", "12", "13"} {
			req.Facts["children_under_"+under] = "1"
		}
	}
	for _, f := range [][2]string{{"social_security_benefits", sum()}, {"student_loan_interest", "2000"}, {"blind", "true"},
		{"amt_adjustments", "200000"}, {"iso_spread", sum()}} {
		if r.IntN(12) == 0 {
			req.Facts[f[0]] = f[1]
		}
	}
	if r.IntN(16) == 0 {
		maps.Copy(req.Facts, map[string]string{"age": "18", "taxed_at_parents_rates": "true", "parent_filing_status": "married_joint",
			"parent_taxable_income": "300000"})
	}
	for range 1 + r.IntN(3) {
		part := tax.Component{Kind: tax.Kind(pick(shape.kinds)), Amount: money.MustParse(sum())}
		if req.Facts["filing_status"] == "married_joint" && r.IntN(100) < shape.spouses {
			part.Person = "spouse"
		}
		req.Components = append(req.Components, part)
	}
	return req
}

// otherwise is what a return comes to where a parameter of the law has another value; not
// told where it has none that can be another.
func otherwise(t *testing.T, registry *tax.Registry, req tax.Request, id string, by money.Dec) (figures string, told bool) {
	t.Helper()
	place, name, _ := strings.Cut(id, ":")
	value := law.MustOpen(place).Parameters[name].On(civil.MustParse(req.TaxYear + "-12-31"))
	if value == nil || value.Text != "" {
		return "", false
	}
	kept := *value
	if other := moved(value, by); place == "us" {
		other.Cite = nil
		laid, err := law.NewOverlay(law.Layer{Name: "other.v1", Folder: place, Parameters: map[string][]*law.Value{name: {other}}})
		if err != nil {
			t.Fatal(id, err)
		}
		req.Law = laid
	} else {
		entry := state.Of(req.SubRegion)
		*value = *other
		entry.Forget()
		defer func() { *value = kept; entry.Forget() }()
	}
	after, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(id, err)
	}
	return amounts(&after), true
}

// moved is a value all of whose figures are multiplied.
func moved(v *law.Value, by money.Dec) *law.Value {
	c := *v
	if v.Value != nil {
		x := v.Value.Mul(by)
		c.Value = &x
	}
	c.Table = maps.Clone(v.Table)
	for k, x := range c.Table {
		c.Table[k] = x.Mul(by)
	}
	c.Bands = slices.Clone(v.Bands)
	for i, b := range c.Bands {
		if c.Bands[i].Rate = b.Rate.Mul(by); b.To != nil {
			to := b.To.Mul(by)
			c.Bands[i].To = &to
		}
	}
	return &c
}

func amounts(r *tax.Result) string {
	text := fmt.Sprint(r.TotalTax, r.NetPayable, r.TaxableIncome)
	for _, l := range r.Components {
		text += fmt.Sprint(" ", l.Code, " ", l.Amount)
		if l.NetPayable != nil {
			text += fmt.Sprint("/", l.NetPayable)
		}
	}
	return text
}
