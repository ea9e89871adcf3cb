package be

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wages turn gross wages into the globally taxable income.
type wages struct {
	rate law.Num
	most money.Dec
	cite []law.Citation
}

// employee is what the facts say of gross wages.
type employee struct {
	gross                   bool
	contributions, expenses money.Dec
}

// readEmployee fails where gross wages come without their contributions.
func readEmployee(req *tax.Request) (employee, error) {
	who := employee{gross: req.IncomeBasis == tax.Gross, contributions: req.Num("social_contributions"),
		expenses: req.Num("professional_expenses")}
	if who.gross && !req.Given("social_contributions") {
		return who, &tax.MissingFacts{Facts: wageFacts[:1]}
	}
	return who, nil
}

// taxable is what is left after contributions and expenses (arts. 49 to 51).
func (v *wages) taxable(w *tax.Work, who *employee, income money.Dec) money.Dec {
	if !who.gross {
		return income
	}
	w.Cite(v.cite)
	left := income.Sub(who.contributions).Positive()
	lump := w.Round(money.Min(left.Mul(v.rate.Dec), v.most), cent)
	w.Step("expenses_lump", "Lump sum for professional expenses", lump, v.rate.Cite, "min({} × {}, {})", v.rate.Dec, left, v.most)
	taxable := left.Sub(money.Max(lump, who.expenses)).Positive()
	w.Step("taxable_income", "Taxable income", taxable, nil, "max(0, {} − {} − max({}, {}))", income, who.contributions, lump, who.expenses)
	return taxable
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.TaxType != "" && req.TaxType != tax.IndividualIncome {
		return
	}
	gross := req.IncomeBasis == tax.Gross
	for i := range wageFacts {
		name := wageFacts[i].Name
		switch {
		case gross && req.Num(name).Greater(req.Income):
			faults.Add("facts."+name, "must not be more than the gross wages")
		case !gross && !req.Num(name).IsZero():
			faults.Add("facts."+name, "belongs to gross wages: the taxable income has it deducted already; set income_basis to gross")
		}
	}
}

var wageFacts = []tax.Fact{
	{
		Name: "social_contributions", Type: "decimal", Section: "Your wages",
		Prompt:     "How much did you pay in social security contributions (ONSS, RSZ) in the year, after the work bonus?",
		Reason:     "They are deducted from gross wages; at low wages the work bonus reduces them.",
		Needed:     tax.NeedGross,
		Assumption: "The income is given after the employee's social contributions.",
		Example:    "5882.00",
		Hints:      []string{"onss", "rsz", "social security", "sécurité sociale"},
	},
	{
		Name: "professional_expenses", Type: "decimal", Section: "Your wages",
		Prompt:  "What did your work cost you in the year, if you can show more than the lump sum?",
		Reason:  "The lump sum is deducted from gross wages unless the expenses are higher.",
		Assumed: "0", Assumption: "Of gross wages, only the lump sum for professional expenses is deducted.",
		Hints: []string{"frais professionnels", "beroepskosten", "expenses"},
	},
}

var grossScope = []string{
	"Income is gross wages; the social contributions deducted are those given, and the lump sum for expenses rests on secondary sources.",
	"The marginal rate takes the contributions as fixed.",
}
