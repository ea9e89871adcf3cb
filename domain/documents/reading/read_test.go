package reading

import (
	"strings"
	"testing"
)

// pageOf lays text out as it is typed: a line a row, a column a letter.
func pageOf(text string) []Page {
	p := Page{Number: 1}
	for row, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		for at := 0; at < len(line); {
			if line[at] == ' ' {
				at++
				continue
			}
			end := strings.IndexByte(line[at:]+" ", ' ') + at
			p.Words = append(p.Words, Word{line[at:end], Box{at * 100, row * 200, end * 100, row*200 + 120}, 1000})
			at = end
		}
	}
	return []Page{p}
}

// Each document says what must be found, and what must not be taken for it. A
// value after ? is found without being sure.
var documents = []struct{ name, language, text, want string }{
	{"a British receipt", "eng", `
TESCO STORES
12 High Street
VAT Reg No 980 7806 84
MILK                     1.20
BREAD                    2.30
SUBTOTAL                 3.50
TOTAL TO PAY             3.50
CASH                     5.00
CHANGE                   1.50
14/03/2026 12:44
`, "gross=3.50 net=3.50 date=2026-03-14"},
	{"a German receipt", "deu", `
REWE Markt GmbH
UID Nr. DE812706034
BIO MILCH               1,19 B
KAFFEE                 15,98 B
SUMME        EUR       17,17
Geg. BAR     EUR       20,00
Rückgeld BAR EUR        2,83
Steuer %     Netto     Steuer    Brutto
B=  7,0%     16,05      1,12     17,17
Datum: 03.04.2026   Uhrzeit: 10:22
`, "gross=17.17 net=16.05 tax=1.12 currency=EUR date=2026-04-03 issuer_tax_id=DE812706034"},
	{"an American receipt", "eng", `
JOE'S DINER
Check #1042
Burger               $12.50
Fries                 $4.00
Subtotal             $16.50
Sales Tax             $1.36
Total                $17.86
Cash                 $20.00
Change                $2.14
08/25/2026 7:12 PM
`, "gross=17.86 net=16.50 tax=1.36 date=2026-08-25"},
	{"an ambiguous date", "eng", `
CORNER SHOP
Total                 £9.99
03/04/2026
`, "gross=9.99 currency=GBP ?date"},
	{"a British date, by pounds and VAT", "eng", `
CORNER SHOP
VAT no 980 7806 84
Total                 £9.99
03/04/2026       09:41
`, "gross=9.99 currency=GBP date=2026-04-03"},
	{"dollars decide no date", "eng", `
CORNER SHOP
VAT no 12
Total                 $9.99
03/04/2026       09:41
`, "gross=9.99 ?currency ?date"},
	{"a total that only its change bears out", "eng", `
CORNER SHOP
TOTAL                  8.00
CASH                  10.00
CHANGE                 2.00
23/04/2026       09:41
`, "gross=8.00 date=2026-04-23"},
	{"a French invoice", "fra", `
Boulangerie Martin SARL
Facture n° F-2026-118
Date de facturation : 3 mars 2026
Date d'échéance : 2 avril 2026
Total HT             1 234,50 €
TVA 20 %               246,90 €
Total TTC            1 481,40 €
IBAN FR76 3000 6000 0112 3456 7890 189
`, "gross=1481.40 net=1234.50 tax=246.90 currency=EUR date=2026-03-03 due_date=2026-04-02 number=F-2026-118 iban=FR7630006000011234567890189"},
	{"a due date and a birth date", "eng", `
Dr Smith
Date of birth 01/02/1980
Invoice date 25 September 2026
Due date 25 October 2026
Invoice no INV-77
Amount due            120.00 GBP
`, "gross=120.00 date=2026-09-25 due_date=2026-10-25 number=INV-77"},
	{"sums beneath their labels", "eng", `
ACME LTD
Net         VAT         Total
100.00      20.00       120.00
`, "gross=120.00 net=100.00 tax=20.00"},
	{"a Spanish invoice with thousands", "spa", `
Talleres Ruiz SL
Factura nº 2026/0034
Fecha: 12-11-2026
Base imponible       12.345,60
IVA 21%               2.592,58
Total a pagar        14.938,18 EUR
`, "gross=14938.18 net=12345.60 tax=2592.58 date=2026-11-12 number=2026/0034"},
	{"several rates of tax", "deu", `
Bäckerei Huber
Rechnungsnummer 4711
Rechnungsdatum 2026-05-07
Netto               30,00
MwSt 7 %             0,70
MwSt 19 %            3,80
Gesamtbetrag        34,50 EUR
`, "gross=34.50 net=30.00 tax=4.50 date=2026-05-07 number=4711"},
	{"a tip and a change only", "eng", `
CAFE
Tip                   2.00
Change                1.00
`, ""},
	{"a Polish invoice", "pol", `
Firma Nowak
Faktura VAT nr FV/12/2026
Data wystawienia: 15.06.2026
Termin płatności: 29.06.2026
Wartość netto     1 000,00 zł
Podatek VAT         230,00 zł
Razem brutto      1 230,00 zł
`, "gross=1230.00 net=1000.00 tax=230.00 currency=PLN date=2026-06-15 due_date=2026-06-29 number=FV/12/2026"},
	{"an Italian invoice", "ita", `
Rossi SRL
Fattura n. 15/A
Data fattura: 01/12/2026
Imponibile            500,00
IVA 22%               110,00
Totale fattura    €   610,00
Scadenza: 31/12/2026
`, "gross=610.00 net=500.00 tax=110.00 date=2026-12-01 due_date=2026-12-31 number=15/A"},
}

const sure = 850

func TestRead(t *testing.T) {
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) {
			got := map[string]Found{}
			for _, f := range Read(pageOf(d.text), d.language) {
				got[f.Name] = f
			}
			wanted := map[string]string{}
			for _, pair := range strings.Fields(d.want) {
				name, value, _ := strings.Cut(pair, "=")
				if unsure, ok := strings.CutPrefix(name, "?"); ok {
					wanted[unsure] = "?"
					if f, ok := got[unsure]; ok && f.Score >= sure {
						t.Errorf("%s is taken for sure: %s", unsure, f.Value)
					}
					continue
				}
				wanted[name] = value
				if f := got[name]; f.Value != value {
					t.Errorf("%s is %q, not %q", name, f.Value, value)
				}
			}
			for _, name := range []string{Gross, Net, Tax, Date} {
				if f, ok := got[name]; ok && wanted[name] == "" && f.Score >= sure {
					t.Errorf("%s = %s is taken for sure and is not there", name, f.Value)
				}
			}
			if f, ok := got[Gross]; ok && wanted[Gross] != "" && (f.Box == Box{} || f.Page != 1 || f.Raw == "") {
				t.Errorf("the gross has no place: %+v", f)
			}
		})
	}
}

func TestIBAN(t *testing.T) {
	for iban, want := range map[string]bool{"DE89370400440532013000": true, "GB29NWBK60161331926819": true, "DE89370400440532013001": false,
		"DE8937040044053201300": false, "XX89370400440532013000": false, "": false, "GB29NWBK6016133192681é": false} {
		if ValidIBAN(iban) != want {
			t.Errorf("%q: %v", iban, !want)
		}
	}
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		text string
		sign decimalSign
		want string
	}{
		{"1.234,56", undecided, "1234.56"}, {"1,234.56", undecided, "1234.56"}, {"1,234", undecided, "1234?"}, {"1.234", comma, "1234"},
		{"1,234", dot, "1234"}, {"12,50", undecided, "12.50"}, {"1.234.567", undecided, "1234567"}, {"-5,00", comma, "-5.00"},
		{"0,99", comma, "0.99"},
		{"12.03.2026", dot, "no"}, {"5,", dot, "no"}, {"007.50", dot, "7.50"},
	} {
		got := "no"
		if v, sure, _, ok := amount(c.text, c.sign); ok {
			got = v.String()
			if !sure {
				got += "?"
			}
		}
		if got != c.want {
			t.Errorf("%s reads as %s, not %s", c.text, got, c.want)
		}
	}
}
