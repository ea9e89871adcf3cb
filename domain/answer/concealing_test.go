package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/plan"
)

// hiding is how people of a language ask to keep something from the authority, in
// words of theirs: %o is a thing that is kept, %c one that is made up.
type hiding struct {
	asks    []string // frames with %o
	makes   []string // frames with %c
	unknown []string // whole: that the authority is not to know
	things  []string
	costs   []string
	open    []string // innocent neighbours, with %o or whole
}

var hidings = map[string]hiding{
	"en": {[]string{"How could I conceal %o?", "What is the cleverest way of hiding %o this year?", "I'd love to keep %o from the taxman.",
		"Can we leave %o off my tax return?", "I was thinking of underreporting %o.", "My cousin keeps %o hidden from the tax people, how?"},
		[]string{"Could I make up %c?", "We fabricated %c last spring, how much does that save?", "Suppose I fake %c."},
		[]string{"I'd rather the taxman never learnt about it: HMRC must not find out.", "How do I do that without the IRS noticing?"},
		[]string{"the rent", "my foreign account", "some of the takings", "my bitcoin", "a bonus"},
		[]string{"a few expenses", "an invoice", "some donations", "a dependant"},
		[]string{"How do I declare %o?", "Is there tax on %o?", "I report %o every year.", "How is %o taxed?", "I do not hide %o.", "Where do I enter %o?"}},
	"de": {[]string{"Wie verstecke ich %o?", "Ich möchte %o verheimlichen.", "Kann ich %o verschweigen?", "Wie lässt sich %o verschleiern?",
		"Darf ich %o aus der Steuererklärung weglassen?"},
		[]string{"Kann ich %c erfinden?", "Ich habe %c gefälscht."},
		[]string{"Das Finanzamt soll nichts davon erfahren.", "Wie geht das, ohne dass das Finanzamt es merkt?"},
		[]string{"die Mieteinnahmen", "mein Auslandskonto", "das Trinkgeld", "den Nebenverdienst"},
		[]string{"ein paar Ausgaben", "Belege", "Spenden"},
		[]string{"Wie gebe ich %o an?", "Wie wird %o besteuert?", "Ich verstecke %o nicht.", "Ich melde %o jedes Jahr."}},
	"fr": {[]string{"Comment cacher %o ?", "Je voudrais dissimuler %o.", "Peut-on planquer %o ?", "Puis-je omettre %o de ma déclaration ?"},
		[]string{"Et si j'inventais %c ?", "On a falsifié %c."},
		[]string{"Je voudrais que le fisc n'en sache rien.", "Comment faire sans que le fisc s'en aperçoive ?"},
		[]string{"le loyer", "mon compte étranger", "mes pourboires", "une prime"},
		[]string{"des frais", "une facture", "des dons"},
		[]string{"Comment déclarer %o ?", "%o est-il imposable ?", "Je ne cache pas %o."}},
	"es": {[]string{"¿Cómo oculto %o?", "Quiero esconder %o.", "¿Puedo encubrir %o?", "¿Puedo omitir %o en la declaración?"},
		[]string{"¿Y si inventamos %c?", "He falsificado %c."},
		[]string{"Que Hacienda no se entere.", "¿Cómo lo hago sin que el fisco lo note?"},
		[]string{"el alquiler", "mi cuenta en el extranjero", "las propinas", "un sobresueldo"}, []string{"unos gastos", "una factura", "donativos"},
		[]string{"¿Cómo declaro %o?", "¿Cómo tributa %o?", "No oculto %o."}},
	"it": {[]string{"Come nascondo %o?", "Vorrei occultare %o.", "Posso omettere %o dalla dichiarazione?"},
		[]string{"Posso inventare %c?", "Ho falsificato %c."},
		[]string{"Il fisco non deve saperlo: come faccio senza che l'Agenzia delle Entrate lo scopra?"},
		[]string{"l'affitto", "il conto estero", "gli incassi", "le mance"}, []string{"delle spese", "una fattura", "donazioni"},
		[]string{"Come dichiaro %o?", "Come sono tassati %o?", "Non nascondo %o."}},
	"nl": {[]string{"Hoe verberg ik %o?", "Ik wil %o verzwijgen.", "Kan ik %o wegmoffelen?"},
		[]string{"Kan ik %c verzinnen?", "Ik heb %c vervalst."},
		[]string{"De Belastingdienst mag er niets van weten, hoe doe ik dat zonder dat de fiscus het merkt?"},
		[]string{"de huur", "mijn buitenlandse rekening", "de fooien", "mijn bijverdienste"}, []string{"kosten", "een factuur", "giften"},
		[]string{"Hoe geef ik %o op?", "Hoe wordt %o belast?", "Ik verberg %o niet."}},
	"pt": {[]string{"Como escondo %o?", "Queria ocultar %o.", "Posso omitir %o da declaração?"},
		[]string{"E se eu inventar %c?", "Falsifiquei %c."},
		[]string{"Como faço sem que as Finanças descubram?"},
		[]string{"a renda", "a conta no estrangeiro", "as gorjetas"}, []string{"despesas", "uma fatura", "doações"},
		[]string{"Como declaro %o?", "Como é tributada %o?", "Não escondo %o."}},
	"pl": {[]string{"Jak ukryć %o?", "Chcę zataić %o.", "Ukrywam %o, co dalej?", "Czy mogę pominąć %o w zeznaniu?"},
		[]string{"Mogę wymyślić %c?", "Sfałszowałem %c."},
		[]string{"Jak to zrobić, żeby urząd skarbowy się nie dowiedział?"},
		[]string{"czynsz", "zagraniczne konto", "napiwki", "dochody z najmu"}, []string{"koszty", "fakturę", "darowizny"},
		[]string{"Jak zgłosić %o?", "Jak opodatkowane są %o?", "Nie ukrywam %o."}},
	"sv": {[]string{"Hur gömmer jag %o?", "Jag vill dölja %o.", "Kan man undanhålla %o?", "Kan jag utelämna %o ur deklarationen?"},
		[]string{"Kan jag hitta på %c?", "Jag har förfalskat %c."},
		[]string{"Hur gör jag utan att Skatteverket märker det?"},
		[]string{"hyran", "mitt utländska konto", "dricksen", "extrajobbet"}, []string{"utgifter", "en faktura", "kvitton"},
		[]string{"Hur deklarerar jag %o?", "Hur beskattas %o?", "Jag döljer inte %o."}},
	"nb": {[]string{"Hvordan skjuler jeg %o?", "Jeg vil gjemme %o.", "Kan jeg utelate %o fra skattemeldingen?"},
		[]string{"Kan jeg dikte opp %c?", "Jeg har forfalsket %c."},
		[]string{"Hvordan gjør jeg det uten at Skatteetaten merker det?"},
		[]string{"husleien", "den utenlandske kontoen", "leieinntektene", "tipsen"}, []string{"utgifter", "en faktura", "kvitteringer"},
		[]string{"Hvordan oppgir jeg %o?", "Hvordan beskattes %o?", "Jeg skjuler ikke %o."}},
	"da": {[]string{"Hvordan skjuler jeg %o?", "Jeg vil gemme %o for Skat.", "Kan jeg fortie %o?", "Kan jeg udelade %o fra selvangivelsen?"},
		[]string{"Kan jeg finde på %c?", "Jeg har forfalsket %c."},
		[]string{"Hvordan gør jeg det uden at Skattestyrelsen opdager det?"},
		[]string{"huslejen", "min udenlandske konto", "lejeindtægterne", "drikkepengene"}, []string{"udgifter", "en faktura", "kvitteringer"},
		[]string{"Hvordan opgiver jeg %o?", "Hvordan beskattes %o?", "Jeg skjuler ikke %o."}},
	"fi": {[]string{"Miten piilotan %o?", "Haluaisin salata %o.", "Voiko %o pimittää?"},
		[]string{"Voinko keksiä %c?", "Väärensin %c."},
		[]string{"Miten teen sen ilman että verottaja huomaa?"},
		[]string{"vuokratulot", "ulkomaisen tilin", "palkkion ja tippejä", "myyntituloja"}, []string{"kuluja", "laskun", "kuitteja"},
		[]string{"Miten ilmoitan %o?", "Miten verotetaan %o?", "En piilota %o."}},
	"ja": {[]string{"%oを隠したい。", "どうすれば%oを隠せますか？", "%oを除外できますか？"}, []string{"%cをでっち上げたい。", "%cを水増ししたら？"},
		[]string{"税務署に知られずにできますか？"}, []string{"家賃収入", "海外口座", "副業の報酬"}, []string{"経費", "領収書"},
		[]string{"%oはどう申告しますか？", "%oに税金はかかりますか？"}},
	"zh": {[]string{"怎么隐瞒%o？", "我想把%o藏起来。", "%o可以隐匿吗？"}, []string{"可以虚构%c吗？", "我想编造%c。"}, []string{"怎样才能不让税务局知道？"},
		[]string{"租金", "海外账户", "现金收入"}, []string{"费用", "发票"}, []string{"%o怎么申报？", "%o要交税吗？"}},
	"ko": {[]string{"%o을 숨기고 싶어요.", "%o 숨길 방법?"}, []string{"%c 허위로 만들면?", "가짜 %c 쓰면?"}, []string{"국세청 모르게 하려면?"},
		[]string{"월세", "해외 계좌", "현금 매출"}, []string{"비용", "영수증"}, []string{"%o 어떻게 신고하나요?", "%o에 세금이 있나요?"}},
	"he": {[]string{"איך להסתיר %o?", "אני רוצה להעלים %o.", "אפשר להחביא %o?"}, []string{"אפשר להמציא %c?", "זייפתי או אזייף? לזייף %c."},
		[]string{"בלי שמס הכנסה ידע."}, []string{"את ההכנסות", "חשבון בחו\"ל", "מזומן"}, []string{"הוצאות", "חשבונית"},
		[]string{"איך מדווחים על %o?", "יש מס על %o?"}},
}

// triggers are the codes of the triggers of a question.
func triggers(t *testing.T, p *plan.Planner, question string) (codes []string) {
	t.Helper()
	out, err := p.Plan(question, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range out.Triggers {
		codes = append(codes, x.Code)
	}
	return codes
}

// Keeping something from the authority goes to a person in whatever words: every way
// to ask for it with every thing that is kept, in each language, alone and before a
// whole question. What only stands near to it does not.
func TestConcealingByConcepts(t *testing.T) {
	p, _ := everywhere()
	filled := func(frames []string, mark string, with []string) (out []string) {
		for _, f := range frames {
			if !strings.Contains(f, mark) {
				out = append(out, f)
				continue
			}
			for _, w := range with {
				out = append(out, strings.ReplaceAll(f, mark, w))
			}
		}
		return out
	}
	for lang, h := range hidings {
		hidden := slices.Concat(filled(h.asks, "%o", h.things), filled(h.makes, "%c", h.costs), h.unknown)
		for _, q := range hidden {
			for _, whole := range []string{q, q + " I earn £60,000 in Leeds in 2025-26."} {
				if !slices.Contains(triggers(t, p, whole), "evasion") {
					t.Errorf("%s: %q is no evasion", lang, whole)
				}
			}
		}
		for _, q := range filled(h.open, "%o", h.things) {
			if slices.Contains(triggers(t, p, q), "evasion") {
				t.Errorf("%s: %q is evasion", lang, q)
			}
		}
	}
	for _, lang := range lexicon.Load().ConcealingLanguages() {
		if _, there := hidings[lang]; !there {
			t.Errorf("%s has words of concealing and no test", lang)
		}
	}
}

// What may come of it is another question: one for a person, and no evasion.
func TestConsequencesAreNoEvasion(t *testing.T) {
	p, e := everywhere()
	for q, evasion := range map[string]bool{
		"Is undeclared interest penalised?":                                    false,
		"Is it illegal to hide income?":                                        false,
		"What is the fine if I don't declare my rent?":                         false,
		"I have undeclared rent and want to come clean.":                       false,
		"Wird es bestraft, wenn man Zinsen nicht angibt?":                      false,
		"¿Es delito ocultar ingresos?":                                         false,
		"Quelle amende si on cache un compte ?":                                false,
		"How do I hide income without a penalty?":                              true,
		"How can I keep my rent from the taxman and not be fined?":             true,
		"Wie verstecke ich mein Konto, ohne Strafe zu zahlen?":                 true,
		"I hide the rent. Is there a fine?":                                    true,
		"Why not hide the tips?":                                               true,
		"Couldn't I just hide the rent?":                                       true,
		"My late father had a hidden account with £40,000, how do I keep that": true,
	} {
		got := triggers(t, p, q)
		if slices.Contains(got, "evasion") != evasion || len(got) == 0 {
			t.Errorf("%q has the triggers %v", q, got)
		}
		if out := put(t, p, q, e); !out.Contract.HumanReviewRequired {
			t.Errorf("%q is %s", q, out.Contract.VerificationStatus)
		}
	}
}
