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

// A contribution that a gross income shows is, from a taxable income of the same place and
// year, either shown too or refused where it is asked for: never counted as nothing.
func TestTaxableIncomeTellsNoContributionsOnGross(t *testing.T) {
	registry := all.Registry()
	held := 0
	for _, j := range registry.All() {
		if !slices.Contains(j.Bases, tax.Gross) || !slices.Contains(j.Bases, tax.Taxable) {
			continue
		}
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != tax.IndividualIncome {
				continue
			}
			of := func(basis tax.Basis, scope *tax.Scope) (tax.Result, error) {
				req := taxtest.Sample(registry, j, row)
				req.Income, req.HasIncome, req.IncomeBasis, req.Scope = money.FromInt(60_000), true, basis, scope
				return registry.Calculate(&req)
			}
			gross, err := of(tax.Gross, nil)
			if err != nil {
				continue
			}
			for k := range gross.Components {
				code := gross.Components[k].Code
				if gross.Components[k].Kind != tax.LevySocial {
					continue
				}
				var gap *tax.Unavailable
				var faults *tax.InputError
				for _, scope := range []*tax.Scope{{Only: []string{code}}, {With: []string{code}}} {
					got, err := of(tax.Taxable, scope)
					switch {
					case errors.As(err, &gap) || errors.As(err, &faults):
						held++
					case err != nil:
						t.Errorf("%s %s %s: %v", j.Code, row.TaxYear, code, err)
					case !slices.ContainsFunc(got.Components, func(l tax.Levy) bool { return l.Code == code }):
						t.Errorf("%s %s: %s of a taxable income counts as nothing, %s", j.Code, row.TaxYear, code, got.TotalTax)
					}
				}
			}
		}
	}
	if held == 0 {
		t.Error("no contribution of a taxable income is refused anywhere")
	}
}
