package au_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// of is a request of components given as kind, amount, kind, amount.
func of(year string, facts map[string]string, parts ...string) tax.Request {
	req := tax.Request{Jurisdiction: "AU", TaxYear: year, Facts: maps.Clone(facts)}
	if _, franked := facts["franking_credits"]; franked && slices.Contains(parts, "dividends") && facts["dividends_from"] == "" {
		req.Facts["dividends_from"] = "australian_companies"
	}
	for i := 0; i < len(parts); i += 2 {
		req.Components = append(req.Components, tax.Component{Kind: tax.Kind(parts[i]), Amount: money.MustParse(parts[i+1])})
	}
	return req
}

func calculated(t interface{ Fatal(...any) }, req tax.Request) tax.Result {
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func levy(r *tax.Result, code string) money.Dec {
	for i := range r.Components {
		if r.Components[i].Code == code {
			return r.Components[i].Amount
		}
	}
	return money.Zero
}

// A sole trader of 2023-24 whose tax on the business income is 5,000 has 800 of it reduced:
// https://moneywiseglobal.financialknowledgecentre.com.au/module.php?mid=5&topsection=601
// That tax is owed on 44,515.79 (19 % above 18,200).
func TestSmallBusinessExample(t *testing.T) {
	got := calculated(t, of("2023-24", map[string]string{"small_business_entity": "true"}, "self_employment", "44515.79"))
	if gross, offset := levy(&got, "income_tax"), levy(&got, "small_business_income_tax_offset"); gross.String() != "5000.00" ||
		offset.String() != "800.00" {
		t.Errorf("%s of the tax %s", offset, gross)
	}
	// Nothing of the Medicare levy is reduced.
	plain := calculated(t, of("2023-24", map[string]string{"small_business_entity": "false"}, "self_employment", "44515.79"))
	if less := plain.TotalTax.Sub(got.TotalTax); less.String() != "800.00" {
		t.Errorf("the offset takes off %s", less)
	}
}

func TestKindsTaxedAsPay(t *testing.T) {
	for _, year := range []string{"2023-24", "2025-26"} {
		taxtest.TaxedAsPay(t, registry, of(year, map[string]string{"small_business_entity": "false"}), 160_000, tax.SelfEmployment)
		taxtest.TaxedAsPay(t, registry, of(year, map[string]string{"franking_credits": "0", "dividends_from": "australian_companies"}), 160_000, tax.Dividends)
	}
}

// The offset is 16 % of the business's share of the tax, at most 1,000, whatever stands beside.
func TestSmallBusinessShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]string{"2023-24", "2024-25", "2025-26", "2026-27"}).Draw(t, "year")
		pay, profit := rapid.Int64Range(0, 300_000).Draw(t, "pay"), rapid.Int64Range(1, 300_000).Draw(t, "profit")
		got := calculated(t, of(year, map[string]string{"small_business_entity": "true"}, "employment", money.FromInt(pay).String(),
			"self_employment", money.FromInt(profit).String()))
		gross := levy(&got, "income_tax")
		share := gross.Mul(money.FromInt(profit)).Quo(money.FromInt(pay + profit)).Mul(money.MustParse("0.16"))
		left := gross.Sub(levy(&got, "low_income_tax_offset"))
		want := money.Min(money.Min(share, money.FromInt(1000)), left).Round(2, money.HalfUp)
		if offset := levy(&got, "small_business_income_tax_offset"); offset.Sub(want).Abs().Greater(money.MustParse("0.01")) {
			t.Fatalf("%d and %d: %s, want %s", pay, profit, offset, want)
		}
	})
}

// A dividend with its credit owes the tax of both, and the credit is refunded where the tax
// is less: the total is that of the sum, the net payable the credit less.
func TestFrankedDividends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]string{"2023-24", "2024-25", "2025-26", "2027-28"}).Draw(t, "year")
		pay, paid := rapid.Int64Range(0, 300_000).Draw(t, "pay"), rapid.Int64Range(1, 300_000).Draw(t, "dividend")
		credits := money.FromInt(rapid.Int64Range(0, paid*30/70).Draw(t, "credits"))
		got := calculated(t, of(year, map[string]string{"franking_credits": credits.String()}, "employment", money.FromInt(pay).String(),
			"dividends", money.FromInt(paid).String()))
		sum := calculated(t, of(year, nil, "other", money.FromInt(pay+paid).Add(credits).String()))
		if !got.TotalTax.Equal(sum.TotalTax) || !got.TaxableIncome.Equal(sum.TaxableIncome) ||
			!got.NetPayable.Equal(sum.TotalTax.Sub(credits)) {
			t.Fatalf("%d and %d with %s: %s, to pay %s, of %s", pay, paid, credits, got.TotalTax, got.NetPayable, sum.TotalTax)
		}
	})
}

// The marginal rate is what the next dollars of the first kind owe, where it does not change meanwhile.
func TestMarginalRateOfTheFirstKind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.Permutation([]string{"employment", "dividends", "self_employment"}).Draw(t, "kinds")
		amounts := rapid.SliceOfN(rapid.Int64Range(1, 120_000), 3, 3).Draw(t, "amounts")
		facts := map[string]string{"franking_credits": "0", "small_business_entity": "true"}
		at := func(more int64) tax.Result {
			var parts []string
			for i, kind := range kinds {
				n := amounts[i]
				if i == 0 {
					n += more
				}
				parts = append(parts, kind, money.FromInt(n).String())
			}
			return calculated(t, of("2025-26", facts, parts...))
		}
		const step = 100
		a, b := at(0), at(step)
		if a.MarginalRate.Sub(b.MarginalRate).Abs().Greater(money.MustParse("0.0005")) {
			return
		}
		rise, want := b.TotalTax.Sub(a.TotalTax), a.MarginalRate.Mul(money.FromInt(step))
		if rise.Sub(want).Abs().Greater(money.MustParse("0.10")) {
			t.Fatalf("%v of %v: another %d owe %s, by the marginal rate %s", kinds, amounts, step, rise, want)
		}
	})
}

func TestKindsAreAskedAbout(t *testing.T) {
	taxtest.AsksBesideKind(t, registry, tax.Request{Jurisdiction: "AU", TaxYear: "2025-26"}, tax.Dividends, "franking_credits",
		"dividends_from")
	taxtest.AsksBesideKind(t, registry, tax.Request{Jurisdiction: "AU", TaxYear: "2025-26"}, tax.SelfEmployment, "small_business_entity")
	for name, req := range map[string]tax.Request{
		"more than a company can frank": of("2025-26", map[string]string{"franking_credits": "302"}, "dividends", "700"),
		"credits without dividends":     of("2025-26", map[string]string{"franking_credits": "1"}, "employment", "700"),
		"a business without profit":     of("2025-26", map[string]string{"small_business_entity": "true"}, "employment", "700"),
	} {
		var faults *tax.InputError
		if _, err := registry.Calculate(&req); !errors.As(err, &faults) {
			t.Errorf("%s: %v", name, err)
		}
	}
	taxtest.RefusesForeignDividends(t, registry, of("2025-26", map[string]string{"franking_credits": "0"}))
	foreign := of("2025-26", map[string]string{"franking_credits": "0"}, "dividends", "700")
	foreign.Residence = &tax.Residence{Status: "non_resident"}
	var unavailable *tax.Unavailable
	if _, err := registry.Calculate(&foreign); !errors.As(err, &unavailable) {
		t.Errorf("dividends of a foreign resident: %v", err)
	}
}
