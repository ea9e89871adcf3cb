package india

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// ofIndia says of dividends, where there are some, that Indian companies paid them.
func ofIndia(components []tax.Component) map[string]string {
	facts := map[string]string{}
	for _, c := range components {
		if c.Kind == tax.Dividends {
			facts["dividends_from"] = indianCompanies
		}
	}
	return facts
}

func TestForeignDividendsAreRefused(t *testing.T) {
	r, bare := tax.NewRegistry(Jurisdiction()), tax.Request{Jurisdiction: "IN", TaxYear: "2025-26"}
	taxtest.AsksBesideKind(t, r, bare, tax.Dividends, "dividends_from")
	taxtest.RefusesForeignDividends(t, r, bare)
}

// The standard deduction is made from salary alone: 1,200,000 of salary and 200,000 of interest
// leave 1,325,000 of total income, as so much interest or profit alone does. Its tax is
// 20,000 + 40,000 + 125,000 × 15 %, with the cess of 4 %.
func TestIncomeOfOtherHeads(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	of := func(kind tax.Kind, amount int64) tax.Component {
		return tax.Component{Kind: kind, Amount: money.FromInt(amount)}
	}
	for name, components := range map[string][]tax.Component{
		"salary and interest": {of(tax.Employment, 1_200_000), of(tax.Interest, 200_000)},
		"interest":            {of(tax.Interest, 1_325_000)},
		"dividends":           {of(tax.Dividends, 1_325_000)},
		"pay and dividends":   {of(tax.Employment, 675_000), of(tax.Dividends, 725_000)},
		"profit":              {of(tax.SelfEmployment, 1_000_000), of(tax.OtherIncome, 325_000)},
		"a little salary":     {of(tax.Employment, 75_000), of(tax.SelfEmployment, 1_325_000)},
	} {
		got, err := r.Calculate(&tax.Request{Jurisdiction: "IN", TaxYear: "FY 2025-26", Components: components, Facts: ofIndia(components)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !got.TaxableIncome.Equal(money.FromInt(1_325_000)) || !got.TotalTax.Equal(money.FromInt(81_900)) {
			t.Errorf("%s: %s of %s", name, got.TotalTax, got.TaxableIncome)
		}
	}
}

// The tax on dividends bears a surcharge of 15 % at most, so that dividends are taxed as
// interest up to the income from which the rest bears more, and not at all beyond it.
func TestDividendsUpToTheirSurcharge(t *testing.T) {
	r := tax.NewRegistry(Jurisdiction())
	ask := func(year, regime string, kind tax.Kind, amount, beside int64, residence *tax.Residence) (tax.Result, error) {
		components := []tax.Component{{Kind: kind, Amount: money.FromInt(amount)}, {Kind: tax.OtherIncome, Amount: money.FromInt(beside)}}
		facts := ofIndia(components)
		facts["regime"] = regime
		return r.Calculate(&tax.Request{Jurisdiction: "IN", TaxYear: year, Facts: facts, Residence: residence,
			IncomeBasis: tax.Taxable, Components: components})
	}
	var unavailable *tax.Unavailable
	for _, year := range []string{"2023-24", "2024-25", "2025-26", "2026-27"} {
		for _, regime := range []string{newRegime, oldRegime} {
			for _, amount := range []int64{10, 400_000, 5_000_010, 10_000_010, 19_999_000} {
				of, err := ask(year, regime, tax.Interest, amount, 1000, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := ask(year, regime, tax.Dividends, amount, 1000, nil)
				if err != nil || !got.TotalTax.Equal(of.TotalTax) || !got.MarginalRate.Equal(of.MarginalRate) {
					t.Errorf("%s %s: dividends of %d owe %s, interest %s: %v", year, regime, amount, got.TotalTax, of.TotalTax, err)
				}
			}
			if _, err := ask(year, regime, tax.Dividends, 10, 20_000_000, nil); !errors.As(err, &unavailable) {
				t.Errorf("%s %s: dividends in two crore and ten: %v", year, regime, err)
			}
			if _, err := ask(year, regime, tax.Dividends, 0, 20_000_010, nil); err != nil {
				t.Errorf("%s %s: no dividends: %v", year, regime, err)
			}
		}
	}
	if _, err := ask("2025-26", newRegime, tax.Dividends, 1000, 0, &tax.Residence{Status: "non_resident"}); !errors.As(err, &unavailable) {
		t.Errorf("dividends of a non-resident: %v", err)
	}
}
