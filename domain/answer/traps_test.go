package answer_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// everywhere is the planner of all places, and what answers it.
func everywhere() (*plan.Planner, answer.Env) {
	jurisdictions := all.Jurisdictions()
	e := env()
	e.Calculate = tax.NewRegistry(jurisdictions...).Calculate
	return plan.New(jurisdictions), e
}

// listed returns the lines of a list of questions.
func listed(t *testing.T, name string) (out []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// put answers a question and holds the answer to the contract.
func put(t *testing.T, p *plan.Planner, question string, e answer.Env) answer.Outcome {
	t.Helper()
	out, err := answer.Answer(p, question, e)
	if err != nil || out.Err != nil {
		t.Fatalf("%q: %v, %v", question, err, out.Err)
	}
	for _, fault := range contract.Check(out.Contract) {
		t.Errorf("%q: %s", question, fault)
	}
	return out
}

// asksCore reports that an answer asks for what a computation rests on.
func asksCore(out *answer.Outcome) bool {
	return slices.ContainsFunc(out.Plan.MissingFacts, func(m contract.MissingFact) bool {
		switch m.Key {
		case "income", "income_period", "jurisdiction", "residence", "sub_region", "tax_year", "date", "prices_include_tax", "amount",
			"previous_salary":
			return true
		}
		return false
	})
}

func TestTrapsGetNoFigure(t *testing.T) {
	p, e := everywhere()
	for _, question := range append(listed(t, "traps.txt"), listed(t, "traps_languages.txt")...) {
		out := put(t, p, question, e)
		switch out.Contract.VerificationStatus {
		case contract.StatusVerified:
			t.Errorf("%q is computed on %s", question, out.Requests[0].Income)
		case contract.StatusNeedsFacts:
			if !asksCore(&out) {
				t.Errorf("%q asks only %v", question, out.Plan.MissingFacts)
			}
		}
	}
}

func TestPlainQuestionsAreUnderstood(t *testing.T) {
	p, e := everywhere()
	for _, line := range listed(t, "incomes.txt") {
		want, question, found := strings.Cut(line, " | ")
		if !found {
			t.Fatalf("line %q", line)
		}
		out := put(t, p, question, e)
		var incomes []string
		for _, r := range out.Requests {
			incomes = append(incomes, strings.TrimSuffix(r.Income.String(), ".00"))
		}
		if got := strings.Join(incomes, ", "); got != want || asksCore(&out) {
			t.Errorf("%q is computed on %s, want %s; %s, asks %+v", question, got, want, out.Contract.VerificationStatus, out.Plan.MissingFacts)
		}
	}
}
