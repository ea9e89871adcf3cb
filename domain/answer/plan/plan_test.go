package plan_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/answertest"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/plan"
)

var planner = plan.New(answertest.Places())

func read(t testing.TB, question string) plan.Plan {
	t.Helper()
	p, err := planner.Plan(question, "")
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	return p
}

// The examples that stand beside the ambiguous names in the lexicon.
func TestNamesWithSeveralReadings(t *testing.T) {
	for _, x := range lexicon.Load().Examples {
		p := read(t, "Which income tax is due? "+x.Question)
		got := "ask"
		if !slices.ContainsFunc(p.MissingFacts, func(m contract.MissingFact) bool { return m.Key == "jurisdiction" }) {
			got = strings.Join(append(p.Jurisdictions, p.SubRegions...), ",")
		}
		want := x.Want
		if iso := map[string]string{"GB-ENG": "england", "GB-SCT": "scotland"}[want]; iso != "" {
			want = iso
		}
		if got != want && !strings.HasSuffix(got, ","+want) {
			t.Errorf("%q is read as %s, want %s", x.Question, got, x.Want)
		}
	}
}

func TestThePlanOfAnEntry(t *testing.T) {
	p := read(t, "Compare the income tax on £60,000 in England and Scotland in 2025-26. Confirm it.")
	for name, c := range map[string]struct{ got, want []string }{
		"jurisdictions":  {p.Jurisdictions, []string{"GB"}},
		"sub_regions":    {p.SubRegions, []string{"england", "scotland"}},
		"tax_years":      {p.TaxYears, []string{"2025-26"}},
		"tax_types":      {p.TaxTypes, []string{"individual_income"}},
		"issues":         {p.Issues, []string{"individual_income_due", "comparison", "confirmation"}},
		"required_tools": {p.RequiredTools, []string{"calculate_income"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s are %v, want %v", name, c.got, c.want)
		}
	}
	if !p.CanAnswer || p.Language != "en" || p.Classification != contract.HighRisk || len(p.Cases) != 2 {
		t.Errorf("plan %+v", p)
	}
}

func TestNoListOfAPlanIsNull(t *testing.T) {
	for _, q := range []string{"Hello", "£60,000", "Income tax in Atlantis", "Am I tax resident?",
		"Income tax on £60,000 in England in 2025-26"} {
		body, err := json.Marshal(read(t, q))
		if err != nil || strings.Contains(strings.ReplaceAll(string(body), `"prompt":null`, ""), "null") {
			t.Errorf("%q: %s, %v", q, body, err)
		}
	}
}

func TestLanguage(t *testing.T) {
	for q, want := range map[string]string{
		"How much income tax do I pay on £60,000?":                    "en",
		"Wie viel Einkommensteuer zahle ich auf 45.000 € in Berlin?":  "de",
		"Combien d'impôt dois-je payer sur 45 000 € en France ?":      "fr",
		"Hoeveel inkomstenbelasting betaal ik over 45.000 € in 2025?": "nl",
	} {
		if p := read(t, q); p.Language != want {
			t.Errorf("%q is %s", q, p.Language)
		}
	}
	if p, err := planner.Plan("Einkommensteuer", "fr-CH"); err != nil || p.Language != "fr" {
		t.Errorf("the caller's language is %s, %v", p.Language, err)
	}
}

// A caller who writes every missing fact under its own name gets an answer.
func TestMissingFactsCanBeAnsweredByName(t *testing.T) {
	p := read(t, "How much income tax on ₹12,00,000?\njurisdiction: India\ntax_year: FY 2025-26\nregime: new")
	if !p.CanAnswer {
		t.Errorf("still missing: %+v, gaps %+v", p.MissingFacts, p.Gaps)
	}
	p = read(t, "How much income tax?\njurisdiction: United Kingdom\nsub_region: Wales\ntax_year: 2025-26\nincome: 60000\nover_state_pension_age: no")
	if !p.CanAnswer || p.Cases[0].Request.Facts["over_state_pension_age"] != "false" || p.Cases[0].Request.SubRegion != "wales" {
		t.Errorf("still missing: %+v, gaps %+v", p.MissingFacts, p.Gaps)
	}
	p = read(t, "How much income tax on £60,000 in 2025-26? I work in Glasgow.\nresidence: Scotland")
	if !p.CanAnswer {
		t.Errorf("still missing: %+v, gaps %+v", p.MissingFacts, p.Gaps)
	}
}

func FuzzPlan(f *testing.F) {
	for _, q := range []string{"How much income tax do I pay on £60,000 in England in 2025-26?", "I live in Perth", "CA, IN, GA",
		"5 April 2025", "2024-26", "06.04.2025",
		"regime: new", "AY 2026-27", "YA 2026", "gift_aid: £5", "£50,000-£60,000", "compare England and", "in\nin", "--", "2025-", "April",
		"a hundred", "aged"} {
		f.Add(q, "en")
	}
	f.Fuzz(func(t *testing.T, question, lang string) {
		p, err := planner.Plan(question, lang)
		if err != nil {
			return
		}
		if p.CanAnswer && (len(p.Cases) == 0 || len(p.MissingFacts)+len(p.Gaps)+len(p.Triggers) > 0) {
			t.Fatalf("%q can be answered: %+v", question, p)
		}
		again, _ := planner.Plan(question, lang)
		a, _ := json.Marshal(p)
		b, _ := json.Marshal(again)
		if string(a) != string(b) {
			t.Fatalf("%q has two plans", question)
		}
	})
}
