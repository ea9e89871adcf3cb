package ie

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Statuses of assessment.
const (
	single       = "single"
	married      = "married"
	widowed      = "widowed"
	singleParent = "single_parent"
)

// Jurisdiction declares Ireland.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "IE", Name: "Ireland", Authority: "Office of the Revenue Commissioners",
		Currency: "EUR", TimeZone: "Europe/Dublin", Languages: []string{"en", "ga"},
		Version: "1.3.0",
		Words: tax.Words{
			Names:    []string{"ireland", "republic of ireland", "éire", "eire", "roi"},
			Demonyms: []string{"irish", "irish resident", "irish taxpayer"},
			Cities: []string{"dublin", "cork", "galway", "limerick", "waterford", "kilkenny", "sligo", "baile átha cliath", "corcaigh",
				"gaillimh"},
			Currency: []string{"€", "eur", "euro", "euros"},
		},
		YearForm: yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year resident, or of both spouses where they are jointly " +
			"assessed, before any deduction, unless components name its kinds.",
		TakeHome: true,
		TotalMeans: "Total tax is income tax after credits, deposit interest retention tax, and the Universal Social Charge; PRSI is shown " +
			"beside it, not in it.",
		Kinds:    []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Interest, tax.Dividends},
		Facts:    slices.Concat(facts, kindFacts),
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "year of assessment", "bliain"}}

var facts = []tax.Fact{
	{
		Name: "status", Type: "choice", Choices: []string{single, married, widowed, singleParent}, Section: "You",
		Prompt: "Are you assessed as a single person, as a married couple or civil partners together, as a widowed person without a dependent " +
			"child, or as a single person with the child carer credit?",
		Reason:  "The standard rate band and the personal credit depend on it.",
		Assumed: single, Assumption: "The taxpayer is assessed as a single person.",
		Hints: []string{"married", "civil partner", "civil partners", "spouse", "wife", "husband", "widow", "widower", "widowed", "single parent",
			"lone parent", "jointly assessed"},
	},
	{
		Name: "spouse_income", Type: "decimal", Section: "Your income",
		Prompt:  "How much of the income is the employment income of your spouse or civil partner?",
		Reason:  "A couple's standard rate band grows by the lower earner's income, and each pays the Universal Social Charge alone.",
		Assumed: "0", Assumption: "Only one person earns the income.",
		Hints: []string{"two incomes", "both work", "both earn", "spouse earns"},
	},
	{
		Name: "home_carer", Type: "boolean", Section: "Reliefs",
		Prompt:  "Does your spouse or civil partner, without income, care at home for a dependent person, so that the home carer credit is due?",
		Reason:  "The home carer credit reduces a jointly assessed couple's tax.",
		Assumed: "false", Assumption: "No home carer credit is claimed.",
		Hints: []string{"home carer", "stay at home"},
	},
	{
		Name: "full_medical_card", Type: "boolean", Section: "You",
		Prompt:  "Do you hold a full medical card?",
		Reason:  "Holders whose income is not high (up to 60,000) pay reduced rates of the Universal Social Charge.",
		Assumed: "false", Assumption: "The taxpayer holds no full medical card.",
		Hints: []string{"medical card"},
	},
	{
		Name: "spouse_full_medical_card", Type: "boolean", Section: "You",
		Prompt:  "Does your spouse or civil partner hold a full medical card?",
		Reason:  "The Universal Social Charge is worked out for each spouse.",
		Assumed: "false", Assumption: "No spouse or civil partner holds a full medical card.",
	},
	{
		Name: "aged_65_or_over", Type: "boolean", Section: "You",
		Prompt:  "Is the taxpayer, or the spouse, 65 or over at any time in the year?",
		Reason:  "From 65 further credits and an exemption apply, which are not modelled.",
		Assumed: "false", Assumption: "Nobody assessed is 65 or over.",
		Hints: []string{"pensioner", "retired", "over 65", "over 70"},
	},
}

// check refuses facts that contradict the status.
func check(req *tax.Request, faults *tax.InputError) {
	checkKinds(req, faults)
	status := req.Choice("status")
	if status != married {
		if req.Num("spouse_income").Sign() > 0 {
			faults.Add("facts.spouse_income", "is only for the status married; the status is %s", status)
		}
		if req.Bool("home_carer") {
			faults.Add("facts.home_carer", "is only for the status married; the status is %s", status)
		}
		return
	}
	if req.Num("spouse_income").Greater(req.Income) {
		faults.Add("facts.spouse_income", "is a part of the income, and must not exceed it")
	}
	h := householdOf(req)
	if req.Bool("home_carer") && h.spouse.atRates().Add(h.spouse.interest).Sign() > 0 {
		faults.Add("facts.home_carer", "is only modelled where the spouse has no income")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ie", tax.IndividualIncome) }

// cent is the presentation of tax: the statute sets no rounding for it.
var cent = block.Minor(2, money.HalfUp)
