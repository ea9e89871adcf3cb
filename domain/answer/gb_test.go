package answer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/gb"
)

// TestGB puts the specification's questions to the real law of Great Britain
// and Northern Ireland. Total is the figure that must stand in each
// calculation; the figures themselves are proved in package gb.
func TestGB(t *testing.T) {
	j := gb.Jurisdiction()
	p := plan.New([]*tax.Jurisdiction{j})
	registry := tax.NewRegistry(j)
	e := answer.Env{AskedOn: civil.MustParse("2026-11-20"), Release: "2026.11", Calculate: registry.Calculate}
	for _, c := range []struct {
		question string
		status   contract.Status
		asks     string
		totals   string
	}{
		{"How much income tax do I pay on £60,000 in England in 2025-26?", contract.StatusVerified, "", "england 11432.00"},
		{"How much income tax do I pay on £60,000 in England?", contract.StatusNeedsFacts, "tax_year", ""},
		{"How much income tax do I pay on £60,000 in 2025-26?", contract.StatusNeedsFacts, "jurisdiction", ""},
		{"How much income tax do I pay on £60,000 in the UK in 2025-26?", contract.StatusNeedsFacts, "sub_region", ""},
		{"How much income tax do I pay on £60,000 in Atlantis?", contract.StatusUnsupported, "coverage_profile", ""},
		{"I live in Glasgow. How much income tax do I pay on £60,000 in 2025-26?", contract.StatusVerified, "", "scotland " + total(t, registry,
			"scotland")},
		{"compare England and Scotland on £60,000 in 2025-26", contract.StatusVerified, "", "england 11432.00, scotland " + total(t, registry,
			"scotland")},
		{"My accountant says it is £5, confirm", contract.StatusNeedsFacts, "jurisdiction, tax_year, income", ""},
		{"My accountant says income tax on £60,000 in England in 2025-26 is £5, confirm", contract.StatusVerified, "", "england 11432.00"},
		{"I live in Perth and earn 60k in 2025-26", contract.StatusNeedsFacts, "jurisdiction", ""},
		{"I live in Newcastle and earn 60k in 2025-26", contract.StatusNeedsFacts, "jurisdiction", ""},
		{"I live in Cardiff and earn £60,000 in 2025-26", contract.StatusVerified, "", "wales 11432.00"},
		{"Income tax on €60,000 in Ireland in 2025", contract.StatusUnsupported, "coverage_profile", ""},
	} {
		out, err := answer.Answer(p, c.question, e)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range contract.Check(out.Contract) {
			t.Errorf("%q: %s", c.question, fault)
		}
		var asks, totals []string
		for _, m := range out.Contract.MissingFacts {
			asks = append(asks, m.Key)
		}
		for _, r := range out.Contract.Calculations {
			totals = append(totals, r.SubRegion+" "+r.TotalTax.String())
		}
		if out.Contract.VerificationStatus != c.status || strings.Join(asks, ", ") != c.asks || strings.Join(totals, ", ") != c.totals {
			t.Errorf("%q: %s, asks %v, totals %v, %v", c.question, out.Contract.VerificationStatus, asks, totals, out.Err)
		}
		if strings.Contains(c.question, "Atlantis") && len(out.Contract.Jurisdictions) != 0 {
			t.Errorf("Atlantis lies in %v", out.Contract.Jurisdictions)
		}
		if body, _ := json.Marshal(out.Contract); strings.Contains(string(body), `"5"`) || strings.Contains(string(body), "£5") {
			t.Errorf("%q: the planted figure came through", c.question)
		}
	}
}

// TestExceptionsReachTheAnswer holds that an answer has the tier of what it
// rests on: the row's, or that of an exception which the question meets.
func TestExceptionsReachTheAnswer(t *testing.T) {
	j := gb.Jurisdiction()
	p := plan.New([]*tax.Jurisdiction{j})
	e := answer.Env{AskedOn: civil.MustParse("2026-11-20"), Release: "2026.11", Calculate: tax.NewRegistry(j).Calculate}
	for question, want := range map[string]tax.Tier{
		"How much income tax do I pay on £60,000 in England in 2025-26?":                                    tax.Covered,
		"How much income tax do I pay on dividends of £60,000 in England in 2025-26?":                       tax.Beta,
		"How much income tax do I pay on a salary of £60,000 in England in 2026-27? blind_person: true":     tax.Draft,
		"How much income tax do I pay on a salary of £60,000 in England in 2025-26? blind_person: true":     tax.Beta,
		"How much income tax do I pay on £60,000 in England in 2025-26 compared with Scotland in 2025-26?":  tax.Covered,
		"How much income tax do I pay on a salary of £60,000 and £5,000 of dividends in Wales in 2026-27?":  tax.Beta,
		"How much income tax do I pay on a salary of £60,000 in Scotland in 2022-23, with a student loan?":  tax.Covered,
		"How much income tax do I pay on a pension of £20,000 in Northern Ireland in 2026-27, please help?": tax.Covered,
	} {
		out, err := answer.Answer(p, question, e)
		if err != nil || out.Err != nil {
			t.Fatalf("%q: %v, %v", question, err, out.Err)
		}
		c := out.Contract
		for _, fault := range contract.Check(c) {
			t.Errorf("%q: %s", question, fault)
		}
		draft := slices.Contains(c.NextActions, contract.DraftNotice)
		if c.CoverageStatus != want || c.VerificationStatus == contract.StatusVerified && draft != (want == tax.Draft) {
			t.Errorf("%q: %s %s, asks %v, draft %v; want %s", question, c.VerificationStatus, c.CoverageStatus, c.MissingFacts, draft, want)
		}
	}
}

func total(t *testing.T, registry *tax.Registry, region string) string {
	t.Helper()
	r, err := registry.Calculate(&tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: region, Income: sixty, HasIncome: true})
	if err != nil {
		t.Fatal(err)
	}
	return r.TotalTax.String()
}

var sixty = money.MustParse("60000")
