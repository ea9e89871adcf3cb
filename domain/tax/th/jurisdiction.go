package th

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Thailand.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "TH", Name: "Thailand", Authority: "Revenue Department",
		Currency: "THB", TimeZone: "Asia/Bangkok", Languages: []string{"th"}, DecimalPoint: true,
		Version: "1.0.0", TakeHome: true,
		Words: tax.Words{
			Names:    []string{"thailand", "kingdom of thailand", "ประเทศไทย", "ไทย"},
			Demonyms: []string{"thai", "thai resident", "thai taxpayer"},
			Cities: []string{"bangkok", "chiang mai", "phuket", "pattaya", "nonthaburi", "khon kaen", "hat yai", "กรุงเทพ", "กรุงเทพมหานคร",
				"เชียงใหม่", "ภูเก็ต"},
			Currency: []string{"฿", "thb", "baht", "บาท"},
		},
		YearForm:    tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "calendar year", "ปีภาษี"}},
		IncomeMeans: "Income is the gross income of employment of one year, of a resident who files alone.",
		TotalMeans:  "Total tax is the personal income tax; contributions to the Social Security Fund stand beside it.",
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

// Names of facts that the computation reads in more than one place.
const (
	paidFact     = "social_security_paid"
	childrenFact = "children"
	laterFact    = "children_born_2018_or_later"
)

var facts = []tax.Fact{
	{
		Name: "spouse_without_income", Type: "boolean", Section: "Your family",
		Prompt:  "Are you married to a spouse who has no assessable income?",
		Reason:  "There is an allowance for such a spouse.",
		Assumed: "false", Assumption: "No allowance for a spouse is taken.",
		Hints: []string{"married", "spouse", "wife", "husband", "คู่สมรส"},
	},
	{
		Name: childrenFact, Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "For how many children who are minors, or under 25 and studying, do you take the allowance?",
		Reason:  "There is an allowance for each.",
		Assumed: "0", Assumption: "No allowance for children is taken.",
		Hints: []string{"children", "child", "kids", "บุตร", "ลูก"},
	},
	{
		Name: laterFact, Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "How many of those children are your own, born in 2018 or later, and not your first?",
		Reason:  "The allowance for them is higher.",
		Assumed: "0", Assumption: "None of the children is a second or further one who was born in 2018 or later.",
	},
	{
		Name: "parents", Type: "integer", Max: "4", Section: "Your family",
		Prompt:  "For how many parents of 60 or more, your own or your spouse's, with hardly any income do you take the allowance?",
		Reason:  "There is an allowance for each.",
		Assumed: "0", Assumption: "No allowance for parents is taken.",
		Hints: []string{"my parents", "support my mother", "support my father", "บิดามารดา"},
	},
	{
		Name: "disabled_persons", Type: "integer", Max: "20", Section: "Your family",
		Prompt:  "For how many disabled or incapacitated persons in your care do you take the allowance?",
		Reason:  "There is an allowance for each.",
		Assumed: "0", Assumption: "No allowance for the care of disabled persons is taken.",
		Hints: []string{"disabled", "disability"},
	},
	{
		Name: "aged_65_or_disabled", Type: "boolean", Section: "You",
		Prompt:  "Are you 65 or older, or disabled?",
		Reason:  "A part of the income is exempt then.",
		Assumed: "false", Assumption: "The person is under 65 and not disabled.",
		Hints: []string{"aged 65", "65 years old", "over 65", "retired"},
	},
	{
		Name: paidFact, Type: "decimal", Section: "Deductions",
		Prompt:     "How much were your own contributions to the Social Security Fund in the year?",
		Reason:     "They are deducted.",
		Assumption: "Of gross wages, the contributions of an employee insured under section 33 are deducted.",
		Example:    "9000",
		Hints:      []string{"social security", "ประกันสังคม", "civil servant"},
	},
	{
		Name: "other_allowances", Type: "decimal", Section: "Deductions",
		Prompt: "How much are your other allowances within their limits: insurance, provident and mutual funds, interest on a home loan, " +
			"donations?",
		Reason:  "They reduce the net income.",
		Assumed: "0", Assumption: "No other allowances, such as for insurance, funds or interest on a home loan, are taken.",
		Hints: []string{"life insurance", "provident fund", "rmf", "ssf", "thai esg", "mortgage", "donation"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable {
		for i := range facts {
			if name := facts[i].Name; req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross wages: net income has it left out already")
			}
		}
		return
	}
	if req.Int(laterFact) > req.Int(childrenFact) {
		faults.Add("facts."+laterFact, "counts more children than facts.children, of which they are a part")
	}
	if req.Num(paidFact).Greater(req.Income) {
		faults.Add("facts."+paidFact, "must not exceed the gross wages")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("th", tax.IndividualIncome) }

// satang is the presentation of amounts.
var satang = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The wages are those of twelve equal months in the private sector, on which contributions to the Social Security Fund are computed.",
}
