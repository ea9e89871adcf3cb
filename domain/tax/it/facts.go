package it

import (
	"github.com/tallystick/tallystick/domain/tax"
)

var facts = []tax.Fact{
	{
		Name: "regional_rate", Type: "rate", Max: "0.05", Section: "You",
		Prompt:  "What is the rate of your region's surtax (addizionale regionale) on the whole income, as a fraction such as 0.0173?",
		Reason:  "Each region levies a surtax; where it has bands, give the average rate.",
		Assumed: "0", Assumption: "No regional surtax is added, although every region levies one.",
		Hints: []string{"region", "regione", "regional", "addizionale regionale"},
	},
	{
		Name: "municipal_rate", Type: "rate", Max: "0.02", Section: "You",
		Prompt:  "What is the rate of your municipality's surtax (addizionale comunale), as a fraction such as 0.008?",
		Reason:  "Most municipalities levy a surtax.",
		Assumed: "0", Assumption: "No municipal surtax is added, although most municipalities levy one.",
		Hints: []string{"municipality", "comune", "municipal", "addizionale comunale"},
	},
	{
		Name: "fixed_term", Type: "boolean", Section: "Your income",
		Prompt:  "Is the employment for a fixed term (tempo determinato)?",
		Reason:  "The least credit is higher for it.",
		Assumed: "false", Assumption: "The employment is permanent.",
		Hints: []string{"fixed term", "tempo determinato", "temporary"},
	},
	{
		Name: "other_credits", Type: "decimal", Section: "Reliefs",
		Prompt:  "What is the sum of your other credits against the tax (detrazioni), such as for family members, health or building works?",
		Reason:  "They reduce the tax, at most to nothing.",
		Assumed: "0", Assumption: "No other credits (detrazioni) are taken.",
		Hints: []string{"detrazioni", "dependants", "children", "figli", "coniuge", "spese mediche"},
	},
	{
		Name: "integrative_credits", Type: "decimal", Section: "Reliefs",
		Prompt: "How much of these other credits counts for the trattamento integrativo (for family members, and for interest on loans and " +
			"mortgages taken out until 2021)?",
		Reason:  "Above a limit of income (15,000 euros) the trattamento integrativo is what the credits that count exceed the tax by.",
		Assumed: "0", Assumption: "No other credit counts for the trattamento integrativo.",
	},
	contributionsFact,
}

// contributionsFact is needed where the income is gross wages.
var contributionsFact = tax.Fact{
	Name: "social_contributions", Type: "decimal", Section: "Your income",
	Prompt:     "How much did you pay in employee's social contributions (INPS) in the year, as on your wage certificate?",
	Reason:     "They are deducted from gross wages; their rate depends on the employer and the year of first insurance.",
	Needed:     tax.NeedGross,
	Assumption: "The income is given after the employee's social contributions.",
	Example:    "2757.00",
	Hints:      []string{"inps", "contributi", "ral", "social contributions"},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.TaxType != "" && req.TaxType != tax.IndividualIncome {
		return
	}
	contributions := req.Num("social_contributions")
	switch gross := req.IncomeBasis == tax.Gross; {
	case gross && contributions.Greater(req.Income):
		faults.Add("facts.social_contributions", "must not be more than the gross wages")
	case !gross && !contributions.IsZero():
		faults.Add("facts.social_contributions", "belongs to gross wages: the taxable income has it deducted already; set income_basis to gross")
	}
	if req.Num("integrative_credits").Greater(req.Num("other_credits")) {
		faults.Add("facts.integrative_credits", "is a part of facts.other_credits, and must not exceed them")
	}
}

var grossScope = []string{
	"Income is gross wages; the employee's contributions deducted are those given, and the marginal rate takes them as fixed.",
}
