package hu

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Hungary.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "HU", Name: "Hungary", Authority: "Nemzeti Adó- és Vámhivatal",
		Currency: "HUF", TimeZone: "Europe/Budapest", Languages: []string{"hu"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"hungary", "magyarország", "magyarországon"},
			Demonyms: []string{"hungarian", "magyar", "hungarian resident", "hungarian taxpayer"},
			Cities: []string{"budapest", "budapesten", "debrecen", "debrecenben", "szeged", "szegeden", "miskolc", "pécs", "pécsett", "győr",
				"nyíregyháza", "kecskemét", "székesfehérvár"},
			Currency: []string{"ft", "huf", "forint", "forints", "forintot"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "adóév"}},
		IncomeMeans: "Income is the gross annual wage of one person from employment, resident the whole year; income_basis taxable says that " +
			"it is the consolidated tax base (összevont adóalap) after all allowances.",
		TotalMeans: "Total tax is income tax (SZJA) after allowances; the social security contribution stands beside it where the income is a " +
			"gross wage.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{
	{
		Name: "children", Type: "integer", Max: "20", Section: "You",
		Prompt: "For how many beneficiary dependants (kedvezményezett eltartott) do you claim the family allowance for the whole year, being " +
			"of a citizenship that is entitled to it?",
		Reason:  "Each lowers the base, and what the base cannot take lowers the contribution.",
		Assumed: "0", Assumption: "No family allowance is claimed.",
		Hints: []string{"children", "child", "kids", "gyermek", "gyerek", "gyermekes"},
	},
	{
		Name: "other_dependants", Type: "integer", Max: "20", Section: "You",
		Prompt:  "How many further dependants (eltartott) count for the family allowance without giving one themselves?",
		Reason:  "The allowance for each child grows with the number of dependants.",
		Assumed: "0", Assumption: "Every dependant gives a family allowance.",
		Beside: &tax.Beside{Facts: []string{"children"}},
	},
	{
		Name: "under_25_months", Type: "integer", Max: "12", Section: "Reliefs", Since: monthlyFrom,
		Prompt:  "In how many months of the year, the one of your birthday included, were you under 25?",
		Reason:  "Up to an average wage a month is free of tax.",
		Assumed: "0", Assumption: "The person is not under 25.",
		Hints: []string{"under 25", "25 év alatti"},
	},
	{
		Name: "personal_allowance_months", Type: "integer", Max: "12", Section: "Reliefs", Since: monthlyFrom,
		Prompt:  "For how many months do you claim the personal allowance (személyi kedvezmény) for a severe disability?",
		Reason:  "It lowers the base.",
		Assumed: "0", Assumption: "No personal allowance for a disability is claimed.",
		Hints: []string{"disability", "disabled", "személyi kedvezmény"},
	},
	{
		Name: "other_allowances", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much of the wage do other allowances free of tax, such as those of mothers and of newly married couples?",
		Reason:  "They come off the base before the family allowance.",
		Assumed: "0", Assumption: "No other allowance is claimed (mothers, newly married couples).",
		Hints: []string{"mother", "anya", "anyák", "első házas", "newly married"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Int("other_dependants") > 0 && req.Int("children") == 0 {
		faults.Add("facts.other_dependants", "count beside children for whom the family allowance is claimed")
	}
	if req.IncomeBasis != tax.Taxable {
		return
	}
	for _, name := range []string{"children", "under_25_months", "personal_allowance_months", "other_allowances"} {
		if req.Num(name).Sign() > 0 || req.Int(name) > 0 {
			faults.Add("facts."+name, "is already off a tax base; give it with a gross wage")
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("hu", tax.IndividualIncome) }

// filler is the presentation of amounts.
var filler = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The contribution is that of an insured employee on the year's wage; a month below the least base of contributions is not considered.",
}
