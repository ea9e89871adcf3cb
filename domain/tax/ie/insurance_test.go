package ie_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// person is what one person has, in whole euros.
type person struct{ pay, profit, dividends, interest int64 }

func drawPerson(t *rapid.T, who string) person {
	most := rapid.SampledFrom([]int64{6_000, 20_000, 200_000}).Draw(t, "most of "+who)
	some := func(name string) int64 {
		return rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(1, most)).Draw(t, name+" of "+who)
	}
	return person{some("pay"), some("profit"), some("dividends"), some("interest")}
}

func (p person) parts(who string) []tax.Component {
	return []tax.Component{part(tax.Employment, p.pay, who), part(tax.SelfEmployment, p.profit, who),
		part(tax.Dividends, p.dividends, who), part(tax.Interest, p.interest, who)}
}

// contributions are those of a result, of pay, of the self-employed and on unearned income.
func contributions(t *rapid.T, year string, facts map[string]string, parts ...tax.Component) (pay, profit, unearned money.Dec) {
	got := calculated(t, of(year, facts, parts...))
	return levy(&got, "prsi_employee"), levy(&got, "prsi_self_employed"), levy(&got, "prsi_unearned")
}

// A euro of profit and one of dividends or deposit interest bear the same PRSI of a
// self-employed person: which of them is which changes nothing, even all of the profit of
// who has no pay.
func TestWhatIsNoPayIsInOneContribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom(years).Draw(t, "year")
		has := drawPerson(t, "the taxpayer")
		has.profit++
		_, before, none := contributions(t, year, nil, has.parts("")...)
		if !none.IsZero() {
			t.Fatalf("%+v in %s bears %s on unearned income beside %s", has, year, none, before)
		}
		most := has.profit - 1
		if has.pay == 0 {
			most = has.profit
		}
		moved := rapid.Int64Range(0, most).Draw(t, "to dividends")
		stays := rapid.Int64Range(0, has.dividends).Draw(t, "from dividends to interest")
		at := person{has.pay, has.profit - moved, has.dividends + moved - stays, has.interest + stays}
		_, own, unearned := contributions(t, year, nil, at.parts("")...)
		if !own.Add(unearned).Equal(before) || !own.IsZero() && !unearned.IsZero() {
			t.Fatalf("%+v in %s: %s and %s, as %+v %s", at, year, own, unearned, has, before)
		}
	})
}

// Without profit, unearned income beside pay bears Class K alone, all of it above 5,000 and
// none up to there; the first euro of profit puts all into Class S.
func TestUnearnedIncomeBesidePayWithoutProfit(t *testing.T) {
	rates := map[string]string{"2023": "0.04", "2024": "0.04025", "2025": "0.04125", "2026": "0.042375"}
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom(years).Draw(t, "year")
		has := drawPerson(t, "the taxpayer")
		has.pay, has.profit = has.pay+5_000, 0
		classA, own, unearned := contributions(t, year, nil, has.parts("")...)
		want := money.Zero
		if income := has.dividends + has.interest; income > 5_000 {
			want = money.FromInt(income).Mul(money.MustParse(rates[year])).Round(2, money.HalfUp)
		}
		if !own.IsZero() || !unearned.Equal(want) {
			t.Fatalf("%+v in %s: %s and %s, want %s of Class K", has, year, own, unearned, want)
		}
		has.profit = 1
		sameA, own, unearned := contributions(t, year, nil, has.parts("")...)
		if !unearned.IsZero() || own.Less(want) || own.IsZero() || !sameA.Equal(classA) {
			t.Fatalf("%+v in %s with profit: %s, %s and %s", has, year, sameA, own, unearned)
		}
	})
}

// Spouses owe what each would alone, whatever the other has.
func TestEachSpouseIsInsuredAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom(years).Draw(t, "year")
		one, other := drawPerson(t, "the taxpayer"), drawPerson(t, "the spouse")
		pay, profit, unearned := contributions(t, year, map[string]string{"status": "married"}, append(one.parts(""), other.parts("spouse")...)...)
		a, b, c := contributions(t, year, nil, one.parts("")...)
		d, e, f := contributions(t, year, nil, other.parts("")...)
		if !pay.Equal(a.Add(d)) || !profit.Equal(b.Add(e)) || !unearned.Equal(c.Add(f)) {
			t.Fatalf("%+v and %+v in %s: %s, %s and %s; alone %s, %s and %s, and %s, %s and %s",
				one, other, year, pay, profit, unearned, a, b, c, d, e, f)
		}
	})
}
