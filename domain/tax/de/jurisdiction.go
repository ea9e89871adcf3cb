package de

import (
	"github.com/tallystick/tallystick/domain/civil"
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

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability by assessment, not the wage tax withheld by tax class.",
	"No income is taxed at a reduced rate or by the flat tax on capital income; benefits and foreign income under the progression proviso " +
		"(§ 32b EStG) count where they are given.",
	"No tax reduction is claimed (such as for craftsmen, donations to parties, or trade tax).",
	"Child allowances and child benefit are due for all twelve months.",
	"Church tax drops fractions of a cent; minimum amounts, caps on request and the special church fee are not applied.",
	"The bands show each zone of the tariff with its average rate, because the tariff is a curve; the statutory rate is the tariff's slope.",
}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct{ year, asOf string }{
		{"2023", "2023-12-31"}, {"2024", "2024-12-31"}, {"2025", "2025-12-31"}, {"2026", "2026-11-20"},
	} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: tax.Covered,
			Why: "Tariff, splitting and surcharge were read in the Ministry's programme flow chart (in a stored copy), with which an independent " +
				"source agrees; " +
				"every row of its check tables for classes I, III and IV passes, and so do the authority's examples of § 32b; no human reviewer.",
			Except: []tax.Exception{
				{Facts: []string{"progression_income"}, Tier: tax.Draft,
					Why: "The rounding of the special rate of the progression proviso was read in accounts of the authority's handbook, whose examples " +
						"pass."},
				{Facts: []string{"child_allowances"}, Tier: tax.Draft,
					Why: "The amounts of child benefit, which are compared with the allowances for children, rest on two independent secondary sources."},
				{Bases: []tax.Basis{tax.Gross}, Tier: tax.Draft,
					Why: "Gross wages: the flow chart and an independent source agree on ceilings, contribution rates and lump sums; " +
						"the midijob factor, the cut of 4 % for sick pay and the split of the long-term care rate rest on secondary sources."},
			},
			Dataset: "de-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: scope,
		})
	}
	return rows
}
