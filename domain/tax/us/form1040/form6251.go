package form1040

import "github.com/tallystick/tallystick/domain/money"

const formM = "6251"

var form6251Lines = []Line{
	{ID: M1, Form: formM, No: "1|1b", Label: "Income less deductions other than for seniors", Law: "IRC § 56(b)(1)(D)",
		How: "Form 1040 line 11 − (line 14 − Schedule 1-A line 37)", Calc: func(s *Sheet) money.Dec {
			return s.At(F11).Sub(s.less(F14, S1A37))
		}},
	{ID: M2, Form: formM, No: "2a", Label: "Standard deduction, or taxes and the limitation of § 68", Law: "IRC § 56(b)(1)",
		How: "Schedule A line 5e less the limitation, or Form 1040 line 12", Calc: func(s *Sheet) money.Dec {
			if s.At(FItem).IsZero() {
				return s.At(F12)
			}
			return s.less(SA5e, SA68)
		}},
	{ID: M4, Form: formM, No: "4", Label: "Alternative minimum taxable income", Law: "IRC § 55(b)(2), (d)(3)",
		How: "1 + 2a − tax refunds + adjustments; more for a separate filer above the phase-out", Calc: func(s *Sheet) money.Dec {
			income := s.sum(M1, M2).Sub(s.At(A1_1)).Add(s.in.AMTAdjustments)
			if s.in.Status != Separate {
				return income
			}
			exemption, rate := s.by(&s.p.amtExemption), s.num(s.p.amtPhaseRate)
			over := income.Sub(s.by(&s.p.amtStart).Add(exemption.Quo(rate))).Positive()
			return income.Add(money.Min(over.Mul(rate), exemption))
		}},
	{ID: M5, Form: formM, No: "5", Label: "Exemption", Law: "IRC § 55(d)",
		How: "exemption − phase-out rate × (line 4 − threshold), not below 0", Calc: func(s *Sheet) money.Dec {
			over := s.At(M4).Sub(s.by(&s.p.amtStart)).Positive()
			exemption := s.by(&s.p.amtExemption)
			if over.IsZero() {
				return exemption
			}
			return exemption.Sub(over.Mul(s.num(s.p.amtPhaseRate))).Positive()
		}},
	{ID: M6, Form: formM, No: "6", Label: "Taxable excess", Law: "IRC § 55(b)(1)(B)", How: "line 4 − line 5, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(M4, M5) }},
	{ID: M7, Form: formM, No: "7", Label: "Tax on the taxable excess", Law: "IRC § 55(b)(1), (3)",
		How: "26 % and 28 %, or Part III with capital gains", Calc: func(s *Sheet) money.Dec {
			switch {
			case s.At(M6).IsZero():
				return money.Zero
			case s.needsGainsWorksheet():
				return s.stacked(s.At(M40), s.minimumTaxOn(s.At(FX)))
			}
			return s.stacked(s.minimumTaxOn(s.At(M12)), s.minimumTaxOn(s.At(FX)))
		}},
	{ID: M8, Form: formM, No: "8", Label: "Foreign tax credit", Law: "IRC § 59(a)", How: "Schedule 3 line 1 as given, at most line 7",
		Calc: func(s *Sheet) money.Dec { return money.Min(s.in.ForeignTaxCredit, s.At(M7)) }},
	{ID: M9, Form: formM, No: "9", Label: "Tentative minimum tax", Law: "IRC § 55(b)(1)", How: "line 7 − line 8",
		Calc: func(s *Sheet) money.Dec { return s.less(M7, M8) }},
	{ID: M10, Form: formM, No: "10", Label: "Regular tax", Law: "IRC § 55(c)",
		How: "Form 1040 line 16 + Schedule 2 line 1a − foreign tax credit, not below 0", Calc: func(s *Sheet) money.Dec {
			return s.sum(F16, S2_1).Sub(s.in.ForeignTaxCredit).Positive()
		}},
	{ID: M11, Form: formM, No: "11", Label: "Alternative minimum tax", Law: "IRC § 55(a)", How: "line 9 − line 10, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(M9, M10) }},

	{ID: M12, Form: formM, No: "12", Label: "Taxable excess with foreign income excluded", Law: "IRC §§ 55(b)(1), 911(f)",
		How: "line 6 + Form 2555 line 45", Calc: func(s *Sheet) money.Dec { return s.sum(M6, FX) }},
	{ID: M13, Form: formM, No: "13", Label: "Gain taxed at 0, 15 and 20 %", Law: "IRC § 55(b)(3)",
		How:  "capital gain worksheet line 4, or Schedule D Tax Worksheet line 13",
		Calc: func(s *Sheet) money.Dec { return s.worksheet(G4, T13) }},
	{ID: M15, Form: formM, No: "15", Label: "Gain taxed at preferential rates", Law: "IRC § 55(b)(3)",
		How: "line 13, or with 25 % gain the smaller of it and Schedule D Tax Worksheet line 10", Calc: func(s *Sheet) money.Dec {
			if !s.needsScheduleDWorksheet() {
				return s.At(M13)
			}
			return money.Min(s.sum(M13, D19), s.At(T10))
		}},
	{ID: M16, Form: formM, No: "16", Label: "Smaller of line 12 and line 15", Law: "IRC § 55(b)(3)", How: "smaller of line 12 and line 15",
		Calc: func(s *Sheet) money.Dec { return s.smaller(M12, M15) }},
	{ID: M17, Form: formM, No: "17", Label: "Excess without the gain", Law: "IRC § 55(b)(3)(A)", How: "line 12 − line 16",
		Calc: func(s *Sheet) money.Dec { return s.less(M12, M16) }},
	{ID: M18, Form: formM, No: "18", Label: "Tax on line 17", Law: "IRC § 55(b)(1)", How: "26 % and 28 %",
		Calc: func(s *Sheet) money.Dec { return s.minimumTaxOn(s.At(M17)) }},
	{ID: M21, Form: formM, No: "21", Label: "Zero-rate amount left", Law: "IRC § 55(b)(3)(B)",
		How: "zero-rate amount − ordinary taxable income, not below 0", Calc: func(s *Sheet) money.Dec {
			return s.by(&s.p.gainsZeroMax).Sub(s.worksheet(G5, T14)).Positive()
		}},
	{ID: M22, Form: formM, No: "22", Label: "Smaller of line 12 and line 13", Law: "IRC § 55(b)(3)", How: "smaller of line 12 and line 13",
		Calc: func(s *Sheet) money.Dec { return s.smaller(M12, M13) }},
	{ID: M23, Form: formM, No: "23", Label: "Amount taxed at 0 %", Law: "IRC § 55(b)(3)(B)", How: "smaller of line 21 and line 22",
		Calc: func(s *Sheet) money.Dec { return s.smaller(M21, M22) }},
	{ID: M24, Form: formM, No: "24", Label: "Gain above the zero rate", Law: "IRC § 55(b)(3)(C)", How: "line 22 − line 23",
		Calc: func(s *Sheet) money.Dec { return s.less(M22, M23) }},
	{ID: M29, Form: formM, No: "29", Label: "Room within the 15 % amount", Law: "IRC § 55(b)(3)(C)",
		How: "15 % amount − (line 21 + ordinary taxable income), not below 0", Calc: func(s *Sheet) money.Dec {
			return s.by(&s.p.gains15Max).Sub(s.At(M21)).Sub(s.worksheet(G5, T21)).Positive()
		}},
	{ID: M30, Form: formM, No: "30", Label: "Amount taxed at 15 %", Law: "IRC § 55(b)(3)(C)", How: "smaller of line 24 and line 29",
		Calc: func(s *Sheet) money.Dec { return s.smaller(M24, M29) }},
	{ID: M31, Form: formM, No: "31", Label: "Tax at 15 %", Law: "IRC § 55(b)(3)(C)", How: "line 30 × 0.15",
		Calc: func(s *Sheet) money.Dec { return s.At(M30).Mul(s.num(s.p.gainsMiddle)) }},
	{ID: M33, Form: formM, No: "33", Label: "Amount taxed at 20 %", Law: "IRC § 55(b)(3)(D)", How: "line 22 − lines 23 and 30",
		Calc: func(s *Sheet) money.Dec { return s.At(M22).Sub(s.sum(M23, M30)) }},
	{ID: M34, Form: formM, No: "34", Label: "Tax at 20 %", Law: "IRC § 55(b)(3)(D)", How: "line 33 × 0.20",
		Calc: func(s *Sheet) money.Dec { return s.At(M33).Mul(s.num(s.p.gainsHigh)) }},
	{ID: M36, Form: formM, No: "36", Label: "Amount taxed at 25 %", Law: "IRC § 55(b)(3)(E)", How: "line 12 − (17 + 22), with 25 % gain only",
		Calc: func(s *Sheet) money.Dec {
			if s.At(D19).IsZero() {
				return money.Zero
			}
			return s.At(M12).Sub(s.sum(M17, M22)).Positive()
		}},
	{ID: M37, Form: formM, No: "37", Label: "Tax at 25 %", Law: "IRC § 55(b)(3)(E)", How: "line 36 × 0.25",
		Calc: func(s *Sheet) money.Dec { return s.At(M36).Mul(s.num(s.p.section1250)) }},
	{ID: M38, Form: formM, No: "38", Label: "Tax with preferential rates", Law: "IRC § 55(b)(3)", How: "18 + 31 + 34 + 37",
		Calc: func(s *Sheet) money.Dec { return s.sum(M18, M31, M34, M37) }},
	{ID: M39, Form: formM, No: "39", Label: "Tax on line 12", Law: "IRC § 55(b)(1)", How: "26 % and 28 % of line 12",
		Calc: func(s *Sheet) money.Dec { return s.minimumTaxOn(s.At(M12)) }},
	{ID: M40, Form: formM, No: "40", Label: "Smaller of line 38 and line 39", Law: "IRC § 55(b)(3)", How: "smaller of line 38 and line 39",
		Calc: func(s *Sheet) money.Dec { return s.smaller(M38, M39) }},
}

// worksheet returns the line of whichever capital gain worksheet applies.
func (s *Sheet) worksheet(gains, scheduleD ID) money.Dec {
	if s.needsScheduleDWorksheet() {
		return s.At(scheduleD)
	}
	return s.At(gains)
}

// minimumTaxOn applies the two rates of § 55(b)(1).
func (s *Sheet) minimumTaxOn(x money.Dec) money.Dec {
	if x.Sign() <= 0 {
		return money.Zero
	}
	low, high, edge := s.num(s.p.amtLow), s.num(s.p.amtHigh), s.by(&s.p.amtBreak)
	return x.Mul(low).Add(x.Sub(edge).Positive().Mul(high.Sub(low)))
}
