package us

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// directFile is where the IRS published returns of 2024 that its own filing
// service, Direct File, completed, form by form and line by line.
const directFile = "https://github.com/IRS-Public/direct-file/tree/e0d5c84451cc52b72d20d04652e306bf4af1a43c/direct-file/backend/src/test/resources/pdf-expected/en"

// estimator is where the IRS published the scenarios of 2026 by which it
// accepted its Tax Withholding Estimator, with the annual tax of each.
const estimator = "https://github.com/IRS-Public/tax-withholding-estimator/blob/cfbee9276f4661aff909025e3252ff5525437750/src/test/resources/csv/twe-uat-2026-03-05.csv"

// published is one return: the facts that it states and the lines of Form 1040
// that are not 0.
type published struct {
	name, status, facts, incomes, lines string
}

// Complete returns of 2024 that the IRS published, for every filing status:
// wages, interest, dividends, pensions and IRAs, social security,
// unemployment; the adjustments; dependents, age and blindness; the child,
// earned income, dependent care, saver's, elderly and premium credits.
func TestReturnsThatTheIRSCompleted(t *testing.T) {
	lines := []string{"6b", "9", "11", "12", "15", "16", "17", "19", "20", "22", "24", "27", "28", "33", "34", "37"}
	for _, c := range completed {
		c.check(t, "2024", directFile, lines)
	}
}

// Scenarios of 2026, for every filing status: the deductions for tips,
// overtime, car loans and seniors and their phase-outs, itemised deductions with
// the limit on state taxes, business income, and missing social security
// numbers. The estimator finds income tax, its credits and the other taxes.
func TestScenariosOfTheIRSEstimator(t *testing.T) {
	for _, c := range scenarios {
		c.check(t, "2026", estimator, []string{"11a", "13a", "15", "16", "19", "24", "27a", "28"})
	}
}

// check compares lines with the published ones; a line that is not named there
// is 0.
func (c *published) check(t *testing.T, year, source string, lines []string) {
	t.Helper()
	got := calculate(t, FederalRegistry(), c.request(year))
	have := map[string]money.Dec{}
	for i := range got.Steps {
		have[got.Steps[i].Code] = got.Steps[i].Amount
	}
	want := map[string]string{}
	for _, pair := range fields(c.lines) {
		want[pair[0]] = pair[1]
	}
	for _, line := range lines {
		figure := money.Zero
		if text := want[line]; text != "" {
			figure = money.MustParse(text)
		}
		if !have["1040/"+line].Equal(figure) {
			t.Errorf("%s: line %s is %s, published %s in %s", c.name, line, have["1040/"+line], figure, source)
		}
	}
	if total := have["1040/24"]; !got.TotalTax.Equal(total) {
		t.Errorf("%s: total tax %s, line 24 is %s", c.name, got.TotalTax, total)
	}
}

// fields splits "a 1, b 2" into pairs.
func fields(text string) (out [][2]string) {
	for _, part := range strings.Split(text, ", ") {
		name, value, _ := strings.Cut(part, " ")
		out = append(out, [2]string{name, value})
	}
	return out
}

// request asks for the return; an income that begins with "spouse" is the
// spouse's.
func (c *published) request(year string) tax.Request {
	req := filer(year, "", c.status)
	req.Explain = true
	for _, pair := range fields(c.facts) {
		req.Facts[pair[0]] = pair[1]
	}
	for _, part := range strings.Split(c.incomes, ", ") {
		person := ""
		if rest, ok := strings.CutPrefix(part, spouse+" "); ok {
			person, part = spouse, rest
		}
		kind, amount, _ := strings.Cut(part, " ")
		req.Components = append(req.Components, tax.Component{Kind: tax.Kind(kind), Amount: money.MustParse(amount), Person: person})
	}
	return req
}
