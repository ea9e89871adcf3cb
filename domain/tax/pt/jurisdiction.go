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

func coverage() []tax.CoverageRow { return tax.CoverageOf("pt", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)
