package answer_test

import (
	"fmt"
	"strings"
	"testing"
)

// What a taxable income comes from does not make it a gross one: the figure is that of the
// same income without its kind. Wages that are called taxable behind the amount are asked about.
func TestTheKindBehindATaxableIncomeTakesNothingBack(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ taxable, rest string }{
		{"revenu net imposable de %d €%s", "célibataire, 1 part, France 2024. Impôt sur le revenu ?| de salaires| en salaire"},
		{"reddito imponibile di %d euro%s", "Italia, 2024. IRPEF lorda?| da lavoro dipendente| di stipendio"},
		{"rendimento coletável de %d €%s", "Portugal continental, 2025, solteiro. IRS?| de salário"},
	} {
		kinds := strings.Split(c.rest, "|")
		for _, income := range []int{18_400, 33_000, 71_500} {
			want := ""
			for i, kind := range append([]string{""}, kinds[1:]...) {
				q := fmt.Sprintf(c.taxable, income, kind) + ", " + kinds[0]
				out := put(t, p, q, e)
				if i == 0 {
					want = figure(&out)
				}
				if got := figure(&out); got == "" || got != want {
					t.Errorf("%q: %q, want %q", q, got, want)
				}
			}
		}
	}
	for _, q := range []string{"33 000 € de salaires imposables, célibataire, 1 part, France 2024. Impôt sur le revenu ?",
		"27.500 € de salários tributáveis, Portugal continental, 2025, solteiro. IRS?"} {
		if out := put(t, p, q, e); figure(&out) != "" || keys(out.Contract.MissingFacts) != "income_basis" {
			t.Errorf("%q: %q, asked %q", q, figure(&out), keys(out.Contract.MissingFacts))
		}
	}
}
