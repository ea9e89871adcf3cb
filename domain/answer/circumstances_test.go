package answer_test

import (
	"fmt"
	"testing"
)

// said are ways to say something of a person that changes the tax: of the asker, and
// of others, denied or of work, which changes nothing.
var said = []struct {
	whole  string   // a question that lacks nothing
	mine   []string // no figure, or the figure named behind a bar
	others []string // the same figure
}{
	{"England 2025-26, £60,000 salary. Income tax?",
		[]string{"I am a foster carer.", "I am registered sight impaired.", "I didn't claim the personal allowance.", "My wife transferred her marriage allowance to me.", "I am a seafarer.",
			"I also hold units in a venture capital trust."},
		[]string{"I am not disabled.", "My dog is blind.", "My mother is disabled.", "I work with disabled people.", "I'm thirty-five.",
			"I am 70."}},
	{"Single, Texas, W-2 wages of $80,000 in 2024. Federal income tax?",
		[]string{"I support my mother.", "My two nephews live with me.", "I am caring for my disabled brother.", "I am a senior citizen.", "I turned 65 in 2024.", "I am legally blind.|9018.00", "I'm seventy.|9018.00", "I am 70.|9018.00",
			"I am exempt from tax.", "I am disabled."},
		[]string{"My sister supports my mother.", "My nephews visit me often.", "My father is a senior citizen.", "My dog is blind.", "I am not blind.", "My landlord is seventy.",
			"My sister is exempt from tax."}},
	{"Ledig, Berlin, 50.000 € brutto 2025. Einkommensteuer?",
		[]string{"Ich pflege meine Mutter.", "Ich bin 70.", "Ich bin siebzig.", "Ich bin 70 Jahre alt.", "Ich bin schwerbehindert.", "Ich bin Rentner.",
			"Ich bin von der Kirchensteuer befreit."},
		[]string{"Mein Vater ist 70.", "Meine Mutter ist schwerbehindert.", "Ich bin nicht behindert.", "Ich bin vierzig.", "Ich bin 40.",
			"Mein Nachbar ist Rentner."}},
	{"Célibataire, Lyon, revenu net imposable 45 000 € en 2024. Impôt sur le revenu ?",
		[]string{"Je suis handicapé.", "J'ai soixante-dix ans.", "Je suis au régime des impatriés.", "J'emploie une femme de ménage.",
			"Je suis aveugle."},
		[]string{"Mon père est handicapé.", "J'ai quarante ans.", "Je ne suis pas handicapé.", "Mon chien est aveugle."}},
	{"Utrecht 2026, loon 50.000 euro bruto. Hoeveel inkomstenbelasting betaal ik?",
		[]string{"Ik ben 70.", "Ik ben zeventig jaar.", "Ik heb de AOW-leeftijd bereikt.", "Ik ben arbeidsongeschikt.",
			"Ik heb de 30%-regeling."},
		[]string{"Mijn vader is 70.", "Mijn moeder heeft de AOW-leeftijd bereikt.", "Ik ben veertig.", "Ik ben 45 jaar."}},
	{"Madrid, soltero, base liquidable 40.000 € 2024. ¿IRPF?",
		[]string{"Tengo discapacidad.", "Soy ciego.", "Estoy acogido a la ley Beckham.", "Aplico la deducción por vivienda habitual.",
			"Soy pensionista."},
		[]string{"Mi hermano es ciego.", "Mi madre tiene discapacidad.", "Tengo 35 años.", "No tengo discapacidad."}},
	{"Milano, reddito imponibile 35.000 € nel 2025. IRPEF?",
		[]string{"Moglie a carico.", "Ho due figli.", "Sono invalido civile.", "Sono nel regime impatriati.", "Sono in pensione."},
		[]string{"Mio fratello è invalido.", "Ho 45 anni.", "Nessun figlio a carico.", "Mia sorella ha due figli."}},
	{"Lisboa, solteiro, rendimento coletável de 30.000 € em 2024. IRS?",
		[]string{"Tenho um filho.", "Tenho 28 anos.", "Tenho o estatuto NHR.", "Beneficio do IRS Jovem.", "Tenho deficiência."},
		[]string{"A minha irmã tem um filho.", "Tenho 45 anos.", "Não tenho filhos."}},
	{"Polska 2025, dochód do opodatkowania 100 000 zł, samotny. Podatek dochodowy?",
		[]string{"Mam dwoje dzieci.", "Jestem niepełnosprawny.", "Jestem emerytem.", "Rozliczam ryczałt."},
		[]string{"Moja siostra ma dwoje dzieci.", "Nie mam dzieci.", "Mam 35 lat."}},
	{"Malmö, lön 480 000 kr 2025, kommunalskatt 32,42 %. Inkomstskatt?",
		[]string{"Jag är 70.", "Jag är sjuttio år.", "Jag fyllde 70 förra året.", "Jag har rotavdrag.", "Jag är 17."},
		[]string{"Min granne är 70.", "Jag är 40 år.", "Min granne är pensionär."}},
	{"Oslo, lønn 600 000 kr 2025. Skatt?",
		[]string{"Jeg er 70 år.", "Jeg er sytti.", "Jeg er alderspensjonist.", "Jeg er 16 år."},
		[]string{"Faren min er 70.", "Jeg er 45 år."}},
	{"東京在住、年収600万円、2025年の所得税は？", []string{"私は障害者です。", "ふるさと納税をしました。", "70歳です。"}, nil},
	{"Belgique 2024, revenu imposable 40 000 €, commune 7 %. Impôt ?",
		[]string{"Marié.", "J'ai deux enfants à charge.", "Mon épouse ne travaille pas.", "Parent isolé."},
		[]string{"Ma sœur a deux enfants.", "Isolé, sans enfants.", "Mon frère est marié."}},
	{"Wien, 50.000 € brutto 2025. Einkommensteuer?", []string{"Ich bin Alleinerzieher.", "Ich habe zwei Kinder."},
		[]string{"Meine Schwester hat zwei Kinder.", "Ich habe keine Kinder."}},
	{"Tel Aviv, salary ₪240,000 in 2025. Income tax?", []string{"I am a father of three.", "I have two kids.", "Single mother."},
		[]string{"My brother is a father of three.", "I have no kids."}},
	{"Australia 2024-25, $30,000 salary. Income tax?", []string{"I have 3 kids.", "I didn't claim the tax-free threshold.", "Zone offset.",
		"I am exempt from the Medicare levy."}, []string{"My sister has 3 kids."}},
}

// What is said of the asker and no calculator takes into account leaves no figure;
// what a fact takes changes it; what is said of others changes nothing.
func TestCircumstances(t *testing.T) {
	p, e := everywhere()
	for _, c := range said {
		out := put(t, p, c.whole, e)
		before := figure(&out)
		if before == "" {
			t.Errorf("%q is %s (%s)", c.whole, out.Contract.VerificationStatus, out.Code)
		}
		for _, sentence := range c.mine {
			want := ""
			for i := range sentence {
				if sentence[i] == '|' {
					sentence, want = sentence[:i], sentence[i+1:]
					break
				}
			}
			for _, q := range []string{sentence + " " + c.whole, fmt.Sprintf("%s %s", c.whole, sentence)} {
				if out := put(t, p, q, e); figure(&out) != want {
					t.Errorf("%q is %q, want %q", q, figure(&out), want)
				}
			}
		}
		for _, sentence := range c.others {
			q := sentence + " " + c.whole
			if out := put(t, p, q, e); figure(&out) != before {
				t.Errorf("%q is %q (%s), %s without the sentence", q, figure(&out), out.Code, before)
			}
		}
	}
}

// Years, places and sellers that are not what they seem.
func TestYearsAndSellers(t *testing.T) {
	p, e := everywhere()
	for question, want := range map[string]string{
		"Belgique, exercice d'imposition 2025, isolé, revenu imposable 40 000 €, commune 7 %. Impôt ?":         "12399.70",
		"Célibataire France, revenu imposable 45 000 €, déclaration 2025. Combien d'impôt ?":                   "6665.00",
		"Single, Texas, W-2 $80,000, how much federal tax is due in April 2025?":                               "",
		"England, £60,000, my self assessment due 31 January 2026, income tax?":                                "",
		"England, £60,000 salary in 2025-26, tax due 31 January 2027. Income tax?":                             "11432.00",
		"England 2025-26, income tax on £60,000?\ntax_year: 2024-25":                                           "",
		"England 2025-26, income tax on £60,000?\ntax_year: 2025-26":                                           "11432.00",
		"England 2025, income tax on £60,000?\ntax_year: 2025-26":                                              "11432.00",
		"Single, live in Kansas City, $80,000 wages 2024, state income tax?":                                   "",
		"I live in Kansas City, KS, single, $80,000 wages 2024. State income tax?":                             "3664.00",
		"Ich bin Kleinunternehmer; Umsatzsteuer auf 1.000 € netto, Deutschland, 1.3.2025, Regelsatz?":          "",
		"I'm not VAT registered. How much VAT do I add to £1,000 net in the UK on 1 June 2025, standard rate?": "",
		"Umsatzsteuer auf 1.000 € netto, Deutschland, 1.3.2025, Regelsatz?":                                    "190.00",
		"England, I earn £60,000 but my payslip says £30,000, 2025-26 income tax?":                             "",
		"Sverige, lön 480 000 kr 2025. Skatt?\nmunicipal_rate: 32.42":                                          "101197.00",
		"Finland, salary €45,000 in 2025, municipal rate 7.5 %. Income tax?\nage: 51":                          "7754.52",
	} {
		if out := put(t, p, question, e); figure(&out) != want {
			t.Errorf("%q is %q (%s), want %q", question, figure(&out), out.Code, want)
		}
	}
}
