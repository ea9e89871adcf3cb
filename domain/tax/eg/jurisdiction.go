package eg

import (
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Egypt.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "EG", Name: "Egypt", Authority: "Egyptian Tax Authority (مصلحة الضرائب المصرية)",
		Currency: "EGP", TimeZone: "Africa/Cairo", Languages: []string{"ar", "en"}, DecimalPoint: true,
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"egypt", "مصر"},
			Demonyms: []string{"egyptian", "egyptian resident", "egyptian taxpayer"},
			Cities:   []string{"cairo", "القاهرة", "giza", "port said", "mansoura", "luxor", "aswan", "tanta"},
			Currency: []string{"egp", "e£", "egyptian pound", "egyptian pounds", "جنيه"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "السنة الضريبية"}},
		IncomeMeans: "Income is the gross annual salary of one resident person from one employer, paid in twelve equal months; income_basis " +
			"taxable says that it is the annual net income after the personal exemption.",
		TotalMeans: "Total tax is the tax on the salary; the employee's social insurance stands beside it where the income is gross. The " +
			"Martyrs' Families Fund and health insurance are not part of it.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Check:    check,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{{
	Name: "deductions", Type: "decimal", Section: "Deductions",
	Prompt: "What is the sum of your other deductions from the salary in the year, each within its limit: exempt allowances, private " +
		"insurance fund contributions, life and health insurance premiums?",
	Reason:  "They lower the net income.",
	Assumed: "0", Assumption: "No other deduction from the salary is claimed (exempt allowances, private funds, insurance premiums).",
	Hints: []string{"life insurance", "health insurance", "private fund", "allowances"},
}}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable && req.Num("deductions").Sign() > 0 {
		faults.Add("facts.deductions", "are already off a net income; give them with a gross salary")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("eg", tax.IndividualIncome) }
