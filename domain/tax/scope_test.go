package tax_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// A scope adds up the components that it names; what is left out and what stands
// alone make the whole.
func TestScopeAddsUp(t *testing.T) {
	r := tax.NewRegistry(all.Jurisdictions()...)
	ask := func(scope *tax.Scope) tax.Result {
		out, err := r.Calculate(&tax.Request{Jurisdiction: "IE", TaxYear: "2025", Income: money.MustParse("60000"), HasIncome: true,
			Scope: scope})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	whole, usc, without := ask(nil), ask(&tax.Scope{Only: []string{"usc"}}), ask(&tax.Scope{Without: []string{"usc"}})
	prsi, with := ask(&tax.Scope{Only: []string{"prsi_employee"}}), ask(&tax.Scope{With: []string{"prsi_employee"}})
	if !usc.TotalTax.Add(without.TotalTax).Equal(whole.TotalTax) || usc.TotalTax.Sign() <= 0 {
		t.Errorf("%s and %s do not make %s", usc.TotalTax, without.TotalTax, whole.TotalTax)
	}
	if !whole.TotalTax.Add(prsi.TotalTax).Equal(with.TotalTax) || prsi.TotalTax.Sign() <= 0 {
		t.Errorf("%s and %s do not make %s", whole.TotalTax, prsi.TotalTax, with.TotalTax)
	}
	if usc.Scope == nil || whole.Scope != nil || !usc.EffectiveRate.Equal(usc.TotalTax.QuoRound(money.MustParse("60000"), 4, money.HalfUp)) {
		t.Errorf("the scope is not echoed, or the rate is not of it: %+v", usc)
	}
	_, err := r.Calculate(&tax.Request{Jurisdiction: "IE", TaxYear: "2025", Income: money.MustParse("60000"), HasIncome: true,
		Scope: &tax.Scope{Only: []string{"medicare_levy"}}})
	var faults *tax.InputError
	if !errors.As(err, &faults) || faults.Fields[0].Field != "scope.only" {
		t.Errorf("a component of another place: %v", err)
	}
}
