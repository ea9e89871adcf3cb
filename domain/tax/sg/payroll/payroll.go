// Package payroll computes the Central Provident Fund contributions on one
// month's ordinary wages in Singapore. Income tax is not withheld from the pay
// of residents.
//
// # Rules
//
// Citizens, and permanent residents from their third year on, contribute by age,
// of ordinary wages up to the ceiling. The total is rounded to the dollar, half
// up; the employee's share drops the cents; the employer bears the rest.
//
// # Not computed
//
// Monthly wages up to 750 dollars, whose rates are phased in; permanent
// residents in their first two years; additional wages; the skills development
// levy, and funds of communities.
package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

const foreigner = "foreigner"

// Jurisdiction declares the payroll of Singapore.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "SG", Name: "Singapore", Authority: "Central Provident Fund Board", Currency: "SGD", TimeZone: "Asia/Singapore",
		Languages: []string{"en", "zh", "ms", "ta"},
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "pass", Type: "choice", Choices: []string{"citizen", "permanent_resident", foreigner}, Section: "Provident fund", Required: true,
		Example: "citizen",
		Prompt:  "Is the employee a citizen, a permanent resident from the third year on, or a foreigner?",
		Reason:  "Foreigners have no contributions; residents in their first two years have others.",
	},
	{
		Name: "age_last_month", Type: "integer", Max: "120", Section: "Provident fund", Required: true, Example: "35",
		Prompt: "How old was the employee at the end of the month before?", Reason: "A rate changes in the month after the birthday.",
	},
}

type params struct {
	employee, employer map[string]money.Dec
	above, ceiling     money.Dec
	cite               []law.Citation
}

var resolved = payroll.ByYear("sg", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{above: r.Entry("payroll_cpf_limits", "above").Dec, ceiling: r.Entry("payroll_cpf_limits", "ceiling").Dec}
	p.employee, _ = r.Table("payroll_cpf_employee")
	p.employer, _ = r.Table("payroll_cpf_employer")
	p.cite = r.Citations()
	return p, r.Err()
})

func group(age int) string {
	for _, upTo := range []int{55, 60, 65, 70} {
		if age < upTo {
			return fmt.Sprintf("to_%d", upTo)
		}
	}
	return "above_70"
}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	levies := []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, InTotal: true}}
	if req.Choice("pass") != foreigner {
		if !req.Income.Greater(p.above) {
			return tax.Result{}, &tax.Unavailable{Jurisdiction: "SG", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
				Reason: "monthly wages up to 750 dollars, whose rates are phased in, are not modelled"}
		}
		wages, of := money.Min(req.Income, p.ceiling), group(req.Int("age_last_month"))
		total := wages.Mul(p.employee[of].Add(p.employer[of])).Whole(money.HalfUp)
		employee := wages.Mul(p.employee[of]).Whole(money.Down)
		w.Step("provident_fund_total", "Contributions of both sides, to the dollar", total, p.cite, "min({}, {}) × ({} + {})", req.Income,
			p.ceiling, p.employee[of], p.employer[of])
		w.Step("provident_fund", "Contribution of the employee, without cents", employee, p.cite, "{} × {}", wages, p.employee[of])
		levies = append(levies, tax.Levy{Code: "provident_fund", Kind: tax.LevySocial, Amount: employee, InTotal: true},
			tax.Levy{Code: "provident_fund_employer", Kind: tax.LevySocial, Amount: total.Sub(employee)})
	}
	return payroll.Withholding(&w, levies), nil
}
