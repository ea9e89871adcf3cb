package form1040

import "github.com/tallystick/tallystick/domain/money"

// scheduleSELines is Schedule SE of the taxpayer (0) or the spouse (1).
func scheduleSELines(person int) []Line {
	form := [2]string{"Schedule SE (you)", "Schedule SE (spouse)"}[person]
	at := func(id ID) ID { return id + ID(person)*seLines }
	who := func(s *Sheet) *Person {
		if people := s.in.people(); person < len(people) {
			return people[person]
		}
		return nil
	}
	return []Line{
		{ID: at(SE2), Form: form, No: "3", Label: "Net profit or loss", Law: "IRC § 1402(a)", How: "given", Calc: func(s *Sheet) money.Dec {
			if p := who(s); p != nil {
				return p.SelfEmployment
			}
			return money.Zero
		}},
		{ID: at(SE4), Form: form, No: "4c", Label: "Net profit × 0.9235", Law: "IRC § 1402(a)(12)",
			How: "line 3 × 0.9235, if line 3 is more than 0", Calc: func(s *Sheet) money.Dec {
				if s.At(at(SE2)).Sign() <= 0 {
					return money.Zero
				}
				return s.At(at(SE2)).Mul(s.num(s.p.seShare))
			}},
		{ID: at(SE6), Form: form, No: "6", Label: "Net earnings from self-employment", Law: "IRC § 1402(b)(2)", How: "line 4c, nil under 400",
			Calc: func(s *Sheet) money.Dec {
				if s.At(at(SE4)).IsZero() || s.At(at(SE4)).Less(s.num(s.p.seMinimum)) {
					return money.Zero
				}
				return s.At(at(SE4))
			}},
		{ID: at(SE9), Form: form, No: "9", Label: "Room under the social security wage base", Law: "IRC § 1402(b)(1)",
			How: "wage base − social security wages, not below 0", Calc: func(s *Sheet) money.Dec {
				p := who(s)
				if p == nil || s.At(at(SE6)).IsZero() {
					return money.Zero
				}
				return s.num(s.p.wageBase).Sub(p.Wages).Positive()
			}},
		{ID: at(SE10), Form: form, No: "10", Label: "Social security part", Law: "IRC § 1401(a)", How: "smaller of line 6 and line 9 × 0.124",
			Calc: func(s *Sheet) money.Dec {
				return s.smaller(at(SE6), at(SE9)).Mul(s.num(s.p.seOASDI))
			}},
		{ID: at(SE11), Form: form, No: "11", Label: "Medicare part", Law: "IRC § 1401(b)(1)", How: "line 6 × 0.029",
			Calc: func(s *Sheet) money.Dec { return s.At(at(SE6)).Mul(s.num(s.p.seMedicare)) }},
		{ID: at(SE12), Form: form, No: "12", Label: "Self-employment tax", Law: "IRC § 1401", How: "10 + 11",
			Calc: func(s *Sheet) money.Dec { return s.sum(at(SE10), at(SE11)) }},
		{ID: at(SE13), Form: form, No: "13", Label: "Deduction for half of it", Law: "IRC § 164(f)", How: "line 12 × 0.50",
			Calc: func(s *Sheet) money.Dec { return s.At(at(SE12)).Mul(s.num(s.p.seDeduct)) }},
	}
}

const (
	formMED = "8959"
	formN   = "8960"
)

var form8959Lines = []Line{
	{ID: MED4, Form: formMED, No: "4", Label: "Medicare wages", Law: "IRC § 3101(b)(2)", How: "wages of both taxpayers",
		Calc: func(s *Sheet) money.Dec { return s.At(F1a) }},
	{ID: MED7, Form: formMED, No: "7", Label: "Additional Medicare Tax on wages", Law: "IRC § 3101(b)(2)", How: "(line 4 − threshold) × 0.009",
		Calc: func(s *Sheet) money.Dec {
			return s.At(MED4).Sub(s.by(&s.p.addMedicareStart)).Positive().Mul(s.num(s.p.addMedicareRate))
		}},
	{ID: MED8, Form: formMED, No: "8", Label: "Self-employment income", Law: "IRC § 1401(b)(2)", How: "Schedule SE line 6, both taxpayers",
		Calc: func(s *Sheet) money.Dec { return s.sum(SE6, SE6+seLines) }},
	{ID: MED11, Form: formMED, No: "11", Label: "Threshold left after wages", Law: "IRC § 1401(b)(2)(B)",
		How: "threshold − line 4, not below 0", Calc: func(s *Sheet) money.Dec {
			return s.by(&s.p.addMedicareStart).Sub(s.At(MED4)).Positive()
		}},
	{ID: MED13, Form: formMED, No: "13", Label: "Additional Medicare Tax on self-employment income", Law: "IRC § 1401(b)(2)",
		How: "(line 8 − line 11) × 0.009", Calc: func(s *Sheet) money.Dec {
			if s.At(MED8).IsZero() {
				return money.Zero
			}
			return s.excess(MED8, MED11).Mul(s.num(s.p.addMedicareRate))
		}},
	{ID: MED18, Form: formMED, No: "18", Label: "Additional Medicare Tax", Law: "IRC §§ 1401(b)(2), 3101(b)(2)", How: "7 + 13",
		Calc: func(s *Sheet) money.Dec { return s.sum(MED7, MED13) }},
}

var form8960Lines = []Line{
	{ID: N5, Form: formN, No: "5d", Label: "Net gain on disposition of property", Law: "IRC § 1411(c)(1)(A)(iii)", How: "Form 1040 line 7",
		Calc: func(s *Sheet) money.Dec { return s.At(F7) }},
	{ID: N8, Form: formN, No: "8", Label: "Investment income", Law: "IRC § 1411(c)(1)(A)",
		How:  "interest + dividends + passive income + line 5d",
		Calc: func(s *Sheet) money.Dec { return s.sum(F2b, F3b, N5).Add(s.in.PassiveBusinessIncome) }},
	{ID: N12, Form: formN, No: "12", Label: "Net investment income", Law: "IRC § 1411(c)(1)", How: "line 8 − deductions, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.At(N8).Sub(s.in.InvestmentDeductions).Positive() }},
	{ID: N15, Form: formN, No: "15", Label: "Modified adjusted gross income above the threshold", Law: "IRC § 1411(b), (d)",
		How:  "Form 1040 line 11 + foreign income excluded − threshold, not below 0",
		Calc: func(s *Sheet) money.Dec { return s.At(FMAGI).Sub(s.by(&s.p.niitStart)).Positive() }},
	{ID: N17, Form: formN, No: "17", Label: "Net investment income tax", Law: "IRC § 1411(a)(1)",
		How: "smaller of line 12 and line 15 × 0.038", Calc: func(s *Sheet) money.Dec {
			if s.At(N12).IsZero() {
				return money.Zero
			}
			return s.smaller(N12, N15).Mul(s.num(s.p.niitRate))
		}},
}
