package us

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// place is a state, the District of Columbia or a territory.
type place struct {
	code, slug, name string
	demonyms, cities []string
}

var places = []place{
	{"AL", "alabama", "Alabama", nil, nil}, {"AK", "alaska", "Alaska", nil, []string{"anchorage"}},
	{"AZ", "arizona", "Arizona", nil, []string{"phoenix", "tucson"}}, {"AR", "arkansas", "Arkansas", nil, []string{"little rock"}},
	{"CA", "california", "California", []string{"californian"}, []string{"los angeles", "san francisco", "san diego", "sacramento"}},
	{"CO", "colorado", "Colorado", nil, []string{"denver", "boulder"}}, {"CT", "connecticut", "Connecticut", nil, []string{"hartford"}},
	{"DE", "delaware", "Delaware", nil, []string{"wilmington"}},
	{"DC", "district_of_columbia", "District of Columbia", nil, []string{"washington dc", "washington d.c."}},
	{"FL", "florida", "Florida", []string{"floridian"}, []string{"miami", "orlando", "tampa", "jacksonville"}},
	{"GA", "georgia", "Georgia", nil, []string{"atlanta", "savannah"}}, {"HI", "hawaii", "Hawaii", nil, []string{"honolulu"}},
	{"ID", "idaho", "Idaho", nil, []string{"boise"}}, {"IL", "illinois", "Illinois", nil, []string{"chicago"}},
	{"IN", "indiana", "Indiana", nil, []string{"indianapolis"}}, {"IA", "iowa", "Iowa", nil, []string{"des moines"}},
	{"KS", "kansas", "Kansas", nil, []string{"wichita"}}, {"KY", "kentucky", "Kentucky", nil, []string{"louisville"}},
	{"LA", "louisiana", "Louisiana", nil, []string{"new orleans", "baton rouge"}}, {"ME", "maine", "Maine", nil, nil},
	{"MD", "maryland", "Maryland", nil, []string{"baltimore"}}, {"MA", "massachusetts", "Massachusetts", nil, []string{"boston"}},
	{"MI", "michigan", "Michigan", nil, []string{"detroit"}}, {"MN", "minnesota", "Minnesota", nil, []string{"minneapolis"}},
	{"MS", "mississippi", "Mississippi", nil, nil}, {"MO", "missouri", "Missouri", nil, []string{"st. louis"}},
	{"MT", "montana", "Montana", nil, nil}, {"NE", "nebraska", "Nebraska", nil, []string{"omaha"}},
	{"NV", "nevada", "Nevada", nil, []string{"las vegas", "reno"}}, {"NH", "new_hampshire", "New Hampshire", nil, nil},
	{"NJ", "new_jersey", "New Jersey", nil, []string{"newark", "jersey city"}},
	{"NM", "new_mexico", "New Mexico", nil, []string{"albuquerque"}},
	{"NY", "new_york", "New York", nil, []string{"new york city", "nyc", "manhattan", "brooklyn", "yonkers", "buffalo"}},
	{"NC", "north_carolina", "North Carolina", nil, []string{"charlotte", "raleigh"}},
	{"ND", "north_dakota", "North Dakota", nil, nil}, {"OH", "ohio", "Ohio", nil, []string{"cleveland", "cincinnati"}},
	{"OK", "oklahoma", "Oklahoma", nil, []string{"oklahoma city", "tulsa"}}, {"OR", "oregon", "Oregon", nil, []string{"portland"}},
	{"PA", "pennsylvania", "Pennsylvania", nil, []string{"philadelphia", "pittsburgh"}},
	{"RI", "rhode_island", "Rhode Island", nil, []string{"providence"}},
	{"SC", "south_carolina", "South Carolina", nil, nil}, {"SD", "south_dakota", "South Dakota", nil, []string{"sioux falls"}},
	{"TN", "tennessee", "Tennessee", nil, []string{"nashville", "memphis"}},
	{"TX", "texas", "Texas", []string{"texan"}, []string{"houston", "dallas", "austin", "san antonio"}},
	{"UT", "utah", "Utah", nil, []string{"salt lake city"}}, {"VT", "vermont", "Vermont", nil, nil},
	{"VA", "virginia", "Virginia", nil, nil}, {"WA", "washington", "Washington", nil, []string{"seattle", "spokane"}},
	{"WV", "west_virginia", "West Virginia", nil, nil}, {"WI", "wisconsin", "Wisconsin", nil, []string{"milwaukee"}},
	{"WY", "wyoming", "Wyoming", nil, []string{"cheyenne"}},
	{"PR", "puerto_rico", "Puerto Rico", nil, []string{"san juan"}}, {"GU", "guam", "Guam", nil, nil},
	{"VI", "virgin_islands", "U.S. Virgin Islands", nil, nil},
	{"AS", "american_samoa", "American Samoa", nil, nil}, {"MP", "northern_mariana_islands", "Northern Mariana Islands", nil, nil},
}

const (
	stateNotModelled = "the income tax of this state is not modelled; the federal return can be calculated alone (sub_region " +
		federalOnly + ")"
	territoryNotModelled = "this territory has a tax system of its own, which is not modelled"
)

// federalOnly is the slug under which the federal return is computed alone.
const federalOnly = "federal_only"

var federalRegion = tax.Region{
	Slug: federalOnly, Name: "federal only",
	Asked: []string{"federal income tax", "federal income taxes", "federal tax", "federal taxes", "federal return", "federal tax return",
		"federal liability"},
}

func regions() []tax.Region {
	out := make([]tax.Region, len(places), len(places)+1)
	for i, p := range places {
		out[i] = tax.Region{
			Code: "US-" + p.code, Slug: p.slug, Name: p.name,
			Words: tax.Words{Names: []string{lower(p.name)}, Demonyms: p.demonyms, Cities: p.cities},
		}
		switch {
		case state.Of(p.slug) != nil:
		case isTerritory(p.code):
			out[i].Uncovered = territoryNotModelled
		default:
			out[i].Uncovered = stateNotModelled
		}
	}
	return append(out, federalRegion)
}

func isTerritory(code string) bool {
	switch code {
	case "PR", "GU", "VI", "AS", "MP":
		return true
	}
	return false
}
