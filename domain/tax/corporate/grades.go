package corporate

import "github.com/tallystick/tallystick/domain/tax"

// grade is the tier of some years of a place that differs from its usual one.
type grade struct {
	first, last int // years in which the tax year begins
	tier        tax.Tier
	why         string
	except      []tax.Exception
}

// graded is the tier of a year, its reason, and what lowers it for some
// requests.
func (p *place) graded(code string, y year) (tax.Tier, string, []tax.Exception) {
	for i := range grades[code] {
		if g := &grades[code][i]; g.first <= y.begins && y.begins <= g.last {
			return g.tier, g.why, g.except
		}
	}
	return p.tier, p.why, nil
}

const actAndSecondary = "The rate was read in a mirror of the official text of the Act, and independent secondary sources agree."

var grades = map[string][]grade{
	"AT": {{2023, 2025, tax.Beta, "The rates were read in the text of the Republic's portal, and independent secondary sources agree.", nil}},
	"ES": {{2025, 2027, tax.Beta, "The rates were read on the authority's page, and independent secondary sources agree.", nil}},
	"FI": {{2023, 2026, tax.Beta, actAndSecondary, nil}},
	"JP": {{2023, 2026, tax.Beta, "The rates were read in mirrors of the official texts of the Acts, and independent secondary sources agree.", nil}},
	"KR": {{2023, 2026, tax.Beta, "National and local rates were read in a mirror of the official texts of the Acts, and independent secondary sources agree.", nil}},
	"NO": {{2025, 2025, tax.Beta, "The rate was read on the ministry's page, and a secondary source agrees; finance and petroleum have other rates.", nil}},
	"SE": {{2023, 2025, tax.Beta, actAndSecondary, nil}},
}
