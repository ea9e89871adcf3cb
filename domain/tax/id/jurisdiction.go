package id

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Indonesia.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "ID", Name: "Indonesia", Authority: "Direktorat Jenderal Pajak",
		Currency: "IDR", TimeZone: "Asia/Jakarta", Languages: []string{"id"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"indonesia", "republic of indonesia"},
			Demonyms: []string{"indonesian", "indonesian resident", "indonesian taxpayer"},
			Cities:   []string{"jakarta", "surabaya", "bandung", "medan", "semarang", "makassar", "denpasar", "yogyakarta", "bali"},
			Currency: []string{"rp", "idr", "rupiah", "indonesian rupiah"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "calendar year", "tahun pajak"}},
		IncomeMeans: "Income is the gross income of one year of a resident employee of one employer.",
		TotalMeans:  "Total tax is the income tax of the year (PPh); contributions to BPJS are not in it.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Gross, tax.Taxable},
		Facts:       facts,
		Check:       check,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

// pensionFact is the fact without which a figure is a draft.
const pensionFact = "pension_contributions"

var facts = []tax.Fact{
	{
		Name: "married", Type: "boolean", Section: "Your family",
		Prompt:  "Are you married, and is the addition for it yours (status K)?",
		Reason:  "More income is not taxable then.",
		Assumed: "false", Assumption: "The person is not married for the income that is not taxable (status TK).",
		Hints: []string{"married", "spouse", "wife", "husband", "kawin", "menikah"},
	},
	{
		Name: "dependants", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many dependants do you support in full?",
		Reason:  "More income is not taxable for each, up to a number.",
		Assumed: "0", Assumption: "No dependants count for the income that is not taxable.",
		Hints: []string{"dependants", "dependents", "children", "child", "kids", "tanggungan"},
	},
	{
		Name: pensionFact, Type: "decimal", Section: "Deductions",
		Prompt:  "How much were your own contributions to old-age and pension schemes (JHT, JP) in the year?",
		Reason:  "They are deducted from gross income.",
		Assumed: "0", Assumption: "No contributions to old-age and pension schemes are deducted.",
		Hints: []string{"jht", "bpjs", "iuran pensiun", "pension contributions"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable {
		for i := range facts {
			if name := facts[i].Name; req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross income: taxable income has it left out already")
			}
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("id", tax.IndividualIncome) }

// sen is the presentation of amounts.
var sen = block.Minor(2, money.HalfUp)
