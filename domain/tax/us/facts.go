package us

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Sections of the interview.
const (
	aboutYou    = "You and your family"
	yourIncome  = "Your income"
	adjustments = "Adjustments"
	deductions  = "Deductions"
	credits     = "Credits"
	payments    = "Taxes and payments found elsewhere"
)

var since2025 = civil.Of(2025, 1, 1)

// amount declares an optional amount of dollars that is 0 when not given.
func amount(name, section, prompt, reason, assumption string) tax.Fact {
	return tax.Fact{Name: name, Type: "decimal", Section: section, Prompt: prompt, Reason: reason, Assumed: "0", Assumption: assumption}
}

func yes(name, section, prompt, reason, assumption string) tax.Fact {
	return tax.Fact{Name: name, Type: "boolean", Section: section, Prompt: prompt, Reason: reason, Assumed: "false", Assumption: assumption}
}

func count(name, section, prompt, reason, assumption string) tax.Fact {
	return tax.Fact{Name: name, Type: "integer", Section: section, Prompt: prompt, Reason: reason, Assumed: "0", Assumption: assumption,
		Max: "20"}
}

func later(f tax.Fact) tax.Fact {
	f.Since = since2025
	return f
}

func facts() (out []tax.Fact) {
	for _, group := range [][]tax.Fact{personFacts, incomeFacts, adjustmentFacts, deductionFacts, creditFacts, insuranceFacts, foreignFacts,
		childTaxFacts, paymentFacts} {
		out = append(out, group...)
	}
	for i := range out {
		out[i].Beside = beside[out[i].Name]
	}
	return out
}

// statusSays are what people call a filing status. "Single" or "married" alone
// says too little.
var statusSays = map[string]string{
	"single filer": form1040.Single.String(), "filing single": form1040.Single.String(), "file as single": form1040.Single.String(),
	"filing as single":       form1040.Single.String(),
	"married filing jointly": form1040.Joint.String(), "married filing joint": form1040.Joint.String(),
	"filing jointly": form1040.Joint.String(),
	"file jointly":   form1040.Joint.String(), "joint return": form1040.Joint.String(), "mfj": form1040.Joint.String(),
	"married filing separately": form1040.Separate.String(), "filing separately": form1040.Separate.String(),
	"mfs":               form1040.Separate.String(),
	"head of household": form1040.Head.String(), "qualifying surviving spouse": form1040.SurvivingSpouse.String(),
}

// aloneIsSingle: who is not married and has no dependents files as single.
var aloneIsSingle = []tax.Implied{
	{Phrase: "single", Value: form1040.Single.String(), With: withoutDependents},
	{Phrase: "unmarried", Value: form1040.Single.String(), With: withoutDependents},
	{Phrase: "not married", Value: form1040.Single.String(), With: withoutDependents},
}

var withoutDependents = map[string]string{"children": "0", "other_dependents": "0"}

// youngChildren are what a number of children for the credit is said with.
var youngChildren = []string{"children under 17", "kids under 17", "child under 17", "kid under 17", "qualifying children",
	"qualifying child"}

// noChildren are what people without children or dependents say.
var noChildren = map[string]string{"no children": "0", "no kids": "0", "without children": "0", "childless": "0", "no dependents": "0",
	"no dependants": "0"}

var personFacts = []tax.Fact{
	{Name: "filing_status", Type: "choice", Choices: form1040.StatusNames(), Section: aboutYou, Required: true, Example: "single",
		Joint: []string{form1040.Joint.String()}, Says: statusSays, Implied: aloneIsSingle,
		Prompt: "What is your federal filing status?", Reason: "Rates, deductions and thresholds differ by filing status (IRC §§ 1, 63)."},
	{Name: "age", Type: "integer", Section: aboutYou, Required: true, Example: "40", Max: "130",
		Prompt: "How old are you at the end of the tax year?",
		Reason: "Age decides additional deductions and the earned income credit (IRC §§ 32(c), 63(f), 151(d)(5)(C))."},
	{Name: "children", Type: "integer", Section: aboutYou, Required: true, Example: "0", Max: "20", Says: noChildren, Counts: youngChildren,
		Prompt: "How many qualifying children under 17 with a social security number do you claim?",
		Reason: "Each brings the child tax credit (IRC § 24)."},
	{Name: "other_dependents", Type: "integer", Section: aboutYou, Required: true, Example: "0", Max: "20",
		Says:   map[string]string{"no dependents": "0", "no dependants": "0", "no other dependents": "0", "no other dependants": "0"},
		Prompt: "How many other dependents do you claim?", Reason: "Each brings the credit for other dependents (IRC § 24(h)(4))."},
	{Name: "spouse_age", Type: "integer", Section: aboutYou, Max: "130",
		Prompt:     "How old is your spouse at the end of the tax year?",
		Reason:     "On a joint return the spouse's age counts too; it is required there.",
		Assumption: "No spouse is on the return."},
	{Name: "eic_children", Type: "integer", Section: aboutYou, Max: "20",
		Prompt:     "How many qualifying children do you have for the earned income credit?",
		Reason:     "They may be older than for the child tax credit (IRC § 32(c)(3)).",
		Assumption: "The qualifying children for the earned income credit are those for the child tax credit."},
	yes("blind", aboutYou, "Are you legally blind?", "Blindness raises the standard deduction (IRC § 63(f)(2)).",
		"The taxpayer is not blind."),
	yes("spouse_blind", aboutYou, "Is your spouse legally blind?", "Blindness raises the standard deduction (IRC § 63(f)(2)).",
		"No spouse on the return is blind."),
	yes("claimed_as_dependent", aboutYou, "Can someone claim you as a dependent?",
		"A dependent's standard deduction is limited (IRC § 63(c)(5)).", "No one can claim the taxpayer as a dependent."),
	{Name: "qualifying_child_of_another", Type: "boolean", Section: aboutYou, Prompt: "Are you the qualifying child of another person?",
		Reason:     "Then there is no earned income credit (IRC § 32(c)(1)(B)).",
		Assumption: "Who can be claimed as a dependent is another's qualifying child."},
	yes("no_valid_ssn", aboutYou, "Are you without a social security number valid for employment?",
		"The earned income credit, from 2025 the child tax credit and some deductions, need one (IRC §§ 24(h)(7), 32(m), 224(e)).",
		"The taxpayer has a social security number valid for employment."),
	yes("spouse_no_valid_ssn", aboutYou, "Is your spouse without a social security number valid for employment?",
		"The earned income credit needs one of both spouses (IRC § 32(m)).",
		"A spouse on the return has a social security number valid for employment."),
	yes("abroad", aboutYou, "Was your main home outside the United States for half the year or more?",
		"The earned income credit without a child needs a home in the United States (IRC § 32(c)(1)).", "The main home is in the United States."),
	yes("lived_apart", aboutYou, "Married and filing separately: did you live apart from your spouse all year?",
		"It decides the base amount for social security benefits and the earned income credit (IRC §§ 32(d), 86(c)).",
		"A separate filer lived with the spouse at some time in the year."),
	{Name: "tax_method", Type: "choice", Choices: []string{"as_form", "schedule"}, Section: aboutYou, Assumed: "as_form",
		Prompt:     "Should the tax be found as on the form (Tax Table, whole dollars) or by the rate schedule?",
		Reason:     "The form uses the Tax Table for incomes that are not high (below 100,000), IRC § 3.",
		Assumption: "Amounts are in whole dollars, by the Tax Table below 100,000."},
}

var incomeFacts = []tax.Fact{
	amount("qualified_dividends", yourIncome, "How much of your dividends is qualified?",
		"Qualified dividends are taxed as capital gain (IRC § 1(h)(11)).", "No dividends are qualified."),
	amount("tax_exempt_interest", yourIncome, "How much tax-exempt interest did you receive?",
		"It counts for the taxation of social security benefits (IRC § 86(b)).", "There is no tax-exempt interest."),
	{Name: "short_term_gains", Type: "decimal", Section: yourIncome, Prompt: "How much of your capital gains is short-term?",
		Reason:  "Short-term gains are taxed at ordinary rates (IRC § 1222).",
		Assumed: "0", Assumption: "All capital gains are long-term.",
		Hints: []string{"capital gains", "capital gain", "short term"}, Says: map[string]string{"long term": "0", "long-term": "0"}},
	{Name: "capital_loss", Type: "decimal", Section: yourIncome, Prompt: "What is your net capital loss, carryovers included?",
		Reason:  "It is deducted up to a limit (IRC § 1211(b)).",
		Assumed: "0", Assumption: "There is no net capital loss.", LossOf: tax.CapitalGains},
	amount("collectibles_gain", yourIncome,
		"How much of your long-term gains is from collectibles or qualified small business stock (28 % rate gain)?",
		"It has a highest rate of its own (28 %), IRC § 1(h)(4).", "No gain is 28 % rate gain."),
	amount("section_1250_gain", yourIncome,
		"How much of your long-term gains is unrecaptured depreciation of real property (section 1250 gain)?",
		"It has a highest rate of its own (25 %), IRC § 1(h)(6).", "No gain is unrecaptured section 1250 gain."),
	{Name: "business_loss", Type: "decimal", Section: yourIncome,
		Prompt:  "What is your net loss from self-employment, after the limits of sections 461(l), 465 and 469?",
		Reason:  "A loss reduces other income (IRC § 162).",
		Assumed: "0", Assumption: "There is no loss from self-employment.", LossOf: tax.SelfEmployment},
	{Name: "social_security_benefits", Type: "decimal", Section: yourIncome, Takes: "social_security_benefits",
		Prompt: "What social security benefits did you receive (Form SSA-1099, box 5)?", Reason: "Part of them may be taxable (IRC § 86).",
		Assumed: "0", Assumption: "There are no social security benefits."},
	amount("excluded_pensions", yourIncome, "What veterans' and other pensions did you receive that are excluded from income?",
		"They reduce the credit for the elderly or the disabled (IRC § 22(c)(3)).", "There are no pensions excluded from income."),
	{Name: "unemployment", Type: "decimal", Section: yourIncome, Takes: "unemployment_compensation",
		Prompt: "How much unemployment compensation did you receive?", Reason: "It is income (IRC § 85).", Assumed: "0",
		Assumption: "There is no unemployment compensation."},
	amount("ira_distributions", yourIncome, "What taxable IRA distributions did you receive?", "They are income (IRC § 408(d)).",
		"There are no IRA distributions."),
	amount("state_refund", yourIncome, "What taxable refund of state income tax did you receive?", "It may be income (IRC § 111).",
		"There is no taxable refund of state income tax."),
	amount("alimony_received", yourIncome, "What alimony did you receive under an agreement made before 2019?",
		"It is income (IRC § 71 as it then stood).", "There is no taxable alimony."),
	amount("passthrough_income", yourIncome,
		"What income from partnerships, S corporations, estates or trusts did you have, after all limits?",
		"It is income (IRC §§ 652, 702, 1366).", "There is no income from partnerships, S corporations, estates or trusts."),
	amount("qualified_business_income", yourIncome, "How much qualified business income did you have beside self-employment?",
		"A part of it is deducted (IRC § 199A).", "No income beside self-employment profit is qualified business income."),
	amount("reit_dividends", yourIncome, "What section 199A dividends and publicly traded partnership income did you have?",
		"A part of it is deducted (IRC § 199A(b)(1)(B)).", "There are no section 199A dividends."),
	amount("business_wages", yourIncome, "What W-2 wages did your business pay?",
		"They limit the business income deduction at high incomes (IRC § 199A(b)(2)(B)).", "The business paid no W-2 wages."),
	amount("business_property", yourIncome, "What is the unadjusted basis of your business's qualified property?",
		"It limits the business income deduction at high incomes (IRC § 199A(b)(2)(B)).", "The business has no qualified property."),
	yes("specified_service", yourIncome, "Is your business a specified service trade or business?",
		"Its deduction ends at high incomes (IRC § 199A(d)).", "The business is not a specified service trade or business."),
}

var adjustmentFacts = []tax.Fact{
	amount("educator_expenses", adjustments, "What classroom expenses did you pay as an educator?",
		"They are deducted up to a limit (IRC § 62(a)(2)(D)).", "The taxpayer has no educator expenses."),
	amount("spouse_educator_expenses", adjustments, "What classroom expenses did your spouse pay as an educator?",
		"They are deducted up to a limit (IRC § 62(a)(2)(D)).", "The spouse has no educator expenses."),
	amount("hsa_deduction", adjustments, "What is your health savings account deduction (Form 8889)?", "It is an adjustment (IRC § 223).",
		"There is no health savings account deduction."),
	amount("self_employed_retirement", adjustments, "What did you contribute to a SEP, SIMPLE or qualified plan as self-employed?",
		"It is an adjustment (IRC § 404).", "There are no contributions to a plan for the self-employed."),
	amount("self_employed_health", adjustments, "What is your self-employed health insurance deduction?",
		"It is an adjustment (IRC § 162(l)).", "There is no self-employed health insurance deduction."),
	amount("early_withdrawal_penalty", adjustments, "What penalty did you pay on early withdrawal of savings?",
		"It is an adjustment (IRC § 62(a)(9)).", "There is no penalty on early withdrawal of savings."),
	amount("alimony_paid", adjustments, "What alimony did you pay under an agreement made before 2019?",
		"It is an adjustment (IRC § 215 as it then stood).", "There is no deductible alimony."),
	amount("ira_deduction", adjustments, "What is your IRA deduction after its own limits?", "It is an adjustment (IRC § 219).",
		"There is no IRA deduction."),
	amount("student_loan_interest", adjustments, "What student loan interest did you pay?", "It is deducted up to a limit (IRC § 221).",
		"There is no student loan interest."),
	amount("other_adjustments", adjustments, "What other adjustments to income do you have?", "They reduce adjusted gross income (IRC § 62).",
		"There are no other adjustments to income."),
}

var deductionFacts = []tax.Fact{
	{Name: "itemize", Type: "choice", Choices: []string{"larger", "standard", "itemized"}, Section: deductions, Assumed: "larger",
		Prompt: "Do you take the standard deduction, itemise, or whichever is larger?", Reason: "One of the two is deducted (IRC § 63).",
		Assumption: "The larger of standard and itemised deductions is taken."},
	yes("spouse_itemizes", deductions, "Married and filing separately: does your spouse itemise?",
		"Then there is no standard deduction (IRC § 63(c)(6)).", "The spouse of a separate filer does not itemise."),
	amount("medical_expenses", deductions, "What unreimbursed medical expenses did you pay?", "They are deducted above a floor (IRC § 213).",
		"There are no medical expenses."),
	amount("state_income_taxes", deductions, "What state and local income or sales taxes do you deduct?",
		"They are deducted up to a limit (IRC § 164).", "No state and local income or sales taxes are deducted."),
	amount("property_taxes", deductions, "What state and local property taxes did you pay?", "They are deducted up to a limit (IRC § 164).",
		"No property taxes are deducted."),
	amount("mortgage_interest", deductions, "What deductible home mortgage interest did you pay?",
		"It is an itemised deduction (IRC § 163(h)(3)).", "There is no mortgage interest."),
	amount("investment_interest", deductions, "What is your investment interest deduction (Form 4952)?",
		"It is an itemised deduction (IRC § 163(d)).", "There is no investment interest."),
	amount("gifts_cash", deductions, "What did you give to charity in cash?", "Gifts are deducted within limits (IRC § 170).",
		"There are no cash gifts to charity."),
	amount("gifts_property", deductions, "What did you give to charity in property?", "Gifts are deducted within limits (IRC § 170).",
		"There are no gifts of property to charity."),
	amount("casualty_loss", deductions, "What is your deductible casualty loss (Form 4684)?", "It is an itemised deduction (IRC § 165(h)).",
		"There is no casualty loss."),
	amount("other_itemized", deductions, "What other itemised deductions do you have?", "They are deducted (IRC § 67(b)).",
		"There are no other itemised deductions."),
	later(amount("qualified_tips", deductions, "What qualified tips did you receive?", "They are deducted up to a limit (IRC § 224).",
		"There are no qualified tips.")),
	later(amount("qualified_overtime", deductions, "What qualified overtime compensation did you receive?",
		"It is deducted up to a limit (IRC § 225).", "There is no qualified overtime compensation.")),
	later(amount("spouse_qualified_tips", deductions, "What qualified tips did your spouse receive?",
		"They are deducted up to a limit (IRC § 224).", "The spouse has no qualified tips.")),
	later(amount("spouse_qualified_overtime", deductions, "What qualified overtime compensation did your spouse receive?",
		"It is deducted up to a limit (IRC § 225).", "The spouse has no qualified overtime compensation.")),
	later(amount("car_loan_interest", deductions, "What qualified car loan interest did you pay?",
		"It is deducted up to a limit (IRC § 163(h)(4)).", "There is no qualified car loan interest.")),
	amount("amt_adjustments", deductions,
		"What is the sum of your adjustments and preferences for the alternative minimum tax (Form 6251, lines 2c to 3)?",
		"They are added to income there (IRC §§ 56 to 58).", "There are no other adjustments and preferences for the alternative minimum tax."),
	amount("investment_deductions", deductions, "What deductions belong to your investment income (Form 8960, line 11)?",
		"They reduce net investment income (IRC § 1411(c)(1)(B)).", "No deductions belong to investment income."),
}

var creditFacts = []tax.Fact{
	count("care_persons", credits, "For how many children under 13 or disabled dependents did you pay for care so that you could work?",
		"Their care brings a credit (IRC § 21).", "There is no one for whose care expenses were paid."),
	amount("care_expenses", credits, "What did you pay for their care, less dependent care benefits excluded from wages?",
		"Care brings a credit (IRC § 21).", "There are no care expenses."),
	amount("american_opportunity_1", credits, "What qualified expenses did the first student have for the American opportunity credit?",
		"They bring a credit (IRC § 25A(b)).", "No student has expenses for the American opportunity credit."),
	amount("american_opportunity_2", credits, "What qualified expenses did the second student have for the American opportunity credit?",
		"They bring a credit (IRC § 25A(b)).", "No second student has expenses for the American opportunity credit."),
	amount("disability_income", credits,
		"If you are under 65 and retired on permanent and total disability: what was your taxable disability income?",
		"It brings the credit for the elderly or the disabled (IRC § 22).", "The taxpayer has no disability income."),
	amount("spouse_disability_income", credits,
		"If your spouse is under 65 and retired on permanent and total disability: what was the taxable disability income?",
		"It brings the credit for the elderly or the disabled (IRC § 22).", "The spouse has no disability income."),
	amount("lifetime_learning", credits, "What qualified expenses do you have for the lifetime learning credit?",
		"They bring a credit (IRC § 25A(c)).", "There are no expenses for the lifetime learning credit."),
	amount("retirement_savings", credits, "What did you contribute to retirement accounts, for the saver's credit?",
		"Contributions bring a credit at low incomes (IRC § 25B).", "The taxpayer has no contributions for the saver's credit."),
	amount("spouse_retirement_savings", credits, "What did your spouse contribute to retirement accounts, for the saver's credit?",
		"Contributions bring a credit at low incomes (IRC § 25B).", "The spouse has no contributions for the saver's credit."),
	amount("foreign_tax_credit", credits, "What is your foreign tax credit?", "It reduces tax (IRC § 901).",
		"There is no foreign tax credit."),
	amount("other_credits", credits, "What other nonrefundable credits do you have?", "They reduce tax (IRC § 26).",
		"There are no other nonrefundable credits."),
	amount("net_premium_credit", credits, "What net premium tax credit do you have from a form prepared elsewhere (Form 8962)?",
		"It is refundable (IRC § 36B).", "There is no net premium tax credit from a Form 8962 prepared elsewhere."),
}

var paymentFacts = []tax.Fact{
	amount("premium_credit_repayment", payments,
		"What excess advance premium tax credit do you repay by a form prepared elsewhere (Form 8962)?", "It is added to tax (IRC § 36B(f)(2)).",
		"No advance premium tax credit is repaid by a Form 8962 prepared elsewhere."),
	amount("other_taxes", payments, "What other taxes of Schedule 2 do you owe?", "They are part of the total (Form 1040 line 23).",
		"There are no other taxes of Schedule 2."),
	amount("withheld", payments, "What federal income tax was withheld?", "It is a payment (IRC § 31).", "No tax was withheld."),
	amount("estimated_payments", payments, "What estimated tax did you pay?", "It is a payment (IRC § 6315).", "No estimated tax was paid."),
	amount("other_payments", payments, "What other payments and refundable credits do you have?", "They reduce what is owed (IRC § 6401(b)).",
		"There are no other payments and refundable credits."),
}
