package form1040

import "github.com/tallystick/tallystick/domain/money"

const formQ = "8995 and 8995-A"

// The lines follow Form 8995-A for one trade or business, or one aggregation;
// below the threshold the limits of its Part II vanish and Form 8995 results.
var form8995Lines = []Line{
	{ID: Q2, Form: formQ, No: "2", Label: "Qualified business income", Law: "IRC § 199A(c)",
		How: "self-employment profit less its own adjustments + other qualified income", Calc: func(s *Sheet) money.Dec {
			own := s.At(A1_3)
			// One spouse's profit bears its adjustments beside the other's loss.
			if s.At(SE2).Sign() > 0 || s.At(SE2+seLines).Sign() > 0 {
				own = own.Sub(s.sum(A1_15, A1_16, A1_17))
			}
			return own.Add(s.in.OtherQualifiedBusinessIncome)
		}},
	{ID: Q3, Form: formQ, No: "—", Label: "Taxable income before the deduction", Law: "IRC § 199A(e)(1)",
		How: "Form 1040 line 11 − deductions before § 68 − line 13b, not below 0", Calc: func(s *Sheet) money.Dec {
			deduction := s.At(FStd)
			if !s.At(FItem).IsZero() {
				deduction = s.At(SA17)
			}
			return s.At(F11).Sub(deduction).Sub(s.sum(F12g, F13b)).Positive()
		}},
	{ID: Q4, Form: formQ, No: "—", Label: "Part of the phase-in range that is used", Law: "IRC § 199A(b)(3)(B)",
		How: "(taxable income − threshold) ÷ range, from 0 to 1", Ratio: true, Calc: func(s *Sheet) money.Dec {
			return s.At(Q3).Sub(s.by(&s.p.qbiThreshold)).Quo(s.by(&s.p.qbiRange)).Clamp(money.Zero, money.One)
		}},
	{ID: Q5, Form: formQ, No: "—", Label: "Applicable percentage of a specified service business", Law: "IRC § 199A(d)(3)",
		How: "1 − the part of the range that is used; 1 for other businesses", Ratio: true, Calc: func(s *Sheet) money.Dec {
			if !s.in.SpecifiedService {
				return money.One
			}
			return money.One.Sub(s.At(Q4))
		}},
	{ID: Q6, Form: formQ, No: "3", Label: "20 % of qualified business income", Law: "IRC § 199A(b)(2)(A)",
		How: "line 2 × applicable percentage × 0.20", Calc: func(s *Sheet) money.Dec {
			return s.At(Q2).Positive().Mul(s.At(Q5)).Mul(s.num(s.p.qbiRate))
		}},
	{ID: Q7, Form: formQ, No: "10", Label: "Limit by wages and property", Law: "IRC § 199A(b)(2)(B)",
		How: "larger of 0.50 × wages and 0.25 × wages + 0.025 × property, × applicable percentage", Calc: func(s *Sheet) money.Dec {
			wages := s.in.BusinessWages
			second := wages.Mul(s.num(s.p.qbiWagesAlt)).Add(s.in.BusinessProperty.Mul(s.num(s.p.qbiProperty)))
			return money.Max(wages.Mul(s.num(s.p.qbiWages)), second).Mul(s.At(Q5))
		}},
	{ID: Q8, Form: formQ, No: "13", Label: "Business component", Law: "IRC § 199A(b)(3)",
		How: "line 3 − the part of the range that is used × (line 3 − line 10), if line 3 is more", Calc: func(s *Sheet) money.Dec {
			if s.At(Q6).IsZero() || s.At(Q4).IsZero() {
				return s.At(Q6)
			}
			return s.At(Q6).Sub(s.excess(Q6, Q7).Mul(s.At(Q4)))
		}},
	{ID: Q9, Form: formQ, No: "31", Label: "REIT and publicly traded partnership component", Law: "IRC § 199A(b)(1)(B)",
		How: "dividends and income × 0.20", Calc: func(s *Sheet) money.Dec {
			if s.in.REITDividends.Sign() <= 0 {
				return money.Zero
			}
			return s.in.REITDividends.Mul(s.num(s.p.qbiRate))
		}},
	{ID: Q10, Form: formQ, No: "32", Label: "Deduction before the income limitation", Law: "IRC § 199A(a)(1)", How: "13 + 31",
		Calc: func(s *Sheet) money.Dec { return s.sum(Q8, Q9) }},
	{ID: Q12, Form: formQ, No: "36", Label: "Income limitation", Law: "IRC § 199A(a)(2)",
		How: "(taxable income − net capital gain) × 0.20, not below 0", Calc: func(s *Sheet) money.Dec {
			if s.At(Q10).IsZero() {
				return money.Zero
			}
			return s.At(Q3).Sub(s.At(F3a)).Sub(s.netGain()).Positive().Mul(s.num(s.p.qbiRate))
		}},
	{ID: Q14, Form: formQ, No: "—", Label: "Least deduction of an active taxpayer", Law: "IRC § 199A(i)",
		How: "400 from 1,000 of active income, from 2026", Calc: func(s *Sheet) money.Dec {
			if s.p.qbiMinimum.cite == 0 || s.At(Q2).IsZero() || s.At(Q2).Less(s.num(s.p.qbiMinIncome)) {
				return money.Zero
			}
			return s.num(s.p.qbiMinimum)
		}},
	{ID: Q15, Form: formQ, No: "39", Label: "Qualified business income deduction", Law: "IRC § 199A(a), (i)",
		How: "smaller of 32 and 36, not below the least deduction", Calc: func(s *Sheet) money.Dec {
			if s.At(Q2).IsZero() && s.in.REITDividends.IsZero() {
				return money.Zero
			}
			return money.Max(s.smaller(Q10, Q12), s.At(Q14))
		}},
}
