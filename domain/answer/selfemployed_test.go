package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// A question that says whose profit it is, where, when and in which status has the figure of
// the calculator, with PRSI in it or beside it as asked.
func TestProfitOfTheSelfEmployedInIreland(t *testing.T) {
	p, e := everywhere()
	registry := all.Registry()
	statuses := map[string]string{"single": "single", "married with one income": "married"}
	rapid.Check(t, func(rt *rapid.T) {
		pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(rt, name) }
		year, said := pick("year", "2023", "2024", "2025", "2026"), pick("status", "single", "married with one income")
		place, who := pick("place", "Galway", "Cork", "Ireland", "Limerick"), pick("who", "Self-employed", "Sole trader", "Freelancer")
		what := pick("what", "profit", "taxable profit", "net profit", "trading profit")
		profit := rapid.Int64Range(1, 300_000).Draw(rt, "profit")
		asked := pick("asked", "Income tax?", "Income tax, USC and PRSI?", "How much PRSI?")
		q := fmt.Sprintf("%s in %s, %s €%d, %s, %s. %s", who, place, what, profit, said, year, asked)
		req := tax.Request{Jurisdiction: "IE", TaxYear: year, Facts: map[string]string{"status": statuses[said]},
			Components: []tax.Component{{Kind: tax.SelfEmployment, Amount: money.FromInt(profit)}}}
		if asked == "How much PRSI?" {
			req.Scope = &tax.Scope{Only: []string{"prsi_employee", "prsi_self_employed"}}
		}
		want, err := registry.Calculate(&req)
		if err != nil {
			rt.Fatal(err)
		}
		out := put(t, p, q, e)
		if got := figure(&out); got != want.TotalTax.String() {
			rt.Fatalf("%q: %q, want %s; asked %q", q, got, want.TotalTax, keys(out.Contract.MissingFacts))
		}
	})
}

// A taxable profit is the profit of the trade, before what the person has free of tax: nothing
// changes by the word. Contributions of a taxable income, and levies of the self-employed that
// depend on the industry, are not nothing: they have no figure.
func TestTaxableProfitIsTheProfit(t *testing.T) {
	p, e := everywhere()
	for _, rest := range []string{"Sole trader in Manchester, %s £%d, 2025-26. Income tax?",
		"Self-employed in Leeds, %s of £%d in 2025-26. Income tax and class 4 NI?", "Freelancer in Glasgow, %s £%d, 2024-25. Income tax?",
		"Self-employed in Auckland, %s $%d, 2025-26. Income tax?", "Sole trader in Durban, %s R%d, 2026 year of assessment, under 65. Income tax?"} {
		for _, profit := range []int{9_000, 40_000, 130_000} {
			plain := put(t, p, fmt.Sprintf(rest, "profit", profit), e)
			for _, word := range []string{"taxable profit", "taxable profits"} {
				q := fmt.Sprintf(rest, word, profit)
				if out := put(t, p, q, e); figure(&out) == "" || figure(&out) != figure(&plain) {
					t.Errorf("%q: %q, want %q", q, figure(&out), figure(&plain))
				}
			}
		}
	}
	for q, want := range map[string]string{"Self-employed in Leeds, my profit of £40,000 is taxable. 2025-26 income tax?": "5486.00",
		"Sole trader in Leeds 2025-26. The profit of £40,000 was all taxable. Income tax?": "5486.00",
		"Sole trader, Leeds, taxable income £40,000, 2025-26. Income tax?":                 "8460.00"} {
		if out := put(t, p, q, e); figure(&out) != want {
			t.Errorf("%q: %q, want %q", q, figure(&out), want)
		}
	}
	for _, q := range []string{"Taxable income of £40,000 in Manchester, 2025-26. Income tax and National Insurance?",
		"Taxable income of £40,000 in Cardiff, 2025-26. National Insurance?", "Taxable income of $80,000 in Ontario, 2025. CPP and EI only?",
		"Taxable income of $80,000 in Auckland, 2025-26. ACC levy?", "Self-employed in Auckland, profit $80,000, 2025-26. ACC levy?",
		"Self-employed in Wellington, profit $80,000, 2024-25. Income tax and ACC levy?"} {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q: %s", q, figure(&out))
		}
	}
}

// What is left is told of a wage alone, however the taxes are listed after which it is left.
func TestWhatIsLeftOfAProfitIsAskedAbout(t *testing.T) {
	p, e := everywhere()
	for _, place := range []string{"Dublin|€|2025, single|PRSI|USC and PRSI", "Leeds|£|2025-26|National Insurance"} {
		c := strings.Split(place, "|")
		lists := []string{"tax", "income tax", "income tax and " + c[3]}
		for _, more := range c[4:] {
			lists = append(lists, "income tax, "+more)
		}
		for _, list := range lists {
			for what, left := range map[string]bool{"Salary of": true, "Sole trader, profit of": false} {
				q := fmt.Sprintf("%s %s45,000 in %s in %s. What's left after %s?", what, c[1], c[0], c[2], list)
				out := put(t, p, q, e)
				if got := figure(&out) != "" && out.Contract.Calculations[0].TakeHome != nil; got != left || !left && figure(&out) != "" {
					t.Errorf("%q: %q, what is left told %v", q, figure(&out), got)
				}
			}
		}
	}
}
