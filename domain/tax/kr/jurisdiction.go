package kr

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares South Korea.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "KR", Name: "South Korea", Authority: "National Tax Service", Currency: "KRW", TimeZone: "Asia/Seoul", Languages: []string{"ko", "en"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"south korea", "korea", "republic of korea", "대한민국", "한국"},
			Demonyms: []string{"south korean", "korean"},
			Cities: []string{"seoul", "busan", "incheon", "daegu", "daejeon", "gwangju", "ulsan", "suwon", "sejong", "jeju",
				"서울", "부산", "인천", "대구", "대전", "광주", "울산", "수원", "세종", "제주"},
			Currency: []string{"₩", "krw", "won", "korean won", "원"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the total salary of the calendar year (총급여액): wages without those that are exempt.",
		TotalMeans:  "Total tax is income tax after credits and local income tax; social insurance is not in it.",
		Kinds:       []tax.Kind{tax.Employment},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax_before_credits",
		Check:       check,
		Compute:     compute,
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "귀속", "과세기간"}}

// wholeWon is the presentation of a limit for which the law has no rounding.
var wholeWon = block.Minor(0, money.Down)

var facts = []tax.Fact{
	{
		Name: "dependent_spouse", Type: "boolean", Section: "Your family",
		Prompt:  "Do you take the basic deduction for your spouse (whose income is at most 1 million won, or wages of at most 5 million)?",
		Reason:  "The basic deduction is given for each person.",
		Assumed: "false", Assumption: "No basic deduction for a spouse is claimed.",
		Hints: []string{"married", "spouse", "wife", "husband", "배우자"},
	},
	{
		Name: "dependants", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "For how many dependants other than your spouse (children, parents, siblings) do you take the basic deduction?",
		Reason:  "The basic deduction is given for each person.",
		Assumed: "0", Assumption: "No basic deduction for dependants is claimed.",
		Hints: []string{"dependants", "dependents", "children", "child", "kids", "parents", "부양가족", "자녀"},
	},
	{
		Name: "persons_aged_70_or_over", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many of the persons with a basic deduction, you included, are 70 or older?",
		Reason:  "They have an additional deduction.",
		Assumed: "0", Assumption: "No person with a basic deduction is 70 or older.",
		Hints: []string{"aged 70", "elderly", "경로우대"},
	},
	{
		Name: "disabled_persons", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many of the persons with a basic deduction, you included, are disabled?",
		Reason:  "They have an additional deduction.",
		Assumed: "0", Assumption: "No person with a basic deduction is disabled.",
		Hints: []string{"disabled", "disability", "장애인"},
	},
	{
		Name: "children_for_credit", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many of those dependants are your children or grandchildren of the age of the child credit (8 up to 2025, 9 in 2026, 10 in 2027)?",
		Reason:  "The child credit depends on their number.",
		Assumed: "0", Assumption: "No child credit is claimed.",
		Hints: []string{"child tax credit", "자녀세액공제"},
	},
	{
		Name: "pension_contributions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much did you contribute to the National Pension or another public pension in the year?",
		Reason:  "Public pension contributions are deducted.",
		Assumed: "0", Assumption: "No public pension contributions are deducted.",
		Hints: []string{"national pension", "국민연금"},
	},
	{
		Name: "health_and_employment_insurance", Type: "decimal", Section: "Deductions",
		Prompt:  "How much did you pay for health, long-term care and employment insurance in the year, if you claim it?",
		Reason:  "The premiums are deducted; whoever claims them has no standard credit.",
		Assumed: "0", Assumption: "No special deduction or special credit is claimed, so the standard credit is given.",
		Hints: []string{"health insurance", "employment insurance", "건강보험", "고용보험"},
	},
}

// check refuses more children for the credit than dependants.
func check(req *tax.Request, faults *tax.InputError) {
	if req.Int("children_for_credit") > req.Int("dependants") {
		faults.Add("facts.children_for_credit", "counts more children than facts.dependants, of which they are a part")
	}
}

var scope = []string{
	"The tax is that of the year-end settlement of one employee who is resident for the whole year.",
	"Special credits (insurance, medical, education, donations, rent), pension account credits and the deductions of other acts, such as for card use, are not modelled.",
	"The flat rate of 19 % that a foreign worker may elect is not modelled.",
	"Tax is cut to ten won, as is the local income tax.",
}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct {
		year, asOf string
		extra      []string
	}{
		{year: "2023", asOf: "2023-12-31"}, {year: "2024", asOf: "2024-12-31"}, {year: "2025", asOf: "2025-12-31"}, {year: "2026", asOf: "2026-04-21"},
		{year: "2027", asOf: "2026-04-21", extra: []string{"The year is computed by the Act as it stood on 21 April 2026, which already sets the age for the child credit of 2027; later amendments are not in it."}},
	} {
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.year, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: tax.Draft,
			Why:     "The Act was read in a republication of the official text, and an independent worked sample agrees with it; no publication of the authority itself was read.",
			Dataset: "kr-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf),
			Scope: append(append([]string(nil), scope...), y.extra...),
		})
	}
	return rows
}
