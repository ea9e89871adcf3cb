package form1040

import "github.com/tallystick/tallystick/domain/money"

const formX = "2555"

// daysOfYear is what a qualifying period is measured by; 366 in leap years.
const (
	daysOfYear = 365
	leapEvery  = 4
)

// form2555Lines exclude foreign earned income of each taxpayer; the tax on the
// rest is that of the income above it (§ 911(f)), which the worksheets read
// from line FX.
var form2555Lines = []Line{
	foreignLine(X42, "42 (you)", 0),
	foreignLine(X42s, "42 (spouse)", 1),
	{ID: FX, Form: formX, No: "45", Label: "Foreign income excluded", Law: "IRC § 911(a)",
		How: "foreign earned income exclusion of each taxpayer + housing exclusion", Calc: func(s *Sheet) money.Dec {
			return s.sum(X42, X42s).Add(s.in.ForeignHousing)
		}},
	{ID: FMAGI, Form: formX, No: "—", Label: "Adjusted gross income with excluded foreign income",
		Law: "IRC §§ 24(b)(1), 36B(d)(2)(B), 1411(d)", How: "Form 1040 line 11 + line 45",
		Calc: func(s *Sheet) money.Dec { return s.sum(F11, FX) }},
}

// foreignLine is the exclusion of a taxpayer: foreign earned income, at most
// the limit for the qualifying days.
func foreignLine(id ID, no string, person int) Line {
	return Line{ID: id, Form: formX, No: no, Label: "Foreign earned income exclusion", Law: "IRC § 911(b)(2)",
		How: "smaller of foreign earned income and the limit × qualifying days ÷ days of the year", Calc: func(s *Sheet) money.Dec {
			people := s.in.people()
			if person >= len(people) || people[person].ForeignIncome.IsZero() {
				return money.Zero
			}
			who, most := people[person], s.num(s.p.foreignMax)
			year := int64(daysOfYear)
			if s.p.Year%leapEvery == 0 {
				year++
			}
			if days := int64(who.ForeignDays); days < year {
				part := money.FromInt(days).Quo(money.FromInt(year))
				if s.method() == AsForm { // "rounded to at least three places"
					part = part.Round(3, money.HalfUp)
				}
				most = most.Mul(part)
			}
			return money.Min(who.ForeignIncome, most)
		}}
}

// excludes reports whether foreign income is excluded.
func (s *Sheet) excludes() bool { return !s.At(FX).IsZero() }

// stacked is the tax on an income above what was excluded: the Foreign Earned
// Income Tax Worksheet.
func (s *Sheet) stacked(onAll, onExcluded money.Dec) money.Dec {
	return onAll.Sub(onExcluded).Positive()
}

const formW = "1040 Foreign Earned Income Tax Worksheet"

var foreignTaxLines = []Line{
	{ID: W3, Form: formW, No: "3", Label: "Taxable income with foreign income excluded", Law: "IRC § 911(f)(1)(A)(i)",
		How: "Form 1040 line 15 + Form 2555 line 45, if line 15 is more than 0", Calc: func(s *Sheet) money.Dec {
			if s.At(F15).IsZero() {
				return money.Zero
			}
			return s.sum(F15, FX)
		}},
	{ID: W5, Form: formW, No: "5", Label: "Tax on the income excluded", Law: "IRC § 911(f)(1)(A)(ii)",
		How: "Tax Table or rate schedule on Form 2555 line 45", Calc: func(s *Sheet) money.Dec { return s.taxOn(s.At(FX)) }},
	{ID: W6, Form: formW, No: "6", Label: "Tax above the income excluded", Law: "IRC § 911(f)(1)(A)",
		How: "tax on line 3, by the worksheet for capital gains where it applies, − line 5, not below 0", Calc: func(s *Sheet) money.Dec {
			return s.stacked(s.regularTax(), s.At(W5))
		}},
}

// withinTaxable takes the capital gain excess off a gain: with foreign income
// excluded, gain above taxable income is not taxed as gain (§ 911(f)(2)).
func (s *Sheet) withinTaxable(gain money.Dec) money.Dec {
	if !s.excludes() {
		return gain
	}
	return money.Min(gain, s.At(F15))
}
