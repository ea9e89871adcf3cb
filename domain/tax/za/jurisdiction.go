package za

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
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
		IncomeMeans: "Income is the annual remuneration of a resident from employment, before any deduction, unless components name its kinds.",
		TotalMeans:  "Total tax is normal tax after rebates and the medical scheme fees tax credit; UIF contributions are not included.",
		Kinds:       []tax.Kind{tax.Employment, tax.Interest},
		Bases:       []tax.Basis{tax.Gross, tax.Taxable},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "normal_tax",
		Check:       check,
		Compute:     compute,
		Law:         []law.Resolver{resolved},
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
	{
		Name: contributions, Type: "decimal", Section: "Reliefs", Until: civil.Of(2026, 2, 28),
		Prompt:  "How much was contributed to pension, provident and retirement annuity funds for you, what is carried forward included?",
		Reason:  "Contributions are deducted, up to a share of the income and an amount.",
		Assumed: "0", Assumption: "No contribution to a retirement fund is deducted.",
		Hints: []string{"retirement annuity", "pension fund", "provident fund", "11f"},
	},
}

// contributions names the fact of contributions to retirement funds.
const contributions = "retirement_contributions"

func check(req *tax.Request, faults *tax.InputError) {
	if req.Int("medical_scheme_months") != 12 && req.Int("medical_scheme_members") == 0 {
		faults.Add("facts.medical_scheme_members", "is needed where medical_scheme_months is less than 12")
	}
	if req.IncomeBasis == tax.Taxable && req.Num(contributions).Sign() > 0 {
		faults.Add("facts."+contributions, "is deducted from gross income; a taxable income was given")
	}
}

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability, not what is withheld as employees' tax.",
	"No deduction is claimed beyond contributions to retirement funds, which are asked until 2026; the additional medical expenses tax " +
		"credit is not modelled.",
	"Interest is of a South African source; what is exempt of it is taken off, and foreign interest and dividends are not modelled.",
	"The taxpayer was resident, and alive, for the whole year of assessment.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() []tax.CoverageRow {
	const read = "Rates and the medical credit were read on the authority's pages, and the rebates and their ages in copies of its page; " +
		"the tax that its table prints at each edge passes, and so do its thresholds."
	rows := tax.YearRows("ZA", scope, []tax.YearRow{
		{Year: "2024", AsOf: "2024-02-29", Tier: tax.Beta, Why: read},
		{Year: "2025", AsOf: "2025-02-28", Tier: tax.Beta, Why: read},
		{Year: "2026", AsOf: "2026-02-28", Tier: tax.Beta, Why: read},
		{Year: "2027", AsOf: "2026-08-01", Tier: tax.Draft, Why: "Collected since 1 March 2026 by the tables of the 2026 Budget: bands and " +
			"rebates by two secondary sources each, and by the authority's guide for employers (PAYE-GEN-01-G01, revision 16) as others quote it; " +
			"neither that guide nor the Rates Act was found."},
	})
	rows[len(rows)-1].Kinds = []tax.Kind{tax.Employment} // the exemption of 2027 was not found
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
