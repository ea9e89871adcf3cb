package taxtest

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// TaxableOfPay holds a place that takes a taxable income beside pay, and asks for the pay
// by a fact, since its credits need it: a taxable income with the pay that leaves it owes
// what the pay owes; without the fact, with pay below the taxable income, and with the fact
// beside pay, it is refused by the fact's name. req is a request of pay.
func TaxableOfPay(t *testing.T, r *tax.Registry, req tax.Request, fact string, pays ...int64) {
	t.Helper()
	with := func(basis tax.Basis, income money.Dec, pay string) (tax.Result, error) {
		asked := req
		asked.IncomeBasis, asked.Income, asked.HasIncome = basis, income, true
		if asked.Facts = maps.Clone(req.Facts); pay != "" {
			asked.Facts[fact] = pay
		}
		return r.Calculate(&asked)
	}
	for _, n := range pays {
		pay := money.FromInt(n)
		of, err := with(tax.Gross, pay, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := with(tax.Taxable, of.TaxableIncome, pay.String())
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(of.TotalTax) || !got.TaxableIncome.Equal(of.TaxableIncome) {
			t.Errorf("%d: %s of the taxable income %s, %s of the pay", n, got.TotalTax, of.TaxableIncome, of.TotalTax)
		}
	}
	income := money.FromInt(pays[len(pays)/2])
	for _, c := range []struct {
		basis tax.Basis
		pay   string
	}{{tax.Taxable, ""}, {tax.Taxable, income.Sub(money.One).String()}, {tax.Gross, income.String()}} {
		var faults *tax.InputError
		if _, err := with(c.basis, income, c.pay); !errors.As(err, &faults) || !strings.Contains(faults.Error(), "facts."+fact) {
			t.Errorf("%s of %s, pay %q: %v", c.basis, income, c.pay, err)
		}
	}
}
