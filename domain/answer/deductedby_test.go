package answer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// An accounting period of a company is taxed as a tax year where it ends with one. Every
// other month's end, in words of several languages and short, is asked about, but for places
// that tax a period where it ends.
func TestCompanyYearsEndWhereTaxYearsDo(t *testing.T) {
	p, e := everywhere()
	ends := map[string]map[int]bool{"GB": {3: true}, "IE": {12: true}, "DE": {}, "HK": {}, "ZA": {}}
	for m := 1; m <= 12; m++ {
		ends["DE"][m], ends["HK"][m], ends["ZA"][m] = true, true, m != 3
	}
	frames := map[string][]string{
		"GB": {"UK Ltd, no associated companies, profit £120,000, %s %s. Corporation tax?", "Corporation tax, UK Ltd, profit £120,000, %s %s, no associates"},
		"IE": {"Irish Ltd, trading profit €120,000, %s %s, corporation tax"},
		"DE": {"GmbH in Köln, 120.000 € zvE, %s %s. Körperschaftsteuer?"},
		"HK": {"Hong Kong company, profits HK$3,000,000, %s %s, profits tax"},
		"ZA": {"South African (Pty) Ltd, not an SBC, taxable income R2 350 000, %s %s. Corporate tax?"},
	}
	words := map[string][]string{
		"GB": {"y/e", "year ended", "FYE", "period ended", "accounts made up to", "accounting period ending"},
		"IE": {"y/e", "year ended", "accounting period ending"}, "DE": {"Wirtschaftsjahr bis", "Geschäftsjahr endend am"},
		"HK": {"y/e", "accounts made up to"}, "ZA": {"year of assessment ending", "year of assessment ended"},
	}
	for place, said := range frames {
		for m := time.January; m <= time.December; m++ {
			last := time.Date(2024, m+1, 0, 0, 0, 0, 0, time.UTC)
			for i, word := range words[place] {
				day := []string{last.Format("2 January 2006"), last.Format("2.1.2006")}[i%2]
				if place == "DE" {
					day = last.Format("02.01.2006")
				}
				q := fmt.Sprintf(said[i%len(said)], word, day)
				out := put(t, p, q, e)
				if answered := figure(&out) != ""; answered != ends[place][int(m)] {
					t.Errorf("%q is %q (%s)", q, figure(&out), out.Code)
				}
			}
		}
	}
}

// A tax code is no place and no amount, and one that is not the allowance's own tells of
// more than the question does.
func TestTaxCodes(t *testing.T) {
	p, e := everywhere()
	plain := put(t, p, "England, salary £32,000, 2025-26. Income tax?", e)
	codes := map[string]bool{"1257L": true, "1257L M1": true, "C1257L": true, "BR": false, "CBR": false, "D0": false, "D1": false, "0T": false,
		"NT": false, "K475": false, "1100L": false, "1257T": false, "1383M": false, "45L": false, "0T W1": false}
	frames := []string{"My tax code is %s, England, salary £32,000, 2025-26. Income tax?", "England, salary £32,000, tax code %s, 2025-26. Income tax?",
		"I live in Ealing, England. %s tax code, salary £32,000, 2025-26. Income tax?", "England 2025-26, salary £32,000 (PAYE code: %s). Income tax?",
		"Ich lebe in England, mein Steuercode ist %s, Gehalt 32.000 Pfund, 2025-26. Einkommensteuer?"}
	for code, alone := range codes {
		for i, frame := range frames {
			q := fmt.Sprintf(frame, code)
			out := put(t, p, q, e)
			if places := strings.Join(out.Plan.Jurisdictions, " "); places != "GB" {
				t.Errorf("%q is of %q", q, places)
			}
			if got := figure(&out); alone && got != figure(&plain) || !alone && got != "" {
				t.Errorf("%q (%d) is %q (%s)", q, i, got, out.Code)
			}
		}
	}
	// The code of a country is one.
	for _, code := range []string{"GB", "FR", "ES", "BR", "NL", "MX", "PT"} {
		out := put(t, p, "Country code "+code+", salary 32,000 in 2025. Income tax?", e)
		if places := strings.Join(out.Plan.Jurisdictions, " "); places != code {
			t.Errorf("country code %s is of %q", code, places)
		}
	}
}
