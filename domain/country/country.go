// Package country knows the codes of countries.
package country

import "golang.org/x/text/language"

// Is reports whether ISO 3166-1 gives a country this code, in capitals: not UK, which CLDR
// takes for GB, nor EU or ZZ.
func Is(code string) bool {
	r, err := language.ParseRegion(code)
	return err == nil && len(code) == 2 && r.IsCountry() && r.String() == code && r.Canonicalize() == r
}
