package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// unseen is how people of a language ask that an authority does not see something (%o), that
// somebody is paid who does no work, and for a paper (%c) of what never was. open are innocent
// neighbours.
type unseen struct {
	kept, shams, papers []string
	things, costs, open []string
}

var unseens = map[string]unseen{
	"en": {[]string{"How do I avoid HMRC seeing %o?", "Can I stop the taxman finding out about %o?", "What if I tell nobody about %o?", "HMRC doesn't need to know about %o, right?",
		"If I don't tell anyone about %o, what then?", "How do I get %o so the taxman never hears of it?", "Can I have %o before anyone asks questions?"},
		[]string{"Could I pay my wife a salary for work she never does?", "My son is on the payroll but never works, is that ok?", "Can I put my daughter on our payroll without her working?"},
		[]string{"A friend writes me %c for a job that never happened.", "He gives me %c for work that doesn't exist."},
		[]string{"the rent", "my takings", "the bitcoin", "my foreign account"}, []string{"an invoice", "a receipt"},
		[]string{"How do I avoid paying %o late?", "I told my accountant about %o.", "Can I pay my wife a salary for the books she keeps?", "My son works on our payroll.", "Must I tell HMRC about %o?"}},
	"de": {[]string{"Wie verhindere ich, dass das Finanzamt %o sieht?", "Das Finanzamt muss von %o ja nicht wissen, oder?", "Wenn ich niemandem davon erzähle, von %o, was dann?", "Kann ich vermeiden, dass das Finanzamt %o bemerkt?", "Das Finanzamt braucht von %o nix zu wissen, oder?"},
		[]string{"Mein Sohn steht auf der Lohnliste, arbeitet aber nie.", "Kann ich meine Frau als Minijobberin führen, ohne dass sie arbeitet?"},
		[]string{"Ein Freund schreibt mir %c für eine Leistung, die nie stattgefunden hat.", "Ich bekomme %c für eine Arbeit, die es nicht gibt."},
		[]string{"den Mieteinnahmen", "dem Trinkgeld", "dem Auslandskonto"}, []string{"eine Rechnung", "einen Beleg"},
		[]string{"Wie vermeide ich Fehler bei %o?", "Mein Sohn steht auf der Lohnliste und arbeitet im Lager.", "Was muss das Finanzamt von %o wissen?"}},
	"fr": {[]string{"Comment éviter que le fisc voie %o ?", "Le fisc n'a pas besoin de savoir pour %o, non ?", "Et si je ne parle à personne de %o ?", "Comment empêcher le fisc de découvrir %o ?", "Pour %o, le fisc n'a rien à savoir."},
		[]string{"Puis-je verser un salaire à ma femme alors qu'elle ne travaille pas ?", "Mon fils est salarié de ma boîte sans travailler."},
		[]string{"Un ami me fait %c pour un travail qui n'existe pas.", "On me donne %c pour une prestation qui n'a jamais eu lieu."},
		[]string{"le loyer", "mes pourboires", "mon compte étranger"}, []string{"une facture", "un reçu"},
		[]string{"Comment éviter une erreur sur %o ?", "Je verse un salaire à ma femme, qui tient la caisse.", "Dois-je parler de %o au fisc ?"}},
	"es": {[]string{"¿Cómo evito que Hacienda vea %o?", "Hacienda no tiene por qué saber lo de %o, ¿no?", "¿Y si no le digo nada a nadie de %o?"},
		[]string{"¿Puedo tener en nómina a mi hijo aunque no trabaja?", "Quiero pagar un sueldo a mi mujer sin que trabaje."},
		[]string{"Un amigo me hace %c por un trabajo que no existe.", "Me dan %c por una obra que nunca se hizo."},
		[]string{"el alquiler", "las propinas", "la cuenta en el extranjero"}, []string{"una factura", "un recibo"},
		[]string{"¿Cómo evito un error con %o?", "Tengo a mi hijo en nómina y trabaja en la tienda."}},
	"it": {[]string{"Come faccio a non far vedere %o al fisco?", "Come evito che il fisco veda %o?", "Il fisco non deve sapere di %o, vero?", "E se non dico niente a nessuno di %o?"},
		[]string{"Posso pagare uno stipendio a mia moglie che non lavora?", "Mio figlio è in busta paga ma non lavora."},
		[]string{"Un amico mi fa %c per un lavoro che non esiste.", "Mi danno %c per una prestazione che non c'è mai stata, mai fatta."},
		[]string{"l'affitto", "le mance", "il conto estero"}, []string{"una fattura", "una ricevuta"},
		[]string{"Come evito un errore su %o?", "Mio figlio è in busta paga e lavora in negozio."}},
	"nl": {[]string{"Hoe voorkom ik dat de Belastingdienst %o ziet?", "De Belastingdienst hoeft toch niet te weten van %o?", "En als ik niemand vertel over %o?"},
		[]string{"Mijn zoon staat op de loonlijst maar werkt nooit.", "Kan mijn vrouw in dienst zonder te werken?"},
		[]string{"Een vriend maakt mij %c voor werk dat niet bestaat.", "Ik krijg %c voor een klus die nooit gedaan is, nooit uitgevoerd."},
		[]string{"de huur", "de fooien", "mijn buitenlandse rekening"}, []string{"een factuur", "een bon"},
		[]string{"Hoe voorkom ik een fout met %o?", "Mijn zoon staat op de loonlijst en werkt in de winkel."}},
	"pt": {[]string{"Como evito que as Finanças vejam %o?", "As Finanças não precisam de saber de %o, pois não?", "E se eu não digo nada a ninguém sobre %o?"},
		[]string{"O meu filho está na folha de salários mas não trabalha.", "Posso pagar um salário à minha mulher sem que trabalhe?"},
		[]string{"Um amigo passa-me %c por um trabalho que não existe.", "Dão-me %c por um serviço que nunca foi feito."},
		[]string{"a renda", "as gorjetas", "a conta no estrangeiro"}, []string{"uma fatura", "um recibo"},
		[]string{"Como evito um erro com %o?", "O meu filho está na folha de salários e trabalha na loja."}},
	"pl": {[]string{"Jak uniknąć, żeby skarbówka zobaczyła %o?", "Skarbówka nie musi wiedzieć o tym, że mam %o.", "A jeśli nikomu nie powiem o %o?"},
		[]string{"Syn jest na liście płac, ale nie pracuje.", "Czy mogę zatrudnić żonę, która nic nie robi?"},
		[]string{"Kolega wystawi mi %c za usługę, której nie było.", "Dostanę %c za pracę, której nigdy nie wykonano."},
		[]string{"czynsz", "napiwki", "dochody z najmu"}, []string{"fakturę", "rachunek"},
		[]string{"Jak uniknąć błędu z %o?", "Syn jest na liście płac i pracuje w sklepie."}},
	"sv": {[]string{"Hur undviker jag att Skatteverket ser %o?", "Skatteverket behöver väl inte veta om %o?", "Hur får jag Skatteverket att inte se %o?", "Om jag inte säger till någon om %o?"},
		[]string{"Min son står på lönelistan men jobbar aldrig.", "Kan jag anställa min fru utan att hon jobbar?"},
		[]string{"En vän skriver %c för ett jobb som inte finns.", "Jag får %c för ett jobb som aldrig gjorts."},
		[]string{"hyran", "dricksen", "extrajobbet"}, []string{"en faktura", "ett kvitto"},
		[]string{"Hur undviker jag fel med %o?", "Min son står på lönelistan och jobbar i butiken."}},
	"nb": {[]string{"Hvordan unngår jeg at Skatteetaten ser %o?", "Skatteetaten trenger vel ikke å vite om %o?", "Hvordan får jeg Skatteetaten til ikke å se %o?"},
		[]string{"Sønnen min står på lønnslista, men jobber aldri.", "Kan jeg ansette kona uten å jobbe?"},
		[]string{"En venn skriver %c for en jobb som ikke finnes."},
		[]string{"husleien", "leieinntektene", "tipsen"}, []string{"en faktura", "en kvittering"},
		[]string{"Hvordan unngår jeg feil med %o?", "Sønnen min står på lønnslista og jobber i butikken."}},
	"da": {[]string{"Hvordan undgår jeg at Skat ser %o?", "Skattestyrelsen behøver vel ikke at vide noget om %o?"},
		[]string{"Min søn står på lønningslisten, men arbejder aldrig."},
		[]string{"En ven skriver %c for et arbejde som ikke findes."},
		[]string{"huslejen", "lejeindtægterne", "drikkepengene"}, []string{"en faktura", "en kvittering"},
		[]string{"Hvordan undgår jeg fejl med %o?", "Min søn står på lønningslisten og arbejder i butikken."}},
	"fi": {[]string{"Miten vältän että verottaja näkee %o?", "Verottajan ei tarvitse tietää: %o.", "Entä jos en kerro kenellekään %o?"},
		[]string{"Poikani on palkkalistalla mutta ei tee töitä."},
		[]string{"Ystävä tekee %c työstä, jota ei ole."},
		[]string{"vuokratulot", "tipit ja palkat", "ulkomaisen tilin"}, []string{"laskun", "kuitin"},
		[]string{"Poikani on palkkalistalla ja tekee töitä kaupassa."}},
	"ja": {[]string{"%oを税務署に見られないようにするには？", "%oのことは誰にも言わない。"}, []string{"妻は働いていないが給与を払いたい。", "息子を従業員として登録し、働かない。"},
		[]string{"存在しない仕事の%cをもらう。"}, []string{"家賃収入", "副業の報酬"}, []string{"領収書", "請求書"}, []string{"%oはどう申告しますか？"}},
	"zh": {[]string{"怎么避免税务局看到%o？"}, []string{"我儿子不上班，但我给他发工资。"}, nil, []string{"租金", "海外账户"}, nil, []string{"%o怎么申报？"}},
}

// What an authority is not to see, who is paid for no work, and the paper of what never was go
// to a person in every language that the concepts have; their innocent neighbours do not.
func TestUnseenShamsAndPapers(t *testing.T) {
	p, _ := everywhere()
	for lang, u := range unseens {
		if !slices.Contains(lexicon.Load().ConcealingLanguages(), lang) {
			t.Errorf("%s has no concepts", lang)
		}
		var asked []string
		for _, frame := range u.kept {
			for _, thing := range u.things {
				asked = append(asked, strings.ReplaceAll(frame, "%o", thing))
			}
		}
		for _, frame := range u.papers {
			for _, cost := range u.costs {
				asked = append(asked, strings.ReplaceAll(frame, "%c", cost))
			}
		}
		for _, q := range slices.Concat(asked, u.shams) {
			for _, whole := range []string{q, q + " I earn £60,000 in Leeds in 2025-26."} {
				if !slices.Contains(triggers(t, p, whole), "evasion") {
					t.Errorf("%s: %q is no evasion", lang, whole)
				}
			}
		}
		for _, frame := range u.open {
			for _, thing := range u.things {
				if q := strings.ReplaceAll(frame, "%o", thing); slices.Contains(triggers(t, p, q), "evasion") {
					t.Errorf("%s: %q is evasion", lang, q)
				}
			}
		}
	}
}
