package reading

import (
	"slices"
	"strings"
)

// common are words by which the language of a document is told, where it has
// several of one and fewer of the others.
var common = map[string][]string{
	"eng": {"the", "and", "of", "total", "date", "invoice", "to", "for", "amount", "due", "payment", "vat", "tax", "receipt", "thank", "you",
		"no"},
	"deu": {"und", "der", "die", "das", "rechnung", "summe", "mwst", "datum", "betrag", "ust", "straße", "gmbh", "für", "vielen", "dank",
		"netto", "brutto", "bar", "steuer", "nr"},
	"fra": {"le", "la", "les", "de", "et", "facture", "ttc", "tva", "ht", "montant", "merci", "du", "date", "net", "payer", "des"},
	"spa": {"el", "los", "de", "y", "factura", "iva", "importe", "fecha", "gracias", "del", "base", "cuota", "pagar", "calle"},
	"ita": {"il", "di", "fattura", "iva", "totale", "importo", "data", "grazie", "e", "via", "imponibile", "srl", "documento", "pagamento"},
	"nld": {"de", "het", "een", "en", "factuur", "btw", "totaal", "bedrag", "datum", "bedankt", "van", "straat", "factuurnummer"},
	"por": {"o", "os", "de", "e", "fatura", "iva", "total", "valor", "data", "obrigado", "do", "da", "rua", "contribuinte"},
	"pol": {"i", "w", "na", "faktura", "vat", "razem", "kwota", "data", "dziękujemy", "do", "zapłaty", "ul", "nip", "paragon", "sprzedaży"},
}

// commonTo are the languages that a word is common in.
var commonTo = func() map[string][]string {
	of := map[string][]string{}
	for language, words := range common {
		for _, w := range words {
			of[w] = append(of[w], language)
		}
	}
	return of
}()

// Language tells the language of a document (ISO 639-2); "" where no one stands
// out.
func Language(pages []Page) string {
	counts := map[string]int{}
	for _, p := range pages {
		for _, w := range p.Words {
			for part := range strings.FieldsSeq(plainWords(w.Text)) {
				for _, language := range commonTo[part] {
					counts[language]++
				}
			}
		}
	}
	best, second, language := 0, 0, ""
	for l, n := range counts {
		if n > best || n == best && l < language {
			best, second, language = n, best, l
		} else if n > second {
			second = n
		}
	}
	if best < 2 || best == second {
		return ""
	}
	return language
}

// kinds are words that name what a document is, the telling ones first.
var kinds = []struct {
	kind  string
	words []string
}{
	{"credit_note", []string{"credit note", "gutschrift", "avoir", "nota de crédito", "nota di credito", "creditnota", "faktura korygująca"}},
	{"payslip", []string{"payslip", "pay slip", "gehaltsabrechnung", "lohnabrechnung", "entgeltabrechnung", "bulletin de paie", "nómina",
		"busta paga", "loonstrook", "recibo de vencimento"}},
	{"tax_form", []string{"form w-2", "form 1099", "p60", "p45", "p11d", "lohnsteuerbescheinigung"}},
	{"return", []string{"form 1040", "sa100", "sa302", "einkommensteuerbescheid", "über einkommensteuer", "form 11"}},
	{"bank_statement", []string{"bank statement", "statement of account", "kontoauszug", "relevé de compte", "extracto bancario",
		"estratto conto", "rekeningafschrift", "extrato bancário", "wyciąg bankowy"}},
	{"notice", []string{"closure notice", "notice cp", "notice of assessment"}},
	{"invoice", []string{"invoice", "rechnung", "facture", "factura", "fattura", "factuur", "fatura", "faktura"}},
	{"receipt", []string{"receipt", "kassenbon", "quittung", "ticket", "scontrino", "kassabon", "recibo", "paragon", "change", "tendered",
		"rückgeld", "rendu", "cambio", "resto", "wisselgeld", "troco", "reszta", "cash", "bar"}},
}

// Kind tells what a document is by its words; one with a gross and nothing else
// that tells is a receipt.
func (s Sheets) Kind(found []Found) string {
	var text strings.Builder
	for _, l := range s.lines {
		for _, w := range l.Words {
			if said := plainWords(w.Text); said != "" {
				text.WriteByte(' ')
				text.WriteString(said)
			}
		}
		text.WriteString("  ") // what stands in two lines is no phrase
	}
	said := text.String()
	for _, k := range kinds {
		for _, words := range k.words {
			if strings.Contains(said, " "+words+" ") {
				return k.kind
			}
		}
	}
	if slices.ContainsFunc(found, func(f Found) bool { return f.Name == Gross }) {
		return "receipt"
	}
	return "other"
}
