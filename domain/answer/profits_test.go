package answer_test

import (
	"strings"
	"testing"
)

// Whatever verb says that a company had a profit, the tax is that of the profit; a verb of no list
// leaves it asked what the amount is.
func TestVerbsOfMakingAProfit(t *testing.T) {
	p, e := everywhere()
	for _, x := range []struct{ frame, verbs, want string }{
		{"Our Irish company {v} a trading profit of 100,000 euro in 2025. Corporation tax?", "made had earned realised reported posted recorded generated", "12500.00"},
		{"Unsere österreichische GmbH {v} 2025 einen Gewinn von 100.000 Euro. Wie viel Körperschaftsteuer?", "machte hatte erzielte erwirtschaftete verzeichnete", "23000.00"},
		{"Notre société irlandaise a {v} un bénéfice de 100 000 € en 2025. Impôt sur les sociétés ?", "réalisé dégagé enregistré", "12500.00"},
		{"Nuestra empresa irlandesa {v} un beneficio de 100.000 euros en 2025. ¿Impuesto de sociedades?", "obtuvo generó registró logró tuvo", "12500.00"},
		{"La nostra società irlandese ha {v} un utile di 100.000 euro nel 2025. Imposta sulle società?", "realizzato conseguito ottenuto registrato", "12500.00"},
		{"Onze BV in Nederland {v} in 2024 een winst van 150.000 euro. Hoeveel vennootschapsbelasting?", "had maakte behaalde boekte realiseerde", "28500.00"},
		{"A nossa empresa irlandesa {v} um lucro de 100.000 euros em 2025. Imposto sobre as sociedades?", "teve obteve registou gerou realizou", "12500.00"},
		{"Vårt aktiebolag i Sverige {v} en vinst på 1 000 000 kr 2025. Bolagsskatt?", "hade gjorde redovisade visade", "206000.00"},
		{"Vores danske ApS {v} et overskud på 1.000.000 kr i 2025. Selskabsskat?", "havde lavede opnåede", "220000.00"},
	} {
		for _, verb := range append(strings.Fields(x.verbs), "qwertzte") {
			out := put(t, p, strings.ReplaceAll(x.frame, "{v}", verb), e)
			got := ""
			if len(out.Contract.Calculations) == 1 {
				got = out.Contract.Calculations[0].TotalTax.String()
			}
			if known := verb != "qwertzte"; known && got != x.want || !known && got != "" {
				t.Errorf("%q, %s: %s %q", x.frame, verb, out.Contract.VerificationStatus, got)
			}
		}
	}
}
