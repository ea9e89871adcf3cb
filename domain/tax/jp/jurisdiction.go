package jp

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Japan.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "JP", Name: "Japan", Authority: "National Tax Agency", Currency: "JPY", TimeZone: "Asia/Tokyo", Languages: []string{"ja", "en"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"japan", "日本", "nippon", "nihon"},
			Demonyms: []string{"japanese", "日本人"},
			Cities: []string{"tokyo", "東京", "osaka", "大阪", "yokohama", "横浜", "nagoya", "名古屋", "sapporo", "札幌", "fukuoka", "福岡", "kobe", "神戸",
				"kyoto", "京都", "kawasaki", "sendai", "hiroshima"},
			Currency: []string{"jpy", "yen", "円", "japanese yen"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross salary of the calendar year of a resident, before the employment income deduction.",
		TotalMeans: "Total tax is the national income tax with the reconstruction surtax; the inhabitant tax on the previous year's salary " +
			"stands beside it.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Gross, tax.Taxable},
		Check:       check,
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		BandsWithin: money.FromInt(100),
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "年分"}}

var (
	yen     = block.Minor(0, money.HalfUp)
	yenDown = block.Minor(0, money.Down)

	thousandYen = money.FromInt(1000)
)

var facts = []tax.Fact{
	{
		Name: "social_insurance", Type: "decimal", Section: "Deductions",
		Prompt:  "How much did you pay in social insurance premiums in the year?",
		Reason:  "Pension, health and employment insurance premiums are deducted in full.",
		Assumed: "0", Assumption: "No social insurance premiums are deducted, so that the tax of most employees comes out too high.",
		Hints: []string{"social insurance", "社会保険", "premiums"},
	},
	{
		Name: "spouse", Type: "boolean", Section: "Your family",
		Prompt:  "Do you take the deduction for a spouse (of total income up to 480,000 yen until 2024, 580,000 in 2025, 620,000 in 2026)?",
		Reason:  "It reduces the taxable income of persons whose total income is not high (at most 10 million yen).",
		Assumed: "false", Assumption: "No deduction for a spouse is made.",
		Hints: []string{"spouse", "wife", "husband", "married", "配偶者"},
	},
	{
		Name: "dependants", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many dependants aged 16 to 18 or 23 to 69 do you have?",
		Reason:  "There is a deduction for each; children under 16 have none.",
		Assumed: "0", Assumption: "No dependants aged 16 to 18 or 23 to 69 are deducted.",
		Hints: []string{"dependants", "dependents", "children", "kids", "扶養"},
	},
	{
		Name: "dependants_19_to_22", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many dependants aged 19 to 22 do you have?",
		Reason:  "The deduction for each of them is higher.",
		Assumed: "0", Assumption: "No dependants aged 19 to 22 are deducted.",
		Hints: []string{"特定扶養", "students"},
	},
	{
		Name: "dependants_70_or_over", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many dependants aged 70 or over, who are not your parents living with you, do you have?",
		Reason:  "The deduction for each of them is higher.",
		Assumed: "0", Assumption: "No dependants aged 70 or over are deducted.",
		Hints: []string{"老人扶養", "parents"},
	},
	{
		Name: "under_23_or_special_disability", Type: "boolean", Section: "Your family",
		Prompt:  "Do you have a dependant under 23, or do you, your spouse of little income or a dependant have a special disability?",
		Reason:  "Of a high salary (above 8.5 million yen) a part is then deducted.",
		Assumed: "false", Assumption: "The adjustment deduction of salaries above 8.5 million yen is made only for dependants aged 19 to 22.",
		Hints: []string{"所得金額調整控除", "特別障害者", "small children"},
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt: "How much are your other deductions from income, such as those for life insurance, disability, parents of 70 or over who live " +
			"with you, or a spouse or student with some income?",
		Reason:  "They reduce the taxable income; the basic deduction and those for spouse and dependants are made without being asked for here.",
		Assumed: "0", Assumption: "No deductions are made but the employment income deduction, the basic deduction, those for the family named " +
			"and the premiums given.",
		Hints: []string{"life insurance", "medical", "生命保険", "医療費"},
	},
	{
		Name: "flat_cut_persons", Type: "integer", Max: "20", Section: "Your family", Since: civil.Of(2024, 1, 1), Until: civil.Of(2024, 12, 31),
		Prompt:  "How many people count for the flat cut of 2024 beside you, as your spouse with little income or your dependants?",
		Reason:  "Each raises the flat cut of 2024.",
		Assumed: "0", Assumption: "The flat cut of 2024 is that of one person.",
		Hints: []string{"flat cut", "定額減税"},
	},
	{
		Name: "previous_salary", Type: "decimal", Section: "Last year",
		Prompt:  "What was your salary in the year before?",
		Reason:  "The inhabitant tax of a year is levied on the income of the year before.",
		Assumed: "0", Assumption: "The salary of the year before is not given, so that the inhabitant tax beside the total is 0.",
		Hints: []string{"last year", "previous year", "inhabitant tax", "resident tax", "住民税", "前年"},
	},
	{
		Name: "previous_deductions", Type: "decimal", Section: "Last year",
		Prompt: "How much were your deductions for the inhabitant tax in the year before, without the basic deduction and those for spouse " +
			"and dependants?",
		Reason:  "They reduce the base of the inhabitant tax.",
		Assumed: "0", Assumption: "The inhabitant tax is computed with its deductions for the person and the same family only.",
		Hints: []string{"住民税"},
	},
}

// check refuses deductions from a salary beside a taxable income.
func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis != tax.Taxable {
		return
	}
	for _, name := range []string{"social_insurance", "other_deductions"} {
		if req.Num(name).Sign() > 0 {
			faults.Add("facts."+name, "is deducted from a gross salary; a taxable income was given")
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("jp", tax.IndividualIncome) }
