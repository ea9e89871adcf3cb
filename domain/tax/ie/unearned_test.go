package ie_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// insured is the PRSI on unearned income that a result holds, beside its total.
func insured(t *testing.T, got *tax.Result) string {
	t.Helper()
	for _, l := range got.Components {
		if l.Code == "prsi_unearned" {
			if l.InTotal || l.Kind != tax.LevySocial {
				t.Errorf("%+v is in the total", l)
			}
			return l.Amount.String()
		}
	}
	return ""
}

// The blended rates and least contributions that the Department of Social Protection prints
// for the incomes of 2024 and 2025, 4.025 and 4.125 percent, 537.50 and 650:
// https://www.gov.ie/en/department-of-social-protection/publications/prsi-class-s-rates.
// Class K is due above 5,000, Class S from 5,000 on.
func TestPRSIOnUnearnedIncome(t *testing.T) {
	pay, spouses := part(tax.Employment, 40_000, ""), part(tax.Employment, 40_000, "spouse")
	married := map[string]string{"status": "married"}
	for name, c := range map[string]struct {
		year       string
		facts      map[string]string
		components []tax.Component
		want       string
	}{
		"beside pay, 5,000":    {"2025", nil, []tax.Component{pay, part(tax.Dividends, 5000, "")}, ""},
		"beside pay, 5,001":    {"2025", nil, []tax.Component{pay, part(tax.Dividends, 5001, "")}, "206.29"},
		"beside pay, of 2023":  {"2023", nil, []tax.Component{pay, part(tax.Dividends, 10_000, "")}, "400.00"},
		"beside pay, of 2024":  {"2024", nil, []tax.Component{pay, part(tax.Dividends, 10_000, "")}, "402.50"},
		"beside pay, of 2025":  {"2025", nil, []tax.Component{pay, part(tax.Dividends, 10_000, "")}, "412.50"},
		"beside pay, of 2026":  {"2026", nil, []tax.Component{pay, part(tax.Dividends, 10_000, "")}, "423.75"},
		"deposit interest too": {"2025", nil, []tax.Component{pay, part(tax.Dividends, 4000, ""), part(tax.Interest, 6000, "")}, "412.50"},
		"alone, 4,999":         {"2025", nil, []tax.Component{part(tax.Dividends, 4999, "")}, ""},
		"alone, 5,000":         {"2025", nil, []tax.Component{part(tax.Dividends, 5000, "")}, "650.00"},
		"alone, of 2024":       {"2024", nil, []tax.Component{part(tax.Dividends, 5000, "")}, "537.50"},
		"alone, 20,000":        {"2025", nil, []tax.Component{part(tax.Dividends, 20_000, "")}, "825.00"},
		"each spouse below":    {"2025", married, []tax.Component{pay, spouses, part(tax.Dividends, 5000, ""), part(tax.Interest, 5000, "spouse")}, ""},
		"a spouse without pay": {"2025", married, []tax.Component{pay, part(tax.Dividends, 5000, "spouse")}, "650.00"},
		"no unearned income":   {"2025", nil, []tax.Component{pay}, ""},
	} {
		got := calculated(t, of(c.year, c.facts, c.components...))
		if due := insured(t, &got); due != c.want {
			t.Errorf("%s: %q, want %q", name, due, c.want)
		}
	}
}

// What is due grows with the income but where Class S begins and where its least contribution ends.
func TestPRSIOnUnearnedIncomeRises(t *testing.T) {
	for _, employed := range []bool{false, true} {
		last := money.Zero
		for income := int64(0); income <= 30_000; income += 250 {
			components := []tax.Component{part(tax.Dividends, income, "")}
			if employed {
				components = append(components, part(tax.Employment, 30_000, ""))
			}
			got := calculated(t, of("2026", nil, components...))
			due := money.Zero
			if text := insured(t, &got); text != "" {
				due = money.MustParse(text)
			}
			if due.Less(last) {
				t.Errorf("pay %t, dividends of %d: %s after %s", employed, income, due, last)
			}
			last = due
		}
	}
}
