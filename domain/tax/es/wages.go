package es

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wages turn gross wages into the general taxable income.
type wages struct {
	expenses law.Num // art. 19.2 f
	amount   law.Num // art. 20, by its edges
	edge     [3]money.Dec
	rate     [2]money.Dec
	second   money.Dec
	cite     []law.Citation
}

// readWages is nil in a year whose reduction is not known.
func readWages(book *law.Book, day civil.Date) (*wages, error) {
	r := book.On(day)
	if !r.Has("wages_reduction") {
		return nil, nil
	}
	entry := func(key string) money.Dec { return r.Entry("wages_reduction", key).Dec }
	v := &wages{
		expenses: r.Num("wages_other_expenses"), amount: r.Entry("wages_reduction", "amount"),
		edge: [3]money.Dec{entry("edge_1"), entry("edge_2"), entry("edge_3")},
		rate: [2]money.Dec{entry("rate_1"), entry("rate_2")}, second: entry("amount_2"),
	}
	v.cite = r.Citations()
	return v, r.Err()
}

// taxable is arts. 17 to 20: gross wages less contributions, other expenses
// and the reduction, which is measured before the other expenses.
func (v *wages) taxable(w *tax.Work, contributions, income money.Dec) money.Dec {
	net := income.Sub(contributions).Positive()
	reduction := v.reduction(net)
	w.Step("work_reduction", "Reduction for income from work", reduction, v.amount.Cite, "art. 20 on {}", net)
	taxable := net.Sub(v.expenses.Dec).Positive().Sub(reduction).Positive()
	w.Step("taxable_income", "General taxable income", taxable, v.expenses.Cite, "max(0, max(0, {} − {} − {}) − {})", income, contributions, v.expenses.Dec, reduction)
	return taxable
}

// reduction is art. 20.
func (v *wages) reduction(net money.Dec) money.Dec {
	switch {
	case !net.Greater(v.edge[0]):
		return v.amount.Dec
	case !net.Greater(v.edge[1]):
		return v.amount.Sub(net.Sub(v.edge[0]).Mul(v.rate[0]))
	case net.Less(v.edge[2]):
		return v.second.Sub(net.Sub(v.edge[1]).Mul(v.rate[1])).Positive()
	}
	return money.Zero
}

// employee is what the facts say of gross wages.
type employee struct {
	wages         *wages // nil where the income is taxable already
	contributions money.Dec
}

// lowWages bound what this model computes, not the law: the deduction for low
// wages that 2025 brought ends below them.
var lowWages = map[string]money.Dec{"2025": money.FromInt(20_000), "2026": money.FromInt(20_100)}

// readEmployee fails where gross wages come without their contributions, or of
// a year whose reduction is not known.
func (p *params) readEmployee(req *tax.Request, row *tax.CoverageRow) (employee, error) {
	if req.IncomeBasis != tax.Gross {
		return employee{}, nil
	}
	who := employee{p.wages, req.Num("social_contributions")}
	switch {
	case p.wages == nil:
		return who, &tax.Unavailable{Jurisdiction: "ES", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the reduction for income from work of this year was not confirmed; give the general taxable income"}
	case req.Income.Less(lowWages[row.TaxYear]):
		return who, &tax.Unavailable{Jurisdiction: "ES", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: "the deduction for low wages of this year is not modelled, so gross wages below " + lowWages[row.TaxYear].String() + " are not computed; give the general taxable income"}
	case !req.Given("social_contributions"):
		return who, &tax.MissingFacts{Facts: []tax.Fact{contributionsFact}}
	}
	return who, nil
}

func (who *employee) taxable(w *tax.Work, income money.Dec) money.Dec {
	if who.wages == nil {
		return income
	}
	return who.wages.taxable(w, who.contributions, income)
}

// contributionsFact is needed where the income is gross wages.
var contributionsFact = tax.Fact{
	Name: "social_contributions", Type: "decimal", Section: "Your wages",
	Prompt:     "How much did you pay in employee's social security contributions in the year, as on your wage certificate?",
	Reason:     "They are deducted from gross wages.",
	Assumption: "The income is given after the employee's social contributions and the reduction for work.",
	Example:    "1944.00",
	Hints:      []string{"seguridad social", "cotizaciones", "social security"},
}

func checkWages(req *tax.Request, faults *tax.InputError) {
	contributions := req.Num("social_contributions")
	switch gross := req.IncomeBasis == tax.Gross; {
	case gross && contributions.Greater(req.Income):
		faults.Add("facts.social_contributions", "must not be more than the gross wages")
	case !gross && !contributions.IsZero():
		faults.Add("facts.social_contributions", "belongs to gross wages: the taxable income has it deducted already; set income_basis to gross")
	}
}

var grossScope = []string{
	"Income is the gross wages of one person without other income above 6,500 euros; the contributions deducted are those given, and the marginal rate takes them as fixed.",
	"The increases of other expenses for moving or disability and the reduction for joint assessment are not applied to gross wages.",
}
