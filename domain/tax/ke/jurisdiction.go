package ke

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Kenya.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "KE", Name: "Kenya", Authority: "Kenya Revenue Authority",
		Currency: "KES", TimeZone: "Africa/Nairobi", Languages: []string{"en", "sw"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"kenya", "republic of kenya"},
			Demonyms: []string{"kenyan", "kenyan resident", "kenyan taxpayer"},
			Cities:   []string{"nairobi", "mombasa", "kisumu", "nakuru", "eldoret"},
			Currency: []string{"ksh", "kshs", "kes", "kenyan shilling", "kenyan shillings", "shilling", "shillings"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "year of income", "calendar year"}},
		IncomeMeans: "Income is taxable income of one year, after deductions; it is not the gross wage, which income_basis gross says that it " +
			"is.",
		TotalMeans: "Total tax is the income tax after the personal relief; NSSF, SHIF and the housing levy stand beside it where the income " +
			"is a gross wage.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Taxable, tax.Gross},
		Facts:    facts,
		Check:    check,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "pension_contributions", Type: "decimal", Section: "Deductions",
		Prompt:  "How much did you contribute to registered pension or provident funds in the year, beside NSSF?",
		Reason:  "Contributions are deducted up to a limit, NSSF included.",
		Assumed: "0", Assumption: "No contributions to pension funds beside NSSF are deducted.",
		Hints: []string{"pension", "provident fund"},
	},
	{
		Name: "mortgage_interest", Type: "decimal", Section: "Deductions",
		Prompt:  "How much interest did you pay on a loan from a bank for the home that you live in?",
		Reason:  "It is deducted up to a limit.",
		Assumed: "0", Assumption: "No interest on a home loan is deducted.",
		Hints: []string{"mortgage", "home loan"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis != tax.Gross {
		for i := range facts {
			if name := facts[i].Name; req.Given(name) && req.Facts[name] != facts[i].Assumed {
				faults.Add("facts."+name, "belongs to gross wages: taxable income has it left out already")
			}
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ke", tax.IndividualIncome) }

// cent is the presentation of amounts.
var cent = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The wages are those of twelve equal months, on which contributions to NSSF and SHIF and the housing levy are computed and deducted.",
}
