package br

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Brazil.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "BR", Name: "Brazil", Authority: "Receita Federal do Brasil", Currency: "BRL", TimeZone: "America/Sao_Paulo",
		Languages: []string{"pt", "en"},
		Version:   "1.2.0",
		Words: tax.Words{
			Names:    []string{"brazil", "brasil", "federative republic of brazil"},
			Demonyms: []string{"brazilian", "brasileiro", "brasileira"},
			Cities: []string{"são paulo", "sao paulo", "rio de janeiro", "brasília", "brasilia", "salvador", "fortaleza", "belo horizonte",
				"manaus", "curitiba", "recife", "goiânia", "porto alegre", "belém", "campinas", "florianópolis"},
			Currency: []string{"r$", "brl", "reais", "brazilian reais", "brazilian real"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the taxable wages of the calendar year before deductions, without the thirteenth salary.",
		TotalMeans:  "Total tax is the yearly income tax of the declaration; social security and the tax on the thirteenth salary are not in it.",
		Kinds:       []tax.Kind{tax.Employment},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "ano-calendário", "ano calendário"},
	AssessmentPrefixes: []string{"exercício", "exercicio"}}

// cent is the presentation of amounts.
var cent = block.Minor(2, money.HalfUp)

var facts = []tax.Fact{
	{
		Name: "social_security", Type: "decimal", Section: "Deductions",
		Prompt:  "How much did you pay to the official social security (INSS) in the year?",
		Reason:  "It is a deduction where the simplified discount is less.",
		Assumed: "0", Assumption: "No social security contribution is deducted beside the simplified discount.",
		Hints: []string{"inss", "social security", "previdência"},
	},
	{
		Name: "dependants", Type: "integer", Max: "30", Section: "Your family",
		Prompt:  "How many dependants do you declare?",
		Reason:  "Each is a deduction where the simplified discount is less.",
		Assumed: "0", Assumption: "No dependants are declared.",
		Hints: []string{"children", "child", "kids", "dependants", "dependents", "dependentes", "filhos"},
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt: "How much are your other deductions, such as medical costs, schooling within its limit, alimony and private pension within " +
			"its limit?",
		Reason:  "They count where together with the others they exceed the simplified discount.",
		Assumed: "0", Assumption: "No other deductions are claimed.",
		Hints: []string{"medical", "education", "alimony", "deduções", "saúde", "educação", "pensão"},
	},
	{
		Name: "minimum_tax_income", Type: "decimal", Section: "High incomes", Since: civil.Of(2026, 1, 1),
		Prompt:  "How much other income counts for the minimum tax, such as dividends and income that is taxed at source only?",
		Reason:  "The minimum tax is a share of all income, where that is high (above 600,000 reais).",
		Assumed: "0", Assumption: "There is no other income that counts for the minimum tax.",
		Hints: []string{"dividends", "dividendos", "lucros", "minimum tax", "imposto mínimo", "irpfm"},
	},
	{
		Name: "minimum_tax_paid", Type: "decimal", Section: "High incomes", Since: civil.Of(2026, 1, 1),
		Prompt:  "How much tax was borne on that other income, the reduction for the company's own tax included?",
		Reason:  "It is taken off the minimum tax.",
		Assumed: "0", Assumption: "No tax was borne on other income that counts for the minimum tax.",
		Hints: []string{"retido na fonte", "withheld at source"},
	},
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("br", tax.IndividualIncome) }
