package tax_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// TestOneTaxpayer holds for every place that the incomes of two people are never
// computed as one person's, and that one name for all of them changes nothing.
func TestOneTaxpayer(t *testing.T) {
	places := all.Jurisdictions()
	books := tax.NewRegistry(places...)
	half := money.MustParse("30000")
	for _, j := range places {
		for _, row := range j.Coverage {
			if row.TaxType != "" && row.TaxType != tax.IndividualIncome || len(j.Kinds) == 0 {
				continue
			}
			request := func(a, b string) *tax.Request {
				of := func(person string) tax.Component {
					return tax.Component{Kind: j.Kinds[0], Amount: half, Person: person}
				}
				req := &tax.Request{Jurisdiction: j.Code, TaxYear: row.TaxYear, Components: []tax.Component{of(a), of(b)}}
				if len(j.Regions) > 0 && j.RegionRule != tax.NoRegions {
					req.SubRegion = j.Regions[0].Slug
				}
				return req
			}
			for _, two := range [][2]string{{"a", "b"}, {"", "b"}, {"a", ""}, {"spouse", "b"}, {"", "spouse"}, {"spouse", ""}} {
				_, err := books.Calculate(request(two[0], two[1]))
				var faults *tax.InputError
				if !errors.As(err, &faults) || !names(faults, "components[1].person") {
					t.Errorf("%s %s, persons %q: %v", j.Code, row.TaxYear, two, err)
				}
			}
		}
	}
	for _, name := range []string{"", "a", "me"} {
		req := &tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england",
			Components: []tax.Component{{Kind: tax.Employment, Amount: half, Person: name}, {Kind: tax.Employment, Amount: half, Person: name}}}
		if out, err := books.Calculate(req); err != nil || out.TotalTax.String() != "11432.00" {
			t.Errorf("person %q: %v, %v", name, out.TotalTax, err)
		}
	}
}

func names(faults *tax.InputError, field string) bool {
	for _, f := range faults.Fields {
		if f.Field == field {
			return true
		}
	}
	return false
}
