package answer_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// Questions in English about wages in places whose languages the planner does not
// read; the figures are those that the places' own tests compute by hand.
func TestWagesInTheEastOfTheUnion(t *testing.T) {
	p := plan.New(all.Jurisdictions())
	e := answer.Env{AskedOn: civil.MustParse("2026-11-27"), Release: "2026.11", Calculate: all.Registry().Calculate}
	for _, c := range []struct {
		question string
		status   contract.Status
		asks     []string
		total    string
	}{
		{"I earn 600,000 CZK gross in Czechia in 2025, how much income tax?", contract.StatusVerified, nil, "59160.00"},
		{"How much income tax do I pay in Prague on a salary of 600,000 CZK in 2025?", contract.StatusVerified, nil, "59160.00"},
		{"I earn 600,000 CZK gross in Czechia in 2025 and have two children, how much income tax?", contract.StatusVerified, nil,
			"21636.00"},
		{"I earn 600,000 CZK gross in Czechia, how much income tax?", contract.StatusNeedsFacts, []string{"tax_year"}, ""},
		{"I earn 6,000,000 forints gross in Hungary in 2025, how much income tax?", contract.StatusVerified, nil, "900000.00"},
		{"I earn 30,000 EUR gross in Greece in 2025, how much income tax?", contract.StatusVerified, nil, "4279.70"},
		{"Income tax in Greece in 2026 on a taxable income of 30,000 EUR?", contract.StatusVerified, nil, "5083.00"},
		{"I earn 60,000 RON gross in Romania in 2025, how much income tax?", contract.StatusVerified, nil, "3396.00"},
		{"I earn 30,000 EUR gross in Bulgaria in 2026, how much income tax?", contract.StatusUnsupported, nil, ""},
	} {
		out, err := answer.Answer(p, c.question, e)
		if err != nil {
			t.Fatal(err)
		}
		var asks []string
		for _, m := range out.Contract.MissingFacts {
			asks = append(asks, m.Key)
		}
		total := ""
		for _, r := range out.Contract.Calculations {
			total += r.TotalTax.String()
		}
		missing := slices.ContainsFunc(c.asks, func(key string) bool { return !slices.Contains(asks, key) })
		if out.Contract.VerificationStatus != c.status || missing || c.asks == nil && asks != nil && c.status == contract.StatusVerified ||
			total != c.total {
			t.Errorf("%q: %s, asks %v, total %q; want %s, %v, %q", c.question, out.Contract.VerificationStatus, asks, total, c.status, c.asks,
				c.total)
		}
	}
}
