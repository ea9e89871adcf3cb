package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Whom an amount is claimed for (lines 30300 and 30400, and 58120 and 58160).
const (
	nobody            = "nobody"
	spouse            = "spouse"
	eligibleDependant = "eligible_dependant"
)

// mostSupportedIncome is above what any amount is given for, and below what
// Ontario counts of a family's income in its credit for low-income workers.
var mostSupportedIncome = money.MustParse("30000")

var supportedFacts = []tax.Fact{
	{
		Name: "amount_claimed_for", Type: "choice", Choices: []string{nobody, spouse, eligibleDependant}, Section: "You",
		Prompt: "Did you support a spouse or common-law partner with little or no income, or, without one, an eligible dependant such as your " +
			"child?",
		Reason:  "The federal and provincial returns give a credit for one such person.",
		Assumed: nobody, Assumption: "No amount is claimed for a spouse, a common-law partner or an eligible dependant.",
		Hints: []string{"married", "spouse", "wife", "husband", "common-law", "conjoint", "single parent", "single mother", "single father",
			"lone parent", "sole earner", "one income"},
	},
	{
		Name: "supported_net_income", Type: "decimal", Section: "You",
		Prompt:  "What was the net income (line 23600) of the spouse, partner or dependant?",
		Reason:  "The amount shrinks by that person's net income.",
		Assumed: "0", Assumption: "The person an amount is claimed for, if any, has no income.",
	},
}

func checkSupported(req *tax.Request, faults *tax.InputError) {
	other := req.Num("supported_net_income")
	switch whom := req.Choice("amount_claimed_for"); {
	case other.IsZero():
	case whom == nobody:
		faults.Add("facts.supported_net_income", "is only for someone an amount is claimed for")
	case other.Greater(mostSupportedIncome):
		faults.Add("facts.supported_net_income", "leaves no amount to claim; claim for nobody")
	case whom == spouse && other.Greater(req.Income):
		faults.Add("facts.supported_net_income", "must not exceed the income: the partner with the higher income claims")
	}
}

// supported is a province's amount for a spouse or an eligible dependant; it
// has no citation where the amount is not held.
type supported struct {
	base, maximum money.Dec
	cite          []law.Citation
}

func readSupported(r *law.Reader, code string) (s supported) {
	name := "income_" + code + "_supported_amount"
	if !r.Has(name) {
		return s
	}
	base := r.Entry(name, "base")
	return supported{base: base.Dec, maximum: r.Entry(name, "maximum").Dec, cite: base.Cite}
}

func (s *supported) held() bool { return len(s.cite) > 0 }

// at is what the province gives for a person of that net income.
func (s *supported) at(w *tax.Work, other money.Dec) money.Dec {
	amount := money.Min(s.maximum, s.base.Sub(other).Positive())
	w.Cite(s.cite)
	w.Step("provincial_supported_amount", "Provincial amount for a spouse or an eligible dependant", amount, s.cite,
		"min({}, max(0, {} − {}))", s.maximum, s.base, other)
	return amount
}

// federalSupported is the claimant's own basic personal amount less the other
// person's net income.
func (p *params) federalSupported(w *tax.Work, basic, other money.Dec) money.Dec {
	amount := basic.Mul(p.supportedShare.Dec).Sub(other).Positive()
	w.Cite(p.supportedShare.Cite)
	w.Step("federal_supported_amount", "Federal amount for a spouse or an eligible dependant", amount, p.supportedShare.Cite,
		"max(0, {} × {} − {})", basic, p.supportedShare.Dec, other)
	return amount
}
