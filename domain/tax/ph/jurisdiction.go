package ph

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares the Philippines.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "PH", Name: "Philippines", Authority: "Bureau of Internal Revenue",
		Currency: "PHP", TimeZone: "Asia/Manila", Languages: []string{"en", "fil"},
		Version: "1.0.0", TakeHome: true,
		Words: tax.Words{
			Names:    []string{"philippines", "the philippines", "republic of the philippines", "pilipinas"},
			Demonyms: []string{"filipino", "filipina", "philippine", "philippine resident", "philippine taxpayer"},
			Cities: []string{"manila", "metro manila", "quezon city", "cebu", "cebu city", "davao", "davao city", "makati", "taguig", "pasig",
				"baguio", "iloilo", "cagayan de oro", "zamboanga"},
			Currency: []string{"₱", "php", "philippine peso", "philippine pesos", "peso", "pesos"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "taxable year", "calendar year"}},
		IncomeMeans: "Income is gross compensation of one year, thirteenth-month pay and other benefits included; of a business or profession " +
			"the profit, or gross sales or receipts where the rate of eight per cent is elected.",
		TotalMeans: "Total tax is income tax by graduated rates, the tax of eight per cent and final taxes on interest and dividends; " +
			"contributions to SSS, PhilHealth and Pag-IBIG stand beside it.",
		Kinds:    []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Interest, tax.Dividends},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    slices.Concat(facts, dividendFacts),
		Check:    check,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var dividendFacts = []tax.Fact{tax.AssumedHome(tax.WhoPaidDividends("the Philippines", "domestic_corporations",
	"Dividends of domestic corporations bear a final tax; foreign ones are taxed at the graduated rates, which is not modelled.",
	"philippine dividends", "domestic dividends"), "Dividends, where there are any, are of domestic corporations.")}

// Names of facts that the computation reads in more than one place.
const (
	benefitsFact = "thirteenth_month_and_benefits"
	paidFact     = "contributions_paid"
	rateFact     = "business_rate"
)

// Choices of the rate of a business or profession.
const (
	graduated = "graduated"
	eight     = "eight_percent"
)

// ofWages says that a fact changes nothing where there is no compensation.
var ofWages = &tax.Beside{Kinds: []tax.Kind{tax.Employment}}

var facts = []tax.Fact{
	{
		Name: benefitsFact, Type: "decimal", Section: "Your pay",
		Prompt:  "How much of the gross compensation is thirteenth-month pay, Christmas bonus, productivity incentives and other benefits?",
		Reason:  "Thirteenth-month pay and other benefits are free of tax up to a ceiling.",
		Assumed: "0", Assumption: "Of gross compensation, none is thirteenth-month pay or another benefit, free of tax up to a ceiling.",
		Beside: ofWages,
		Hints:  []string{"13th month", "13th-month", "thirteenth month", "thirteenth-month", "christmas bonus", "bonus"},
	},
	{
		Name: "exempt_pay", Type: "decimal", Section: "Your pay",
		Prompt:  "How much of the gross compensation is otherwise exempt, such as de minimis benefits within their limits and union dues?",
		Reason:  "What is exempt is not taxable compensation.",
		Assumed: "0", Assumption: "Of gross compensation, none is exempt as de minimis benefits or otherwise.",
		Beside: ofWages,
		Hints:  []string{"de minimis", "rice subsidy", "clothing allowance", "union dues"},
	},
	{
		Name: paidFact, Type: "decimal", Section: "Your pay",
		Prompt:     "How much were your own mandatory contributions to SSS or GSIS, PhilHealth and Pag-IBIG in the year?",
		Reason:     "Mandatory contributions are not taxable.",
		Assumption: "Of gross compensation, contributions of an employee in the private sector (SSS, PhilHealth, Pag-IBIG) are left out.",
		Example:    "38400",
		Beside:     ofWages,
		Hints:      []string{"gsis", "government employee"},
	},
	{
		Name: "minimum_wage_earner", Type: "boolean", Section: "You",
		Prompt: "Is all of your pay the statutory minimum wage, with holiday, overtime, night shift and hazard pay on it?",
		Reason: "The pay of a minimum wage earner is exempt.", Assumed: "false",
		Assumption: "The person is no minimum wage earner.",
		Says:       map[string]string{"minimum wage earner": "true", "minimum-wage earner": "true"},
		Hints:      []string{"minimum wage", "minimum-wage", "mwe"},
		Beside:     ofWages,
	},
	{
		Name: rateFact, Type: "choice", Choices: []string{graduated, eight}, Section: "Your business",
		Prompt: "Is your business or profession taxed by graduated rates on profit, or have you elected eight per cent of gross sales or " +
			"receipts?",
		Reason:     "The election takes the place of graduated rates and percentage tax.",
		Assumed:    graduated,
		Assumption: "Income of a business or profession is the profit after deductions, taxed by graduated rates; percentage tax is apart.",
		Says:       map[string]string{"8% rate": eight, "8% option": eight, "8 percent option": eight, "eight percent rate": eight},
		Hints:      []string{"8%", "eight percent", "gross receipts"},
		Beside:     &tax.Beside{Kinds: []tax.Kind{tax.SelfEmployment}},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	tax.CheckDividendsFrom(req, faults)
	in := incomeOf(req)
	if req.IncomeBasis == tax.Taxable {
		for i := range facts {
			if name := facts[i].Name; name != rateFact && req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross compensation: income that is taxable has left it out already")
			}
		}
	}
	parts := req.Num(benefitsFact).Add(req.Num("exempt_pay"))
	if parts.Greater(in.compensation) {
		faults.Add("facts."+benefitsFact, "and facts.exempt_pay are parts of gross compensation, and must not exceed it")
	}
	if req.Num(paidFact).Greater(in.compensation) {
		faults.Add("facts."+paidFact, "must not exceed gross compensation")
	}
	if req.Bool("minimum_wage_earner") && parts.Sign() > 0 {
		faults.Add("facts.minimum_wage_earner", "is for those all of whose pay is the minimum wage; give other pay without it")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ph", tax.IndividualIncome) }

// cent is the presentation of amounts.
var cent = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The pay is that of twelve equal months of one employer in the private sector; contributions are computed on a month's pay without " +
		"benefits and exempt pay, and not below the least that is due for a month.",
	"Contributions rest on secondary sources that quote the circulars and agree.",
}
