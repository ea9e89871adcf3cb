package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// earning is a language's ways to say who earns what: "%[1]s earns %[2]s".
type earning struct {
	where, asks     string // the rest of the question, and what asks for the speaker's own tax
	mine            string // the speaker earns %s
	others          []string
	companies       []string
	verb            string // %[1]s earns %[2]s
	and             string
	own, much, less string // amounts: the speaker's, and somebody else's
}

var earnings = map[string]earning{
	"en": {"I live in Leeds, 2025-26.", "How much income tax do I pay?", "I earn %s", []string{"my boss", "my manager", "the CEO",
		"my brother", "my landlord", "my friend", "Tom", "Mrs Jones"},
		[]string{"my employer", "my company", "our GmbH", "my limited company"}, "%[1]s earns %[2]s", " and ", "£60,000", "£200,000", "£30,000"},
	"de": {"Ich wohne in Dresden, ledig, 2025.", "Wie viel Einkommensteuer zahle ich?", "ich verdiene %s brutto",
		[]string{"mein Chef", "meine Vorgesetzte", "mein Bruder", "mein Nachbar", "Frau Müller"},
		[]string{"mein Arbeitgeber", "meine Firma", "meine GmbH"}, "%[1]s verdient %[2]s brutto", " und ", "60.000 €", "200.000 €", "30.000 €"},
	"fr": {"J'habite à Lyon, célibataire, 2024.", "Combien d'impôt sur le revenu je paie ?", "je gagne %s brut",
		[]string{"mon patron", "mon directeur", "ma sœur", "mon voisin", "Mme Dupont"},
		[]string{"mon entreprise", "ma SASU", "mon employeur"}, "%[1]s gagne %[2]s brut", " et ", "45 000 €", "200 000 €", "30 000 €"},
	"es": {"Vivo en Suiza, en Zúrich, soltero, 2025. income_basis: gross\n", "¿Cuánto impuesto sobre la renta pago?", "yo gano %s",
		[]string{"mi jefe", "mi hermana", "mi vecino"},
		[]string{"mi empresa"}, "%[1]s gana %[2]s", " y ", "90.000 francos", "200.000 francos", "30.000 francos"},
	"nl": {"Ik woon in Utrecht, 2026.", "Hoeveel inkomstenbelasting betaal ik?", "ik verdien %s bruto",
		[]string{"mijn baas", "mijn leidinggevende", "mijn buurman", "Mevrouw Jansen"},
		[]string{"mijn bedrijf", "mijn werkgever"}, "%[1]s verdient %[2]s bruto", " en ", "50.000 euro", "200.000 euro", "30.000 euro"},
	"pt": {"Moro em Lisboa, solteiro, 2025.", "Quanto IRS pago?", "eu ganho %s brutos", []string{"o meu chefe", "a minha irmã",
		"o meu vizinho", "Senhor Silva"},
		[]string{"a minha empresa"}, "%[1]s ganha %[2]s brutos", " e ", "30.000 euros", "200.000 euros", "20.000 euros"},
	"pl": {"Mieszkam w Warszawie, samotny, 2025.", "Ile podatku dochodowego zapłacę?", "ja zarabiam %s brutto",
		[]string{"mój szef", "moja siostra", "mój sąsiad"},
		[]string{"moja firma"}, "%[1]s zarabia %[2]s brutto", " a ", "100 000 zł", "300 000 zł", "60 000 zł"},
	"sv": {"Jag bor i Malmö, kommunalskatt 32,42 %, 2025.", "Hur mycket inkomstskatt betalar jag?", "jag tjänar %s",
		[]string{"min chef", "min bror", "min granne"},
		[]string{"mitt företag"}, "%[1]s tjänar %[2]s", " och ", "480 000 kr", "900 000 kr", "300 000 kr"},
	"nb": {"Jeg bor i Oslo, 2025.", "Hvor mye skatt betaler jeg?", "jeg tjener %s", []string{"min sjef", "min bror", "min nabo"},
		[]string{"min arbeidsgiver"}, "%[1]s tjener %[2]s", " og ", "600 000 kr", "900 000 kr", "300 000 kr"},
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// What others earn, or a company, never adds to the asker's income and never
// stands in for it, in any order of the clauses.
func TestWhoseMoney(t *testing.T) {
	p, e := everywhere()
	for lang, l := range earnings {
		whole := fmt.Sprintf("%s %s. %s", l.where, capital(fmt.Sprintf(l.mine, l.own)), l.asks)
		out := put(t, p, whole, e)
		before := figure(&out)
		if before == "" && lang != "es" {
			t.Errorf("%q is %s (%s): %v", whole, out.Contract.VerificationStatus, out.Code, out.Contract.MissingFacts)
		}
		for _, amount := range []string{l.much, l.less} {
			for i, who := range append(append([]string{}, l.others...), l.companies...) {
				other := fmt.Sprintf(l.verb, who, amount)
				mine := fmt.Sprintf(l.mine, l.own)
				for _, beside := range []string{other + l.and + mine, mine + l.and + other, other + ". " + capital(mine)} {
					q := fmt.Sprintf("%s %s. %s", l.where, capital(beside), l.asks)
					if out := put(t, p, q, e); figure(&out) != "" && figure(&out) != before {
						t.Errorf("%q is %s, %s without %s", q, figure(&out), before, who)
					}
				}
				alone := fmt.Sprintf("%s %s. %s", l.where, capital(other), l.asks)
				if out := put(t, p, alone, e); out.Contract.VerificationStatus == contract.StatusVerified {
					t.Errorf("%q is computed as the asker's (%d)", alone, i)
				}
			}
		}
	}
}

// A name that is the asker's own, or whose tax is asked for, does not stand in the
// way of the figure.
func TestNamesOfPeople(t *testing.T) {
	p, e := everywhere()
	for question, want := range map[string]string{
		"My name is Tom, I live in Leeds and earn £30,000. What will I pay in income tax 2025-26?":             "3486.00",
		"Hi, Tom here. Salary £60,000 in Leeds. What do I pay in income tax 2025-26?":                          "11432.00",
		"Tom lives in Leeds and earns £30,000. How much income tax does he pay in 2025-26?":                    "3486.00",
		"Mrs Patel lives in Leicester; her salary is £42,000. What is her income tax for 2025-26?":             "5886.00",
		"Claire habite à Lyon, célibataire, et gagne 45 000 € brut en 2024. Combien d'impôt doit-elle payer ?": "3130.00",
		"Salary is £45,000, Leeds, 2025-26, income tax?":                                                       "6486.00",
		"My boss pays me £60,000. I live in Leeds, 2025-26. Income tax?":                                       "11432.00",
		"I make £45,000 in Leeds, my boyfriend makes nothing. Income tax 2025-26?":                             "6486.00",
	} {
		if out := put(t, p, question, e); figure(&out) != want {
			t.Errorf("%q is %q (%s), want %s", question, figure(&out), out.Code, want)
		}
	}
	for _, question := range []string{
		"My brother and I earn £60,000 in England in 2025-26. Income tax?",
		"Sarah lives in Cardiff on £30,000. What do I owe in income tax for 2025-26?",
		"John, 45, Leeds, £60,000 salary. What will I pay in income tax in 2025-26?",
		"England 2025-26, my company earns £60,000. Income tax?",
		"England 2025-26: I earn £60,000, is it worth earning £65,000?",
		"My client earns £90,000, I earn £60,000, Leeds 2025-26. Income tax?",
	} {
		if out := put(t, p, question, e); figure(&out) != "" {
			t.Errorf("%q is %s", question, figure(&out))
		}
	}
}
