package money

import "github.com/bojanz/currency"

// Currencies are those of ISO 4217 as its list stands after the amendments that
// hold from 1 January 2026, as https://github.com/datasets/currency-codes
// carries the files of its maintenance agency
// (https://www.six-group.com/en/products-services/financial-information/data-standards.html,
// lists one and three). Metals, bond market units and the SDR have no minor
// units there and are none here. The table of the library is older than the
// list: what the list says otherwise stands in added and withdrawn.

// added are the minor units of currencies that the library does not know.
var added = map[string]int{"XCG": 2, "XAD": 2}

// past is a currency that is no longer one.
type past struct {
	places      int
	year, month int // of its withdrawal, in which it was still in use
}

// withdrawn are the currencies that were in use in 2014 or later and are no
// longer in the list.
var withdrawn = map[string]past{
	"ANG": {2, 2025, 3}, "BGN": {2, 2026, 1}, "BYR": {0, 2017, 1}, "CUC": {2, 2021, 6}, "HRK": {2, 2023, 1}, "LTL": {2, 2014, 12},
	"MRO": {2, 2017, 12}, "SLL": {2, 2023, 12}, "STD": {2, 2017, 12}, "VEF": {2, 2018, 8}, "ZWL": {2, 2024, 9},
}

// MinorUnits returns how many digits the currency has after the point
// (2 for EUR, 0 for JPY, 3 for KWD), and whether ISO 4217 lists the code today.
func MinorUnits(code string) (int, bool) {
	if _, gone := withdrawn[code]; gone {
		return 0, false
	}
	if places, ok := added[code]; ok {
		return places, true
	}
	d, ok := currency.GetDigits(code)
	return int(d), ok
}

// MinorUnitsEver is MinorUnits for amounts of any year: it knows the currencies,
// too, that were withdrawn since.
func MinorUnitsEver(code string) (int, bool) {
	if p, gone := withdrawn[code]; gone {
		return p.places, true
	}
	return MinorUnits(code)
}

// MinorUnitsIn is MinorUnits for a month: it knows the currencies, too, that
// were withdrawn in that month or later.
func MinorUnitsIn(code string, year, month int) (int, bool) {
	if p, gone := withdrawn[code]; gone {
		return p.places, year < p.year || year == p.year && month <= p.month
	}
	return MinorUnits(code)
}
