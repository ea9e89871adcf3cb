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
	tier                                  tax.Tier
	why                                   string
	remains                               []string
	facts                                 []tax.Fact
}

func lower(s string) string { return strings.ToLower(s) }

const twoSecondary = "Two secondary sources agree that wages are not taxed; no publication of the authority was read."

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
		tier: tax.Beta, why: "The Cabinet's decision on the business of natural persons and the Ministry of Finance's answers, read in copies, " +
			"leave wages out; independent summaries agree that there is no personal income tax.",
		remains: []string{
			"Wages, allowances and bonuses under an employment contract are outside the corporate tax.",
			"A natural person with a business turnover above AED 1,000,000 is subject to corporate tax on it; that is not computed here.",
			"Pension contributions of UAE and GCC nationals are not computed.",
		},
	},
	{
		code: "QA", name: "Qatar", authority: "General Tax Authority", currency: "QAR", zone: "Asia/Qatar", languages: []string{"ar", "en"},
		words: tax.Words{
			Names: []string{"qatar", "state of qatar", "قطر"}, Demonyms: []string{"qatari"},
			Cities:   []string{"doha", "al rayyan", "al wakrah", "lusail", "الدوحة"},
			Currency: []string{"qar", "riyal", "riyals", "qatari riyal", "qatari riyals", "ريال"},
		},
		tier: tax.Beta, why: "The General Tax Authority's own page and an independent summary agree that salaries and wages are outside the " +
			"income tax.",
		remains: []string{
			"Salaries, wages and allowances are outside Law No. 24 of 2018; income of a self-employed person from Qatar may be taxed at 10 % and " +
				"is not computed here.",
			"Social insurance of Qatari nationals is not computed.",
		},
	},
	{
		code: "KW", name: "Kuwait", authority: "Ministry of Finance", currency: "KWD", zone: "Asia/Kuwait", languages: []string{"ar", "en"},
		words: tax.Words{
			Names: []string{"kuwait", "state of kuwait", "الكويت"}, Demonyms: []string{"kuwaiti"},
			Cities:   []string{"kuwait city", "hawalli", "salmiya", "مدينة الكويت"},
			Currency: []string{"kwd", "kd", "dinar", "dinars", "kuwaiti dinar", "kuwaiti dinars", "دينار"},
		},
		tier: tax.Beta, why: "The bylaw of the income tax law, read in a copy, taxes incorporated bodies only; independent summaries agree " +
			"that wages are not taxed.",
		remains: []string{"Social security contributions of Kuwaiti and GCC nationals and the health insurance premium of expatriates are not " +
			"computed."},
	},
	{
		code: "BH", name: "Bahrain", authority: "National Bureau for Revenue", currency: "BHD", zone: "Asia/Bahrain",
		languages: []string{"ar", "en"},
		words: tax.Words{
			Names: []string{"bahrain", "kingdom of bahrain", "البحرين"}, Demonyms: []string{"bahraini"},
			Cities:   []string{"manama", "muharraq", "riffa", "المنامة"},
			Currency: []string{"bhd", "bd", "dinar", "dinars", "bahraini dinar", "bahraini dinars", "دينار"},
		},
		tier: tax.Beta, why: "The income tax law at a Government site taxes legal bodies and companies only; independent summaries agree that " +
			"wages are not taxed.",
		remains: []string{"Employee contributions to the Social Insurance Organisation are not computed."},
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
		tier: tax.Beta, why: "The authority's page, and the law read in a copy, tax a natural person on business only; independent summaries " +
			"agree that wages are not taxed.",
		remains: []string{
			"Income of a non-Saudi from a business or profession is taxed, and zakat is due on that of Saudi and GCC nationals; neither is " +
				"computed here.",
			"Employee contributions to the General Organization for Social Insurance are not computed.",
		},
	},
	{
		code: "MC", name: "Monaco", authority: "Direction des Services Fiscaux", currency: "EUR", zone: "Europe/Monaco",
		languages: []string{"fr", "en", "it"},
		words: tax.Words{
			Names: []string{"monaco", "principality of monaco", "principauté de monaco"}, Demonyms: []string{"monegasque", "monégasque"},
			Cities: []string{"monte carlo", "monte-carlo", "la condamine", "fontvieille"}, Currency: []string{"€", "eur", "euro", "euros"},
		},
		tier: tax.Draft, why: "The convention with France was read at the official law server; that Monaco itself levies no income tax was " +
			"read in a report of the French Senate of 2021 and in secondary sources.",
		remains: []string{
			"French nationals resident in Monaco are taxed in France as if resident there (convention of 18 May 1963, article 7).",
			"Profits of a business with at least a quarter of its turnover outside Monaco are taxed; that is not computed here.",
			"Employee contributions to the Caisses Sociales de Monaco are not computed.",
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
		tier: tax.Draft, why: twoSecondary,
		remains: []string{"Employee contributions to the National Insurance Board are not computed."},
	},
	{
		code: "KY", name: "Cayman Islands", authority: "Department for International Tax Cooperation", currency: "KYD", zone: "America/Cayman",
		languages: []string{"en"},
		words: tax.Words{
			Names: []string{"cayman islands", "cayman", "caymans", "the cayman islands"}, Demonyms: []string{"caymanian"},
			Cities:   []string{"george town", "grand cayman", "west bay", "cayman brac"},
			Currency: []string{"$", "ci$", "kyd", "dollars", "cayman dollars"},
		},
		tier: tax.Draft, why: twoSecondary,
		remains: []string{"Mandatory pension contributions and health insurance premiums are not computed."},
	},
	{
		code: "BM", name: "Bermuda", authority: "Office of the Tax Commissioner", currency: "BMD", zone: "Atlantic/Bermuda",
		languages: []string{"en"},
		words: tax.Words{
			Names: []string{"bermuda"}, Demonyms: []string{"bermudian", "bermudan"},
			Cities:   []string{"hamilton", "st george's", "st. george's"},
			Currency: []string{"$", "bd$", "bmd", "dollars", "bermuda dollars", "bermudian dollars"},
		},
		tier: tax.Draft, why: "Two secondary sources agree that there is no income tax; the Government's page was read for the payroll tax " +
			"that remains.",
		remains: []string{
			"Payroll tax remains: the employer owes it on remuneration up to 1,000,000 a person and recovers the employee portion from wages; it " +
				"is not computed.",
			"Social insurance contributions are not computed.",
		},
	},
}
