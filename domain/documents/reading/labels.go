package reading

import (
	"strings"
	"unicode/utf8"
)

// what a label names. Labels that shut a value out are kinds of their own: a sum
// after "subtotal" is a net, after "change" it is nothing.
type what int

const (
	nothing what = iota
	grossLabel
	dueLabel // what is to be paid, which may differ from the total
	netLabel
	taxLabel
	partTotal // a total of something, by the words around it
	paidBy    // what was paid by a card or the like
	otherSum  // tendered, change, discount, balance carried forward, tip, savings
	issueDate
	supplyDate
	dueDate
	otherDate // birth, delivery window, validity, print of a card
	numberLabel
	taxIDLabel
	buyerLabel
	qualifiedDate // the label of another day, by the words around it
)

// labels by what they name, longest first where one holds another: "total ht" is
// a net, and shuts "total" out.
var labels = vocabularyOf([]named{
	{netLabel, `total ht|net|total net|net total|net amount|amount excl vat|total excl vat|total excluding vat|total ex vat|excl vat|
		subtotal|sub total|sub-total|zwischensumme|nettobetrag|netto|summe netto|gesamt netto|nettosumme|warenwert|montant ht|base imponible|
		imponibile|totale imponibile|subtotaal|totaal excl|bedrag excl|base tributável|total ilíquido|wartość netto|razem netto|
		taxable amount|total before tax|subtotaal excl|base|subtotale|excl btw|excl gst|excl iva|ex gst|ohne mwst|hors taxes|hors tva|sin iva|sem iva|
		senza iva|iva esclusa|suma częściowa|podsuma|subtotal sem iva|sous-total|sous total|suma netto|total sin iva`},
	{taxLabel, `total tva|montant tva|tva|vat amount|total vat|vat total|vat|sales tax|tax amount|total tax|tax|gst|hst|pst|mwst|mwst.|ust|
		ust.|umsatzsteuer|mehrwertsteuer|enthaltene mwst|steuer|iva|cuota iva|importo iva|totale iva|btw|btw bedrag|bedrag btw|podatek vat|
		kwota vat|valor iva|imposta|taxes|ptu|suma ptu|tps|tvq|qst`},
	{otherSum, `cash tendered|tendered|amount tendered|cash|change|change due|gegeben|rückgeld|rueckgeld|wechselgeld|zurück|bar|rendu|
		rendu monnaie|espèces|reçu|efectivo|cambio|entregado|contanti|resto|wisselgeld|contant|ontvangen|troco|numerário|reszta|gotówka|
		wpłata|discount|rabatt|remise|descuento|sconto|korting|desconto|rabat|you saved|savings|tip|gratuity|trinkgeld|pourboire|propina|
		mancia|deposit|anzahlung|acompte|previous balance|balance forward|opening balance|closing balance|points|bonus|quantity|qty|menge|
		already paid|amount paid|bereits bezahlt|déjà réglé|skonto|unit price|einzelpreis|prix unitaire|loyalty|rounding|credit limit|
		minimum payment`},
	{paidBy, `card|visa|visa debit|visa sale|visa tend|mastercard|maestro|amex|american express|debit|credit card|debit card|contactless|
		apple pay|google pay|paypal|eftpos|interac|girocard|ec-karte|ec karte|kartenzahlung|karte|lastschrift|carte|cb|cb emv|carte bancaire|
		débit|tarjeta|tarjeta bancaria|carta|bancomat|pagamento elettronico|importo pagato|pinnen|pin|betaalpas|karta|karta płatnicza|
		multibanco|cartão|mb way|twint|bancontact|bankomat|carte bleue|blik|amount charged|you paid|we charged|amount paid by card`},
	{dueLabel, `payable|amount payable|balance to pay|amount to pay|total payable|amount due|balance due|total due|please pay|zahlbetrag|
		zu zahlen|zu zahlender betrag|net à payer|a payer|à payer|a pagar|total a pagar|da pagare|netto a pagare|te betalen|do zapłaty|
		to pay|noch zu zahlen|offener betrag`},
	{grossLabel, `grand total|total amount|invoice total|total incl vat|total including vat|total inc vat|total ttc|montant ttc|gesamtbetrag|
		rechnungsbetrag|gesamtsumme|endbetrag|bruttobetrag|summe brutto|brutto|summe|gesamt|importe total|total factura|total con iva|
		totale documento|totale fattura|totale complessivo|totale|totaal incl|totaalbedrag|totaal|total geral|total com iva|razem brutto|
		wartość brutto|suma pln|suma|razem|total eur|total|betrag|importo|bedrag`},
	{dueDate, `due date|payment due|due by|due|pay by|fällig am|fällig|faellig|zahlbar bis|zahlungsziel|date d'échéance|échéance|
		echeance|fecha de vencimiento|vencimiento|data di scadenza|scadenza|vervaldatum|uiterste betaaldatum|data de vencimento|
		termin płatności`},
	{supplyDate, `date of supply|supply date|tax point|delivery date|service date|leistungsdatum|lieferdatum|leistungszeitraum|
		liefer- / leistungsdatum|date de livraison|fecha de operación|data di consegna|leverdatum|data dostawy|data sprzedaży`},
	{otherDate, `date of birth|birth date|dob|born|geburtsdatum|geboren|geb. am|geb|date de naissance|né le|née le|fecha de nacimiento|
		data di nascita|geboortedatum|data de nascimento|data urodzenia|valid until|gültig bis|expires|expiry|valable jusqu|order date|
		bestelldatum|date de commande|period from|period to|statement period|printed|gedruckt|card exp|member since|kunde seit|return by|
		umtausch bis`},
	{issueDate, `invoice date|date of issue|issue date|issued on|issued|bill date|tax date|receipt date|rechnungsdatum|ausstellungsdatum|
		belegdatum|datum uhrzeit|datum zeit|date time|date & time|date et heure|date heure|fecha hora|fecha y hora|
		data ora|data e ora|data hora|data e hora|datum tijd|data godzina|datum|date de facturation|date de la facture|date d'émission|facturé le|fecha de factura|fecha de emisión|
		fecha de expedición|fecha|data fattura|data di emissione|data emissione|factuurdatum|data de emissão|data da fatura|data wystawienia|
		data|date|le`},
	{numberLabel, `invoice number|invoice no|invoice no.|invoice nr|invoice #|invoice|inv no|receipt no|receipt number|receipt #|bill no|
		document no|rechnungsnummer|rechnungsnr|rechnungs-nr|rechnungs-nr.|rechnung nr|rechnung nr.|rechnung|belegnummer|beleg-nr|bon-nr|
		numéro de facture|facture n°|facture no|facture|n° facture|número de factura|factura n|factura nº|factura|nº factura|
		numero fattura|fattura n|fattura n.|fattura nr|fattura|factuurnummer|factuur nr|factuur|número da fatura|fatura nº|fatura|
		faktura vat nr|faktura nr|numer faktury|credit note no|credit note|gutschrift nr`},
	{taxIDLabel, `uid nr|vat reg no|vat registration|vat reg|vat no|vat number|vat id|ust-idnr|ust-idnr.|ust-id|ust.-id|ust-id-nr|uid|
		mwst-nr|n° tva|tva intracommunautaire|numéro tva|tva intra|nif|cif|nif/cif|partita iva|p.iva|p. iva|p.i.|btw-nummer|btw nummer|btw nr|
		btw-nr|nip|abn|gstin|gst no|gst reg|ein|tax id|federal tax id|steuernummer|tax number`},
	{buyerLabel, `bill to|invoice to|billed to|sold to|customer|kunde|rechnungsempfänger|an|facturé à|client|cliente|facturar a|klant|
		factuur aan|nabywca|adquirente|destinatario`},
})

type phrase struct {
	what  what
	words []string
}

// named are phrases that name one thing, separated by |.
type named struct {
	what  what
	words string
}

// vocabulary is phrases by their first word, longest first.
type vocabulary map[string][]phrase

func vocabularyOf(all []named) vocabulary {
	v := vocabulary{}
	for _, l := range all {
		for _, text := range strings.Split(l.words, "|") {
			words := strings.Fields(plainWords(text))
			if len(words) == 0 {
				continue
			}
			list := append(v[words[0]], phrase{l.what, words})
			for i := len(list) - 1; i > 0 && len(list[i].words) > len(list[i-1].words); i-- {
				list[i], list[i-1] = list[i-1], list[i]
			}
			v[words[0]] = list
		}
	}
	return v
}

// isPlain reports whether a text is one word of small letters and figures alone, as most are.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// plainWords is text in lower case without the signs that stand around labels.
func plainWords(text string) string {
	if isPlain(text) {
		return text
	}
	text = strings.ToLower(text)
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == ':' || r == '.' || r == '(' || r == ')' || r == '\n' || r == '\t' || r == '*' || r == '=' || r == '|' || r == ',' || r == '/'
	}), " ")
}

// label is one that stands in a line, at words first to last.
type label struct {
	what        what
	first, last int
}

// labelsOf finds the labels of a line, from left to right, each as long as can be.
func (v vocabulary) labelsOf(l Line) []label {
	var all []label
	plain := make([][]string, len(l.Words))
	for i, w := range l.Words {
		plain[i] = strings.Fields(plainWords(w.Text))
	}
	for i := 0; i < len(l.Words); i++ {
		if p, last, ok := v.longest(plain[:together(l, i)], i); ok {
			all = append(all, label{p.what, i, last})
			i = last
		}
	}
	return all
}

// together is where the words end that stand close after word i: columns apart
// are not one phrase.
func together(l Line, i int) int {
	end := i + 1
	for end < len(l.Words) && near(l, end, 36) {
		end++
	}
	return end
}

// near reports whether word i of a line follows the one before it within so many tenths
// of a letter of theirs. Heights do not tell: boxes are parts of a page's width and height,
// and a till's roll may be ten times as long as it is wide.
func near(l Line, i, tenths int) bool {
	a, b := l.Words[i-1], l.Words[i]
	letters := max(utf8.RuneCountInString(a.Text)+utf8.RuneCountInString(b.Text), 1)
	wide := a.Box.Right - a.Box.Left + b.Box.Right - b.Box.Left
	return 10*letters*(b.Box.Left-a.Box.Right) <= tenths*wide
}

func (v vocabulary) longest(plain [][]string, i int) (best phrase, last int, ok bool) {
	if len(plain[i]) == 0 {
		return best, 0, false
	}
	for _, p := range v[plain[i][0]] {
		if end, matches := matchAt(plain, i, p.words); matches {
			return p, end, true
		}
	}
	return best, 0, false
}

// matchAt reports whether the words from i on begin with a phrase, and at which
// word it ends. A word may hold several parts ("VAT-No."), and must be used up.
func matchAt(plain [][]string, i int, want []string) (end int, ok bool) {
	for j := i; j < len(plain); j++ {
		for _, part := range plain[j] {
			if len(want) == 0 || part != want[0] {
				return 0, false
			}
			want = want[1:]
		}
		if len(want) == 0 {
			return j, true
		}
	}
	return 0, false
}
