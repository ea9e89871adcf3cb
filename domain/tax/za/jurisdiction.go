package za

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares South Africa.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "ZA", Name: "South Africa", Authority: "South African Revenue Service",
		Currency: "ZAR", TimeZone: "Africa/Johannesburg", Languages: []string{"en", "af", "zu", "xh"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"south africa", "republic of south africa", "rsa", "suid-afrika", "ningizimu afrika", "mzansi"},
			Demonyms: []string{"south african", "south african resident", "south african taxpayer"},
			Cities: []string{"johannesburg", "cape town", "durban", "pretoria", "port elizabeth", "gqeberha", "bloemfontein", "kaapstad", "soweto",
				"east london", "polokwane", "sandton"},
			Currency: []string{"r", "zar", "rand", "rands"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is annual taxable income from employment of a resident: remuneration, with no deduction claimed.",
		TotalMeans:  "Total tax is normal tax after rebates and the medical scheme fees tax credit; UIF contributions are not included.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Gross, tax.Taxable},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "normal_tax",
		Check:       check,
		Compute:     compute,
	}
}

var yearForm = tax.YearForm{
	Pattern: "2026", Start: [2]int{3, 1}, EndLabels: true, BareAsks: true,
	Prefixes: []string{"year of assessment", "tax year ending february", "yoa"},
}

var facts = []tax.Fact{
	{
		Name: "age", Type: "integer", Max: "120", Section: "You",
		Prompt:  "How old were you on the last day of the tax year?",
		Reason:  "Rebates rise at 65 and at 75.",
		Assumed: "40", Assumption: "The taxpayer was below 65 on the last day of the tax year.",
		Hints: []string{"years old", "aged", "pensioner", "retired", "over 65", "over 75"},
	},
	{
		Name: "medical_scheme_members", Type: "integer", Max: "20", Section: "Reliefs",
		Prompt:  "For how many persons, yourself included, did you pay medical scheme fees?",
		Reason:  "Each gives a monthly tax credit.",
		Assumed: "0", Assumption: "No medical scheme fees were paid.",
		Hints: []string{"medical aid", "medical scheme"},
	},
	{
		Name: "medical_scheme_months", Type: "integer", Max: "12", Section: "Reliefs",
		Prompt:  "For how many months of the tax year did you pay medical scheme fees?",
		Reason:  "The credit is given by month.",
		Assumed: "12", Assumption: "Medical scheme fees, where paid, were paid for all twelve months.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Int("medical_scheme_months") != 12 && req.Int("medical_scheme_members") == 0 {
		faults.Add("facts.medical_scheme_members", "is needed where medical_scheme_months is less than 12")
	}
}

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability, not what is withheld as employees' tax.",
	"No deduction is claimed, retirement contributions included; the additional medical expenses tax credit is not modelled.",
	"The taxpayer was resident, and alive, for the whole year of assessment.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() []tax.CoverageRow {
	const secondary = "Rates and the medical credit were read on the authority's pages, and the tax that its table prints at each edge passes; the rebates rest on independent secondary sources that agree."
	return tax.YearRows("ZA", scope, []tax.YearRow{
		{Year: "2024", AsOf: "2024-02-29", Tier: tax.Draft, Why: secondary},
		{Year: "2025", AsOf: "2025-02-28", Tier: tax.Draft, Why: secondary},
		{Year: "2026", AsOf: "2026-02-28", Tier: tax.Draft, Why: secondary},
		{Year: "2027", AsOf: "2026-08-01", Tier: tax.Draft, Why: "Collected since 1 March 2026 by the tables of the 2026 Budget: bands by two secondary sources, rebates by one and by the authority's guide for employers (PAYE-GEN-01-G01, revision 16) as others quote it; neither that guide nor the Rates Act was found."},
	})
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
