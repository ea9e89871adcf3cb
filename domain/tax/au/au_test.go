package au_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/au"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(au.Jurisdiction())

func ask(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "AU", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func foreign(req tax.Request) tax.Request {
	req.Residence = &tax.Residence{Status: "non_resident"}
	return req
}

func TestPublishedExamples(t *testing.T) {
	const reduction = "https://ato.gov.au/individuals-and-families/medicare-and-private-health-insurance/medicare-levy/medicare-levy-reduction/medicare-levy-reduction-for-low-income-earners"
	const loans = "https://www.ato.gov.au/tax-rates-and-codes/study-and-training-support-loans-rates-and-repayment-thresholds"
	owes := map[string]string{"study_loan": "true"}
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "Australian Taxation Office, Medicare levy reduction, example of Angie (2024-25)", URL: reduction,
			Request: ask("2024-25", "29000", nil), Levies: map[string]string{"medicare_levy": "177.80"}},
		{Source: "Australian Taxation Office, upper threshold 34,027 (2024-25)", URL: reduction,
			Request: ask("2024-25", "34028", nil), Levies: map[string]string{"medicare_levy": "680.56"}},
		{Source: "Australian Taxation Office, study and training loans, Table 1: 8,700 on 125,000 (2025-26)", URL: loans,
			Request: ask("2025-26", "125000", owes), Levies: map[string]string{"study_loan_repayment": "8700.00"}},
		{Source: "Australian Taxation Office, study and training loans, Table 1: 10 % from 179,286 (2025-26)", URL: loans,
			Request: ask("2025-26", "179286", owes), Levies: map[string]string{"study_loan_repayment": "17928.60"}},
	})
	for income, want := range map[string]string{"67000": "0.00", "67001": "0.15", "125001": "8700.17", "179285": "17928.45",
		"400000": "40000.00"} {
		req := ask("2025-26", income, owes)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if loan := got.Components[len(got.Components)-1]; loan.Kind != tax.LevyRepayment || loan.Amount.String() != want {
			t.Errorf("repayment on %s: %+v, want %s", income, loan, want)
		}
	}
	before := ask("2024-25", "90000", owes)
	if _, err := registry.Calculate(&before); err == nil {
		t.Error("a study loan is repaid in 2024-25, whose thresholds are not held")
	}
}

// TestPartYear holds the authority's example of John, a resident from 17 April:
// a threshold of 14,648, and 16 % beyond it
// (https://ato.gov.au/Individuals/Coming-to-Australia-or-going-overseas/Coming-to-Australia/Tax-free-threshold-for-newcomers-to-Australia).
// The levy is by hand: 75 of 365 days.
func TestPartYear(t *testing.T) {
	part := func(year, income, from, to string) tax.Request {
		req := ask(year, income, nil)
		req.Residence = &tax.Residence{Status: "part_year"}
		if from != "" {
			req.Residence.From = civil.MustParse(from)
		}
		if to != "" {
			req.Residence.To = civil.MustParse(to)
		}
		return req
	}
	for _, c := range []struct {
		req         tax.Request
		gross, levy string
	}{
		{part("2024-25", "14648", "2025-04-17", ""), "0.00", "0.00"},
		{part("2024-25", "14748", "2025-04-17", ""), "16.00", "0.00"},
		{part("2024-25", "50000", "2025-04-17", ""), "6356.32", "205.48"}, // 30,352 × 16 % + 1,500; 1,000 × 75 ÷ 365
		{part("2024-25", "50000", "", "2024-09-13"), "6356.32", "205.48"}, // months July to September again
		{part("2024-25", "50000", "2024-07-01", "2025-06-30"), "5788.00", "1000.00"},
	} {
		got, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(err)
		}
		if got.Components[0].Amount.String() != c.gross || got.Components[2].Amount.String() != c.levy {
			t.Errorf("%s from %s to %s: %+v, want %s and %s", c.req.Income, c.req.Residence.From, c.req.Residence.To, got.Components, c.gross,
				c.levy)
		}
	}
	for _, refused := range []tax.Request{part("2024-25", "50000", "2025-07-01", ""), part("2024-25", "50000", "", "")} {
		var faults *tax.InputError
		if _, err := registry.Calculate(&refused); !errors.As(err, &faults) || faults.Fields[0].Field != "residence" {
			t.Errorf("%+v: %v", refused.Residence, err)
		}
	}
}

// TestAgainstTheBudget holds what the Budget of 2025-26 says: the taxable
// income below which no income tax is paid in each year, the low income tax
// offset counted (https://budget.gov.au/content/calculator.htm), and the most
// that the rates of 2026-27 and 2027-28 take off the tax of 2024-25.
func TestAgainstTheBudget(t *testing.T) {
	net := func(year, income string) money.Dec {
		req := ask(year, income, map[string]string{"medicare_levy_exempt": "true"})
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		return got.TotalTax
	}
	for year, untaxed := range map[string]string{"2024-25": "22575", "2025-26": "22575", "2026-27": "22866", "2027-28": "23200"} {
		beyond := money.MustParse(untaxed).Add(money.One).String()
		if at, next := net(year, untaxed), net(year, beyond); !at.IsZero() || next.IsZero() {
			t.Errorf("%s: %s on %s, %s on %s", year, at, untaxed, next, beyond)
		}
	}
	for year, cut := range map[string]string{"2025-26": "0.00", "2026-27": "268.00", "2027-28": "536.00"} {
		for _, income := range []string{"45000", "79000", "190000", "300000"} {
			if less := net("2024-25", income).Sub(net(year, income)); less.String() != cut {
				t.Errorf("%s: %s less on %s, want %s", year, less, income, cut)
			}
		}
	}
	// The Government's example of the rates of 2024-25: 1,504 less than the year
	// before for the average wage earner on 73,000
	// (https://patconroy.com.au/media/media-releases/labor-s-better-tax-cuts-to-benefit-shortland).
	if less := net("2023-24", "73000").Sub(net("2024-25", "73000")); less.String() != "1504.00" {
		t.Errorf("2024-25: %s less on 73000", less)
	}
	// The Budget's own sum of both rounds for a worker on average earnings
	// (https://budget.gov.au/content/01-cost-of-living.htm).
	for year, cut := range map[string]string{"2026-27": "1922.00", "2027-28": "2190.00"} {
		if less := net("2023-24", "79000").Sub(net(year, "79000")); less.String() != cut {
			t.Errorf("%s: %s less on 79000 than in 2023-24, want %s", year, less, cut)
		}
	}
}

// The tables show the tax at the lower edge of each band: "4,288 plus 30c for
// each 1 over 45,000". They are reprinted by https://onestoptax.com.au/?p=3955
// and https://kaskertaxation.com.au/income-tax-rates.
func TestTablesOfRates(t *testing.T) {
	holiday := map[string]string{"working_holiday_maker": "true"}
	for _, c := range []struct {
		req tax.Request
		tax string
	}{
		{ask("2023-24", "45000", nil), "5092.00"},
		{ask("2023-24", "120000", nil), "29467.00"},
		{ask("2023-24", "180000", nil), "51667.00"},
		{ask("2025-26", "45000", nil), "4288.00"},
		{ask("2025-26", "135000", nil), "31288.00"},
		{ask("2025-26", "190000", nil), "51638.00"},
		{ask("2026-27", "45000", nil), "4020.00"},
		{ask("2027-28", "45000", nil), "3752.00"},
		{foreign(ask("2023-24", "120000", nil)), "39000.00"},
		{foreign(ask("2023-24", "180000", nil)), "61200.00"},
		{foreign(ask("2025-26", "135000", nil)), "40500.00"},
		{foreign(ask("2025-26", "190000", nil)), "60850.00"},
		{ask("2025-26", "45000", holiday), "6750.00"},
		{ask("2025-26", "135000", holiday), "33750.00"},
		{ask("2025-26", "190000", holiday), "54100.00"},
	} {
		got, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(err)
		}
		if got.Components[0].Amount.String() != c.tax {
			t.Errorf("%s of %s: %s, want %s", c.req.Income, c.req.TaxYear, got.Components[0].Amount, c.tax)
		}
	}
}

func TestOffsetAndSurcharge(t *testing.T) {
	bare := map[string]string{"private_hospital_cover": "false"}
	for _, c := range []struct {
		req             tax.Request
		total, marginal string
	}{
		{ask("2024-25", "18200", nil), "0.00", "0.00"},
		{ask("2024-25", "22575", nil), "0.00", "0.16"},         // 4,375 × 16 % = 700 = offset
		{ask("2024-25", "37500", nil), "3138.00", "0.23"},      // 3,088 − 700 + 750; the offset shrinks by 5 %
		{ask("2024-25", "45000", nil), "4863.00", "0.335"},     // 4,288 − 325 + 900
		{ask("2024-25", "97000", bare), "21828.00", "0.33"},    // no surcharge yet; the slope beyond
		{ask("2024-25", "97000.01", bare), "22798.00", "0.33"}, // 1 % of all of it
		{ask("2025-26", "120000", bare), "30688.00", "0.3325"}, // 26,788 + 2,400 + 1.25 % of it
	} {
		got, err := registry.Calculate(&c.req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TotalTax.String() != c.total || got.MarginalRate.String() != c.marginal {
			t.Errorf("%s: total %s, marginal %s; want %s, %s", c.req.Income, got.TotalTax, got.MarginalRate, c.total, c.marginal)
		}
	}
	req := ask("2026-27", "120000", bare)
	if _, err := registry.Calculate(&req); err == nil {
		t.Error("the surcharge of 2026-27 is computed without its thresholds")
	}
}

// TestOtherIncomeIsTaxedLikePay holds that interest, rent and other income make
// the same taxable income for a resident, and are refused for others.
func TestOtherIncomeIsTaxedLikePay(t *testing.T) {
	for _, kind := range []tax.Kind{tax.Interest, tax.Property, tax.OtherIncome} {
		req := tax.Request{Jurisdiction: "AU", TaxYear: "2024-25", Components: []tax.Component{
			{Kind: tax.Employment, Amount: money.MustParse("40000")}, {Kind: kind, Amount: money.MustParse("5000")}}}
		got, err := registry.Calculate(&req)
		if err != nil || got.TotalTax.String() != "4863.00" {
			t.Errorf("%s: %s, %v", kind, got.TotalTax, err)
		}
		abroad := foreign(req)
		if _, err := registry.Calculate(&abroad); err == nil {
			t.Errorf("%s of a foreign resident is computed", kind)
		}
	}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023-24", "2024-25", "2025-26", "2026-27", "2027-28"} {
		tables := []taxtest.Table{
			{Title: "AU " + year + " resident", Request: tax.Request{Jurisdiction: "AU", TaxYear: year}},
			{Title: "AU " + year + " foreign resident", Request: foreign(tax.Request{Jurisdiction: "AU", TaxYear: year})},
			{Title: "AU " + year + " working holiday maker",
				Request: tax.Request{Jurisdiction: "AU", TaxYear: year, Facts: map[string]string{"working_holiday_maker": "true"}}},
		}
		if year < "2026" {
			tables = append(tables, taxtest.Table{
				Title: "AU " + year + " resident without private hospital cover", Max: "200000",
				Request: tax.Request{Jurisdiction: "AU", TaxYear: year, Facts: map[string]string{"private_hospital_cover": "false"}},
			})
		}
		if year == "2025-26" {
			tables = append(tables, taxtest.Table{
				Title: "AU " + year + " resident with a study loan", Incomes: []string{"67000", "125000", "179285", "179286"},
				Request: tax.Request{Jurisdiction: "AU", TaxYear: year, Facts: map[string]string{"study_loan": "true"}},
			})
		}
		taxtest.Golden(t, registry, year, tables...)
	}
}

func BenchmarkIncome(b *testing.B) {
	req := ask("2025-26", "90000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
