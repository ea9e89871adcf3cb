package answer_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/plan"
)

// mutant is a question that is answered, in the words of one language, and what people of
// that language say beside it or instead. "#" is the amount.
type mutant struct {
	lang  string
	whole string // the question
	own   string // the clause of whole that gives the income
	group string // what separates thousands there; "" = not done there
	// instead of the clause of the income, and no figure is due any more
	denied, over, others, partial, wished []string
	// beside the question, and the figure stays
	beside []string
	// beside the question, and a person reads it
	hidden []string
}

var mutants = []mutant{
	{lang: "en", whole: "I earn £#. I live in Leeds. Tax year 2025-26. How much income tax do I pay?", own: "I earn £#.", group: ",",
		denied: []string{"I don't earn £#.", "£# is not what I earn."}, over: []string{"I used to earn £#."},
		others:  []string{"My lodger earns £#.", "My predecessor earned £#.", "My landlady earns £#."},
		partial: []string{"Until August I earned £#.", "I earned £#, but only from May to October."}, wished: []string{"If only I earned £#."},
		beside: []string{"My tenant has three children.", "Our nanny is 71 years old.", "My cousin's husband is blind."},
		hidden: []string{"The rent goes to my sister so that it isn't in my name.", "I get vouchers so the pay doesn't show up.",
			"Can I say I'm married even though I'm not?"}},
	{lang: "de", whole: "Mein zvE beträgt # €. Ich bin ledig. Deutschland 2025. Wie viel Einkommensteuer zahle ich?",
		own:   "Mein zvE beträgt # €.",
		group: ".", denied: []string{"Mein zvE beträgt nicht # €.", "Ich habe kein zvE von # €."},
		over:    []string{"Früher betrug mein zvE # €."},
		others:  []string{"Meine Untermieterin hat ein zvE von # €.", "Mein Vorgänger hatte ein zvE von # €."},
		partial: []string{"Bis August hatte ich ein zvE von # €."}, wished: []string{"Hätte ich nur ein zvE von # €."},
		beside: []string{"Mein Vermieter hat drei Kinder.", "Meine Nachbarin ist 71 Jahre alt."},
		hidden: []string{"Die Miete geht an meine Schwester, damit sie nicht auf meinen Namen läuft.",
			"Ich melde meinen Neffen als Mitarbeiter, obwohl er nicht arbeitet."}},
	{lang: "fr", whole: "Mon revenu net imposable est de # €. Je suis célibataire, 1 part, j'habite à Lille. Revenus 2024. Quel est l'impôt " +
		"sur le revenu ?",
		own: "Mon revenu net imposable est de # €.", group: " ", denied: []string{"Mon revenu net imposable n'est pas de # €."},
		over:    []string{"Avant, mon revenu net imposable était de # €."},
		others:  []string{"Mon prédécesseur avait un revenu net imposable de # €."},
		partial: []string{"Jusqu'en août mon revenu net imposable était de # €."},
		wished:  []string{"Si seulement mon revenu net imposable était de # €."},
		beside:  []string{"Ma locataire a trois enfants.", "Mon propriétaire a 71 ans."},
		hidden:  []string{"Le loyer est versé à ma sœur pour qu'il ne soit pas à mon nom."}},
	{lang: "es", whole: "Mi base liquidable general es de # €. Soy soltero, 36 años, sin hijos, vivo en Madrid. Año 2024. ¿Cuánto IRPF " +
		"pago?",
		own: "Mi base liquidable general es de # €.", group: ".", denied: []string{"Mi base liquidable general no es de # €."},
		over:    []string{"Antes mi base liquidable general era de # €."},
		others:  []string{"Mi antecesor tenía una base liquidable general de # €."},
		partial: []string{"Hasta agosto tuve una base liquidable general de # €."},
		wished:  []string{"Ojalá tuviera una base liquidable general de # €."},
		beside:  []string{"Mi inquilina tiene tres hijos.", "Mi casera tiene 71 años."},
		hidden: []string{"El alquiler lo cobra mi hermana para que no salga a mi nombre.",
			"Quiero poner a mi madre como persona a cargo aunque vive sola."}},
	{lang: "it", whole: "Il mio reddito imponibile IRPEF è di # €. Abito a Genova. Anno 2025. Quanta IRPEF lorda pago?",
		own: "Il mio reddito imponibile IRPEF è di # €.", group: ".", denied: []string{"Il mio reddito imponibile IRPEF non è di # €."},
		over:    []string{"Una volta il mio reddito imponibile IRPEF era di # €."},
		others:  []string{"Il mio predecessore aveva un reddito imponibile IRPEF di # €."},
		partial: []string{"Fino ad agosto avevo un reddito imponibile IRPEF di # €."},
		wished:  []string{"Magari avessi un reddito imponibile IRPEF di # €."},
		beside:  []string{"La mia inquilina ha tre figli.", "Il mio padrone di casa ha 71 anni."},
		hidden:  []string{"L'affitto lo incassa mia sorella così non risulta a nome mio."}},
	{lang: "nl", whole: "Mijn fiscaal jaarloon is # euro. Ik woon in Zwolle. Jaar 2025. Hoeveel inkomstenbelasting betaal ik?",
		own: "Mijn fiscaal jaarloon is # euro.", group: ".", denied: []string{"Mijn fiscaal jaarloon is niet # euro."},
		over: []string{"Vroeger was mijn fiscaal jaarloon # euro."}, others: []string{"Mijn voorganger had een fiscaal jaarloon van # euro."},
		partial: []string{"Tot augustus had ik een fiscaal jaarloon van # euro."},
		wished:  []string{"Had ik maar een fiscaal jaarloon van # euro."},
		beside:  []string{"Mijn huurder heeft drie kinderen.", "Mijn huisbaas is 71 jaar."},
		hidden:  []string{"De huur gaat naar mijn zus, dan staat het niet op mijn naam."}},
	{lang: "pt", whole: "O meu rendimento coletável é de # €. Sou solteiro, sem filhos, vivo em Braga. Ano 2024. Quanto IRS pago?",
		own: "O meu rendimento coletável é de # €.", group: ".", denied: []string{"O meu rendimento coletável não é de # €."},
		over:    []string{"Antes o meu rendimento coletável era de # €."},
		others:  []string{"O meu antecessor tinha um rendimento coletável de # €."},
		partial: []string{"Até agosto tive um rendimento coletável de # €."},
		wished:  []string{"Quem me dera ter um rendimento coletável de # €."},
		beside:  []string{"A minha inquilina tem três filhos.", "A minha senhoria tem 71 anos."},
		hidden:  []string{"A renda vai para a minha irmã para não ficar em meu nome."}},
	{lang: "pl", whole: "Moja podstawa opodatkowania wynosi # zł. Rozliczam się sam, mieszkam w Lublinie. Rok 2025. Ile podatku zapłacę?",
		own: "Moja podstawa opodatkowania wynosi # zł.", group: " ", denied: []string{"Moja podstawa opodatkowania nie wynosi # zł."},
		others: []string{"Mój poprzednik miał podstawę opodatkowania # zł."}, beside: []string{"Moja lokatorka ma troje dzieci.",
			"Mój sąsiad ma 71 lat."},
		partial: []string{"Do sierpnia miałem podstawę opodatkowania # zł."},
		hidden:  []string{"Czynsz wpływa do siostry, żeby nie było go na moje nazwisko."}},
	{lang: "sv", whole: "Min lön är # kr. Jag är 38 år, bor i Umeå, kommunalskatt 34,05 %. År 2025. Hur mycket inkomstskatt betalar jag?",
		own: "Min lön är # kr.", group: " ", denied: []string{"Min lön är inte # kr."}, others: []string{"Min företrädare hade # kr i lön."},
		partial: []string{"Fram till augusti hade jag # kr i lön."}, beside: []string{"Min hyresgäst har tre barn.", "Min granne är 71 år."},
		hidden: []string{"Hyran går till min bror så att den inte syns på mig."}},
	{lang: "nb", whole: "Lønnen min er # kr. Jeg er 37 år, bor i Bodø, ingen barn. År 2025. Hvor mye skatt betaler jeg?",
		own:   "Lønnen min er # kr.",
		group: " ", denied: []string{"Lønnen min er ikke # kr."}, others: []string{"Forgjengeren min hadde # kr i lønn."},
		partial: []string{"Fram til august hadde jeg # kr i lønn."}, beside: []string{"Leieboeren min har tre barn.", "Naboen min er 71 år."},
		hidden: []string{"Leien går til broren min slik at den ikke står på meg."}},
	{lang: "da", whole: "Min årsløn er # kr. Jeg bor i Esbjerg, kommuneskat 26,1 %, ikke medlem af folkekirken. År 2025. Hvad bliver " +
		"skatten i alt?",
		own: "Min årsløn er # kr.", group: ".", denied: []string{"Min årsløn er ikke # kr."},
		others:  []string{"Min forgænger havde en årsløn på # kr."},
		partial: []string{"Indtil august havde jeg en årsløn på # kr."}, beside: []string{"Min udlejer har tre børn.", "Min nabo er 71 år."},
		hidden: []string{"Huslejen går til min bror, så den ikke står i mit navn."}},
	{lang: "fi", whole: "Palkkani on # €. Asun Turussa, kunnallisvero 7,4 %, 36 v, en kuulu kirkkoon, ei lapsia. Vuosi 2025. Paljonko " +
		"tuloveroa maksan?",
		own: "Palkkani on # €.", group: " ", denied: []string{"Palkkani ei ole # €."}, others: []string{"Edeltäjäni palkka oli # €."},
		beside: []string{"Vuokralaisellani on kolme lasta."}, hidden: []string{"Vuokra menee siskolleni, ettei se näy minun nimissäni."}},
	{lang: "ja", whole: "私の2025年の給与収入は#円です。名古屋在住の会社員、独身、扶養なし、社会保険料控除なし。私の所得税はいくらですか？",
		own: "私の2025年の給与収入は#円です。", group: ",", denied: []string{"私の2025年の給与収入は#円ではありません。"},
		others: []string{"前任者の2025年の給与収入は#円でした。", "同僚の2025年の給与収入は#円です。"}, beside: []string{"大家さんは71歳です。"},
		hidden: []string{"家賃は妹の口座に入れて、自分の名義にならないようにしています。"}},
	{lang: "zh", whole: "我2024-25年度的薪金是#港元。我住在香港，单身，没有子女。我要交多少薪俸税？", own: "我2024-25年度的薪金是#港元。", group: ",",
		denied: []string{"我2024-25年度的薪金不是#港元。"}, others: []string{"前任员工2024-25年度的薪金是#港元。"}, beside: []string{"我的房东有三个孩子。"},
		hidden: []string{"租金打到我妹妹的账户，这样就不在我名下。"}},
}

// grouped writes a whole number with its thousands apart.
func grouped(n int, sign string) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + sign + text[i:]
	}
	return text
}

// What people of every language say instead of their income, or beside it, changes the
// answer as it does in English: another's, denied, past, of some months or wished for, and
// there is no figure; somebody else's household, and the figure stays; kept from sight, and
// a person reads it. Amounts are drawn anew for each, and written as the place groups them
// or without.
func TestMutationsInEveryLanguage(t *testing.T) {
	const seed = 20261127
	random := rand.New(rand.NewPCG(seed, 14))
	p, e := everywhere()
	for i := range mutants {
		m := &mutants[i]
		for range 2 {
			n := 30_000 + random.IntN(60_000)/10*10
			if m.lang == "ja" {
				n *= 100
			} else if slices.Contains([]string{"zh", "sv", "nb", "da"}, m.lang) {
				n *= 10
			}
			fill := func(text string) string { return strings.ReplaceAll(text, "#", grouped(n, m.group)) }
			base := fill(m.whole)
			out := put(t, p, base, e)
			before := figure(&out)
			if before == "" {
				t.Errorf("%s (seed %d): %q is not answered (%s)", m.lang, seed, base, out.Code)
				continue
			}
			bare := strings.ReplaceAll(m.whole, "#", strconv.Itoa(n))
			holdTo(t, p, e, keeps, m.lang+", digits without groups", bare, before)
			m.held(t, p, e, base, before, fill)
		}
	}
}

// held puts every mutation of a question, beside it before and behind.
func (m *mutant) held(t *testing.T, p *plan.Planner, e answer.Env, base, before string, fill func(string) string) {
	t.Helper()
	for name, list := range map[string][]string{"denied": m.denied, "over": m.over, "another's": m.others, "of some months": m.partial,
		"wished": m.wished} {
		for _, clause := range list {
			holdTo(t, p, e, withholds, m.lang+", "+name, strings.Replace(base, fill(m.own), fill(clause), 1), before)
		}
	}
	for _, s := range m.beside {
		holdTo(t, p, e, keeps, m.lang+", beside it", base+" "+s, before)
		holdTo(t, p, e, keeps, m.lang+", before it", s+" "+base, before)
	}
	for _, s := range m.hidden {
		holdTo(t, p, e, escalates, m.lang+", hidden", base+" "+s, before)
		holdTo(t, p, e, escalates, m.lang+", hidden before it", s+" "+base, before)
	}
}
