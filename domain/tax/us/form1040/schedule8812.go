package form1040

import "github.com/tallystick/tallystick/domain/money"

const formC = "Schedule 8812"

// manyChildren is the number of children from which social security taxes may
// raise the refundable credit.
const manyChildren = 3

var childRefundFraction = money.FromInt(1000)

var schedule8812Lines = []Line{
	{ID: C4, Form: formC, No: "5", Label: "Child tax credit before the phase-out", Law: "IRC § 24(h)(2)", How: "children × the credit",
		Calc: func(s *Sheet) money.Dec {
			if s.children() == 0 {
				return money.Zero
			}
			return money.FromInt(int64(s.in.Children)).Mul(s.num(s.p.childCredit))
		}},
	{ID: C8, Form: formC, No: "8", Label: "Credits before the phase-out", Law: "IRC § 24(h)(4)", How: "line 5 + other dependents × 500",
		Calc: func(s *Sheet) money.Dec {
			if s.in.OtherDependents == 0 {
				return s.At(C4)
			}
			return s.At(C4).Add(money.FromInt(int64(s.in.OtherDependents)).Mul(s.num(s.p.otherCredit)))
		}},
	{ID: C11, Form: formC, No: "11", Label: "Phase-out", Law: "IRC § 24(b)(1), (h)(3)",
		How: "50 for each 1,000, or part, of Form 1040 line 11 with foreign income excluded above the threshold", Calc: func(s *Sheet) money.Dec {
			if s.At(C8).IsZero() {
				return money.Zero
			}
			over := s.At(FMAGI).Sub(s.pair(&s.p.childStart)).Positive()
			return s.stepsUp(over, childRefundFraction).Mul(s.num(s.p.childStep))
		}},
	{ID: C12, Form: formC, No: "12", Label: "Credits after the phase-out", Law: "IRC § 24(b)", How: "line 8 − line 11, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(C8, C11) }},
	{ID: C13, Form: formC, No: "13", Label: "Tax that credits can still offset", Law: "IRC § 26(a)", How: "Form 1040 line 18 − other credits",
		Calc: func(s *Sheet) money.Dec { return s.excess(F18, S3_8) }},
	{ID: C14, Form: formC, No: "14", Label: "Child tax credit and credit for other dependents", Law: "IRC § 24(a)",
		How: "smaller of line 12 and line 13", Calc: func(s *Sheet) money.Dec { return s.smaller(C12, C13) }},
	{ID: C16a, Form: formC, No: "16a", Label: "Credit not used", Law: "IRC § 24(d)(1)", How: "line 12 − line 14",
		Calc: func(s *Sheet) money.Dec { return s.less(C12, C14) }},
	{ID: C16b, Form: formC, No: "16b", Label: "Most that is refundable", Law: "IRC § 24(h)(5)", How: "children × the refundable amount",
		Calc: func(s *Sheet) money.Dec {
			if s.children() == 0 {
				return money.Zero
			}
			return money.FromInt(int64(s.in.Children)).Mul(s.num(s.p.childRefund))
		}},
	{ID: C17, Form: formC, No: "17", Label: "Smaller of line 16a and line 16b", Law: "IRC § 24(d)(1), (h)(5)",
		How: "smaller of line 16a and line 16b", Calc: func(s *Sheet) money.Dec { return s.smaller(C16a, C16b) }},
	{ID: C18, Form: formC, No: "18a", Label: "Earned income", Law: "IRC § 24(d)(1)(B)(i)", How: "EIC worksheet earned income",
		Calc: func(s *Sheet) money.Dec { return s.At(E1) }},
	{ID: C20, Form: formC, No: "20", Label: "15 % of earned income above 2,500", Law: "IRC § 24(d)(1)(B)(i), (h)(6)",
		How: "(line 18a − 2,500) × 0.15, not below 0", Calc: func(s *Sheet) money.Dec {
			if s.At(C17).IsZero() {
				return money.Zero
			}
			return s.At(C18).Sub(s.num(s.p.childFloor)).Positive().Mul(s.num(s.p.childRate))
		}},
	{ID: C25, Form: formC, No: "25", Label: "Social security taxes above the earned income credit", Law: "IRC § 24(d)(1)(B)(ii)",
		How:  "employee social security and Medicare taxes + half of self-employment tax − earned income credit, with three or more children",
		Calc: socialSecurityTaxes},
	{ID: C27, Form: formC, No: "27", Label: "Additional child tax credit", Law: "IRC § 24(d)",
		How: "smaller of line 17 and the larger of lines 20 and 25; nil with foreign earned income excluded", Calc: func(s *Sheet) money.Dec {
			if s.excludes() {
				return money.Zero
			}
			return money.Min(s.At(C17), money.Max(s.At(C20), s.At(C25)))
		}},
}

// numberNeeded is the first year in which one taxpayer of the return needs a
// social security number valid for employment (§ 24(h)(7) as amended by Public
// Law 119-21).
const numberNeeded = 2025

// children is the number of children that the credit is for.
func (s *Sheet) children() int {
	if s.p.Year < numberNeeded {
		return s.in.Children
	}
	for _, who := range s.in.people() {
		if !who.NoNumber {
			return s.in.Children
		}
	}
	return 0
}

func socialSecurityTaxes(s *Sheet) money.Dec {
	if s.children() < manyChildren || s.At(C17).IsZero() {
		return money.Zero
	}
	taxes := s.At(A1_15)
	for _, who := range s.in.people() {
		if who.Wages.IsZero() {
			continue
		}
		taxes = taxes.Add(money.Min(who.Wages, s.num(s.p.wageBase)).Mul(s.num(s.p.oasdi)))
		taxes = taxes.Add(who.Wages.Mul(s.num(s.p.medicare)))
	}
	return taxes.Sub(s.At(F27)).Positive()
}
