package all_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// jointly is the fact by which a place taxes two spouses together, and its value; "" = none.
func jointly(j *tax.Jurisdiction) (name, value string) {
	for i := range j.Facts {
		f := &j.Facts[i]
		if f.Type != "choice" {
			continue
		}
		for _, choice := range f.Choices {
			if slices.Contains(f.Joint, choice) || f.Joint == nil && (choice == "joint" || choice == "couple" || choice == "married") {
				return f.Name, choice
			}
		}
	}
	return "", ""
}

// Two spouses who are taxed together owe the same whichever of them is the taxpayer: what each earns
// exchanged, all else being the same of both.
func TestSpousesExchanged(t *testing.T) {
	t.Logf("seed %d", *randomSeed)
	r := rand.New(rand.NewPCG(*randomSeed, 5))
	registry, places := all.Registry(), map[string]bool{}
	for _, j := range registry.All() {
		name, value := jointly(j)
		if name == "" {
			continue
		}
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != "" && row.TaxType != tax.IndividualIncome || row.Kinds != nil && !slices.Contains(row.Kinds, tax.Employment) {
				continue
			}
			for range *randoms / 4 {
				one, other := money.FromInt(r.Int64N(150_000)), money.FromInt(r.Int64N(150_000))
				of := func(a, b money.Dec) tax.Request {
					req := taxtest.Sample(registry, j, row)
					req.Facts[name] = value
					if _, aged := req.Facts["age"]; aged {
						req.Facts["spouse_age"] = req.Facts["age"]
					}
					req.Components = []tax.Component{{Kind: tax.Employment, Amount: a}, {Kind: tax.Employment, Amount: b, Person: "spouse"}}
					return req
				}
				first, second := of(one, other), of(other, one)
				a, ok := settled(t, registry, &first)
				b, also := settled(t, registry, &second)
				if ok != also {
					t.Errorf("%s %s %s: %s and %s are computed one way alone", j.Code, row.TaxYear, first.SubRegion, one, other)
				}
				if !ok || !also {
					continue
				}
				places[j.Code] = true
				if !a.TotalTax.Equal(b.TotalTax) {
					t.Errorf("%s %s %s: %s and %s owe %s, exchanged %s", j.Code, row.TaxYear, first.SubRegion, one, other, a.TotalTax, b.TotalTax)
				}
			}
		}
	}
	for _, code := range []string{"IE", "US"} {
		if !places[code] {
			t.Errorf("nothing is exchanged in %s", code)
		}
	}
	t.Logf("exchanged in %v", places)
}
