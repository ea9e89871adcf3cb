package form1040

import "github.com/tallystick/tallystick/domain/money"

const (
	formH = "8863"
	formK = "2441"
	formV = "8880"
)

var form8863Lines = []Line{
	{ID: H1, Form: formH, No: "1", Label: "American opportunity credit before the phase-out", Law: "IRC § 25A(b)(1)",
		How: "each student: all of the first 2,000 and 0.25 of the next 2,000", Calc: func(s *Sheet) money.Dec {
			z := money.Zero
			for _, spent := range s.in.AmericanOpportunity {
				if spent.IsZero() {
					continue
				}
				first := money.Min(spent, s.num(s.p.aotcFull))
				next := money.Min(spent.Sub(first), s.num(s.p.aotcPart))
				z = z.Add(first).Add(next.Mul(s.num(s.p.aotcPartRate)))
			}
			return z
		}},
	{ID: H6, Form: formH, No: "6", Label: "Part that the phase-out leaves", Law: "IRC § 25A(d)",
		How: "(end of range − Form 1040 line 11) ÷ range, from 0 to 1; nil for a separate filer or a dependent", Ratio: true,
		Calc: func(s *Sheet) money.Dec {
			if s.in.Status == Separate || s.in.Claimable || (s.At(H1).IsZero() && s.in.LifetimeLearning.IsZero()) {
				return money.Zero
			}
			width := s.pair(&s.p.educationRange)
			end := s.pair(&s.p.educationStart).Add(width)
			return end.Sub(s.At(FMAGI)).Quo(width).Clamp(money.Zero, money.One)
		}},
	{ID: H7, Form: formH, No: "7", Label: "American opportunity credit", Law: "IRC § 25A(b), (d)", How: "line 1 × line 6",
		Calc: func(s *Sheet) money.Dec { return s.At(H1).Mul(s.At(H6)) }},
	{ID: H8, Form: formH, No: "8", Label: "Refundable part", Law: "IRC § 25A(i)", How: "line 7 × 0.40", Calc: func(s *Sheet) money.Dec {
		if s.At(H7).IsZero() {
			return money.Zero
		}
		return s.At(H7).Mul(s.num(s.p.aotcRefund))
	}},
	{ID: H9, Form: formH, No: "9", Label: "Nonrefundable part", Law: "IRC § 25A(a)", How: "line 7 − line 8",
		Calc: func(s *Sheet) money.Dec { return s.less(H7, H8) }},
	{ID: H10, Form: formH, No: "12", Label: "Lifetime learning credit before the phase-out", Law: "IRC § 25A(c)(1)",
		How: "expenses, at most 10,000, × 0.20", Calc: func(s *Sheet) money.Dec {
			if s.in.LifetimeLearning.IsZero() {
				return money.Zero
			}
			return money.Min(s.in.LifetimeLearning, s.num(s.p.llcMax)).Mul(s.num(s.p.llcRate))
		}},
	{ID: H18, Form: formH, No: "18", Label: "Lifetime learning credit", Law: "IRC § 25A(c), (d)", How: "line 12 × line 6",
		Calc: func(s *Sheet) money.Dec { return s.At(H10).Mul(s.At(H6)) }},
	{ID: H19, Form: formH, No: "19", Label: "Nonrefundable education credits", Law: "IRC §§ 25A(a), 26(a)",
		How: "9 + 18, at most the tax left after lines 1, 2 and 6d of Schedule 3", Calc: func(s *Sheet) money.Dec {
			return money.Min(s.sum(H9, H18), s.At(F18).Sub(s.sum(S3_1, S3_2, S3_6d)).Positive())
		}},
}

// carePersonsMax is how many persons' care counts; carePoint the fall of the
// rate a step and careStep the step of the first reduction.
const carePersonsMax = 2

var (
	carePoint = money.MustParse("0.01")
	careStep  = money.FromInt(2000)
)

var form2441Lines = []Line{
	{ID: K3, Form: formK, No: "3", Label: "Care expenses, at most the limit", Law: "IRC § 21(c)",
		How: "smaller of expenses and 3,000 for one or 6,000 for more persons", Calc: func(s *Sheet) money.Dec {
			n := min(s.in.CarePersons, carePersonsMax)
			if n == 0 || s.in.CareExpenses.IsZero() || s.in.Status == Separate {
				return money.Zero
			}
			return money.Min(s.in.CareExpenses, money.FromInt(int64(n)).Mul(s.num(s.p.careMax)))
		}},
	{ID: K6, Form: formK, No: "6", Label: "Expenses within earned income", Law: "IRC § 21(d)",
		How: "smallest of line 3 and each taxpayer's earned income", Calc: func(s *Sheet) money.Dec {
			least := s.At(K3)
			for i, who := range s.in.people() {
				own := who.Wages.Add(who.SelfEmployment).Sub(s.At(SE13 + ID(i)*seLines)).Positive()
				least = money.Min(least, own)
			}
			return least
		}},
	{ID: K8, Form: formK, No: "8", Label: "Rate of the credit", Law: "IRC § 21(a)(2)",
		How: "greatest rate − 0.01 for each 2,000, or part, of Form 1040 line 11 above 15,000, not below the floor", Ratio: true, Calc: careRate},
	{ID: K9, Form: formK, No: "9c", Label: "Credit before the tax limit", Law: "IRC § 21(a)(1)", How: "line 6 × line 8",
		Calc: func(s *Sheet) money.Dec { return s.At(K6).Mul(s.At(K8)) }},
	{ID: K10, Form: formK, No: "10", Label: "Tax that the credit can offset", Law: "IRC § 26(a)",
		How: "Form 1040 line 18 − foreign tax credit", Calc: func(s *Sheet) money.Dec { return s.excess(F18, S3_1) }},
	{ID: K11, Form: formK, No: "11", Label: "Child and dependent care credit", Law: "IRC § 21", How: "smaller of line 9c and line 10",
		Calc: func(s *Sheet) money.Dec { return s.smaller(K9, K10) }},
}

func careRate(s *Sheet) money.Dec {
	if s.At(K6).IsZero() {
		return money.Zero
	}
	steps := func(start, width money.Dec) money.Dec {
		return s.At(F11).Sub(start).Positive().QuoRound(width, 0, money.Ceiling).Mul(carePoint)
	}
	rate := s.num(s.p.careRate).Sub(steps(s.num(s.p.careStart1), careStep))
	rate = money.Max(rate, s.num(s.p.careFloor1))
	if !s.p.hasCareSecond {
		return rate
	}
	rate = rate.Sub(steps(s.pair(&s.p.careStart2), s.pair(&s.p.careStep2)))
	return money.Max(rate, s.num(s.p.careFloor2))
}

var form8880Lines = []Line{
	saverLine(V6, "6 (you)", 0),
	saverLine(V8, "6 (spouse)", 1),
	{ID: V9, Form: formV, No: "9", Label: "Rate of the credit", Law: "IRC § 25B(b)",
		How: "0.5, 0.2, 0.1 or 0 by Form 1040 line 11 and filing status", Ratio: true, Calc: func(s *Sheet) money.Dec {
			if s.sum(V6, V8).IsZero() {
				return money.Zero
			}
			share := s.by(&s.p.saverShare)
			for i, limit := range []money.Dec{s.num(s.p.saverHalf), s.num(s.p.saverFifth), s.num(s.p.saverTenth)} {
				if !s.At(FMAGI).Greater(limit.Mul(share)) {
					return s.num(s.p.saverRates[i])
				}
			}
			return money.Zero
		}},
	{ID: V10, Form: formV, No: "10", Label: "Credit before the tax limit", Law: "IRC § 25B(a)", How: "contributions × line 9",
		Calc: func(s *Sheet) money.Dec { return s.sum(V6, V8).Mul(s.At(V9)) }},
	{ID: V11, Form: formV, No: "11", Label: "Tax that the credit can offset", Law: "IRC § 26(a)",
		How: "Form 1040 line 18 − lines 1, 2, 3 and 6d of Schedule 3", Calc: func(s *Sheet) money.Dec {
			return s.At(F18).Sub(s.sum(S3_1, S3_2, S3_3, S3_6d)).Positive()
		}},
	{ID: V12, Form: formV, No: "12", Label: "Retirement savings contributions credit", Law: "IRC § 25B", How: "smaller of line 10 and line 11",
		Calc: func(s *Sheet) money.Dec { return s.smaller(V10, V11) }},
}

func saverLine(id ID, no string, person int) Line {
	return Line{ID: id, Form: formV, No: no, Label: "Contributions, at most 2,000", Law: "IRC § 25B(a), (c)",
		How: "smaller of contributions and the limit", Calc: func(s *Sheet) money.Dec {
			people := s.in.people()
			if person >= len(people) || people[person].CannotSave || people[person].RetirementSaved.IsZero() {
				return money.Zero
			}
			return money.Min(people[person].RetirementSaved, s.num(s.p.saverMax))
		}}
}
