package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// corePrompts are the questions about what every computation needs, by key and
// language; English stands in the code that asks. A list of choices is appended.
var corePrompts = map[string]map[string]string{
	"jurisdiction": {"de": "Für welches Land gilt es (und welchen Teil davon, wo die Sätze verschieden sind)?",
		"fr": "Pour quel pays est-ce (et quelle partie, là où les taux diffèrent) ?",
		"es": "¿Para qué país es (y qué parte, donde los tipos difieren)?",
		"it": "Per quale paese (e quale parte, dove le aliquote differiscono)?",
		"nl": "Voor welk land is het (en welk deel, waar de tarieven verschillen)?",
		"pt": "Para que país é (e que parte, onde as taxas diferem)?"},
	"tax_year": {"de": "Für welches Steuerjahr?", "fr": "Pour quelle année fiscale ?", "es": "¿Para qué año fiscal?",
		"it": "Per quale anno d'imposta?", "nl": "Voor welk belastingjaar?", "pt": "Para que ano fiscal?"},
	"sub_region": {"de": "In welchem Teil des Landes wohnen Sie?", "fr": "Dans quelle partie du pays habitez-vous ?",
		"es": "¿En qué parte del país vive?", "it": "In quale parte del paese vive?",
		"nl": "In welk deel van het land woont u?", "pt": "Em que parte do país vive?"},
	"income": {"de": "Wie hoch ist das gesamte Jahreseinkommen vor Steuern?", "fr": "Quel est le revenu annuel total avant impôt ?",
		"es": "¿Cuál es el total anual de los ingresos antes de impuestos?",
		"it": "Qual è il totale annuo del reddito prima delle imposte?", "nl": "Wat is het totale jaarinkomen vóór belasting?",
		"pt": "Qual é o total anual do rendimento antes de impostos?"},
	circumstancesKey: {"de": "Ändert das etwas an Einkommen, Haushalt, Wohnsitz oder Zeitraum? keine, oder was?",
		"fr": "Cela change-t-il le revenu, le foyer, la résidence ou la période ? aucune, ou laquelle ?",
		"es": "¿Cambia eso los ingresos, el hogar, la residencia o el período? ninguna, o ¿cuál?",
		"it": "Questo cambia il reddito, la famiglia, la residenza o il periodo? nessuna, o quale?",
		"nl": "Verandert dat het inkomen, het huishouden, de woonplaats of de periode? geen, of wat?",
		"pt": "Isso muda o rendimento, o agregado, a residência ou o período? nenhuma, ou qual?",
		"pl": "Czy to zmienia dochód, rodzinę, miejsce zamieszkania lub okres? nie, albo jak?",
		"sv": "Ändrar det inkomsten, hushållet, bostaden eller tiden? inget, eller vad?",
		"nb": "Endrer det inntekten, husholdningen, bostedet eller tiden? ingen, eller hva?",
		"da": "Ændrer det indkomsten, husstanden, bopælen eller perioden? ingen, eller hvad?",
		"fi": "Muuttaako se tuloja, taloutta, asuinpaikkaa tai aikaa? ei, vai miten?",
		"ja": "それは所得、世帯、居住地、期間のどれかに影響しますか。なし、または内容を書いてください。",
		"zh": "这会影响收入、家庭、居住地或时间吗？没有，或请说明。"},
	gainsPrompt: {"de": "Wie hoch sind die Veräußerungsgewinne des Jahres insgesamt?",
		"fr": "Quel est le total annuel des plus-values ?", "es": "¿Cuál es el total anual de las ganancias patrimoniales?",
		"it": "Qual è il totale annuo delle plusvalenze?", "nl": "Wat is het jaartotaal van de vermogenswinsten?",
		"pt": "Qual é o total anual das mais-valias?"},
	"income_basis": {"de": "Ist das Einkommen brutto (gross) oder zu versteuern (taxable)?",
		"fr": "Le revenu est-il brut (gross) ou imposable (taxable) ?", "es": "¿El ingreso es bruto (gross) o base imponible (taxable)?",
		"it": "Il reddito è lordo (gross) o imponibile (taxable)?", "nl": "Is het inkomen bruto (gross) of belastbaar (taxable)?",
		"pt": "O rendimento é bruto (gross) ou tributável (taxable)?"},
	"income_period": {"de": "Wie oft im Steuerjahr wird der Betrag gezahlt (12, 13, 14)? Oder nennen Sie die Jahressumme als income.",
		"fr": "Combien de fois le montant est-il versé dans l'année (12, 13, 14) ? Ou donnez le total annuel comme income.",
		"es": "¿Cuántas veces se paga el importe en el año (12, 13, 14)? O dé el total anual como income.",
		"it": "Quante volte l'importo è pagato nell'anno (12, 13, 14)? O date il totale annuo come income.",
		"nl": "Hoe vaak wordt het bedrag in het jaar betaald (12, 13, 14)? Of geef het jaartotaal als income.",
		"pt": "Quantas vezes o montante é pago no ano (12, 13, 14)? Ou dê o total anual como income."},
	"residence": {"de": "In welchem Land wohnen Sie?", "fr": "Dans quel pays habitez-vous ?", "es": "¿En qué país vive?",
		"it": "In quale paese vive?", "nl": "In welk land woont u?", "pt": "Em que país vive?"},
	"date": {"de": "An welchem Tag war die Lieferung oder Leistung (JJJJ-MM-TT)?",
		"fr": "Quel jour l'opération a-t-elle eu lieu (AAAA-MM-JJ) ?", "es": "¿Qué día fue la operación (AAAA-MM-DD)?",
		"it": "In quale giorno è avvenuta l'operazione (AAAA-MM-GG)?", "nl": "Op welke dag was de levering (JJJJ-MM-DD)?",
		"pt": "Em que dia foi a operação (AAAA-MM-DD)?"},
	"prices_include_tax": {"de": "Enthält der Betrag die Steuer? true oder false", "fr": "Le montant comprend-il la taxe ? true ou false",
		"es": "¿Incluye el importe el impuesto? true o false",
		"it": "L'importo comprende l'imposta? true o false", "nl": "Is de belasting in het bedrag begrepen? true of false",
		"pt": "O montante inclui o imposto? true ou false"},
	"amount": {"de": "Wie hoch ist der Betrag?", "fr": "Quel est le montant ?", "es": "¿Cuál es el importe?", "it": "Qual è l'importo?",
		"nl": "Wat is het bedrag?", "pt": "Qual é o montante?"},
	"rate": {"de": "Welcher Satz gilt: standard, oder ein anderer, der von der Ware abhängt?",
		"fr": "Quel taux s'applique : standard, ou un autre qui dépend du bien ?",
		"es": "¿Qué tipo se aplica: standard, u otro que depende del bien?",
		"it": "Quale aliquota si applica: standard, o un'altra che dipende dal bene?",
		"nl": "Welk tarief geldt: standard, of een ander dat van de zaak afhangt?",
		"pt": "Que taxa se aplica: standard, ou outra que depende do bem?"},
}

// askInLanguage words the core questions in the language of the question, with
// the choices that the English wording lists.
func (r *reader) askInLanguage() {
	lang := r.wording
	if lang == "" {
		lang = r.lang
	}
	for i := range r.out.MissingFacts {
		m := &r.out.MissingFacts[i]
		if m.Prompt == nil {
			continue
		}
		text := corePrompts[m.Key][lang]
		if strings.HasPrefix(*m.Prompt, gainsPrompt) {
			text = corePrompts[gainsPrompt][lang]
		}
		if text == "" {
			continue
		}
		for _, list := range []string{"Covered: ", "One of: ", ", in "} {
			if _, choices, found := strings.Cut(*m.Prompt, list); found {
				if list == ", in " && len(choices) > len("GBP?") {
					continue // no currency
				}
				if list == ", in " {
					choices = strings.TrimSuffix(choices, "?") + "."
				}
				text += " " + choices
				break
			}
		}
		*m = contract.Ask(m.Key, m.Reason, text)
	}
}

// promptAnswers rewrites the lines of a question that repeat a prompt with its
// answer behind it as lines "key: answer".
func (p *Planner) promptAnswers(question string) string {
	if !strings.Contains(question, "\n") {
		return question
	}
	lines := strings.Split(question, "\n")
	for i, line := range lines[1:] {
		for _, known := range p.prompts {
			rest, found := strings.CutPrefix(strings.TrimSpace(line), known.text)
			if !found {
				continue
			}
			if at := strings.LastIndexAny(rest, "?."); at >= 0 && at+2 <= len(rest) && rest[at+1] == ' ' {
				rest = rest[at+1:]
			}
			if rest = strings.TrimSpace(rest); rest != "" {
				lines[i+1] = known.key + ": " + rest
			}
			break
		}
	}
	return strings.Join(lines, "\n")
}

// prompt is the wording of a question, with the key of the fact it asks for.
type prompt struct{ key, text string }

// learnPrompts collects the wordings of all questions.
func (p *Planner) learnPrompts() {
	add := func(key, text string) {
		if text != "" {
			p.prompts = append(p.prompts, prompt{key, text})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(corePrompts)) {
		for _, lang := range slices.Sorted(maps.Keys(corePrompts[key])) {
			add(strings.Replace(key, gainsPrompt, "income", 1), corePrompts[key][lang])
		}
	}
	for _, j := range p.all {
		for i := range j.Facts {
			m := contract.AskFact(j.Facts[i].Name, "x", j.Facts[i].Prompt)
			add(m.Key, *m.Prompt)
		}
	}
	add(circumstancesKey, circumstancesPrompt)
	add("jurisdiction", "Which country is it for (and which part of it, where rates differ)?")
	add("tax_year", "Which tax year is it for")
	add("sub_region", "In which part of ")
	add("income_basis", "Is the income gross (before deductions) or taxable (after them)? gross or taxable")
	add("income", "What is the annual total of the income before tax")
	add("income", gainsPrompt)
	add("date", "On which day was the supply made (YYYY-MM-DD)?")
	add("prices_include_tax", "Does the amount include the tax? true or false")
	add("rate", "Which rate applies: standard, or another one that depends on what was sold? standard")
	add("amount", "What is the amount of the sale")
}
