package ca_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func kinds(year, region string, parts ...string) tax.Request {
	req := tax.Request{Jurisdiction: "CA", TaxYear: year, SubRegion: region}
	for i := 0; i < len(parts); i += 2 {
		req.Components = append(req.Components, tax.Component{Kind: tax.Kind(parts[i]), Amount: money.MustParse(parts[i+1])})
	}
	return req
}

// TestInterestOwesNoContributions is by hand, Alberta 2024: on 30,000 of
// interest (30,000 − 15,705) × 15 % and (30,000 − 21,885) × 10 %; no
// contribution is due and the employment amount is not given.
func TestInterestOwesNoContributions(t *testing.T) {
	req := kinds("2024", "alberta", "interest", "30000")
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TotalTax.String() != "2955.75" || got.TaxableIncome.String() != "30000.00" || got.MarginalRate.String() != "0.25" {
		t.Errorf("total %s, taxable %s, marginal %s", got.TotalTax, got.TaxableIncome, got.MarginalRate)
	}
	for _, l := range got.Components {
		if l.Kind == tax.LevySocial && !l.Amount.IsZero() {
			t.Errorf("%s of %s on interest", l.Code, l.Amount)
		}
	}
}

// TestOtherIncomeStacksOnPay holds that each kind beside a salary costs the
// rates of its band and leaves contributions as they are, in every province.
func TestOtherIncomeStacksOnPay(t *testing.T) {
	for _, region := range registry.Find("CA").Regions {
		if region.Uncovered != "" {
			continue
		}
		alone := kinds("2024", region.Slug, "employment", "150000")
		before, err := registry.Calculate(&alone)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"interest", "property", "other"} {
			beside := kinds("2024", region.Slug, "employment", "150000", kind, "100")
			after, err := registry.Calculate(&beside)
			if err != nil {
				t.Fatal(err)
			}
			more := after.TotalTax.Sub(before.TotalTax)
			if gap := more.Sub(before.MarginalRate.Mul(money.FromInt(100))).Abs(); gap.Greater(money.MustParse("0.02")) {
				t.Errorf("%s: 100 of %s cost %s at a marginal rate of %s", region.Slug, kind, more, before.MarginalRate)
			}
			for i := range before.Components {
				if l := &before.Components[i]; l.Kind == tax.LevySocial && !l.Amount.Equal(after.Components[i].Amount) {
					t.Errorf("%s: %s moves from %s to %s with %s", region.Slug, l.Code, l.Amount, after.Components[i].Amount, kind)
				}
			}
		}
	}
}

// TestDividends is by hand, Ontario 2024. 50,000 of eligible dividends are taxed
// as 69,000: federal 11,072.32 less 2,355.75 of credits, Ontario 4,204.21 less
// 626.15, and both credits exceed what is left; the health premium of 600 stays.
// 1,000 of others beside a salary are taxed as 1,150, at 26 % less 9.0301 %
// federal tax, and 11.16 % with the surtaxes of 20 % and 36 % less 2.9863 %.
func TestDividends(t *testing.T) {
	alone := kinds("2024", "ontario", "dividends", "50000")
	got, err := registry.Calculate(&alone)
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "69000.00" || got.TotalTax.String() != "600.00" || got.CoverageStatus != tax.Beta {
		t.Errorf("taxable %s, total %s, %s", got.TaxableIncome, got.TotalTax, got.CoverageStatus)
	}
	pay, both := kinds("2024", "ontario", "employment", "140000"), kinds("2024", "ontario", "employment", "140000", "dividends", "1000")
	both.Facts = map[string]string{"other_than_eligible_dividends": "1000"}
	before, err := registry.Calculate(&pay)
	if err != nil {
		t.Fatal(err)
	}
	after, err := registry.Calculate(&both)
	if err != nil {
		t.Fatal(err)
	}
	// 1,150 × (26 % − 9.0301 % + 11.16 % × 1.56 − 2.9863 %).
	if more := after.TotalTax.Sub(before.TotalTax); more.String() != "361.02" {
		t.Errorf("1,000 of other dividends cost %s", more)
	}
}

// In Quebec the abatement is of what the federal dividend tax credit leaves.
// Above the last threshold the marginal rates of dividends are those that RCGT
// prints for 2025 (https://www.rcgt.com/en/tax-planning-guide/tables/1-quebec-2/marginal-rates):
// 40.11 % of eligible ones, 1.38 × ((33 − 15.0198) × 83.5 % + 25.75 − 11.7), and
// 48.70 % of others.
func TestDividendsInQuebec(t *testing.T) {
	for other, rate := range map[string]string{"0": "0.4011", "400000": "0.4870"} {
		req := kinds("2025", "quebec", "dividends", "400000")
		req.Facts = map[string]string{"other_than_eligible_dividends": other}
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.MarginalRate.Sub(money.MustParse(rate)).Abs(); d.Greater(money.MustParse("0.00005")) {
			t.Errorf("%s of other dividends: %s, published %s", other, got.MarginalRate, rate)
		}
	}
}

func TestDividendsAreRefused(t *testing.T) {
	elsewhere := kinds("2024", "alberta", "dividends", "100")
	if _, err := registry.Calculate(&elsewhere); err == nil {
		t.Error("dividends in Alberta are computed")
	}
	more := kinds("2024", "ontario", "dividends", "100")
	more.Facts = map[string]string{"other_than_eligible_dividends": "101"}
	if _, err := registry.Calculate(&more); err == nil {
		t.Error("a part of the dividends exceeds the whole")
	}
	taxable := kinds("2024", "ontario", "dividends", "100")
	taxable.IncomeBasis = tax.Taxable
	if _, err := registry.Calculate(&taxable); err == nil {
		t.Error("dividends in a taxable income are grossed up")
	}
}
