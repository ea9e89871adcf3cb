package gb_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"pgregory.net/rapid"
)

// TestSavingsAgainstHMRC holds HMRC's examples of the personal savings
// allowance (20,000 or 60,000 of income with interest beside it; as quoted at
// https://www.brooksonone.co.uk/knowledge-centre/limited-company/the-new-personal-savings-allowance)
// and of the starting rate (13,875.68 of other income leaves 3,694.32:
// https://community.hmrc.gov.uk/customerforums/pt/8d877b36-ef65-ef11-a4e5-6045bd0c141c).
func TestSavingsAgainstHMRC(t *testing.T) {
	for _, c := range []struct{ salary, interest, tax string }{
		{"20000", "250", "0"}, {"20000", "1500", "100"}, {"60000", "250", "0"}, {"60000", "1100", "240"},
		{"13875.68", "4694.32", "0"}, {"13875.68", "4704.32", "2"},
	} {
		for _, year := range []string{"2022-23", "2023-24", "2024-25", "2025-26"} {
			without := calculate(t, employee(year, "england", c.salary))
			got := calculate(t, mixed(year, "england", "employment", c.salary, "interest", c.interest))
			if more := got.TotalTax.Sub(without.TotalTax); !more.Equal(money.MustParse(c.tax)) {
				t.Errorf("%s: %s of interest beside %s costs %s, want %s", year, c.interest, c.salary, more, c.tax)
			}
		}
	}
}

// TestGiftAidAgainstHMRC holds the example of gov.uk's page on Gift Aid
// (https://www.gov.uk/donating-to-charity/gift-aid): one who gives 100 claims
// back 31.25 where they pay 45 %, and 25.00 where they pay 40 % (the latter from
// an earlier text of the page, as quoted at
// https://charlesaccountancy.com/blog/post/13014/tax-relief-on-charity-donations).
func TestGiftAidAgainstHMRC(t *testing.T) {
	for _, year := range []string{"2022-23", "2023-24", "2024-25", "2025-26", "2026-27"} {
		without := calculate(t, employee(year, "england", "60000"))
		got := calculate(t, with(employee(year, "england", "60000"), "gift_aid", "100"))
		if back := without.TotalTax.Sub(got.TotalTax); back.String() != "25.00" {
			t.Errorf("%s: %s", year, back)
		}
		without = calculate(t, employee(year, "england", "250000"))
		got = calculate(t, with(employee(year, "england", "250000"), "gift_aid", "100"))
		if back := without.TotalTax.Sub(got.TotalTax); back.String() != "31.25" {
			t.Errorf("%s at 45 %%: %s", year, back)
		}
	}
}

// TestTheWholeStack is one computation of each layer by hand, 2025-26:
// salary 30,000, rent 5,000, interest 3,000, dividends 20,000 in England.
// Net income 58,000, taxable 45,430, so the savings nil rate is 500.
// Non-savings first: 22,430 at 20 % = 4,486. Interest: 500 at 0, 2,500 at 20 %
// = 500. Dividends from 25,430: 500 at 0, 11,770 at 8.75 % = 1,029.875, and
// 7,730 at 33.75 % = 2,608.875; 3,638.75 together.
func TestTheWholeStack(t *testing.T) {
	got := calculate(t, mixed("2025-26", "england", "employment", "30000", "property", "5000", "interest", "3000", "dividends", "20000"))
	if got.TaxableIncome.String() != "45430.00" || got.TotalTax.String() != "8624.75" {
		t.Errorf("taxable %s, tax %s", got.TaxableIncome, got.TotalTax)
	}
	var bands []string
	for _, b := range got.Bands {
		bands = append(bands, b.Label+" "+b.Amount.String()+" at "+b.Rate.String()+" "+b.Tax.String())
	}
	if want := []string{
		"Basic rate 22430.00 at 0.20 4486.00", "Savings nil rate 500.00 at 0.00 0.00", "Savings basic rate 2500.00 at 0.20 500.00",
		"Dividend nil rate 500.00 at 0.00 0.00", "Dividend ordinary rate 11770.00 at 0.0875 1029.88",
		"Dividend upper rate 7730.00 at 0.3375 2608.87",
	}; !slices.Equal(bands, want) {
		t.Errorf("bands\n%s\nwant\n%s", strings.Join(bands, "\n"), strings.Join(want, "\n"))
	}
	// The next pound of salary is taxed at 20 % and pushes a pound of
	// dividends from 8.75 % to 33.75 %.
	if got.MarginalRate.String() != "0.45" || got.StatutoryRate.String() != "0.20" {
		t.Errorf("marginal %s, statutory %s", got.MarginalRate, got.StatutoryRate)
	}
	// A Scottish taxpayer's salary and rent bear Scottish rates, the rest those
	// of the United Kingdom: 2,827 × 19 % + 12,094 × 20 % + 7,509 × 21 %.
	scot := calculate(t, mixed("2025-26", "scotland", "employment", "30000", "property", "5000", "interest", "3000", "dividends", "20000"))
	if scot.TotalTax.String() != "8671.57" {
		t.Errorf("in Scotland %s", scot.TotalTax)
	}
}

// TestReliefs computes each claim by hand for 2025-26 in England (and Scotland
// where its limits differ).
func TestReliefs(t *testing.T) {
	for _, c := range []struct {
		name          string
		req           tax.Request
		total, taxabl string
	}{
		// 1,000 grossed-up: 1,000 more at 20 % rather than 40 %.
		{"gift aid of 800", with(employee("2025-26", "england", "60000"), "gift_aid", "800"), "11232.00", "47430.00"},
		// Adjusted net income of exactly 100,000 keeps the whole allowance; the
		// basic rate limit is 47,700: 47,700 × 20 % + 49,730 × 40 %.
		{"relief at source of 8,000", with(employee("2025-26", "england", "110000"), "pension_relief_at_source", "8000"), "29432.00", "97430.00"},
		{"net pay of 10,000", with(employee("2025-26", "england", "70000"), "pension_net_pay", "10000"), "11432.00", "47430.00"},
		// The Scottish basic limit rises to 15,921, the starter limit stays:
		// 2,827 × 19 % + 13,094 × 20 % + 14,079 × 21 % on 30,000 of taxable income.
		{"gift aid in Scotland", with(employee("2025-26", "scotland", "42570"), "gift_aid", "800"), "6112.52", "30000.00"},
		{"blind person", with(employee("2025-26", "england", "30000"), "blind_person", "true"), "2860.00", "14300.00"},
		{"blind person, 2026-27", with(employee("2026-27", "england", "30000"), "blind_person", "true"), "2836.00", "14180.00"},
		{"marriage allowance transferred", with(employee("2025-26", "england", "12570"), "marriage_allowance", "transferred"), "252.00",
			"1260.00"},
		{"marriage allowance received", with(employee("2025-26", "england", "20000"), "marriage_allowance", "received"), "1234.00", "7430.00"},
		{"received, taxed at 40 %", with(employee("2025-26", "england", "60000"), "marriage_allowance", "received"), "11432.00", "47430.00"},
		{"received, intermediate rate", with(employee("2025-26", "scotland", "43662"), "marriage_allowance", "received"), "6099.84", "31092.00"},
		{"received, Scottish higher rate", with(employee("2025-26", "scotland", "43663"), "marriage_allowance", "received"), "6352.26",
			"31093.00"},
		// Dividends that reach the upper rate end the relief: 27,430 at 20 %,
		// 500 at 0, 9,770 at 8.75 %, 4,730 at 33.75 %.
		{"received, dividends above the limit", with(mixed("2025-26", "england", "employment", "40000", "dividends", "15000"),
			"marriage_allowance", "received"), "7937.25", "42430.00"},
		// Interest above the limit at the nil rate alone does not.
		{"received, interest at the nil rate", with(mixed("2025-26", "england", "employment", "50270", "interest", "400"), "marriage_allowance",
			"received"), "7288.00", "38100.00"},
		// Child benefit of 2,212.60 at 68,050: 8,050 ÷ 200 = 40.25 → 40 % of
		// 2,212 = 884.80 → 884.
		{"child benefit", with(employee("2025-26", "england", "68050"), "child_benefit", "2212.60"), "15536.00", "55480.00"},
		// 2023-24: 10,000 ÷ 100 = 100 %: all of it.
		{"child benefit of 2023-24", with(employee("2023-24", "england", "60000"), "child_benefit", "2075.99"), "13507.00", "47430.00"},
		{"taxable income given", basis(employee("2025-26", "england", "47430"), tax.Taxable), "11432.00", "47430.00"},
	} {
		got := calculate(t, c.req)
		if got.TotalTax.String() != c.total || got.TaxableIncome.String() != c.taxabl {
			t.Errorf("%s: total %s on %s, want %s on %s", c.name, got.TotalTax, got.TaxableIncome, c.total, c.taxabl)
		}
	}
}

// TestReceipts takes the trading and the property allowance by hand: receipts up
// to 1,000 are free, beyond them 1,000 is taken off where expenses are less.
func TestReceipts(t *testing.T) {
	for _, c := range []struct {
		kind, fact, profit, receipts, taxed, slope string
	}{
		{"self_employment", "trading_receipts", "700", "1000", "0", "0.20"},
		{"self_employment", "trading_receipts", "900", "3000", "900", "0.20"}, // expenses of 2,100
		{"self_employment", "trading_receipts", "2900", "3000", "2000", "0.20"},
		{"property", "property_receipts", "500", "999.99", "0", "0.00"},
		{"property", "property_receipts", "5000", "5400", "4400", "0.20"},
		{"property", "property_receipts", "5000", "6400", "5000", "0.20"},
	} {
		with20 := func(amount string) tax.Request {
			return mixed("2025-26", "england", c.kind, amount, "pension", "20000")
		}
		got, want := calculate(t, with(with20(c.profit), c.fact, c.receipts)), calculate(t, with20(c.taxed))
		if !got.TotalTax.Equal(want.TotalTax) || !got.TaxableIncome.Equal(want.TaxableIncome) || got.MarginalRate.String() != c.slope {
			t.Errorf("%s of %s from %s: %s at the margin %s, want %s and %s", c.kind, c.profit, c.receipts, got.TotalTax, got.MarginalRate,
				want.TotalTax, c.slope)
		}
	}
	alone := calculate(t, with(mixed("2025-26", "england", "self_employment", "30000"), "trading_receipts", "30500"))
	if amount := levy(t, alone, "ni_class_4"); amount != "1015.80" { // 6 % of 29,500 − 12,570
		t.Errorf("Class 4 on profits after the allowance: %s", amount)
	}
}

// TestACliffIsNamed stands on the income at which the marriage allowance ends:
// the rate is the one beyond, and the result says so.
func TestACliffIsNamed(t *testing.T) {
	at := calculate(t, with(employee("2025-26", "england", "50270"), "marriage_allowance", "received"))
	below := calculate(t, with(employee("2025-26", "england", "50269.99"), "marriage_allowance", "received"))
	says := func(r tax.Result) bool {
		return strings.Contains(strings.Join(r.Assumptions, " "), "ends exactly at this income")
	}
	if at.MarginalRate.String() != "0.40" || !says(at) || below.MarginalRate.String() != "0.20" || says(below) {
		t.Errorf("at the cliff %s %v, below it %s %v", at.MarginalRate, says(at), below.MarginalRate, says(below))
	}
}

func basis(req tax.Request, b tax.Basis) tax.Request {
	req.IncomeBasis = b
	return req
}

func TestWhatStandsBeside(t *testing.T) {
	for _, c := range []struct {
		name, code, want string
		req              tax.Request
	}{
		{"Class 1", "ni_class_1_employee", "3210.60", employee("2025-26", "england", "60000")},
		{"Class 1 over State Pension age", "ni_class_1_employee", "0.00",
			with(employee("2025-26", "england", "60000"), "over_state_pension_age", "true")},
		{"Class 1 of 2023-24, blended", "ni_class_1_employee", "4530.10", employee("2023-24", "scotland", "60000")},
		{"Class 4", "ni_class_4", "1045.80", mixed("2025-26", "england", "self_employment", "30000")},
		{"Class 2 of 2023-24", "ni_class_2", "179.40", mixed("2023-24", "england", "self_employment", "12570.01")},
		{"no Class 2 up to the limit", "ni_class_2", "0.00", mixed("2023-24", "england", "self_employment", "12570")},
		{"plan 2", "student_loan", "1037.70", with(employee("2025-26", "england", "40000"), "student_loan", "plan_2")},
		{"plan 5", "student_loan", "1350.00", with(employee("2026-27", "england", "40000"), "student_loan", "plan_5")},
		{"postgraduate", "postgraduate_loan", "1140.00", with(employee("2025-26", "england", "40000"), "postgraduate_loan", "true")},
	} {
		got := calculate(t, c.req)
		if amount := levy(t, got, c.code); amount != c.want {
			t.Errorf("%s: %s, want %s", c.name, amount, c.want)
		}
		for _, l := range got.Components {
			if l.Code == c.code && l.InTotal {
				t.Errorf("%s is in the total", c.name)
			}
		}
	}
	both := calculate(t, mixed("2025-26", "england", "employment", "30000", "self_employment", "10000"))
	for _, l := range both.Components {
		if l.Code == "ni_class_4" {
			t.Error("Class 4 of a person who is employed too is not modelled, and was computed")
		}
	}
	if !strings.Contains(strings.Join(both.Assumptions, " "), "Class 4 National Insurance is left out") {
		t.Error("that Class 4 is left out is not said")
	}
}

// TestGains computes capital gains tax by hand.
func TestGains(t *testing.T) {
	gains := func(year, amount string, facts ...string) tax.Request {
		req := tax.Request{Jurisdiction: "GB", TaxYear: year, TaxType: "capital_gains", Income: money.MustParse(amount), HasIncome: true}
		return with(req, facts...)
	}
	for _, c := range []struct {
		name         string
		req          tax.Request
		total, slope string
	}{
		// 3,000 exempt; 17,700 of the band unused: 17,000 at 18 %.
		{"within the band", gains("2025-26", "20000", "taxable_income", "20000"), "3060.00", "0.18"},
		{"above the band", gains("2025-26", "20000", "taxable_income", "60000"), "4080.00", "0.24"},
		// 6,000 exempt set against residential gains (28 %): 4,000 × 28 % + 10,000 × 20 %.
		{"2023-24, two pools", gains("2023-24", "20000", "taxable_income", "60000", "residential_gains", "10000"), "3120.00", "0.20"},
		// 3,000 exempt against late gains (24 %), the band to early gains
		// (10 % for 20 %): 5,000 × 10 % + 5,000 × 20 % + 7,000 × 24 %.
		{"2024-25, early and late", gains("2024-25", "20000", "taxable_income", "32700", "gains_before_30_october_2024", "10000"), "3180.00",
			"0.24"},
		{"exempt", gains("2022-23", "12300", "taxable_income", "0"), "0.00", "0.10"},
	} {
		got := calculate(t, c.req)
		if got.TotalTax.String() != c.total || got.MarginalRate.String() != c.slope || got.Calculator != "gb-capital-gains" {
			t.Errorf("%s: %s, slope %s, %s; want %s, %s", c.name, got.TotalTax, got.MarginalRate, got.Calculator, c.total, c.slope)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		req   tax.Request
		field string
	}{
		"no region":             {employee("2025-26", "", "1"), "sub_region"},
		"bare year":             {employee("2025", "england", "1"), "tax_year"},
		"two years":             {employee("2024-26", "england", "1"), "tax_year"},
		"negative":              {employee("2025-26", "england", "-1"), "income"},
		"receipts of no trade":  {with(employee("2025-26", "england", "1"), "trading_receipts", "2000"), "facts.trading_receipts"},
		"receipts under profit": {with(mixed("2025-26", "england", "property", "3000"), "property_receipts", "2000"), "facts.property_receipts"},
		"plan 5 too early":      {with(employee("2025-26", "england", "1"), "student_loan", "plan_5"), "facts.student_loan"},
		"pension over pay":      {with(employee("2025-26", "england", "100"), "pension_net_pay", "101"), "facts.pension_net_pay"},
		"claim after tax":       {with(basis(employee("2025-26", "england", "1"), tax.Taxable), "child_benefit", "5"), "facts.child_benefit"},
		"parts over whole": {with(tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", TaxType: "capital_gains", Income: money.One,
			HasIncome: true}, "taxable_income", "0", "residential_gains", "2"), "facts.residential_gains"},
		"fact of other type": {with(employee("2025-26", "england", "1"), "taxable_income", "1"), "facts.taxable_income"},
	} {
		_, err := registry.Calculate(&c.req)
		var faults *tax.InputError
		if !errors.As(err, &faults) || faults.Fields[0].Field != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, req := range map[string]tax.Request{
		"year":         employee("2021-22", "england", "1"),
		"gains inside": mixed("2025-26", "england", "capital_gains", "1"),
		"corporation":  {Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england", TaxType: tax.CorporateIncome, HasIncome: true},
	} {
		_, err := registry.Calculate(&req)
		var gap *tax.Unavailable
		if !errors.As(err, &gap) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMarginalRateIsTheSlope compares the rate with the difference that 100
// more make, wherever no edge lies between.
func TestMarginalRateIsTheSlope(t *testing.T) {
	for _, region := range []string{"england", "scotland"} {
		for income := int64(0); income < 160_000; income += 700 {
			at, next := money.FromInt(income), money.FromInt(income+100)
			a := calculate(t, employee("2025-26", region, at.String()))
			b := calculate(t, employee("2025-26", region, next.String()))
			if !a.MarginalRate.Equal(b.MarginalRate) {
				continue
			}
			if rise := b.TotalTax.Sub(a.TotalTax); rise.Sub(a.MarginalRate.Mul(money.FromInt(100))).Abs().Greater(money.MustParse("0.60")) {
				t.Errorf("%s %d: 100 more cost %s at a marginal rate of %s", region, income, rise, a.MarginalRate)
			}
		}
	}
}

// TestEveryStepIsCited draws people with any kinds of income and claims: what
// their steps cite, the result cites, each once, and nothing twice.
func TestEveryStepIsCited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := tax.Request{Jurisdiction: "GB", TaxYear: rapid.SampledFrom([]string{"2022-23", "2024-25", "2026-27"}).Draw(t, "year"),
			SubRegion: rapid.SampledFrom([]string{"england", "scotland", "wales"}).Draw(t, "region"), Explain: true, Facts: map[string]string{}}
		for _, kind := range []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Property, tax.Interest, tax.Dividends} {
			if rapid.Bool().Draw(t, string(kind)) {
				amount := rapid.SampledFrom([]int64{0, 400, 9_000, 45_000, 130_000}).Draw(t, "amount")
				req.Components = append(req.Components, tax.Component{Kind: kind, Amount: money.FromInt(amount)})
			}
		}
		for _, fact := range [][]string{
			{"gift_aid", "0", "800"}, {"pension_net_pay", "0", "100"}, {"child_benefit", "0", "2000"}, {"blind_person", "true", "false"},
			{"marriage_allowance", "none", "received", "transferred"}, {"student_loan", "none", "plan_2"}, {"postgraduate_loan", "true", "false"},
			{"over_state_pension_age", "true", "false"},
		} {
			if rapid.Bool().Draw(t, fact[0]) {
				req.Facts[fact[0]] = rapid.SampledFrom(fact[1:]).Draw(t, fact[0]+" value")
			}
		}
		if len(req.Components) == 0 {
			req.Income, req.HasIncome = money.FromInt(60_000), true
		}
		got, err := registry.Calculate(&req)
		if err != nil {
			var refused *tax.InputError
			if !errors.As(err, &refused) {
				t.Fatal(err)
			}
			return
		}
		cited := map[string]bool{}
		for _, c := range got.Citations {
			if cited[c.ID] {
				t.Fatalf("%s stands twice", c.ID)
			}
			cited[c.ID] = true
		}
		for _, s := range got.Steps {
			for _, id := range s.CitationIDs {
				if !cited[id] {
					t.Fatalf("step %s cites %s, which the result does not: %+v %v", s.Code, id, req.Components, req.Facts)
				}
			}
		}
	})
}
