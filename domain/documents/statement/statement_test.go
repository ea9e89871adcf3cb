package statement

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/money"
)

// generated is a statement and what each format writes of it.
func generated(r *rand.Rand) Statement {
	cents := func(n int64) money.Dec { return money.FromInt(n).Quo(money.FromInt(100)).Pad(2) }
	s := Statement{Account: "DE89370400440532013000", Currency: "EUR", From: civil.Of(2026, 3, 1), Lines: []Line{}}
	opening := cents(r.Int64N(1_000_000) - 200_000)
	closing := opening
	day := s.From
	for n := range 1 + r.IntN(30) {
		day = day.AddDays(r.IntN(3))
		amount := cents(r.Int64N(500_000) - 300_000)
		if amount.IsZero() {
			continue
		}
		s.Lines = append(s.Lines, Line{Number: len(s.Lines) + 1, BookedOn: day, Amount: amount, Currency: "EUR", Reference: fmt.Sprint("R", n),
			Description: "Invoice 4711"})
		closing = closing.Add(amount)
	}
	s.To = day
	s.Opening, s.Closing = &opening, &closing
	return s
}

func camtOf(s Statement) string {
	ind := func(d money.Dec) string {
		if d.Sign() < 0 {
			return "DBIT"
		}
		return "CRDT"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></Acct>`, s.Account)
	for code, d := range map[string]*money.Dec{"OPBD": s.Opening, "CLBD": s.Closing} {
		on := s.To
		if code == "OPBD" {
			on = s.From
		}
		fmt.Fprintf(&b, `<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>`, code, d.Abs(), ind(*d), on)
	}
	for _, l := range s.Lines {
		fmt.Fprintf(&b, `<Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>%s</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>%s</EndToEndId></Refs><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`, l.Amount.Abs(), ind(l.Amount), l.BookedOn, l.Reference, l.Description)
	}
	fmt.Fprint(&b, `<Ntry><Amt Ccy="EUR">99.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts></Ntry></Stmt></BkToCstmrStmt></Document>`)
	return b.String()
}

func mt940Of(s Statement) string {
	six := func(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "")[2:] }
	sign := func(d money.Dec) string {
		if d.Sign() < 0 {
			return "D"
		}
		return "C"
	}
	comma := func(d money.Dec) string { return strings.Replace(d.Abs().String(), ".", ",", 1) }
	var b strings.Builder
	fmt.Fprintf(&b, ":20:STARTUMS\r\n:25:%s\r\n:28C:00001/001\r\n:60F:%s%sEUR%s\r\n", s.Account, sign(*s.Opening), six(s.From),
		comma(*s.Opening))
	for _, l := range s.Lines {
		fmt.Fprintf(&b, ":61:%s%s%s%sNTRF%s//BANKREF\r\n:86:166?00GUTSCHRIFT?20Invoice ?21 4711\r\n", six(l.BookedOn), six(l.BookedOn)[2:],
			sign(l.Amount), comma(l.Amount), l.Reference)
	}
	fmt.Fprintf(&b, ":62F:%s%sEUR%s\r\n-", sign(*s.Closing), six(s.To), comma(*s.Closing))
	return b.String()
}

func ofxOf(s Statement) string {
	eight := func(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }
	var b strings.Builder
	fmt.Fprintf(&b, "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>%s</BANKACCTFROM><BANKTRANLIST><DTSTART>%s<DTEND>%s120000\n",
		s.Account, eight(s.From), eight(s.To))
	for _, l := range s.Lines {
		fmt.Fprintf(&b, "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>%s120000[0:GMT]<TRNAMT>%s<FITID>%s<MEMO>%s</STMTTRN>\n", eight(l.BookedOn), l.Amount,
			l.Reference, l.Description)
	}
	fmt.Fprintf(&b, "</BANKTRANLIST><LEDGERBAL><BALAMT>%s<DTASOF>%s</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>", s.Closing,
		eight(s.To))
	return b.String()
}

func csvOf(s Statement, german, newestFirst bool) string {
	var rows []string
	balance := *s.Opening
	for _, l := range s.Lines {
		balance = balance.Add(l.Amount)
		on, amount, after := l.BookedOn.String(), l.Amount.String(), balance.String()
		separator := ","
		if german {
			on = on[8:] + "." + on[5:7] + "." + on[:4]
			amount, after, separator = strings.Replace(amount, ".", ",", 1), strings.Replace(after, ".", ",", 1), ";"
		}
		row := strings.Join([]string{on, `"` + l.Description + `"`, amount, "EUR", after}, separator)
		if newestFirst {
			rows = append([]string{row}, rows...)
		} else {
			rows = append(rows, row)
		}
	}
	head := "Date,Description,Amount,Currency,Balance"
	if german {
		head = "Konto 4711;;;;\nBuchungstag;Verwendungszweck;Betrag;Währung;Saldo"
	}
	return head + "\n" + strings.Join(rows, "\n") + "\n"
}

// Every format gives back what was written into it. Seed 5.
func TestFormats(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		want := generated(r)
		if len(want.Lines) == 0 {
			continue
		}
		root, err := markup.Parse([]byte(camtOf(want)))
		if err != nil {
			t.Fatal(err)
		}
		camt, ok, err := CAMT(root)
		same(t, "CAMT", want, first(camt), ok, err)
		mt, ok, err := MT940(mt940Of(want))
		same(t, "MT940", want, first(mt), ok, err)
		o, ok, err := OFX(ofxOf(want))
		same(t, "OFX", want, first(o), ok, err)
		for _, german := range []bool{false, true} {
			for _, newest := range []bool{false, true} {
				c, ok, err := CSV(csvOf(want, german, newest))
				if newest {
					for i, j := 0, len(c.Lines)-1; i < j; i, j = i+1, j-1 {
						c.Lines[i], c.Lines[j] = c.Lines[j], c.Lines[i]
					}
				}
				same(t, fmt.Sprintf("CSV german=%v newest first=%v", german, newest), want, c, ok, err)
			}
		}
	}
}

func first(all []Statement) Statement {
	if len(all) == 0 {
		return Statement{}
	}
	return all[0]
}

func same(t *testing.T, format string, want, got Statement, ok bool, err error) {
	t.Helper()
	if !ok || err != nil {
		t.Fatalf("%s is not read: %v", format, err)
	}
	if len(got.Lines) != len(want.Lines) || got.Currency != "EUR" {
		t.Fatalf("%s: %d lines of %s, not %d", format, len(got.Lines), got.Currency, len(want.Lines))
	}
	for i, l := range got.Lines {
		w := want.Lines[i]
		if !l.Amount.Equal(w.Amount) || l.BookedOn != w.BookedOn || !strings.Contains(l.Description, "4711") {
			t.Fatalf("%s: line %d is %+v, not %+v", format, i+1, l, w)
		}
	}
	if balances, known := got.Balances(); known && !balances || !known && format != "OFX" {
		t.Fatalf("%s: balances %v, known %v (%v + %v = %v)", format, balances, known, got.Opening, got.Sum(), got.Closing)
	}
	if !got.Closing.Equal(*want.Closing) {
		t.Fatalf("%s: closes with %v, not %v", format, got.Closing, want.Closing)
	}
}

// A statement with a line missing is read, and does not balance. Seed 6.
func TestGap(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 50 {
		s := generated(r)
		if len(s.Lines) < 2 {
			continue
		}
		s.Lines = s.Lines[1:]
		all, _, err := MT940(mt940Of(s))
		if err != nil {
			t.Fatal(err)
		}
		if balances, known := all[0].Balances(); balances || !known {
			t.Fatal("a statement with a gap balances")
		}
	}
}

func TestUnreadable(t *testing.T) {
	if _, ok, err := CSV("Date,Amount\n03/04/2026,1.00\n05/06/2026,2.00\n"); !ok || !errors.Is(err, ErrUnreadable) {
		t.Errorf("days that can be read in two ways: %v, %v", ok, err)
	}
	if s, ok, err := CSV("Date,Amount\n03/04/2026,1.00\n25/06/2026,2.00\n"); !ok || err != nil || s.Lines[0].BookedOn != civil.Of(2026, 4, 3) {
		t.Errorf("days that the file decides: %v, %v, %+v", ok, err, s)
	}
	for _, text := range []string{"", "hello", "a,b\n1,2\n", ":20:x\n:25:y\n:60F:nonsense\n", "<OFX><STMTRS><STMTTRN><TRNAMT>x</STMTTRN>",
		"<OFX>"} {
		if _, ok, err := CSV(text); ok && err == nil {
			t.Errorf("%q is a CSV statement", text)
		}
		if _, ok, err := MT940(text); ok && err == nil {
			t.Errorf("%q is an MT940 statement", text)
		}
		if _, ok, err := OFX(text); ok && err == nil {
			t.Errorf("%q is an OFX statement", text)
		}
	}
}

// The days of a statement are those that it says it is of, also where nothing moved.
func TestDaysOfCAMT(t *testing.T) {
	const head = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>%s<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id>` +
		`<Ccy>EUR</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-02</Dt></Dt></Bal>` +
		`<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-30</Dt></Dt></Bal></Stmt></BkToCstmrStmt></Document>`
	for said, days := range map[string][2]string{
		"": {"2026-01-02", "2026-01-30"},
		"<FrToDt><FrDtTm>2026-01-01T00:00:00</FrDtTm><ToDtTm>2026-01-31T23:59:59</ToDtTm></FrToDt>": {"2026-01-01", "2026-01-31"},
	} {
		root, err := markup.Parse(fmt.Appendf(nil, head, said))
		if err != nil {
			t.Fatal(err)
		}
		all, ok, err := CAMT(root)
		if err != nil || !ok || all[0].From.String() != days[0] || all[0].To.String() != days[1] {
			t.Errorf("%q: %+v, %v", said, all, err)
		}
	}
}

// Amounts in several currencies make no balance.
func TestSeveralCurrencies(t *testing.T) {
	s, ok, err := CSV("Date,Amount,Currency,Description,Balance\n2026-11-01,-10.00,EUR,Card,90.00\n2026-11-15,20.00,USD,Transfer,70.00\n")
	if err != nil || !ok || s.Opening != nil || s.Closing != nil {
		t.Fatalf("%+v, %v", s, err)
	}
	opening, closing := money.MustParse("100.00"), money.MustParse("110.00")
	s.Opening, s.Closing = &opening, &closing
	if _, known := s.Balances(); known {
		t.Error("euros and dollars are added up")
	}
}

// Tables whose amounts have no sign say beside them which way they go; rows that are
// balances are no lines. The layouts are those of banks' downloads.
func TestDirectionsOfTables(t *testing.T) {
	for name, c := range map[string]struct {
		text                  string
		sum, opening, closing string
		first                 string // description of the first line
	}{
		"a cooperative bank": {"Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;Konto-Nr.;IBAN;Vorgang/Verwendungszweck;Währung;Umsatz; \n" +
			"05.03.2026;05.03.2026;A;B;1;DE1;Miete;EUR;1.200,00;S\n04.03.2026;04.03.2026;A;B;1;DE1;Rechnung 7;EUR;300,50;H\n" +
			"01.03.2026;;;;;;Anfangssaldo;EUR;5.000,00;H\n31.03.2026;;;;;;Endsaldo;EUR;4.100,50;H\n", "-899.50", "5000.00", "4100.50", "Miete"},
		"a Dutch bank": {`"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie"` + "\n" +
			`"20260305";"Shop";"NL1";"NL2";"BA";"Af";"12,50";"Betaalautomaat";"Pas 1";"87,50"` + "\n" +
			`"20260304";"Klant";"NL1";"NL3";"GT";"Bij";"100,00";"Online";"Factuur 7";"100,00"` + "\n", "87.50", "0.00", "87.50", "Pas 1"},
		"a savings bank": {`"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"` + "\n" +
			`"DE1";"05.03.26";"05.03.26";"LASTSCHRIFT";"Strom";"Werke";"-80,10";"EUR";"Umsatz gebucht"` + "\n", "-80.10", "", "", "Strom"},
		"signs of their own": {"Date,Description,Amount,Type\n2026-03-04,Fee,-2.00,DEBIT\n2026-03-05,Sale,10.00,CREDIT\n", "8.00", "", "", "Fee"},
		"no direction":       {"Date,Description,Amount,Kind\n2026-03-04,Fee,2.00,D\n2026-03-05,Sale,10.00,other\n", "12.00", "", "", "Fee"},
	} {
		s, ok, err := CSV(c.text)
		if !ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
			continue
		}
		said := func(d *money.Dec) string {
			if d == nil {
				return ""
			}
			return d.String()
		}
		if !s.Sum().Equal(money.MustParse(c.sum)) || said(s.Opening) != c.opening || said(s.Closing) != c.closing || s.Lines[0].Description != c.first {
			t.Errorf("%s: %s, %s to %s, %q", name, s.Sum(), said(s.Opening), said(s.Closing), s.Lines[0].Description)
		}
		if balances, known := s.Balances(); known && !balances {
			t.Errorf("%s: does not balance", name)
		}
	}
}

// What banks write otherwise than the message's description: a text that is wrapped before
// a time, the 30th of February, a closing balance without its currency; and an account that
// is none is refused, rather than taken for one.
func TestHabitsOfMT940(t *testing.T) {
	whole := ":20:STARTUMSE\n:25:12345678/1020304050\n:28C:00000/001\n:60F:C260227EUR1200,00\n:61:2602300301DR6,00N024NONREF\n" +
		":86:106?20EREF+1?22/PL 12-09-2014T16\n:26:37 Fo?25lgenr. 007\n:62F:C2603011194,00\n-\n"
	all, ok, err := MT940(whole)
	if !ok || err != nil || len(all) != 1 || len(all[0].Lines) != 1 {
		t.Fatalf("%v, %v, %+v", ok, err, all)
	}
	l := all[0].Lines[0]
	if balances, known := all[0].Balances(); !balances || !known || all[0].Account != "1020304050" {
		t.Errorf("%+v", all[0])
	}
	if l.ValueOn.String() != "2026-02-28" || l.BookedOn.String() != "2026-03-01" || !strings.Contains(l.Description, ":26:37 Fo") {
		t.Errorf("%+v", l)
	}
	if all, _, err := MT940(strings.Replace(whole, "1020304050", "1020304050EUR", 1)); err != nil || all[0].Account != "1020304050" {
		t.Errorf("%v, %+v", err, all)
	}
	for name, bad := range map[string]string{"a second account": strings.Replace(whole, ":86:106", ":25:166?00GUTSCHRIFT", 1),
		"the 31st of February": strings.Replace(whole, "260230", "260231", 1), "no currency": strings.Replace(whole, "227EUR", "227", 1)} {
		if _, ok, err := MT940(bad); !ok || !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
}

// Whose statement a table is, is told by a column that says one account in every line, or
// by what stands above; what may be another's, or is of several, is none.
func TestAccountsOfTables(t *testing.T) {
	const own, other = "DE89370400440532013000", "DE02120300000000202051"
	for name, c := range map[string]struct{ text, want string }{
		"a column":          {"Auftragskonto;Buchungstag;Betrag\nDE89 3704 0044 0532 0130 00;05.01.2026;1,00\n" + own + ";16.01.2026;2,00\n", own},
		"several accounts":  {"Auftragskonto;Buchungstag;Betrag\n" + own + ";05.01.2026;1,00\n" + other + ";16.01.2026;2,00\n", ""},
		"a line without":    {"Auftragskonto;Buchungstag;Betrag\n" + own + ";05.01.2026;1,00\n;16.01.2026;2,00\n", ""},
		"another's":         {"Buchungstag;Kontonummer/IBAN;Betrag\n05.01.2026;" + other + ";1,00\n16.01.2026;" + other + ";2,00\n", ""},
		"a word above":      {"Kontonummer:;4711 08\n\nBuchungstag;Betrag\n05.01.2026;1,00\n16.01.2026;2,00\n", "471108"},
		"in one cell":       {"IBAN: DE89 3704 0044 0532 0130 00\n\nBuchungstag;Betrag\n05.01.2026;1,00\n16.01.2026;2,00\n", own},
		"with its name":     {"Kontonummer:;" + own + " / Girokonto\n\nBuchungstag;Betrag\n05.01.2026;1,00\n16.01.2026;2,00\n", own},
		"two IBANs above":   {"IBAN;" + own + "\nVon;" + other + "\nBuchungstag;Betrag\n05.01.2026;1,00\n16.01.2026;2,00\n", ""},
		"words alone":       {"Konto;Giro\nBuchungstag;Betrag\n05.01.2026;1,00\n16.01.2026;2,00\n", ""},
		"an English export": {"Number,Date,Account,Amount\n,2026-01-05,20-00-00 12345678,1.00\n,2026-01-16,20-00-00 12345678,2.00\n", "20-00-0012345678"},
	} {
		s, ok, err := CSV(c.text)
		if !ok || err != nil || s.Account != c.want || len(s.Lines) != 2 {
			t.Errorf("%s: the account is %q, not %q (%d lines, %v)", name, s.Account, c.want, len(s.Lines), err)
		}
	}
	s, _, err := CSV("Buchungstag;Kontonummer/IBAN;Betrag\n05.01.2026;" + other + ";1,00\n16.01.2026;0000000000;2,00\n")
	if err != nil || s.Lines[0].PartyIBAN != other || s.Lines[1].PartyIBAN != "" {
		t.Errorf("the others are %+v, %v", s.Lines, err)
	}
}

// OFX says no opening balance: it follows from the closing one where that is of the day on
// which the lines end, and proves nothing about them.
func TestOpeningOfOFX(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7)) // seed 7
	for range 50 {
		want := generated(r)
		all, _, err := OFX(ofxOf(want))
		if err != nil {
			t.Fatal(err)
		}
		got := all[0]
		if _, known := got.Balances(); known || got.Opening == nil || !got.Opening.Equal(want.Closing.Sub(want.Sum())) {
			t.Fatalf("it opens with %v", got.Opening)
		}
		later := want.To.AddDays(1)
		text := strings.Replace(ofxOf(want), "<DTASOF>"+strings.ReplaceAll(want.To.String(), "-", ""),
			"<DTASOF>"+strings.ReplaceAll(later.String(), "-", ""), 1)
		if all, _, err = OFX(text); err != nil || all[0].Opening != nil {
			t.Fatalf("a balance of a later day opens it with %v, %v", all[0].Opening, err)
		}
	}
}
