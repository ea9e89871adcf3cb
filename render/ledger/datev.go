package ledger

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render"
)

// datevColumns are the 125 columns of version 13, in their order.
func datevColumns() []string {
	numbered := func(last int, names ...string) (out []string) {
		for i := 1; i <= last; i++ {
			for _, n := range names {
				out = append(out, n+" "+strconv.Itoa(i))
			}
		}
		return out
	}
	return slices.Concat(
		[]string{"Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz", "WKZ Basis-Umsatz", "Konto",
			"Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto", "Buchungstext", "Postensperre",
			"Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre", "Beleglink"},
		numbered(8, "Beleginfo - Art", "Beleginfo - Inhalt"),
		[]string{"KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID", "EU-Steuersatz", "Abw. Versteuerungsart",
			"Sachverhalt L+L", "Funktionsergänzung L+L", "BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"},
		numbered(20, "Zusatzinformation - Art", "Zusatzinformation - Inhalt"),
		[]string{"Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp", "Auftragsnummer",
			"Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)", "Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)",
			"Erlöskonto (Anzahlungen)", "Herkunft-Kz", "Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername",
			"Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis", "Bezeichnung SoBil-Sachverhalt",
			"Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)",
			"Steuersatz", "Land", "Abrechnungsreferenz", "BVV-Position", "EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)",
			"Abw. Skontokonto"})
}

// The columns that are filled, from 0.
const (
	datevAmount, datevSide, datevCurrency, datevRate, datevBase, datevBaseCurrency = 0, 1, 2, 3, 4, 5
	datevAccount, datevCounter, datevKey, datevDay, datevDocument, datevText       = 6, 7, 8, 9, 10, 13
	datevLocked, datevSupplied, datevTaxPeriod                                     = 113, 114, 115
)

// datev writes an entry as pairs of account and counter-account.
type datev struct {
	w      *bufio.Writer
	h      Head
	digits int
	rated  map[string]bool // income and cost accounts that DATEV would take tax from
	row    [125]string
}

func newDATEV(w io.Writer, h Head) (Writer, error) {
	d := &datev{w: bufio.NewWriter(w), h: h, digits: 4, rated: map[string]bool{}}
	for _, a := range h.Accounts {
		d.digits = min(max(d.digits, len(a.Code)), 8)
		d.rated[a.Code] = a.Rated && (a.Class == chart.Income || a.Class == chart.Expense)
	}
	day := func(x civil.Date) string { return x.Time().Format("20060102") }
	locked := "0"
	if h.Locked {
		locked = "1"
	}
	head := []string{`"EXTF"`, "700", "21", `"Buchungsstapel"`, "13", h.At.UTC().Format("20060102150405000"), "", `"TS"`, `"Tallystick"`, `""`,
		strconv.Itoa(h.DATEVConsultant), strconv.Itoa(h.DATEVClient), day(h.YearBegins), strconv.Itoa(d.digits), day(h.From), day(h.To),
		quoted(fmt.Sprintf("Tallystick %s-%s", day(h.From), day(h.To))), `""`, "1", "0", locked, quoted(h.BaseCurrency),
		"", `""`, "", "", `""`, "", "", `""`, `""`}
	return d, d.lines(strings.Join(head, ";"), strings.Join(datevColumns(), ";"))
}

func (d *datev) lines(texts ...string) error {
	for _, t := range texts {
		for _, r := range t {
			b, ok := charmap.Windows1252.EncodeRune(r)
			if !ok {
				b = '?'
			}
			d.w.WriteByte(b)
		}
		if _, err := d.w.WriteString("\r\n"); err != nil {
			return err
		}
	}
	return nil
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// oneLine is a text of at most most characters that holds no control characters
// and is no formula.
func oneLine(s string, most int) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)), " ")
	runes := []rune(render.Defused(s))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}

// part is what is left of a line while debits and credits are paired.
type part struct {
	Line
	left, base money.Dec
}

// Entry pairs what stands on both sides: each row is an amount of one account
// against another, and the rows of an entry come to its lines.
func (d *datev) Entry(e Entry) error {
	var debits, credits []part
	for _, l := range e.Lines {
		p := part{l, money.MustParse(l.Amount), money.MustParse(l.Base)}
		if e.Currency == e.Base || p.left.IsZero() { // an exchange difference is in the base currency alone
			p.left = p.base
		}
		if l.debit() {
			debits = append(debits, p)
		} else {
			credits = append(credits, p)
		}
	}
	for i, j := 0, 0; i < len(debits) && j < len(credits); {
		a, b := &debits[i], &credits[j]
		amount := money.Min(a.base, b.base)
		if err := d.pair(e, a, b, amount); err != nil {
			return err
		}
		a.base, b.base = a.base.Sub(amount), b.base.Sub(amount)
		if a.base.IsZero() {
			i++
		}
		if b.base.IsZero() {
			j++
		}
	}
	return nil
}

// pair writes one row: in base currency, of the line that has a tax or, where both
// or neither have, of the debit.
func (d *datev) pair(e Entry, debit, credit *part, amount money.Dec) error {
	if amount.IsZero() {
		return nil
	}
	own, other, side := debit, credit, "S"
	if credit.TaxCode != "" && debit.TaxCode == "" {
		own, other, side = credit, debit, "H"
	}
	for i := range d.row {
		d.row[i] = ""
	}
	comma := func(x money.Dec) string { return strings.Replace(x.String(), ".", ",", 1) }
	d.row[datevAmount], d.row[datevSide], d.row[datevCurrency] = comma(amount), quoted(side), quoted(e.Base)
	d.row[datevAccount], d.row[datevCounter] = own.Account, other.Account
	if d.rated[own.Account] || d.rated[other.Account] {
		d.row[datevKey] = `"40"` // the tax stands on a line of its own: DATEV must not take it out again
	}
	d.row[datevDay] = e.BookedOn.Time().Format("0201")
	d.row[datevDocument] = quoted(oneLine(e.Reference(), 36))
	text := e.Memo
	if e.Currency != e.Base {
		text = fmt.Sprintf("%s %s %s", own.Amount, e.Currency, e.Memo)
	}
	d.row[datevText] = quoted(oneLine(text, 60))
	d.row[datevLocked] = "0"
	if d.h.Locked {
		d.row[datevLocked] = "1"
	}
	if own.TaxCode != "" && !e.TaxDate.IsZero() && e.TaxDate != e.BookedOn {
		d.row[datevSupplied] = e.TaxDate.Time().Format("02012006")
		d.row[datevTaxPeriod] = d.row[datevSupplied]
	}
	return d.lines(strings.Join(d.row[:], ";"))
}

func (d *datev) Close() error { return d.w.Flush() }
