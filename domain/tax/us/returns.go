package us

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

const spouse = "spouse"

// check refuses facts that contradict each other.
func check(req *tax.Request, faults *tax.InputError) {
	if req.TaxType != tax.IndividualIncome {
		return
	}
	joint := req.Choice("filing_status") == form1040.Joint.String()
	for i, c := range req.Components {
		switch {
		case c.Person != "" && c.Person != spouse:
			faults.Add("components["+strconv.Itoa(i)+"].person", `must be absent for the taxpayer, or "spouse"`)
		case c.Person == spouse && !joint:
			faults.Add("components["+strconv.Itoa(i)+"].person", "a spouse's income belongs on a joint return only")
		}
	}
	if req.GivenIn(yourIncome) {
		checkIncome(req, faults)
	}
	for _, young := range [...]string{factUnderThree, factUnderFour, factUnderSix, factUnderTwelve, factUnderThirteen, factNewborn} {
		if req.Given(young) && req.Int(young) > req.Int("children") {
			faults.Add("facts."+young, "must not be more than the children of %d", req.Int("children"))
		}
	}
	if givenForms(req) {
		checkForms(req, faults)
	}
}

// checkIncome refuses facts of the income that contradict it.
func checkIncome(req *tax.Request, faults *tax.InputError) {
	limit := func(fact string, of money.Dec, what string) {
		if req.Given(fact) && req.Num(fact).Greater(of) {
			faults.Add("facts."+fact, "must not be more than the %s of %s", what, of)
		}
	}
	limit(factSpouseSS, req.Num("social_security_benefits"), "benefits")
	gains := total(req, tax.CapitalGains)
	limit("qualified_dividends", total(req, tax.Dividends), "dividends")
	limit(factDefinedBenefit, total(req, tax.Pension), "pensions")
	limit("short_term_gains", gains, "capital gains")
	limit("collectibles_gain", gains.Sub(req.Num("short_term_gains")).Positive(), "long-term gains")
	limit("section_1250_gain", gains.Sub(req.Num("short_term_gains")).Positive(), "long-term gains")
	if !req.Num("capital_loss").IsZero() && !gains.IsZero() {
		faults.Add("facts.capital_loss", "is the net loss; with it there is no income of the kind capital_gains")
	}
	if !req.Num("business_loss").IsZero() && !total(req, tax.SelfEmployment).IsZero() {
		faults.Add("facts.business_loss", "is the net loss; with it there is no income of the kind self_employment")
	}
}

// total adds the components of a kind.
func total(req *tax.Request, kind tax.Kind) money.Dec {
	z := money.Zero
	for _, c := range req.Components {
		if c.Kind == kind {
			z = z.Add(c.Amount)
		}
	}
	return z
}

// firstKind is the kind of income whose next dollar the marginal rate is of.
func firstKind(req *tax.Request) tax.Kind {
	if len(req.Components) > 0 {
		return req.Components[0].Kind
	}
	return tax.Employment
}

// fill makes r the return of a request.
func fill(r *form1040.Return, req *tax.Request, year int) error {
	*r = form1040.Return{Year: year}
	r.Status, _ = form1040.ParseStatus(req.Choice("filing_status"))
	if r.Status == form1040.Joint && !req.Given("spouse_age") {
		return &tax.MissingFacts{Facts: []tax.Fact{personFact("spouse_age")}}
	}
	if req.Choice("tax_method") == "schedule" {
		r.Method = form1040.Schedule
	}
	fillPeople(r, stated{req})
	fillIncome(r, req)
	// What is assumed of all the facts of these sections is a zero of the
	// return, so that a section of which none is given needs no look.
	if req.GivenIn(yourIncome) {
		fillIncomeFacts(r, stated{req})
	}
	if req.GivenIn(adjustments) {
		fillAdjustments(r, stated{req})
	}
	if req.GivenIn(deductions) {
		fillDeductions(r, stated{req})
	}
	if req.GivenIn(credits) {
		fillCredits(r, stated{req})
	}
	if req.GivenIn(payments) {
		fillPayments(r, stated{req})
	}
	if givenForms(req) {
		return fillForms(r, req)
	}
	return nil
}

// givenForms reports whether facts of the forms that few returns have are given.
func givenForms(req *tax.Request) bool {
	return req.GivenIn(insurance) || req.GivenIn(abroad) || req.GivenIn(childTax)
}

// stated is a request for facts that are 0 or false unless they are given.
type stated struct{ *tax.Request }

func (s stated) Num(name string) money.Dec {
	if !s.Given(name) {
		return money.Zero
	}
	return s.Request.Num(name)
}

func (s stated) Bool(name string) bool { return s.Given(name) && s.Request.Bool(name) }

func personFact(name string) tax.Fact {
	for _, f := range personFacts {
		if f.Name == name {
			return f
		}
	}
	panic("us: no fact " + name)
}

func fillPeople(r *form1040.Return, req stated) {
	r.You.Age, r.You.Blind = req.Int("age"), req.Bool("blind")
	r.Spouse.Age, r.Spouse.Blind = req.Int("spouse_age"), req.Bool("spouse_blind")
	r.You.NoNumber, r.Spouse.NoNumber = req.Bool("no_valid_ssn"), req.Bool("spouse_no_valid_ssn")
	r.ChildOfAnother = req.Bool("claimed_as_dependent")
	if req.Given("qualifying_child_of_another") {
		r.ChildOfAnother = req.Bool("qualifying_child_of_another")
	}
	r.Claimable, r.Abroad, r.LivedApart = req.Bool("claimed_as_dependent"), req.Bool("abroad"), req.Bool("lived_apart")
	r.Children, r.OtherDependents, r.EICChildren = req.Int("children"), req.Int("other_dependents"), req.Int("eic_children")
	if !req.Given("eic_children") {
		r.EICChildren = r.Children
	}
	const adult = 18
	r.You.CannotSave = r.Claimable || r.You.Age < adult
	r.Spouse.CannotSave = r.Spouse.Age < adult
}

func fillIncome(r *form1040.Return, req *tax.Request) {
	if len(req.Components) == 0 {
		r.You.Wages = req.Income
	}
	for _, c := range req.Components {
		r.Add(incomeOf(c.Kind), c.Person == spouse, c.Amount)
	}
}

func fillIncomeFacts(r *form1040.Return, req stated) {
	short := req.Num("short_term_gains")
	r.ShortTermGain, r.LongTermGain = short, r.LongTermGain.Sub(short)
	if loss := req.Num("capital_loss"); !loss.IsZero() {
		r.LongTermGain = loss.Neg()
	}
	r.You.SelfEmployment = r.You.SelfEmployment.Sub(req.Num("business_loss"))
	r.QualifiedDividends, r.TaxExemptInterest = req.Num("qualified_dividends"), req.Num("tax_exempt_interest")
	r.CollectiblesGain, r.Section1250Gain = req.Num("collectibles_gain"), req.Num("section_1250_gain")
	r.SocialSecurity, r.Unemployment = req.Num("social_security_benefits"), req.Num("unemployment")
	r.ExcludedPensions = req.Num("excluded_pensions")
	r.IRADistributions, r.StateRefunds, r.Alimony = req.Num("ira_distributions"), req.Num("state_refund"), req.Num("alimony_received")
	r.RentalAndPassthrough = r.RentalAndPassthrough.Add(req.Num("passthrough_income"))
	r.OtherQualifiedBusinessIncome, r.REITDividends = req.Num("qualified_business_income"), req.Num("reit_dividends")
	r.BusinessWages, r.BusinessProperty, r.SpecifiedService = req.Num("business_wages"), req.Num("business_property"),
		req.Bool("specified_service")
}

// incomeOf is the income of the return that a kind is.
func incomeOf(kind tax.Kind) form1040.Income {
	switch kind {
	case tax.Employment:
		return form1040.Wages
	case tax.SelfEmployment:
		return form1040.Profit
	case tax.Pension:
		return form1040.Pensions
	case tax.Interest:
		return form1040.Interest
	case tax.Dividends:
		return form1040.Dividends
	case tax.Property:
		return form1040.Rents
	case tax.CapitalGains:
		return form1040.Gains
	}
	return form1040.Other
}

func fillAdjustments(r *form1040.Return, req stated) {
	r.You.Educator, r.Spouse.Educator = req.Num("educator_expenses"), req.Num("spouse_educator_expenses")
	r.HSA, r.SelfEmployedRetirement, r.SelfEmployedHealth = req.Num("hsa_deduction"), req.Num("self_employed_retirement"),
		req.Num("self_employed_health")
	r.EarlyWithdrawal, r.AlimonyPaid, r.IRADeduction = req.Num("early_withdrawal_penalty"), req.Num("alimony_paid"), req.Num("ira_deduction")
	r.StudentLoanInterest, r.OtherAdjustments = req.Num("student_loan_interest"), req.Num("other_adjustments")
}

func fillDeductions(r *form1040.Return, req stated) {
	switch req.Choice("itemize") {
	case "standard":
		r.Itemizing = form1040.Standard
	case "itemized":
		r.Itemizing = form1040.Itemized
	}
	r.SpouseItemizes = req.Bool("spouse_itemizes")
	r.Medical, r.StateTaxes, r.PropertyTaxes = req.Num("medical_expenses"), req.Num("state_income_taxes"), req.Num("property_taxes")
	r.MortgageInterest, r.InvestmentInterest = req.Num("mortgage_interest"), req.Num("investment_interest")
	r.GiftsCash, r.GiftsProperty = req.Num("gifts_cash"), req.Num("gifts_property")
	r.CasualtyLoss, r.OtherItemized = req.Num("casualty_loss"), req.Num("other_itemized")
	if r.Year >= 2025 {
		r.CarLoanInterest = req.Num("car_loan_interest")
		r.You.Tips, r.You.Overtime = req.Num("qualified_tips"), req.Num("qualified_overtime")
		r.Spouse.Tips, r.Spouse.Overtime = req.Num("spouse_qualified_tips"), req.Num("spouse_qualified_overtime")
	}
	r.AMTAdjustments, r.InvestmentDeductions = req.Num("amt_adjustments"), req.Num("investment_deductions")
}

func fillCredits(r *form1040.Return, req stated) {
	r.CarePersons, r.CareExpenses = req.Int("care_persons"), req.Num("care_expenses")
	r.AmericanOpportunity[0], r.AmericanOpportunity[1] = req.Num("american_opportunity_1"), req.Num("american_opportunity_2")
	r.LifetimeLearning = req.Num("lifetime_learning")
	r.You.RetirementSaved, r.Spouse.RetirementSaved = req.Num("retirement_savings"), req.Num("spouse_retirement_savings")
	r.You.Disability, r.Spouse.Disability = req.Num("disability_income"), req.Num("spouse_disability_income")
	r.ForeignTaxCredit, r.OtherCredits, r.NetPremiumCredit = req.Num("foreign_tax_credit"), req.Num("other_credits"),
		req.Num("net_premium_credit")
}

func fillPayments(r *form1040.Return, req stated) {
	r.AdvancePremiumRepayment, r.OtherTaxes = req.Num("premium_credit_repayment"), req.Num("other_taxes")
	r.Withheld, r.EstimatedPayments, r.OtherRefunds = req.Num("withheld"), req.Num("estimated_payments"), req.Num("other_payments")
}
