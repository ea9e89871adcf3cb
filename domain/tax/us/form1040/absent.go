package form1040

// absence says when a return lacks a form, or a part of one: then all its
// lines are 0 and cite nothing, and none is worked out. Only facts decide, never
// other lines.
type absence struct {
	first, last ID
	lacks       func(*Return) bool
	// incomes are those of Add that decide, also through other forms.
	incomes Income
}

var absences = []absence{
	{F2a, F6b, lacksInvestments, Interest | Dividends | Pensions},
	{F25, F26, func(r *Return) bool { return r.Withheld.IsZero() && r.EstimatedPayments.IsZero() }, 0},
	{A1_1, A1_10, lacksAdditionalIncome, Profit | Rents | Other},
	{A1_11, A1_26, lacksAdjustments, Profit},
	{S1A3, S1A38, lacksSchedule1A, 0},
	{S3_1, S3_8, lacksCredits, 0},
	{S3_9, S3_15, func(r *Return) bool {
		return lacksMarketplace(r) && r.NetPremiumCredit.IsZero() && r.OtherRefunds.IsZero()
	}, 0},
	{SA4, SA68, lacksScheduleA, 0},
	{D7, D21, lacksScheduleD, Gains},
	{SE2, SE13, func(r *Return) bool { return r.You.SelfEmployment.IsZero() }, Profit},
	{seSpouse2, seSpouse13, func(r *Return) bool { return r.Status != Joint || r.Spouse.SelfEmployment.IsZero() }, Profit},
	{N5, N17, lacksForm8960, Interest | Dividends | Rents | Gains},
	{Q2, Q15, func(r *Return) bool {
		return lacksBusiness(r) && r.OtherQualifiedBusinessIncome.IsZero() && r.REITDividends.IsZero()
	}, Profit},
	{C4, C27, func(r *Return) bool { return r.Children == 0 && r.OtherDependents == 0 }, 0},
	{H1, H19, lacksEducation, 0},
	{K3, K11, lacksCare, 0},
	{V6, V12, lacksSavings, 0},
	{R10, R22, lacksScheduleR, 0},
	{B2, B18, func(r *Return) bool { return r.SocialSecurity.IsZero() }, 0},
	{L1, L9, func(r *Return) bool { return r.StudentLoanInterest.IsZero() }, 0},
	{P1, P29, lacksMarketplace, 0},
	{X42, FX, lacksForm2555, 0},
}

var noExpenses = Return{}.AmericanOpportunity

func lacksBusiness(r *Return) bool {
	return r.You.SelfEmployment.IsZero() && (r.Status != Joint || r.Spouse.SelfEmployment.IsZero())
}

// lacksInvestments is lines 2a to 6b: interest, dividends and pensions.
func lacksInvestments(r *Return) bool {
	return r.Interest.IsZero() && r.OrdinaryDividends.IsZero() && r.Pensions.IsZero() && r.TaxExemptInterest.IsZero() &&
		r.QualifiedDividends.IsZero() && r.IRADistributions.IsZero() && r.SocialSecurity.IsZero()
}

func lacksAdditionalIncome(r *Return) bool {
	return lacksBusiness(r) && r.RentalAndPassthrough.IsZero() && r.OtherIncome.IsZero() && r.Unemployment.IsZero() &&
		r.StateRefunds.IsZero() && r.Alimony.IsZero() && lacksForm2555(r)
}

func lacksAdjustments(r *Return) bool {
	return lacksBusiness(r) && r.You.Educator.IsZero() && r.Spouse.Educator.IsZero() && r.StudentLoanInterest.IsZero() &&
		r.HSA.IsZero() && r.IRADeduction.IsZero() && r.SelfEmployedRetirement.IsZero() && r.SelfEmployedHealth.IsZero() &&
		r.EarlyWithdrawal.IsZero() && r.AlimonyPaid.IsZero() && r.OtherAdjustments.IsZero()
}

func lacksSchedule1A(r *Return) bool {
	for _, who := range r.people() {
		if who.Age >= aged || !who.Tips.IsZero() || !who.Overtime.IsZero() {
			return false
		}
	}
	return r.CarLoanInterest.IsZero()
}

// lacksCredits is the first part of Schedule 3.
func lacksCredits(r *Return) bool {
	return r.ForeignTaxCredit.IsZero() && r.OtherCredits.IsZero() && lacksEducation(r) && lacksCare(r) && lacksSavings(r) && lacksScheduleR(r)
}

func lacksScheduleA(r *Return) bool {
	return r.Medical.IsZero() && r.StateTaxes.IsZero() && r.PropertyTaxes.IsZero() && r.MortgageInterest.IsZero() &&
		r.InvestmentInterest.IsZero() && r.GiftsCash.IsZero() && r.GiftsProperty.IsZero() && r.CasualtyLoss.IsZero() && r.OtherItemized.IsZero()
}

func lacksScheduleD(r *Return) bool {
	return r.ShortTermGain.IsZero() && r.LongTermGain.IsZero() && r.CollectiblesGain.IsZero() && r.Section1250Gain.IsZero()
}

func lacksForm8960(r *Return) bool {
	return r.Interest.IsZero() && r.OrdinaryDividends.IsZero() && r.PassiveBusinessIncome.IsZero() && lacksScheduleD(r)
}

func lacksEducation(r *Return) bool {
	return r.AmericanOpportunity == noExpenses && r.LifetimeLearning.IsZero()
}

func lacksCare(r *Return) bool { return r.CarePersons == 0 || r.CareExpenses.IsZero() }

func lacksSavings(r *Return) bool {
	return r.You.RetirementSaved.IsZero() && r.Spouse.RetirementSaved.IsZero()
}

func lacksScheduleR(r *Return) bool {
	return r.You.Age < aged && r.Spouse.Age < aged && r.You.Disability.IsZero() && r.Spouse.Disability.IsZero()
}

func lacksMarketplace(r *Return) bool {
	return r.Marketplace.Months == 0 && r.Marketplace.Advance.IsZero()
}

func lacksForm2555(r *Return) bool {
	return r.You.ForeignIncome.IsZero() && r.Spouse.ForeignIncome.IsZero() && r.ForeignHousing.IsZero()
}

// blanks is what a sheet remembers of absences, since most returns lack what the
// return before them lacked.
type blanks struct {
	zero   absenceSet           // those all of whose lines have the value 0
	of     absenceSet           // those with which a return begins by begins
	begins [lineCount]lineState // valid once it is begun
	begun  bool
}

// absenceSet is a set of absences, by their places.
type absenceSet uint32

// blank makes every line unknown but those that the return lacks.
func (s *Sheet) blank() {
	var lacking absenceSet
	for i := range absences {
		if absences[i].lacks(s.in) {
			lacking |= 1 << i
		}
	}
	if !s.begun || lacking != s.of {
		s.begins, s.of, s.begun = [lineCount]lineState{}, lacking, true
		for i := range absences {
			if a := &absences[i]; lacking&(1<<i) != 0 {
				a.fill(&s.begins)
			}
		}
	}
	s.state = s.begins
	s.clear(lacking &^ s.zero)
	s.zero = lacking
}

// fill makes the lines known.
func (a *absence) fill(states *[lineCount]lineState) {
	for id := a.first; id <= a.last; id++ {
		states[id] = known | lineState(a.incomes)
	}
}

// clear makes the lines of absences 0.
func (s *Sheet) clear(what absenceSet) {
	for i := 0; what != 0; i, what = i+1, what>>1 {
		if what&1 != 0 {
			clear(s.value[absences[i].first : absences[i].last+1])
		}
	}
}

// leaveOut fills the lines that the return lacks, of those on which an income has
// an effect.
func (s *Sheet) leaveOut(what Income) {
	for i := range absences {
		a, one := &absences[i], absenceSet(1)<<i
		switch {
		case a.incomes&what == 0:
		case a.lacks(s.in):
			a.fill(&s.state)
			s.clear(one &^ s.zero)
			s.zero |= one
		default:
			s.zero &^= one
		}
	}
}
