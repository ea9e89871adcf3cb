package indirect

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
)

// CategoryEntry is a category of the catalogue and the rate classes it has,
// by country, on a day.
type CategoryEntry struct {
	category.Category
	Also    []string            `json:"also,omitempty"` // everyday names that stand for the code in a request
	Classes map[string][]string `json:"classes"`        // country → class, or the classes of its parts
}

// Catalogue lists the tax categories as they stand on a day.
func Catalogue(on civil.Date) []CategoryEntry {
	coverage := rates.Coverage(on)
	all := category.All()
	out := make([]CategoryEntry, len(all))
	for i, c := range all {
		out[i] = CategoryEntry{Category: c, Also: category.Named(c.Code), Classes: map[string][]string{}}
		for _, row := range coverage {
			if _, untaxed := row.Classes[rates.None]; untaxed {
				out[i].Classes[row.Country] = []string{rates.None}
			} else if text, ok := row.Categories[c.Code]; ok {
				out[i].Classes[row.Country] = strings.Split(text, "|")
			} else if c.Standard {
				out[i].Classes[row.Country] = []string{rates.Standard}
			}
		}
	}
	return out
}
