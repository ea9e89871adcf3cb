package all_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Income of each kind that a row models, from nothing to the largest allowed, alone and beside
// pay, is computed or refused for a reason: what is computed adds up, and falls nowhere below 0. The
// facts that a kind asks for are asked for by name where they are left out.
func TestEveryKindFromNothingToTheLargest(t *testing.T) {
	registry := all.Registry()
	computed := map[string]bool{}
	for _, j := range registry.All() {
		cent := taxtest.Cent(j)
		amounts := []money.Dec{money.Zero, cent, money.FromInt(1_000), money.FromInt(77_777).Add(cent), taxtest.VeryLarge}
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != tax.IndividualIncome {
				continue
			}
			kinds := row.Kinds
			if kinds == nil {
				kinds = j.Kinds
			}
			for _, kind := range kinds {
				for _, amount := range amounts {
					for _, pay := range []money.Dec{money.Zero, money.FromInt(40_000)} {
						req := taxtest.Sample(registry, j, row)
						req.Components = []tax.Component{{Kind: kind, Amount: amount}}
						if pay.Sign() > 0 && slices.Contains(kinds, tax.Employment) {
							req.Components = append(req.Components, tax.Component{Kind: tax.Employment, Amount: pay})
						}
						if ofKind(t, registry, j, row, req, kind) {
							computed[j.Code+" "+string(kind)] = true
						}
					}
				}
			}
		}
	}
	for _, want := range []string{"AU dividends", "AU self_employment", "NZ dividends", "ZA dividends", "IN dividends", "IE dividends", "IE interest",
		"IE self_employment"} {
		if !computed[want] {
			t.Errorf("%s is nowhere computed", want)
		}
	}
}

// ofKind calculates with the facts that a kind asks for, after they were asked for.
func ofKind(t *testing.T, registry *tax.Registry, j *tax.Jurisdiction, row *tax.CoverageRow, req tax.Request, kind tax.Kind) bool {
	t.Helper()
	var missing *tax.MissingFacts
	got, err := registry.Calculate(&req)
	if errors.As(err, &missing) {
		for _, f := range missing.Facts {
			if f.Example == "" {
				return false
			}
			req.Facts[f.Name] = f.Example
			if f.Type == "decimal" && f.Needed != nil {
				req.Facts[f.Name] = "0"
			}
		}
		got, err = registry.Calculate(&req)
	}
	var unavailable *tax.Unavailable
	var faults *tax.InputError
	switch {
	case errors.As(err, &unavailable) || errors.As(err, &faults) || errors.As(err, &missing):
		return false
	case err != nil:
		t.Fatalf("%s %s, %s: %v", j.Code, row.TaxYear, kind, err)
	}
	sum := money.Zero
	for i := range got.Components {
		switch l := &got.Components[i]; {
		case !l.InTotal:
		case l.Kind == tax.LevyCredit:
			sum = sum.Sub(l.Amount)
		default:
			sum = sum.Add(l.Amount)
		}
	}
	if !sum.Equal(got.TotalTax) || got.TotalTax.Sign() < 0 {
		t.Errorf("%s %s, %v: components add up to %s, the total is %s", j.Code, row.TaxYear, req.Components, sum, got.TotalTax)
	}
	return true
}
