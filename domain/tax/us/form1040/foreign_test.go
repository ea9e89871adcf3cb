package form1040

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
)

// abroad2025 earns everything abroad.
func abroad2025(wages, days int64) *Return {
	in := &Return{Year: 2025, Method: Schedule}
	in.You.Age, in.You.Wages, in.You.ForeignIncome, in.You.ForeignDays = 40, num(wages), num(wages), int(days)
	return in
}

// 150,000 of wages less 130,000 excluded and 15,750 leave 4,250, taxed above
// 130,000: 24 % from 103,350 on.
func TestForeignEarnedIncomeIsStacked(t *testing.T) {
	lineIs(t, "the whole year", abroad2025(150000, 365), map[ID]string{FX: "130000", F11: "20000", F15: "4250", F16: "1020", FMAGI: "150000"})
	lineIs(t, "within the exclusion", abroad2025(90000, 366), map[ID]string{FX: "90000", F11: "0", F16: "0"})
	lineIs(t, "73 of 365 days: a fifth", abroad2025(90000, 73), map[ID]string{FX: "26000", F11: "64000"})
	in := abroad2025(150000, 365)
	in.Method = AsForm
	in.You.ForeignDays = 100 // 0.274 × 130000
	lineIs(t, "three places on the form", in, map[ID]string{FX: "35620"})
	in = abroad2025(150000, 365)
	in.LongTermGain = num(10000) // 4,250 at ordinary rates are gone: gain of 14,250 at 15 %
	in.You.Wages, in.You.ForeignIncome = num(130000), num(130000)
	lineIs(t, "gain below the standard deduction", in, map[ID]string{F15: "0", F16: "0"})
	in.LongTermGain = num(30000)
	lineIs(t, "gain of 30,000: 14,250 taxable, all of it gain at 15 %", in, map[ID]string{F15: "14250", G4: "14250", F16: "2137.5"})
}

func TestNoRefundableCreditsWithForeignIncomeExcluded(t *testing.T) {
	in := abroad2025(20000, 365)
	in.Children, in.EICChildren = 2, 2
	lineIs(t, "family abroad", in, map[ID]string{F27: "0", F28: "0"})
	in.You.ForeignIncome = money.Zero
	lineIs(t, "without the exclusion", in, map[ID]string{F27: "7152", F28: "2625"})
}

// The exclusion never raises tax before refundable credits, and never lowers
// it by more than the tax on what is excluded at the rates above it.
func TestExclusionNeverRaisesTax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		r.Method, r.Section1250Gain, r.CollectiblesGain = Schedule, money.Zero, money.Zero
		r.Children, r.OtherDependents, r.Medical = 0, 0, money.Zero // what § 911 does not restore
		plain := evaluate(t, &r).At(F16)
		r.You.ForeignIncome, r.You.ForeignDays = r.You.Wages, 366
		with := evaluate(t, &r)
		if with.At(F16).Greater(plain.Add(money.One)) {
			t.Fatalf("tax %s with %s excluded, %s without", with.At(F16), with.At(FX), plain)
		}
		if with.At(FX).Greater(r.You.Wages) {
			t.Fatalf("%s excluded of %s", with.At(FX), r.You.Wages)
		}
	})
}

// A child of 2025 with interest of 5,000: 1,350 is deducted, 2,300 taxed at
// the parent's 24 %, 1,350 at the child's 10 %.
func TestUnearnedIncomeAtTheParentsRates(t *testing.T) {
	child := func() *Return {
		in := &Return{Year: 2025, Method: Schedule, Claimable: true, Interest: num(5000)}
		in.You.Age = 12
		in.Parent = Parent{Applies: true, Status: Joint, TaxableIncome: num(300000)}
		return in
	}
	lineIs(t, "alone", child(), map[ID]string{FStd: "1350", Y1: "5000", Y2: "2700", Y5: "2300", Y13: "552", Y15: "135", F16: "687"})
	two := child()
	two.Parent.OtherChildren = num(6900)
	two.Parent.TaxableIncome = num(390000) // 4,600 of room at 24 %, then 4,600 at 32 %
	lineIs(t, "a quarter of what two bear", two, map[ID]string{Y9: "81870", Y10: "79294", Y13: "644", F16: "779"})
	poor := child()
	poor.Parent.TaxableIncome = money.Zero
	lineIs(t, "never less than at the child's rates", poor, map[ID]string{F16: "365"})
	gains := child()
	gains.Parent.TaxableIncome, gains.Parent.Preferential = num(100000), num(50000)
	lineIs(t, "the parent's gains move up: 2,300 at 12 % and as much gain from 0 to 15 %", gains, map[ID]string{Y13: "621"})
	less := child()
	less.Interest = num(2700)
	lineIs(t, "at the limit", less, map[ID]string{Y5: "0", F16: "135"})
}
