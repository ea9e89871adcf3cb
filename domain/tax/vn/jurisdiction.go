package vn

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Vietnam.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "VN", Name: "Vietnam", Authority: "Tax Department of Vietnam",
		Currency: "VND", TimeZone: "Asia/Ho_Chi_Minh", Languages: []string{"vi"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"vietnam", "viet nam", "việt nam"},
			Demonyms: []string{"vietnamese", "vietnamese resident", "vietnamese taxpayer"},
			Cities: []string{"hanoi", "ha noi", "hà nội", "ho chi minh city", "saigon", "da nang", "đà nẵng", "hai phong", "hải phòng",
				"can tho"},
			Currency: []string{"₫", "vnd", "dong", "vietnamese dong", "đồng"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "calendar year", "năm"}},
		IncomeMeans: "Income is the gross wages of one year of a resident individual.",
		TotalMeans:  "Total tax is the personal income tax on wages; mandatory insurance is not in it.",
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

// insuranceFact is the fact without which a figure is a draft.
const insuranceFact = "mandatory_insurance"

var facts = []tax.Fact{
	{
		Name: "dependants", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many dependants (children, a spouse or parents without income) are registered as yours for all of the year?",
		Reason:  "There is a deduction for each.",
		Assumed: "0", Assumption: "No deduction for dependants is taken.",
		Hints: []string{"dependants", "dependents", "children", "child", "kids", "người phụ thuộc"},
	},
	{
		Name: insuranceFact, Type: "decimal", Section: "Deductions",
		Prompt:  "How much were your own contributions to social, health and unemployment insurance in the year?",
		Reason:  "They are deducted; their ceilings differ by month and region.",
		Assumed: "0", Assumption: "No contributions to social, health and unemployment insurance are deducted.",
		Hints: []string{"social insurance", "bhxh", "bảo hiểm"},
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much are other deductions within their limits, such as donations and voluntary pension insurance?",
		Reason:  "They reduce taxable income.",
		Assumed: "0", Assumption: "No other deductions, such as for donations, are made.",
		Hints: []string{"donation", "voluntary pension"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable {
		for i := range facts {
			if name := facts[i].Name; req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross wages: taxable income has it left out already")
			}
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("vn", tax.IndividualIncome) }

// dong is the presentation of amounts.
var dong = block.Minor(0, money.HalfUp)
