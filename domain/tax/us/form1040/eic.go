package form1040

import "github.com/tallystick/tallystick/domain/money"

const formE = "1040 EIC Worksheet"

var eicLines = []Line{
	{ID: E1, Form: formE, No: "1", Label: "Earned income", Law: "IRC § 32(c)(2)",
		How: "wages + self-employment profit − half of self-employment tax", Calc: func(s *Sheet) money.Dec {
			return s.sum(F1z, A1_3).Sub(s.At(A1_15)).Positive()
		}},
	{ID: E2, Form: formE, No: "3", Label: "Adjusted gross income", Law: "IRC § 32(a)(2)(B)", How: "Form 1040 line 11",
		Calc: func(s *Sheet) money.Dec { return s.At(F11) }},
	{ID: E3, Form: formE, No: "—", Label: "Investment income", Law: "IRC § 32(i)(2)",
		How: "interest, dividends, net capital gain and net passive income", Calc: func(s *Sheet) money.Dec {
			return s.sum(F2a, F2b, F3b).Add(s.At(F7).Positive()).Add(s.in.PassiveBusinessIncome.Positive())
		}},
	{ID: E4, Form: formE, No: "—", Label: "Entitled to the credit (1) or not (0)", Law: "IRC § 32(c), (d), (i)",
		How: "investment income, filing status, age and residence", Ratio: true, Calc: entitledToEIC},
	{ID: E5, Form: formE, No: "2", Label: "Credit on earned income", Law: "IRC § 32(a)", How: "EIC Table, or the formula",
		Calc: func(s *Sheet) money.Dec { return s.earnedIncomeCredit(E1) }},
	{ID: E6, Form: formE, No: "5", Label: "Credit on adjusted gross income", Law: "IRC § 32(a)(2)",
		How: "EIC Table, or the formula, if it is above the phase-out threshold", Calc: func(s *Sheet) money.Dec {
			if start, _ := s.eicRange(); s.At(E2).Less(start) {
				return s.At(E5)
			}
			return s.earnedIncomeCredit(E2)
		}},
	{ID: E7, Form: formE, No: "6", Label: "Earned income credit", Law: "IRC § 32", How: "smaller of the two", Calc: func(s *Sheet) money.Dec {
		if s.beyondEIC() || s.At(E4).IsZero() || s.At(E5).IsZero() {
			return money.Zero
		}
		return s.smaller(E5, E6)
	}},
}

// entitledToEIC tests who may claim; a separate filer only with a child and
// apart from the spouse (§ 32(d)(2)).
func entitledToEIC(s *Sheet) money.Dec {
	if s.in.ChildOfAnother || s.in.Abroad || s.excludes() || s.At(E1).IsZero() {
		return money.Zero
	}
	if s.in.Claimable && s.in.EICChildren == 0 { // § 32(c)(1)(A)(ii)(III)
		return money.Zero
	}
	for _, who := range s.in.people() {
		if who.NoNumber { // § 32(c)(1)(E), (m): both spouses need one
			return money.Zero
		}
	}
	if s.in.Status == Separate && !(s.in.LivedApart && s.in.EICChildren > 0) {
		return money.Zero
	}
	if s.At(E3).Greater(s.num(s.p.eicInvestment)) {
		return money.Zero
	}
	if s.in.EICChildren > 0 {
		return money.One
	}
	least, most := s.num(s.p.eicAgeMin), s.num(s.p.eicAgeMax)
	for _, who := range s.in.people() {
		if age := money.FromInt(int64(who.Age)); !age.Less(least) && !age.Greater(most) {
			return money.One
		}
	}
	return money.Zero
}

// EarnedIncomeOfAnyAge is the earned income credit of a return without a qualifying
// child if the ages of § 32(c)(1)(A)(ii)(II) did not matter, which states ask for; what it
// rests on is noted where there is one.
func (s *Sheet) EarnedIncomeOfAnyAge() money.Dec {
	const within = 40 // the ages of every year
	if s.beyondEIC() || s.At(E1).IsZero() {
		return money.Zero
	}
	in := *s.in
	in.You.Age = within
	of := NewSheet(s.p, &in, Sources)
	credit := of.At(F27)
	if s.ofAnyAge = !credit.IsZero(); s.ofAnyAge {
		for _, g := range of.used[:of.uses] {
			s.note(g)
		}
	}
	return credit
}

// EarnedOfAnyAge reports that a state asked for EarnedIncomeOfAnyAge and there is one.
func (s *Sheet) EarnedOfAnyAge() bool { return s.ofAnyAge }

func (s *Sheet) eicColumn() int { return min(s.in.EICChildren, len(byChildren{})-1) }

// eicRange returns where the phase-out starts and where it ends.
func (s *Sheet) eicRange() (start, end money.Dec) {
	i := s.eicColumn()
	if s.in.Status == Joint {
		return s.num(s.p.eicJoint[i]), s.eicEnd()
	}
	return s.num(s.p.eicOther[i]), s.eicEnd()
}

// eicEnd is the income from which there is no credit.
func (s *Sheet) eicEnd() money.Dec {
	i := s.eicColumn()
	if s.in.Status == Joint {
		return s.num(s.p.eicEndJoint[i])
	}
	return s.num(s.p.eicEndOther[i])
}

// beyondEIC reports an income at which the EIC Table has ended, whoever may claim:
// nothing else of the credit is looked at then, nor cited.
func (s *Sheet) beyondEIC() bool {
	if s.method() != AsForm {
		return false
	}
	return !s.At(E2).Less(s.eicEnd())
}

// earnedIncomeCredit is the credit on a line's amount. The EIC Table of
// § 32(f) takes the middle of a row of 50, gives the greatest credit in the
// row that holds the earned income amount, and ends where the credit does.
func (s *Sheet) earnedIncomeCredit(line ID) money.Dec {
	if s.At(E4).IsZero() {
		return money.Zero
	}
	x, i := s.At(line), s.eicColumn()
	rate, phase := s.num(s.p.eicRate[i]), s.num(s.p.eicPhaseRate[i])
	amount := s.num(s.p.eicAmount[i])
	start, end := s.eicRange()
	if s.method() != AsForm {
		full := money.Min(x, amount).Mul(rate)
		return full.Sub(x.Sub(start).Positive().Mul(phase)).Positive()
	}
	return s.p.eicEntry(x, rate, amount, s.num(s.p.eicMax[i]), start, end, phase)
}

var eicRow = money.FromInt(50)

func (p *Params) eicEntry(x, rate, amount, most, start, end, phase money.Dec) money.Dec {
	if x.Sign() <= 0 || !x.Less(end) {
		return money.Zero
	}
	low := x.ToMultiple(eicRow, money.Floor)
	high := low.Add(eicRow)
	middle := low.Add(money.Min(high, end)).Mul(half)
	credit := most
	if !high.Greater(amount) {
		credit = money.Min(most, middle.Mul(rate))
	}
	return credit.Sub(middle.Sub(start).Positive().Mul(phase)).Positive().Whole(money.HalfUp)
}

// EarnedIncomeLaw holds the amounts of an earned income credit by the number of qualifying
// children (3 = more too), of a year that a state's law keeps.
type EarnedIncomeLaw struct {
	Rate, Phase, Amount, Start, StartJoint, End, EndJoint [4]money.Dec
}

// EarnedIncomeBy is the credit of the return's incomes by the amounts of another law,
// whoever may claim it.
func (s *Sheet) EarnedIncomeBy(l *EarnedIncomeLaw) money.Dec {
	i := s.eicColumn()
	start, end := l.Start[i], l.End[i]
	if s.in.Status == Joint {
		start, end = l.StartJoint[i], l.EndJoint[i]
	}
	most := l.Amount[i].Mul(l.Rate[i])
	of := func(x money.Dec) money.Dec {
		if s.method() == AsForm {
			return s.p.eicEntry(x, l.Rate[i], l.Amount[i], most, start, end, l.Phase[i])
		}
		return money.Min(x, l.Amount[i]).Mul(l.Rate[i]).Sub(x.Sub(start).Positive().Mul(l.Phase[i])).Positive()
	}
	credit := of(s.At(E1))
	if s.At(E2).Less(start) {
		return credit
	}
	return money.Min(credit, of(s.At(E2)))
}

// Invested is the investment income that entitles to no credit above a limit.
func (s *Sheet) Invested() money.Dec { return s.At(E3) }

// InvestedTooMuch reports more investment income than entitles to the credit in the year.
func (s *Sheet) InvestedTooMuch() bool { return s.At(E3).Greater(s.num(s.p.eicInvestment)) }

// EICEntry is the EIC Table's entry for an income of a joint or other return
// with a number of qualifying children.
func (p *Params) EICEntry(joint bool, children int, income money.Dec) money.Dec {
	i := min(children, len(byChildren{})-1)
	start, end := p.eicOther[i].Dec, p.eicEndOther[i].Dec
	if joint {
		start, end = p.eicJoint[i].Dec, p.eicEndJoint[i].Dec
	}
	return p.eicEntry(income, p.eicRate[i].Dec, p.eicAmount[i].Dec, p.eicMax[i].Dec, start, end, p.eicPhaseRate[i].Dec)
}
