package ro

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Romania.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "RO", Name: "Romania", Authority: "Agenția Națională de Administrare Fiscală",
		Currency: "RON", TimeZone: "Europe/Bucharest", Languages: []string{"ro"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"romania", "românia", "româniei"},
			Demonyms: []string{"romanian", "român", "română", "romanian resident", "romanian taxpayer"},
			Cities: []string{"bucharest", "bucurești", "cluj", "cluj-napoca", "timișoara", "timisoara", "iași", "constanța", "craiova", "brașov",
				"sibiu", "oradea", "ploiești"},
			Currency: []string{"lei", "leu", "ron", "romanian lei"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "an fiscal", "anul"}},
		IncomeMeans: "Income is the year's taxable income from salaries (venit impozabil), after contributions and deductions; it is not the " +
			"gross salary, which income_basis gross says that it is.",
		TotalMeans: "Total tax is income tax on salaries; contributions to pension and health insurance stand beside it where the income is a " +
			"gross salary.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Taxable, tax.Gross},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax", BandsWithin: money.MustParse("6.01"), // twelve roundings of a month to whole lei
		Check:   check,
		Compute: compute,
		Law:     []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "dependants", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many persons do you maintain (persoane în întreținere), children included?",
		Reason:  "The basic personal deduction of a lower salary grows with them.",
		Assumed: "0", Assumption: "The person maintains nobody.",
		Hints: []string{"dependants", "dependents", "children", "child", "kids", "copii", "copil", "întreținere"},
	},
	{
		Name: "children_at_school", Type: "integer", Max: "20", Section: "You",
		Prompt:  "For how many children up to 18 at school do you take the deduction?",
		Reason:  "Each gives a further deduction, whatever the salary.",
		Assumed: "0", Assumption: "No deduction for children at school is taken.",
		Hints: []string{"school", "școală", "pupils"},
	},
	{
		Name: "up_to_26", Type: "boolean", Section: "You",
		Prompt:  "Were you up to 26 years old in the whole year?",
		Reason:  "A lower salary of young people has a further deduction.",
		Assumed: "false", Assumption: "The person is over 26.",
		Hints: []string{"young", "under 26", "tineri"},
	},
	{
		Name: "minimum_wage", Type: "boolean", Section: "Your income", Since: exemptFrom, Until: exemptTo,
		Prompt:  "Is your basic pay under the contract exactly the minimum wage, full time?",
		Reason:  "A part of such a salary is free of tax and contributions.",
		Assumed: "false", Assumption: "The basic pay is above the minimum wage.",
		Hints: []string{"minimum wage", "salariul minim", "salariu minim"},
	},
}

// The years whose exempt part at the minimum wage is computed: those in which it stays the same.
var exemptFrom, exemptTo = civil.MustParse("2025-01-01"), civil.MustParse("2025-12-31")

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Gross {
		return
	}
	for _, name := range []string{"dependants", "children_at_school"} {
		if req.Int(name) > 0 {
			faults.Add("facts."+name, "is for a gross salary: its deduction is already off a taxable income")
		}
	}
	for _, name := range []string{"up_to_26", "minimum_wage"} {
		if req.Bool(name) {
			faults.Add("facts."+name, "is for a gross salary")
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("ro", tax.IndividualIncome) }

// ban is the presentation of amounts.
var ban = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The salary is paid in twelve equal months by one employer; contributions and tax of each are in whole lei.",
}
