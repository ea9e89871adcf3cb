package tax

import (
	"slices"
	"strings"
	"testing"
)

const goodCoverage = `
place: XX
standing:
  income: ["Wages only."]
  companies: ["Ordinary companies only."]
rows:
  - years:
      - {year: "2026", as_of: 2026-11-20}
    regions: [north, south]
    tier: beta
    why: "Two sources agree."
    standing: [income]
    scope: ["The year is not over."]
    except:
      - {facts: [loan], tier: draft, why: "Loans rest on a blog."}
  - years:
      - {year: "2024", as_of: 2024-12-31}
      - {year: "2025", as_of: 2025-12-31, dataset: "of-2025"}
    tier: covered
    why: "The authority's examples pass."
    standing: [income]
  - tax: corporate_income
    years:
      - {year: "2025", from: 2025-04-01, as_of: 2026-03-31}
    tier: draft
    why: "One source."
    standing: [companies]
`

func TestCoverageIsRead(t *testing.T) {
	rows, err := readCoverage([]byte(goodCoverage))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, strings.Join([]string{r.TaxYear, r.TaxType, r.Taxpayer, r.Region, string(r.Tier), r.Dataset, r.LawAsOf.String(),
			r.Period.To.String(), strings.Join(r.Scope, "+")}, " "))
	}
	want := []string{
		"2024 individual_income individual  covered xx-income-2024/2026.11 2024-12-31  Wages only.",
		"2025 individual_income individual  covered xx-income-of-2025/2026.11 2025-12-31  Wages only.",
		"2025 corporate_income company  draft xx-corporate-2025/2026.11 2026-03-31 2026-03-31 Ordinary companies only.",
		"2026 individual_income individual north beta xx-income-2026/2026.11 2026-11-20  Wages only.+The year is not over.",
		"2026 individual_income individual south beta xx-income-2026/2026.11 2026-11-20  Wages only.+The year is not over.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if x := rows[4].Except; len(x) != 1 || x[0].Tier != Draft || x[0].Facts[0] != "loan" {
		t.Errorf("exceptions %+v", x)
	}
}

func TestFaultyCoverageIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ old, with, want string }{
		"no reason":        {`why: "One source."`, `why: ""`, "why"},
		"no tier":          {"tier: draft\n    why: \"One", "tier: high\n    why: \"One", `"high" is no tier`},
		"another tax":      {"corporate_income", "window_tax", `"window_tax" is no tax type`},
		"ghost standing":   {"standing: [companies]", "standing: [company]", "no standing company"},
		"unused standing":  {"standing: [companies]", "scope: []", "no row has the standing companies"},
		"no cut-off":       {", as_of: 2024-12-31", "", "as_of"},
		"a misspelled key": {"tier: covered", "teir: covered", "teir"},
	} {
		text := strings.Replace(goodCoverage, c.old, c.with, 1)
		if text == goodCoverage {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := readCoverage([]byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}
