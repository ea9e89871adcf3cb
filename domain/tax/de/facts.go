package de

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var facts = []tax.Fact{
	{
		Name: "status", Type: "choice", Choices: []string{single, joint}, Section: "You",
		Prompt:  "Are you assessed alone, or jointly with your spouse or registered partner?",
		Reason:  "A jointly assessed couple is taxed by splitting, and has twice the threshold of the solidarity surcharge.",
		Assumed: single, Assumption: "The person is assessed alone (Grundtarif).",
		Joint: []string{joint}, Says: map[string]string{"zusammenveranlagung": joint, "zusammen veranlagt": joint, "splittingtarif": joint,
			"jointly assessed":  joint,
			"einzelveranlagung": single, "grundtarif": single},
		Hints: []string{"married", "spouse", "wife", "husband", "verheiratet", "ehepaar", "ehegatte", "zusammenveranlagung", "splitting",
			"joint"},
	},
	{
		Name: "child_allowances", Type: "number", Max: "30", Section: "You",
		Prompt: "How many child allowances (Kinderfreibeträge) are you entitled to for the whole year, counting half a child for one parent " +
			"and a whole one for a couple or a parent entitled to both halves?",
		Reason:  "The allowances replace child benefit where they save more tax, and always reduce the solidarity surcharge and church tax.",
		Assumed: "0", Assumption: "No allowance for children is due.",
		Hints: []string{"child", "children", "kind", "kinder", "kinderfreibetrag", "kinderfreibeträge"},
		Says: map[string]string{"keine kinder": "0", "ohne kinder": "0", "kinderlos": "0", "keine kinderfreibeträge": "0",
			"no children": "0", "no kids": "0", "without children": "0", "childless": "0"},
	},
	{
		Name: "church_tax_rate", Type: "rate", Max: "0.09", Section: "You",
		Prompt: "If you belong to a church that levies church tax, what is its rate (8 % in Bavaria and Baden-Württemberg, 9 % elsewhere, as " +
			"a fraction such as 0.09)?",
		Reason:  "Church tax is a fraction of the income tax, by the rate of the Land and church.",
		Assumed: "0", Assumption: "No church tax is due.",
		Hints: []string{"church", "church tax", "kirchensteuer", "kirche", "catholic", "protestant", "katholisch", "evangelisch"},
		Says:  map[string]string{"aus der kirche ausgetreten": "0", "konfessionslos": "0", "in keiner kirche": "0"},
	},
	{
		Name: "progression_income", Type: "decimal", Section: "Your income",
		Prompt: "How much did you receive that is tax-free but raises the rate (parental, unemployment, sick or short-time allowance, foreign " +
			"income exempt by treaty), less what of the employee's lump sum is unused?",
		Reason:  "Such income is not taxed itself but is counted when the rate of the other income is found (§ 32b EStG).",
		Assumed: "0", Assumption: "No income raises the rate by the progression proviso.",
		Hints: []string{"progressionsvorbehalt", "progression", "parental allowance", "elterngeld", "arbeitslosengeld", "kurzarbeitergeld",
			"krankengeld", "mutterschaftsgeld"},
	},
	{
		Name: "work_expenses", Type: "decimal", Section: "Your wages",
		Prompt:  "What did your work cost you in the year (commuting, home office, tools), if you can show more than the lump sum?",
		Reason:  "The employee's lump sum is deducted unless the expenses are higher.",
		Assumed: "0", Assumption: "Of a gross wage, no more than the employee's lump sum (Arbeitnehmer-Pauschbetrag) is spent on the work.",
		Hints: []string{"werbungskosten", "commuting", "pendlerpauschale", "entfernungspauschale", "home office", "homeoffice"},
	},
	{
		Name: "spouse_work_expenses", Type: "decimal", Section: "Your wages",
		Prompt:  "What did your spouse's work cost in the year, if more than the lump sum?",
		Reason:  "Each spouse with wages has a lump sum or higher expenses.",
		Assumed: "0", Assumption: "Of a spouse's gross wage, no more than the employee's lump sum is spent on the work.",
	},
	{
		Name: "special_expenses", Type: "decimal", Section: "Your wages",
		Prompt: "What special expenses do you deduct beside insurance (church tax paid less refunded, donations, childcare share, maintenance " +
			"paid)?",
		Reason:  "The lump sum for special expenses is deducted unless they are higher.",
		Assumed: "0", Assumption: "From a gross wage, only the lump sum for special expenses (Sonderausgaben-Pauschbetrag) is deducted beside " +
			"insurance contributions; church tax paid is not.",
		Hints: []string{"sonderausgaben", "donation", "donations", "spenden", "kinderbetreuungskosten"},
	},
	{
		Name: "health_additional_rate", Type: "rate", Max: "0.1", Section: "Your wages",
		Prompt:     "What additional rate (Zusatzbeitragssatz) does your health insurance fund charge, as a fraction such as 0.0245?",
		Reason:     "Half of it is the employee's contribution, which is deducted.",
		Assumption: "Where the income is a gross wage, the health insurance fund charges the average additional rate set for the year.",
		Hints:      []string{"zusatzbeitrag", "krankenkasse"},
	},
	{
		Name: "private_health_contributions", Type: "decimal", Section: "Your wages",
		Prompt: "If you are insured privately, what did basic health and long-term care cover cost you in the year, after the employer's " +
			"subsidy?",
		Reason: "Basic cover is deducted in full; it replaces the contributions to statutory funds.",
		Assumption: "Where the income is a gross wage, the person is compulsorily or voluntarily insured in a statutory health and care fund " +
			"with a claim to sick pay.",
		Hints: []string{"pkv", "privately insured", "private health insurance", "privat versichert"},
	},
	{
		Name: "care_children", Type: "integer", Max: "30", Section: "Your wages",
		Prompt: "How many children under 25 do you have (answer 1 if all are older or you are under 23, 0 if you have none)?",
		Reason: "The childless pay more to care insurance, and parents less from the second child on.",
		Assumption: "Where the income is a gross wage, the children counted by care insurance are those for whom an allowance is given, and a " +
			"person without any is over 23 and pays the surcharge of the childless.",
		Hints: []string{"pflegeversicherung"},
	},
}

// half is the step in which child allowances are counted.
var half = money.MustParse("0.5")

func check(req *tax.Request, faults *tax.InputError) {
	if req.TaxType != "" && req.TaxType != tax.IndividualIncome {
		return
	}
	if n := req.Num("child_allowances"); !n.ToMultiple(half, money.Down).Equal(n) {
		faults.Add("facts.child_allowances", `must be a multiple of 0.5, such as "1.5"`)
	}
	if rate := req.Num("church_tax_rate"); !rate.IsZero() && !rate.Equal(money.MustParse("0.08")) && !rate.Equal(money.MustParse("0.09")) {
		faults.Add("facts.church_tax_rate", `must be "0", "0.08" or "0.09"`)
	}
	for i, c := range req.Components {
		switch {
		case c.Person != "" && c.Person != spouse:
			faults.Add("components["+strconv.Itoa(i)+"].person", `must be absent for the taxpayer, or "spouse"`)
		case c.Person == spouse && req.Choice("status") != joint:
			faults.Add("components["+strconv.Itoa(i)+"].person", "a spouse's wage belongs to a joint assessment only")
		}
	}
	if req.IncomeBasis == tax.Gross {
		return
	}
	for _, name := range grossFacts {
		if req.Given(name) && !req.Num(name).IsZero() {
			faults.Add("facts."+name, "belongs to a gross wage: the taxable income has it deducted already")
		}
	}
}

// grossFacts say how a gross wage becomes taxable income.
var grossFacts = []string{"work_expenses", "spouse_work_expenses", "special_expenses", "health_additional_rate",
	"private_health_contributions", "care_children"}
