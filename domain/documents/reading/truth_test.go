package reading

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// acceptedScore is from where on a value stands without a person.
const acceptedScore = 900

// place is how documents of a place write, with labels of theirs that name another sum
// than the total, or another day than that of issue.
type place struct {
	language string
	comma    bool
	day      string // d, m and y stand for the day, the month and the year
	sign     string // before amounts
	net, tax string
	rate     int64 // per cent
	total    string
	issued   []string
	sums     []string // labels of sums that are no total
	days     []string // labels of days that are not that of issue
}

var places = []place{
	{"eng", false, "d/m/y", "£", "Subtotal", "VAT 20%", 20, "Total", []string{"Date", "Invoice date", "Date of issue"},
		[]string{"Cash", "Amount tendered", "Cash tendered", "Change", "Change due", "Tip", "Gratuity", "Service charge", "Discount", "You saved", "Total savings",
			"Total discount", "Total saved", "Deposit", "Total deposit", "Previous balance", "Balance brought forward", "Balance forward", "Previous total",
			"Last invoice total", "Total tendered", "Total cash", "Total change", "Rounding", "Rounding adjustment", "Credit limit", "Minimum payment",
			"Gift card balance", "Remaining balance", "Loyalty", "Suggested tip 15%", "Suggested total with tip", "Total paid to date", "Already paid",
			"Total before discount", "Total of previous invoices", "Year to date total"},
		[]string{"Due date", "Payment due", "Due by", "Pay by", "Date of birth", "DOB", "Delivery date", "Valid until", "Expires", "Order date", "Return by",
			"Card exp", "Member since", "Period from", "Next service date", "Previous invoice date", "Last visit", "Best before", "Warranty until",
			"Check-in", "Check-out", "Date of last payment"}},
	{"deu", true, "d.m.y", "", "Netto", "MwSt 19%", 19, "Summe", []string{"Datum", "Rechnungsdatum", "Belegdatum"},
		[]string{"Gegeben", "Bar", "Rückgeld", "Wechselgeld", "Trinkgeld", "Rabatt", "Skonto", "Anzahlung", "Pfand", "Summe Pfand", "Übertrag", "Gutschein",
			"Summe Rabatt", "Rundung", "Bereits bezahlt", "Saldo Vormonat", "Alter Saldo", "Sie sparen", "Ersparnis gesamt", "Zwischensumme", "Summe Vormonat",
			"Gesamtbetrag letzte Rechnung", "Restguthaben", "Treuepunkte"},
		[]string{"Fällig am", "Zahlbar bis", "Geburtsdatum", "Geb.", "Lieferdatum", "Leistungsdatum", "Bestelldatum", "Gültig bis", "Umtausch bis", "Kunde seit",
			"Gedruckt", "Nächster Termin", "Letzte Rechnung vom", "Garantie bis", "Haltbar bis", "Anreise", "Abreise", "Auftragsdatum"}},
	{"fra", true, "d/m/y", "", "Total HT", "TVA 20%", 20, "Total TTC", []string{"Date", "Date de facturation"},
		[]string{"Espèces", "Reçu", "Rendu", "Rendu monnaie", "Pourboire", "Remise", "Total remise", "Acompte", "Total acompte", "Solde précédent", "Ancien solde",
			"Report", "Déjà réglé", "Arrondi", "Consigne", "Total économies", "Bon d'achat", "Cagnotte"},
		[]string{"Échéance", "Date d'échéance", "Date de naissance", "Date de livraison", "Date de commande", "Valable jusqu'au", "Né le", "Imprimé le",
			"Prochain rendez-vous", "Facture précédente du", "Garantie jusqu'au", "Arrivée", "Départ"}},
	{"nld", true, "d-m-y", "", "Subtotaal", "BTW 21%", 21, "Totaal", []string{"Datum", "Factuurdatum"},
		[]string{"Contant", "Ontvangen", "Wisselgeld", "Fooi", "Korting", "Totaal korting", "Aanbetaling", "Afronding", "Vorig saldo", "Statiegeld",
			"Reeds betaald", "U bespaart", "Totaal bespaard"},
		[]string{"Vervaldatum", "Geboortedatum", "Leverdatum", "Besteldatum", "Geldig tot", "Ruilen tot", "Afgedrukt", "Uiterste betaaldatum"}},
	{"spa", true, "d/m/y", "", "Base imponible", "IVA 21%", 21, "Total", []string{"Fecha", "Fecha de factura"},
		[]string{"Efectivo", "Entregado", "Cambio", "Propina", "Descuento", "Total descuento", "Anticipo", "Saldo anterior", "Redondeo", "Ya pagado", "Usted ahorra"},
		[]string{"Vencimiento", "Fecha de vencimiento", "Fecha de nacimiento", "Fecha de operación", "Fecha de entrega", "Válido hasta", "Fecha de pedido"}},
	{"ita", true, "d/m/y", "", "Imponibile", "IVA 22%", 22, "Totale", []string{"Data", "Data fattura"},
		[]string{"Contanti", "Resto", "Mancia", "Sconto", "Totale sconto", "Acconto", "Saldo precedente", "Arrotondamento", "Già pagato", "Risparmio"},
		[]string{"Scadenza", "Data di scadenza", "Data di nascita", "Data di consegna", "Valido fino al", "Data ordine", "Stampato il"}},
	{"pol", true, "d.m.y", "", "Wartość netto", "Podatek VAT 23%", 23, "Razem", []string{"Data wystawienia"},
		[]string{"Gotówka", "Wpłata", "Reszta", "Napiwek", "Rabat", "Zaliczka", "Poprzednie saldo", "Zaokrąglenie", "Kaucja", "Zapłacono"},
		[]string{"Termin płatności", "Data urodzenia", "Data dostawy", "Data sprzedaży", "Ważny do", "Data zamówienia"}},
	{"por", true, "d/m/y", "", "Total ilíquido", "IVA 23%", 23, "Total", []string{"Data", "Data da fatura"},
		[]string{"Numerário", "Troco", "Gorjeta", "Desconto", "Total desconto", "Adiantamento", "Saldo anterior", "Arredondamento", "Já pago", "Poupança"},
		[]string{"Vencimento", "Data de vencimento", "Data de nascimento", "Data de entrega", "Válido até", "Data de encomenda"}},
	{"eng", false, "m/d/y", "$", "Subtotal", "Sales Tax", 8, "Total", []string{"Date", "Invoice date"},
		[]string{"Cash", "Change", "Change due", "Tip", "Gratuity", "Discount", "You saved", "Total savings", "Deposit", "Previous balance", "Balance forward",
			"Total tendered", "Rounding", "Gift card", "Suggested tip 18%", "Suggested tip 20%", "Store credit"},
		[]string{"Due date", "DOB", "Delivery date", "Valid until", "Return by", "Card exp", "Order date", "Member since"}},
	{"eng", false, "d/m/y", "$", "Subtotal", "GST 10%", 10, "Total", []string{"Date", "Invoice date"}, []string{"Cash", "Change", "Tip", "Rounding"},
		[]string{"Due date", "DOB", "Return by"}},
}

func (p place) amount(cents int64) string {
	whole, rest := cents/100, cents%100
	text := fmt.Sprintf("%d.%02d", whole, rest)
	if p.comma {
		text = strings.Replace(text, ".", ",", 1)
	}
	return p.sign + text
}

func (p place) date(y, m, d int) string {
	return strings.NewReplacer("y", fmt.Sprint(y), "m", fmt.Sprintf("%02d", m), "d", fmt.Sprintf("%02d", d)).Replace(p.day)
}

// truthSeed makes the documents of these tests; those that fail are made again by it.
const truthSeed = 20261123

// paper is a document with what it says.
type paper struct {
	place
	*rand.Rand
	lines    []string
	gross    string
	day      string
	net, tax int64
	total    int64
	m, d     int
}

func (w *paper) row(label, value string) {
	w.lines = append(w.lines, fmt.Sprintf("%-36s%s", label, value))
}

func one[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// word is one that no list of labels holds.
func (w *paper) word() string {
	return strings.ToLower(one(w.Rand, []string{"zorb", "quint", "vell", "brask", "droon"}) + one(w.Rand, []string{"el", "ik", "amo", "usk"}))
}

// begin draws what the document says, and its head.
func begin(r *rand.Rand, p place) *paper {
	w := &paper{place: p, Rand: r, net: int64(200 + r.IntN(90000)), lines: []string{"MUSTER 4711"}, m: 1 + r.IntN(12), d: 1 + r.IntN(28)}
	w.tax = (w.net*p.rate + 50) / 100
	w.total = w.net + w.tax
	w.gross = fmt.Sprintf("%d.%02d", w.total/100, w.total%100)
	w.day = fmt.Sprintf("2024-%02d-%02d", w.m, w.d)
	return w
}

// otherSum is an amount that is not the document's own total.
func (w *paper) otherSum() string {
	other := w.total + int64(w.IntN(20000)) - 5000
	if w.IntN(3) == 0 {
		other = w.net
	}
	if other < 1 || other == w.total {
		other = w.total + 1000
	}
	return w.amount(other)
}

func (w *paper) otherDay() string { return w.date(2024, 1+(w.m+w.IntN(11))%12, 1+w.IntN(28)) }

func (w *paper) issued() {
	if day := w.date(2024, w.m, w.d); w.IntN(3) == 0 {
		w.row(day, fmt.Sprintf("%02d:%02d", w.IntN(24), w.IntN(60)))
	} else {
		w.row(one(w.Rand, w.place.issued)+": "+day, "")
	}
}

func (w *paper) sumsOf(net, tax, total int64) {
	w.row(w.place.net, w.amount(net))
	w.row(w.place.tax, w.amount(tax))
	w.row(w.place.total, w.amount(total))
}

// families are documents with something on them that is not their total or their day.
var families = map[string]func(w *paper){
	"nothing else": func(w *paper) { w.issued(); w.sumsOf(w.net, w.tax, w.total) },
	"another sum before": func(w *paper) {
		w.issued()
		w.row(one(w.Rand, w.sums), w.otherSum())
		w.sumsOf(w.net, w.tax, w.total)
	},
	"another sum after": func(w *paper) {
		w.issued()
		w.sumsOf(w.net, w.tax, w.total)
		w.row(one(w.Rand, w.sums), w.otherSum())
	},
	"a sum by a word that is not known": func(w *paper) {
		w.issued()
		w.row(one(w.Rand, []string{w.word() + " " + w.place.total, w.place.total + " " + w.word()}), w.otherSum())
		w.row(w.place.total, w.amount(w.total))
	},
	"an earlier document's sums": func(w *paper) {
		w.issued()
		net := int64(200 + w.IntN(90000))
		tax := (net*w.rate + 50) / 100
		earlier := func() { w.row(w.word(), ""); w.sumsOf(net, tax, net+tax) }
		own := func() { w.row(w.place.total, w.amount(w.total)) }
		if w.IntN(2) == 0 {
			own = func() { w.sumsOf(w.net, w.tax, w.total) }
		}
		if w.IntN(2) == 0 {
			earlier, own = own, earlier
		}
		earlier()
		own()
	},
	"tendered and change": func(w *paper) {
		w.issued()
		w.row(w.place.total, w.amount(w.total))
		tendered := (w.total/1000 + 1) * 1000
		w.row(w.sums[0], w.amount(tendered))
		w.row(w.sums[1], w.amount(tendered-w.total))
	},
	"another currency": func(w *paper) {
		w.issued()
		w.sumsOf(w.net, w.tax, w.total)
		w.row(w.place.total+" CHF", w.amount(w.total*97/100+1))
	},
	"another day before": func(w *paper) {
		w.row(one(w.Rand, w.days)+": "+w.otherDay(), "")
		w.issued()
		w.sumsOf(w.net, w.tax, w.total)
	},
	"another day after": func(w *paper) {
		w.issued()
		w.row(one(w.Rand, w.days)+": "+w.otherDay(), "")
		w.sumsOf(w.net, w.tax, w.total)
	},
	"only another day": func(w *paper) {
		w.day = "none"
		w.row(one(w.Rand, w.days)+": "+w.otherDay(), fmt.Sprintf("%02d:%02d", w.IntN(24), w.IntN(60)))
		w.sumsOf(w.net, w.tax, w.total)
	},
	"a day by a word that is not known": func(w *paper) {
		label := one(w.Rand, w.place.issued)
		w.row(one(w.Rand, []string{w.word() + " " + label, label + " " + w.word(), w.word()})+": "+w.otherDay(), "09:41")
		if w.day = "none"; w.IntN(2) == 0 {
			w.day = fmt.Sprintf("2024-%02d-%02d", w.m, w.d)
			w.issued()
		}
		w.sumsOf(w.net, w.tax, w.total)
	},
	"days beneath their labels": func(w *paper) {
		w.row(one(w.Rand, w.days), one(w.Rand, w.place.issued))
		w.row(w.otherDay(), w.date(2024, w.m, w.d))
		w.sumsOf(w.net, w.tax, w.total)
	},
}

// Whatever else stands on a document: what is accepted without a person is its own total
// and its own day, in every language; and where nothing else stands there, most is.
func TestWhatIsAcceptedIsTrue(t *testing.T) {
	t.Logf("seed %d", truthSeed)
	for name, family := range families {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(truthSeed, uint64(len(name))))
			accepted := map[string]int{}
			const count = 600
			for range count {
				w := begin(r, one(r, places))
				family(w)
				text := strings.Join(w.lines, "\n")
				for _, f := range Read([]Page{PageOfText(text)}, w.language) {
					if f.Score < acceptedScore || f.Name != Gross && f.Name != Date {
						continue
					}
					accepted[f.Name]++
					if want := map[string]string{Gross: w.gross, Date: w.day}[f.Name]; f.Value != want {
						t.Errorf("%s is accepted as %s, and is %s:\n%s", f.Name, f.Value, want, text)
					}
				}
			}
			if name == "nothing else" && (accepted[Gross] < count*95/100 || accepted[Date] < count*70/100) {
				t.Errorf("of %d clear documents only %d totals and %d days are accepted", count, accepted[Gross], accepted[Date])
			}
			t.Logf("of %d: %v accepted", count, accepted)
		})
	}
}
