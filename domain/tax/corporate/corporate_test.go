package corporate_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/corporate"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// bare declares a place with nothing but what Extend adds, so that the package
// is tested without the places' own.
func bare(code, currency string, form tax.YearForm) *tax.Jurisdiction {
	return corporate.Extend(&tax.Jurisdiction{
		Code: code, Name: code, Authority: "authority", Currency: currency, TimeZone: "UTC", Languages: []string{"en"}, Version: "1.0.0",
		Words:    tax.Words{Names: []string{"place " + lower(code)}, Demonyms: []string{"of " + lower(code)}, Cities: []string{"city of " + lower(code)}, Currency: []string{"money of " + lower(code)}},
		YearForm: form, IncomeMeans: "Income is income.", TotalMeans: "Total tax is tax.", Kinds: []tax.Kind{tax.Employment}, BandsOf: "corporate_income_tax",
	})
}

func lower(code string) string { return string([]byte{code[0] + 32, code[1] + 32}) }

var (
	calendar = tax.YearForm{Pattern: "2025"}
	registry = tax.NewRegistry(
		bare("GB", "GBP", tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 6}}),
		bare("ZA", "ZAR", tax.YearForm{Pattern: "2026", EndLabels: true, Start: [2]int{3, 1}}),
		bare("SG", "SGD", tax.YearForm{Pattern: "YA 2026", Lag: 1, LabelPrefix: "YA ", Prefixes: []string{"ya"}}),
		bare("ES", "EUR", calendar), bare("DE", "EUR", calendar), bare("KR", "KRW", calendar),
		bare("HK", "HKD", tax.YearForm{Pattern: "2024-25", Split: true, Start: [2]int{4, 1}}),
		bare("AT", "EUR", calendar), bare("NO", "NOK", calendar),
		bare("BR", "BRL", calendar), bare("JP", "JPY", calendar), bare("FI", "EUR", calendar), bare("SE", "SEK", calendar),
		bare("CH", "CHF", calendar), bare("PT", "EUR", calendar),
		bare("IN", "INR", tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}}),
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
	return tax.Request{Jurisdiction: code, TaxYear: year, TaxType: tax.CorporateIncome, Income: money.MustParse(profit), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

func TestTotals(t *testing.T) {
	for _, c := range []struct {
		code, year, profit string
		facts              map[string]string
		want               string
	}{
		{"GB", "2025-26", "50000", nil, "9500.00"},
		{"GB", "2025-26", "100000", nil, "22750.00"}, // 25,000 less 3/200 of 150,000
		{"GB", "2025-26", "250000", nil, "62500.00"},
		{"GB", "2025-26", "100000", map[string]string{"associated_companies": "1"}, "24625.00"}, // upper limit 125,000
		{"GB", "2023-24", "20000", map[string]string{"period_start": "2023-04-01", "period_end": "2023-09-30"}, "3800.00"},
		// The figures that SARS prints with its table of small business corporations.
		{"ZA", "2026", "365000", map[string]string{"company_class": "small"}, "18847.50"},
		{"ZA", "2026", "550000", map[string]string{"company_class": "small"}, "57697.50"},
		{"ZA", "2026", "550000", nil, "148500.00"},
		{"SG", "YA 2025", "200000", nil, "16575.00"}, // 17 % of 97,500
		{"SG", "YA 2026", "200000", nil, "16575.00"},
		{"ES", "2026", "80000", map[string]string{"company_class": "small"}, "15800.00"},
		{"ES", "2026", "80000", map[string]string{"company_class": "medium"}, "18400.00"},
		{"ES", "2026", "80000", nil, "20000.00"},
		{"DE", "2024", "100000", nil, "15825.00"},
		{"DE", "2027", "100000", nil, "15825.00"},
		{"BR", "2026", "1000000", nil, "316000.00"},  // 36,000 + 190,000 and 90,000
		{"KR", "2025", "300000000", nil, "40700000"}, // 18 + 19 million and a tenth
		{"HK", "2024-25", "3000000", nil, "330000.00"},
		{"HK", "2024-25", "3000000", map[string]string{"company_class": "standard"}, "495000.00"},
		{"IN", "2025-26", "10000000", nil, "3120000.00"}, // 30 % and the cess
		{"IN", "2025-26", "10000000", map[string]string{"company_class": "small"}, "2600000.00"},
		// The surcharge of 7 % is due in full from 10,309,278.35 on: before, tax and
		// surcharge grow by each rupee above a crore.
		{"IN", "2025-26", "10100000", nil, "3224000.00"},                                                  // (3,000,000 + 100,000) × 1.04
		{"IN", "2025-26", "20000000", nil, "6676800.00"},                                                  // 6,000,000 × 1.07 × 1.04
		{"IN", "2025-26", "100500000", nil, "33904000.00"},                                                // (32,100,000 + 500,000) × 1.04
		{"IN", "2024-25", "200000000", nil, "69888000.00"},                                                // 60,000,000 × 1.12 × 1.04
		{"IN", "2025-26", "10000000", map[string]string{"company_class": "concessional"}, "2516800.00"},   // 25.168 %
		{"IN", "2024-25", "200000000", map[string]string{"company_class": "concessional"}, "50336000.00"}, // the same
		{"IN", "2025-26", "12345", nil, "3850.00"},                                                        // 3,851.64 to ten rupees
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

func TestPeriods(t *testing.T) {
	over := request("NO", "2024", "1000", map[string]string{"period_start": "2024-07-01", "period_end": "2025-06-30"})
	if got, err := registry.Calculate(&over); err != nil || got.TotalTax.String() != "220.00" {
		t.Errorf("over the turn of the year with one rate: %s, %v", got.TotalTax, err)
	}
	var gap *tax.Unavailable
	changes := request("AT", "2023", "1000", map[string]string{"period_start": "2023-07-01"})
	if _, err := registry.Calculate(&changes); !errors.As(err, &gap) {
		t.Errorf("over a change of rate: %v", err)
	}
	for _, facts := range []map[string]string{
		{"period_start": "2023-12-31"}, {"period_start": "2024-02-01", "period_end": "2025-02-01"}, {"period_start": "2024-02-01", "period_end": "2024-01-31"},
	} {
		var fault *tax.InputError
		req := request("NO", "2024", "1000", facts)
		if _, err := registry.Calculate(&req); !errors.As(err, &fault) {
			t.Errorf("%v: %v", facts, err)
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
		{"ES", "2024", nil, tax.Draft}, {"ES", "2026", nil, tax.Beta}, {"NO", "2024", nil, tax.Draft}, {"NO", "2025", nil, tax.Beta}, {"AT", "2026", nil, tax.Draft},
		{"JP", "2025", nil, tax.Beta}, {"JP", "2026", map[string]string{"company_class": "small"}, tax.Beta}, {"KR", "2026", nil, tax.Beta}, {"DE", "2026", nil, tax.Draft},
	} {
		if got := ask(t, c.code, c.year, "1000000", c.facts); got.CoverageStatus != c.want {
			t.Errorf("%s %s %v: %s, want %s", c.code, c.year, c.facts, got.CoverageStatus, c.want)
		}
	}
}

// By hand. In Japan, Korea and Spain a period has the rates of the day on which it
// begins: the defence tax of 4 % of the tax above 5,000,000 from April 2026, the
// reduced rate of 17 % from April 2025 where the profit is above a billion, and
// in Korea the rates of 2025 to the end of March 2026, in Spain to that of June.
func TestRatesOfTheDayOnWhichAPeriodBegins(t *testing.T) {
	for _, c := range []struct{ code, year, profit, start, end, class, want string }{
		{"JP", "2026", "100000000", "", "", "standard", "23200000"},
		{"JP", "2026", "100000000", "2026-03-31", "", "standard", "23200000"},
		{"JP", "2026", "100000000", "2026-04-01", "", "standard", "23928000"},
		{"JP", "2026", "100000000", "2026-04-01", "2026-09-30", "standard", "24027726"}, // 183 days of 5,000,000
		{"JP", "2026", "20000000", "2026-04-01", "", "small", "3984000"},                // the tax is below 5,000,000
		{"JP", "2025", "1000000001", "2025-03-01", "", "small", "231344000"},
		{"JP", "2025", "1000000000", "2025-04-01", "", "small", "231344000"},
		{"JP", "2025", "1000000001", "2025-04-01", "", "small", "231504000"},
		{"ES", "2025", "100000", "2025-07-01", "", "small", ask(t, "ES", "2025", "100000", map[string]string{"company_class": "small"}).TotalTax.String()},
		{"KR", "2025", "100000000", "2025-04-01", "", "", ask(t, "KR", "2025", "100000000", nil).TotalTax.String()},
	} {
		facts := map[string]string{}
		for name, value := range map[string]string{"period_start": c.start, "period_end": c.end, "company_class": c.class} {
			if value != "" {
				facts[name] = value
			}
		}
		if got := ask(t, c.code, c.year, c.profit, facts); !got.TotalTax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %s of %s from %s to %s: %s, want %s", c.code, c.class, c.profit, c.start, c.end, got.TotalTax, c.want)
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
		return taxtest.Table{Title: code + " " + year, Max: max, Request: tax.Request{Jurisdiction: code, TaxYear: year, TaxType: tax.CorporateIncome, Facts: facts}}
	}
	taxtest.Golden(t, registry, "companies",
		one("GB", "2025-26", "400000", nil), one("ZA", "2026", "1000000", map[string]string{"company_class": "small"}),
		one("SG", "YA 2025", "400000", nil), one("KR", "2026", "400000000000", nil), one("DE", "2025", "100000", nil),
		one("IN", "2025-26", "200000000", nil), one("IN", "2025-26", "200000000", map[string]string{"company_class": "small"}),
		one("IN", "2025-26", "200000000", map[string]string{"company_class": "concessional"}))
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
