package form1040

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
)

func num(x int64) money.Dec { return money.FromInt(x) }

// lineIs compares lines of a return with figures worked out by hand from the
// lines of the official forms.
func lineIs(t *testing.T, name string, in *Return, want map[ID]string) {
	t.Helper()
	s := NewSheet(params(t, in.Year), in, Nothing)
	for id, text := range want {
		if got := s.At(id); !got.Equal(money.MustParse(text)) {
			t.Errorf("%s: %s line %s is %s, by hand %s", name, table[id].Form, table[id].Number(in.Year), got, text)
		}
	}
}

// Schedule D Tax Worksheet with unrecaptured section 1250 gain, 2023: line 10
// 83878, line 13 62936, line 14 and 21 89322, line 30 62936 at 15 %, line 39
// nil since line 36 exceeds line 37 by more than line 35, line 44 the schedule
// on 89322 = 5147 + 22 % × 44597.
func TestUnrecapturedGain(t *testing.T) {
	in := &Return{Year: 2023, Status: Separate, Method: Schedule, Interest: num(12820), OrdinaryDividends: num(14935),
		QualifiedDividends: num(14069),
		LongTermGain:       num(69809), Section1250Gain: num(20942)}
	in.You.Age, in.You.Wages = 34, num(68544)
	lineIs(t, "section 1250 gain", in, map[ID]string{F15: "152258", T21: "89322", T30: "62936", T39: "0", F16: "24398.74"})
}

// Schedule D Tax Worksheet with 28 % rate gain and Form 6251 Part III, 2024.
// Taxable income 748987 = 921352 − 172365. Worksheet: line 13 540308, line 21
// 191950, line 30 99900 at 15 %, line 33 440408 at 20 %, line 42 16729 at 28 %,
// line 44 17168.50 + 24 % × 91425. Form 6251: line 4 753987, exemption 66650 −
// 25 % × 144637 = 30490.75, line 12 723496.25, line 17 183188.25 × 28 % − 2326
// + the same gains.
func TestCollectiblesGainAndMinimumTax(t *testing.T) {
	in := &Return{Year: 2024, Status: Separate, Method: Schedule, Interest: num(144887), SocialSecurity: num(27920), LongTermGain: num(675384),
		CollectiblesGain: num(135076),
		PropertyTaxes:    num(11625), MortgageInterest: num(167365)}
	in.You.Age, in.You.Blind, in.You.Wages = 71, true, num(77349)
	lineIs(t, "28 % rate gain", in, map[ID]string{
		F6b: "23732", F15: "748987", T21: "191950", T30: "99900", T33: "440408", T42: "16729", F16: "146861.22",
		M4: "753987", M5: "30490.75", M6: "723496.25", S2_2: "5172.09",
	})
}

// A separate filer whose exemption is gone adds 25 % of the excess to line 4
// (§ 55(d)(3)), at most the exemption: 2025, line 4 before it 1107862, the
// exemption ends at 626350 + 68500 ÷ 25 % = 900350; 51878 is added.
func TestMinimumTaxOfSeparateFilers(t *testing.T) {
	in := &Return{Year: 2025, Status: Separate, Method: Schedule, Interest: num(72904), OrdinaryDividends: num(104060),
		QualifiedDividends: num(54707), LongTermGain: num(733685)}
	in.You.Age, in.You.Wages = 20, num(197213)
	lineIs(t, "separate filer", in, map[ID]string{F11: "1107862", M4: "1159740", M5: "0"})
}

// § 86: half of the benefits above 25,000 up to 34,000, then 85 %. Other income
// 40000 + half of 20000 = 50000; (50000 − 34000) × 85 % + 4500 = 18100, at most
// 85 % of 20000 = 17000.
func TestSocialSecurityBenefits(t *testing.T) {
	for other, want := range map[int64]string{10000: "0", 16000: "500", 24000: "4500", 28000: "7900", 40000: "17000"} {
		in := &Return{Year: 2024, Method: Schedule, SocialSecurity: num(20000), Pensions: num(other)}
		in.You.Age = 70
		lineIs(t, "benefits", in, map[ID]string{F6b: want})
	}
	apart := &Return{Year: 2024, Status: Separate, Method: Schedule, SocialSecurity: num(20000), Pensions: num(10000)}
	lineIs(t, "separate, not apart", apart, map[ID]string{F6b: "17000"})
	apart.LivedApart = true
	lineIs(t, "separate, apart", apart, map[ID]string{F6b: "0"})
}

// §§ 21, 25A and 25B on joint returns of 2025.
func TestNonrefundableCredits(t *testing.T) {
	joint := func(wages int64) *Return {
		in := &Return{Year: 2025, Status: Joint, Method: Schedule}
		in.You.Age, in.Spouse.Age = 40, 40
		in.You.Wages, in.Spouse.Wages = num(wages/2), num(wages/2)
		return in
	}
	care := joint(80000)
	care.Children, care.CarePersons, care.CareExpenses = 2, 2, num(7000)
	lineIs(t, "care, 20 % of at most 6000", care, map[ID]string{S3_2: "1200"})
	care.CarePersons = 1
	lineIs(t, "care, 20 % of at most 3000", care, map[ID]string{S3_2: "600"})
	care.You.Wages, care.Spouse.Wages = num(79000), num(1000)
	lineIs(t, "care, at most the lesser earnings", care, map[ID]string{S3_2: "200"})

	school := joint(100000)
	school.AmericanOpportunity[0] = num(3000)
	lineIs(t, "2000 + 25 % of 1000, 40 % of it refundable", school, map[ID]string{F29: "900", S3_3: "1350"})
	school.LifetimeLearning = num(12000)
	lineIs(t, "and 20 % of at most 10000", school, map[ID]string{F29: "900", S3_3: "3350"})
	school.You.Wages = num(120000) // AGI 170000: half of the range from 160000 to 180000
	lineIs(t, "half of it", school, map[ID]string{F29: "450", S3_3: "1675"})

	saver := joint(46000) // up to 47500: 50 % of at most 2000 each; tax 10 % × 14500
	saver.You.RetirementSaved, saver.Spouse.RetirementSaved = num(5000), num(600)
	lineIs(t, "half of 2600", saver, map[ID]string{F16: "1450", S3_4: "1300"})
	saver.Spouse.CannotSave = true
	lineIs(t, "half of 2000", saver, map[ID]string{S3_4: "1000"})
}

// Schedule 1-A of 2025: the thresholds and steps of §§ 151(d)(5)(C), 163(h)(4),
// 224 and 225.
func TestAdditionalDeductions(t *testing.T) {
	in := &Return{Year: 2025, Method: Schedule, CarLoanInterest: num(12000)}
	in.You.Age, in.You.Wages, in.You.Tips, in.You.Overtime = 66, num(70000), num(30000), num(20000)
	lineIs(t, "below every threshold", in, map[ID]string{S1A13: "25000", S1A21: "12500", S1A30: "10000", S1A37: "6000", F13b: "53500"})
	in.You.Wages = num(101500) // seniors: 6 % of 26500; cars: 2 steps of 200
	lineIs(t, "between", in, map[ID]string{S1A13: "25000", S1A30: "9600", S1A37: "4410"})
	in.You.Wages = num(152999) // tips and overtime: 2 whole steps of 100; cars: 53 steps
	lineIs(t, "above", in, map[ID]string{S1A13: "24800", S1A21: "12300", S1A30: "0", S1A37: "1320.06"})
	in.Status = Separate
	lineIs(t, "separate filers have but the car loan", in, map[ID]string{S1A13: "0", S1A21: "0", S1A37: "0"})
	in.Year, in.Status = 2024, Single
	lineIs(t, "before 2025", in, map[ID]string{F13b: "0"})
}

// § 199A above the threshold of 2025, 197300 single, range 50000. Taxable
// income before the deduction 222300: half of the range is used. No wages and
// no property: the 20 % fall by half. A specified service counts half of its
// income first.
func TestQualifiedBusinessIncomeAboveTheThreshold(t *testing.T) {
	in := &Return{Year: 2025, Method: Schedule, Itemizing: Standard, RentalAndPassthrough: num(100000),
		OtherQualifiedBusinessIncome: num(100000)}
	in.You.Age, in.You.Wages = 40, num(222300+15750-100000)
	lineIs(t, "half of 20000", in, map[ID]string{F13a: "10000"})
	in.BusinessWages = num(30000) // limit 15000: 20000 − half of 5000
	lineIs(t, "limit by wages", in, map[ID]string{F13a: "17500"})
	in.BusinessWages, in.SpecifiedService = money.Zero, true
	lineIs(t, "specified service", in, map[ID]string{F13a: "5000"})
	in.SpecifiedService = false
	in.You.Wages = num(400000)
	lineIs(t, "above the range", in, map[ID]string{F13a: "0"})
}

// § 32(d)(2): a separate filer who lives apart with a child is entitled.
func TestEarnedIncomeCreditOfSeparateFilers(t *testing.T) {
	in := &Return{Year: 2025, Status: Separate, Method: Schedule, Children: 1, EICChildren: 1}
	in.You.Age, in.You.Wages = 30, num(13094)
	lineIs(t, "not apart", in, map[ID]string{F27: "0"})
	in.LivedApart = true
	lineIs(t, "apart", in, map[ID]string{F27: "4328.2"})
	in.EICChildren = 0
	lineIs(t, "apart without a child", in, map[ID]string{F27: "0"})
}

// From 2026 gifts in cash are deducted with the standard deduction: 1,000, or
// 2,000 joint. Itemised deductions are taken only if they exceed both.
func TestGiftsWithoutItemizing(t *testing.T) {
	in := &Return{Year: 2026, Method: Schedule, GiftsCash: num(1400)}
	in.You.Age, in.You.Wages = 40, num(50000)
	lineIs(t, "standard", in, map[ID]string{F12: "16100", F12g: "1000", F15: "32900"})
	in.MortgageInterest = num(15500) // 15500 + 1400 − 250 = 16650 < 17100
	lineIs(t, "standard is still more", in, map[ID]string{F12: "16100", F12g: "1000"})
	in.MortgageInterest = num(16000) // 17150
	lineIs(t, "itemised", in, map[ID]string{F12: "17150", F12g: "0", F15: "32850"})
}
