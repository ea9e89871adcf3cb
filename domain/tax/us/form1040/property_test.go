package form1040

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
)

// drawReturn draws a return of a common kind: every income and deduction that
// the forms compute, most of them absent.
func drawReturn(t *rapid.T) Return {
	dollars := func(name string, most int64) money.Dec {
		if rapid.Bool().Draw(t, "has "+name) {
			return money.FromInt(rapid.Int64Range(0, most).Draw(t, name))
		}
		return money.Zero
	}
	gain := func(name string) money.Dec {
		return money.FromInt(rapid.Int64Range(-20_000, 400_000).Draw(t, name))
	}
	r := Return{
		Year: rapid.IntRange(2022, 2026).Draw(t, "year"), Status: Status(rapid.IntRange(0, int(statuses)-1).Draw(t, "status")),
		Method: Method(rapid.IntRange(0, 1).Draw(t, "method")),
		You: Person{Age: rapid.IntRange(18, 90).Draw(t, "age"), Wages: dollars("wages", 900_000),
			SelfEmployment: dollars("self-employment", 400_000), RetirementSaved: dollars("saved", 5000)},
		Spouse: Person{Age: rapid.IntRange(18, 90).Draw(t, "spouse age"), Wages: dollars("spouse wages", 500_000),
			SelfEmployment: dollars("spouse self-employment", 200_000)},
		Children: rapid.IntRange(0, 5).Draw(t, "children"), OtherDependents: rapid.IntRange(0, 2).Draw(t, "dependents"),
		Interest: dollars("interest", 30_000), OrdinaryDividends: dollars("dividends", 100_000),
		Pensions: dollars("pensions", 80_000), SocialSecurity: dollars("benefits", 50_000), Unemployment: dollars("unemployment", 20_000),
		RentalAndPassthrough: dollars("rent", 100_000), StudentLoanInterest: dollars("student loan", 4000), IRADeduction: dollars("ira", 7000),
		Medical: dollars("medical", 40_000), StateTaxes: dollars("state taxes", 60_000), MortgageInterest: dollars("mortgage", 40_000),
		GiftsCash: dollars("gifts", 60_000), AMTAdjustments: dollars("preferences", 300_000), LifetimeLearning: dollars("tuition", 12_000),
		ForeignTaxCredit: dollars("foreign tax", 3000), CarLoanInterest: dollars("car", 9000),
	}
	r.You.Tips, r.You.Overtime = dollars("tips", 20_000), dollars("overtime", 15_000)
	r.QualifiedDividends = money.Min(r.OrdinaryDividends, dollars("qualified", 100_000))
	if rapid.Bool().Draw(t, "has gains") {
		r.ShortTermGain, r.LongTermGain = gain("short"), gain("long")
		r.Section1250Gain = money.Min(dollars("1250", 50_000), r.LongTermGain.Positive())
		r.CollectiblesGain = money.Min(dollars("collectibles", 50_000), r.LongTermGain.Positive().Sub(r.Section1250Gain))
	}
	r.AmericanOpportunity[0] = dollars("american opportunity", 5000)
	r.EICChildren = r.Children
	return r
}

func evaluate(t *rapid.T, r *Return) *Sheet {
	p, err := ForYear(r.Year)
	if err != nil {
		t.Fatal(err)
	}
	return NewSheet(p, r, Nothing)
}

func TestACoupleEqualsItsMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		r.Status = Joint
		mirror := r
		mirror.You, mirror.Spouse = r.Spouse, r.You
		a, b := evaluate(t, &r), evaluate(t, &mirror)
		for _, line := range []ID{F11, F15, F24, F33} {
			if !a.At(line).Equal(b.At(line)) {
				t.Fatalf("line %s is %s, and %s when the spouses change places", table[line].No, a.At(line), b.At(line))
			}
		}
	})
}

// A dollar more of wages never lowers line 24. The listed exceptions are set
// aside by the draw: wages that use up the wage base of self-employment tax
// (no self-employment here) and wages that let care expenses count (no care
// expenses here). Cents are kept, since rounding lines may move by a dollar.
func TestWagesNeverLowerTax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		r.Method = Schedule
		r.You.SelfEmployment, r.Spouse.SelfEmployment = money.Zero, money.Zero
		more := r
		more.You.Wages = r.You.Wages.Add(money.FromInt(rapid.Int64Range(1, 2000).Draw(t, "more")))
		before, after := evaluate(t, &r).At(F24), evaluate(t, &more).At(F24)
		if after.Less(before) {
			t.Fatalf("tax falls from %s to %s as wages rise from %s to %s", before, after, r.You.Wages, more.You.Wages)
		}
	})
}

// TestTheListedExceptionIsReal holds the exception to its reason: wages that
// use up the wage base lower self-employment tax by more than they add.
func TestTheListedExceptionIsReal(t *testing.T) {
	p := params(t, 2025)
	r := Return{Year: 2025, Method: Schedule, You: Person{Age: 40, SelfEmployment: money.FromInt(100_000), Wages: money.FromInt(100_000)}}
	before := NewSheet(p, &r, Nothing).At(SE12)
	r.You.Wages = money.FromInt(101_000)
	if after := NewSheet(p, &r, Nothing).At(SE12); !after.Less(before) {
		t.Errorf("self-employment tax stays at %s", after)
	}
}

func TestRefundablePartsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		s := evaluate(t, &r)
		p := s.p
		if most := money.FromInt(int64(r.Children)).Mul(p.childRefund.Dec); s.At(F28).Greater(most) || s.At(F28).Sign() < 0 {
			t.Fatalf("additional child tax credit %s, at most %s", s.At(F28), most)
		}
		if most := money.FromInt(1000); s.At(F29).Greater(most) || s.At(F29).Sign() < 0 {
			t.Fatalf("refundable American opportunity credit %s, at most %s", s.At(F29), most)
		}
		if most := p.eicMax[s.eicColumn()].Dec.Add(money.One); s.At(F27).Greater(most) || s.At(F27).Sign() < 0 {
			t.Fatalf("earned income credit %s, at most %s", s.At(F27), most)
		}
		if s.At(F21).Greater(s.At(F18)) {
			t.Fatalf("nonrefundable credits %s exceed the tax %s", s.At(F21), s.At(F18))
		}
		if _, total := s.Components(); total.Sub(s.At(F24)).Abs().Greater(money.MustParse("0.06")) {
			t.Fatalf("components add up to %s, line 24 is %s", total, s.At(F24))
		}
	})
}

// The alternative minimum tax is never negative, and with the regular tax it
// is the larger of regular tax and tentative minimum tax (§ 55(a)).
func TestMinimumTaxIsTheLarger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		s := evaluate(t, &r)
		if s.At(M11).Sign() < 0 {
			t.Fatalf("alternative minimum tax is %s", s.At(M11))
		}
		if got, want := s.sum(M10, M11), money.Max(s.At(M10), s.At(M9)); !got.Equal(want) {
			t.Fatalf("regular tax and minimum tax make %s, the larger of the two is %s", got, want)
		}
	})
}

func TestPreferentialRatesNeverCostMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		s := evaluate(t, &r)
		plain := s.taxOn(s.At(F15))
		if r.Method == AsForm {
			plain = plain.Whole(money.HalfUp)
		}
		if s.At(F16).Greater(plain) {
			t.Fatalf("tax with gains %s, at ordinary rates %s", s.At(F16), plain)
		}
	})
}

func BenchmarkReturn(b *testing.B) {
	p := params(b, 2025)
	r := Return{Year: 2025, Status: Joint, You: Person{Age: 45, Wages: money.FromInt(90_000)},
		Spouse:   Person{Age: 43, Wages: money.FromInt(40_000), SelfEmployment: money.FromInt(12_000)},
		Children: 2, EICChildren: 2, Interest: money.FromInt(900), OrdinaryDividends: money.FromInt(2000),
		QualifiedDividends: money.FromInt(1500), LongTermGain: money.FromInt(3000),
		MortgageInterest: money.FromInt(9000), StateTaxes: money.FromInt(8000)}
	var s Sheet
	b.ReportAllocs()
	for b.Loop() {
		s.Reset(p, &r)
		_ = s.At(F24)
		_ = s.At(F33)
	}
}

// The lines of forms that a return lacks come out as if they were worked out,
// on the return and along its slope.
func TestFormsThatAreLackedChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReturn(t)
		further := r
		further.You.SelfEmployment = r.You.SelfEmployment.Add(money.FromInt(5000))
		quick, full := evaluate(t, &r), evaluate(t, &r)
		full.state = [lineCount]lineState{}
		same := func(when string) {
			t.Helper()
			for id := F1a; id <= F37; id++ {
				if a, b := quick.At(id), full.At(id); !a.Equal(b) {
					t.Fatalf("%s: Form 1040 line %s is %s, worked out %s", when, table[id].No, a, b)
				}
			}
			for i := range levies {
				if a, b := quick.At(levies[i].line), full.At(levies[i].line); !a.Equal(b) {
					t.Fatalf("%s: %s is %s, worked out %s", when, levies[i].code, a, b)
				}
			}
		}
		same("the return")
		quick.Earn(&further, Profit)
		full.in, full.state = &further, [lineCount]lineState{}
		same("5,000 of profit more")
	})
}
