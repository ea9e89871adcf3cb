package reading

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// said are words of a language that tills print beside the labels of its place.
type said struct {
	pay, part  []string // what is to be paid; totals of a part
	card, work string   // what was paid by card; heads of a table of work, after its days
}

var saidIn = map[string]said{
	"eng": {[]string{"Amount due", "To pay", "Total to pay", "Balance due", "Payable"}, []string{"Goods total", "Food total", "Total parts"},
		"Visa", "Description Hours Amount"},
	"deu": {[]string{"Zu zahlen", "Zahlbetrag"}, []string{"Waren Summe", "Summe Getränke"}, "Girocard", "Leistung Stunden Betrag"},
	"fra": {[]string{"Net à payer", "A payer"}, []string{"Sous-ensemble total", "Total boissons"}, "CB", "Désignation Quantité Montant"},
	"nld": {[]string{"Te betalen"}, []string{"Goederen totaal", "Totaal dranken"}, "Pinnen", "Omschrijving Uren Bedrag"},
	"spa": {[]string{"A pagar", "Total a pagar"}, []string{"Total bebidas"}, "Tarjeta", "Descripción Horas Importe"},
	"ita": {[]string{"Da pagare"}, []string{"Totale bevande"}, "Bancomat", "Descrizione Ore Importo"},
	"pol": {[]string{"Do zapłaty"}, []string{"Suma napojów"}, "Karta", "Opis Godziny Kwota"},
	"por": {[]string{"A pagar"}, []string{"Total bebidas"}, "Multibanco", "Descrição Horas Valor"},
}

// table writes a table of taxes: heads, and a row for each net and tax.
func (w *paper) table(rows ...[2]int64) {
	rate, _, _ := strings.Cut(w.place.tax, " ")
	w.lines = append(w.lines, fmt.Sprintf("%%      %-14s%-14s%s", w.place.net, rate, w.place.total))
	for i, r := range rows {
		w.lines = append(w.lines, fmt.Sprintf("%d%%    %-14s%-14s%s", int(w.rate)-i, w.amount(r[0]), w.amount(r[1]), w.amount(r[0]+r[1])))
	}
}

// pays sets what the document comes to.
func (w *paper) pays(cents int64) {
	w.total, w.gross = cents, fmt.Sprintf("%d.%02d", cents/100, cents%100)
}

// layouts are as tills and firms print, whatever the rules know: how much of their totals and
// days is accepted at least, in per cent. Of some nothing need be.
var layouts = map[string]struct {
	total, day int
	write      func(w *paper)
}{
	"a reduction after the total": {0, 60, func(w *paper) {
		w.issued()
		w.row("A", w.amount(w.total/3))
		w.row("B", w.amount(w.total-w.total/3))
		w.row(w.place.total, w.amount(w.total))
		w.row(w.word(), "-"+w.amount(w.total/5+1))
		w.pays(w.total - w.total/5 - 1)
		w.row(one(w.Rand, append(saidIn[w.language].pay, saidIn[w.language].card)), w.amount(w.total))
	}},
	"a charge after the total": {0, 60, func(w *paper) {
		w.issued()
		w.sumsOf(w.net, w.tax, w.total)
		more := w.total/8 + 1
		w.row(w.word()+" "+w.word(), w.amount(more))
		w.pays(w.total + more)
		w.row(one(w.Rand, append(saidIn[w.language].pay, saidIn[w.language].card, w.word())), w.amount(w.total))
	}},
	"the total of a part": {0, 60, func(w *paper) {
		w.issued()
		w.row(one(w.Rand, saidIn[w.language].part), w.amount(w.total))
		w.row(w.place.tax, w.amount(w.tax))
		w.row(w.place.net, w.amount(w.net))
		if w.IntN(2) == 0 {
			w.pays(w.total + 499)
			w.row(w.word(), w.amount(499))
			w.row(w.word(), w.amount(w.total))
		} else {
			w.gross = "none"
		}
	}},
	"a table of the taxes of a part": {0, 60, func(w *paper) {
		w.issued()
		net, tax := w.net, w.tax
		w.pays(w.total + 1 + int64(w.IntN(9000)))
		w.row(one(w.Rand, append(saidIn[w.language].pay, w.word())), w.amount(w.total))
		w.table([2]int64{net, tax})
	}},
	"a table of two taxes": {80, 60, func(w *paper) {
		w.issued()
		w.row(w.place.total, w.amount(w.total))
		a := w.net / 3
		w.table([2]int64{a, w.tax / 4}, [2]int64{w.net - a, w.tax - w.tax/4})
	}},
	"a table with a last line": {80, 60, func(w *paper) {
		w.issued()
		w.row(w.place.total, w.amount(w.total))
		a := w.net / 3
		w.table([2]int64{a, w.tax / 4}, [2]int64{w.net - a, w.tax - w.tax/4})
		w.lines = append(w.lines, fmt.Sprintf("%-14s%-14s%s", w.place.total, w.amount(w.net), w.amount(w.tax)))
	}},
	"paid by card": {95, 60, func(w *paper) {
		w.issued()
		w.sumsOf(w.net, w.tax, w.total)
		w.row(saidIn[w.language].card, w.amount(w.total))
	}},
	"days of work": {95, 0, func(w *paper) {
		w.row(w.word()+" "+w.date(2024, w.m, w.d), "")
		w.lines = append(w.lines, one(w.Rand, w.place.issued)+"      "+strings.ReplaceAll(saidIn[w.language].work, " ", "     "))
		for i := range 1 + w.IntN(3) {
			w.row(w.date(2024, 1+(w.m+i)%12, 1+w.IntN(28))+"   "+w.word(), w.amount(w.net/2))
		}
		w.sumsOf(w.net, w.tax, w.total)
	}},
	"a bank's sort code": {95, 0, func(w *paper) {
		w.issued()
		w.sumsOf(w.net, w.tax, w.total)
		w.row("Sort code: "+one(w.Rand, []string{"12-34-56", "08-92-99", "01-13-25", "20-18-15", "04-00-04"}), "Account 12345678")
	}},
	"a year of two digits before the month": {95, 0, func(w *paper) {
		if w.sign != "$" {
			w.issued()
		} else {
			w.row(fmt.Sprintf("24/%02d/%02d", w.m, w.d), "13:05")
		}
		w.sumsOf(w.net, w.tax, w.total)
	}},
	"euros and VAT in America": {95, 0, func(w *paper) {
		w.place = places[slices.IndexFunc(places, func(p place) bool { return p.day == "m/d/y" })]
		w.place.sign, w.place.tax = "€", "VAT 23%"
		w.row(one(w.Rand, []string{"San Francisco, CA 94104", "Austin TX 78701-4321", "Dover, United States"}), "")
		w.row("Date: "+w.date(2024, w.m, w.d), "")
		w.sumsOf(w.net, w.tax, w.total)
	}},
	"a day of the week before a day": {95, 60, func(w *paper) {
		w.row(one(w.Rand, w.place.issued)+": "+one(w.Rand, []string{"mar", "Tue", "Di", "gio", "lun."})+" "+w.date(2024, w.m, w.d), "")
		w.sumsOf(w.net, w.tax, w.total)
	}},
}

// onARoll is the page of a till's roll, many times as long as it is wide.
func onARoll(text string) Page {
	p := PageOfText(text + strings.Repeat("\n.", 200))
	for i := range p.Words {
		b := &p.Words[i].Box
		b.Left, b.Right, b.Top, b.Bottom = b.Left*2, b.Right*2, b.Top/5, b.Bottom/5
	}
	return p
}

// What is accepted of papers laid out as nobody made the rules for is their own total and
// day, on a page and on a long roll.
func TestWhatIsAcceptedOfOtherLayoutsIsTrue(t *testing.T) {
	t.Logf("seed %d", truthSeed)
	for name, layout := range layouts {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(truthSeed, uint64(len(name))))
			accepted := map[string]int{}
			const count = 400
			for n := range count {
				w := begin(r, one(r, places))
				layout.write(w)
				text := strings.Join(w.lines, "\n")
				page := PageOfText(text)
				if n%2 == 1 {
					page = onARoll(text)
				}
				for _, f := range Read([]Page{page}, w.language) {
					if f.Score < acceptedScore || f.Name != Gross && f.Name != Date {
						continue
					}
					accepted[f.Name]++
					if want := map[string]string{Gross: w.gross, Date: w.day}[f.Name]; f.Value != want {
						t.Errorf("%s is accepted as %s, and is %s:\n%s", f.Name, f.Value, want, text)
					}
				}
			}
			if accepted[Gross]*100 < layout.total*count || accepted[Date]*100 < layout.day*count {
				t.Errorf("of %d only %d totals and %d days are accepted", count, accepted[Gross], accepted[Date])
			}
			t.Logf("of %d: %v accepted", count, accepted)
		})
	}
}
