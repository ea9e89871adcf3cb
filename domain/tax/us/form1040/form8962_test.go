package form1040

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
)

// Table 2 of the Instructions for Form 8962 (2025), read column by column:
// https://www.irs.gov/instructions/i8962.
func TestApplicableFigures2025(t *testing.T) {
	in := &Return{Year: 2025}
	s := NewSheet(params(t, 2025), in, Nothing)
	for percent, want := range map[int64]string{
		100: "0", 149: "0", 150: "0", 151: "0.0004", 175: "0.01", 199: "0.0196", 200: "0.02", 201: "0.0204", 237: "0.0348", 250: "0.04",
		251: "0.0404",
		299: "0.0596", 300: "0.06", 301: "0.0603", 302: "0.0605", 303: "0.0608", 327: "0.0668", 350: "0.0725", 351: "0.0728", 353: "0.0733",
		399: "0.0848", 400: "0.085", 401: "0.085",
	} {
		if got := s.applicableFigure(num(percent)); !got.Equal(money.MustParse(want)) {
			t.Errorf("%d %%: %s, printed %s", percent, got, want)
		}
	}
}

// The ends of the bands of Rev. Proc. 2025-25 sec. 3.01.
func TestApplicableFigures2026(t *testing.T) {
	s := NewSheet(params(t, 2026), &Return{Year: 2026}, Nothing)
	for percent, want := range map[int64]string{100: "0.021", 132: "0.021", 133: "0.0314", 150: "0.0419", 200: "0.066", 225: "0.0752",
		250: "0.0844", 300: "0.0996", 400: "0.0996"} {
		if got := s.applicableFigure(num(percent)); !got.Equal(money.MustParse(want)) {
			t.Errorf("%d %%: %s, want %s", percent, got, want)
		}
	}
}

// Tables 1-1 to 1-3 of the same instructions: family of 11, as their notes
// work it out.
func TestPovertyLinesOfLargeFamilies(t *testing.T) {
	for place, want := range map[Residence]int64{Contiguous: 68860, Alaska: 86110, Hawaii: 79210} {
		in := &Return{Year: 2025, Status: Joint, Children: 9, Marketplace: Marketplace{Months: 12, Residence: place}}
		lineIs(t, place.String(), in, map[ID]string{P4: num(want).String()})
	}
}

// marketplace2025 is a single return of 2025: 37,650 is 250 % of 15,060, 4 %
// of it 1,506 a year and 126 (125.50) a month.
func marketplace2025(months int, advance int64) *Return {
	in := &Return{Year: 2025, Method: AsForm, Marketplace: Marketplace{Months: months, Premiums: num(500 * int64(months)),
		Benchmark: num(450 * int64(months)), Advance: num(advance)}}
	in.You.Age, in.You.Wages = 40, num(37650)
	return in
}

func TestPremiumTaxCredit(t *testing.T) {
	lineIs(t, "the year", marketplace2025(12, 0), map[ID]string{P5: "250", P7: "0.04", P8a: "1506", P24: "3894", P26: "3894", S3_9: "3894",
		S2_1: "0"})
	lineIs(t, "five months: 5 × (450 − 126)", marketplace2025(5, 0), map[ID]string{P8b: "126", P24: "1620", P26: "1620"})
	lineIs(t, "advance payments", marketplace2025(12, 4394), map[ID]string{P26: "0", P27: "500", P29: "500", S2_1: "500"})
	lineIs(t, "limited at 200 to 300 %, single", marketplace2025(12, 5394), map[ID]string{P27: "1500", P29: "975"})
	other := marketplace2025(12, 6394)
	other.Status, other.Spouse.Age, other.You.Wages = Joint, 40, num(51100) // 250 % of 20,440
	lineIs(t, "limited, joint: 5400 − 2044 against 6394", other, map[ID]string{P24: "3356", P27: "3038", P29: "1950"})
	rich := marketplace2025(12, 5000)
	rich.You.Wages = num(60241) // above 400 %: 8.5 % is 5120.49, and no limit
	lineIs(t, "above 400 %", rich, map[ID]string{P5: "401", P7: "0.085", P24: "280", P29: "4720"})
	poor := marketplace2025(12, 0)
	poor.You.Wages = num(15059)
	lineIs(t, "below the poverty line", poor, map[ID]string{P5: "99", P24: "0"})
	poor.Marketplace.Advance = num(1000)
	lineIs(t, "below it with advance payments", poor, map[ID]string{P24: "5400", P26: "4400"})
	apart := marketplace2025(12, 1000)
	apart.Status = Separate
	lineIs(t, "a separate filer", apart, map[ID]string{P24: "0", P29: "1000"})
	apart.Marketplace.SeparateIsEntitled = true
	lineIs(t, "an abandoned one", apart, map[ID]string{P24: "3894", P26: "2894"})
}

// From 2026 nothing above 400 % of the poverty line, and no limit on repayment.
func TestPremiumTaxCredit2026(t *testing.T) {
	in := marketplace2025(12, 5000)
	in.Year, in.You.Wages = 2026, num(62600) // 400 % of 15,650; 9.96 % is 6234.96
	lineIs(t, "at 400 %", in, map[ID]string{P5: "400", P7: "0.0996", P24: "0", P29: "5000"})
	in.Marketplace.Benchmark, in.Marketplace.Premiums = num(9000), num(9000)
	lineIs(t, "a dearer plan", in, map[ID]string{P24: "2765", P29: "2235"})
	in.You.Wages = num(62601)
	lineIs(t, "a dollar above", in, map[ID]string{P5: "401", P24: "0", P29: "5000"})
}

// The credit is never more than the premiums, what is repaid never more than
// what was advanced, and more benchmark premium never lowers the credit.
func TestPremiumTaxCreditKeepsItsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		m := &r.Marketplace
		m.Months = rapid.IntRange(1, 12).Draw(t, "months")
		for name, x := range map[string]*money.Dec{"premiums": &m.Premiums, "benchmark": &m.Benchmark, "advance": &m.Advance} {
			*x = num(rapid.Int64Range(0, 20_000).Draw(t, name))
		}
		m.Residence = Residence(rapid.IntRange(0, 2).Draw(t, "residence"))
		s := evaluate(t, &r)
		slack := num(monthsOfYear) // of rounding monthly amounts
		if s.At(P24).Sign() < 0 || s.At(P24).Greater(m.Premiums.Add(slack)) {
			t.Fatalf("credit %s of premiums %s", s.At(P24), m.Premiums)
		}
		if s.At(P29).Greater(m.Advance) || s.At(P29).Sign() < 0 || !s.At(P26).IsZero() && !s.At(P29).IsZero() {
			t.Fatalf("advanced %s, net credit %s, repaid %s", m.Advance, s.At(P26), s.At(P29))
		}
		more := r
		more.Marketplace.Benchmark = m.Benchmark.Add(num(600))
		if after := evaluate(t, &more).At(P24); after.Less(s.At(P24)) {
			t.Fatalf("credit falls from %s to %s as the benchmark premium rises", s.At(P24), after)
		}
	})
}
