package ie

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// earnedCredit is the earned income credit, and the most of it together with the
// employee credit of the same person (s. 472AB(2) and (3)).
type earnedCredit struct {
	most, together money.Dec
	cite           []law.Citation
}

func readEarned(r *law.Reader) earnedCredit {
	c := earnedCredit{most: r.Entry("income_earned_credit", "most").Dec, together: r.Entry("income_earned_credit", "together").Dec}
	c.cite = r.Citations()
	return c
}

// workCredits are the employee and the earned income credit of one person.
func (p *params) workCredits(w *tax.Work, in *incomes) money.Dec {
	employee := p.employeeCredit(w, in.pay)
	if in.profit.Sign() <= 0 {
		return employee
	}
	w.Cite(p.earned.cite)
	earned := money.Min(p.earned.most, in.profit.Mul(p.standard.Dec))
	w.Step("earned_income_credit", "Earned income credit", earned, p.earned.cite, "min({}, {} × {})", p.earned.most, in.profit, p.standard.Dec)
	if employee.Sign() <= 0 {
		return earned
	}
	both := money.Min(employee.Add(earned), p.earned.together)
	w.Step("work_credits", "Employee and earned income credit together", both, p.earned.cite, "min({} + {}, {})", employee, earned,
		p.earned.together)
	return both
}

// surcharge is what the Universal Social Charge is higher by on income that is no pay
// (s. 531AN(2)).
type surcharge struct{ above, rate law.Num }

func readSurcharge(r *law.Reader) surcharge {
	return surcharge{above: r.Entry("income_usc_surcharge", "above"), rate: r.Entry("income_usc_surcharge", "rate")}
}

func (s *surcharge) of(w *tax.Work, relevant money.Dec) money.Dec {
	if !relevant.Greater(s.above.Dec) {
		return money.Zero
	}
	w.Cite(s.rate.Cite)
	due := w.Round(block.Above(relevant, s.above.Dec).Mul(s.rate.Dec), cent)
	w.Step("usc_surcharge", "Universal Social Charge on income that is no pay, beyond its rates", due, s.rate.Cite, "({} − {}) × {}",
		relevant, s.above.Dec, s.rate.Dec)
	return due
}
