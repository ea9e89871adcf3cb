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
	low      *lowWage // nil before 2025
	cite     []law.Citation
}

// lowWage is the deduction of disposición adicional 61ª: an amount up to an edge
// of the gross wages, which then shrinks.
type lowWage struct {
	amount          law.Num
	edge, rate, end money.Dec
}

func readWages(book *law.Book, day civil.Date) (*wages, error) {
	r := book.On(day)
	entry := func(key string) money.Dec { return r.Entry("wages_reduction", key).Dec }
	v := &wages{
		expenses: r.Num("wages_other_expenses"), amount: r.Entry("wages_reduction", "amount"),
		edge: [3]money.Dec{entry("edge_1"), entry("edge_2"), entry("edge_3")},
		rate: [2]money.Dec{entry("rate_1"), entry("rate_2")}, second: entry("amount_2"),
	}
	if r.Has("wages_low_deduction") {
		of := func(key string) law.Num { return r.Entry("wages_low_deduction", key) }
		v.low = &lowWage{amount: of("amount"), edge: of("edge").Dec, rate: of("rate").Dec, end: of("end").Dec}
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
	w.Step("taxable_income", "General taxable income", taxable, v.expenses.Cite, "max(0, max(0, {} − {} − {}) − {})", income, contributions,
		v.expenses.Dec, reduction)
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

// readEmployee fails where gross wages come without their contributions.
func (p *params) readEmployee(req *tax.Request) (employee, error) {
	if req.IncomeBasis != tax.Gross {
		return employee{}, nil
	}
	who := employee{p.wages, req.Num("social_contributions")}
	if !req.Given("social_contributions") {
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

// deduction is what low wages take off the tax, at most the tax itself, of
// which all belongs to wages here.
func (who *employee) deduction(w *tax.Work, gross, due money.Dec) money.Dec {
	if who.wages == nil || who.wages.low == nil || !gross.Less(who.wages.low.end) {
		return money.Zero
	}
	v := who.wages.low
	full := v.amount.Sub(gross.Sub(v.edge).Positive().Mul(v.rate)).Positive()
	given := w.Round(money.Min(full, due), cent)
	w.Step("low_wage_deduction", "Deduction for low wages", given, v.amount.Cite, "min({} − {} × max(0, {} − {}), {})", v.amount.Dec, v.rate,
		gross, v.edge, due)
	return given
}

// contributionsFact is needed where the income is gross wages.
var contributionsFact = tax.Fact{
	Name: "social_contributions", Type: "decimal", Section: "Your wages",
	Prompt:     "How much did you pay in employee's social security contributions in the year, as on your wage certificate?",
	Reason:     "They are deducted from gross wages.",
	Needed:     tax.NeedGross,
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
	"Income is the gross wages of one person without other income above 6,500 euros; the contributions deducted are those given, and the " +
		"marginal rate takes them as fixed.",
	"The increases of other expenses for moving or disability and the reduction for joint assessment are not applied to gross wages.",
}
