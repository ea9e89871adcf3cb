package answer_test

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// What asks for no tax and gives nothing that one is computed on goes to a person; with a tax, an
// amount, a place, a year or a status in it, the rest is asked for.
func TestNothingToCompute(t *testing.T) {
	p, e := everywhere()
	for _, q := range []string{
		"Should the shop put its takings through my cousin's till?", "Can my aunt sign the lease instead of me?",
		"Kann meine Tante statt mir als Vermieterin unterschreiben?", "Ma tante peut-elle signer le bail à ma place ?",
	} {
		if out := put(t, p, q, e); out.Contract.Outcome() != contract.Escalated {
			t.Errorf("%q is %s (%s): %v", q, out.Contract.Outcome(), out.Code, out.Plan.MissingFacts)
		}
	}
	for _, given := range []string{"How much tax do I pay?", "What tax do I pay on £40,000?", "How much income tax in England?", "What about 2025-26, how much tax?",
		"I'm single. How much tax?", "Wie viel Steuer zahle ich?", "Combien d'impôt je paie ?", "¿Cuánto IRPF pago?"} {
		if out := put(t, p, given, e); out.Contract.Outcome() != contract.Asked {
			t.Errorf("%q is %s (%s)", given, out.Contract.Outcome(), out.Code)
		}
	}
}

// A year behind "before tax" is that of the amount; behind "before" alone it is another.
func TestYearsBehindBeforeTax(t *testing.T) {
	p, e := everywhere()
	for frame, year := range map[string]string{
		"England, I earned £60,000 before tax in %s. Income tax?": "2025-26", "England, £60,000 before tax, %s. Income tax?": "2025-26",
		"England, I earned £60,000 before tax year %s. Income tax?": "", "England, I earned £60,000 before %s. Income tax?": "",
	} {
		q := fmt.Sprintf(frame, "2025-26")
		out := put(t, p, q, e)
		if got := figure(&out); (got != "") != (year != "") {
			t.Errorf("%q is %q (%s), %v", q, got, out.Code, out.Plan.TaxYears)
		}
	}
}
