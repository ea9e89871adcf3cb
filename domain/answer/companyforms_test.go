package answer_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
)

// The form of a company makes it one, in its own place and language; who works for one, or
// owns it, is a person.
func TestFormsOfCompanies(t *testing.T) {
	p, e := everywhere()
	for question, place := range map[string]string{
		"Danish ApS, profit DKK 1,000,000, 2025. Tax?":                                       "DK",
		"Norwegian AS, profit NOK 2,000,000 in 2025. Tax?":                                   "NO",
		"Swedish AB, profit SEK 800,000 in 2025. Tax?":                                       "SE",
		"Finnish Oy, profit EUR 120,000 in 2025. Tax?":                                       "FI",
		"HK limited, assessable profits HK$3,500,000, 2024/25. Tax?":                         "HK",
		"Österreichische GmbH, Gewinn 100.000 €, 2024, KöSt?":                                "AT",
		"Dutch BV with taxable profit 350,000 euro in 2025, vpb?":                            "NL",
		"GmbH in Köln, zvE 90.000 €, 2025: KSt und Soli?":                                    "DE",
		"Svenskt AB, vinst 800 000 kr, 2025, bolagsskatt":                                    "SE",
		"Suomalainen Oy, voitto 120 000 €, 2025, yhteisövero":                                "FI",
		"SL española, base imponible 80.000 €, 2024, tipo general. ¿Impuesto de sociedades?": "ES",
	} {
		out := put(t, p, question, e)
		if figure(&out) == "" || !slices.Equal(out.Plan.Jurisdictions, []string{place}) || !slices.Equal(out.Plan.TaxTypes, []string{tax.CorporateIncome}) {
			t.Errorf("%q is of %v, %v: %q (%s)", question, out.Plan.Jurisdictions, out.Plan.TaxTypes, figure(&out), out.Code)
		}
	}
	for _, question := range []string{
		"Mexican SA de CV, utilidad fiscal 2,000,000 pesos, 2025. ISR?",
		"SA de CV en México, utilidad 2.000.000 pesos, 2025, impuesto",
	} {
		if out := put(t, p, question, e); slices.Contains(out.Plan.Jurisdictions, "SA") {
			t.Errorf("%q is of %v", question, out.Plan.Jurisdictions)
		}
	}
	for _, question := range []string{
		"Ik werk bij een bv, loon 50.000 euro bruto, Utrecht 2026. Hoeveel inkomstenbelasting betaal ik?",
		"Salarié d'une SAS à Lyon, célibataire, revenu net imposable 45 000 € en 2024. Impôt sur le revenu ?",
		"Pracuję w sp. z o.o. w Warszawie, 2025, umowa o pracę 96 000 zł brutto, rozliczam się sam. Ile podatku?",
		"Jag jobbar på ett AB, lön 540 000 kr 2025, Stockholm. Skatt?",
		"Lavoro per una Srl a Roma, reddito imponibile 35.000 € nel 2025. IRPEF?",
		"Ich arbeite bei einer AG in Köln, ledig, 60.000 € brutto, keine Kirche, 2025. Einkommensteuer?",
		"My own Ltd pays me a salary of £40,000. Leeds, 2025-26. How much income tax do I pay?",
	} {
		if out := put(t, p, question, e); out.Plan.Taxpayer == "company" {
			t.Errorf("%q is of a %s", question, out.Plan.Taxpayer)
		}
	}
}
