package form1040

import "github.com/tallystick/tallystick/domain/money"

const formS1 = "Schedule 1"

var schedule1Lines = []Line{
	given(A1_1, formS1, "1", "Taxable refunds of state and local income tax", "IRC § 111",
		func(r *Return) money.Dec { return r.StateRefunds }),
	given(A1_2, formS1, "2a", "Alimony received", "IRC § 71 before 2019", func(r *Return) money.Dec { return r.Alimony }),
	{ID: A1_3, Form: formS1, No: "3", Label: "Business income or loss", Law: "IRC § 61(a)(2)", How: "net profit of each taxpayer",
		Calc: func(s *Sheet) money.Dec {
			z := money.Zero
			for _, who := range s.in.people() {
				z = z.Add(who.SelfEmployment)
			}
			return z
		}},
	given(A1_5, formS1, "5", "Rental real estate, royalties, partnerships, S corporations, trusts", "IRC § 61(a)(5), (12)",
		func(r *Return) money.Dec { return r.RentalAndPassthrough }),
	given(A1_7, formS1, "7", "Unemployment compensation", "IRC § 85", func(r *Return) money.Dec { return r.Unemployment }),
	{ID: A1_8d, Form: formS1, No: "8d", Label: "Foreign earned income and housing excluded", Law: "IRC § 911(a)", How: "− Form 2555 line 45",
		Calc: func(s *Sheet) money.Dec { return s.At(FX).Neg() }},
	given(A1_9, formS1, "9", "Other income", "IRC § 61", func(r *Return) money.Dec { return r.OtherIncome }),
	{ID: A1_10, Form: formS1, No: "10", Label: "Additional income", Law: "IRC § 61", How: "1 + 2a + 3 + 5 + 7 + 8d + 9",
		Calc: func(s *Sheet) money.Dec { return s.sum(A1_1, A1_2, A1_3, A1_5, A1_7, A1_8d, A1_9) }},
	{ID: A1_11, Form: formS1, No: "11", Label: "Educator expenses", Law: "IRC § 62(a)(2)(D)",
		How: "each educator's expenses, at most the limit", Calc: func(s *Sheet) money.Dec {
			z := money.Zero
			for _, who := range s.in.people() {
				if !who.Educator.IsZero() {
					z = z.Add(money.Min(who.Educator, s.num(s.p.educatorMax)))
				}
			}
			return z
		}},
	given(A1_13, formS1, "13", "Health savings account deduction", "IRC § 223", func(r *Return) money.Dec { return r.HSA }),
	{ID: A1_15, Form: formS1, No: "15", Label: "Deductible part of self-employment tax", Law: "IRC § 164(f)",
		How: "Schedule SE line 13, both taxpayers", Calc: func(s *Sheet) money.Dec { return s.sum(SE13, SE13+seLines) }},
	given(A1_16, formS1, "16", "Self-employed SEP, SIMPLE and qualified plans", "IRC § 404",
		func(r *Return) money.Dec { return r.SelfEmployedRetirement }),
	given(A1_17, formS1, "17", "Self-employed health insurance deduction", "IRC § 162(l)",
		func(r *Return) money.Dec { return r.SelfEmployedHealth }),
	given(A1_18, formS1, "18", "Penalty on early withdrawal of savings", "IRC § 62(a)(9)",
		func(r *Return) money.Dec { return r.EarlyWithdrawal }),
	given(A1_19, formS1, "19a", "Alimony paid", "IRC § 215 before 2019", func(r *Return) money.Dec { return r.AlimonyPaid }),
	given(A1_20, formS1, "20", "IRA deduction", "IRC § 219", func(r *Return) money.Dec { return r.IRADeduction }),
	{ID: A1_21, Form: formS1, No: "21", Label: "Student loan interest deduction", Law: "IRC § 221",
		How: "Student Loan Interest Deduction Worksheet", Calc: func(s *Sheet) money.Dec { return s.At(L9) }},
	given(A1_25, formS1, "25", "Other adjustments", "IRC § 62", func(r *Return) money.Dec { return r.OtherAdjustments }),
	{ID: A1_26, Form: formS1, No: "26", Label: "Adjustments to income", Law: "IRC § 62", How: "lines 11 to 25",
		Calc: func(s *Sheet) money.Dec { return s.sum(A1x, A1_21) }},
	{ID: A1x, Form: formS1, No: "—", Label: "Adjustments other than student loan interest", Law: "IRC §§ 86(b)(2), 221(b)(2)(C)",
		How: "11 + 13 + 15 to 20 + 25", Calc: func(s *Sheet) money.Dec {
			return s.sum(A1_11, A1_13, A1_15, A1_16, A1_17, A1_18, A1_19, A1_20, A1_25)
		}},
}

const formL = "1040 Student Loan Interest Deduction Worksheet"

var studentLoanLines = []Line{
	{ID: L1, Form: formL, No: "1", Label: "Interest paid, at most the limit", Law: "IRC § 221(b)(1)",
		How: "smaller of interest paid and the limit; nil for a separate filer or a dependent", Calc: func(s *Sheet) money.Dec {
			if s.in.StudentLoanInterest.IsZero() || s.in.Status == Separate || s.in.Claimable {
				return money.Zero
			}
			return money.Min(s.in.StudentLoanInterest, s.num(s.p.studentMax))
		}},
	{ID: L4, Form: formL, No: "4", Label: "Modified adjusted gross income", Law: "IRC § 221(b)(2)(C)",
		How:  "Form 1040 line 9 + foreign income excluded − other adjustments",
		Calc: func(s *Sheet) money.Dec { return s.less(F9, A1x).Add(s.At(FX)) }},
	{ID: L7, Form: formL, No: "7", Label: "Part that is disallowed", Law: "IRC § 221(b)(2)(B)",
		How: "(line 4 − threshold) ÷ range, from 0 to 1", Ratio: true, Calc: func(s *Sheet) money.Dec {
			if s.At(L1).IsZero() {
				return money.Zero
			}
			return s.At(L4).Sub(s.pair(&s.p.studentStart)).Quo(s.pair(&s.p.studentRange)).Clamp(money.Zero, money.One)
		}},
	{ID: L9, Form: formL, No: "9", Label: "Student loan interest deduction", Law: "IRC § 221", How: "line 1 × (1 − line 7)",
		Calc: func(s *Sheet) money.Dec {
			return s.At(L1).Mul(money.One.Sub(s.At(L7)))
		}},
}

const formB = "1040 Social Security Benefits Worksheet"

var benefitsLines = []Line{
	{ID: B2, Form: formB, No: "2", Label: "Half of the benefits", Law: "IRC § 86(a)(1)", How: "Form 1040 line 6a × 0.50",
		Calc: func(s *Sheet) money.Dec { return s.At(F6a).Mul(s.num(s.p.benefitsRate1)) }},
	{ID: B7, Form: formB, No: "7", Label: "Provisional income", Law: "IRC § 86(b)",
		How: "line 2 + other income + tax-exempt interest + foreign income excluded − adjustments", Calc: func(s *Sheet) money.Dec {
			return s.sum(B2, F1z, F2b, F3b, F4b, F5b, F7, F8, F2a, FX).Sub(s.At(A1x)).Positive()
		}},
	{ID: B9, Form: formB, No: "9", Label: "Provisional income above the base amount", Law: "IRC § 86(c)(1)", How: "line 7 − base amount",
		Calc: func(s *Sheet) money.Dec {
			if s.livedWithSpouse() {
				return s.At(B7)
			}
			return s.At(B7).Sub(s.pair(&s.p.benefitsStart1)).Positive()
		}},
	{ID: B10, Form: formB, No: "10", Label: "Width of the first step", Law: "IRC § 86(c)(2)", How: "adjusted base amount − base amount",
		Calc: func(s *Sheet) money.Dec {
			if s.livedWithSpouse() {
				return money.Zero
			}
			return s.pair(&s.p.benefitsStart2).Sub(s.pair(&s.p.benefitsStart1))
		}},
	{ID: B14, Form: formB, No: "14", Label: "First step", Law: "IRC § 86(a)(1), (2)(A)(ii)",
		How: "smaller of line 2 and half the smaller of lines 9 and 10", Calc: func(s *Sheet) money.Dec {
			return money.Min(s.At(B2), s.smaller(B9, B10).Mul(s.num(s.p.benefitsRate1)))
		}},
	{ID: B15, Form: formB, No: "15", Label: "Second step", Law: "IRC § 86(a)(2)(A)(i)", How: "(line 9 − line 10) × 0.85",
		Calc: func(s *Sheet) money.Dec {
			return s.excess(B9, B10).Mul(s.num(s.p.benefitsRate2))
		}},
	{ID: B18, Form: formB, No: "18", Label: "Taxable social security benefits", Law: "IRC § 86(a)",
		How: "smaller of line 14 + line 15 and 0.85 of the benefits", Calc: func(s *Sheet) money.Dec {
			if s.At(F6a).IsZero() {
				return money.Zero
			}
			return money.Min(s.sum(B14, B15), s.At(F6a).Mul(s.num(s.p.benefitsRate2)))
		}},
}

// livedWithSpouse: a separate filer who lived with the spouse has no base
// amount (§ 86(c)(1)(C)).
func (s *Sheet) livedWithSpouse() bool { return s.in.Status == Separate && !s.in.LivedApart }
