package cn

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// deduction is where a deduction stands in the law.
type deduction struct{ cite []law.Citation }

// Names of facts that the computation reads in more than one place.
const (
	insuranceFact = "social_insurance_and_housing_fund"
	bonusFact     = "annual_bonus_taxed_apart"
	formFact      = "self_employment_form"
	elderlyFact   = "support_of_the_elderly"
	shareFact     = "elderly_share_per_month"
)

// Choices of the facts.
const (
	none               = "none"
	labourServices     = "labour_services"
	individualBusiness = "individual_business"
	otherBusiness      = "other_business"
	onlyChild          = "only_child"
	shared             = "shared_with_siblings"
	degree             = "degree"
	qualification      = "qualification"
)

// housingKeys are the choices of housing, and their names in the law's table.
var housingKeys = map[string]string{"first_home_loan": "loan", "rent_first_level": "rent_first", "rent_second_level": "rent_second",
	"rent_third_level": "rent_third"}

var form = tax.Fact{
	Name: formFact, Type: "choice", Choices: []string{labourServices, individualBusiness, otherBusiness}, Section: "Your income",
	Prompt: "Is the self-employment income remuneration for labour services (劳务报酬), the profit of an individual business (个体工商户), or " +
		"that of a sole proprietorship or partnership?",
	Reason:     "Labour services are taxed with wages, businesses by rates of their own, of which individual businesses owe half.",
	Assumption: "There is no income from self-employment.",
	Example:    labourServices,
	Says:       map[string]string{"劳务报酬": labourServices, "个体工商户": individualBusiness, "labour remuneration": labourServices},
	Beside:     &tax.Beside{Kinds: []tax.Kind{tax.SelfEmployment}},
}

var facts = []tax.Fact{
	form,
	{
		Name: insuranceFact, Type: "decimal", Section: "Deductions",
		Prompt:  "How much were your own contributions to social insurance (pension, medical, unemployment) and the housing fund in the year?",
		Reason:  "They are deducted; their rates and bases differ by city.",
		Assumed: "0", Assumption: "No contributions to social insurance and the housing fund are deducted.",
		Hints: []string{"social insurance", "housing fund", "五险一金", "社保", "公积金", "三险一金"},
	},
	{
		Name: bonusFact, Type: "decimal", Section: "Your income",
		Prompt:  "How much of the wages is an annual one-off bonus (全年一次性奖金) that you choose to have taxed apart?",
		Reason:  "Until the end of 2027 such a bonus is taxed apart on election, at the rate of its twelfth.",
		Assumed: "0", Assumption: "No annual one-off bonus is taxed apart from comprehensive income.",
		Hints: []string{"annual bonus", "year-end bonus", "one-off bonus", "年终奖", "一次性奖金"},
	},
	{
		Name: "children_in_education", Type: "integer", Max: "20", Section: "Deductions",
		Prompt:  "For how many children from three years on, at school or studying, do you take the deduction in full?",
		Reason:  "There is a deduction for each.",
		Assumed: "0", Assumption: "No deduction for children in education is taken.",
		Hints: []string{"children", "child", "kids", "子女", "孩子"},
	},
	{
		Name: "children_under_three", Type: "integer", Max: "20", Section: "Deductions",
		Prompt:  "For how many children under three do you take the deduction in full?",
		Reason:  "There is a deduction for each.",
		Assumed: "0", Assumption: "No deduction for children under three is taken.",
		Hints: []string{"infant", "baby", "婴幼儿"},
	},
	{
		Name: elderlyFact, Type: "choice", Choices: []string{none, onlyChild, shared}, Section: "Deductions",
		Prompt:  "Do you support a parent of 60 or more, and are you an only child or do you share the deduction with siblings?",
		Reason:  "An only child has the whole deduction.",
		Assumed: none, Assumption: "No deduction for support of the elderly is taken.",
		Hints: []string{"elderly parents", "support my parents", "赡养老人"},
	},
	{
		Name: shareFact, Type: "decimal", Section: "Deductions",
		Prompt:     "How much of the deduction for support of the elderly is yours a month?",
		Reason:     "Siblings share the deduction, and the law limits each share.",
		Assumption: "No share of a deduction for support of the elderly is taken.",
		Example:    "1500",
		Needed:     tax.NeedWhen(elderlyFact, shared),
	},
	{
		Name: "housing", Type: "choice", Section: "Deductions",
		Choices: []string{none, "first_home_loan", "rent_first_level", "rent_second_level", "rent_third_level"},
		Prompt: "Do you pay interest on the loan of a first home, or rent in a city of the first, second or third level of the deduction " +
			"(1,500, 1,100 or 800 yuan a month)?",
		Reason:  "One of the two is deducted, rent by the city where you work.",
		Assumed: none, Assumption: "No deduction for a housing loan or for rent is taken.",
		Hints: []string{"mortgage", "housing loan", "rent", "房贷", "租房", "住房租金"},
	},
	{
		Name: "continuing_education", Type: "choice", Choices: []string{none, degree, qualification}, Section: "Deductions",
		Prompt:  "Did you study for a degree in China, or obtain a certificate of a vocational qualification in the year?",
		Reason:  "There is a deduction for each month of study, or for the certificate.",
		Assumed: none, Assumption: "No deduction for continuing education is taken.",
		Hints: []string{"continuing education", "继续教育"},
	},
	{
		Name: "serious_illness_costs", Type: "decimal", Section: "Deductions",
		Prompt:  "How much of medical costs within the catalogue did you bear yourself after reimbursement?",
		Reason:  "What is above an amount is deducted, up to a limit.",
		Assumed: "0", Assumption: "No deduction for serious illness is taken.",
		Hints: []string{"serious illness", "medical expenses", "大病医疗"},
	},
	{
		Name: "individual_pension", Type: "decimal", Section: "Deductions",
		Prompt:  "How much did you pay into an individual pension account (个人养老金)?",
		Reason:  "It is deducted up to a limit.",
		Assumed: "0", Assumption: "Nothing was paid into an individual pension account.",
		Hints: []string{"individual pension", "个人养老金"},
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much are other deductions within their limits, such as enterprise annuities, commercial health insurance and donations?",
		Reason:  "They reduce taxable income.",
		Assumed: "0", Assumption: "No other deductions are made.",
		Hints: []string{"annuity", "donation", "企业年金", "捐赠"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	in := incomeOf(req)
	if req.IncomeBasis == tax.Taxable {
		for i := range facts {
			if name := facts[i].Name; name != formFact && req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross income: income that is taxable has it left out already")
			}
		}
		return
	}
	if in.wages.Sign() < 0 {
		faults.Add("facts."+bonusFact, "is a part of the wages, and must not exceed them")
	}
	if req.Given(shareFact) && req.Choice(elderlyFact) != shared {
		faults.Add("facts."+shareFact, "is for those who share the deduction with siblings")
	}
}
