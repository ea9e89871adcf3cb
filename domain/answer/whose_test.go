package answer_test

import "testing"

// Whose an income is, for which part of the year, and under which name it is asked about:
// each question beside its neighbour, with the figure that is due or none. The figures are
// those of the same case asked plainly in the line before, or of the calculators' own tests.
func TestWhoseAndWhen(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ question, figure string }{
		{"I earn £43,250. I live in Preston. Tax year 2025-26. How much income tax do I pay?", "6136.00"},
		{"Her husband earns £43,250 in Preston. How much income tax does she pay in 2025-26?", ""},
		{"His daughter earns £43,250 in Preston. How much income tax does he pay in 2025-26?", ""},
		{"He's paid £43,250, lives in Preston, 2025-26. What income tax does he owe?", "6136.00"},
		{"He paid £43,250, lives in Preston, 2025-26. What income tax does he owe?", ""},
		{"Imagine a £43,250 salary, Preston, 2025-26. Income tax?", "6136.00"},
		{"Imagine I'd got a £43,250 salary, Preston, 2025-26, which I didn't. Income tax?", ""},
		{"I earn £43,250 in Preston, 2025-26. I didn't. Income tax?", ""},
		{"Married? I'm not. I earn £43,250 in Preston, 2025-26. Income tax?", "6136.00"},
		{"I earn £43,250 in Preston, 2025-26. How much income tax do I owe, or do I not?", "6136.00"},
		{"Were I still employed I'd be on £43,250. Preston 2025-26. Income tax?", ""},
		{"My stepson turned 67 in May. I make £43,250 a year before tax in Preston. Income tax for 2025-26?", "6136.00"},
		{"My cousin's husband is blind. I make £43,250 a year before tax in Preston. Income tax for 2025-26?", "6136.00"},
		{"The caretaker is 72. I make £43,250 a year before tax in Preston. Income tax for 2025-26?", "6136.00"},
		{"Kingston upon Hull, £43,250 a year, 2025-26: income tax?", "6136.00"},
		{"Kingston, £43,250 a year, 2025-26: income tax?", ""},
		{"$52,000 W-2. Single, no kids, no dependents, age 40, 2024. Federal income tax?", "4259.00"},
		{"$52,000 W-2 but that only covers March to December. Single, no kids, no dependents, age 40, 2024. Federal income tax?", ""},
		{"$52,000 W-2 for January to December. Single, no kids, no dependents, age 40, 2024. Federal income tax?", "4259.00"},
		{"Our UK company has one associated company. Augmented = taxable profits £200,000, 12 months to 31.3.2026. CT due?", "50000.00"},
		{"My one-woman Ltd made £88,000 profit, Preston, year to 31 March 2026. How much tax do I pay?", ""},
		{"My one-woman Ltd made £88,000 profit, Preston, year to 31 March 2026. How much corporation tax?", "19570.00"},
		{"GmbH in Köln, zu versteuerndes Einkommen 90.000 €, 2025. Körperschaftsteuer ohne Soli?", "13500.00"},
		{"Trabalho em Tralee, Irlanda, solteiro, 52.000 € brutos em 2025. Só o USC, quanto é?", "1106.00"},
		{"Trabalho em Tralee, Irlanda, solteiro, 52.000 € brutos em 2025. Quanto é o imposto sobre o rendimento?", ""},
		{"México, ingresos gravables de 355,000 pesos en 2025, sin deducciones personales ni subsidio. ¿ISR anual?", "55812.02"},
		{"私の2025年の給与収入は455万円です。名古屋在住、独身、扶養なし。私の所得税はいくら？", "137100"},
		{"先輩の2025年の給与収入は455万円です。名古屋在住、独身、扶養なし。私の所得税はいくら？", ""},
	} {
		if out := put(t, p, c.question, e); figure(&out) != c.figure {
			t.Errorf("%q: %q, want %q (%s)", c.question, figure(&out), c.figure, out.Code)
		}
	}
}
