package kr

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares South Korea.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "KR", Name: "South Korea", Authority: "National Tax Service", Currency: "KRW", TimeZone: "Asia/Seoul",
		Languages: []string{"ko", "en"},
		Version:   "1.1.0",
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
		Bases:       []tax.Basis{tax.Gross, tax.Taxable},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax_before_credits",
		Check:       check,
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "귀속", "과세기간"}}

// Choices of the facts.
const (
	singleParent = "single_parent"
	woman50      = "woman_with_spouse_or_dependants"
)

var births = [3]string{"first_child", "second_child", "third_or_further_child"}

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
		Prompt: "How many of those dependants are your children or grandchildren of the age of the child credit (8 up to 2025, 9 in 2026, 10 " +
			"in 2027)?",
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
	{
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much are your deductions of other acts, such as for card use, within their limits?",
		Reason:  "They reduce the tax base and leave the standard credit as it is.",
		Assumed: "0", Assumption: "No deductions of other acts, such as for card use, are made.",
		Hints: []string{"credit card", "신용카드", "소득공제"},
	},
	{
		Name: "special_credits", Type: "decimal", Section: "Credits",
		Prompt:  "How much are the special credits that you claim (insurance, medical costs, schooling, donations), or the rent credit?",
		Reason:  "They reduce the tax; whoever claims them has no standard credit.",
		Assumed: "0", Assumption: "No special credit is claimed.",
		Hints: []string{"special tax credit", "특별세액공제", "medical", "donation", "rent", "월세", "의료비", "교육비", "기부금"},
	},
	{
		Name: "pension_savings", Type: "decimal", Section: "Credits",
		Prompt:  "How much did you pay into a pension savings account (연금저축) in the year?",
		Reason:  "A share of it is a credit.",
		Assumed: "0", Assumption: "Nothing was paid into a pension savings account.",
		Hints: []string{"pension savings", "연금저축"},
	},
	{
		Name: "retirement_pension_payments", Type: "decimal", Section: "Credits",
		Prompt:  "How much did you pay yourself into a retirement pension account (IRP) in the year?",
		Reason:  "Together with pension savings, a share of it is a credit.",
		Assumed: "0", Assumption: "Nothing was paid into a retirement pension account.",
		Hints: []string{"irp", "퇴직연금"},
	},
	{
		Name: "household", Type: "choice", Choices: []string{"neither", singleParent, woman50}, Section: "Your family",
		Prompt: "Are you a single parent of a dependent child, or a woman with a husband, or without one and head of a household with " +
			"dependants?",
		Reason:  "Both have an additional deduction, women up to a limit of income (30 million won).",
		Assumed: "neither", Assumption: "No additional deduction of a single parent or a woman is claimed.",
		Hints: []string{"single parent", "한부모", "부녀자"},
	},
	{
		Name: "born_or_adopted", Type: "choice", Choices: []string{"none", births[0], births[1], births[2]}, Section: "Your family",
		Prompt:  "Was a child born to you or adopted in the year, and is it the first, the second or a further one?",
		Reason:  "There is a credit for it.",
		Assumed: "none", Assumption: "No child was born or adopted in the year.",
		Hints: []string{"newborn", "baby", "adopted", "출산", "입양"},
	},
	{
		Name: "married_this_year", Type: "boolean", Section: "Your family", Since: civil.Of(2024, 1, 1), Until: civil.Of(2026, 12, 31),
		Prompt:  "Did you register a marriage in the year, and claim the marriage credit, which is given once?",
		Reason:  "There is a credit for it.",
		Assumed: "false", Assumption: "No marriage credit is claimed.",
		Hints: []string{"newlywed", "got married", "혼인"},
	},
	{
		Name: "foreign_flat_rate", Type: "boolean", Section: "You",
		Prompt:  "Do you, as a foreign worker, elect the flat rate on all your wages?",
		Reason:  "It replaces the rates, deductions and credits.",
		Assumed: "false", Assumption: "The flat rate of foreign workers is not elected.",
		Hints: []string{"foreign worker", "flat rate", "19%", "외국인근로자", "expat"},
	},
	{
		Name: "salary", Type: "decimal", Section: "Your salary",
		Prompt: "What is your total salary of the year (총급여액)?",
		Reason: "The wage income credit is limited by the salary, which a tax base does not say.",
		Needed: tax.NeedTaxable, Example: "60000000", Assumption: "The income is the total salary.",
	},
}

// deducted are the facts that a tax base has taken off already; premiums for insurance
// still say that there is no standard credit.
var deducted = []string{"pension_contributions", "other_deductions", "persons_aged_70_or_over", "disabled_persons", "dependent_spouse",
	"household", "foreign_flat_rate"}

// checkTaxable refuses what a tax base has taken off, a tax base without the salary, and a
// salary beside a salary.
func checkTaxable(req *tax.Request, faults *tax.InputError) {
	if req.TaxType != "" && req.TaxType != tax.IndividualIncome {
		return
	}
	if req.IncomeBasis != tax.Taxable {
		if req.Given("salary") {
			faults.Add("facts.salary", "belongs to a taxable income: the income is the total salary already")
		}
		return
	}
	for _, name := range deducted {
		if req.Given(name) {
			faults.Add("facts."+name, "belongs to a total salary: a taxable income was given, from which nothing more is deducted")
		}
	}
	switch {
	case !req.Given("salary"):
		faults.Add("facts.salary", "is required where income_basis is taxable")
	case req.Num("salary").Less(req.Income):
		faults.Add("facts.salary", "must be at least the taxable income")
	}
}

// check refuses more children for the credit than dependants.
func check(req *tax.Request, faults *tax.InputError) {
	checkTaxable(req, faults)
	if req.Int("children_for_credit") > req.Int("dependants") {
		faults.Add("facts.children_for_credit", "counts more children than facts.dependants, of which they are a part")
	}
	if req.Bool("dependent_spouse") && req.Choice("household") == singleParent {
		faults.Add("facts.household", "says that there is no spouse, but facts.dependent_spouse that there is one")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("kr", tax.IndividualIncome) }
