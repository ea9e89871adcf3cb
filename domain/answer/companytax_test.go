package answer_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
)

// The income tax of companies is not that of people, though its name begins with it.
func TestCompanyTaxByItsLongName(t *testing.T) {
	p, _ := everywhere()
	for _, q := range []string{"How much corporate income tax does my company pay?", "Wie viel Körperschaftsteuer zahlt meine GmbH?",
		"Combien d'impôt sur les sociétés paie ma société ?", "Combien d'impôt sur le revenu des sociétés ?",
		"¿Cuánto impuesto de sociedades paga mi empresa?", "¿Cuánto es el impuesto sobre la renta de sociedades?",
		"Quanta imposta sul reddito delle società paga la mia società?", "Quanta imposta sulle società?",
		"Hoeveel vennootschapsbelasting betaalt mijn bv?", "Quanto imposto sobre o rendimento das pessoas coletivas?", "Quanto IRC paga a minha empresa?",
		"Ile wynosi podatek dochodowy od osób prawnych?", "Hur mycket bolagsskatt?", "Hvor mye selskapsskatt?", "Hvor meget selskabsskat?"} {
		out, err := p.Plan(q, "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(out.TaxTypes, []string{tax.CorporateIncome}) || out.Taxpayer != "company" {
			t.Errorf("%q asks for %v of %s", q, out.TaxTypes, out.Taxpayer)
		}
	}
}
