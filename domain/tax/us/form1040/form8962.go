package form1040

import "github.com/tallystick/tallystick/domain/money"

const formP = "8962"

// Residence says whose poverty guidelines apply.
type Residence int

const (
	Contiguous Residence = iota // the 48 contiguous states and the District of Columbia
	Alaska
	Hawaii
)

var residenceNames = [...]string{"contiguous", "alaska", "hawaii"}

// ResidenceNames lists the names that ParseResidence reads.
func ResidenceNames() []string { return residenceNames[:] }

func (r Residence) String() string { return residenceNames[r] }

// ParseResidence reads a residence by name.
func ParseResidence(name string) (Residence, bool) {
	for i, n := range residenceNames {
		if n == name {
			return Residence(i), true
		}
	}
	return 0, false
}

// Marketplace is the insurance of a year by Form 1095-A. Every month of
// coverage has the same amounts; amounts are the totals of the year.
type Marketplace struct {
	Months             int       // of coverage; 0 for none
	Premiums           money.Dec // enrolment premiums, column A
	Benchmark          money.Dec // second lowest cost silver plan, column B
	Advance            money.Dec // advance payments, column C
	DependentsIncome   money.Dec // modified adjusted gross income of dependents who must file
	Residence          Residence
	SeparateIsEntitled bool // a separate filer who was abused or abandoned
}

const (
	monthsOfYear = 12
	// abovePoverty is what line 5 says of more than four times the poverty line.
	abovePoverty = 401
	// leastIncome and repaymentEnd bound entitlement and the limit on
	// repayment, in percent of the poverty line (§ 36B(c)(1)(A), (f)(2)(B)).
	leastIncome  = 100
	repaymentEnd = 400
	figurePlaces = 4
)

var (
	four    = money.FromInt(4)
	twelve  = money.FromInt(monthsOfYear)
	hundred = money.FromInt(100)
)

var form8962Lines = []Line{
	{ID: P1, Form: formP, No: "1", Label: "Tax family size", Law: "IRC § 36B(d)(1)", How: "taxpayers and dependents", Ratio: true,
		Calc: func(s *Sheet) money.Dec {
			if s.in.Claimable {
				return money.Zero
			}
			return money.FromInt(int64(len(s.in.people()) + s.in.Children + s.in.OtherDependents))
		}},
	{ID: P3, Form: formP, No: "3", Label: "Household income", Law: "IRC § 36B(d)(2)",
		How: "Form 1040 line 11 + foreign income excluded + line 2a + untaxed social security benefits + dependents' income, not below 0",
		Calc: func(s *Sheet) money.Dec {
			return s.sum(FMAGI, F2a).Add(s.less(F6a, F6b)).Add(s.in.Marketplace.DependentsIncome).Positive()
		}},
	{ID: P4, Form: formP, No: "4", Label: "Federal poverty line", Law: "IRC § 36B(d)(3)",
		How: "poverty line of the first person + that of each further one", Calc: func(s *Sheet) money.Dec {
			if s.At(P1).IsZero() {
				return money.Zero
			}
			line := &s.p.povertyLine[s.in.Marketplace.Residence]
			return s.num(line[0]).Add(s.num(line[1]).Mul(s.At(P1).Sub(money.One)))
		}},
	{ID: P5, Form: formP, No: "5", Label: "Household income in percent of the poverty line", Law: "IRC § 36B(d)(2), (3)",
		How: "line 3 ÷ line 4 × 100 without decimals; 401 above four times line 4", Ratio: true, Calc: func(s *Sheet) money.Dec {
			switch {
			case s.At(P4).IsZero():
				return money.Zero
			case s.At(P3).Greater(s.At(P4).Mul(four)):
				return money.FromInt(abovePoverty)
			}
			return s.stepsDown(s.At(P3).Mul(hundred), s.At(P4))
		}},
	{ID: P7, Form: formP, No: "7", Label: "Applicable figure", Law: "IRC § 36B(b)(3)(A)", How: "Table 2 at line 5", Ratio: true,
		Calc: func(s *Sheet) money.Dec { return s.applicableFigure(s.At(P5)) }},
	{ID: P8a, Form: formP, No: "8a", Label: "Annual contribution", Law: "IRC § 36B(b)(2)(B)(ii)", How: "line 3 × line 7",
		Calc: func(s *Sheet) money.Dec { return s.At(P3).Mul(s.At(P7)) }},
	{ID: P8b, Form: formP, No: "8b", Label: "Monthly contribution", Law: "IRC § 36B(b)(2)(B)(ii)", How: "line 8a ÷ 12",
		Calc: func(s *Sheet) money.Dec { return s.At(P8a).Quo(twelve) }},
	{ID: P24, Form: formP, No: "24", Label: "Premium tax credit", Law: "IRC § 36B(b)(1), (2)",
		How: "smaller of premiums and benchmark premium less contribution, for the year or for each month of coverage", Calc: premiumCredit},
	{ID: P25, Form: formP, No: "25", Label: "Advance payments of the credit", Law: "IRC § 36B(f)(1)", How: "given",
		Calc: func(s *Sheet) money.Dec { return s.in.Marketplace.Advance }},
	{ID: P26, Form: formP, No: "26", Label: "Net premium tax credit", Law: "IRC § 36B(f)(1)", How: "line 24 − line 25, if more than 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(P24, P25) }},
	{ID: P27, Form: formP, No: "27", Label: "Excess advance payments", Law: "IRC § 36B(f)(2)(A)", How: "line 25 − line 24, if more than 0",
		Calc: func(s *Sheet) money.Dec { return s.excess(P25, P24) }},
	{ID: P29, Form: formP, No: "29", Label: "Excess advance payments repaid", Law: "IRC § 36B(f)(2)",
		How: "smaller of line 27 and the repayment limitation", Calc: repaidAdvance},
}

// applicableFigure is the percentage of household income that a household
// contributes: rising in a line within a band, to four places.
func (s *Sheet) applicableFigure(percent money.Dec) money.Dec {
	bands := &s.p.premiumBands
	i := len(bands) - 1
	for i > 0 && percent.Less(bands[i].from.Dec) {
		i--
	}
	b := &bands[i]
	s.cite(b.from.cite)
	initial, final := s.num(b.initial), s.num(b.final)
	if initial.Equal(final) {
		return initial
	}
	end := money.FromInt(repaymentEnd)
	if i+1 < len(bands) {
		end = bands[i+1].from.Dec
	}
	part := percent.Sub(b.from.Dec).Quo(end.Sub(b.from.Dec))
	figure := initial.Add(final.Sub(initial).Mul(part))
	if s.method() == Slope {
		return figure
	}
	return figure.Round(figurePlaces, money.HalfUp)
}

// premiumCredit is § 36B(b) for an applicable taxpayer. Below the poverty line
// the credit needs an estimate above it, which advance payments attest.
func premiumCredit(s *Sheet) money.Dec {
	m := &s.in.Marketplace
	percent := s.At(P5)
	switch {
	case m.Months == 0, s.At(P1).IsZero(), s.in.Status == Separate && !m.SeparateIsEntitled:
		return money.Zero
	case percent.Less(money.FromInt(leastIncome)) && m.Advance.IsZero():
		return money.Zero
	case s.p.premiumIncomeMax.cite != 0 && percent.Greater(s.num(s.p.premiumIncomeMax)):
		return money.Zero
	}
	if m.Months == monthsOfYear {
		return money.Min(m.Premiums, m.Benchmark.Sub(s.At(P8a)).Positive())
	}
	n := money.FromInt(int64(m.Months))
	premium, benchmark := m.Premiums.Quo(n), m.Benchmark.Quo(n)
	if s.method() == AsForm {
		premium, benchmark = premium.Whole(money.HalfUp), benchmark.Whole(money.HalfUp)
	}
	return money.Min(premium, benchmark.Sub(s.At(P8b)).Positive()).Mul(n)
}

// repaidAdvance limits what is repaid below 400 % of the poverty line, until
// 2025.
func repaidAdvance(s *Sheet) money.Dec {
	excess, percent := s.At(P27), s.At(P5)
	if excess.IsZero() || !s.p.hasRepaymentMax || !percent.Less(money.FromInt(repaymentEnd)) {
		return excess
	}
	for i := range s.p.repaymentMax {
		limit := &s.p.repaymentMax[i]
		if !percent.Less(limit.below) {
			continue
		}
		most := limit.other
		if s.in.Status == Single {
			most = limit.single
		}
		return money.Min(excess, s.num(most))
	}
	return excess
}
