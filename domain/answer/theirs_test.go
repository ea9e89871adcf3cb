package answer_test

import (
	"strings"
	"testing"
)

// What somebody of the asker's earns is never taken for what the asker earns who asks what to
// pay, by whatever word or by the form of the verb alone; what the asker earns is.
func TestWhatOthersEarnIsNotTheAskers(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		others []string // subjects with their verb
		mine   string   // the asker, with the verb
		rest   string   // behind the amount
		asks   []string
	}{
		{[]string{"My son earns", "My daughter makes", "My brother earns", "My neighbour earns"}, "I earn", "£41,500 in Leeds in 2025-26.",
			[]string{"How much income tax do I pay?", "And me, how much income tax?", "What is my income tax?"}},
		{[]string{"Mein Sohn verdient", "Meine Schwester verdient", "Mein Nachbar verdient"}, "Ich verdiene", "41.500 Euro in Berlin 2025.",
			[]string{"Wie viel Einkommensteuer zahle ich?", "Und ich, wie viel Steuer?"}},
		{[]string{"Mon fils gagne", "Ma sœur gagne", "Mon voisin gagne"}, "Je gagne", "41 500 € à Lille en 2024.",
			[]string{"Combien d'impôt je paie ?", "Et moi, combien d'impôt ?"}},
		{[]string{"Mi hijo gana", "Mi hija gana", "Mi hermano gana"}, "Gano", "41.500 € en Murcia en 2024.",
			[]string{"¿Cuánto IRPF pago?", "Y yo, ¿cuánto IRPF?", "¿Cuánto pago de IRPF?"}},
		{[]string{"Mio figlio guadagna", "Mia figlia guadagna", "Mio fratello guadagna"}, "Guadagno", "41.500 euro in Italia nel 2024.",
			[]string{"Quanta IRPEF pago?", "E io, quanta IRPEF?"}},
		{[]string{"O meu filho ganha", "A minha filha ganha", "O meu irmão ganha"}, "Ganho", "41.500 € em Portugal em 2025.",
			[]string{"Quanto IRS pago?", "E eu, quanto IRS?"}},
		{[]string{"Mój syn zarabia", "Moja córka zarabia", "Mój brat zarabia"}, "Zarabiam", "94 500 zł w Polsce w 2025 roku.",
			[]string{"Ile PIT płacę?", "A ja, ile PIT zapłacę?"}},
		{[]string{"Mijn zoon verdient", "Mijn dochter verdient", "Mijn broer verdient"}, "Ik verdien", "41.500 euro in Nederland in 2025.",
			[]string{"Hoeveel belasting betaal ik?", "En ik, hoeveel belasting?"}},
	} {
		for _, asks := range c.asks {
			for _, who := range append(c.others, c.mine) {
				q := who + " " + c.rest + " " + asks
				taken := false
				for _, f := range put(t, p, q, e).Contract.FactsUsed {
					taken = taken || f.Value == "41500" || f.Value == "94500"
				}
				if taken != strings.HasPrefix(q, c.mine) {
					t.Errorf("%q takes the amount for the asker's: %t", q, taken)
				}
			}
		}
	}
}
