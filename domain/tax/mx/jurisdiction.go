package mx

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Mexico.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "MX", Name: "Mexico", Authority: "Servicio de Administración Tributaria", Currency: "MXN", TimeZone: "America/Mexico_City",
		Languages: []string{"es", "en"}, DecimalPoint: true,
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"mexico", "méxico", "mejico", "united mexican states", "república mexicana"},
			Demonyms: []string{"mexican", "mexicano", "mexicana"},
			Cities: []string{"mexico city", "ciudad de méxico", "cdmx", "guadalajara", "monterrey", "puebla", "tijuana", "león", "ciudad juárez",
				"mérida", "querétaro", "cancún", "toluca", "zapopan"},
			Currency: []string{"mxn", "mexican pesos", "mexican peso", "pesos mexicanos", "mx$"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the taxable wages of the whole year, exempt benefits already left out, before personal deductions.",
		TotalMeans: "Total tax is the yearly income tax after the employment subsidy of the months given; social security and state taxes are " +
			"not in it.",
		TaxableWages: true,
		Kinds:        []tax.Kind{tax.Employment},
		Facts:        facts,
		Coverage:     coverage(),
		BandsOf:      "income_tax",
		BandsWithin:  money.MustParse("0.1"),
		Check:        check,
		Compute:      compute,
		Law:          []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "ejercicio", "ejercicio fiscal"}}

var (
	cent    = block.Minor(2, money.HalfUp)
	centavo = money.MustParse("0.01")
)

var facts = []tax.Fact{
	{
		Name: "personal_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much are your personal deductions, such as medical fees, mortgage interest and insurance premiums?",
		Reason:  "They reduce the taxable income up to a limit; retirement contributions, which have their own limit, are not modelled.",
		Assumed: "0", Assumption: "No personal deductions are claimed.",
		Hints: []string{"medical", "mortgage", "deduction", "deducciones", "gastos médicos", "hipoteca"},
	},
	{
		Name: "exempt_income", Type: "decimal", Section: "Your income",
		Prompt:  "How much exempt income did you have, such as the exempt part of the Christmas bonus?",
		Reason:  "The limit of personal deductions is a share of all income, exempt income included.",
		Assumed: "0", Assumption: "There is no exempt income that raises the limit of personal deductions.",
		Hints: []string{"aguinaldo", "christmas bonus", "exempt", "exento"},
	},
	{
		Name: "subsidy_months", Type: "integer", Max: "12", Section: "Your income", Since: civil.Of(2025, 1, 1),
		Prompt:  "In how many months did an employer pay you wages within the limit of the subsidy (10,171 pesos in 2025, 11,492.66 in 2026)?",
		Reason:  "Each such month has an employment subsidy, which reduces the tax down to nothing.",
		Assumed: "0", Assumption: "No employment subsidy is taken off.",
		Hints: []string{"subsidio", "employment subsidy", "minimum wage", "salario mínimo"},
	},
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("mx", tax.IndividualIncome) }
