package answer_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/answertest"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

var update = flag.Bool("update", false, "rewrite testdata/questions.txt")

var (
	places  = answertest.Places()
	planner = plan.New(places)
	books   = tax.NewRegistry(places...)
)

func env() answer.Env {
	return answer.Env{AskedOn: civil.MustParse("2026-11-20"), Release: "test.1", Calculate: books.Calculate}
}

// ask answers a question and puts the answer to the conformance check.
func ask(t testing.TB, question string, e answer.Env) answer.Outcome {
	t.Helper()
	out, err := answer.Answer(planner, question, e)
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	for _, fault := range contract.Check(out.Contract) {
		t.Errorf("%q: %s", question, fault)
	}
	if out.Err != nil {
		t.Errorf("%q: %v", question, out.Err)
	}
	return out
}

// TestGolden puts every question of the table and compares one line about each
// answer.
func TestGolden(t *testing.T) {
	const name = "testdata/questions.txt"
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var after bytes.Buffer
	questions := 0
	for _, line := range strings.Split(strings.TrimRight(string(before), "\n"), "\n") {
		if strings.HasPrefix(line, "A ") {
			continue
		}
		fmt.Fprintln(&after, line)
		lang, question, ok := parseQuestion(line)
		if !ok {
			continue
		}
		questions++
		e := env()
		e.Language = lang
		out := ask(t, question, e)
		if out.Plan.CanAnswer != (out.Contract.VerificationStatus == contract.StatusVerified) {
			t.Errorf("%q: can_answer is %v at %s", question, out.Plan.CanAnswer, out.Contract.VerificationStatus)
		}
		fmt.Fprintln(&after, "A "+describe(out))
	}
	if questions < 150 {
		t.Errorf("the table holds %d questions", questions)
	}
	if *update {
		if err := os.WriteFile(name, after.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareLines(t, string(before), after.String())
}

// compareLines shows the first line that differs.
func compareLines(t *testing.T, before, after string) {
	t.Helper()
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range is {
		if i >= len(was) || was[i] != is[i] {
			t.Fatalf("line %d:\n%s\nwant\n%s", i+1, strings.Join(is[max(0, i-1):i+1], "\n"), was[min(i, len(was)-1)])
		}
	}
}

func parseQuestion(line string) (lang, question string, ok bool) {
	if rest, found := strings.CutPrefix(line, "Q["); found {
		lang, question, ok = strings.Cut(rest, "] ")
		return lang, question, ok
	}
	question, ok = strings.CutPrefix(line, "Q ")
	return "", question, ok
}

// describe writes an outcome in one line: status and code; figures, or what is
// asked or not covered; the caller's facts.
func describe(out answer.Outcome) string {
	c := &out.Contract
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)", c.VerificationStatus, out.Code)
	for i := range c.Calculations {
		r := &c.Calculations[i]
		place := r.Jurisdiction
		if r.SubRegion != "" {
			place += "/" + r.SubRegion
		}
		fmt.Fprintf(&b, " %s %s = %s %s;", place, r.TaxYear, r.TotalTax, r.Currency)
	}
	for _, m := range c.MissingFacts {
		if m.Prompt != nil {
			fmt.Fprintf(&b, " asks %s;", m.Key)
		} else {
			fmt.Fprintf(&b, " %s;", m.Reason)
		}
	}
	if c.RequestClassification != contract.HighRisk {
		fmt.Fprintf(&b, " %s;", c.RequestClassification)
	}
	for i, f := range c.FactsUsed {
		if i == 0 {
			b.WriteString(" from")
		}
		fmt.Fprintf(&b, " %s=%s%s", f.Key, f.Value, f.Currency)
	}
	for _, a := range out.Plan.Ambiguities {
		fmt.Fprintf(&b, " | %q may be: %s", a.Text, strings.Join(a.Readings, ", "))
	}
	return strings.TrimSuffix(b.String(), ";")
}
