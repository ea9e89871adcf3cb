package answer_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// TestReadings puts questions, most in the languages of the places, to the planner of
// all of them, and compares one line about how each is read.
func TestReadings(t *testing.T) {
	const name = "testdata/readings.txt"
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	planner := plan.New(all.Jurisdictions())
	var after bytes.Buffer
	for _, line := range strings.Split(strings.TrimRight(string(before), "\n"), "\n") {
		if strings.HasPrefix(line, "A ") {
			continue
		}
		fmt.Fprintln(&after, line)
		if lang, question, ok := parseQuestion(line); ok {
			p, err := planner.Plan(question, lang)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&after, "A "+readAs(&p))
		}
	}
	if *update {
		if err := os.WriteFile(name, after.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareLines(t, string(before), after.String())
}

// readAs writes a plan in one line: language, place, year, the caller's facts,
// what is asked and what is not covered.
func readAs(p *plan.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s %s", p.Language, strings.Join(append(p.Jurisdictions, p.SubRegions...), "/"), strings.Join(p.TaxYears, ","))
	for _, f := range p.Facts {
		fmt.Fprintf(&b, "; %s %s%s", f.Key, f.Value, f.Currency)
	}
	for _, m := range p.MissingFacts {
		if m.Key == "income" {
			fmt.Fprintf(&b, "; asks income: %s", m.Reason)
			continue
		}
		fmt.Fprintf(&b, "; asks %s", m.Key)
	}
	for _, g := range p.Gaps {
		fmt.Fprintf(&b, "; gap: %s", g.Reason)
	}
	for _, x := range p.Triggers {
		fmt.Fprintf(&b, "; to a person: %s", x.Code)
	}
	return b.String()
}
