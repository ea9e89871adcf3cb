package research_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/tax/all"
)

func index(t *testing.T) *research.Index {
	t.Helper()
	x, err := research.New(all.Jurisdictions())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func in(from, to string) civil.Period {
	return civil.Period{From: civil.MustParse(from), To: civil.MustParse(to)}
}

// TestFind asks for law by its names in several languages.
func TestFind(t *testing.T) {
	x := index(t)
	for _, c := range []struct {
		question, place string
		period          civil.Period
		first           string   // parameter of the first finding; "" = nothing supports it
		values          []string // that some finding holds
	}{
		{"What is the personal allowance in England in 2025-26?", "GB", in("2025-04-06", "2026-04-05"), "gb:personal_allowance",
			[]string{"12570"}},
		{"What is the standard deduction for single filers in the US in 2025?", "US", in("2025-01-01", "2025-12-31"), "us:standard_deduction",
			nil},
		{"Grundfreibetrag", "DE", in("2025-01-01", "2025-12-31"), "de:income_tariff", nil},
		{"VAT rate on books in Germany in 2021", "DE", in("2021-01-01", "2021-12-31"), "de:vat_category_books", []string{"reduced", "0.07"}},
		{"Wie hoch war der Mehrwertsteuersatz für Bücher in Deutschland 2021?", "DE", in("2021-01-01", "2021-12-31"), "de:vat_category_books",
			[]string{"reduced", "0.07"}},
		{"Umsatzsteuersatz Bücher Deutschland 2021", "DE", in("2021-01-01", "2021-12-31"), "de:vat_category_books", []string{"reduced", "0.07"}},
		{"Umsatzsteuer Regelsteuersatz Deutschland 2020", "DE", in("2020-01-01", "2020-12-31"), "de:vat_rate_standard", []string{"0.16", "0.19"}},
		{"Wibblesatz für Restaurants 2024?", "DE", in("2024-01-01", "2024-12-31"), "", nil}, // one word of two is not known
		{"Mehrwertsteuersatz für Restaurants 2024?", "DE", in("2024-01-01", "2024-12-31"), "de:vat_category_restaurant_services",
			[]string{"standard", "0.19"}},
		{"MwSt Restaurant 2024", "DE", in("2024-01-01", "2024-12-31"), "de:vat_category_restaurant_services", []string{"standard", "0.19"}},
		{"corporation tax rate in Ireland", "IE", in("2025-01-01", "2025-12-31"), "ie:corporate_bands", nil},
		{"What is the wibble allowance?", "GB", in("2025-04-06", "2026-04-05"), "", nil},
		{"What is the rate of tax?", "GB", in("2025-04-06", "2026-04-05"), "", nil},
	} {
		found := x.Find(research.Query{Question: c.question, Place: c.place, Period: c.period})
		var text strings.Builder
		for _, f := range found {
			fmt.Fprintf(&text, "%s %d: %v %v %s\n", f.Parameter, f.Score, f.Value, f.Bands, f.Text)
			if len(f.Citations) == 0 || f.CitationID == "" {
				t.Errorf("%s: %s has no citation", c.question, f.Parameter)
			}
		}
		switch {
		case c.first == "" && len(found) > 0:
			t.Errorf("%s: found\n%s", c.question, text.String())
		case c.first != "" && (len(found) == 0 || found[0].Parameter != c.first):
			t.Errorf("%s: want %s first, found\n%s", c.question, c.first, text.String())
		}
		for _, v := range c.values {
			if !strings.Contains(text.String(), v) {
				t.Errorf("%s: no finding holds %s:\n%s", c.question, v, text.String())
			}
		}
	}
}

// TestReturnDays finds by when a return is due: the days that the authorities
// published for each year, moved off weekends and holidays where the law moves them.
func TestReturnDays(t *testing.T) {
	x, planner := index(t), plan.New(all.Jurisdictions())
	for _, c := range []struct{ question, parameter, due string }{
		{"deadline for a US 1040 for 2025", "us:return_due_individual", "2026-04-15"},
		{"What is the filing deadline for Form 1040 in the US for 2024?", "us:return_due_individual", "2025-04-15"},
		{"When must I file my US 1040 for 2025?", "us:return_due_individual", "2026-04-15"},
		{"By when do I have to file my income tax return in Germany for 2025?", "de:return_due_individual", "2026-07-31"},
		{"due date of the US income tax return for 2022", "us:return_due_individual", "2023-04-18"}, // a Saturday, then Emancipation Day
		{"When is the federal tax return due in the US for 2021?", "us:return_due_individual", "2022-04-18"},
		{"Self Assessment deadline in England for 2024-25", "gb:return_due_individual", "2026-01-31"}, // a Saturday: nothing moves it
		{"deadline of a paper tax return in the UK for 2024-25", "gb:return_due_individual_paper", "2025-10-31"},
		{"Abgabefrist Einkommensteuererklärung Deutschland 2025", "de:return_due_individual", "2026-07-31"},
		{"Abgabefrist Einkommensteuererklärung Deutschland 2026", "de:return_due_individual", "2027-08-02"}, // a Saturday
	} {
		r, err := x.Ask(planner, all.Registry().Find, c.question, answer.Env{
			AskedOn: civil.MustParse("2026-11-22"), Release: "law-test", Calculate: all.Registry().Calculate})
		if err != nil {
			t.Fatal(err)
		}
		if r.Code != "research_only" || len(r.Findings) == 0 || r.Findings[0].Parameter != c.parameter ||
			r.Findings[0].DueOn == nil || r.Findings[0].DueOn.String() != c.due || r.Findings[0].Citations[0].Locator == "" {
			t.Errorf("%s: %s %v\n%+v", c.question, r.Code, r.Contract.NextActions, r.Findings)
		}
		if faults := contract.Check(r.Contract); len(faults) > 0 {
			t.Errorf("%s: %v", c.question, faults)
		}
	}
	for _, c := range []string{"deadline for a German income tax return for 2022", "When is the wibble due in the US for 2025?",
		"I missed the deadline for my US 1040 for 2025, what now?", "Please file my US 1040 for 2025 before the deadline"} {
		r, err := x.Ask(planner, all.Registry().Find, c, answer.Env{AskedOn: civil.MustParse("2026-11-22"), Release: "law-test",
			Calculate: all.Registry().Calculate})
		if err != nil || r.Code == "research_only" {
			t.Errorf("%s: %s %+v %v", c, r.Code, r.Findings, err)
		}
	}
}

// TestPlacesOf lists the places whose law has a term.
func TestPlacesOf(t *testing.T) {
	places := index(t).PlacesOf("What is the solidarity surcharge?")
	if len(places) != 1 || places[0] != "DE" {
		t.Errorf("%v", places)
	}
}

// TestEveryTitleFindsItsParameter asks, for each parameter, by its own title.
func TestEveryTitleFindsItsParameter(t *testing.T) {
	x := index(t)
	found, total := x.SelfRetrieval()
	if total < 1000 || found*100 < total*90 {
		t.Errorf("%d of %d parameters are found by their own title among the first ten", found, total)
	}
}

// TestAsk ends each question of law in its one outcome, and never in a figure.
func TestAsk(t *testing.T) {
	x, planner := index(t), plan.New(all.Jurisdictions())
	for _, c := range []struct{ question, status, code string }{
		{"What is the personal allowance in England in 2025-26?", "partial", "research_only"},
		{"VAT rate on books in Germany in 2021", "partial", "research_only"},
		{"What is the corporation tax rate in Ireland in 2025?", "partial", "research_only"},
		{"What is the personal allowance?", "needs_facts", "missing_facts"},
		{"What is the corporation tax rate in Ireland?", "needs_facts", "missing_facts"},
		{"What is the wibble allowance in England in 2025-26?", "unsupported", ""},
		{"How much income tax do I pay on £60,000 in England in 2025-26?", "verified", "verified"},
		{"How do I hide my income from HMRC in England in 2025-26?", "human_review_required", ""},
	} {
		r, err := x.Ask(planner, all.Registry().Find, c.question, answer.Env{
			AskedOn: civil.MustParse("2026-11-22"), Release: "law-test", Calculate: all.Registry().Calculate})
		if err != nil {
			t.Fatal(err)
		}
		if string(r.Contract.VerificationStatus) != c.status || c.code != "" && r.Code != c.code {
			t.Errorf("%s: %s (%s), want %s: %v", c.question, r.Contract.VerificationStatus, r.Code, c.status, r.Contract.NextActions)
		}
		if faults := contract.Check(r.Contract); len(faults) > 0 {
			t.Errorf("%s: %v", c.question, faults)
		}
		if c.question == "What is the corporation tax rate in Ireland?" &&
			!slices.ContainsFunc(r.Findings, func(f research.Finding) bool { return f.Parameter == "ie:corporate_bands" && !f.From.IsZero() }) {
			t.Errorf("%s: the record does not show what holds today: %v", c.question, r.Findings)
		}
		if r.Code == "research_only" && (len(r.Contract.Citations) == 0 || len(r.Findings) == 0) {
			t.Errorf("%s: no law", c.question)
		}
	}
}
