package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/plan"
)

// figureOf returns the figure that a question gets, or why it gets none.
func figureOf(t *testing.T, p *plan.Planner, e answer.Env, question string) string {
	t.Helper()
	out := put(t, p, question, e)
	if f := figure(&out); f != "" {
		return f
	}
	return out.Code
}

// earned are the tenses of the verb of earning by language, before %s and after it.
var earned = map[string][]string{
	"es": {"Vivo en Leeds, gané %s", "Vivo en Leeds, he ganado %s", "Vivo en Leeds, ganaré %s", "Vivo en Leeds, voy a ganar %s"},
	"fr": {"J'habite à Leeds, j'ai gagné %s", "J'habite à Leeds, je gagnerai %s", "J'habite à Leeds, je vais gagner %s"},
	"it": {"Vivo a Leeds, ho guadagnato %s", "Vivo a Leeds, guadagnerò %s"},
	"pt": {"Moro em Leeds, ganhei %s", "Moro em Leeds, ganharei %s", "Moro em Leeds, vou ganhar %s"},
	"pl": {"Mieszkam w Leeds, zarobiłem %s", "Mieszkam w Leeds, zarobiłam %s", "Mieszkam w Leeds, zarobię %s"},
	"de": {"Ich wohne in Leeds, verdiente %s", "Ich wohne in Leeds, habe %s verdient", "Ich wohne in Leeds, werde %s verdienen"},
	"nl": {"Ik woon in Leeds, ik verdiende %s", "Ik woon in Leeds, ik heb %s verdiend", "Ik woon in Leeds, ik ga %s verdienen"},
	"sv": {"Jag bor i Leeds, jag tjänade %s", "Jag bor i Leeds, jag har tjänat %s", "Jag bor i Leeds, jag kommer att tjäna %s"},
	"nb": {"Jeg bor i Leeds, jeg tjente %s", "Jeg bor i Leeds, jeg har tjent %s", "Jeg bor i Leeds, jeg vil tjene %s"},
	"da": {"Jeg bor i Leeds, jeg tjente %s", "Jeg bor i Leeds, jeg kommer til at tjene %s"},
	"fi": {"Asun Lontoossa, ansaitsin %s", "Asun Lontoossa, olen ansainnut %s", "Asun Lontoossa, tulen ansaitsemaan %s"},
}

// What somebody earned or will earn is the income as what he earns is, and somebody else's is not.
func TestEveryTenseOfEarningIsAnIncome(t *testing.T) {
	p, e := everywhere()
	for lang, list := range earned {
		for _, frame := range list {
			q := fmt.Sprintf(frame, "GBP 40000") + " (2025-26). Income tax?"
			if got := figureOf(t, p, e, q); got != "5486" && got != "5486.00" {
				t.Errorf("%s: %q gives %s", lang, q, got)
			}
		}
	}
}

// unwed says in each language that there is no wife or husband; the second sentence speaks of one, the
// third is the rest of a question.
var unwed = map[string][3]string{
	"en": {"I have no wife.", "My wife has no job.",
		"Taxable income EUR 51000, Germany, 2025. Income tax?"}, "de": {"Ich habe keine Frau.", "Meine Frau hat keinen Beruf.",
		"Zu versteuerndes Einkommen EUR 51000, Deutschland, 2025. Einkommensteuer?"},
	"fr": {"Je n'ai pas de femme.", "Ma femme n'a pas d'emploi.",
		"Revenu imposable EUR 51000, Allemagne, 2025. Impôt sur le revenu ?"}, "es": {"No tengo esposa.", "Mi esposa no tiene empleo.",
		"Base imponible EUR 51000, Alemania, 2025. ¿Impuesto sobre la renta?"},
	"it": {"Non ho moglie.", "Mia moglie non ha un impiego.",
		"Reddito imponibile EUR 51000, Germania, 2025. Imposta sul reddito?"}, "nl": {"Ik heb geen man.", "Mijn man heeft geen baan.",
		"Belastbaar inkomen EUR 51000, Duitsland, 2025. Inkomstenbelasting?"},
	"pt": {"Não tenho mulher.", "A minha mulher não tem emprego.",
		"Rendimento coletável EUR 51000, Alemanha, 2025. Imposto sobre o rendimento?"}, "pl": {"Nie mam żony.", "Moja żona nie ma pracy.",
		"Podstawa opodatkowania EUR 51000, Niemcy, 2025. Podatek dochodowy?"},
	"sv": {"Jag har ingen fru.", "Min fru har inget jobb.",
		"Beskattningsbar inkomst EUR 51000, Tyskland, 2025. Inkomstskatt?"}, "nb": {"Jeg har ingen kone.", "Min kone har ingen jobb.",
		"Skattepliktig inntekt EUR 51000, Tyskland, 2025. Inntektsskatt?"},
	"da": {"Jeg har ingen kone.", "Min kone har intet job.",
		"Skattepligtig indkomst EUR 51000, Tyskland, 2025. Indkomstskat?"}, "fi": {"Minulla ei ole vaimoa.", "Vaimollani ei ole työtä.",
		"Verotettava tulo EUR 51000, Saksa, 2025. Tulovero?"},
	"ja": {"配偶者はいません。", "配偶者は無職です。",
		"課税所得 EUR 51000、ドイツ、2025年。所得税?"}, "zh": {"没有配偶。", "配偶没有工作。",
		"应税收入51000欧元，德国，2025年。"},
}

// Who has no wife or husband is single where the law knows no more; whose wife has no work is not.
func TestWhoHasNoSpouseIsSingle(t *testing.T) {
	p, e := everywhere()
	want := figureOf(t, p, e, "Single. "+unwed["en"][2])
	if !strings.Contains(want, "11047") {
		t.Fatal(want)
	}
	for lang, c := range unwed {
		if got := figureOf(t, p, e, c[0]+" "+c[2]); got != want {
			t.Errorf("%s: %q gives %s", lang, c[0], got)
		}
		if got := figureOf(t, p, e, c[1]+" "+c[2]); got == want {
			t.Errorf("%s: %q is single", lang, c[1])
		}
	}
}

// A word that joins a million to its currency is part of the amount; another is not.
func TestAMillionOfACurrency(t *testing.T) {
	p, e := everywhere()
	for _, c := range [][2]string{
		{"Vivo en México, gano 2 millones de pesos al año, 2025. ¿ISR?", "Vivo en México, gano 2000000 pesos al año, 2025. ¿ISR?"},
		{"I live in Leeds and earn 2 million of pounds a year, 2025-26. Income tax?", "I live in Leeds and earn £2,000,000 a year, 2025-26. Income tax?"},
	} {
		if got, want := figureOf(t, p, e, c[0]), figureOf(t, p, e, c[1]); got != want {
			t.Errorf("%q gives %s, not %s", c[0], got, want)
		}
	}
}

// What is paid for a home or a loan and changes no tax there stands beside an income in one
// sentence, too; what is received, or counts, does not.
func TestAPaymentBesideAnIncome(t *testing.T) {
	p, e := everywhere()
	for _, beside := range []string{"My rent is £900 and I earn £40,000", "My mortgage is £200,000 and I earn £40,000", "I earn £40,000 and my rent is £900",
		"My flat cost £250,000 and I earn £40,000"} {
		if got := figureOf(t, p, e, beside+" in Leeds. Income tax 2025-26?"); !strings.HasPrefix(got, "5486") {
			t.Errorf("%q gives %s", beside, got)
		}
	}
	for _, counts := range []string{"I get £900 rent and I earn £40,000", "My tenant pays £900 rent and I earn £40,000",
		"My rent income is £900 and I earn £40,000", "My rent is £900 and my wage"} {
		if got := figureOf(t, p, e, counts+" in Leeds. Income tax 2025-26?"); strings.HasPrefix(got, "5486") {
			t.Errorf("%q gives %s", counts, got)
		}
	}
}
