package answer_test

import (
	"fmt"
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
