package money

import (
	"slices"
	"strings"
	"testing"

	"github.com/bojanz/currency"
)

// iso4217 are the minor units of every currency of the list that holds from
// 1 January 2026: list one of 25 June 2024, published by SIX, the maintenance
// agency (https://www.six-group.com/dam/download/financial-information/data-center/iso-currency/lists/list-one.xml),
// with its amendments: the Caribbean guilder and the Arab accounting dinar came;
// the Netherlands Antillean guilder (March 2025), the convertible peso (June
// 2021) and the lev (January 2026) went
// (https://github.com/datasets/currency-codes/blob/main/data/codes-all.csv).
var iso4217 = map[int]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
	3: "BHD IQD JOD KWD LYD OMR TND",
	4: "CLF UYW",
	2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC " +
		"CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW " +
		"KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR " +
		"PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS " +
		"VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
}

func TestMinorUnitsAreThoseOfTheStandard(t *testing.T) {
	var listed []string
	for places, codes := range iso4217 {
		for _, code := range strings.Fields(codes) {
			if got, known := MinorUnits(code); !known || got != places {
				t.Errorf("%s has %d minor units (known: %v), by the standard %d", code, got, known, places)
			}
			listed = append(listed, code)
		}
	}
	for _, code := range strings.Fields("XDR XAU XAG XPT XPD XBA XSU XUA XXX XTS EURO eur EU") {
		if got, known := MinorUnits(code); known {
			t.Errorf("%s has %d minor units", code, got)
		}
	}
	// And no others.
	for _, code := range currency.GetCurrencyCodes() {
		if _, known := MinorUnits(code); known != slices.Contains(listed, code) {
			t.Errorf("%s is known: %v", code, known)
		}
	}
	for code := range added {
		if currency.IsValid(code) {
			t.Errorf("the library knows %s by now", code)
		}
	}
}

// A currency that was withdrawn is one until the end of that month.
func TestWithdrawnCurrencies(t *testing.T) {
	for _, c := range []struct {
		code        string
		year, month int
		places      int
		known       bool
	}{
		{"BGN", 2025, 12, 2, true}, {"BGN", 2026, 1, 2, true}, {"BGN", 2026, 2, 2, false}, {"HRK", 2022, 6, 2, true}, {"HRK", 2023, 2, 2, false},
		{"BYR", 2016, 12, 0, true}, {"BYR", 2018, 1, 0, false}, {"EUR", 1950, 1, 2, true}, {"SLL", 2024, 1, 2, false}, {"XXX", 2020, 1, 0, false},
	} {
		if places, known := MinorUnitsIn(c.code, c.year, c.month); known != c.known || known && places != c.places {
			t.Errorf("%s in %d-%02d: %d, %v", c.code, c.year, c.month, places, known)
		}
	}
	for code := range withdrawn {
		if _, known := MinorUnits(code); known {
			t.Errorf("%s is in use", code)
		}
		places, known := MinorUnitsEver(code)
		one := Amount{One, code}
		if !known || places != withdrawn[code].places || one.RoundMinor(HalfUp).String() != One.Fixed(places)+" "+code {
			t.Errorf("%s had %d places, %v: %s", code, places, known, one)
		}
	}
}
