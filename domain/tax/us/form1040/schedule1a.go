package form1040

import "github.com/tallystick/tallystick/domain/money"

const formS1A = "Schedule 1-A"

var thousand = money.FromInt(1000)

var schedule1ALines = []Line{
	{ID: S1A3, Form: formS1A, No: "3", Label: "Modified adjusted gross income", Law: "IRC §§ 151(d)(5)(C)(iii), 224(b)(2)",
		How: "Form 1040 line 11 + foreign income excluded", Calc: func(s *Sheet) money.Dec { return s.At(FMAGI) }},
	{ID: S1A7, Form: formS1A, No: "7", Label: "Qualified tips, at most the limit", Law: "IRC § 224(a), (b)(1)",
		How: "smaller of tips and the limit; nil for a separate filer", Calc: func(s *Sheet) money.Dec {
			return s.jointly(func(who *Person) money.Dec { return who.Tips }, func() money.Dec { return s.num(s.p.tipsMax) })
		}},
	{ID: S1A12, Form: formS1A, No: "12", Label: "Reduction of the tips deduction", Law: "IRC § 224(b)(2)",
		How: "100 for each whole 1,000 of line 3 above the threshold", Calc: func(s *Sheet) money.Dec { return s.tipsReduction(S1A7) }},
	{ID: S1A13, Form: formS1A, No: "13", Label: "Qualified tips deduction", Law: "IRC § 224", How: "line 7 − line 12, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(S1A7, S1A12) }},
	{ID: S1A15, Form: formS1A, No: "15", Label: "Qualified overtime, at most the limit", Law: "IRC § 225(a), (b)(1)",
		How: "smaller of overtime and the limit; nil for a separate filer", Calc: func(s *Sheet) money.Dec {
			return s.jointly(func(who *Person) money.Dec { return who.Overtime }, func() money.Dec { return s.pair(&s.p.overtimeMax) })
		}},
	{ID: S1A20, Form: formS1A, No: "20", Label: "Reduction of the overtime deduction", Law: "IRC § 225(b)(2)",
		How: "100 for each whole 1,000 of line 3 above the threshold", Calc: func(s *Sheet) money.Dec { return s.tipsReduction(S1A15) }},
	{ID: S1A21, Form: formS1A, No: "21", Label: "Qualified overtime deduction", Law: "IRC § 225", How: "line 15 − line 20, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(S1A15, S1A20) }},
	{ID: S1A24, Form: formS1A, No: "24", Label: "Car loan interest, at most the limit", Law: "IRC § 163(h)(4)(C)(i)",
		How: "smaller of interest and the limit", Calc: func(s *Sheet) money.Dec {
			if !s.p.hasSchedule1A || s.in.CarLoanInterest.IsZero() {
				return money.Zero
			}
			return money.Min(s.in.CarLoanInterest, s.num(s.p.carMax))
		}},
	{ID: S1A29, Form: formS1A, No: "29", Label: "Reduction of the car loan interest deduction", Law: "IRC § 163(h)(4)(C)(ii)",
		How: "200 for each 1,000, or part, of line 3 above the threshold", Calc: func(s *Sheet) money.Dec {
			if s.At(S1A24).IsZero() {
				return money.Zero
			}
			over := s.At(S1A3).Sub(s.pair(&s.p.carStart)).Positive()
			return s.stepsUp(over, thousand).Mul(s.num(s.p.carStep))
		}},
	{ID: S1A30, Form: formS1A, No: "30", Label: "Car loan interest deduction", Law: "IRC § 163(h)(4)", How: "line 24 − line 29, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(S1A24, S1A29) }},
	{ID: S1A35, Form: formS1A, No: "35", Label: "Enhanced deduction for each senior", Law: "IRC § 151(d)(5)(C)(iii)",
		How: "6,000 − 6 % of line 3 above the threshold, not below 0", Calc: func(s *Sheet) money.Dec {
			if s.seniors() == 0 {
				return money.Zero
			}
			over := s.At(S1A3).Sub(s.pair(&s.p.seniorStart)).Positive()
			cut := over.Mul(s.num(s.p.seniorRate))
			if s.method() == AsForm {
				cut = cut.Whole(money.HalfUp)
			}
			return s.num(s.p.senior).Sub(cut).Positive()
		}},
	{ID: S1A37, Form: formS1A, No: "37", Label: "Enhanced deduction for seniors", Law: "IRC § 151(d)(5)(C)",
		How: "line 35 for each taxpayer aged 65 or more; nil for a separate filer", Calc: func(s *Sheet) money.Dec {
			return s.At(S1A35).Mul(money.FromInt(int64(s.seniors())))
		}},
	{ID: S1A38, Form: formS1A, No: "38", Label: "Additional deductions", Law: "IRC § 63(b)", How: "13 + 21 + 30 + 37",
		Calc: func(s *Sheet) money.Dec { return s.sum(S1A13, S1A21, S1A30, S1A37) }},
}

// jointly adds an amount of each taxpayer up to a limit; a married taxpayer
// must file jointly, and each needs a social security number valid for
// employment (§§ 151(d)(5)(C)(v), 224(e), 225(d)).
func (s *Sheet) jointly(amount func(*Person) money.Dec, limit func() money.Dec) money.Dec {
	if !s.p.hasSchedule1A || s.in.Status == Separate {
		return money.Zero
	}
	z := money.Zero
	for _, who := range s.in.people() {
		if !who.NoNumber {
			z = z.Add(amount(who))
		}
	}
	if z.IsZero() {
		return z
	}
	return money.Min(z, limit())
}

func (s *Sheet) tipsReduction(amount ID) money.Dec {
	if s.At(amount).IsZero() {
		return money.Zero
	}
	over := s.At(S1A3).Sub(s.pair(&s.p.tipsOvertimeStart)).Positive()
	return s.stepsDown(over, thousand).Mul(s.num(s.p.tipsOvertimeStep))
}

func (s *Sheet) seniors() (n int) {
	if !s.p.hasSchedule1A || s.in.Status == Separate {
		return 0
	}
	for _, who := range s.in.people() {
		if who.Age >= aged && !who.NoNumber {
			n++
		}
	}
	return n
}
