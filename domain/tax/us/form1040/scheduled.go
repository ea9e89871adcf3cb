package form1040

import "github.com/tallystick/tallystick/domain/money"

const (
	formD = "Schedule D"
	formG = "1040 Qualified Dividends and Capital Gain Tax Worksheet"
	formT = "Schedule D Tax Worksheet"
)

var scheduleDLines = []Line{
	given(D7, formD, "7", "Net short-term capital gain or loss", "IRC § 1222(5), (6)", func(r *Return) money.Dec { return r.ShortTermGain }),
	given(D15, formD, "15", "Net long-term capital gain or loss", "IRC § 1222(7), (8)", func(r *Return) money.Dec { return r.LongTermGain }),
	{ID: D16, Form: formD, No: "16", Label: "Capital gain or loss", Law: "IRC § 1222", How: "7 + 15",
		Calc: func(s *Sheet) money.Dec { return s.sum(D7, D15) }},
	given(D18, formD, "18", "28 % rate gain", "IRC § 1(h)(4)", func(r *Return) money.Dec { return r.CollectiblesGain }),
	given(D19, formD, "19", "Unrecaptured section 1250 gain", "IRC § 1(h)(6)", func(r *Return) money.Dec { return r.Section1250Gain }),
	{ID: D21, Form: formD, No: "21", Label: "Capital loss deducted", Law: "IRC § 1211(b)", How: "smaller of the loss on line 16 and the limit",
		Calc: func(s *Sheet) money.Dec {
			if s.At(D16).Sign() >= 0 {
				return money.Zero
			}
			return money.Min(s.At(D16).Neg(), s.by(&s.p.lossLimit))
		}},
}

// netGain is the smaller of lines 15 and 16 of Schedule D, 0 unless both are
// gains.
func (s *Sheet) netGain() money.Dec { return s.smaller(D15, D16).Positive() }

func (s *Sheet) needsScheduleDWorksheet() bool {
	return !s.netGain().IsZero() && (!s.At(D18).IsZero() || !s.At(D19).IsZero())
}

func (s *Sheet) needsGainsWorksheet() bool { return !s.At(F3a).IsZero() || !s.netGain().IsZero() }

var gainsWorksheetLines = []Line{
	{ID: G1, Form: formG, No: "1", Label: "Taxable income", Law: "IRC § 1(h)(1)", How: "Form 1040 line 15 with foreign income excluded",
		Calc: func(s *Sheet) money.Dec { return s.At(W3) }},
	{ID: G4, Form: formG, No: "4", Label: "Net capital gain with qualified dividends", Law: "IRC § 1(h)(11)",
		How:  "Form 1040 line 3a + smaller of Schedule D lines 15 and 16; with foreign income excluded at most Form 1040 line 15",
		Calc: func(s *Sheet) money.Dec { return s.withinTaxable(s.At(F3a).Add(s.netGain())) }},
	{ID: G5, Form: formG, No: "5", Label: "Taxable income less net capital gain", Law: "IRC § 1(h)(1)(A)", How: "line 1 − line 4, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(G1, G4) }},
	{ID: G9, Form: formG, No: "9", Label: "Amount taxed at 0 %", Law: "IRC § 1(h)(1)(B)",
		How: "smaller of line 1 and the zero-rate amount, less what line 5 uses of it", Calc: func(s *Sheet) money.Dec {
			top := money.Min(s.At(G1), s.by(&s.p.gainsZeroMax))
			return top.Sub(money.Min(s.At(G5), top))
		}},
	{ID: G10, Form: formG, No: "10", Label: "Gain within taxable income", Law: "IRC § 1(h)(1)", How: "smaller of line 1 and line 4",
		Calc: func(s *Sheet) money.Dec { return s.smaller(G1, G4) }},
	{ID: G12, Form: formG, No: "12", Label: "Gain above the zero rate", Law: "IRC § 1(h)(1)(C)", How: "line 10 − line 9",
		Calc: func(s *Sheet) money.Dec { return s.less(G10, G9) }},
	{ID: G17, Form: formG, No: "17", Label: "Amount taxed at 15 %", Law: "IRC § 1(h)(1)(C)",
		How: "smaller of line 12 and what lines 5 and 9 leave of the 15 % amount", Calc: func(s *Sheet) money.Dec {
			room := money.Min(s.At(G1), s.by(&s.p.gains15Max)).Sub(s.sum(G5, G9)).Positive()
			return money.Min(s.At(G12), room)
		}},
	{ID: G18, Form: formG, No: "18", Label: "Tax at 15 %", Law: "IRC § 1(h)(1)(C)", How: "line 17 × 0.15",
		Calc: func(s *Sheet) money.Dec { return s.At(G17).Mul(s.num(s.p.gainsMiddle)) }},
	{ID: G20, Form: formG, No: "20", Label: "Amount taxed at 20 %", Law: "IRC § 1(h)(1)(D)", How: "line 10 − line 9 − line 17",
		Calc: func(s *Sheet) money.Dec { return s.less(G12, G17) }},
	{ID: G21, Form: formG, No: "21", Label: "Tax at 20 %", Law: "IRC § 1(h)(1)(D)", How: "line 20 × 0.20",
		Calc: func(s *Sheet) money.Dec { return s.At(G20).Mul(s.num(s.p.gainsHigh)) }},
	{ID: G22, Form: formG, No: "22", Label: "Tax on line 5", Law: "IRC § 1(h)(1)(A)", How: "Tax Table or rate schedule",
		Calc: func(s *Sheet) money.Dec { return s.taxOn(s.At(G5)) }},
	{ID: G23, Form: formG, No: "23", Label: "Tax with preferential rates", Law: "IRC § 1(h)(1)", How: "18 + 21 + 22",
		Calc: func(s *Sheet) money.Dec { return s.sum(G18, G21, G22) }},
	{ID: G24, Form: formG, No: "24", Label: "Tax on line 1", Law: "IRC § 1(j)", How: "Tax Table or rate schedule",
		Calc: func(s *Sheet) money.Dec { return s.taxOn(s.At(G1)) }},
	{ID: G25, Form: formG, No: "25", Label: "Tax on taxable income", Law: "IRC § 1(h)", How: "smaller of line 23 and line 24",
		Calc: func(s *Sheet) money.Dec { return s.smaller(G23, G24) }},
}

var scheduleDTaxLines = []Line{
	{ID: T1, Form: formT, No: "1", Label: "Taxable income", Law: "IRC § 1(h)(1)", How: "Form 1040 line 15 with foreign income excluded",
		Calc: func(s *Sheet) money.Dec { return s.At(W3) }},
	{ID: T9, Form: formT, No: "9", Label: "Net capital gain", Law: "IRC § 1222(11)", How: "smaller of Schedule D lines 15 and 16",
		Calc: func(s *Sheet) money.Dec { return s.netGain() }},
	{ID: T10, Form: formT, No: "10", Label: "Net capital gain with qualified dividends", Law: "IRC § 1(h)(11)",
		How: "Form 1040 line 3a + line 9", Calc: func(s *Sheet) money.Dec { return s.sum(F3a, T9) }},
	{ID: T13, Form: formT, No: "13", Label: "Adjusted net capital gain", Law: "IRC § 1(h)(3)",
		How: "line 10 − smaller of line 9 and Schedule D lines 18 + 19", Calc: func(s *Sheet) money.Dec {
			return s.At(T10).Sub(money.Min(s.At(T9), s.sum(D18, D19)))
		}},
	{ID: T14, Form: formT, No: "14", Label: "Taxable income less adjusted net capital gain", Law: "IRC § 1(h)(1)",
		How: "line 1 − line 13, not below 0", Calc: func(s *Sheet) money.Dec { return s.excess(T1, T13) }},
	{ID: T16, Form: formT, No: "16", Label: "Taxable income within the zero-rate amount", Law: "IRC § 1(h)(1)(B)(i)",
		How:  "smaller of line 1 and the zero-rate amount",
		Calc: func(s *Sheet) money.Dec { return money.Min(s.At(T1), s.by(&s.p.gainsZeroMax)) }},
	{ID: T18, Form: formT, No: "18", Label: "Taxable income less net capital gain", Law: "IRC § 1(h)(1)(A)(i)",
		How: "line 1 − line 10, not below 0", Calc: func(s *Sheet) money.Dec { return s.excess(T1, T10) }},
	{ID: T19, Form: formT, No: "19", Label: "Taxable income taxed below 25 %", Law: "IRC § 1(h)(1)(A)(ii)(I)",
		How: "smaller of line 1 and the top of the 24 % bracket", Calc: func(s *Sheet) money.Dec {
			sch := &s.p.schedules[s.in.Status]
			s.cite(s.p.scheduleCite[s.in.Status])
			return money.Min(s.At(T1), sch.Bands[bandOf24].To)
		}},
	{ID: T20, Form: formT, No: "20", Label: "Smaller of line 14 and line 19", Law: "IRC § 1(h)(1)(A)(ii)",
		How: "smaller of line 14 and line 19", Calc: func(s *Sheet) money.Dec { return s.smaller(T14, T19) }},
	{ID: T21, Form: formT, No: "21", Label: "Amount taxed at ordinary rates", Law: "IRC § 1(h)(1)(A)", How: "larger of line 18 and line 20",
		Calc: func(s *Sheet) money.Dec { return money.Max(s.At(T18), s.At(T20)) }},
	{ID: T22, Form: formT, No: "22", Label: "Amount taxed at 0 %", Law: "IRC § 1(h)(1)(B)", How: "line 16 − smaller of line 14 and line 16",
		Calc: func(s *Sheet) money.Dec { return s.At(T16).Sub(s.smaller(T14, T16)) }},
	{ID: T23, Form: formT, No: "23", Label: "Adjusted net capital gain within taxable income", Law: "IRC § 1(h)(1)",
		How: "smaller of line 1 and line 13", Calc: func(s *Sheet) money.Dec { return s.smaller(T1, T13) }},
	{ID: T25, Form: formT, No: "25", Label: "Gain above the zero rate", Law: "IRC § 1(h)(1)(C)", How: "line 23 − line 22, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(T23, T22) }},
	{ID: T29, Form: formT, No: "29", Label: "Room within the 15 % amount", Law: "IRC § 1(h)(1)(C)(ii)",
		How: "smaller of line 1 and the 15 % amount, less lines 21 + 22", Calc: func(s *Sheet) money.Dec {
			return money.Min(s.At(T1), s.by(&s.p.gains15Max)).Sub(s.sum(T21, T22)).Positive()
		}},
	{ID: T30, Form: formT, No: "30", Label: "Amount taxed at 15 %", Law: "IRC § 1(h)(1)(C)", How: "smaller of line 25 and line 29",
		Calc: func(s *Sheet) money.Dec { return s.smaller(T25, T29) }},
	{ID: T31, Form: formT, No: "31", Label: "Tax at 15 %", Law: "IRC § 1(h)(1)(C)", How: "line 30 × 0.15",
		Calc: func(s *Sheet) money.Dec { return s.At(T30).Mul(s.num(s.p.gainsMiddle)) }},
	{ID: T33, Form: formT, No: "33", Label: "Amount taxed at 20 %", Law: "IRC § 1(h)(1)(D)", How: "line 23 − line 22 − line 30",
		Calc: func(s *Sheet) money.Dec { return s.At(T23).Sub(s.sum(T22, T30)) }},
	{ID: T34, Form: formT, No: "34", Label: "Tax at 20 %", Law: "IRC § 1(h)(1)(D)", How: "line 33 × 0.20",
		Calc: func(s *Sheet) money.Dec { return s.At(T33).Mul(s.num(s.p.gainsHigh)) }},
	{ID: T39, Form: formT, No: "39", Label: "Amount taxed at 25 %", Law: "IRC § 1(h)(1)(E)",
		How: "smaller of line 9 and Schedule D line 19, less lines 10 + 21 above line 1", Calc: func(s *Sheet) money.Dec {
			return s.smaller(T9, D19).Sub(s.sum(T10, T21).Sub(s.At(T1)).Positive()).Positive()
		}},
	{ID: T40, Form: formT, No: "40", Label: "Tax at 25 %", Law: "IRC § 1(h)(1)(E)", How: "line 39 × 0.25",
		Calc: func(s *Sheet) money.Dec { return s.At(T39).Mul(s.num(s.p.section1250)) }},
	{ID: T42, Form: formT, No: "42", Label: "Amount taxed at 28 %", Law: "IRC § 1(h)(1)(F)", How: "line 1 − (21 + 22 + 30 + 33 + 39)",
		Calc: func(s *Sheet) money.Dec { return s.At(T1).Sub(s.sum(T21, T22, T30, T33, T39)) }},
	{ID: T43, Form: formT, No: "43", Label: "Tax at 28 %", Law: "IRC § 1(h)(1)(F)", How: "line 42 × 0.28",
		Calc: func(s *Sheet) money.Dec { return s.At(T42).Mul(s.num(s.p.collectibles)) }},
	{ID: T44, Form: formT, No: "44", Label: "Tax on line 21", Law: "IRC § 1(h)(1)(A)", How: "Tax Table or rate schedule",
		Calc: func(s *Sheet) money.Dec { return s.taxOn(s.At(T21)) }},
	{ID: T45, Form: formT, No: "45", Label: "Tax with preferential rates", Law: "IRC § 1(h)(1)", How: "31 + 34 + 40 + 43 + 44",
		Calc: func(s *Sheet) money.Dec { return s.sum(T31, T34, T40, T43, T44) }},
	{ID: T46, Form: formT, No: "46", Label: "Tax on line 1", Law: "IRC § 1(j)", How: "Tax Table or rate schedule",
		Calc: func(s *Sheet) money.Dec { return s.taxOn(s.At(T1)) }},
	{ID: T47, Form: formT, No: "47", Label: "Tax on taxable income", Law: "IRC § 1(h)", How: "smaller of line 45 and line 46",
		Calc: func(s *Sheet) money.Dec { return s.smaller(T45, T46) }},
}

// bandOf24 is where the 24 % bracket stands in the rate schedules.
const bandOf24 = 3
