package answer_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
)

// circumstance is a whole question with what may be added to it: what says something of
// the asker that no rule reads, and what can change no tax.
type circumstance struct{ whole, says, harmless []string }

var added = []circumstance{
	{[]string{"England 2025-26, £60,000 salary. Income tax?",
		"I live in Leeds and earn £52,000 a year before tax. How much income tax will I pay for 2025-26?"},
		[]string{"I am a diplomat.", "Half of it is from a trust.", "I moved here from Canada in August.",
			"I live on a boat and sail between ports.",
			"I own a flat that I let out.", "My wife left the country.", "Because I work for an embassy, I wonder."},
		[]string{"Thank you very much!", "Please show the steps.", "I use this for budgeting.", "I'm a plumber.", "My sister lives in Spain.",
			"I have no company car.", "I am not a student.", "My brother is a diplomat."}},
	{[]string{"Ledig, Berlin, 50.000 € brutto 2025. Einkommensteuer?"},
		[]string{"Ich bin Diplomat.", "Die Hälfte davon stammt aus einer Stiftung.", "Ich bin im Juni nach Spanien gezogen."},
		[]string{"Vielen Dank im Voraus!", "Bitte mit Rechenweg.", "Ich bin Krankenschwester.", "Mein Nachbar ist Diplomat."}},
	{[]string{"Célibataire, Lyon, revenu net imposable 45 000 € en 2024. Impôt sur le revenu ?"},
		[]string{"Je suis diplomate.", "Je suis parti à l'étranger en juin.", "La moitié vient d'une fondation."},
		[]string{"Merci beaucoup d'avance !", "C'est pour préparer mon budget.", "Je suis infirmière.", "Mon voisin est diplomate."}},
	{[]string{"Madrid, soltero, base liquidable 40.000 € 2024. ¿IRPF?"},
		[]string{"Soy diplomático.", "Me mudé al extranjero en junio.", "Soy bombero voluntario."},
		[]string{"¡Muchas gracias de antemano!", "Muéstrame los pasos, por favor.", "Soy profesora."}},
	{[]string{"Milano, reddito imponibile 35.000 € nel 2025. IRPEF?"},
		[]string{"Sono un diplomatico.", "Mi sono trasferito all'estero a giugno."}, []string{"Grazie mille in anticipo!",
			"Sono un insegnante."}},
	{[]string{"Utrecht 2026, loon 50.000 euro bruto. Hoeveel inkomstenbelasting betaal ik?"},
		[]string{"Ik ben diplomaat.", "Ik ben in juni naar het buitenland verhuisd."}, []string{"Alvast hartelijk bedankt!",
			"Ik ben verpleegkundige."}},
	{[]string{"Lisboa, solteiro, rendimento coletável de 30.000 € em 2024. IRS?"},
		[]string{"Sou diplomata.", "Sou bombeiro voluntário.", "Arrendo um apartamento."}, []string{"Muito obrigado desde já!",
			"Sou enfermeira."}},
	{[]string{"Polska 2025, dochód do opodatkowania 100 000 zł, samotny. Podatek dochodowy?"},
		[]string{"Jestem dyplomatą.", "W czerwcu wyprowadziłem się za granicę."}, []string{"Z góry bardzo dziękuję!", "Jestem nauczycielką."}},
	{[]string{"Malmö, lön 480 000 kr 2025, kommunalskatt 32,42 %. Inkomstskatt?"},
		[]string{"Jag är diplomat.", "Jag flyttade utomlands i juni."}, []string{"Tack så mycket på förhand!", "Jag är sjuksköterska."}},
	{[]string{"東京在住、年収600万円、2025年の所得税は？"}, []string{"私は外交官です。", "半分は退職金です。"},
		[]string{"よろしくお願いします。", "計算過程も示してください。"}},
	{[]string{"香港薪俸税，2024-25课税年度，年薪 HK$480,000，单身，要交多少？"}, []string{"我是外交官。", "我六月移居海外。"},
		[]string{"非常感谢！", "请列出计算步骤。"}},
}

// What a question says of the asker and no rule reads leaves no figure; what can change
// no tax, and what is said of others or denied, leaves the figure as it is.
func TestEveryClauseIsAccountedFor(t *testing.T) {
	p, e := everywhere()
	for _, c := range added {
		for _, whole := range c.whole {
			out := put(t, p, whole, e)
			before := figure(&out)
			if before == "" {
				t.Errorf("%q is %s (%s)", whole, out.Contract.VerificationStatus, out.Code)
			}
			for _, sentence := range c.says {
				for _, q := range []string{whole + " " + sentence, sentence + " " + whole} {
					if out := put(t, p, q, e); figure(&out) != "" {
						t.Errorf("%q is %s", q, figure(&out))
					}
				}
			}
			for _, sentence := range c.harmless {
				for _, q := range []string{whole + " " + sentence, sentence + " " + whole} {
					if out := put(t, p, q, e); figure(&out) != before {
						t.Errorf("%q is %q (%s), %s without the sentence", q, figure(&out), out.Code, before)
					}
				}
			}
		}
	}
}

// The question about circumstances closes: with none the figure is given, with anything
// else it is refused by name.
func TestCircumstancesClose(t *testing.T) {
	p, e := everywhere()
	const question = "England 2025-26, £60,000 salary. Income tax? I am a beekeeper on the side."
	out := put(t, p, question, e)
	if len(out.Plan.MissingFacts) != 1 || out.Plan.MissingFacts[0].Key != "circumstances" {
		t.Fatalf("%q asks %v", question, out.Plan.MissingFacts)
	}
	for answer, want := range map[string]contract.Outcome{"circumstances: none": contract.Answered, "circumstances: nothing": contract.Answered,
		*out.Plan.MissingFacts[0].Prompt + " none": contract.Answered, "circumstances: honey is sold": contract.Escalated} {
		if out := put(t, p, question+"\n"+answer, e); out.Contract.Outcome() != want {
			t.Errorf("%q: %s (%s)", answer, out.Contract.Outcome(), out.Code)
		}
	}
}

// What supposes another law is answered by none that is in force; what supposes the
// asker's own income is.
func TestSupposedLaw(t *testing.T) {
	p, e := everywhere()
	for question, want := range map[string]string{
		"England 2025-26, £60,000 salary. Income tax if the personal allowance doubled?":                           "",
		"Suppose the top rate were 50%. England, £200,000 salary, 2025-26, income tax?":                            "",
		"England, £60,000 salary, 2025-26. Income tax under the proposed bands?":                                   "",
		"Angenommen, der Spitzensteuersatz wäre 50 %: Einkommensteuer auf zvE 300.000 €, ledig, Deutschland 2025?": "",
		"Célibataire, Lyon, revenu net imposable 45 000 € en 2024. Impôt si la tranche à 30 % passait à 35 % ?":    "",
		"Madrid, soltero, base liquidable 40.000 € 2024. ¿IRPF si el tipo máximo subiera al 50 %?":                 "",
		"Milano, reddito imponibile 35.000 € nel 2025. IRPEF se l'aliquota scendesse al 20 %?":                     "",
		"Utrecht 2026, loon 50.000 euro bruto. Inkomstenbelasting als het tarief van schijf 1 zou dalen?":          "",
		"Lisboa, solteiro, rendimento coletável de 30.000 € em 2024. IRS se as taxas baixassem 2 %?":               "",
		"Malmö, lön 480 000 kr 2025, kommunalskatt 32,42 %. Inkomstskatt om jobbskatteavdraget avskaffades?":       "",
		"Polska 2025, dochód do opodatkowania 100 000 zł, samotny. Podatek, gdyby kwota wolna wynosiła 60 000 zł?": "",
		"A charity in the UK with profit of £80,000, year ended 31 March 2025. Corporation tax?":                   "",
		"How much income tax would I pay in England in 2025-26 if I earned £60,000?":                               "11432.00",
		"I (not my brother, who makes £90,000) earn £52,000. Leeds, 2025-26. Income tax?":                          "8232.00",
		"Single, Texas, W-2 wages of $40,000 in 2024. How much earned income tax credit?":                          "",
		"A limited company in the UK with profit of £80,000, year ended 31 March 2025. Corporation tax?":           "17450.00",
	} {
		if out := put(t, p, question, e); figure(&out) != want {
			t.Errorf("%q is %q (%s), want %q", question, figure(&out), out.Code, want)
		}
	}
}

// unread reports an answer that asks for nothing but what a sentence says that no rule
// reads: about what is nobody's income it may.
func unread(out *answer.Outcome) bool {
	m := out.Plan.MissingFacts
	return len(m) == 1 && m[0].Key == "circumstances"
}
