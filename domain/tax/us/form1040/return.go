package form1040

import "github.com/tallystick/tallystick/domain/money"

// Status is a filing status.
type Status int

const (
	Single Status = iota
	Joint
	Separate
	Head
	SurvivingSpouse
	statuses
)

var statusNames = [statuses]string{"single", "married_joint", "married_separate", "head_of_household", "surviving_spouse"}

// StatusNames lists the names that ParseStatus reads, in order.
func StatusNames() []string { return statusNames[:] }

func (s Status) String() string { return statusNames[s] }

// ParseStatus reads a filing status by name.
func ParseStatus(name string) (Status, bool) {
	for i, n := range statusNames {
		if n == name {
			return Status(i), true
		}
	}
	return 0, false
}

// Method says how tax is found and amounts are rounded; see the package
// documentation.
type Method int

const (
	AsForm Method = iota
	Schedule
	Slope
)

// Itemizing says which deduction is taken.
type Itemizing int

const (
	Larger Itemizing = iota // the larger of the two
	Standard
	Itemized
)

// Person is one of the at most two taxpayers of a return.
type Person struct {
	Age   int // completed years at the end of the year; a birthday on 1 January counts the day before
	Blind bool

	Wages           money.Dec // Form W-2, box 1
	SelfEmployment  money.Dec // net profit of Schedules C and F, negative for a loss
	Educator        money.Dec // classroom expenses
	RetirementSaved money.Dec // contributions for the saver's credit
	Tips            money.Dec // qualified tips
	Overtime        money.Dec // qualified overtime
	CannotSave      bool      // student, dependent or under 18: no saver's credit
	Disability      money.Dec // taxable disability income, if retired under 65 on permanent and total disability
	NoNumber        bool      // no social security number valid for employment
	ForeignIncome   money.Dec // foreign earned income, part of Wages and SelfEmployment
	ForeignDays     int       // days of the year within the qualifying period
}

// Few is how many of the children there are of a kind, if that was said.
type Few struct {
	N     int
	Known bool
}

// Return holds the facts of one return. Amounts are dollars a year. A zero
// value is a stated zero: what must be asked is asked before.
type Return struct {
	Year   int
	Status Status
	Method Method

	You, Spouse Person // Spouse is read on a joint return; age and blindness also where § 63(f) lets them count
	// Claimable: someone can claim the taxpayer as a dependent.
	Claimable bool
	// ChildOfAnother: the taxpayer is a qualifying child of another person.
	ChildOfAnother bool

	Children        int // qualifying children for the child tax credit (§ 24(c))
	OtherDependents int // dependents for the credit of § 24(h)(4)
	EICChildren     int // qualifying children for the earned income credit
	CarePersons     int // qualifying persons for the care credit
	// For states: how many of Children were born in the year, and how many were
	// under 6 at its end, if that was said.
	Newborn, UnderSix int
	KnowsUnderSix     bool
	Abroad            bool // main home not in the United States for more than half the year

	// Of a joint return, for states that tax spouses apart: what of Interest and
	// OrdinaryDividends, and of all other income that nobody earned, is the spouse's.
	SpouseInvested, SpouseUnearned        money.Dec
	Interest, TaxExemptInterest           money.Dec
	OrdinaryDividends, QualifiedDividends money.Dec // qualified are part of ordinary
	StateRefunds, Alimony                 money.Dec
	ShortTermGain, LongTermGain           money.Dec // net, negative for a loss, carryovers included
	OldGain                               money.Dec // for Arizona: part of LongTermGain from assets acquired before 2012
	CollectiblesGain, Section1250Gain     money.Dec // part of LongTermGain: Schedule D, lines 18 and 19
	IRADistributions, Pensions            money.Dec // taxable amounts
	SpousePensions                        money.Dec // of a joint return: part of Pensions that is the spouse's
	SpouseRents                           money.Dec // of a joint return: part of RentalAndPassthrough that is the spouse's
	ContributoryPensions                  money.Dec // for Hawaii: part of Pensions from own contributions, if that was said
	// For states: refundable credits of theirs that the return states, and how many of
	// the children were under an age at the end of the year.
	StateCredits                                      money.Dec
	UnderThree, UnderFour, UnderTwelve, UnderThirteen Few
	KnowsContributory                                 bool
	DefinedBenefit                                    money.Dec // for Alabama: part of Pensions of defined benefit plans, if that was said
	KnowsDefinedBenefit                               bool
	SocialSecurity                                    money.Dec // Form SSA-1099, box 5
	SpouseSocialSecurity                              money.Dec // of a joint return: part of SocialSecurity that is the spouse's
	ExcludedPensions                                  money.Dec // veterans' and other pensions excluded from income: Schedule R, line 13b
	LivedApart                                        bool      // married separately, apart all year: § 86(c)(1)(C)
	Unemployment                                      money.Dec
	RentalAndPassthrough                              money.Dec // Schedule E, after all limits of law
	OtherIncome                                       money.Dec

	HSA, SelfEmployedRetirement, SelfEmployedHealth money.Dec
	EarlyWithdrawal, AlimonyPaid, IRADeduction      money.Dec // deductible amounts
	StudentLoanInterest, OtherAdjustments           money.Dec

	Itemizing                           Itemizing
	SpouseItemizes                      bool
	Medical                             money.Dec
	StateTaxes, PropertyTaxes           money.Dec // income or sales tax; real and personal property tax
	MortgageInterest                    money.Dec // deductible under § 163(h)(3)
	InvestmentInterest                  money.Dec // after Form 4952
	GiftsCash, GiftsProperty            money.Dec
	CasualtyLoss, OtherItemized         money.Dec
	CarLoanInterest                     money.Dec
	OtherQualifiedBusinessIncome        money.Dec // beside self-employment: § 199A income of passthroughs
	REITDividends                       money.Dec // § 199A dividends and publicly traded partnership income
	SpecifiedService                    bool      // the business is a specified service trade
	BusinessWages, BusinessProperty     money.Dec // W-2 wages and unadjusted basis of qualified property
	PassiveBusinessIncome               money.Dec // part of RentalAndPassthrough that § 1411 reaches
	InvestmentDeductions                money.Dec // Form 8960, lines 9 and 10
	AMTAdjustments                      money.Dec // Form 6251, lines 2c to 3
	CareExpenses                        money.Dec
	AmericanOpportunity                 [4]money.Dec // expenses of each student
	LifetimeLearning                    money.Dec
	ForeignTaxCredit, OtherCredits      money.Dec // nonrefundable credits found elsewhere
	OtherTaxes, AdvancePremiumRepayment money.Dec // Schedule 2, lines 5 to 10, 13 to 19; line 1a beside Form 8962

	Marketplace    Marketplace // Form 8962
	ForeignHousing money.Dec   // housing exclusion, Form 2555 line 36
	Parent         Parent      // Form 8615

	Withheld, EstimatedPayments    money.Dec
	NetPremiumCredit, OtherRefunds money.Dec // Schedule 3, line 9 beside Form 8962; lines 10 to 14
}

// people returns the taxpayers of the return. It is short so that it is
// inlined: the slice then stays off the heap.
func (r *Return) people() []*Person {
	n := 1
	if r.Status == Joint {
		n = 2
	}
	return []*Person{&r.You, &r.Spouse}[:n]
}
