package rates

import (
	"regexp"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	iso "github.com/tallystick/tallystick/domain/country"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// Area says which law of cross-border trade applies to a place.
type Area string

const (
	EU    Area = "EU"
	GB    Area = "GB"
	NI    Area = "NI" // EU rules for goods, GB rules for services
	Third Area = "third"
)

// Location is a place whose law is known.
type Location struct {
	Country   string `json:"country"`             // ISO 3166-1 alpha-2; GB for the Isle of Man's VAT
	Territory string `json:"territory,omitempty"` // slug of a special territory, or of a province or state
	Area      Area   `json:"area"`
}

// Territory is a part of a country that VAT law singles out.
type Territory struct {
	Slug    string
	Name    string
	Country string   // whose part it is
	Codes   []string // ISO codes that mean it, as a region or as a country
	Postal  []string // "9000-9499": first to last by prefix; "BT": a prefix
	Outside bool     // outside the VAT area of its country
	Own     bool     // has rates of its own
	Shares  bool     // categories are in the classes of the mainland
	As      string   // taxed as this country is
	// Uncovered says why nothing can be computed inside the territory.
	Uncovered string
}

// The postal ranges come with the rates: ibericode and kdeldycke list them;
// British prefixes are those of the postcode areas.
var territories = []Territory{
	{Slug: "azores", Name: "Azores", Country: "PT", Codes: []string{"PT-20"}, Postal: []string{"9500-9999"}, Own: true, Shares: true},
	{Slug: "madeira", Name: "Madeira", Country: "PT", Codes: []string{"PT-30"}, Postal: []string{"9000-9499"}, Own: true, Shares: true},
	{Slug: "canarias", Name: "Canary Islands", Country: "ES", Codes: []string{"ES-CN", "ES-GC", "ES-TF", "IC"},
		Postal: []string{"35000-35999", "38000-38999"}, Outside: true, Own: true},
	{Slug: "ceuta", Name: "Ceuta", Country: "ES", Codes: []string{"ES-CE", "EA"}, Postal: []string{"51000-51999"}, Outside: true,
		Uncovered: "its own tax (IPSI) is not held"},
	{Slug: "melilla", Name: "Melilla", Country: "ES", Codes: []string{"ES-ML"}, Postal: []string{"52000-52999"}, Outside: true,
		Uncovered: "its own tax (IPSI) is not held"},
	{Slug: "corsica", Name: "Corsica", Country: "FR", Codes: []string{"FR-20R", "FR-COR", "FR-2A", "FR-2B"}, Postal: []string{"20000-20999"},
		Own: true},
	{Slug: "guadeloupe", Name: "Guadeloupe", Country: "FR", Codes: []string{"GP", "FR-GP", "FR-971"}, Postal: []string{"97100-97199"},
		Outside: true, Own: true},
	{Slug: "martinique", Name: "Martinique", Country: "FR", Codes: []string{"MQ", "FR-MQ", "FR-972"}, Postal: []string{"97200-97299"},
		Outside: true, Own: true},
	{Slug: "reunion", Name: "Réunion", Country: "FR", Codes: []string{"RE", "FR-RE", "FR-974"}, Postal: []string{"97400-97499"}, Outside: true,
		Own: true},
	{Slug: "guyane", Name: "French Guiana", Country: "FR", Codes: []string{"GF", "FR-GF", "FR-973"}, Postal: []string{"97300-97399"},
		Outside: true, Uncovered: "VAT is not applied there"},
	{Slug: "mayotte", Name: "Mayotte", Country: "FR", Codes: []string{"YT", "FR-YT", "FR-976"}, Postal: []string{"97600-97699"}, Outside: true,
		Uncovered: "VAT is not applied there"},
	{Slug: "saint_barthelemy", Name: "Saint Barthélemy", Country: "FR", Codes: []string{"BL", "FR-BL"}, Postal: []string{"97133"},
		Outside: true, Uncovered: "outside French VAT; no tax of its own is held"},
	{Slug: "saint_martin", Name: "Saint Martin", Country: "FR", Codes: []string{"MF", "FR-MF"}, Postal: []string{"97150"}, Outside: true,
		Uncovered: "its own tax (TGCA) is not held"},
	{Slug: "saint_pierre", Name: "Saint Pierre and Miquelon", Country: "FR", Codes: []string{"PM", "FR-PM"}, Postal: []string{"97500-97599"},
		Outside: true, Uncovered: "outside French VAT; no tax of its own is held"},
	{Slug: "new_caledonia", Name: "New Caledonia", Country: "FR", Codes: []string{"NC", "FR-NC"}, Postal: []string{"98800-98899"},
		Outside: true, Uncovered: "its own tax (TGC) is not held"},
	{Slug: "french_polynesia", Name: "French Polynesia", Country: "FR", Codes: []string{"PF", "FR-PF"}, Postal: []string{"98700-98799"},
		Outside: true, Uncovered: "its own VAT is not held"},
	{Slug: "wallis_futuna", Name: "Wallis and Futuna", Country: "FR", Codes: []string{"WF", "FR-WF"}, Postal: []string{"98600-98699"},
		Outside: true, Uncovered: "outside French VAT; no tax of its own is held"},
	{Slug: "jungholz", Name: "Jungholz", Country: "AT", Codes: []string{"AT-JUNGHOLZ"}, Postal: []string{"6691"}, Own: true},
	{Slug: "mittelberg", Name: "Mittelberg", Country: "AT", Codes: []string{"AT-MITTELBERG"}, Postal: []string{"6991-6993"}, Own: true},
	{Slug: "heligoland", Name: "Heligoland", Country: "DE", Codes: []string{"DE-HELIGOLAND"}, Postal: []string{"27498"}, Outside: true,
		Uncovered: "outside German VAT; no tax of its own is held"},
	{Slug: "buesingen", Name: "Büsingen am Hochrhein", Country: "DE", Codes: []string{"DE-BUESINGEN"}, Postal: []string{"78266"},
		Outside: true, Uncovered: "outside German VAT; no tax of its own is held"},
	{Slug: "livigno", Name: "Livigno", Country: "IT", Codes: []string{"IT-LIVIGNO"}, Postal: []string{"23041"}, Outside: true,
		Uncovered: "outside Italian VAT; no tax of its own is held"},
	{Slug: "campione", Name: "Campione d'Italia", Country: "IT", Codes: []string{"IT-CAMPIONE"}, Postal: []string{"22061"}, Outside: true,
		Uncovered: "its own consumption tax is not held"},
	{Slug: "mount_athos", Name: "Mount Athos", Country: "GR", Codes: []string{"GR-69", "GR-ATHOS"}, Postal: []string{"63086"}, Outside: true,
		Uncovered: "outside Greek VAT"},
	{Slug: "aegean_islands", Name: "Leros, Lesbos, Kos, Samos and Chios", Country: "GR", Codes: []string{"GR-AEGEAN"}, Own: true,
		Shares: true},
	{Slug: "small_aegean_islands", Name: "Small islands of the North Aegean, Samothrace and the Dodecanese", Country: "GR",
		Codes: []string{"GR-AEGEAN-SMALL"}, Own: true, Shares: true},
	{Slug: "aland", Name: "Åland", Country: "FI", Codes: []string{"AX", "FI-01"}, Postal: []string{"22000-22999"}, Outside: true,
		Uncovered: "outside the EU VAT area; its special rules are not held"},
	{Slug: "northern_ireland", Name: "Northern Ireland", Country: "GB", Codes: []string{"XI", "GB-NIR"}, Postal: []string{"BT"}, As: "GB"},
	{Slug: "isle_of_man", Name: "Isle of Man", Country: "GB", Codes: []string{"IM"}, As: "GB"},
	{Slug: "caribbean_netherlands", Name: "Bonaire, Sint Eustatius and Saba", Country: "NL", Codes: []string{"BQ"}, Outside: true,
		Uncovered: "its general expenditure tax is not held"},
	{Slug: "san_marino", Name: "San Marino", Country: "SM", Codes: []string{"SM"}, Outside: true,
		Uncovered: "its import tax is no VAT and is not held"},
	{Slug: "gibraltar", Name: "Gibraltar", Country: "GI", Codes: []string{"GI"}, Outside: true,
		Uncovered: "it has no VAT, and its transaction tax, announced for April 2026, is not held"},
}

var (
	territoryByCode = map[string]*Territory{}
	territoryOf     = map[string][]*Territory{}
	territoryBySlug = map[string]*Territory{}
)

func init() {
	for i := range territories {
		t := &territories[i]
		territoryBySlug[t.Slug] = t
		territoryOf[t.Country] = append(territoryOf[t.Country], t)
		for _, c := range append(t.Codes, t.Country+"-"+strings.ToUpper(t.Slug)) {
			territoryByCode[c] = t
		}
	}
}

// Territories returns the special territories, in the order of the table.
func Territories() []Territory { return append([]Territory(nil), territories...) }

// euMembers are the Member States since before 2015; the United Kingdom was
// one for VAT until 31 December 2020.
const euMembers = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"

var brexit = civil.MustParse("2021-01-01")

// IsMember reports whether a country belongs to the EU VAT area on a day.
func IsMember(country string, on civil.Date) bool {
	if country == "GB" {
		return on.Before(brexit)
	}
	return len(country) == 2 && strings.Contains(euMembers, country)
}

// Aliases of country codes that tax authorities use.
var countryAlias = map[string]string{"EL": "GR", "UK": "GB"}

// Known reports whether a code names a country, or what tax authorities call one: EL, UK, IC, XI.
// What it does not know is nowhere, so that nothing is exported there.
func Known(code string) bool {
	code = strings.ToUpper(code)
	return countryAlias[code] != "" || territoryByCode[code] != nil || code == "XK" || iso.Is(code)
}

// Locate says which law applies at an address on a day. Region is an ISO
// 3166-2 code, with its country or without, or a territory's slug, may be empty, and
// wins over the postal code.
func Locate(country, region, postal string, on civil.Date) (Location, *refusal.Blocked) {
	country = strings.ToUpper(country)
	if a, ok := countryAlias[country]; ok {
		country = a
	}
	region = strings.TrimSpace(region)
	t := territoryByCode[country]
	if t == nil && region != "" {
		code := strings.ToUpper(region)
		if !strings.Contains(code, "-") {
			t = territoryByCode[country+"-"+code]
		}
		if t == nil {
			t = territoryByCode[code]
		}
		if t == nil {
			t = territoryBySlug[strings.ToLower(region)]
		}
		if t != nil && t.Country != country {
			return Location{}, refusal.New(refusal.SubRegionRequired, "region", "%s is no part of %s", region, country)
		}
	}
	if t == nil && region == "" {
		t = byPostal(country, postal)
	}
	if t == nil {
		if region != "" && !subdivision.MatchString(strings.TrimPrefix(strings.ToUpper(region), country+"-")) {
			return Location{}, refusal.New(refusal.SubRegionRequired, "region", "an ISO 3166-2 code of %s%s", country, slugsOf(country))
		}
		loc := Location{Country: country, Territory: province(country, region)}
		loc.Area = areaOf(country, on)
		return loc, nil
	}
	loc := Location{Country: t.Country, Territory: t.Slug, Area: areaOf(t.Country, on)}
	switch {
	case t.Slug == "northern_ireland" && !on.Before(brexit):
		loc.Area = NI
	case t.Outside:
		loc.Area = Third
	}
	return loc, nil
}

// subdivision is the part of an ISO 3166-2 code after the hyphen.
var subdivision = regexp.MustCompile(`^[A-Z0-9]{1,3}$`)

func slugsOf(country string) string {
	var slugs []string
	for _, t := range territoryOf[country] {
		slugs = append(slugs, t.Slug)
	}
	if len(slugs) == 0 {
		return ""
	}
	return ", or one of " + strings.Join(slugs, ", ")
}

func areaOf(country string, on civil.Date) Area {
	switch {
	case IsMember(country, on), country == "MC": // Monaco is treated as France (art. 7 of the Directive)
		return EU
	case country == "GB":
		return GB
	}
	return Third
}

// province returns the slug of a province or state of a federal tax: "on" of
// CA-ON, "ka" of IN-KA or KA.
func province(country, region string) string {
	switch country {
	case "CA", "IN", "US":
		code := strings.ToLower(strings.TrimPrefix(strings.ToUpper(region), country+"-"))
		if now, renamed := indianStates[code]; renamed && country == "IN" {
			return now
		}
		return code
	}
	return ""
}

// indianStates are former codes of states that ISO 3166-2 has renamed.
var indianStates = map[string]string{"or": "od", "tg": "ts", "ut": "uk", "ct": "cg"}

func byPostal(country, postal string) *Territory {
	postal = strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(postal), " ", ""))
	postal = strings.TrimPrefix(postal, country+"-")
	if postal == "" {
		return nil
	}
	var found *Territory
	for _, t := range territoryOf[country] {
		for _, r := range t.Postal {
			from, to, isRange := strings.Cut(r, "-")
			if !isRange {
				to = from
			}
			head := postal[:min(len(postal), len(from))]
			// A single code wins over a range that contains it.
			if len(head) == len(from) && head >= from && head <= to && (found == nil || !isRange) {
				found = t
			}
		}
	}
	return found
}
