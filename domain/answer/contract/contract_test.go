package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var scope = Scope{
	Jurisdictions: []string{"XA"}, TaxYears: []string{"2025-26"}, TaxTypes: []string{"individual_income"},
	FactsUsed:      []FactUsed{{"income", "60000", "GBP"}},
	Classification: HighRisk, Tier: tax.Beta, LawAsOf: civil.MustParse("2026-11-01"), Release: "2026.11",
}

func result() tax.Result {
	return tax.Result{
		Calculator: "xa-income", CalculatorVersion: "1.0.0", ParameterDataset: "xa-income-2025-26/2026.11",
		LawAsOf: civil.MustParse("2026-11-01"), SourceLastChecked: civil.MustParse("2026-11-20"), CoverageStatus: tax.Beta,
		Jurisdiction: "XA", TaxYear: "2025-26", Currency: "GBP", Basis: "annual",
		TotalTax: money.MustParse("12345.00"), Assumptions: []string{"Full-year resident."},
		Citations: []Citation{cite()},
	}
}

func cite() Citation {
	return Citation{ID: "xa:rate@2025-01-01#1", SourceID: "act", Title: "Act", Locator: "s. 1", URL: "https://example.org/act",
		Excerpt: "20 per cent", EffectiveFrom: civil.MustParse("2025-01-01"), RetrievedAt: civil.MustParse("2026-11-20"),
		SHA256: strings.Repeat("a", 64)}
}

func claim(text string) []Claim {
	ref := "calculations[0].total_tax"
	return []Claim{{ID: "c1", Text: text, CitationIDs: []string{cite().ID}, CalculationRef: &ref}}
}

func verified(t *testing.T) Contract {
	t.Helper()
	c, err := Verified(scope, Calculation, []tax.Result{result()}, claim("Tax for 2025-26 on 60000 GBP is 12345.00 GBP."), false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func all(t *testing.T) map[Status]Contract {
	cites := []Citation{cite()}
	return map[Status]Contract{
		StatusVerified:    verified(t),
		StatusNeedsFacts:  NeedsFacts(scope, []MissingFact{Ask("tax_year", "No year is named.", "Which year? Covered: 2024-25, 2025-26.")}),
		StatusUnsupported: Unsupported(scope, "XA 2025-26 vat individual", "Exampleland"),
		StatusHumanReview: HumanReview(scope, "The question is one of residence.", nil),
		StatusPartial:     Partial(scope, Refusal, PartialMode, "Only a part can be computed.", nil),
		StatusConflict: Conflicting(scope, []Conflict{{"rate", []string{cites[0].ID}, "Two sources differ.", []string{cites[0].ID}}}, cites,
			civil.Date{}),
		StatusStaleSource: Stale(scope, "The source was last checked too long ago.", cites, civil.MustParse("2024-01-01")),
		StatusUnavailable: Unavailable(scope, "A store did not answer in time."),
	}
}

func TestEveryConstructorConforms(t *testing.T) {
	for status, c := range all(t) {
		if c.VerificationStatus != status {
			t.Errorf("%s: status %s", status, c.VerificationStatus)
		}
		for _, fault := range Check(c) {
			t.Errorf("%s: %s", status, fault)
		}
	}
}

// Only a question of several parts has parts to be asked by themselves.
func TestPartsAreSpokenOfWhereThereAreSome(t *testing.T) {
	for mode, parts := range map[Mode]bool{PartialMode: true, General: false} {
		c := Partial(scope, Research, mode, "A reason.", nil)
		if said := strings.Contains(strings.Join(c.NextActions, " "), "part"); said != parts {
			t.Errorf("%s: %q", mode, c.NextActions)
		}
	}
}

func TestVerifiedTakesNoResultWithoutCitation(t *testing.T) {
	r := result()
	r.Citations = nil
	if _, err := Verified(scope, Calculation, []tax.Result{r}, claim("x"), false); err == nil {
		t.Error("an uncited result became a verified answer")
	}
	if _, err := Verified(scope, Calculation, nil, nil, false); err == nil {
		t.Error("an answer without a result was verified")
	}
}

func TestTheOutcomeLooksAtTheFlagFirst(t *testing.T) {
	c := verified(t)
	c.HumanReviewRequired = true
	if c.Outcome() != Escalated || c.Exact() {
		t.Errorf("outcome %s", c.Outcome())
	}
	for status, want := range map[Status]Outcome{StatusVerified: Answered, StatusNeedsFacts: Asked, StatusStaleSource: Escalated} {
		if c := all(t)[status]; c.Outcome() != want {
			t.Errorf("%s: outcome %s", status, c.Outcome())
		}
	}
}

func TestNullsAndAbsence(t *testing.T) {
	for status, c := range all(t) {
		b, _ := json.Marshal(c)
		if has := strings.Contains(string(b), `"calculations":`); has == (status == StatusNeedsFacts) {
			t.Errorf("%s: calculations present: %v", status, has)
		}
		if status == StatusUnsupported && !strings.Contains(string(b), `"law_as_of":null,"source_last_checked":null,"corpus_release_id":null`) {
			t.Errorf("unsupported carries provenance: %s", b)
		}
	}
}

// Every rule is broken once; the check must see it.
func TestCheckSeesEveryFault(t *testing.T) {
	for name, c := range map[string]struct {
		status Status
		breaks func(*Contract)
		want   string
	}{
		"uncited claim":          {StatusVerified, func(c *Contract) { c.Claims[0].CitationIDs = []string{} }, "cites nothing"},
		"ghost citation":         {StatusVerified, func(c *Contract) { c.Claims[0].CitationIDs = []string{"x"} }, "no citation"},
		"claim off the result":   {StatusVerified, func(c *Contract) { c.Claims = claim("It is 5.") }, "holds 5"},
		"claim with a small sum": {StatusVerified, func(c *Contract) { c.Claims = claim("It is £5.") }, "holds £5"},
		"claim on nothing":       {StatusVerified, func(c *Contract) { c.Claims[0].CalculationRef = nil }, "no calculation"},
		"claim beyond the end": {StatusVerified, func(c *Contract) { r := "calculations[7].total_tax"; c.Claims[0].CalculationRef = &r },
			"no calculation"},
		"no figure":              {StatusVerified, func(c *Contract) { c.Calculations = []tax.Result{} }, "without calculation"},
		"assumption":             {StatusVerified, func(c *Contract) { c.Assumptions = []string{"x"} }, "assumptions"},
		"tier too high":          {StatusVerified, func(c *Contract) { c.CoverageStatus, c.Confidence = tax.Covered, "1" }, "lowest tier"},
		"confidence":             {StatusVerified, func(c *Contract) { c.Confidence = "1" }, "confidence"},
		"flag":                   {StatusVerified, func(c *Contract) { c.HumanReviewRequired = true }, "review"},
		"no provenance":          {StatusVerified, func(c *Contract) { c.LawAsOf = nil }, "law_as_of"},
		"other year":             {StatusVerified, func(c *Contract) { c.TaxYears = []string{"2024-25"} }, "does not name"},
		"figure in a prompt":     {StatusNeedsFacts, func(c *Contract) { p := "Is it £12,345?"; c.MissingFacts[0].Prompt = &p }, "figure £12345"},
		"no prompt":              {StatusNeedsFacts, func(c *Contract) { c.MissingFacts[0].Prompt = nil }, "asks nothing"},
		"asked twice":            {StatusNeedsFacts, func(c *Contract) { c.MissingFacts = append(c.MissingFacts, c.MissingFacts[0]) }, "twice"},
		"calculations on asking": {StatusNeedsFacts, func(c *Contract) { c.Calculations = []tax.Result{} }, "with calculations"},
		"risk on asking":         {StatusNeedsFacts, func(c *Contract) { c.Risks = []string{"x"} }, "risks"},
		"provenance":             {StatusUnsupported, func(c *Contract) { r := "x"; c.CorpusReleaseID = &r }, "provenance"},
		"second missing fact": {StatusUnsupported, func(c *Contract) { c.MissingFacts = append(c.MissingFacts, Ask("a", "b", "c")) },
			"coverage_profile"},
		"no advice":            {StatusUnsupported, func(c *Contract) { c.NextActions = []string{"no"} }, "professional"},
		"figure in the reason": {StatusHumanReview, func(c *Contract) { c.NextActions[0] = "It would be 11432.00." }, "11432"},
		"small marked figure":  {StatusHumanReview, func(c *Contract) { c.NextActions[0] = "It is £5." }, "£5"},
		"figure in risks":      {StatusPartial, func(c *Contract) { c.Risks = []string{"a 40% charge"} }, "40"},
		"excerpt":              {StatusStaleSource, func(c *Contract) { c.Citations[0].Excerpt = "20 per cent" }, "excerpt"},
		"value of law":         {StatusConflict, func(c *Contract) { c.Conflicts[0].Values = []string{"12570"} }, "12570"},
		"no reason":            {StatusUnavailable, func(c *Contract) { c.NextActions = []string{} }, "no reason"},
		"null list":            {StatusUnavailable, func(c *Contract) { c.Risks = nil }, "risks is null"},
		"ninth status":         {StatusUnavailable, func(c *Contract) { c.VerificationStatus = "unknown" }, "none of"},
		"prohibited":           {StatusUnsupported, func(c *Contract) { c.RequestClassification = Prohibited }, "escalated"},
		"absent calculations":  {StatusPartial, func(c *Contract) { c.Calculations = nil }, "calculations is absent"},
		"unknown tax":          {StatusVerified, func(c *Contract) { c.TaxTypes = []string{"income"} }, "tax_types"},
		"repeated year":        {StatusVerified, func(c *Contract) { c.TaxYears = []string{"2025-26", "2025-26"} }, "repeats"},
	} {
		broken := all(t)[c.status]
		c.breaks(&broken)
		if got := strings.Join(Check(broken), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s: faults %q, want one with %q", name, got, c.want)
		}
	}
}

func TestCheckJSONSeesOrderAndNames(t *testing.T) {
	b, _ := json.Marshal(verified(t))
	s := string(b)
	for name, body := range map[string]string{
		"order":   `{"jurisdictions":["XA"],` + strings.Replace(s[1:], `"jurisdictions":["XA"],`, "", 1),
		"unknown": `{"note":"x",` + s[1:],
		"string":  strings.Replace(s, `"confidence":0.9`, `"confidence":"0.9"`, 1),
		"other":   strings.Replace(s, `"confidence":0.9`, `"confidence":0.7`, 1),
		"no json": s[1:],
	} {
		if len(CheckJSON([]byte(body))) == 0 {
			t.Errorf("%s: no fault seen", name)
		}
	}
}

func TestFigures(t *testing.T) {
	for in, want := range map[string]string{
		"2025-26, 2025/26 and 2026 from 2026-04-05": "",
		"£2025":                        "£2025",
		"60,000.00 at 40%":             "60000,£40",
		"1.2 and £5":                   "1.2,£5",
		"Which year? Covered: 2023-24": "",
	} {
		if got := strings.Join(Figures(in), ","); got != want {
			t.Errorf("Figures(%q) = %s, want %s", in, got, want)
		}
	}
}
