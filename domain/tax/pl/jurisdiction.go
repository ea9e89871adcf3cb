package pl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares Poland.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "PL", Name: "Poland", Authority: "Krajowa Administracja Skarbowa",
		Currency: "PLN", TimeZone: "Europe/Warsaw", Languages: []string{"pl"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"poland", "polska", "republic of poland", "rzeczpospolita polska", "polsce", "polski"},
			Demonyms: []string{"polish", "pole", "polak", "polka", "polish resident", "polish taxpayer"},
			Cities: []string{"warsaw", "warszawa", "kraków", "krakow", "cracow", "łódź", "lodz", "wrocław", "wroclaw", "poznań", "poznan", "gdańsk", "gdansk",
				"szczecin", "bydgoszcz", "lublin", "białystok", "katowice", "gdynia", "częstochowa", "radom", "toruń", "rzeszów", "kielce", "olsztyn",
				"warszawie", "krakowie", "łodzi", "wrocławiu", "poznaniu", "gdańsku", "szczecinie", "bydgoszczy", "lublinie", "białymstoku", "katowicach", "gdyni", "toruniu", "rzeszowie"},
			Currency: []string{"zł", "pln", "zloty", "zlotys", "złoty", "złotych", "złote"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "rok podatkowy", "rok", "pit za"}},
		IncomeMeans: "Income is the tax base (podstawa obliczenia podatku) after costs, social insurance contributions and deductions; it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans:  "Total tax is income tax by the scale and the solidarity levy; health and social insurance contributions stand beside it where the income is a gross wage.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Taxable, tax.Gross},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		Compute:     compute,
	}
}

// scope is what every result rests on.
var scope = []string{
	"The person is assessed alone by the tax scale; joint assessment of spouses and of lone parents is not modelled.",
	"No tax credit is claimed (such as for children) and no exemption applies (such as for people under 26).",
	"The base of the solidarity levy is the tax base given; no other income counts towards it.",
	"The tax is the annual liability, not the advances withheld; base and taxes are rounded to the nearest zloty.",
}

func coverage() []tax.CoverageRow {
	const why = "Scale and solidarity levy were read in publishers' texts of the statute, and secondary sources agree; the authority's own examples were not found."
	return tax.YearRows("PL", scope, []tax.YearRow{
		{Year: "2023", AsOf: "2023-12-31", Tier: tax.Draft, Why: why},
		{Year: "2024", AsOf: "2024-12-31", Tier: tax.Draft, Why: why},
		{Year: "2025", AsOf: "2025-12-31", Tier: tax.Draft, Why: why},
		{Year: "2026", AsOf: "2026-11-20", Tier: tax.Draft, Why: why},
	})
}

// cent is the presentation of contributions.
var cent = block.Minor(2, money.HalfUp)
