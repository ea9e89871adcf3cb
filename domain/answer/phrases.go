package answer

import (
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// Wordings are the languages in which an answer can be worded; any other is
// worded in English.
var Wordings = []string{"en", "de", "fr", "es", "it", "nl"}

// Wording returns the language of Wordings for a BCP 47 tag.
func Wording(tag string) string {
	base, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	for _, w := range Wordings {
		if w == base {
			return w
		}
	}
	return "en"
}

// phrases word the claims. The names in braces are filled in.
type phrases struct {
	sold, // a sale of which it is said what was sold
	claim, left, basis, taxable, effective, marginal, draft, sale, before, including, withheld string
	more, less, same string // of a calculation beside the first
	taxes            map[string]string
}

var wordings = map[string]*phrases{
	"en": {
		claim: "{tax} in {place} for the tax year {year} ({from} to {to}){status} on {basis} {amounts} {currency}{scope} is {total} {currency}.",
		left:  "What is left of it after this tax, the employee's contributions and repayments is {left} {currency}.",
		basis: "an income of", taxable: "a taxable income of", effective: "That is {rate} of the income.",
		marginal: "The next unit of income is taxed at {rate}.",
		draft:    " This figure is computed at draft coverage and is not exact.",
		sold:     "{tax} in {place} on {what} for {amounts} {currency} {basis}, supplied on {from}, at a rate of {rate}, is {total} {currency}.",
		sale:     "{tax} in {place} on {amounts} {currency} {basis}, supplied on {from}, is {total} {currency}.", before: "before tax",
		including: "including tax",
		withheld: "What is withheld in {place} for the tax year {year} ({from} to {to}) from a payment of {amounts} {currency} is {total} {currency}; " +
			"it is not the tax of the year.",
		more: "This is {difference} {currency} more than the first figure.",
		less: "This is {difference} {currency} less than the first figure.",
		same: "This is the same as the first figure.",
		taxes: map[string]string{federalTax: "Federal income tax",
			provincialTax: "Provincial income tax", cantonalTax: "Cantonal and communal tax",
			"social_contributions": "Social contributions", "capital_gains": "Capital gains tax", tax.IndividualIncome: "Income tax",
			tax.CorporateIncome: "Corporate income tax", "": "The tax"},
	},
	"de": {
		claim: "{tax} in {place} für das Steuerjahr {year} ({from} bis {to}){status} auf {basis} {amounts} {currency}{scope}: {total} {currency}.",
		left:  "Nach dieser Steuer, den Beiträgen des Arbeitnehmers und Rückzahlungen bleiben davon {left} {currency}.",
		basis: "ein Einkommen von", taxable: "ein zu versteuerndes Einkommen von", effective: "Das sind {rate} des Einkommens.",
		marginal: "Der nächste Betrag des Einkommens wird mit {rate} besteuert.",
		draft:    " Der Betrag ist als Entwurf (draft) berechnet und nicht exakt.",
		sold:     "{tax} in {place} auf {what} für {amounts} {currency} {basis}, geliefert am {from}, zum Satz von {rate}: {total} {currency}.",
		sale:     "{tax} in {place} auf {amounts} {currency} {basis}, geliefert am {from}: {total} {currency}.", before: "vor Steuer",
		including: "einschließlich Steuer",
		withheld: "In {place} werden für das Steuerjahr {year} ({from} bis {to}) von einer Zahlung von {amounts} {currency} {total} {currency} einbehalten; " +
			"das ist nicht die Steuer des Jahres.",
		more: "Das sind {difference} {currency} mehr als der erste Betrag.",
		less: "Das sind {difference} {currency} weniger als der erste Betrag.",
		same: "Das ist so viel wie der erste Betrag.",
		taxes: map[string]string{federalTax: "Einkommensteuer des Bundes",
			provincialTax: "Einkommensteuer der Provinz", cantonalTax: "Kantons- und Gemeindesteuer",
			"social_contributions": "Sozialbeiträge", "capital_gains": "Steuer auf Veräußerungsgewinne", tax.IndividualIncome: "Einkommensteuer",
			tax.CorporateIncome: "Körperschaftsteuer", "": "Die Steuer"},
	},
	"fr": {
		claim: "{tax} en {place} pour l'année fiscale {year} (du {from} au {to}){status} sur {basis} {amounts} {currency}{scope} : {total} {currency}.",
		left:  "Après cet impôt, les cotisations du salarié et les remboursements, il en reste {left} {currency}.",
		basis: "un revenu de", taxable: "un revenu imposable de", effective: "Cela représente {rate} du revenu.",
		marginal: "L'unité de revenu suivante est imposée à {rate}.",
		draft:    " Ce chiffre est calculé à titre de projet (draft) et n'est pas exact.",
		sold:     "{tax} en {place} sur {what}, {amounts} {currency} {basis}, opération du {from}, au taux de {rate} : {total} {currency}.",
		sale:     "{tax} en {place} sur {amounts} {currency} {basis}, opération du {from} : {total} {currency}.", before: "hors taxe",
		including: "taxe comprise",
		withheld: "En {place}, pour l'année fiscale {year} (du {from} au {to}), la retenue sur un paiement de {amounts} {currency} est de {total} {currency} ; " +
			"ce n'est pas l'impôt de l'année.",
		more: "C'est {difference} {currency} de plus que le premier montant.",
		less: "C'est {difference} {currency} de moins que le premier montant.",
		same: "C'est autant que le premier montant.",
		taxes: map[string]string{federalTax: "Impôt fédéral sur le revenu",
			provincialTax: "Impôt provincial sur le revenu", cantonalTax: "Impôts cantonal et communal",
			"social_contributions": "Cotisations sociales", "capital_gains": "Impôt sur les plus-values",
			tax.IndividualIncome: "Impôt sur le revenu",
			tax.CorporateIncome:  "Impôt sur les sociétés", "": "L'impôt"},
	},
	"es": {
		claim: "{tax} en {place} para el año fiscal {year} (del {from} al {to}){status} sobre {basis} {amounts} {currency}{scope}: {total} {currency}.",
		left:  "Después de este impuesto, las cotizaciones del trabajador y los reembolsos quedan {left} {currency}.",
		basis: "unos ingresos de", taxable: "una base imponible de", effective: "Eso es {rate} de los ingresos.",
		marginal: "La siguiente unidad de ingresos se grava al {rate}.", draft: " La cifra se calcula como borrador (draft) y no es exacta.",
		sold: "{tax} en {place} sobre {what}, {amounts} {currency} {basis}, operación del {from}, al tipo de {rate}: {total} {currency}.",
		sale: "{tax} en {place} sobre {amounts} {currency} {basis}, operación del {from}: {total} {currency}.", before: "sin impuesto",
		including: "impuesto incluido",
		withheld: "En {place}, para el año fiscal {year} (del {from} al {to}), la retención sobre un pago de {amounts} {currency} es de {total} {currency}; " +
			"no es el impuesto del año.",
		more: "Son {difference} {currency} más que la primera cifra.",
		less: "Son {difference} {currency} menos que la primera cifra.",
		same: "Es lo mismo que la primera cifra.",
		taxes: map[string]string{federalTax: "Impuesto federal sobre la renta",
			provincialTax: "Impuesto provincial sobre la renta", cantonalTax: "Impuesto cantonal y comunal",
			"social_contributions": "Cotizaciones sociales", "capital_gains": "Impuesto sobre las ganancias de capital",
			tax.IndividualIncome: "Impuesto sobre la renta", tax.CorporateIncome: "Impuesto sobre sociedades", "": "El impuesto"},
	},
	"it": {
		claim: "{tax} in {place} per l'anno d'imposta {year} (dal {from} al {to}){status} su {basis} {amounts} {currency}{scope}: {total} {currency}.",
		left:  "Dopo questa imposta, i contributi del lavoratore e i rimborsi ne restano {left} {currency}.",
		basis: "un reddito di", taxable: "un reddito imponibile di", effective: "È {rate} del reddito.",
		marginal: "L'unità di reddito successiva è tassata a {rate}.", draft: " La cifra è calcolata come bozza (draft) e non è esatta.",
		sold: "{tax} in {place} su {what}, {amounts} {currency} {basis}, operazione del {from}, con aliquota {rate}: {total} {currency}.",
		sale: "{tax} in {place} su {amounts} {currency} {basis}, operazione del {from}: {total} {currency}.", before: "imposta esclusa",
		including: "imposta inclusa",
		withheld: "In {place}, per l'anno d'imposta {year} (dal {from} al {to}), la ritenuta su un pagamento di {amounts} {currency} è di {total} {currency}; " +
			"non è l'imposta dell'anno.",
		more: "Sono {difference} {currency} in più della prima cifra.",
		less: "Sono {difference} {currency} in meno della prima cifra.",
		same: "È quanto la prima cifra.",
		taxes: map[string]string{federalTax: "Imposta federale sul reddito",
			provincialTax: "Imposta provinciale sul reddito", cantonalTax: "Imposta cantonale e comunale",
			"social_contributions": "Contributi sociali", "capital_gains": "Imposta sulle plusvalenze", tax.IndividualIncome: "Imposta sul reddito",
			tax.CorporateIncome: "Imposta sul reddito delle società", "": "L'imposta"},
	},
	"nl": {
		claim: "{tax} in {place} voor het belastingjaar {year} ({from} tot en met {to}){status} over {basis} {amounts} {currency}{scope}: {total} {currency}.",
		left:  "Na deze belasting, de premies van de werknemer en terugbetalingen blijft daarvan {left} {currency} over.",
		basis: "een inkomen van", taxable: "een belastbaar inkomen van", effective: "Dat is {rate} van het inkomen.",
		marginal: "De volgende eenheid inkomen wordt belast tegen {rate}.", draft: " Dit bedrag is als concept (draft) berekend en niet exact.",
		sold: "{tax} in {place} over {what} voor {amounts} {currency} {basis}, geleverd op {from}, tegen {rate}: {total} {currency}.",
		sale: "{tax} in {place} over {amounts} {currency} {basis}, geleverd op {from}: {total} {currency}.", before: "exclusief belasting",
		including: "inclusief belasting",
		withheld: "In {place} wordt voor het belastingjaar {year} ({from} tot en met {to}) van een betaling van {amounts} {currency} {total} {currency} ingehouden; " +
			"dat is niet de belasting van het jaar.",
		more: "Dat is {difference} {currency} meer dan het eerste bedrag.",
		less: "Dat is {difference} {currency} minder dan het eerste bedrag.",
		same: "Dat is evenveel als het eerste bedrag.",
		taxes: map[string]string{federalTax: "Federale inkomstenbelasting",
			provincialTax: "Provinciale inkomstenbelasting", cantonalTax: "Kantonale en gemeentelijke belasting",
			"social_contributions": "Sociale premies", "capital_gains": "Belasting op vermogenswinst", tax.IndividualIncome: "Inkomstenbelasting",
			tax.CorporateIncome: "Vennootschapsbelasting", "": "De belasting"},
	},
}

// sentences are what an answer says whatever it is about, by language in the order
// of Wordings after English.
var sentences = map[string][5]string{
	contract.ResubmitAction: {"Beantworten Sie die aufgeführten Fragen und stellen Sie die Frage erneut (resubmit), jede Antwort auf einer eigenen Zeile darunter.",
		"Répondez aux questions indiquées et renvoyez la question (resubmit), chaque réponse sur une ligne à elle en dessous.",
		"Responda a las preguntas indicadas y vuelva a enviar la pregunta (resubmit), cada respuesta en una línea propia debajo.",
		"Rispondete alle domande indicate e inviate di nuovo la domanda (resubmit), ogni risposta su una riga a sé sotto di essa.",
		"Beantwoord de genoemde vragen en stel de vraag opnieuw (resubmit), elk antwoord op een eigen regel eronder."},
	contract.ResubmitForms: {"Schreiben Sie jede Antwort als \"key: value\" oder als Frage mit der Antwort dahinter.",
		"Écrivez chaque réponse sous la forme \"key: value\", ou la question suivie de la réponse.",
		"Escriba cada respuesta como \"key: value\", o la pregunta seguida de la respuesta.",
		"Scrivete ogni risposta come \"key: value\", o la domanda seguita dalla risposta.",
		"Schrijf elk antwoord als \"key: value\", of als de vraag met het antwoord erachter."},
	contract.DraftNotice: {"Die Abdeckung ist hier ein Entwurf (draft): der Betrag ist berechnet, aber nicht exakt; lassen Sie ihn prüfen, bevor sich jemand darauf verlässt.",
		"La couverture est ici à l'état de projet (draft) : le chiffre est calculé mais n'est pas exact ; faites-le vérifier avant de vous y fier.",
		"La cobertura aquí es un borrador (draft): la cifra se calcula pero no es exacta; hágala revisar antes de basarse en ella.",
		"La copertura qui è una bozza (draft): la cifra è calcolata ma non esatta; fatela verificare prima di farvi affidamento.",
		"De dekking is hier een concept (draft): het bedrag is berekend maar niet exact; laat het controleren voordat iemand erop vertrouwt."},
	"A qualified person must look at this before anything is computed or filed.": {"Eine Fachperson muss das ansehen, bevor etwas berechnet oder eingereicht wird.",
		"Une personne qualifiée doit examiner cela avant tout calcul ou dépôt.",
		"Una persona cualificada debe verlo antes de calcular o presentar nada.",
		"Una persona qualificata deve esaminarlo prima di calcolare o presentare qualcosa.",
		"Een deskundige moet hiernaar kijken voordat er iets wordt berekend of ingediend."},
	"Ask each part by itself, or take it to a tax professional.": {"Fragen Sie jeden Teil für sich, oder wenden Sie sich an eine Steuerfachperson.",
		"Posez chaque partie séparément, ou adressez-vous à un fiscaliste.", "Pregunte cada parte por separado, o acuda a un asesor fiscal.",
		"Chiedete ogni parte separatamente, o rivolgetevi a un fiscalista.", "Stel elk deel apart, of ga naar een belastingadviseur."},
	"Take it to a tax professional.": {"Wenden Sie sich damit an eine Steuerfachperson.", "Adressez-vous à un fiscaliste.",
		"Acuda a un asesor fiscal.", "Rivolgetevi a un fiscalista.", "Ga ermee naar een belastingadviseur."},
	"Ask again later.": {"Fragen Sie später erneut.", "Reposez la question plus tard.", "Pregunte de nuevo más tarde.",
		"Chiedete di nuovo più tardi.", "Vraag het later opnieuw."},
}

// begins are the beginnings of sentences whose end is a name.
var begins = map[string][5]string{
	"Consult a tax professional in ": {"Wenden Sie sich an eine Steuerfachperson (tax professional) in ",
		"Consultez un fiscaliste (tax professional) en ",
		"Consulte a un asesor fiscal (tax professional) en ", "Consultate un fiscalista (tax professional) in ",
		"Raadpleeg een belastingadviseur (tax professional) in "},
	"Not covered: ": {"Nicht abgedeckt: ", "Non couvert : ", "No cubierto: ", "Non coperto: ", "Niet gedekt: "},
}

// reword says in another language what an answer says whatever it is about. What
// the law and the declarations say stays in the words they were checked in.
func reword(c *contract.Contract, language string) {
	at := -1
	for i, w := range Wordings[1:] {
		if w == language {
			at = i
		}
	}
	if at < 0 {
		return
	}
	for i, text := range c.NextActions {
		if list, known := sentences[text]; known {
			c.NextActions[i] = list[at]
			continue
		}
		for head, list := range begins {
			if rest, found := strings.CutPrefix(text, head); found {
				c.NextActions[i] = list[at] + rest
			}
		}
	}
	for i := range c.MissingFacts {
		if list, known := reasons[c.MissingFacts[i].Reason]; known {
			c.MissingFacts[i].Reason = list[at]
		}
	}
}

// reasons are why the facts that every computation needs are asked for.
var reasons = map[string][5]string{
	"Tax law differs by place, and the question names none.": {"Das Steuerrecht ist von Ort zu Ort verschieden, und die Frage nennt keinen.",
		"Le droit fiscal varie selon le lieu, et la question n'en nomme aucun.",
		"El derecho fiscal varía según el lugar, y la pregunta no nombra ninguno.",
		"Il diritto tributario varia secondo il luogo, e la domanda non ne nomina alcuno.",
		"Het belastingrecht verschilt per plaats, en de vraag noemt er geen."},
	"Rates and thresholds differ by tax year, and the question names none.": {"Sätze und Schwellen sind von Steuerjahr zu Steuerjahr verschieden, und die Frage nennt keines.",
		"Les taux et les seuils varient selon l'année fiscale, et la question n'en nomme aucune.",
		"Los tipos y umbrales varían según el año fiscal, y la pregunta no nombra ninguno.",
		"Aliquote e soglie variano secondo l'anno d'imposta, e la domanda non ne nomina alcuno.",
		"Tarieven en drempels verschillen per belastingjaar, en de vraag noemt er geen."},
	"The tax depends on the income, and the question names no annual amount of it.": {"Die Steuer hängt vom Einkommen ab, und die Frage nennt keinen Jahresbetrag.",
		"L'impôt dépend du revenu, et la question n'en donne pas le montant annuel.",
		"El impuesto depende de los ingresos, y la pregunta no da su importe anual.",
		"L'imposta dipende dal reddito, e la domanda non ne dà l'importo annuo.",
		"De belasting hangt af van het inkomen, en de vraag noemt geen jaarbedrag."},
	"The income is given for a part of a year; the annual total is needed.": {"Das Einkommen ist für einen Teil des Jahres angegeben; gebraucht wird der Jahresbetrag.",
		"Le revenu est donné pour une partie de l'année ; il faut le total annuel.",
		"Los ingresos se dan para una parte del año; se necesita el total anual.",
		"Il reddito è dato per una parte dell'anno; serve il totale annuo.",
		"Het inkomen is voor een deel van het jaar gegeven; het jaartotaal is nodig."},
}
