package jp

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares Japan.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "JP", Name: "Japan", Authority: "National Tax Agency", Currency: "JPY", TimeZone: "Asia/Tokyo", Languages: []string{"ja", "en"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"japan", "日本", "nippon", "nihon"},
			Demonyms: []string{"japanese", "日本人"},
			Cities:   []string{"tokyo", "東京", "osaka", "大阪", "yokohama", "横浜", "nagoya", "名古屋", "sapporo", "札幌", "fukuoka", "福岡", "kobe", "神戸", "kyoto", "京都", "kawasaki", "sendai", "hiroshima"},
			Currency: []string{"jpy", "yen", "円", "japanese yen"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross salary of the calendar year of a resident, before the employment income deduction.",
		TotalMeans:  "Total tax is the national income tax with the reconstruction surtax; the inhabitant tax on the previous year's salary stands beside it.",
		Kinds:       []tax.Kind{tax.Employment},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		BandsWithin: money.FromInt(100),
		Compute:     compute,
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "年分"}}

var (
	yen     = block.Minor(0, money.HalfUp)
	yenDown = block.Minor(0, money.Down)
	yenUp   = block.Minor(0, money.Up)
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
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much are your other deductions from income, such as those for a spouse, dependants and life insurance?",
		Reason:  "They reduce the taxable income; the basic deduction is made without being asked for.",
		Assumed: "0", Assumption: "No deductions are made but the employment income deduction, the basic deduction and the premiums given.",
		Hints: []string{"spouse", "dependants", "children", "配偶者", "扶養", "life insurance"},
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
		Prompt:  "How much were your deductions for the inhabitant tax in the year before, without the basic deduction?",
		Reason:  "They reduce the base of the inhabitant tax.",
		Assumed: "0", Assumption: "The inhabitant tax is computed with its basic deduction only.",
		Hints: []string{"住民税"},
	},
}

var scope = []string{
	"The salary is the only income; below 6.6 million yen the steps of 4,000 yen of the Act's annex 5 are not followed, which moves the employment income by less than 4,000 yen.",
	"The inhabitant tax has the standard rate and levy a head, and the exemption of the largest cities.",
}

func coverage() []tax.CoverageRow {
	return tax.YearRows("JP", scope, []tax.YearRow{
		{Year: "2023", AsOf: "2023-12-31", Tier: tax.Draft, Why: "Every figure rests on a public model of the law or a secondary source; none was read at the authority."},
		{Year: "2024", AsOf: "2024-12-31", Tier: tax.Draft, Why: "Every figure rests on a public model of the law or a secondary source, the flat cut on two that agree."},
		{Year: "2025", AsOf: "2025-12-01", Tier: tax.Draft, Why: "The new deductions rest on a city's page and two tax offices that agree; none was read at the authority."},
	})
}
