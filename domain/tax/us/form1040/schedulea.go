package form1040

import "github.com/tallystick/tallystick/domain/money"

const formSA = "Schedule A"

var scheduleALines = []Line{
	{ID: SA4, Form: formSA, No: "4", Label: "Medical and dental expenses", Law: "IRC § 213(a)",
		How: "expenses − 0.075 × Form 1040 line 11, not below 0", Calc: func(s *Sheet) money.Dec {
			if s.in.Medical.IsZero() {
				return money.Zero
			}
			return s.in.Medical.Sub(s.At(F11).Positive().Mul(s.num(s.p.medicalRate))).Positive()
		}},
	given(SA5a, formSA, "5a", "State and local income taxes or general sales taxes", "IRC § 164(a)(3), (b)(5)",
		func(r *Return) money.Dec { return r.StateTaxes }),
	given(SA5c, formSA, "5b and 5c", "State and local real estate and personal property taxes", "IRC § 164(a)(1), (2)",
		func(r *Return) money.Dec { return r.PropertyTaxes }),
	{ID: SA5d, Form: formSA, No: "5d", Label: "State and local taxes", Law: "IRC § 164(a)", How: "5a + 5b + 5c",
		Calc: func(s *Sheet) money.Dec { return s.sum(SA5a, SA5c) }},
	{ID: SAcap, Form: formSA, No: "—", Label: "Limit on state and local taxes", Law: "IRC § 164(b)(6), (7)",
		How: "limit − 0.30 × (Form 1040 line 11 − threshold), half of that for a separate filer, not below the floor",
		Calc: func(s *Sheet) money.Dec {
			limit := s.by(&s.p.saltCap)
			if !s.p.hasSaltPhaseout {
				return limit
			}
			cut := s.At(FMAGI).Sub(s.by(&s.p.saltStart)).Positive().Mul(s.num(s.p.saltRate))
			if s.in.Status == Separate { // half of the joint limit, which is cut first
				cut = cut.Mul(half)
			}
			return money.Max(s.by(&s.p.saltFloor), limit.Sub(cut))
		}},
	{ID: SA5e, Form: formSA, No: "5e", Label: "State and local taxes deducted", Law: "IRC § 164(b)(6)",
		How: "smaller of line 5d and the limit", Calc: func(s *Sheet) money.Dec {
			if s.At(SA5d).IsZero() {
				return money.Zero
			}
			return s.smaller(SA5d, SAcap)
		}},
	given(SA8, formSA, "8e", "Home mortgage interest", "IRC § 163(h)(3)", func(r *Return) money.Dec { return r.MortgageInterest }),
	given(SA9, formSA, "9", "Investment interest", "IRC § 163(d)", func(r *Return) money.Dec { return r.InvestmentInterest }),
	{ID: SA14, Form: formSA, No: "14", Label: "Gifts to charity", Law: "IRC § 170(b)",
		How: "cash up to 0.60 and property up to 0.30 of Form 1040 line 11; from 2026 above 0.005 of it", Calc: gifts},
	given(SA15, formSA, "15", "Casualty and theft losses", "IRC § 165(h)", func(r *Return) money.Dec { return r.CasualtyLoss }),
	given(SA16, formSA, "16", "Other itemised deductions", "IRC § 67(b)", func(r *Return) money.Dec { return r.OtherItemized }),
	{ID: SA17, Form: formSA, No: "17", Label: "Itemised deductions", Law: "IRC § 63(d)", How: "4 + 5e + 8e + 9 + 14 + 15 + 16",
		Calc: func(s *Sheet) money.Dec {
			return s.sum(SA4, SA5e, SA8, SA9, SA14, SA15, SA16)
		}},
	{ID: SA68, Form: formSA, No: "—", Label: "Limitation on itemised deductions", Law: "IRC § 68",
		How: "2 ÷ 37 of the smaller of line 17 and of taxable income with line 17 added back above the 37 % threshold",
		Calc: func(s *Sheet) money.Dec {
			if !s.p.has2026Limits || s.At(FItem).IsZero() {
				return money.Zero
			}
			return s.itemizedLimit(s.At(F13a))
		}},
}

// itemizedLimit is the limitation of § 68 when a business income deduction is
// taken.
func (s *Sheet) itemizedLimit(business money.Dec) money.Dec {
	if !s.p.has2026Limits {
		return money.Zero
	}
	bands := s.p.schedules[s.in.Status].Bands
	s.cite(s.p.scheduleCite[s.in.Status])
	over := s.At(F11).Sub(business).Sub(s.At(F13b)).Sub(bands[len(bands)-1].From).Positive()
	base := money.Min(s.At(SA17), over)
	if base.IsZero() {
		return base
	}
	return base.Mul(s.num(s.p.limitTop)).Quo(s.num(s.p.limitBottom))
}

// gifts deducts cash up to its limit, then property within its own and what
// is left of the first; from 2026 the floor is taken off the total.
func gifts(s *Sheet) money.Dec {
	if s.in.GiftsCash.IsZero() && s.in.GiftsProperty.IsZero() {
		return money.Zero
	}
	income := s.At(F11).Positive()
	all := income.Mul(s.num(s.p.giftsRate))
	property := money.Zero
	if !s.in.GiftsProperty.IsZero() {
		property = money.Min(s.in.GiftsProperty, income.Mul(s.num(s.p.giftsPropertyRate)))
	}
	total := money.Min(s.in.GiftsCash.Add(property), all)
	if !s.p.has2026Limits {
		return total
	}
	floor := income.Mul(s.num(s.p.giftsFloor))
	return money.Min(s.in.GiftsCash.Add(property).Sub(floor).Positive(), all)
}
