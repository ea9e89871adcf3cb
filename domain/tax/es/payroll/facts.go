package payroll

import (
	"github.com/tallystick/tallystick/domain/tax"
)

// Families, as art. 81 tells them apart.
const (
	singleParent = "single_parent"
	soleEarner   = "spouse_without_income"
	otherFamily  = "other"
)

// Contracts with least rates of their own, and degrees of disability.
const (
	general = "general"
	under   = "under_one_year"
	special = "special"
	none    = "none"
	from33  = "33_to_64"
	from65  = "65_or_more"
)

var facts = []tax.Fact{
	{
		Name: "annual_pay", Type: "decimal", Section: "Tax", Required: true, Example: "30000",
		Prompt: "How much pay in total will this employer pay for the calendar year, extra payments included?",
		Reason: "The rate of withholding follows from the year's pay.",
	},
	{
		Name: "annual_contributions", Type: "decimal", Section: "Tax", Required: true, Example: "1950",
		Prompt: "How much will the employee contribute to social security on that pay in the year?",
		Reason: "It is taken from the year's pay before the scale.",
	},
	{
		Name: "family", Type: "choice", Choices: []string{singleParent, soleEarner, otherFamily}, Section: "Family", Required: true,
		Example: otherFamily,
		Prompt: "Is the employee a single parent (situation 1), married with a spouse whose income is at most 1,500 a year (2), " +
			"or in another situation (3)?",
		Reason: "Pay up to a limit by situation and children bears no withholding.",
	},
	{
		Name: "birth_year", Type: "integer", Min: "1900", Max: "2015", Section: "Family", Required: true, Example: "1990",
		Prompt: "In which year was the employee born?", Reason: "The personal minimum is higher from the year of the 65th birthday on.",
	},
	{
		Name: "children", Type: "integer", Max: "30", Section: "Family", Required: true, Example: "0",
		Prompt: "How many children (under 25, living with the employee, with little income) has the employee declared on form 145?",
		Reason: "Each raises the family minimum.",
	},
	{
		Name: "children_under_3", Type: "integer", Max: "30", Section: "Family",
		Prompt:  "How many of them are born, or adopted, in the year or one of the two before?",
		Reason:  "Each raises the family minimum further.",
		Assumed: "0", Assumption: "No child was born or adopted in the year or the two before.",
	},
	{
		Name: "children_shared", Type: "boolean", Section: "Family",
		Prompt:  "Does the other parent count the children too, so that each counts them by half?",
		Reason:  "The amounts for children are halved.",
		Assumed: "false", Assumption: "The employee counts each child whole.",
	},
	{
		Name: "ascendants", Type: "integer", Max: "9", Section: "Family",
		Prompt:  "How many ascendants over 65 (with little income) live with the employee alone of their children?",
		Reason:  "Each raises the family minimum.",
		Assumed: "0", Assumption: "No ascendant lives with the employee.",
	},
	{
		Name: "ascendants_over_75", Type: "integer", Max: "9", Section: "Family",
		Prompt: "How many of them are over 75?", Reason: "Each raises the family minimum further.",
		Assumed: "0", Assumption: "No ascendant over 75 lives with the employee.",
	},
	{
		Name: "disability", Type: "choice", Choices: []string{none, from33, from65}, Section: "Family",
		Prompt: "Which degree of disability has the employee?", Reason: "It raises the minimum and the expenses.",
		Assumed: none, Assumption: "The employee is not disabled.",
	},
	{
		Name: "needs_help", Type: "boolean", Section: "Family",
		Prompt:  "Does the disabled employee need the help of others or have reduced mobility?",
		Reason:  "It raises the minimum and the expenses.",
		Assumed: "false", Assumption: "The employee needs no help of others.",
	},
	{
		Name: "moved_for_work", Type: "boolean", Section: "Tax",
		Prompt:  "Did the employee, unemployed before, move home to another municipality for this job in this year or the last?",
		Reason:  "It raises the expenses that are deducted.",
		Assumed: "false", Assumption: "The employee did not move for the job.",
	},
	{
		Name: "spousal_support", Type: "decimal", Section: "Tax",
		Prompt: "How much support to a former spouse has a judge fixed for the year?", Reason: "It lowers the base.",
		Assumed: "0", Assumption: "No support to a former spouse is paid by judgment.",
	},
	{
		Name: "child_support", Type: "decimal", Section: "Tax",
		Prompt:  "How much maintenance for children, without counting them, has a judge fixed for the year?",
		Reason:  "The scale is applied to it apart.",
		Assumed: "0", Assumption: "No maintenance for children is paid by judgment.",
	},
	{
		Name: "home_loan", Type: "boolean", Section: "Tax",
		Prompt:  "Has the employee told of payments on a home bought with a loan before 2013?",
		Reason:  "Below a limit of pay they lower the rate by two points.",
		Assumed: "false", Assumption: "No home loan from before 2013 has been told of.",
	},
	{
		Name: "contract", Type: "choice", Choices: []string{general, under, special}, Section: "Contract", Required: true, Example: general,
		Prompt: "Is the contract an ordinary one, one for less than a year (artists' work too), or another special employment relationship?",
		Reason: "The last two have least rates.",
	},
	{
		Name: "temporary", Type: "boolean", Section: "Contract", Required: true, Example: "false",
		Prompt: "Is the contract temporary (contrato de duración determinada)?", Reason: "Contributions for unemployment are higher.",
	},
	{
		Name: "contribution_base", Type: "decimal", Section: "Social security", Required: true, Example: "2500",
		Prompt: "What is the month's base of contributions, with the part of extra payments, before the most of the year is applied?",
		Reason: "Contributions bear on it, the solidarity quota on what exceeds the most.",
	},
	{
		Name: "accident_rate", Type: "rate", Max: "0.1", Section: "Social security", Required: true, Example: "0.015",
		Prompt: "At which rate does the employer contribute for accidents at work (AT/EP, by activity), as a fraction?",
		Reason: "It depends on the activity.",
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Num("annual_contributions").Greater(req.Num("annual_pay")) {
		faults.Add("facts.annual_contributions", "exceeds the year's pay")
	}
	if req.Num("annual_pay").IsZero() {
		faults.Add("facts.annual_pay", "must be more than 0")
	}
	if req.Int("children_under_3") > req.Int("children") {
		faults.Add("facts.children_under_3", "exceeds the number of children")
	}
	if req.Int("ascendants_over_75") > req.Int("ascendants") {
		faults.Add("facts.ascendants_over_75", "exceeds the number of ascendants")
	}
	if req.Choice("family") == singleParent && req.Int("children") == 0 {
		faults.Add("facts.family", "single_parent needs a child")
	}
	if req.Bool("needs_help") && req.Choice("disability") == none {
		faults.Add("facts.needs_help", "is only for a disabled employee")
	}
}
