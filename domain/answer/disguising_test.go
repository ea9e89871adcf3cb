package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// disguised are means by which people of a language keep something from an authority, and
// sentences in words close to those that keep nothing from anybody.
var disguised = map[string]struct{ means, open []string }{
	"en": {[]string{"Could I cheat on my tax?", "I'd pad my expenses.", "Can I inflate the mileage?",
		"I would launder the takings.", "My boss pays half in an envelope.",
		"I invoice in my cousin's name.", "Deliberately leaving out my second job, what changes?", "I would cook the books.",
		"Could I tweak the invoice dates?", "I run my lettings through a mate's bank account.", "I use a straw man.",
		"I keep two sets of books.", "Could I invent an address?"},
		[]string{"I am a cook and keep books.", "My doctor sent an invoice.", "I massage clients and invoice them.",
			"I wash cars and get money for it.", "Inflation is high.", "The letter came in an envelope.",
			"My accounts are in my wife's name.",
			"I don't pad my expenses.", "I forgot the rent last year.", "I drive a Dodge."}},
	"de": {[]string{"Kann ich beim Finanzamt tricksen?", "Ich will die Ausgaben aufblähen.", "Wie wasche ich das Geld?",
		"Mein Chef gibt mir den Rest im Umschlag.",
		"Ich kann auf den Namen meiner Schwester abrechnen.", "Kann ich die Hälfte vom Lohn schwarz bekommen?",
		"Die Miete lasse ich absichtlich weg.", "Ich frisiere die Bilanz.", "Die Miete, das muss ja keiner wissen.",
		"Ich stelle Scheinrechnungen.",
		"Ich führe eine schwarze Kasse.", "Wie lasse ich die Miete am Fiskus vorbeilaufen?"},
		[]string{"Ich muss schön viel zahlen.", "Ich bin schwarz und bekomme Trinkgeld.", "Ich habe es schwarz auf weiß bekommen.",
			"Die Bescheinigung liegt im Umschlag.", "Ich wasche Autos.", "Ich blähe die Ausgaben nicht auf."}},
	"fr": {[]string{"Puis-je tricher sur mes impôts ?", "Je veux gonfler mes frais.", "Comment blanchir l'argent ?",
		"Le reste arrive dans une enveloppe.", "Je facture au nom de mon frère.",
		"Je veux maquiller mes comptes.", "Que les impôts ne voient pas le loyer.", "J'oublie exprès le loyer.",
		"Je passe par un prête-nom.",
		"Je déclare un domicile fictif."}, []string{"Je maquille des clients.", "Les pneus sont gonflés.",
		"La lettre est dans une enveloppe.",
		"Je suis noir."}},
	"es": {[]string{"¿Puedo engañar a Hacienda?", "Quiero inflar mis gastos.", "¿Cómo blanqueo el dinero?",
		"Cobro el resto en un sobre.", "Quiero facturar a nombre de mi primo para no pagar.",
		"Olvido el alquiler a propósito.", "Quiero maquillar las cuentas.", "El alquiler, nadie tiene que saberlo.",
		"Uso un testaferro."}, []string{"La carta está en un sobre.", "Lavo coches."}},
	"it": {[]string{"Posso ingannare il fisco?", "Voglio gonfiare le spese.", "Come riciclo il denaro?",
		"Mi dà il resto in una busta.", "Posso fatturare a nome di mio fratello?",
		"Ometto apposta l'affitto.", "Vorrei truccare il bilancio.",
		"Uso un prestanome."}, []string{"Devo aggiustare l'auto, ho la fattura.", "Ho una busta paga.", "Lavo auto."}},
	"nl": {[]string{"Kan ik de fiscus bedriegen?", "Ik wil mijn kosten opblazen.", "De rest krijg ik in een envelop.",
		"Ik factureer op naam van mijn broer.", "Ik wil zwart uitbetaald worden.",
		"Ik vergeet opzettelijk de huur.", "Ik knoei met de boekhouding.",
		"Ik gebruik een stroman."}, []string{"Ik heb een zwarte kat.",
		"De brief zit in een envelop."}},
	"pt": {[]string{"Posso enganar as finanças?", "Quero empolar as despesas.", "Como lavo o dinheiro?",
		"Pagam o resto num envelope.", "Posso faturar em nome do meu irmão?",
		"Omito a renda de propósito.", "Uso um testa de ferro."}, []string{"A carta está num envelope.", "Salvo engano, é assim."}},
	"pl": {[]string{"Jak oszukać skarbówkę?", "Chcę zawyżyć koszty.", "Jak wyprać pieniądze?", "Resztę dostaję w kopercie.",
		"Celowo pomijam czynsz.", "Mam czynsz, żeby nikt się nie dowiedział.", "Biorę to na słupa."},
		[]string{"List jest w kopercie.", "Pracuję w pralni."}},
	"sv": {[]string{"Kan jag lura Skatteverket?", "Jag vill blåsa upp mina kostnader.", "Resten får jag i ett kuvert.",
		"Jag friserar bokföringen.", "Kan jag få svart betalt?", "Jag glömmer hyran med flit.", "Jag använder en bulvan."},
		[]string{"Brevet ligger i ett kuvert.", "Jag har en svart katt.", "Jag fick det svart på vitt."}},
	"nb": {[]string{"Kan jeg lure Skatteetaten?", "Jeg vil blåse opp utgiftene.", "Resten får jeg i en konvolutt.",
		"Kan jeg få svart betalt?", "Jeg glemmer leien med vilje.", "Jeg bruker en stråmann."},
		[]string{"Brevet ligger i en konvolutt.", "Jeg har en svart katt."}},
	"da": {[]string{"Kan jeg snyde Skattestyrelsen?", "Jeg vil puste mine udgifter op.", "Resten får jeg i en kuvert.",
		"Kan jeg få sort betalt?", "Jeg glemmer huslejen med vilje.", "Jeg bruger en stråmand."},
		[]string{"Brevet ligger i en kuvert.", "Jeg har en sort kat."}},
	"fi": {[]string{"Voinko huijata verottajaa?", "Haluan paisutella kuluja.", "Saan loput kirjekuoressa.",
		"Unohdan vuokran tahallaan.", "Käytän bulvaania."},
		[]string{"Kirje on kirjekuoressa.", "Minulla on musta kissa."}},
	"ja": {[]string{"税務署を騙したい。", "経費を過大計上したい。", "給料の残りを封筒でもらう。", "二重帳簿をつける。", "他人の名義で請求する。"}, []string{"手紙が封筒にあります。"}},
	"zh": {[]string{"怎么骗税务局？", "我想虚增成本。", "我想做假账。", "怎么洗钱？", "剩下的用信封给我。", "用别人的名义收租金。"}, []string{"信封在桌上。"}},
	"ko": {[]string{"국세청을 속이고 싶어요.", "경비를 부풀리고 싶어요.", "나머지는 봉투로 받아요.", "차명으로 월세를 받아요."}, []string{"편지가 봉투에 있어요."}},
	"he": {[]string{"איך לרמות את מס הכנסה?", "אני רוצה לנפח הוצאות.", "השאר במעטפה.",
		"יש לי קופה שחורה."}, []string{"המכתב במעטפה."}},
}

// Each of the means goes to a person as evasion, in every language that the lexicon holds,
// alone and beside a whole question; what only sounds like it does not.
func TestMeansOfDisguiseGoToAPerson(t *testing.T) {
	p, _ := everywhere()
	const whole = " I earn £60,000 in Leeds in 2025-26."
	for lang, c := range disguised {
		for i, q := range append(slices.Clone(c.means), c.open...) {
			for _, question := range []string{q, q + whole} {
				if got := slices.Contains(triggers(t, p, question), "evasion"); got != (i < len(c.means)) {
					t.Errorf("%s: %q is evasion: %t", lang, question, got)
				}
			}
		}
	}
	for _, lang := range lexicon.Load().ConcealingLanguages() {
		if _, there := disguised[lang]; !there {
			t.Errorf("%s has words of disguise and no test", lang)
		}
	}
}

// A means that is denied is none: each English one behind "I do not" and "I never".
func TestMeansThatAreDeniedAreNone(t *testing.T) {
	p, _ := everywhere()
	for _, does := range []string{"cheat on my tax", "pad my expenses", "inflate the mileage", "launder the takings",
		"use a straw man", "keep two sets of books"} {
		for _, denial := range []string{"I do not ", "I never ", "We don't "} {
			if q := denial + does + "."; slices.Contains(triggers(t, p, q), "evasion") {
				t.Errorf("%q is evasion", strings.TrimSpace(q))
			}
		}
	}
}
