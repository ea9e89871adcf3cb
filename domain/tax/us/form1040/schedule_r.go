package form1040

import "github.com/tallystick/tallystick/domain/money"

const formR = "Schedule R"

var scheduleRLines = []Line{
	{ID: R10, Form: formR, No: "10", Label: "Initial amount", Law: "IRC § 22(c)(2)(A)", How: "5,000, 7,500 if both spouses qualify, 3,750 " +
		"for a separate filer who lived apart; nil if no one is 65 or retired on disability", Calc: func(s *Sheet) money.Dec {
		n, _, _ := s.elderly()
		switch {
		case n == 0:
			return money.Zero
		case s.in.Status == Separate:
			return s.num(s.p.elderlySeparate)
		case n == 1:
			return s.num(s.p.elderlyOne)
		}
		return s.num(s.p.elderlyTwo)
	}},
	{ID: R12, Form: formR, No: "12", Label: "Initial amount within disability income", Law: "IRC § 22(c)(2)(B)",
		How: "line 10, for those under 65 at most their disability income", Calc: func(s *Sheet) money.Dec {
			n, disabled, income := s.elderly()
			switch disabled {
			case 0:
				return s.At(R10)
			case n:
				return money.Min(s.At(R10), income)
			}
			return money.Min(s.At(R10), income.Add(s.num(s.p.elderlyOne)))
		}},
	{ID: R13, Form: formR, No: "13c", Label: "Untaxed benefits and pensions", Law: "IRC § 22(c)(3)",
		How: "Form 1040 line 6a − line 6b + pensions excluded from income", Calc: func(s *Sheet) money.Dec {
			return s.less(F6a, F6b).Add(s.in.ExcludedPensions)
		}},
	{ID: R15, Form: formR, No: "15", Label: "Income that leaves the amount whole", Law: "IRC § 22(d)",
		How: "7,500, 10,000 on a joint return, 5,000 for a separate filer", Calc: func(s *Sheet) money.Dec { return s.by(&s.p.elderlyStart) }},
	{ID: R17, Form: formR, No: "17", Label: "Half of the income above it", Law: "IRC § 22(d)",
		How: "(Form 1040 line 11 − line 15) × 0.50, not below 0", Calc: func(s *Sheet) money.Dec { return s.excess(F11, R15).Mul(half) }},
	{ID: R19, Form: formR, No: "19", Label: "Amount that the credit is of", Law: "IRC § 22(c)(1), (d)",
		How: "line 12 − lines 13c and 17, not below 0", Calc: func(s *Sheet) money.Dec {
			if s.At(R10).IsZero() {
				return money.Zero
			}
			return s.At(R12).Sub(s.sum(R13, R17)).Positive()
		}},
	{ID: R20, Form: formR, No: "20", Label: "Credit before the tax limit", Law: "IRC § 22(a)", How: "line 19 × 0.15",
		Calc: func(s *Sheet) money.Dec {
			if s.At(R19).IsZero() {
				return money.Zero
			}
			return s.At(R19).Mul(s.num(s.p.elderlyRate))
		}},
	{ID: R21, Form: formR, No: "21", Label: "Tax that the credit can offset", Law: "IRC § 26(a)",
		How: "Form 1040 line 18 − lines 1 and 2 of Schedule 3", Calc: func(s *Sheet) money.Dec {
			return s.At(F18).Sub(s.sum(S3_1, S3_2)).Positive()
		}},
	{ID: R22, Form: formR, No: "22", Label: "Credit for the elderly or the disabled", Law: "IRC § 22", How: "smaller of line 20 and line 21",
		Calc: func(s *Sheet) money.Dec {
			if s.At(R20).IsZero() {
				return money.Zero
			}
			return s.smaller(R20, R21)
		}},
}

// elderly counts the qualified individuals of § 22(b), how many of them are
// under 65, and the disability income of those. A separate filer must have
// lived apart (§ 22(e)(1)).
func (s *Sheet) elderly() (n, disabled int, income money.Dec) {
	if s.in.Status == Separate && !s.in.LivedApart {
		return 0, 0, money.Zero
	}
	for _, who := range s.in.people() {
		switch {
		case who.Age >= aged:
			n++
		case !who.Disability.IsZero():
			n++
			disabled++
			income = income.Add(who.Disability)
		}
	}
	return n, disabled, income
}
