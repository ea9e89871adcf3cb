package form1040

import "github.com/tallystick/tallystick/domain/money"

var form1040Lines = []Line{
	{ID: F1a, Form: "1040", No: "1a", Label: "Wages from Forms W-2", Law: "IRC § 61(a)(1)", How: "given", Calc: func(s *Sheet) money.Dec {
		z := money.Zero
		for _, who := range s.in.people() {
			z = z.Add(who.Wages)
		}
		return z
	}},
	{ID: F1z, Form: "1040", No: "1z", Label: "Total wages", Law: "IRC § 61(a)(1)", How: "line 1a",
		Calc: func(s *Sheet) money.Dec { return s.At(F1a) }},
	given(F2a, "1040", "2a", "Tax-exempt interest", "IRC § 103", func(r *Return) money.Dec { return r.TaxExemptInterest }),
	given(F2b, "1040", "2b", "Taxable interest", "IRC § 61(a)(4)", func(r *Return) money.Dec { return r.Interest }),
	given(F3a, "1040", "3a", "Qualified dividends", "IRC § 1(h)(11)", func(r *Return) money.Dec { return r.QualifiedDividends }),
	given(F3b, "1040", "3b", "Ordinary dividends", "IRC § 61(a)(7)", func(r *Return) money.Dec { return r.OrdinaryDividends }),
	given(F4b, "1040", "4b", "IRA distributions, taxable amount", "IRC § 408(d)", func(r *Return) money.Dec { return r.IRADistributions }),
	given(F5b, "1040", "5b", "Pensions and annuities, taxable amount", "IRC § 72", func(r *Return) money.Dec { return r.Pensions }),
	given(F6a, "1040", "6a", "Social security benefits", "IRC § 86(d)", func(r *Return) money.Dec { return r.SocialSecurity }),
	{ID: F6b, Form: "1040", No: "6b", Label: "Social security benefits, taxable amount", Law: "IRC § 86",
		How: "Social Security Benefits Worksheet line 18", Calc: func(s *Sheet) money.Dec { return s.At(B18) }},
	{ID: F7, Form: "1040", No: "7|7a", Label: "Capital gain or loss", Law: "IRC §§ 1211(b), 1222",
		How: "Schedule D line 16, or line 21 if a loss", Calc: func(s *Sheet) money.Dec {
			if g := s.At(D16); g.Sign() >= 0 {
				return g
			}
			return s.At(D21).Neg()
		}},
	{ID: F8, Form: "1040", No: "8", Label: "Additional income", Law: "IRC § 61", How: "Schedule 1 line 10",
		Calc: func(s *Sheet) money.Dec { return s.At(A1_10) }},
	{ID: F9, Form: "1040", No: "9", Label: "Total income", Law: "IRC § 61", How: "1z + 2b + 3b + 4b + 5b + 6b + 7 + 8",
		Calc: func(s *Sheet) money.Dec { return s.sum(F1z, F2b, F3b, F4b, F5b, F6b, F7, F8) }},
	{ID: F10, Form: "1040", No: "10", Label: "Adjustments to income", Law: "IRC § 62", How: "Schedule 1 line 26",
		Calc: func(s *Sheet) money.Dec { return s.At(A1_26) }},
	{ID: F11, Form: "1040", No: "11|11a", Label: "Adjusted gross income", Law: "IRC § 62", How: "line 9 − line 10",
		Calc: func(s *Sheet) money.Dec { return s.less(F9, F10) }},
	{ID: FStd, Form: "1040", No: "—", Label: "Standard deduction worksheet", Law: "IRC § 63(c), (f)",
		How: "basic amount (limited for a dependent) + additional amounts for age and blindness", Calc: standardDeduction},
	{ID: FItem, Form: "1040", No: "—", Label: "Itemised deductions are taken (1) or not (0)", Law: "IRC § 63(b), (e)",
		How: "1 if itemised deductions exceed the standard deduction, or as chosen", Ratio: true, Calc: itemizes},
	{ID: F12, Form: "1040", No: "12|12e", Label: "Standard deduction or itemised deductions", Law: "IRC § 63",
		How: "standard deduction, or Schedule A line 17 less the limitation of § 68", Calc: func(s *Sheet) money.Dec {
			if s.At(FItem).IsZero() {
				return s.At(FStd)
			}
			return s.less(SA17, SA68)
		}},
	{ID: F12g, Form: "1040", No: "—", Label: "Gifts deducted without itemising", Law: "IRC § 170(p)",
		How: "cash gifts, at most the limit, if the standard deduction is taken", Calc: func(s *Sheet) money.Dec {
			if !s.At(FItem).IsZero() {
				return money.Zero
			}
			return s.giftsWithoutItemizing()
		}},
	{ID: F13a, Form: "1040", No: "13|13a", Label: "Qualified business income deduction", Law: "IRC § 199A", How: "Form 8995 or 8995-A",
		Calc: func(s *Sheet) money.Dec { return s.At(Q15) }},
	{ID: F13b, Form: "1040", No: "—|13b", Label: "Additional deductions", Law: "IRC §§ 151(d)(5)(C), 163(h)(4), 224, 225",
		How: "Schedule 1-A line 38", Calc: func(s *Sheet) money.Dec { return s.At(S1A38) }},
	{ID: F14, Form: "1040", No: "14", Label: "Total deductions", Law: "IRC § 63", How: "12 + 13a + 13b",
		Calc: func(s *Sheet) money.Dec { return s.sum(F12, F12g, F13a, F13b) }},
	{ID: F15, Form: "1040", No: "15", Label: "Taxable income", Law: "IRC § 63", How: "line 11 − line 14, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(F11, F14) }},
	{ID: F16, Form: "1040", No: "16", Label: "Tax", Law: "IRC § 1",
		How: "Tax Table or rate schedule, the worksheets for capital gains and foreign income, or Form 8615", Calc: func(s *Sheet) money.Dec {
			switch {
			case s.taxedByParent():
				return s.At(Y18)
			case s.excludes():
				return s.At(W6)
			}
			return s.regularTax()
		}},
	{ID: F17, Form: "1040", No: "17", Label: "Alternative minimum tax and additions", Law: "IRC §§ 55, 36B(f)", How: "Schedule 2 line 3",
		Calc: func(s *Sheet) money.Dec { return s.At(S2_3) }},
	{ID: F18, Form: "1040", No: "18", Label: "Tax before credits", Law: "IRC § 26(b)", How: "line 16 + line 17",
		Calc: func(s *Sheet) money.Dec { return s.sum(F16, F17) }},
	{ID: F19, Form: "1040", No: "19", Label: "Child tax credit and credit for other dependents", Law: "IRC § 24", How: "Schedule 8812 line 14",
		Calc: func(s *Sheet) money.Dec { return s.At(C14) }},
	{ID: F20, Form: "1040", No: "20", Label: "Other nonrefundable credits", Law: "IRC § 26(a)", How: "Schedule 3 line 8",
		Calc: func(s *Sheet) money.Dec { return s.At(S3_8) }},
	{ID: F21, Form: "1040", No: "21", Label: "Nonrefundable credits", Law: "IRC § 26(a)", How: "line 19 + line 20",
		Calc: func(s *Sheet) money.Dec { return s.sum(F19, F20) }},
	{ID: F22, Form: "1040", No: "22", Label: "Tax after nonrefundable credits", Law: "IRC § 26(a)", How: "line 18 − line 21, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(F18, F21) }},
	{ID: F23, Form: "1040", No: "23", Label: "Other taxes", Law: "IRC §§ 1401, 1411", How: "Schedule 2 line 21",
		Calc: func(s *Sheet) money.Dec { return s.At(S2_21) }},
	{ID: F24, Form: "1040", No: "24", Label: "Total tax", Law: "IRC §§ 1, 55, 1401, 1411", How: "line 22 + line 23",
		Calc: func(s *Sheet) money.Dec { return s.sum(F22, F23) }},
	given(F25, "1040", "25d", "Federal income tax withheld", "IRC § 31", func(r *Return) money.Dec { return r.Withheld }),
	given(F26, "1040", "26", "Estimated tax payments", "IRC § 6315", func(r *Return) money.Dec { return r.EstimatedPayments }),
	{ID: F27, Form: "1040", No: "27|27a", Label: "Earned income credit", Law: "IRC § 32", How: "EIC worksheet",
		Calc: func(s *Sheet) money.Dec { return s.At(E7) }},
	{ID: F28, Form: "1040", No: "28", Label: "Additional child tax credit", Law: "IRC § 24(d)", How: "Schedule 8812 line 27",
		Calc: func(s *Sheet) money.Dec { return s.At(C27) }},
	{ID: F29, Form: "1040", No: "29", Label: "American opportunity credit, refundable part", Law: "IRC § 25A(i)", How: "Form 8863 line 8",
		Calc: func(s *Sheet) money.Dec { return s.At(H8) }},
	{ID: F31, Form: "1040", No: "31", Label: "Other payments and refundable credits", Law: "IRC § 36B", How: "Schedule 3 line 15",
		Calc: func(s *Sheet) money.Dec { return s.At(S3_15) }},
	{ID: F32, Form: "1040", No: "32", Label: "Other payments and refundable credits, total", Law: "IRC § 6401(b)", How: "27 + 28 + 29 + 31",
		Calc: func(s *Sheet) money.Dec { return s.sum(F27, F28, F29, F31) }},
	{ID: F33, Form: "1040", No: "33", Label: "Total payments", Law: "IRC § 6401(b)", How: "25d + 26 + 32",
		Calc: func(s *Sheet) money.Dec { return s.sum(F25, F26, F32) }},
	{ID: F34, Form: "1040", No: "34", Label: "Overpayment", Law: "IRC § 6402", How: "line 33 − line 24, if more than 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(F33, F24) }},
	{ID: F37, Form: "1040", No: "37", Label: "Amount owed", Law: "IRC § 6151", How: "line 24 − line 33, if more than 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(F24, F33) }},
}

// given makes a line that a fact fills.
func given(id ID, form, no, label, section string, fact func(*Return) money.Dec) Line {
	return Line{ID: id, Form: form, No: no, Label: label, Law: section, How: "given", Calc: func(s *Sheet) money.Dec { return fact(s.in) }}
}

// regularTax is the tax by whichever worksheet applies.
func (s *Sheet) regularTax() money.Dec {
	switch {
	case s.needsScheduleDWorksheet():
		return s.At(T47)
	case s.needsGainsWorksheet():
		return s.At(G25)
	}
	return s.taxOn(s.At(W3))
}

const aged = 65

// standardDeduction is § 63(c): nil for a separate filer whose spouse
// itemises, limited for a dependent, and higher for age and blindness.
func standardDeduction(s *Sheet) money.Dec {
	if s.in.Status == Separate && s.in.SpouseItemizes {
		return money.Zero
	}
	basic := s.by(&s.p.standard)
	if s.in.Claimable {
		earned := s.At(E1).Add(s.num(s.p.dependentAdd))
		basic = money.Min(basic, money.Max(s.num(s.p.dependentFloor), earned))
	}
	boxes := int64(0)
	for _, who := range s.in.people() {
		if who.Age >= aged {
			boxes++
		}
		if who.Blind {
			boxes++
		}
	}
	if boxes == 0 {
		return basic
	}
	return basic.Add(s.by(&s.p.aged).Mul(money.FromInt(boxes)))
}

// giftsWithoutItemizing is the deduction of § 170(p), from 2026.
func (s *Sheet) giftsWithoutItemizing() money.Dec {
	if !s.p.has2026Limits {
		return money.Zero
	}
	return money.Min(s.in.GiftsCash, s.pair(&s.p.giftsWithoutItemizing))
}

// itemizes compares the two deductions, the standard deduction with the gifts
// that go with it. The limitation of § 68 is measured
// before the business income deduction here, since that deduction depends on
// the choice.
func itemizes(s *Sheet) money.Dec {
	switch s.in.Itemizing {
	case Standard:
		return money.Zero
	case Itemized:
		return money.One
	}
	if s.At(SA17).IsZero() {
		return money.Zero
	}
	if s.At(SA17).Sub(s.itemizedLimit(money.Zero)).Greater(s.At(FStd).Add(s.giftsWithoutItemizing())) {
		return money.One
	}
	return money.Zero
}
