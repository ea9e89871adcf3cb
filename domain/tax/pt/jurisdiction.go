package pt

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Ways of being assessed.
const (
	separate = "separate"
	joint    = "joint"
)

// Jurisdiction declares Portugal.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "PT", Name: "Portugal", Authority: "Autoridade Tributária e Aduaneira",
		Currency: "EUR", TimeZone: "Europe/Lisbon", Languages: []string{"pt"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"portugal", "portuguese republic", "república portuguesa"},
			Demonyms: []string{"portuguese", "português", "portuguesa", "portuguese resident"},
			Cities: []string{"lisbon", "lisboa", "porto", "oporto", "braga", "coimbra", "faro", "setúbal", "aveiro", "évora", "guimarães",
				"amadora", "cascais", "sintra", "leiria", "viseu", "lagos"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "ano fiscal", "rendimentos de", "ano"}},
		IncomeMeans: "Income is the taxable income (rendimento coletável) of the person or jointly assessed couple, after the specific " +
			"deductions; it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is IRS with the additional solidarity rate, after the credits given; social contributions stand beside it where " +
			"the income is a gross wage.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable, tax.Gross},
		RegionRule: tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "mainland", Name: "Mainland Portugal",
				Words: tax.Words{Names: []string{"mainland portugal", "portugal continental", "continente"}}},
			{Slug: "madeira", Code: "PT-30", Name: "Madeira", Uncovered: "the reduced rates of Madeira are not modelled",
				Words: tax.Words{Names: []string{"madeira"}, Demonyms: []string{"madeiran"}, Cities: []string{"funchal"}}},
			{Slug: "azores", Code: "PT-20", Name: "Azores", Uncovered: "the reduced rates of the Azores are not modelled",
				Words: tax.Words{Names: []string{"azores", "açores"}, Demonyms: []string{"azorean"},
					Cities: []string{"ponta delgada", "angra do heroísmo"}}},
		},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "assessment", Type: "choice", Choices: []string{separate, joint}, Section: "You",
		Prompt:  "Are you assessed separately, or jointly with your spouse or partner (tributação conjunta)?",
		Reason:  "A couple that opts for it is taxed on half of the joint income, twice.",
		Assumed: separate, Assumption: "The person is assessed separately.",
		Joint: []string{joint}, Says: map[string]string{"tributação conjunta": joint, "jointly assessed": joint, "tributação separada": separate},
		Hints: []string{"married", "joint", "spouse", "wife", "husband", "casado", "casada", "casal", "tributação conjunta", "cônjuge"},
	},
	{
		Name: "tax_credits", Type: "decimal", Section: "Reliefs",
		Prompt: "What is the sum of your credits against the tax (deduções à coleta), such as for dependants, general family expenses, health " +
			"and education?",
		Reason:  "They reduce the tax of the scale, at most to nothing.",
		Assumed: "0", Assumption: "No credits against the tax (deduções à coleta) are taken.",
		Hints: []string{"deduções", "dedução", "dependants", "children", "filhos", "despesas"},
	},
}

// scope is what every result rests on.
var scope = []string{
	"The person or couple is resident on the mainland for the whole year, and all income is taxed by the progressive scale.",
	"The subsistence minimum (mínimo de existência), youth relief and special regimes are not applied.",
	"Each band is taxed at its normal rate; the statute's table of average rates, which are printed with three decimals, can differ by cents.",
	"Amounts are computed to the cent, half a cent up.",
}

func coverage() []tax.CoverageRow {
	rows := tax.YearRows("PT", scope, []tax.YearRow{
		{Year: "2023", AsOf: "2023-12-31", Tier: tax.Beta, Why: "The scale was read in the statute's wording of the year, whose average rates " +
			"pass, and in independent accounts that agree; the additional rate on the authority's page."},
		{Year: "2024", AsOf: "2024-12-31", Tier: tax.Beta, Why: "The rates and average rates were read on the authority's page of the statute, " +
			"the limits in a reproduction of Lei 33/2024, and an independent source agrees; every average rate passes."},
		{Year: "2025", AsOf: "2025-12-31", Tier: tax.Draft, Why: "The limits are on the authority's page of the statute; the rates, which were " +
			"reduced in July 2025, rest on two secondary sources that agree."},
		{Year: "2026", AsOf: "2026-11-20", Tier: tax.Beta,
			Why: "Two republished texts of the statute in force agree, whose average rates pass, and a press account agrees with its limits."},
	})
	for i := range rows {
		if tax.Draft.Below(rows[i].Tier) {
			rows[i].Except = []tax.Exception{{Bases: []tax.Basis{tax.Gross}, Tier: tax.Draft,
				Why: "The rate of social contributions, which gross wages need, rests on one secondary source."}}
		}
	}
	return rows
}

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
