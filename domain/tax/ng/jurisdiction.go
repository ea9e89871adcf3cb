package ng

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Nigeria.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "NG", Name: "Nigeria", Authority: "Nigeria Revenue Service",
		Currency: "NGN", TimeZone: "Africa/Lagos", Languages: []string{"en"}, DecimalPoint: true,
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"nigeria", "federal republic of nigeria"},
			Demonyms: []string{"nigerian", "nigerian resident", "nigerian taxpayer"},
			Cities:   []string{"lagos", "abuja", "kano", "ibadan", "port harcourt", "benin city", "kaduna", "enugu"},
			Currency: []string{"₦", "ngn", "naira", "nigerian naira"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"year of assessment", "assessment year", "tax year"}},
		IncomeMeans: "Income is chargeable income of one resident person, after deductions and reliefs; it is not the gross annual wage with " +
			"taxable benefits, which income_basis gross says that it is.",
		TotalMeans: "Total tax is the personal income tax of the year; contributions are not in it.",
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

// Names of the facts.
const (
	contributionsFact = "contributions"
	insuranceFact     = "life_insurance_premiums"
	interestFact      = "home_loan_interest"
	rentFact          = "rent_paid"
)

var facts = []tax.Fact{
	{
		Name: contributionsFact, Type: "decimal", Section: "Deductions", Needed: tax.NeedGross,
		Prompt: "How much did you yourself contribute in the year to your pension, the National Housing Fund and the National Health " +
			"Insurance Scheme, together?",
		Reason:     "Contributions come off the wage; how much of it they are taken on differs by contract.",
		Assumption: "The income is given after contributions, deductions and reliefs.",
		Example:    "320000.00",
		Hints:      []string{"pension", "nhf", "nhis", "housing fund"},
	},
	{
		Name: insuranceFact, Type: "decimal", Section: "Deductions",
		Prompt:  "What did you pay for insurance on your life or your spouse's in the year before?",
		Reason:  "Premiums come off the wage.",
		Assumed: "0", Assumption: "No life insurance premiums are deducted.",
		Hints: []string{"life insurance", "life assurance", "annuity"},
	},
	{
		Name: interestFact, Type: "decimal", Section: "Deductions",
		Prompt:  "How much interest did you pay on a loan for developing the house that you own and live in?",
		Reason:  "It comes off the wage.",
		Assumed: "0", Assumption: "No interest on a home loan is deducted.",
		Hints: []string{"mortgage", "home loan"},
	},
	{
		Name: rentFact, Type: "decimal", Section: "Deductions", Since: actOf2025,
		Prompt:  "How much rent did you pay in the year for the home that you live in?",
		Reason:  "A part of it is relieved, up to a limit.",
		Assumed: "0", Assumption: "No relief for rent is claimed.",
		Hints: []string{"rent", "tenant"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Gross {
		return
	}
	for i := range facts {
		if name := facts[i].Name; req.Given(name) && req.Num(name).Sign() > 0 {
			faults.Add("facts."+name, "belongs to a gross wage: chargeable income has it left out already")
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ng", tax.IndividualIncome) }
