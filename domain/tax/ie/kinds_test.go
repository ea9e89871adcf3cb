package ie_test

import (
	"errors"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var told = map[string]string{"dirt_withheld": "true", "dividends_from": "irish_companies"}

// of is a request of components; facts about kinds that have no amount are left out.
func of(year string, facts map[string]string, components ...tax.Component) tax.Request {
	req := tax.Request{Jurisdiction: "IE", TaxYear: year, Components: components, Facts: maps.Clone(facts)}
	if req.Facts == nil {
		req.Facts = map[string]string{}
	}
	if req.Sum(tax.Interest).Sign() > 0 {
		req.Facts["dirt_withheld"] = "true"
	}
	if req.Sum(tax.Dividends).Sign() > 0 {
		req.Facts["dividends_from"] = "irish_companies"
	}
	return req
}

func part(kind tax.Kind, amount int64, person string) tax.Component {
	return tax.Component{Kind: kind, Amount: money.FromInt(amount), Person: person}
}

func calculated(t interface{ Fatal(...any) }, req tax.Request) tax.Result {
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A dividend of 1,000 before withholding costs who pays the higher rates of 2024 400 of
// income tax and 80 of Universal Social Charge:
// https://revenue.ie/en/additional-incomes/dividend-income/index.aspx, example 1
func TestDividendExample(t *testing.T) {
	with := calculated(t, of("2024", nil, part(tax.Employment, 100_000, ""), part(tax.Dividends, 1000, "")))
	bare := calculated(t, of("2024", nil, part(tax.Employment, 100_000, "")))
	if more := with.TotalTax.Sub(bare.TotalTax); more.String() != "480.00" {
		t.Errorf("the dividend costs %s", more)
	}
	if with.MarginalRate.String() != "0.48" {
		t.Errorf("marginal rate %s", with.MarginalRate)
	}
}

// Deposit interest owes its own rate, and changes nothing else, whoever has it.
func TestDepositInterestOwesItsTaxAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]string{"2023", "2024", "2025", "2026"}).Draw(t, "year")
		status := rapid.SampledFrom([]string{"single", "married", "widowed", "single_parent"}).Draw(t, "status")
		amount := func(name string) int64 { return rapid.Int64Range(0, 120_000).Draw(t, name) }
		facts := map[string]string{"status": status}
		components := []tax.Component{part(tax.Employment, amount("pay"), ""), part(tax.Dividends, amount("dividends"), "")}
		who := ""
		if status == "married" {
			components = append(components, part(tax.Employment, amount("spouse's pay"), "spouse"))
			who = rapid.SampledFrom([]string{"", "spouse"}).Draw(t, "whose interest")
		}
		interest := rapid.Int64Range(1, 100_000).Draw(t, "interest")
		without := calculated(t, of(year, facts, components...))
		with := calculated(t, of(year, facts, append(components, part(tax.Interest, interest, who))...))
		want := money.FromInt(interest).Mul(money.MustParse("0.33")).Round(2, money.HalfUp)
		if more := with.TotalTax.Sub(without.TotalTax); !more.Equal(want) || !with.MarginalRate.Equal(without.MarginalRate) {
			t.Fatalf("interest of %d owes %s, want %s; %v", interest, more, want, components)
		}
	})
}

// A spouse's pay is the same told by a component's person and by the fact; exchanging all
// that two spouses have exchanges nothing in the total.
func TestSpousesByComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]string{"2023", "2024", "2025", "2026"}).Draw(t, "year")
		facts := map[string]string{"status": "married"}
		pay, other := rapid.Int64Range(0, 150_000).Draw(t, "pay"), rapid.Int64Range(0, 150_000).Draw(t, "spouse's pay")
		byPerson := calculated(t, of(year, facts, part(tax.Employment, pay, ""), part(tax.Employment, other, "spouse")))
		byFact := ask(year, money.FromInt(pay+other).String(), map[string]string{"status": "married", "spouse_income": money.FromInt(other).String()})
		if got := calculated(t, byFact); !got.TotalTax.Equal(byPerson.TotalTax) {
			t.Fatalf("%d and %d: %s by person, %s by the fact", pay, other, byPerson.TotalTax, got.TotalTax)
		}
		paid := rapid.Int64Range(0, 50_000).Draw(t, "dividends")
		a := calculated(t, of(year, facts, part(tax.Employment, pay, ""), part(tax.Employment, other, "spouse"), part(tax.Dividends, paid, "")))
		b := calculated(t, of(year, facts, part(tax.Employment, pay, "spouse"), part(tax.Employment, other, ""), part(tax.Dividends, paid, "spouse")))
		if !a.TotalTax.Equal(b.TotalTax) || !a.MarginalRate.Equal(b.MarginalRate) {
			t.Fatalf("%d, %d and %d: %s and, exchanged, %s", pay, other, paid, a.TotalTax, b.TotalTax)
		}
	})
}

// What is a dividend's own: it earns no employee credit, and counts for the band of two
// incomes and for each spouse's charge.
func TestDividendsAreNoPay(t *testing.T) {
	// 20 % of 30,000 less 2,000 of the personal credit, and the charge of 2025 on 30,000.
	if got := calculated(t, of("2025", nil, part(tax.Dividends, 30_000, ""))); got.TotalTax.String() != "4446.00" {
		t.Errorf("dividends of 30,000: %s", got.TotalTax)
	}
	// The band is 53,000 and 30,000; credits of 4,000 and one employee's 2,000; charges of 1,346 and 446.
	got := calculated(t, of("2025", map[string]string{"status": "married"}, part(tax.Employment, 60_000, ""), part(tax.Dividends, 30_000, "spouse")))
	if got.TotalTax.String() != "15192.00" {
		t.Errorf("pay and a spouse's dividends: %s", got.TotalTax)
	}
}

func TestKindsAreAskedAbout(t *testing.T) {
	bare := tax.Request{Jurisdiction: "IE", TaxYear: "2025"}
	taxtest.AsksBesideKind(t, registry, bare, tax.Interest, "dirt_withheld")
	taxtest.AsksBesideKind(t, registry, bare, tax.Dividends, "dividends_from")
	refused := func(name string, facts map[string]string, unavailable bool, components ...tax.Component) {
		t.Helper()
		_, err := registry.Calculate(&tax.Request{Jurisdiction: "IE", TaxYear: "2025", Facts: facts, Components: components})
		var gap *tax.Unavailable
		var faults *tax.InputError
		if unavailable && !errors.As(err, &gap) || !unavailable && !errors.As(err, &faults) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refused("interest without DIRT", map[string]string{"dirt_withheld": "false"}, true, part(tax.Interest, 100, ""))
	refused("foreign dividends", map[string]string{"dividends_from": "foreign_companies"}, true, part(tax.Dividends, 100, ""))
	refused("DIRT without interest", map[string]string{"dirt_withheld": "true"}, false, part(tax.Employment, 100, ""))
	refused("a spouse of one assessed alone", told, false, part(tax.Interest, 100, ""), part(tax.Dividends, 100, "spouse"))
	refused("a spouse's pay told twice", map[string]string{"status": "married", "spouse_income": "50"}, false,
		part(tax.Employment, 100, ""), part(tax.Employment, 50, "spouse"))
	refused("a spouse's pay beyond all pay", map[string]string{"status": "married", "spouse_income": "150", "dividends_from": "irish_companies"},
		false, part(tax.Employment, 100, ""), part(tax.Dividends, 100, ""))
	refused("a home carer with interest", map[string]string{"status": "married", "home_carer": "true", "dirt_withheld": "true"}, false,
		part(tax.Employment, 100, ""), part(tax.Interest, 100, "spouse"))
}
