package us

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// elsewhere are the parameters of domain/tax/law/us that the individual return
// does not read.
var elsewhere = []string{"sales_", "corporate_", "withholding_", "contribution_", "futa_", "state_unemployment_", "additional_medicare_withholding_"}

// A year above draft has every parameter of the return from a document of the
// authority and from a source independent of it.
func TestTierOfTheFederalReturnIsEarned(t *testing.T) {
	book := law.MustOpen("us")
	for year := 2022; year <= 2026; year++ {
		read := 0
		var lacking []string
		for name, p := range book.Parameters {
			v := p.On(civil.Of(year, 12, 31))
			if v == nil || hasPrefix(name, elsewhere) {
				continue
			}
			read++
			kinds := map[law.Kind]bool{}
			for _, c := range v.Cite {
				kinds[book.Sources[c.Source].Kind] = true
			}
			if !kinds[law.Primary] || !kinds[law.Secondary] {
				lacking = append(lacking, name)
			}
		}
		switch above := tier(year) != tax.Draft; {
		case read < 80:
			t.Errorf("%d: only %d parameters were looked at", year, read)
		case above && len(lacking) > 0:
			t.Errorf("%d is %s, but an official or an independent source is missing of %v", year, tier(year), lacking)
		case !above && len(lacking) == 0:
			t.Errorf("%d is %s with both sources of every parameter", year, tier(year))
		}
	}
}

func hasPrefix(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
