package fr_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/fr"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(fr.Jurisdiction())

func request(year, income string, facts map[string]string) tax.Request {
	return tax.Request{Jurisdiction: "FR", TaxYear: year, Income: money.MustParse(income), HasIncome: true, Facts: facts}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The state's guidance shows the tax of the scale with its cents; the tax
// itself is in whole euros. The examples are above the décote.
func TestPublished(t *testing.T) {
	couple := map[string]string{"status": "couple"}
	family := map[string]string{"status": "couple", "children": "1"}
	example := func(year, url, income string, facts map[string]string, total string) taxtest.Example {
		return taxtest.Example{Source: "DILA F1419", URL: url, Request: request(year, income, facts), Total: total, Within: "0.50"}
	}
	const of2025 = "https://chatbot.illicoweb.com/service-public/fiche/F1419"
	const of2024 = "https://mairie-begles.fr/begles-et-vous/vos-demarches-et-services/papiers-citoyennete-elections/citoyennete-election?xml=F1419"
	const f34328 = "https://stmeen-montauban.fr/mise-a-jour-du-livret-de-famille/?xml=F34328"
	const f2705of2023 = "https://le-creusot.fr/vos-demarches-en-ligne/?xml=F2705"
	const f2705of2024 = "https://villesaintfrancois.fr/services-demarches/demarches-en-ligne/demarches-service-public-fr/article/particuliers?xml=F2705"
	taxtest.Examples(t, registry, []taxtest.Example{
		example("2025", of2025, "30000", nil, "2103.99"),
		example("2025", of2025, "60000", couple, "4207.98"),
		example("2025", of2025, "90000", couple, "13207.98"),
		example("2024", f34328, "30000", nil, "2165.48"),
		example("2024", f34328, "60000", couple, "4330.96"),
		example("2024", of2024, "90000", couple, "13330.96"),
		example("2024", of2024, "60000", family, "3438.33"),
		example("2023", "https://associations.gouv.fr./formation-des-benevoles.html?xml=F1419", "30000", nil, "2286.23"),
		example("2023", f2705of2023, "63000", couple, "5472.46"),
		example("2024", f2705of2024, "63000", couple, "5230.96"),
		{Source: "DILA F2705", URL: f2705of2024, Request: request("2024", "80000", couple), Total: "10331"},
		{Source: "DILA F34328, deduction of 10 %", URL: f34328, Taxable: "27000",
			Request: request("2024", "30000", map[string]string{"income_is": "declared_salary"})},
	})
}

// The state's guidance on the contribution of high incomes works out 4,500 on
// a reference income of 400,000 and 9,500 on 550,000.
func TestPublishedContributionOfHighIncomes(t *testing.T) {
	const f31130 = "https://www.bayonne.fr/informations-pratiques/particuliers?xml=F31130"
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "DILA F31130, 400,000", URL: f31130, Request: request("2025", "400000", nil), Levies: map[string]string{"cehr": "4500"}},
		{Source: "DILA F31130, 550,000", URL: f31130, Request: request("2025", "550000", nil), Levies: map[string]string{"cehr": "9500"}},
		{Source: "DILA F31130 of 2023, 550,000", URL: "https://joinville-le-pont.fr/demarche-administrative/passeport/?xml=F31130",
			Request: request("2023", "550000", nil), Levies: map[string]string{"cehr": "9500"}},
	})
}

// Results of the administration's own calculator on income of 2023, as kept
// among the tests of its compiler Mlang: RI1 is the net taxable income, ID11 the
// tax of the scale, IAD11 what the décote leaves of it.
func TestResultsOfTheAdministrationsCalculator(t *testing.T) {
	const tests = "https://github.com/MLanguage/mlang/blob/66f6b37308c0dfeb3bb24c8af7952a522452a1af/tests/2023/fuzzing/"
	taxtest.Examples(t, registry, []taxtest.Example{
		{Source: "fuzzer_6974: ID11 991, IAD11 566", URL: tests + "fuzzer_6974.irj", Request: request("2023", "20303", nil), Total: "566"},
		{Source: "fuzzer_11321: IDRS 768", URL: tests + "fuzzer_11321.irj", Request: request("2023", "18273", nil),
			Levies: map[string]string{"income_tax": "768"}},
	})
}

// BOFiP's examples of the décote are of 2015, whose rates are gone; its
// rounding is what these amounts test by hand: 889 − 0.4525 × 1000 = 436.50.
func TestDecoteIsRoundedHalfUp(t *testing.T) {
	// A tax of the scale of 1,000 euros: 11,497 + 1,000 ÷ 0.11 = 20,587.91.
	req := request("2024", "20588", nil)
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if got.TotalTax.String() != "563.00" {
		t.Errorf("total %s, want 1000 − 437", got.TotalTax)
	}
}

// Art. 197 I is indexed: 0.9 % more than the year before, to the nearest euro,
// as an account of the Finance Act for 2026 says of the scale and the cap
// (https://www.cogebs.com/vos-outils/actualites/article?id=k4_23991994).
func TestIndexationLinks2024And2025(t *testing.T) {
	book := law.MustOpen("fr").Parameters
	for name, keys := range map[string][]string{
		"income_decote": {"single", "couple"}, "income_quotient_caps": {"half_part", "lone_parent", "raised_alone"},
		"income_salary_deduction": {"least"},
	} {
		values := book[name].Values
		before, after := values[len(values)-2].Table, values[len(values)-1].Table
		for _, key := range keys {
			if want := before[key].Mul(money.MustParse("1.009")).Whole(money.HalfUp); !after[key].Equal(want) {
				t.Errorf("%s %s is %s, indexation gives %s", name, key, after[key], want)
			}
		}
	}
}

func gross(year, income string, facts map[string]string) *tax.Request {
	req := request(year, income, facts)
	req.IncomeBasis = tax.Gross
	return &req
}

// By hand, of 50,000 in 2025: 0.4 % of it, 10.91 % of 47,100, 9.72 % of 2,900
// and 0.14 % of the whole are 5,690.49; 6.8 % of 98.25 % of it are 3,340.50.
// That leaves a declared salary of 40,969.01, of which 4,097 come off.
func TestGrossByHand(t *testing.T) {
	for _, c := range []struct{ income, contributions, levies, taxable, total string }{
		{"50000", "5690.49", "4765.13", "36872.00", "4166.00"},
		// 11.31 % of 30,000, and 6.8 % and 2.9 % of 29,475.
		// The tax of the scale is 1,160, the décote 897 − 0.4525 × 1,160 = 372.10.
		{"30000", "3393.00", "2859.08", "22143.00", "788.00"},
		// CSG and CRDS have their abatement on 188,400, the complementary pension
		// is paid for on 376,800: 1,600 + 5,138.61 + 32,046.84 + 527.52. Of the
		// declared 333,711.23 the most that comes off is 14,555.
		{"400000", "39312.97", "38480.19", "319156.00", "122219.00"},
	} {
		got, err := registry.Calculate(gross("2025", c.income, nil))
		if err != nil {
			t.Fatal(err)
		}
		n := len(got.Components)
		for _, pair := range [][2]string{
			{got.Components[n-2].Amount.String(), c.contributions}, {got.Components[n-1].Amount.String(), c.levies},
			{got.TaxableIncome.String(), c.taxable}, {got.TotalTax.String(), c.total},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s: %s, want %s", c.income, pair[0], pair[1])
			}
		}
	}
}

// A wage a cent above the ceiling bears the technical contribution on all of it.
func TestTechnicalContributionSetsInAtTheCeiling(t *testing.T) {
	at, err := registry.Calculate(gross("2025", "47100", nil))
	if err != nil {
		t.Fatal(err)
	}
	beyond, err := registry.Calculate(gross("2025", "47100.01", nil))
	if err != nil {
		t.Fatal(err)
	}
	rise := beyond.Components[len(beyond.Components)-2].Amount.Sub(at.Components[len(at.Components)-2].Amount)
	if rise.String() != "65.94" {
		t.Errorf("contributions rise by %s, want 0.14 %% of 47,100", rise)
	}
	if !at.MarginalRate.Equal(beyond.MarginalRate) {
		t.Errorf("at the cliff %s, beyond it %s", at.MarginalRate, beyond.MarginalRate)
	}
}

// Each earner has a ceiling: two wages of 40,000 bear no technical contribution.
func TestGrossOfACouple(t *testing.T) {
	got, err := registry.Calculate(gross("2025", "80000", map[string]string{"status": "couple", "spouse_salary": "40000"}))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Components); got.Components[n-2].Amount.String() != "9048.00" {
		t.Errorf("contributions %s, want 11.31 %% of 80,000", got.Components[n-2].Amount)
	}
	var missing *tax.MissingFacts
	if _, err := registry.Calculate(gross("2025", "80000", map[string]string{"status": "couple"})); !errors.As(err, &missing) {
		t.Errorf("a couple's gross wages without the spouse's part: %v", err)
	}
}

// The state's guidance counts a quarter part for one child in alternating
// custody, half for two, a whole part for three and half a part for each
// further one (https://nonville77.fr/demarches/particuliers/F2705), and half
// the cap for each quarter. On 2.25 parts of 40,000 in 2025 the tax is
// 2.25 × 11 % × (17,777.78 − 11,600) = 1,529.00, against 1,848.00 on two.
func TestChildrenInAlternatingCustody(t *testing.T) {
	for _, c := range []struct {
		income, saved string
		facts         map[string]string
	}{
		{"40000", "319.00", map[string]string{"children_alternate": "1"}},
		{"40000", "638.00", map[string]string{"children_alternate": "2"}},
		{"200000", "903.00", map[string]string{"children_alternate": "1"}},                   // 1,807 ÷ 2, of 49,601.04
		{"200000", "3614.00", map[string]string{"children_alternate": "3"}},                  // a whole part
		{"200000", "5421.00", map[string]string{"children_alternate": "4"}},                  // and half a part more
		{"200000", "5421.00", map[string]string{"children_alternate": "1", "children": "2"}}, // the third child counts half a part
	} {
		c.facts["status"] = "couple"
		req := request("2025", c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		saved := "0"
		for _, l := range got.Components {
			if l.Code == "family_quotient" {
				saved = l.Amount.String()
			}
		}
		if saved != c.saved {
			t.Errorf("%v at %s save %s, want %s", c.facts, c.income, saved, c.saved)
		}
	}
	req := request("2025", "300000", map[string]string{"children_alternate": "1"})
	var gap *tax.Unavailable
	if _, err := registry.Calculate(&req); !errors.As(err, &gap) {
		t.Errorf("a contribution on high incomes with an alternating child: %v", err)
	}
}

// Actual expenses of 5,200 take the place of 10 % of one's own salary; the
// spouse keeps the flat deduction.
func TestActualExpenses(t *testing.T) {
	for _, c := range []struct {
		income, taxable string
		facts           map[string]string
	}{
		{"30000", "24800.00", map[string]string{"income_is": "declared_salary", "actual_expenses": "5200"}},
		{"50000", "42800.00", map[string]string{"income_is": "declared_salary", "actual_expenses": "5200", "status": "couple",
			"spouse_salary": "20000"}},
		{"4000", "0.00", map[string]string{"income_is": "declared_salary", "actual_expenses": "5200"}},
	} {
		req := request("2024", c.income, c.facts)
		got, err := registry.Calculate(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxableIncome.String() != c.taxable {
			t.Errorf("%v: taxable %s, want %s", c.facts, got.TaxableIncome, c.taxable)
		}
	}
}

// More children never raise the tax, and what they save stays within the cap.
func TestTheQuotientIsCapped(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		income := money.FromInt(rapid.Int64Range(0, 2_000_000).Draw(r, "income")).String()
		children := rapid.IntRange(1, 6).Draw(r, "children")
		with, without := request("2025", income, map[string]string{"status": "couple", "children": string(rune('0' + children))}),
			request("2025", income, map[string]string{"status": "couple"})
		a, err := registry.Calculate(&with)
		if err != nil {
			r.Fatal(err)
		}
		b, err := registry.Calculate(&without)
		if err != nil {
			r.Fatal(err)
		}
		halves := int64(min(children, 2) + 2*max(children-2, 0))
		most := money.FromInt(1807 * halves).Add(money.FromInt(1483))
		if saved := b.TotalTax.Sub(a.TotalTax); saved.Sign() < 0 || saved.Greater(most) {
			r.Fatalf("%d children save %s at %s", children, saved, income)
		}
	})
}

func TestContradictions(t *testing.T) {
	for name, facts := range map[string]map[string]string{
		"a lone parent of none": {"lone_parent": "true"},
		"a couple alone":        {"status": "couple", "lone_parent": "true", "children": "1"},
		"case L with children":  {"raised_child_alone": "true", "children": "1"},
		"lone and alternating":  {"lone_parent": "true", "children": "1", "children_alternate": "1"},
		"expenses of net":       {"actual_expenses": "5200"},
		"no spouse":             {"spouse_salary": "1000", "income_is": "declared_salary"},
		"more than all":         {"status": "couple", "spouse_salary": "90000", "income_is": "declared_salary"},
	} {
		req := request("2025", "60000", facts)
		if _, err := registry.Calculate(&req); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestOverseasIsNotMetropolitan(t *testing.T) {
	req := request("2025", "60000", nil)
	req.SubRegion = "martinique"
	if _, err := registry.Calculate(&req); err == nil {
		t.Error("Martinique was taxed as metropolitan France")
	}
}

func BenchmarkIncome(b *testing.B) {
	req := request("2025", "110000.00", map[string]string{"status": "couple", "children": "3", "income_is": "declared_salary"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(&req); err != nil {
			b.Fatal(err)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2023", "2024", "2025"} {
		var tables []taxtest.Table
		for _, c := range []struct {
			title string
			facts map[string]string
		}{
			{"single, net taxable income", nil},
			{"couple, net taxable income", map[string]string{"status": "couple"}},
			{"couple with three children, declared salary", map[string]string{"status": "couple", "children": "3", "income_is": "declared_salary"}},
			{"lone parent of one, net taxable income", map[string]string{"children": "1", "lone_parent": "true"}},
			{"case L, net taxable income", map[string]string{"raised_child_alone": "true"}},
		} {
			tables = append(tables, taxtest.Table{
				Title: "FR " + year + " " + c.title, Max: "1200000",
				Request: tax.Request{Jurisdiction: "FR", TaxYear: year, Facts: c.facts},
			})
		}
		tables = append(tables, taxtest.Table{
			Title: "FR " + year + " single, gross wages", Max: "500000",
			Request: tax.Request{Jurisdiction: "FR", TaxYear: year, IncomeBasis: tax.Gross},
		})
		taxtest.Golden(t, registry, year, tables...)
	}
}
