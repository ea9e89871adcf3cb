package us

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Sections of the interview that few returns have.
const (
	insurance = "Health insurance through a Marketplace"
	abroad    = "Income earned abroad"
	childTax  = "A child's unearned income"
)

var insuranceFacts = []tax.Fact{
	{Name: "marketplace_months", Type: "integer", Section: insurance, Max: "12", Assumed: "0",
		Assumption: "No one was insured through a Marketplace.",
		Prompt:     "For how many months were you insured through a Marketplace (Form 1095-A)?",
		Reason:     "Such insurance brings the premium tax credit (IRC § 36B)."},
	amount("marketplace_premiums", insurance, "What were the enrolment premiums of those months (Form 1095-A, line 33A)?",
		"The credit is at most the premiums (IRC § 36B(b)(2)(A)).", "There are no premiums of a Marketplace plan."),
	amount("benchmark_premiums", insurance, "What were the benchmark premiums of those months (Form 1095-A, line 33B)?",
		"The credit is measured by the second lowest cost silver plan (IRC § 36B(b)(2)(B)).",
		"There is no benchmark premium of a Marketplace plan."),
	amount("advance_premium_credit", insurance, "What advance payments of the premium tax credit were made (Form 1095-A, line 33C)?",
		"They are settled with the credit (IRC § 36B(f)).", "No advance payments of the premium tax credit were made."),
	amount("dependents_income", insurance, "What is the modified adjusted gross income of your dependents who must file a return?",
		"It counts as household income (IRC § 36B(d)(2)(A)(ii)).", "No dependent must file a return."),
	{Name: "poverty_guidelines", Type: "choice", Choices: form1040.ResidenceNames(), Section: insurance, Assumed: form1040.Contiguous.String(),
		Prompt:     "Did you live in Alaska, in Hawaii or elsewhere in the United States?",
		Reason:     "Alaska and Hawaii have poverty guidelines of their own (IRC § 36B(d)(3)).",
		Assumption: "The poverty guidelines are those of the 48 contiguous states and the District of Columbia."},
	yes("separate_premium_credit", insurance, "Married and filing separately: were you abused or abandoned by your spouse?",
		"Then the credit does not need a joint return (26 CFR 1.36B-2(b)(2)).", "A separate filer was not abused or abandoned by the spouse."),
}

var foreignFacts = []tax.Fact{
	amount("foreign_earned_income", abroad, "How much of your wages and self-employment profit is foreign earned income that you exclude?",
		"It is excluded up to a limit (IRC § 911).", "No foreign earned income is excluded."),
	amount("spouse_foreign_earned_income", abroad,
		"How much of your spouse's wages and self-employment profit is foreign earned income that is excluded?",
		"It is excluded up to a limit (IRC § 911).", "The spouse excludes no foreign earned income."),
	{Name: "foreign_days", Type: "integer", Section: abroad, Max: "366", Assumed: "366",
		Assumption: "The qualifying period of foreign residence or presence is the whole year.",
		Prompt:     "How many days of the year were within your qualifying period abroad?",
		Reason:     "The limit counts by days (IRC § 911(b)(2)(A))."},
	{Name: "spouse_foreign_days", Type: "integer", Section: abroad, Max: "366", Assumed: "366",
		Assumption: "The qualifying period of the spouse is the whole year.",
		Prompt:     "How many days of the year were within your spouse's qualifying period abroad?",
		Reason:     "The limit counts by days (IRC § 911(b)(2)(A))."},
	amount("foreign_housing_exclusion", abroad, "What is your foreign housing exclusion (Form 2555, line 36)?",
		"It is excluded beside the earned income (IRC § 911(a)(2)).", "There is no foreign housing exclusion."),
}

var childTaxFacts = []tax.Fact{
	yes("taxed_at_parents_rates", childTax, "Is your unearned income, as a child or student under 24, taxed at a parent's rates (Form 8615)?",
		"Unearned income of a child is taxed at the parent's rates (IRC § 1(g)).", "No income is taxed at a parent's rates."),
	{Name: "parent_filing_status", Type: "choice", Choices: form1040.StatusNames(), Section: childTax,
		Assumption: "No parent's filing status matters.",
		Prompt:     "What is your parent's filing status?", Reason: "The parent's rates depend on it (IRC § 1(g)(3))."},
	{Name: "parent_taxable_income", Type: "decimal", Section: childTax, Assumption: "No parent's taxable income matters.",
		Prompt: "What is your parent's taxable income (Form 1040, line 15)?",
		Reason: "The child's unearned income is taxed above it (IRC § 1(g)(3)(A))."},
	amount("parent_gains", childTax, "How much of your parent's taxable income is qualified dividends and net capital gain?",
		"They are taxed at other rates (IRC § 1(h)).", "The parent has no qualified dividends and no net capital gain."),
	amount("siblings_unearned_income", childTax, "What is the net unearned income of your parent's other children (Form 8615, line 7)?",
		"The tax at the parent's rates is shared (IRC § 1(g)(3)(B)).", "No other child of the parent has net unearned income."),
}

// checkForms refuses facts of these forms that contradict each other.
func checkForms(req *tax.Request, faults *tax.InputError) {
	for _, name := range []string{"marketplace_premiums", "benchmark_premiums", "advance_premium_credit"} {
		if req.Int("marketplace_months") == 0 && !req.Num(name).IsZero() {
			faults.Add("facts."+name, "needs marketplace_months, the months of coverage")
		}
	}
	for _, of := range [][2]string{{"", "foreign_earned_income"}, {spouse, "spouse_foreign_earned_income"}} {
		person, name := of[0], of[1]
		if earned := earnedBy(req, person); req.Num(name).Greater(earned) {
			faults.Add("facts."+name, "must not be more than the wages and self-employment profit of %s", earned)
		}
	}
	if req.Num("parent_gains").Greater(req.Num("parent_taxable_income")) {
		faults.Add("facts.parent_gains", "must not be more than parent_taxable_income")
	}
}

// earnedBy is the wages and self-employment profit of the taxpayer or spouse.
func earnedBy(req *tax.Request, person string) money.Dec {
	z := money.Zero
	if len(req.Components) == 0 && person == "" {
		z = req.Income
	}
	for _, c := range req.Components {
		if c.Person == person && (c.Kind == tax.Employment || c.Kind == tax.SelfEmployment) {
			z = z.Add(c.Amount)
		}
	}
	return z
}

// fillForms fills a return with the facts of these forms. The error asks for
// the parent's facts, or says what is not computed.
func fillForms(r *form1040.Return, req *tax.Request) error {
	m := &r.Marketplace
	m.Months, m.Premiums, m.Benchmark, m.Advance = req.Int("marketplace_months"), req.Num("marketplace_premiums"),
		req.Num("benchmark_premiums"), req.Num("advance_premium_credit")
	m.DependentsIncome, m.SeparateIsEntitled = req.Num("dependents_income"), req.Bool("separate_premium_credit")
	m.Residence, _ = form1040.ParseResidence(req.Choice("poverty_guidelines"))
	r.You.ForeignIncome, r.Spouse.ForeignIncome = req.Num("foreign_earned_income"), req.Num("spouse_foreign_earned_income")
	r.You.ForeignDays, r.Spouse.ForeignDays = req.Int("foreign_days"), req.Int("spouse_foreign_days")
	r.ForeignHousing = req.Num("foreign_housing_exclusion")
	if excluded := r.You.ForeignIncome.Add(r.Spouse.ForeignIncome); !excluded.IsZero() && !r.CollectiblesGain.Add(r.Section1250Gain).IsZero() {
		return notComputed(req, "foreign earned income excluded beside 25 % or 28 % rate gain is not computed")
	}
	if !req.Bool("taxed_at_parents_rates") {
		return nil
	}
	var missing tax.MissingFacts
	for _, f := range childTaxFacts[1:3] {
		if !req.Given(f.Name) {
			missing.Facts = append(missing.Facts, f)
		}
	}
	if len(missing.Facts) > 0 {
		return &missing
	}
	if !r.QualifiedDividends.IsZero() || !r.ShortTermGain.IsZero() || !r.LongTermGain.IsZero() {
		return notComputed(req, "a child's qualified dividends and capital gains at the parent's rates (Form 8615) are not computed")
	}
	p := &r.Parent
	p.Applies, p.TaxableIncome, p.Preferential = true, req.Num("parent_taxable_income"), req.Num("parent_gains")
	p.Status, _ = form1040.ParseStatus(req.Choice("parent_filing_status"))
	p.OtherChildren = req.Num("siblings_unearned_income")
	return nil
}

func notComputed(req *tax.Request, reason string) error {
	return &tax.Unavailable{Jurisdiction: "US", TaxYear: req.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual", Reason: reason}
}
