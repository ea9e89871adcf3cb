package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// A fifth of the federal credit for care in Kentucky, and a quarter of it up to 50,000 of
// federal adjusted gross income in Mississippi; the federal credit is 20 % of 3000.
func TestCareInTheSouth(t *testing.T) {
	for _, c := range []struct {
		slug  string
		wages int64
		off   int64
	}{{"kentucky", 60000, 120}, {"mississippi", 50000, 150}, {"mississippi", 50001, 0}} {
		in := wagesOf(2025, form1040.Head, c.wages, 1, 0)
		before := compute(t, Of(c.slug), in).Tax
		in.CarePersons, in.CareExpenses = 1, dollars(3000)
		if why := Of(c.slug).Refuse(in); why != "" {
			t.Errorf("%s: %s", c.slug, why)
			continue
		}
		if off := before.Sub(compute(t, Of(c.slug), in).Tax); !off.Equal(dollars(c.off)) {
			t.Errorf("%s, %d: %s off, want %d", c.slug, c.wages, off, c.off)
		}
	}
}

// Hawaii's deduction for student loan interest falls to nothing from 50,000 to 65,000, of a
// couple from 100,000 to 130,000, where the federal one is still whole.
func TestHawaiiStudentLoans(t *testing.T) {
	for _, c := range []struct {
		status form1040.Status
		wages  int64
		added  int64
	}{
		{form1040.Single, 50000, 0}, {form1040.Single, 56000, 1000}, {form1040.Single, 70000, 2500},
		{form1040.Joint, 100000, 0}, {form1040.Joint, 112000, 1000},
	} {
		in := wagesOf(2025, c.status, c.wages, 0, 0)
		in.StudentLoanInterest = dollars(2500)
		if why := Of("hawaii").Refuse(in); why != "" {
			t.Errorf("%d: %s", c.wages, why)
			continue
		}
		got, added := compute(t, Of("hawaii"), in), dollars(c.added)
		for i := range got.Steps {
			if got.Steps[i].Code == "HI/student_loan_interest_added" {
				added = added.Sub(got.Steps[i].Amount)
			}
		}
		if !added.IsZero() {
			t.Errorf("%d: %s is not added\n%s", c.wages, added, lines(got))
		}
	}
}

// Retirement income counts for Minnesota's marriage credit. Of 60,000 and 40,000 of a couple
// of 68 are taxable 67,000: 3865.51 together, 1340.18 on 25,050 and 2380.34 on the rest apart.
func TestMinnesotaRetiredCouple(t *testing.T) {
	in := plain(form1040.Joint, 68)
	in.Spouse.Age = 68
	in.Add(form1040.Pensions, false, dollars(60000))
	in.Add(form1040.Pensions, true, dollars(40000))
	e := Of("minnesota")
	if why := e.Refuse(in); why != "" {
		t.Fatal(why)
	}
	if got := compute(t, e, in); !stepOf(got, "MN/credit").Equal(dollars(145)) {
		t.Errorf("want 145\n%s", lines(got))
	}
	in.SocialSecurity, in.SpouseSocialSecurity = dollars(20000), dollars(10000)
	if e.Refuse(in) == "" {
		t.Error("social security of those who may have the credit is taken")
	}
	alone := plain(form1040.Joint, 68)
	alone.Spouse.Age = 68
	alone.Add(form1040.Pensions, false, dollars(60000))
	alone.SocialSecurity = dollars(30000)
	if why := e.Refuse(alone); why != "" {
		t.Errorf("one spouse's income: %s", why)
	}
}

// A profit is taxed as the wages that it leaves after half the tax on it, whoever of a couple has it.
func TestProfitOfEitherSpouse(t *testing.T) {
	const profit, half = 30000, 2119 // 30000 × 92.35 % × 15.3 %, half of it
	for _, slug := range []string{"kentucky", "delaware"} {
		couple := func(fill func(in *form1040.Return)) money.Dec {
			in := plain(form1040.Joint, 40)
			in.Spouse.Age = 40
			fill(in)
			if why := Of(slug).Refuse(in); why != "" {
				t.Fatalf("%s: %s", slug, why)
			}
			return compute(t, Of(slug), in).Tax
		}
		want := couple(func(in *form1040.Return) { in.You.Wages, in.Spouse.Wages = dollars(50000), dollars(profit-half) })
		for name, fill := range map[string]func(in *form1040.Return){
			"spouse":   func(in *form1040.Return) { in.You.Wages, in.Spouse.SelfEmployment = dollars(50000), dollars(profit) },
			"taxpayer": func(in *form1040.Return) { in.You.SelfEmployment, in.Spouse.Wages = dollars(profit), dollars(50000) },
		} {
			if got := couple(fill); got.Sub(want).Abs().Greater(money.One) {
				t.Errorf("%s, the %s's: %s, of wages %s", slug, name, got, want)
			}
		}
	}
}
