package form1040

// absence says when a return lacks a form: then all its lines are 0, and none
// is worked out. Only facts decide, never other lines.
type absence struct {
	first, last ID
	lacks       func(*Return) bool
	// state is known, with byIncome where an income of readIncomes decides.
	state lineState
}

var absences = []absence{
	{SE2, SE13, func(r *Return) bool { return r.You.SelfEmployment.IsZero() }, known | byIncome},
	{seSpouse2, seSpouse13, func(r *Return) bool { return r.Status != Joint || r.Spouse.SelfEmployment.IsZero() }, known | byIncome},
	{Q2, Q15, func(r *Return) bool {
		return r.You.SelfEmployment.IsZero() && (r.Status != Joint || r.Spouse.SelfEmployment.IsZero()) &&
			r.OtherQualifiedBusinessIncome.IsZero() && r.REITDividends.IsZero()
	}, known | byIncome},
	{S1A3, S1A38, lacksSchedule1A, known},
	{SA4, SA68, lacksScheduleA, known},
	{C4, C27, func(r *Return) bool { return r.Children == 0 && r.OtherDependents == 0 }, known},
	{H1, H19, func(r *Return) bool { return r.AmericanOpportunity == noExpenses && r.LifetimeLearning.IsZero() }, known},
	{K3, K11, func(r *Return) bool { return r.CarePersons == 0 || r.CareExpenses.IsZero() }, known},
	{V6, V12, func(r *Return) bool { return r.You.RetirementSaved.IsZero() && r.Spouse.RetirementSaved.IsZero() }, known},
	{R10, R22, func(r *Return) bool {
		return r.You.Age < aged && r.Spouse.Age < aged && r.You.Disability.IsZero() && r.Spouse.Disability.IsZero()
	}, known},
	{B2, B18, func(r *Return) bool { return r.SocialSecurity.IsZero() }, known},
	{L1, L9, func(r *Return) bool { return r.StudentLoanInterest.IsZero() }, known},
	{P1, P29, func(r *Return) bool { return r.Marketplace.Months == 0 && r.Marketplace.Advance.IsZero() }, known},
	{X42, FX, func(r *Return) bool {
		return r.You.ForeignIncome.IsZero() && r.Spouse.ForeignIncome.IsZero() && r.ForeignHousing.IsZero()
	}, known},
}

var noExpenses = Return{}.AmericanOpportunity

func lacksSchedule1A(r *Return) bool {
	for _, who := range r.people() {
		if who.Age >= aged || !who.Tips.IsZero() || !who.Overtime.IsZero() {
			return false
		}
	}
	return r.CarLoanInterest.IsZero()
}

func lacksScheduleA(r *Return) bool {
	return r.Medical.IsZero() && r.StateTaxes.IsZero() && r.PropertyTaxes.IsZero() && r.MortgageInterest.IsZero() &&
		r.InvestmentInterest.IsZero() && r.GiftsCash.IsZero() && r.GiftsProperty.IsZero() && r.CasualtyLoss.IsZero() && r.OtherItemized.IsZero()
}

// leaveOut fills the lines of the forms that the return lacks, of those whose
// state holds what.
func (s *Sheet) leaveOut(what lineState) {
	for i := range absences {
		a := &absences[i]
		if a.state&what == 0 || !a.lacks(s.in) {
			continue
		}
		clear(s.value[a.first : a.last+1])
		for id := a.first; id <= a.last; id++ {
			s.state[id] = a.state
		}
	}
}
