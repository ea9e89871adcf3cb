package de

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Ways of being assessed.
const (
	single = "single"
	joint  = "married_joint"
)

// Jurisdiction declares Germany.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "DE", Name: "Germany", Authority: "Bundeszentralamt für Steuern and the tax offices of the Länder",
		Currency: "EUR", TimeZone: "Europe/Berlin", Languages: []string{"de"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"germany", "deutschland", "federal republic of germany", "bundesrepublik", "bundesrepublik deutschland", "brd"},
			Demonyms: []string{"german", "deutsch", "deutsche", "deutscher", "german resident", "german taxpayer"},
			Cities: []string{"berlin", "hamburg", "munich", "münchen", "cologne", "köln", "frankfurt", "stuttgart", "düsseldorf", "dusseldorf",
				"leipzig", "dortmund", "essen", "bremen", "dresden", "hannover", "hanover", "nuremberg", "nürnberg", "duisburg", "bochum", "bonn",
				"münster", "mannheim", "karlsruhe", "augsburg", "wiesbaden", "kiel", "freiburg", "mainz", "erfurt", "potsdam", "saarbrücken",
				"heidelberg"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "assessment period", "veranlagungszeitraum", "vz", "steuerjahr",
			"kalenderjahr"}},
		IncomeMeans: "Income is the taxable income (zu versteuerndes Einkommen) of the person or jointly assessed couple, " +
			"before the allowances for children; it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is income tax with any child benefit added back, the solidarity surcharge, and church tax where a rate is " +
			"given; social contributions are not computed.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable, tax.Gross},
		RegionRule: tax.RegionOptional,
		Regions:    regions,
		Facts:      facts,
		Coverage:   coverage(),
		BandsOf:    "income_tax",
		Check:      check,
		Compute:    compute,
		Law:        []law.Resolver{resolved},
	}
}

var regions = []tax.Region{
	land("BW", "baden_wuerttemberg", "Baden-Württemberg", "baden-württemberg", "baden-wuerttemberg"),
	land("BY", "bayern", "Bavaria", "bavaria", "bayern"),
	land("BE", "berlin", "Berlin"),
	land("BB", "brandenburg", "Brandenburg", "brandenburg"),
	land("HB", "bremen", "Bremen"),
	land("HH", "hamburg", "Hamburg"),
	land("HE", "hessen", "Hesse", "hesse", "hessen"),
	land("MV", "mecklenburg_vorpommern", "Mecklenburg-Western Pomerania", "mecklenburg-vorpommern", "mecklenburg-western pomerania"),
	land("NI", "niedersachsen", "Lower Saxony", "lower saxony", "niedersachsen"),
	land("NW", "nordrhein_westfalen", "North Rhine-Westphalia", "north rhine-westphalia", "nordrhein-westfalen", "nrw"),
	land("RP", "rheinland_pfalz", "Rhineland-Palatinate", "rhineland-palatinate", "rheinland-pfalz"),
	land("SL", "saarland", "Saarland", "saarland"),
	land("SN", "sachsen", "Saxony", "saxony", "sachsen"),
	land("ST", "sachsen_anhalt", "Saxony-Anhalt", "saxony-anhalt", "sachsen-anhalt"),
	land("SH", "schleswig_holstein", "Schleswig-Holstein", "schleswig-holstein"),
	land("TH", "thueringen", "Thuringia", "thuringia", "thüringen"),
	{Slug: "buesingen", Name: "Büsingen am Hochrhein", Uncovered: "the exclave's own reliefs are not modelled",
		Words: tax.Words{Names: []string{"büsingen", "buesingen", "büsingen am hochrhein"}}},
}

// land is a federal state: named for information, the law being the same.
func land(code, slug, name string, words ...string) tax.Region {
	return tax.Region{Slug: slug, Code: "DE-" + code, Name: name, Words: tax.Words{Names: words}}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("de", tax.IndividualIncome) }
