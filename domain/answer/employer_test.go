package answer_test

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// What an employer owes on a wage is never answered with what is taken from the wage, in any
// language; the same question of the employee is.
func TestWhatAnEmployerOwesIsNotTheEmployees(t *testing.T) {
	p, e := everywhere()
	for _, frame := range []struct{ employers, employees string }{
		{"How much {x} does the employer pay on {y} in 2025-26?", "How much {x} do I pay on {y} in 2025-26?"},
		{"How much {x} does my company owe on {y} in 2025-26?", "How much {x} do I owe on {y} in 2025-26?"},
		{"What {x} do I pay as an employer on {y} in 2025-26?", "What {x} do I pay as an employee on {y} in 2025-26?"},
		{"{x} paid by the employer on {y} in 2025-26?", "{x} taken by the employer from {y} in 2025-26?"},
		{"Wie viel {x} zahlt der Arbeitgeber auf {y} 2025-26?", "Wie viel {x} zahle ich auf {y} 2025-26?"},
		{"Combien de {x} paie l'employeur sur {y} en 2025-26 ?", "Combien de {x} dois-je payer sur {y} en 2025-26 ?"},
		{"¿Cuánto {x} paga la empresa por {y} en 2025-26?", "¿Cuánto {x} pago por {y} en 2025-26?"},
		{"Quanto {x} paga il datore di lavoro su {y} nel 2025-26?", "Quanto {x} pago su {y} nel 2025-26?"},
		{"Hoeveel {x} betaalt de werkgever over {y} in 2025-26?", "Hoeveel {x} betaal ik over {y} in 2025-26?"},
		{"Quanto {x} paga o empregador sobre {y} em 2025-26?", "Quanto {x} pago sobre {y} em 2025-26?"},
		{"Ile {x} płaci pracodawca od {y} w 2025-26?", "Ile {x} zapłacę od {y} w 2025-26?"},
		{"Hur mycket {x} betalar arbetsgivaren på {y} 2025-26?", "Hur mycket {x} betalar jag på {y} 2025-26?"},
		{"Hvor mye {x} betaler arbeidsgiveren på {y} i 2025-26?", "Hvor mye {x} betaler jeg på {y} i 2025-26?"},
		{"Hvor meget {x} betaler arbejdsgiveren på {y} i 2025-26?", "Hvor meget {x} betaler jeg på {y} i 2025-26?"},
	} {
		for _, levy := range []string{"National Insurance", "NI"} {
			ask := func(form string) (total string, c contract.Contract) {
				out := put(t, p, strings.NewReplacer("{x}", levy, "{y}", "£40,000").Replace(form), e)
				if len(out.Contract.Calculations) > 0 {
					total = out.Contract.Calculations[0].TotalTax.String()
				}
				return total, out.Contract
			}
			if total, c := ask(frame.employers); total != "" || c.VerificationStatus == contract.StatusNeedsFacts {
				t.Errorf("%q of %s: %s %s %v", frame.employers, levy, c.VerificationStatus, total, c.MissingFacts)
			}
			if total, c := ask(frame.employees); total != "2194.40" && c.VerificationStatus != contract.StatusNeedsFacts {
				t.Errorf("%q of %s: %s %q", frame.employees, levy, c.VerificationStatus, total)
			}
		}
	}
	for question, want := range map[string]string{
		"How much FICA does the employer pay on $300,000 of wages in 2025?":                      "15268.20", // 10918.20 + 4350.00
		"How much PRSI does the employer pay on €45,000 in 2025?":                                "",
		"How much EI does the employer pay on $50,000 in Alberta in 2025?":                       "",
		"My employer pays me £40,000 in Leeds. How much national insurance do I pay in 2025-26?": "2194.40",
	} {
		out := put(t, p, question, e)
		got := ""
		if len(out.Contract.Calculations) > 0 {
			got = out.Contract.Calculations[0].TotalTax.String()
		}
		if got != want {
			t.Errorf("%q: %s %q, want %q", question, out.Contract.VerificationStatus, got, want)
		}
	}
}
