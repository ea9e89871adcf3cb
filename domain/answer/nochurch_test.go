package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// Who says to be in no church has named no rate: none is stated for them, the tax is the one
// without the words, and nothing more is asked.
func TestNoChurchIsNoRate(t *testing.T) {
	p, e := everywhere()
	frames := []string{"zvE %d Euro, ledig, %s, Deutschland 2025, Einkommensteuer?", "Ich bin %[2]s und ledig, mein zvE war 2025 in Deutschland %[1]d Euro. Einkommensteuer?",
		"Deutschland 2025: mein Einkommen lag bei %d Euro, ledig, %s. Wie viel Steuer?"}
	for _, words := range []string{"konfessionslos", "in keiner Kirche", "aus der Kirche ausgetreten"} {
		for _, frame := range frames {
			for _, income := range []int{19_000, 47_000, 110_000} {
				q := fmt.Sprintf(frame, income, words)
				with, without := put(t, p, q, e), put(t, p, strings.NewReplacer(words+" und ", "", ", "+words, "").Replace(q), e)
				for _, f := range with.Contract.FactsUsed {
					if f.Key == "church_tax_rate" {
						t.Errorf("%q states a rate of %s", q, f.Value)
					}
				}
				if got, want := keys(with.Contract.MissingFacts), keys(without.Contract.MissingFacts); got != want {
					t.Errorf("%q asks %s, and %s without the words", q, got, want)
				}
				if got, want := totals(&with.Contract), totals(&without.Contract); got != want {
					t.Errorf("%q comes to %s, and to %s without the words", q, got, want)
				}
			}
		}
	}
}

func keys(missing []contract.MissingFact) string {
	var out []string
	for _, m := range missing {
		out = append(out, m.Key)
	}
	return strings.Join(out, " ")
}

func totals(c *contract.Contract) string {
	var out []string
	for i := range c.Calculations {
		out = append(out, c.Calculations[i].TotalTax.String())
	}
	return strings.Join(out, " ")
}
