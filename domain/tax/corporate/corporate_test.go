package corporate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/corporate"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// bare declares a place with nothing but what Extend adds, so that the package
// is tested without the places' own.
func bare(code, currency string, form tax.YearForm) *tax.Jurisdiction {
	lower := strings.ToLower(code)
	return corporate.Extend(&tax.Jurisdiction{
		Code: code, Name: code, Authority: "authority", Currency: currency, TimeZone: "UTC", Languages: []string{"en"}, Version: "1.0.0",
		Words: tax.Words{Names: []string{"place " + lower}, Demonyms: []string{"of " + lower}, Cities: []string{"city of " + lower},
			Currency: []string{"money of " + lower}},
		YearForm: form, IncomeMeans: "Income is income.", TotalMeans: "Total tax is tax.", Kinds: []tax.Kind{tax.Employment},
		BandsOf: "corporate_income_tax",
	})
}

var (
	calendar = tax.YearForm{Pattern: "2025"}
	april    = tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}}
	registry = tax.NewRegistry(
		bare("GB", "GBP", tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 6}}),
		bare("ZA", "ZAR", tax.YearForm{Pattern: "2026", EndLabels: true, Start: [2]int{3, 1}}),
		bare("SG", "SGD", tax.YearForm{Pattern: "YA 2026", Lag: 1, LabelPrefix: "YA ", Prefixes: []string{"ya"}}),
		bare("HK", "HKD", april), bare("IN", "INR", april), bare("NZ", "NZD", april),
		bare("AU", "AUD", tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{7, 1}}),
		bare("AE", "AED", calendar), bare("AT", "EUR", calendar), bare("BE", "EUR", calendar), bare("BR", "BRL", calendar),
		bare("CA", "CAD", calendar), bare("CH", "CHF", calendar), bare("DE", "EUR", calendar), bare("DK", "DKK", calendar),
		bare("ES", "EUR", calendar), bare("FI", "EUR", calendar), bare("FR", "EUR", calendar), bare("IE", "EUR", calendar),
		bare("IL", "ILS", calendar), bare("IT", "EUR", calendar), bare("JP", "JPY", calendar), bare("KR", "KRW", calendar),
		bare("MX", "MXN", calendar), bare("NL", "EUR", calendar), bare("NO", "NOK", calendar), bare("PL", "PLN", calendar),
		bare("PT", "EUR", calendar), bare("QA", "QAR", calendar), bare("SE", "SEK", calendar),
	)
)

func ask(t *testing.T, code, year, profit string, facts map[string]string) tax.Result {
	t.Helper()
	req := request(code, year, profit, facts)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatalf("%s %s: %v", code, year, err)
	}
	return got
}

func request(code, year, profit string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: code, TaxYear: year, TaxType: tax.CorporateIncome, Income: money.MustParse(profit), HasIncome: true,
		Facts: facts}
}

func is(class string) map[string]string { return map[string]string{"company_class": class} }

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// By hand, from the rates of the law.
func TestTotals(t *testing.T) {
	for _, c := range []struct {
		code, year, profit string
		facts              map[string]string
		want               string
	}{
		{"GB", "2025-26", "50000", nil, "9500.00"},
		{"GB", "2025-26", "100000", nil, "22750.00"}, // 25,000 less 3/200 of 150,000
		{"GB", "2025-26", "250000", nil, "62500.00"},
		{"GB", "2026-27", "100000", map[string]string{"associated_companies": "1"}, "24625.00"}, // upper limit 125,000
		{"GB", "2026-27", "40000", map[string]string{"close_investment_holding": "true"}, "10000.00"},
		{"GB", "2023-24", "20000", map[string]string{"period_start": "2023-04-01", "period_end": "2023-09-30"}, "3800.00"},
		{"ZA", "2026", "550000", nil, "148500.00"},
		{"SG", "YA 2023", "200000", nil, "16575.00"},             // 17 % of 97,500
		{"SG", "YA 2025", "200000", nil, "8287.50"},              // and half of it off
		{"SG", "YA 2026", "200000", nil, "9945.00"},              // 40 %
		{"SG", "YA 2026", "2000000", nil, "292575.00"},           // 17 % of 1,897,500, less 30,000
		{"SG", "YA 2023", "200000", is("startup"), "12750.00"},   // 17 % of 75,000
		{"SG", "YA 2023", "1000000", is("startup"), "148750.00"}, // 17 % of 875,000
		{"ES", "2024", "80000", is("small"), "18400.00"},
		{"ES", "2024", "80000", is("new"), "12000.00"},
		{"ES", "2026", "80000", is("small"), "15800.00"},
		{"ES", "2026", "80000", is("medium"), "18400.00"},
		{"ES", "2026", "80000", nil, "20000.00"},
		{"DE", "2024", "100000", nil, "15825.00"},
		{"DE", "2027", "100000", nil, "15825.00"},
		// 15,014 of 15,014.85, and 825.77 of it to the cent below
		{"DE", "2025", "100099", nil, "15839.77"},
		{"DE", "2025", "100199", map[string]string{"trade_tax_multiplier": "410"}, "30217.89"}, // 15,029, 826.59 and 14,362.30
		{"BR", "2026", "1000000", nil, "316000.00"},                                            // 36,000 + 190,000 and 90,000
		{"KR", "2025", "300000000", nil, "40700000"},                                           // 18 + 19 million and a tenth
		{"HK", "2024-25", "3000000", nil, "328500.00"},
		{"HK", "2024-25", "3000000", is("standard"), "493500.00"},
		{"HK", "2023-24", "10000", nil, "0.00"}, // 825, all of it reduced
		{"HK", "2025-26", "3000000", nil, "330000.00"},
		{"IE", "2026", "100000", nil, "12500.00"},
		{"IE", "2026", "100000", map[string]string{"non_trading_profit": "40000"}, "17500.00"}, // 7,500 + 10,000
		{"PL", "2026", "100000", is("small"), "9000.00"},
		{"PL", "2026", "100000", map[string]string{"company_class": "small", "capital_gains_profit": "30000"}, "12000.00"}, // 6,300 + 5,700
		{"PT", "2023", "60000", is("small"), "10600.00"},                                                                   // 8,500 + 2,100
		{"IT", "2025", "100000", is("premiale"), "20000.00"},
		{"FR", "2025", "50000", is("small"), "8250.00"}, // 6,375 + 1,875
		{"FR", "2025", "5000000", nil, "1250000.00"},
		{"FR", "2025", "5000000", map[string]string{"owes_social_contribution": "true"}, "1266071.00"}, // 3.3 % of 487,000
		{"NL", "2026", "300000", nil, "63800.00"},                                                      // 38,000 + 25,800
		{"AE", "2026", "500000", nil, "11250.00"},
		{"AE", "2023", "2500000", is("small"), "0.00"},
		{"CA", "2026", "600000", nil, "90000.00"},
		{"CA", "2026", "600000", is("small"), "60000.00"},                                                             // 45,000 + 15,000
		{"CA", "2026", "600000", map[string]string{"company_class": "small", "business_limit": "200000"}, "78000.00"}, // 18,000 + 60,000
		{"CA", "2026", "600000", map[string]string{"company_class": "small", "taxable_capital": "30000000"}, "75000.00"},
		{"CA", "2026", "600000", map[string]string{"company_class": "small", "taxable_capital": "50000000"}, "90000.00"},
		{"CA", "2026", "600000", map[string]string{"company_class": "small", "passive_income": "100000"}, "75000.00"}, // a limit of 250,000
		{"CA", "2026", "600000", map[string]string{"company_class": "small", "passive_income": "150000"}, "90000.00"},
		{"IN", "2025-26", "10000000", nil, "3120000.00"}, // 30 % and the cess
		{"IN", "2025-26", "10000000", is("small"), "2600000.00"},
		// The surcharge of 7 % is due in full from 10,309,278.35 on: before, tax and
		// surcharge grow by each rupee above a crore.
		{"IN", "2025-26", "10100000", nil, "3224000.00"},                   // (3,000,000 + 100,000) × 1.04
		{"IN", "2025-26", "20000000", nil, "6676800.00"},                   // 6,000,000 × 1.07 × 1.04
		{"IN", "2025-26", "100500000", nil, "33904000.00"},                 // (32,100,000 + 500,000) × 1.04
		{"IN", "2024-25", "200000000", nil, "69888000.00"},                 // 60,000,000 × 1.12 × 1.04
		{"IN", "2025-26", "10000000", is("concessional"), "2516800.00"},    // 25.168 %
		{"IN", "2024-25", "200000000", is("concessional"), "50336000.00"},  // the same
		{"IN", "2024-25", "200000000", is("manufacturing"), "34320000.00"}, // 17.16 %
		{"IN", "2025-26", "12345", nil, "3850.00"},                         // 3,851.64 to ten rupees
	} {
		if got := ask(t, c.code, c.year, c.profit, c.facts); got.TotalTax.String() != c.want {
			t.Errorf("%s %s %s %v: %s, want %s", c.code, c.year, c.profit, c.facts, got.TotalTax, c.want)
		}
	}
}

func TestMarginalRateOfTheRelief(t *testing.T) {
	if got := ask(t, "GB", "2025-26", "100000", nil); got.MarginalRate.String() != "0.265" {
		t.Errorf("marginal rate %s", got.MarginalRate)
	}
}

// What the law that was read does not settle is refused.
func TestRefused(t *testing.T) {
	half := map[string]string{"period_start": "2025-01-01", "period_end": "2025-06-30"}
	for _, c := range []struct {
		what, code, year string
		facts            map[string]string
	}{
		{"over a change of rate", "AT", "2023", map[string]string{"period_start": "2023-07-01"}},
		{"into a year that is not covered", "NL", "2026", map[string]string{"period_start": "2026-07-01"}},
		{"a short period whose limits were not read", "NL", "2025", half},
		{"the same", "AE", "2025", half},
		{"months in part, where the law counts months", "KR", "2025",
			map[string]string{"period_start": "2025-01-01", "period_end": "2025-06-15"}},
		{"a class without law in the year", "IT", "2026", is("premiale")},
		{"the same", "KR", "2024", is("leasing")},
		{"the same", "ZA", "2027", is("small")},
		{"a class whose law ends within the period", "ZA", "2026", map[string]string{"company_class": "small", "period_start": "2025-05-01"}},
		{"relief that ends with 2026", "AE", "2026", map[string]string{"company_class": "small", "period_start": "2026-07-01"}},
	} {
		var gap *tax.Unavailable
		req := request(c.code, c.year, "1000", c.facts)
		if got, err := registry.Calculate(&req); !errors.As(err, &gap) {
			t.Errorf("%s: %s %s %v: %s, %v", c.what, c.code, c.year, c.facts, got.TotalTax, err)
		}
	}
	for _, c := range []struct {
		code, year string
		facts      map[string]string
	}{
		{"NO", "2024", map[string]string{"period_start": "2023-12-31"}},
		{"NO", "2024", map[string]string{"period_start": "2024-02-01", "period_end": "2025-02-01"}},
		{"NO", "2024", map[string]string{"period_start": "2024-02-01", "period_end": "2024-01-31"}},
		{"IE", "2025", map[string]string{"non_trading_profit": "1000.01"}},
		{"CA", "2025", map[string]string{"business_limit": "500000.01"}},
	} {
		var fault *tax.InputError
		req := request(c.code, c.year, "1000", c.facts)
		if _, err := registry.Calculate(&req); !errors.As(err, &fault) {
			t.Errorf("%s %s %v: %v", c.code, c.year, c.facts, err)
		}
	}
}

// A year may have another tier than its place, and a class another than its
// year.
func TestGrades(t *testing.T) {
	for _, c := range []struct {
		code, year string
		facts      map[string]string
		want       tax.Tier
	}{
		{"GB", "2022-23", nil, tax.Beta}, {"GB", "2023-24", nil, tax.Covered},
		{"GB", "2026-27", map[string]string{"associated_companies": "2"}, tax.Covered},
		{"ES", "2024", nil, tax.Beta}, {"NO", "2024", nil, tax.Draft}, {"NO", "2025", nil, tax.Beta}, {"AT", "2026", nil, tax.Draft},
		{"JP", "2026", is("small"), tax.Beta}, {"KR", "2026", nil, tax.Beta}, {"DE", "2026", nil, tax.Draft},
		{"IN", "2024-25", nil, tax.Beta}, {"IN", "2024-25", is("concessional"), tax.Draft},
		{"CA", "2026", is("small"), tax.Beta}, {"CA", "2026", map[string]string{"company_class": "small", "taxable_capital": "20000000"},
			tax.Draft},
		{"FR", "2025", nil, tax.Beta}, {"FR", "2025", map[string]string{"owes_social_contribution": "true"}, tax.Draft},
		{"ZA", "2025", is("small"), tax.Covered}, {"ZA", "2027", nil, tax.Draft},
	} {
		if got := ask(t, c.code, c.year, "1000000", c.facts); got.CoverageStatus != c.want {
			t.Errorf("%s %s %v: %s, want %s", c.code, c.year, c.facts, got.CoverageStatus, c.want)
		}
	}
}

func TestExtendLeavesOthersAlone(t *testing.T) {
	j := corporate.Extend(&tax.Jurisdiction{Code: "XX"})
	if len(j.Coverage)+len(j.Facts) != 0 || j.Compute != nil {
		t.Error("a place that is not known was changed")
	}
}

func TestGolden(t *testing.T) {
	one := func(code, year, max string, facts map[string]string) taxtest.Table {
		title := code + " " + year
		if facts["company_class"] != "" {
			title += " " + facts["company_class"]
		}
		return taxtest.Table{Title: title, Max: max, Request: tax.Request{Jurisdiction: code, TaxYear: year, TaxType: tax.CorporateIncome,
			Facts: facts}}
	}
	curve := one("GB", "2026-27", "", map[string]string{"associated_companies": "2", "exempt_distributions": "10000"})
	curve.Title += ", two associated companies and exempt distributions of 10,000"
	curve.Incomes = []string{"0", "6666.66", "6666.67", "20000", "50000", "73333.33", "73333.34", "100000"}
	trade := one("DE", "2025", "", map[string]string{"trade_tax_multiplier": "410"})
	trade.Title += ", trade tax at 410 per cent"
	trade.Incomes = []string{"99.99", "100", "900", "99999.99", "100000", "1000000"}
	taxtest.Golden(t, registry, "companies",
		one("GB", "2025-26", "400000", nil), curve,
		one("ZA", "2026", "1000000", is("small")),
		one("SG", "YA 2025", "800000", nil), one("SG", "YA 2026", "800000",
			map[string]string{"company_class": "startup", "local_employee": "true"}),
		one("HK", "2024-25", "4000000", nil),
		one("KR", "2026", "400000000000", nil), one("KR", "2026", "400000000000", is("leasing")), one("DE", "2025", "100000", nil), trade,
		one("ES", "2026", "100000", is("small")), one("NL", "2026", "400000", nil), one("PT", "2026", "100000", is("small")),
		one("FR", "2025", "5000000", map[string]string{"company_class": "small", "owes_social_contribution": "true"}),
		one("CA", "2026", "800000", map[string]string{"company_class": "small", "taxable_capital": "20000000"}),
		one("JP", "2026", "20000000", is("small")),
		one("IN", "2025-26", "200000000", nil), one("IN", "2025-26", "200000000", is("small")),
		one("IN", "2025-26", "200000000", is("concessional")), one("IN", "2025-26", "200000000", is("manufacturing")))
}

func BenchmarkCompany(b *testing.B) {
	req := request("GB", "2025-26", "100000", nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}
