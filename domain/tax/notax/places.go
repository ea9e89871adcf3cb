package notax

import (
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// place is one country: what it is called, how well its rule is sourced, and
// what remains to be paid beside income tax.
type place struct {
	code, name, authority, currency, zone string
	languages                             []string
	words                                 tax.Words
	facts                                 []tax.Fact
}

func lower(s string) string { return strings.ToLower(s) }

var places = []place{
	{
		code: "AE", name: "United Arab Emirates", authority: "Federal Tax Authority", currency: "AED", zone: "Asia/Dubai",
		languages: []string{"ar", "en"},
		words: tax.Words{
			Names:    []string{"united arab emirates", "uae", "u.a.e.", "emirates", "الإمارات", "الإمارات العربية المتحدة"},
			Demonyms: []string{"emirati"},
			Cities:   []string{"dubai", "abu dhabi", "sharjah", "ajman", "al ain", "fujairah", "ras al khaimah", "umm al quwain", "دبي", "أبوظبي"},
			Currency: []string{"aed", "dirham", "dirhams", "dhs", "درهم"},
		},
	},
	{
		code: "QA", name: "Qatar", authority: "General Tax Authority", currency: "QAR", zone: "Asia/Qatar", languages: []string{"ar", "en"},
		words: tax.Words{
			Names: []string{"qatar", "state of qatar", "قطر"}, Demonyms: []string{"qatari"},
			Cities:   []string{"doha", "al rayyan", "al wakrah", "lusail", "الدوحة"},
			Currency: []string{"qar", "riyal", "riyals", "qatari riyal", "qatari riyals", "ريال"},
		},
	},
	{
		code: "KW", name: "Kuwait", authority: "Ministry of Finance", currency: "KWD", zone: "Asia/Kuwait", languages: []string{"ar", "en"},
		words: tax.Words{
			Names: []string{"kuwait", "state of kuwait", "الكويت"}, Demonyms: []string{"kuwaiti"},
			Cities:   []string{"kuwait city", "hawalli", "salmiya", "مدينة الكويت"},
			Currency: []string{"kwd", "kd", "dinar", "dinars", "kuwaiti dinar", "kuwaiti dinars", "دينار"},
		},
	},
	{
		code: "BH", name: "Bahrain", authority: "National Bureau for Revenue", currency: "BHD", zone: "Asia/Bahrain",
		languages: []string{"ar", "en"},
		words: tax.Words{
			Names: []string{"bahrain", "kingdom of bahrain", "البحرين"}, Demonyms: []string{"bahraini"},
			Cities:   []string{"manama", "muharraq", "riffa", "المنامة"},
			Currency: []string{"bhd", "bd", "dinar", "dinars", "bahraini dinar", "bahraini dinars", "دينار"},
		},
	},
	{
		code: "SA", name: "Saudi Arabia", authority: "Zakat, Tax and Customs Authority", currency: "SAR", zone: "Asia/Riyadh",
		languages: []string{"ar", "en"},
		words: tax.Words{
			Names:    []string{"saudi arabia", "kingdom of saudi arabia", "ksa", "saudi", "السعودية", "المملكة العربية السعودية"},
			Demonyms: []string{"saudi arabian", "saudi"},
			Cities:   []string{"riyadh", "jeddah", "mecca", "medina", "dammam", "khobar", "neom", "الرياض", "جدة"},
			Currency: []string{"sar", "riyal", "riyals", "saudi riyal", "saudi riyals", "ريال"},
		},
	},
	{
		code: "MC", name: "Monaco", authority: "Direction des Services Fiscaux", currency: "EUR", zone: "Europe/Monaco",
		languages: []string{"fr", "en", "it"},
		words: tax.Words{
			Names: []string{"monaco", "principality of monaco", "principauté de monaco"}, Demonyms: []string{"monegasque", "monégasque"},
			Cities: []string{"monte carlo", "monte-carlo", "la condamine", "fontvieille"}, Currency: []string{"€", "eur", "euro", "euros"},
		},
		facts: []tax.Fact{{
			Name: frenchNational, Type: "boolean", Section: "You",
			Prompt:  "Are you a French national?",
			Reason:  "French nationals resident in Monaco are taxed by France.",
			Assumed: "false", Assumption: "The person is no French national.",
			Hints: []string{"french national", "french citizen", "french passport", "nationalité française", "français"},
		}},
	},
	{
		code: "BS", name: "Bahamas", authority: "Department of Inland Revenue", currency: "BSD", zone: "America/Nassau",
		languages: []string{"en"},
		words: tax.Words{
			Names: []string{"bahamas", "the bahamas", "commonwealth of the bahamas"}, Demonyms: []string{"bahamian"},
			Cities:   []string{"nassau", "freeport", "new providence", "grand bahama"},
			Currency: []string{"$", "b$", "bsd", "dollars", "bahamian dollars"},
		},
	},
	{
		code: "KY", name: "Cayman Islands", authority: "Department for International Tax Cooperation", currency: "KYD", zone: "America/Cayman",
		languages: []string{"en"},
		words: tax.Words{
			Names: []string{"cayman islands", "cayman", "caymans", "the cayman islands"}, Demonyms: []string{"caymanian"},
			Cities:   []string{"george town", "grand cayman", "west bay", "cayman brac"},
			Currency: []string{"$", "ci$", "kyd", "dollars", "cayman dollars"},
		},
	},
	{
		code: "BM", name: "Bermuda", authority: "Office of the Tax Commissioner", currency: "BMD", zone: "Atlantic/Bermuda",
		languages: []string{"en"},
		words: tax.Words{
			Names: []string{"bermuda"}, Demonyms: []string{"bermudian", "bermudan"},
			Cities:   []string{"hamilton", "st george's", "st. george's"},
			Currency: []string{"$", "bd$", "bmd", "dollars", "bermuda dollars", "bermudian dollars"},
		},
	},
}
