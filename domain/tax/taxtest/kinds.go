package taxtest

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// TaxedAsPay holds that an income owes the same whichever of the kinds it is of, and
// divided between each and employment, as pay does alone.
func TaxedAsPay(t *testing.T, r *tax.Registry, req tax.Request, income int64, kinds ...tax.Kind) {
	t.Helper()
	of := func(kinds ...tax.Kind) money.Dec {
		asked := req
		for _, kind := range kinds {
			asked.Components = append(asked.Components, tax.Component{Kind: kind, Amount: money.FromInt(income / int64(len(kinds)))})
		}
		got, err := r.Calculate(&asked)
		if err != nil {
			t.Fatal(err)
		}
		return got.TotalTax
	}
	want := of(tax.Employment)
	if want.IsZero() {
		t.Fatalf("pay of %d owes nothing, which tells nothing", income)
	}
	for _, kind := range kinds {
		if alone, beside := of(kind), of(tax.Employment, kind); !alone.Equal(want) || !beside.Equal(want) {
			t.Errorf("%s: %s alone and %s beside pay, of pay %s", kind, alone, beside, want)
		}
	}
}

// AsksBesideKind holds that income of a kind asks for facts: with an amount of it, by name,
// all those that are not given; with none of it, and for pay alone, nothing.
func AsksBesideKind(t *testing.T, r *tax.Registry, req tax.Request, kind tax.Kind, facts ...string) {
	t.Helper()
	for amount, asks := range map[string]bool{"0": false, "0.01": true, "700": true, "99999999.99": true} {
		asked := req
		asked.Components = []tax.Component{{Kind: tax.Employment, Amount: money.FromInt(50_000)},
			{Kind: kind, Amount: money.MustParse(amount).Round(Cent(r.Find(req.Jurisdiction)).Places(), money.Up)}}
		_, err := r.Calculate(&asked)
		var missing *tax.MissingFacts
		if !asks {
			if err != nil {
				t.Errorf("%s of %s: %v", amount, kind, err)
			}
			continue
		}
		if !errors.As(err, &missing) {
			t.Errorf("%s of %s is not asked about: %v", amount, kind, err)
			continue
		}
		for _, fact := range facts {
			if !slices.ContainsFunc(missing.Facts, func(f tax.Fact) bool { return f.Name == fact }) {
				t.Errorf("%s of %s does not ask for %s: %v", amount, kind, fact, err)
			}
		}
	}
}

// RefusesForeignDividends holds that dividends of which foreign companies paid some have no
// figure, by that reason, and that the fact is refused where there are no dividends.
func RefusesForeignDividends(t *testing.T, r *tax.Registry, req tax.Request) {
	t.Helper()
	facts := map[string]string{tax.DividendsFrom: tax.ForeignCompanies}
	maps.Copy(facts, req.Facts)
	for kind, refused := range map[tax.Kind]bool{tax.Dividends: true, tax.Employment: false} {
		asked := req
		asked.Facts = facts
		asked.Components = []tax.Component{{Kind: kind, Amount: money.FromInt(1000)}}
		_, err := r.Calculate(&asked)
		var none *tax.Unavailable
		var faults *tax.InputError
		if refused && (!errors.As(err, &none) || !strings.Contains(none.Reason, "foreign")) || !refused && !errors.As(err, &faults) {
			t.Errorf("%s of foreign companies: %v", kind, err)
		}
	}
}
