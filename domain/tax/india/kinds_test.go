package india

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

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
		"profit":              {of(tax.SelfEmployment, 1_000_000), of(tax.OtherIncome, 325_000)},
		"a little salary":     {of(tax.Employment, 75_000), of(tax.SelfEmployment, 1_325_000)},
	} {
		got, err := r.Calculate(&tax.Request{Jurisdiction: "IN", TaxYear: "FY 2025-26", Components: components})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !got.TaxableIncome.Equal(money.FromInt(1_325_000)) || !got.TotalTax.Equal(money.FromInt(81_900)) {
			t.Errorf("%s: %s of %s", name, got.TotalTax, got.TaxableIncome)
		}
	}
}
