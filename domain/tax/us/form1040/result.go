package form1040

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

var cent = block.Minor(2, money.HalfUp)

// levies are the lines that make total tax, and those beside it.
var levies = []struct {
	line    ID
	code    string
	kind    string
	inTotal bool
}{
	{F16, "income_tax", tax.LevyTax, true},
	{S2_1, "premium_credit_repayment", tax.LevySurcharge, true},
	{S2_2, "alternative_minimum_tax", tax.LevySurcharge, true},
	{S3_1, "foreign_tax_credit", tax.LevyCredit, true},
	{S3_2, "care_credit", tax.LevyCredit, true},
	{S3_3, "education_credits", tax.LevyCredit, true},
	{S3_4, "savers_credit", tax.LevyCredit, true},
	{S3_6d, "elderly_credit", tax.LevyCredit, true},
	{S3_7, "other_credits", tax.LevyCredit, true},
	{F19, "child_tax_credit", tax.LevyCredit, true},
	{S2_4, "self_employment_tax", tax.LevySurcharge, true},
	{S2_11, "additional_medicare_tax", tax.LevySurcharge, true},
	{S2_12, "net_investment_income_tax", tax.LevySurcharge, true},
	{S2_18, "other_taxes", tax.LevySurcharge, true},
	{F27, "earned_income_credit", tax.LevyRefundable, false},
	{F28, "additional_child_tax_credit", tax.LevyRefundable, false},
	{F29, "american_opportunity_credit", tax.LevyRefundable, false},
	{F31, "other_payments", tax.LevyRefundable, false},
	{F25, "tax_withheld", tax.LevyPayment, false},
	{F26, "estimated_payments", tax.LevyPayment, false},
}

// Components lists what makes total tax, and what is refundable or paid; the
// income tax always, the others where they are not 0. Amounts are rounded to
// cents such that those in the total add up to the total.
func (s *Sheet) Components() (parts []tax.Levy, total money.Dec) {
	const few = 4 // most returns have no more, with what others add
	parts = make([]tax.Levy, 0, few)
	for i := range levies {
		l := &levies[i]
		amount := cent.Apply(s.At(l.line))
		switch {
		case i > 0 && amount.IsZero():
			continue
		case !l.inTotal:
		case l.kind == tax.LevyCredit: // credits follow the taxes that they reduce; each is rounded by itself
			amount = money.Min(amount, total)
			total = total.Sub(amount)
		default:
			total = total.Add(amount)
		}
		parts = append(parts, tax.Levy{Code: l.code, Kind: l.kind, Amount: amount, InTotal: l.inTotal})
	}
	return parts, total
}

// EmployeeTaxes returns the employee's social security and Medicare taxes on
// the wages of the return, without Additional Medicare Tax.
func (s *Sheet) EmployeeTaxes() (socialSecurity, medicare money.Dec) {
	for _, who := range s.in.people() {
		if who.Wages.Sign() <= 0 {
			continue
		}
		socialSecurity = socialSecurity.Add(cent.Apply(money.Min(who.Wages, s.num(s.p.wageBase)).Mul(s.num(s.p.oasdi))))
		medicare = medicare.Add(cent.Apply(who.Wages.Mul(s.num(s.p.medicare))))
	}
	return socialSecurity, medicare
}

// EmployeeSteps are the steps of EmployeeTaxes, nil where there are no wages.
func (s *Sheet) EmployeeSteps() []tax.Step {
	social, medicare := s.EmployeeTaxes()
	if social.IsZero() {
		return nil
	}
	ids := func(of ...*number) (out []string) {
		for _, n := range of {
			for i := range s.p.groups[n.cite] {
				out = append(out, s.p.groups[n.cite][i].ID)
			}
		}
		return out
	}
	return []tax.Step{
		{Code: "social_security_tax", Label: "Social security tax of employees", Formula: "each one's wages, up to " + s.p.wageBase.Dec.String() +
			", × " + s.p.oasdi.Dec.String(), Amount: social, CitationIDs: ids(&s.p.wageBase, &s.p.oasdi)},
		{Code: "medicare_tax", Label: "Medicare tax of employees", Formula: "each one's wages × " + s.p.medicare.Dec.String(), Amount: medicare,
			CitationIDs: ids(&s.p.medicare)},
	}
}

// BelowWageBase reports that nobody's wages and profit together reach the limit of social
// security wages.
func (s *Sheet) BelowWageBase() bool {
	for _, who := range s.in.people() {
		if who.Wages.Add(who.SelfEmployment.Positive()).Greater(s.p.wageBase.Dec) {
			return false
		}
	}
	return true
}

// Ordinary returns the part of taxable income that the rate schedule taxes.
func (s *Sheet) Ordinary() money.Dec {
	switch {
	case s.needsScheduleDWorksheet() && s.At(T45).Less(s.At(T46)):
		return s.At(T21)
	case !s.needsScheduleDWorksheet() && s.needsGainsWorksheet() && s.At(G23).Less(s.At(G24)):
		return s.At(G5)
	}
	return s.At(F15)
}

// Bands splits taxable income into the bands that tax it: the rate schedule,
// then the rates on gains.
func (s *Sheet) Bands() []tax.BandResult {
	schedule := s.p.Schedule(s.in.Status)
	ordinary := s.Ordinary()
	entered, alone := 1+slices.IndexFunc(schedule.Bands, func(b block.Band) bool { return b.Open || !ordinary.Greater(b.To) }),
		ordinary.Equal(s.At(F15))
	if !alone {
		entered += 2
	}
	out := tax.Bands(make([]tax.BandResult, 0, entered), schedule, money.Zero, ordinary, cent)
	if alone {
		return out
	}
	add := func(label string, amount, rate money.Dec) {
		if amount.Sign() > 0 {
			out = append(out, tax.BandResult{Label: label, Amount: amount, Rate: rate, Tax: cent.Apply(amount.Mul(rate))})
		}
	}
	low, middle, high := s.p.gainsLow.Dec, s.p.gainsMiddle.Dec, s.p.gainsHigh.Dec
	if !s.needsScheduleDWorksheet() {
		add("Gains at 0 %", s.At(G9), low)
		add("Gains at 15 %", s.At(G17), middle)
		add("Gains at 20 %", s.At(G20), high)
		return out
	}
	add("Gains at 0 %", s.At(T22), low)
	add("Gains at 15 %", s.At(T30), middle)
	add("Gains at 20 %", s.At(T33), high)
	add("Gains at 25 %", s.At(T39), s.p.section1250.Dec)
	add("Gains at 28 %", s.At(T42), s.p.collectibles.Dec)
	return out
}
