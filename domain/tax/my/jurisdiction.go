package my

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Malaysia.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "MY", Name: "Malaysia", Authority: "Lembaga Hasil Dalam Negeri Malaysia",
		Currency: "MYR", TimeZone: "Asia/Kuala_Lumpur", Languages: []string{"ms", "en"}, DecimalPoint: true,
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"malaysia"},
			Demonyms: []string{"malaysian", "malaysian resident", "malaysian taxpayer"},
			Cities: []string{"kuala lumpur", "penang", "johor bahru", "petaling jaya", "shah alam", "ipoh", "kuching",
				"kota kinabalu", "putrajaya"},
			Currency: []string{"rm", "myr", "ringgit", "malaysian ringgit"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"year of assessment", "assessment year", "ya", "tahun taksiran"}},
		IncomeMeans: "Income is chargeable income, after reliefs; it is not the gross wage, which income_basis gross says that it is. The " +
			"year of assessment is the year in which it arises.",
		TotalMeans: "Total tax is the income tax after the rebate; contributions to EPF, SOCSO and EIS are not in it.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Taxable, tax.Gross},
		Facts:      facts,
		Check:      check,
		Coverage:   coverage(),
		BandsOf:    "income_tax",
		Compute:    compute,
		Law:        []law.Resolver{resolved},
	}
}

// Names of facts that the computation reads in more than one place.
const (
	spouseFact = "spouse_relief"
	epfFact    = "epf_contributions"
)

var facts = []tax.Fact{
	{
		Name: spouseFact, Type: "boolean", Section: "Your family",
		Prompt:  "Do you claim the relief for a husband or wife who has no income?",
		Reason:  "It brings a relief, and a second rebate at low income.",
		Assumed: "false", Assumption: "No relief for a spouse is claimed.",
		Hints: []string{"married", "spouse", "wife", "husband"},
	},
	{
		Name: "children_under_18", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "For how many unmarried children under 18 do you claim the relief?",
		Reason:  "There is a relief for each.",
		Assumed: "0", Assumption: "No relief for children under 18 is claimed.",
		Hints: []string{"children", "child", "kids", "anak"},
	},
	{
		Name: "children_in_higher_education", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "For how many unmarried children of 18 or more in higher education do you claim the relief?",
		Reason:  "The relief for them is higher.",
		Assumed: "0", Assumption: "No relief for children in higher education is claimed.",
		Hints: []string{"university", "college"},
	},
	{
		Name: epfFact, Type: "decimal", Section: "Contributions",
		Prompt:  "How much did you contribute to the Employees Provident Fund in the year?",
		Reason:  "Contributions are relieved up to a limit.",
		Assumed: "0", Assumption: "No contributions to the Employees Provident Fund are relieved.",
		Hints: []string{"epf", "kwsp", "provident fund"},
	},
	{
		Name: "socso_and_eis_contributions", Type: "decimal", Section: "Contributions",
		Prompt:  "How much did you contribute to SOCSO and EIS in the year?",
		Reason:  "Contributions are relieved up to a limit.",
		Assumed: "0", Assumption: "No contributions to SOCSO and EIS are relieved.",
		Hints: []string{"socso", "perkeso", "eis"},
	},
	{
		Name: "other_reliefs", Type: "decimal", Section: "Reliefs",
		Prompt: "How much are your other reliefs and deductions within their limits: insurance, lifestyle, medical costs, education, " +
			"retirement schemes, donations?",
		Reason:  "They reduce chargeable income.",
		Assumed: "0", Assumption: "No other reliefs, such as for insurance, lifestyle or medical costs, are claimed.",
		Hints: []string{"life insurance", "lifestyle relief", "medical expenses", "sspn", "prs"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis != tax.Gross {
		for i := range facts {
			if name := facts[i].Name; name != spouseFact && req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross wages: chargeable income has it left out already")
			}
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("my", tax.IndividualIncome) }

// sen is the presentation of amounts.
var sen = block.Minor(2, money.HalfUp)
