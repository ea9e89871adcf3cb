package ca

import "github.com/tallystick/tallystick/domain/tax"

// Slugs that the formula tells apart.
const (
	britishColumbia    = "british_columbia"
	princeEdwardIsland = "prince_edward_island"
	ontarioSlug        = "ontario"
	quebec             = "quebec"
	yukon              = "yukon"
)

// provinces gives the infix of each region's parameters.
var provinces = map[string]string{
	"alberta": "ab", britishColumbia: "bc", "manitoba": "mb", "new_brunswick": "nb", "newfoundland_and_labrador": "nl",
	"nova_scotia": "ns", "northwest_territories": "nt", "nunavut": "nu", ontarioSlug: "on", princeEdwardIsland: "pe",
	quebec: "qc", "saskatchewan": "sk", yukon: "yt",
}

var regions = []tax.Region{
	{Slug: "alberta", Code: "CA-AB", Name: "Alberta", Aliases: []string{"ab"},
		Words: tax.Words{Names: []string{"alberta"}, Demonyms: []string{"albertan"},
			Cities: []string{"calgary", "edmonton", "red deer", "lethbridge", "fort mcmurray"}}},
	{Slug: britishColumbia, Code: "CA-BC", Name: "British Columbia", Aliases: []string{"bc", "british-columbia"},
		Words: tax.Words{Names: []string{"british columbia", "b.c.", "bc", "colombie-britannique"}, Demonyms: []string{"british columbian"},
			Cities: []string{"vancouver", "victoria", "surrey", "burnaby", "richmond", "kelowna", "kamloops", "nanaimo", "whistler"}}},
	{Slug: "manitoba", Code: "CA-MB", Name: "Manitoba", Aliases: []string{"mb"},
		Words: tax.Words{Names: []string{"manitoba"}, Demonyms: []string{"manitoban"}, Cities: []string{"winnipeg", "brandon"}}},
	{Slug: "new_brunswick", Code: "CA-NB", Name: "New Brunswick", Aliases: []string{"nb", "new-brunswick"},
		Words: tax.Words{Names: []string{"new brunswick", "nouveau-brunswick"}, Demonyms: []string{"new brunswicker"},
			Cities: []string{"moncton", "fredericton", "saint john"}}},
	{Slug: "newfoundland_and_labrador", Code: "CA-NL", Name: "Newfoundland and Labrador",
		Aliases: []string{"nl", "newfoundland", "newfoundland-and-labrador"},
		Words: tax.Words{Names: []string{"newfoundland", "newfoundland and labrador", "labrador", "terre-neuve-et-labrador"},
			Demonyms: []string{"newfoundlander"},
			Cities:   []string{"st. john's", "st john's", "corner brook", "gander"}}},
	{Slug: "nova_scotia", Code: "CA-NS", Name: "Nova Scotia", Aliases: []string{"ns", "nova-scotia"},
		Words: tax.Words{Names: []string{"nova scotia", "nouvelle-écosse"}, Demonyms: []string{"nova scotian"},
			Cities: []string{"halifax", "dartmouth", "sydney"}}},
	{Slug: "northwest_territories", Code: "CA-NT", Name: "Northwest Territories", Aliases: []string{"nt", "nwt", "northwest-territories"},
		Words: tax.Words{Names: []string{"northwest territories", "nwt", "territoires du nord-ouest"},
			Cities: []string{"yellowknife", "inuvik"}}},
	{Slug: "nunavut", Code: "CA-NU", Name: "Nunavut", Aliases: []string{"nu"},
		Words: tax.Words{Names: []string{"nunavut"}, Demonyms: []string{"nunavummiut"}, Cities: []string{"iqaluit", "rankin inlet"}}},
	{Slug: ontarioSlug, Code: "CA-ON", Name: "Ontario", Aliases: []string{"on"},
		Words: tax.Words{Names: []string{"ontario"}, Demonyms: []string{"ontarian"},
			Cities: []string{"toronto", "ottawa", "mississauga", "brampton", "hamilton", "london", "kitchener", "waterloo", "windsor", "markham",
				"kingston", "sudbury"}}},
	{Slug: princeEdwardIsland, Code: "CA-PE", Name: "Prince Edward Island", Aliases: []string{"pe", "pei", "prince-edward-island"},
		Words: tax.Words{Names: []string{"prince edward island", "pei", "p.e.i.", "île-du-prince-édouard"},
			Cities: []string{"charlottetown", "summerside"}}},
	{Slug: quebec, Code: "CA-QC", Name: "Quebec", Aliases: []string{"qc", "québec"},
		Words: tax.Words{Names: []string{"quebec", "québec"}, Demonyms: []string{"quebecer", "québécois", "québécoise", "quebecker"},
			Cities: []string{"montreal", "montréal", "quebec city", "ville de québec", "laval", "gatineau", "sherbrooke", "trois-rivières",
				"longueuil"}}},
	{Slug: "saskatchewan", Code: "CA-SK", Name: "Saskatchewan", Aliases: []string{"sk"},
		Words: tax.Words{Names: []string{"saskatchewan"}, Demonyms: []string{"saskatchewanian"},
			Cities: []string{"saskatoon", "regina", "moose jaw"}}},
	{Slug: yukon, Code: "CA-YT", Name: "Yukon", Aliases: []string{"yt"},
		Words: tax.Words{Names: []string{"yukon", "yukon territory"}, Demonyms: []string{"yukoner"},
			Cities: []string{"whitehorse", "dawson city"}}},
}
