package de

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
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
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"germany", "deutschland", "federal republic of germany", "bundesrepublik", "bundesrepublik deutschland", "brd"},
			Demonyms: []string{"german", "deutsch", "deutsche", "deutscher", "german resident", "german taxpayer"},
			Cities: []string{"berlin", "hamburg", "munich", "münchen", "cologne", "köln", "frankfurt", "stuttgart", "düsseldorf", "dusseldorf",
				"leipzig", "dortmund", "essen", "bremen", "dresden", "hannover", "hanover", "nuremberg", "nürnberg", "duisburg", "bochum", "bonn", "münster", "mannheim", "karlsruhe", "augsburg", "wiesbaden", "kiel", "freiburg", "mainz", "erfurt", "potsdam", "saarbrücken", "heidelberg"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "assessment period", "veranlagungszeitraum", "vz", "steuerjahr", "kalenderjahr"}},
		IncomeMeans: "Income is the taxable income (zu versteuerndes Einkommen) of the person or jointly assessed couple, " +
			"before the allowances for children; it is not the gross wage.",
		TotalMeans: "Total tax is income tax with any child benefit added back, the solidarity surcharge, and church tax where a rate is given; social contributions are not computed.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable},
		RegionRule: tax.RegionOptional,
		Regions:    regions,
		Facts:      facts,
		Coverage:   coverage(),
		BandsOf:    "income_tax",
		Check:      check,
		Compute:    compute,
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
}

// land is a federal state: named for information, the law being the same.
func land(code, slug, name string, words ...string) tax.Region {
	return tax.Region{Slug: slug, Code: "DE-" + code, Name: name, Words: tax.Words{Names: words}}
}

var facts = []tax.Fact{
	{
		Name: "status", Type: "choice", Choices: []string{single, joint}, Section: "You",
		Prompt:  "Are you assessed alone, or jointly with your spouse or registered partner?",
		Reason:  "A jointly assessed couple is taxed by splitting, and has twice the threshold of the solidarity surcharge.",
		Assumed: single, Assumption: "The person is assessed alone (Grundtarif).",
		Hints: []string{"married", "spouse", "wife", "husband", "verheiratet", "ehepaar", "ehegatte", "zusammenveranlagung", "splitting", "joint"},
	},
	{
		Name: "child_allowances", Type: "number", Max: "30", Section: "You",
		Prompt:  "How many child allowances (Kinderfreibeträge) are you entitled to for the whole year, counting 0.5 a child for one parent and 1 a child for a couple or a parent entitled to both halves?",
		Reason:  "The allowances replace child benefit where they save more tax, and always reduce the solidarity surcharge and church tax.",
		Assumed: "0", Assumption: "No allowance for children is due.",
		Hints: []string{"child", "children", "kind", "kinder", "kinderfreibetrag", "kinderfreibeträge"},
	},
	{
		Name: "church_tax_rate", Type: "rate", Max: "0.09", Section: "You",
		Prompt:  "If you belong to a church that levies church tax, what is its rate (8 % in Bavaria and Baden-Württemberg, 9 % elsewhere, as a fraction such as 0.09)?",
		Reason:  "Church tax is a fraction of the income tax, by the rate of the Land and church.",
		Assumed: "0", Assumption: "No church tax is due.",
		Hints: []string{"church", "church tax", "kirchensteuer", "kirche", "catholic", "protestant", "katholisch", "evangelisch"},
	},
}

// half is the step in which child allowances are counted.
var half = money.MustParse("0.5")

func check(req *tax.Request, faults *tax.InputError) {
	if n := req.Num("child_allowances"); !n.ToMultiple(half, money.Down).Equal(n) {
		faults.Add("facts.child_allowances", `must be a multiple of 0.5, such as "1.5"`)
	}
	if rate := req.Num("church_tax_rate"); !rate.IsZero() && !rate.Equal(money.MustParse("0.08")) && !rate.Equal(money.MustParse("0.09")) {
		faults.Add("facts.church_tax_rate", `must be "0", "0.08" or "0.09"`)
	}
}

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability by assessment, not the wage tax withheld by tax class.",
	"No income is subject to the progression proviso (§ 32b EStG), to a reduced rate or to the flat tax on capital income.",
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
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: tax.Beta,
			Why: "Tariff, surcharge and child allowances: the Ministry's programme flow chart (read in a stored copy) and an independent source agree; " +
				"the amounts of child benefit rest on two independent secondary sources. No worked example of the authority was found.",
			Dataset: "de-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: scope,
		})
	}
	return rows
}
