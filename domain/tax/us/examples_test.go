package us

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// registry is the United States with its states.
var registry = tax.NewRegistry(Jurisdiction())

// filer asks for the tax of a filing status and year: fact, value, fact, value.
func filer(year, region, status string, facts ...string) tax.Request {
	req := tax.Request{Jurisdiction: "US", TaxYear: year, SubRegion: region,
		Facts: map[string]string{"filing_status": status, "age": "40", "children": "0", "other_dependents": "0"}}
	for i := 0; i < len(facts); i += 2 {
		req.Facts[facts[i]] = facts[i+1]
	}
	return req
}

// earning gives a request its incomes: kind, amount, kind, amount.
func earning(req tax.Request, parts ...string) tax.Request {
	for i := 0; i < len(parts); i += 2 {
		req.Components = append(req.Components, tax.Component{Kind: tax.Kind(parts[i]), Amount: money.MustParse(parts[i+1])})
	}
	return req
}

func calculate(t *testing.T, reg *tax.Registry, req tax.Request) tax.Result {
	t.Helper()
	got, err := reg.Calculate(&req)
	if err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	return got
}

// levy is a component of a result, "" where it has none.
func levy(r *tax.Result, code string) string {
	for _, l := range r.Components {
		if l.Code == code {
			return l.Amount.String()
		}
	}
	return ""
}

// step is a line of an explained result.
func step(t *testing.T, r *tax.Result, code string) *tax.Step {
	t.Helper()
	for i := range r.Steps {
		if r.Steps[i].Code == code {
			return &r.Steps[i]
		}
	}
	var codes []string
	for i := range r.Steps {
		codes = append(codes, r.Steps[i].Code)
	}
	t.Fatalf("no step %s among %s", code, strings.Join(codes, ", "))
	return nil
}

func TestPublishedExamples(t *testing.T) {
	ats := earning(filer("2025", "", "single", "age", "40"), "employment", "123195")
	taxtest.Examples(t, FederalRegistry(), []taxtest.Example{{
		Source: "Assurance Testing System, tax year 2025, scenario 12: single, Form 1040 line 15 of 107,445, line 16",
		URL:    "https://www.irs.gov/e-file-providers/tax-year-2025-form-1040-series-and-extensions-modernized-e-file-mef-assurance-testing-system-ats-information",
		// Wages that leave the line 15 of the scenario after the standard
		// deduction of 15,750.
		Request: ats, Taxable: "107445", Total: "18634",
	}})
}

// Publication 17, "Social Security and Equivalent Railroad Retirement
// Benefits", George White:
// https://taxmap.ntis.gov/taxmap/pub17/p17-060.htm. The base amounts have not
// changed since.
func TestGeorgeWhite(t *testing.T) {
	for _, year := range []string{"2022", "2023", "2024", "2025", "2026"} {
		req := earning(filer(year, "", "single", "age", "66", "social_security_benefits", "5980"),
			"employment", "9400", "pension", "18600", "interest", "990")
		req.Explain = true
		got := calculate(t, FederalRegistry(), req)
		if s := step(t, &got, "1040/6b"); !s.Amount.Equal(money.FromInt(2990)) {
			t.Errorf("%s: taxable benefits %s, published 2990", year, s.Amount)
		}
		if s := step(t, &got, line11(year)); !s.Amount.Equal(money.FromInt(28990 + 2990)) {
			t.Errorf("%s: adjusted gross income %s", year, s.Amount)
		}
	}
}

// line11 is the number of adjusted gross income on the form of a year.
func line11(year string) string {
	if year < "2025" {
		return "1040/11"
	}
	return "1040/11a"
}

func TestJointReturnAsksForTheSpouse(t *testing.T) {
	req := earning(filer("2025", "texas", "married_joint"), "employment", "90000")
	_, err := registry.Calculate(&req)
	var missing *tax.MissingFacts
	if !errors.As(err, &missing) || len(missing.Facts) != 1 || missing.Facts[0].Name != "spouse_age" {
		t.Fatalf("a joint return without the spouse's age: %v", err)
	}
}

func TestContradictionsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*tax.Request){
		"components[0].person":      func(r *tax.Request) { r.Components[0].Person = "spouse" },
		"facts.qualified_dividends": func(r *tax.Request) { r.Facts["qualified_dividends"] = "1" },
		"facts.short_term_gains":    func(r *tax.Request) { r.Facts["short_term_gains"] = "1" },
		"facts.section_1250_gain":   func(r *tax.Request) { r.Facts["section_1250_gain"] = "1" },
		"facts.capital_loss": func(r *tax.Request) {
			*r = earning(*r, "capital_gains", "5")
			r.Facts["capital_loss"] = "1"
		},
		"facts.business_loss": func(r *tax.Request) {
			*r = earning(*r, "self_employment", "5")
			r.Facts["business_loss"] = "1"
		},
	} {
		req := earning(filer("2025", "texas", "single"), "employment", "90000")
		change(&req)
		_, err := registry.Calculate(&req)
		var input *tax.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsNotModelledIsUnavailable(t *testing.T) {
	for name, req := range map[string]tax.Request{
		"a territory that is not modelled":   earning(filer("2025", "puerto_rico", "single"), "employment", "90000"),
		"a year before the first":            earning(filer("2021", "texas", "single"), "employment", "90000"),
		"a year the state has not":           earning(filer("2026", "utah", "single"), "employment", "90000"),
		"a kind of income the state has not": earning(filer("2025", "ohio", "single"), "property", "90000"),
		"itemised deductions in the state":   earning(filer("2024", "colorado", "single", "mortgage_interest", "9000"), "employment", "90000"),
		"social security in the state": earning(filer("2025", "colorado", "single", "social_security_benefits", "9000"), "employment",
			"90000"),
		"a child where the state counts none": earning(filer("2025", "utah", "single", "children", "1"), "employment", "90000"),
	} {
		_, err := registry.Calculate(&req)
		var unavailable *tax.Unavailable
		if !errors.As(err, &unavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The federal part of an answer does not depend on the state.
func TestStateTaxStandsBesideTheFederalTotal(t *testing.T) {
	alone := calculate(t, FederalRegistry(), earning(filer("2025", "", "single"), "employment", "100000"))
	for region, want := range map[string]string{"texas": "0.00", "north_carolina": "3708.00", "indiana": "2970.00"} {
		got := calculate(t, registry, earning(filer("2025", region, "single"), "employment", "100000"))
		if !got.TotalTax.Equal(alone.TotalTax) || !got.NetPayable.Equal(alone.NetPayable) {
			t.Errorf("%s: total %s, federal alone %s", region, got.TotalTax, alone.TotalTax)
		}
		if have := levy(&got, "state_income_tax"); have != want {
			t.Errorf("%s: state income tax %s, want %s", region, have, want)
		}
	}
}

// Every line that counts is explained with form, number, section and citation.
func TestExplanationNamesTheLines(t *testing.T) {
	req := earning(filer("2025", "indiana", "head_of_household", "children", "2"), "employment", "60000", "interest", "500")
	req.Explain = true
	got := calculate(t, registry, req)
	for _, code := range []string{"1040/1a", "1040/2b", "1040/11a", "1040/12e", "1040/15", "1040/16", "1040/19", "1040/24", "Schedule 8812/14",
		"IN/tax"} {
		s := step(t, &got, code)
		if s.Label == "" || s.Formula == "" {
			t.Errorf("%s has no label or formula: %+v", code, s)
		}
	}
	if s := step(t, &got, "1040/16"); len(s.CitationIDs) == 0 {
		t.Error("the tax cites nothing")
	}
	last := step(t, &got, "1040/24")
	if !last.Amount.Equal(got.TotalTax) {
		t.Errorf("line 24 is %s, total_tax %s", last.Amount, got.TotalTax)
	}
}
