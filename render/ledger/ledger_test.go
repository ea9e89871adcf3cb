package ledger_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aclindsa/ofxgo"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render/ledger"
)

// seed of every random book here.
const seed = 39

func head(chartID string) ledger.Head {
	c, _ := chart.Find(chartID)
	h := ledger.Head{Site: 1, Company: `Beispiel "& Söhne" GmbH`, Registration: "552100554", BaseCurrency: "EUR", From: civil.Of(2026, 1, 1),
		To: civil.Of(2026, 12, 31), YearBegins: civil.Of(2026, 1, 1), Locked: true, At: time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC),
		DATEVConsultant: 1001, DATEVClient: 7}
	for _, a := range c.Accounts {
		h.Accounts = append(h.Accounts, ledger.Account{Code: a.Code, Name: a.Name, Class: a.Class, Role: a.Role, Rated: a.Rate != nil})
	}
	return h
}

var memos = []string{"", `=cmd|'/c calc'!A1`, "Miete; März", "\"quoted\"\r\nsecond line", "a\tb|c\\d", "-10 % Rabatt", "שלום 请求书 €", "<b>&amp;</b>"}

// book makes n balanced entries, some in another currency, some of many lines.
func book(h ledger.Head, n int) (out []ledger.Entry) {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	amount := func(cents int64) string {
		return money.FromInt(cents).QuoRound(money.FromInt(100), 2, money.HalfUp).Pad(2).String()
	}
	for i := range n {
		day := h.From.AddDays(i * 364 / n)
		e := ledger.Entry{ID: fmt.Sprintf("%032x", i+1), Journal: []string{"sales", "purchases", "bank", "general"}[r.IntN(4)],
			FiscalYear: "2026",
			Period:     day.String()[:7], Number: int64(i + 1), BookedOn: day, Date: day, TaxDate: day.AddDays(-r.IntN(3)), Currency: "EUR", Base: "EUR",
			Memo: memos[r.IntN(len(memos))], Origin: "manual", PostedAt: h.At.Add(-time.Hour),
			Waived: r.IntN(3) == 0}
		if r.IntN(4) == 0 {
			e.Currency = "USD"
		}
		debits, credits := 1+r.IntN(4), 1+r.IntN(4)
		total := int64(1000 + r.IntN(1_000_000))
		side := func(side string, count int) {
			left := total
			for j := range count {
				part := left / int64(count-j)
				if j < count-1 && part > 1 {
					part = 1 + r.Int64N(part)
				}
				left -= part
				base, foreign := amount(part), amount(part)
				if e.Currency != "EUR" {
					foreign = amount(part * 3)
				}
				l := ledger.Line{Line: int32(len(e.Lines) + 1), Account: h.Accounts[r.IntN(len(h.Accounts))].Code, Side: side, Amount: foreign,
					Base:    base,
					TaxRate: "0", TaxBase: "0"}
				if r.IntN(3) == 0 {
					l.TaxCode, l.TaxRate, l.TaxBase = "de.output.domestic", "0.19", base
				}
				e.Lines = append(e.Lines, l)
			}
		}
		side("debit", debits)
		side("credit", credits)
		out = append(out, e)
	}
	return out
}

func write(t *testing.T, f ledger.Format, h ledger.Head, entries []ledger.Entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := ledger.New(f, &out, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := w.Entry(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sums are the accounts' balances in base currency, debit above zero.
func sums(entries []ledger.Entry) map[string]money.Dec {
	out := map[string]money.Dec{}
	for _, e := range entries {
		for _, l := range e.Lines {
			d := money.MustParse(l.Base)
			if l.Side == "credit" {
				d = d.Neg()
			}
			out[l.Account] = out[l.Account].Add(d)
		}
	}
	return out
}

func same(t *testing.T, what string, got, want map[string]money.Dec) {
	t.Helper()
	for a, w := range want {
		if !got[a].Equal(w) {
			t.Errorf("%s: account %s comes to %s, not %s", what, a, got[a], w)
		}
	}
	for a, g := range got {
		if _, ok := want[a]; !ok && !g.IsZero() {
			t.Errorf("%s: account %s has %s from nowhere", what, a, g)
		}
	}
}

// The same entries are the same bytes, in every format.
func TestFilesRepeat(t *testing.T) {
	h := head("de-skr03")
	entries := book(h, 200)
	for _, f := range ledger.Formats() {
		if first := write(t, f, h, entries); !bytes.Equal(first, write(t, f, h, entries)) || len(first) == 0 {
			t.Errorf("%s: other bytes", f)
		}
	}
}

// What a DATEV file says of each account is what the books say, field by field of
// the published layout.
func TestDATEV(t *testing.T) {
	h := head("de-skr03")
	entries := book(h, 400)
	text, err := charmap.Windows1252.NewDecoder().Bytes(write(t, ledger.DATEV, h, entries))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\r\n"), "\r\n")
	first := strings.Split(lines[0], ";")
	if len(first) != 31 || strings.Join(first[:6], ";") != `"EXTF";700;21;"Buchungsstapel";13;20270102030405000` || strings.Join(first[10:16], ";") != "1001;7;20260101;4;20260101;20261231" {
		t.Errorf("%s", lines[0])
	}
	if n := len(strings.Split(lines[1], ";")); n != 125 {
		t.Errorf("%d columns", n)
	}
	got := map[string]money.Dec{}
	for _, l := range lines[2:] {
		r := csv.NewReader(strings.NewReader(l))
		r.Comma = ';'
		f, err := r.Read()
		if err != nil || len(f) != 125 {
			t.Fatalf("%q: %d fields, %v", l, len(f), err)
		}
		amount := money.MustParse(strings.Replace(f[0], ",", ".", 1))
		if amount.Sign() <= 0 || len(f[9]) != 4 || f[113] != "1" || f[2] != "EUR" || strings.HasPrefix(f[13], "=") || len([]rune(f[13])) > 60 {
			t.Errorf("%q", l)
		}
		if f[1] == "H" {
			amount = amount.Neg()
		} else if f[1] != "S" {
			t.Errorf("side %q", f[1])
		}
		got[f[6]] = got[f[6]].Add(amount)
		got[f[7]] = got[f[7]].Sub(amount)
	}
	same(t, "datev", got, sums(entries))
}

// A FEC has its 18 columns in each row, is balanced, and begins with the à nouveaux.
func TestFEC(t *testing.T) {
	h := head("fr-pcg")
	h.Opening = []ledger.Balance{{Account: "512", Amount: money.MustParse("120.50")}, {Account: "101", Amount: money.MustParse("-120.50")}}
	entries := book(h, 300)
	rows := strings.Split(strings.TrimSuffix(string(write(t, ledger.FEC, h, entries)), "\r\n"), "\r\n")
	if rows[0] != "JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise" ||
		!strings.HasPrefix(rows[1], "AN\t") || !strings.HasPrefix(rows[2], "AN\t") {
		t.Errorf("%q", rows[:3])
	}
	want := sums(entries)
	for _, b := range h.Opening {
		want[b.Account] = want[b.Account].Add(b.Amount)
	}
	got := map[string]money.Dec{}
	for i, row := range rows[1:] {
		f := strings.Split(row, "\t")
		if len(f) != 18 {
			t.Fatalf("%q has %d fields", row, len(f))
		}
		for _, at := range []int{0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15} {
			if f[at] == "" {
				t.Errorf("row %d: field %d is empty: %q", i, at+1, row)
			}
		}
		dec := func(s string) money.Dec { return money.MustParse(strings.Replace(s, ",", ".", 1)) }
		got[f[4]] = got[f[4]].Add(dec(f[11])).Sub(dec(f[12]))
	}
	same(t, "fec", got, want)
	if name := ledger.FEC.FileName(h); name != "552100554FEC20261231.txt" {
		t.Errorf("%s", name)
	}
}

// An OFX file is read back, and its statement comes to the account's balance.
func TestOFX(t *testing.T) {
	h := head("de-skr03")
	h.Opening = []ledger.Balance{{Account: "1200", Amount: money.MustParse("1000.00")}}
	entries := book(h, 400)
	read, err := ofxgo.ParseResponse(bytes.NewReader(write(t, ledger.OFX, h, entries)))
	if err != nil {
		t.Fatal(err)
	}
	statement := read.Bank[0].(*ofxgo.StatementResponse)
	total := money.MustParse("1000.00")
	for _, tx := range statement.BankTranList.Transactions {
		total = total.Add(money.MustParse(strings.TrimPrefix(tx.TrnAmt.FloatString(2), "-")).Mul(money.FromInt(int64(tx.TrnAmt.Sign()))))
	}
	want := sums(entries)["1200"].Add(money.MustParse("1000.00"))
	if len(statement.BankTranList.Transactions) == 0 || !total.Equal(want) || statement.BalAmt.FloatString(2) != want.String() {
		t.Errorf("%s and %s, not %s", total, statement.BalAmt.FloatString(2), want)
	}
}

// A table says each line, runs nothing, and a workbook is one that others open.
func TestTables(t *testing.T) {
	h := head("de-skr03")
	entries := book(h, 100)
	r := csv.NewReader(bytes.NewReader(write(t, ledger.CSV, h, entries)))
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, e := range entries {
		lines += len(e.Lines)
	}
	got := map[string]money.Dec{}
	for _, row := range rows[1:] {
		d := money.MustParse(row[14])
		if row[11] == "credit" {
			d = d.Neg()
		}
		got[row[9]] = got[row[9]].Add(d)
		if strings.HasPrefix(row[22], "=") || strings.HasPrefix(row[22], "-") {
			t.Errorf("%q", row[22])
		}
	}
	if len(rows) != lines+1 {
		t.Errorf("%d rows for %d lines", len(rows), lines)
	}
	same(t, "csv", got, sums(entries))

	f, err := excelize.OpenReader(bytes.NewReader(write(t, ledger.XLSX, h, entries)))
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := f.GetRows("Journal")
	if err != nil || len(sheet) != lines+1 {
		t.Errorf("%d rows, %v", len(sheet), err)
	}
	if formula, _ := f.GetCellFormula("Journal", "W2"); formula != "" {
		t.Errorf("formula %s", formula)
	}
}

// The archive for auditors holds its tables and their description.
func TestGoBD(t *testing.T) {
	h := head("de-skr03")
	file := write(t, ledger.GoBD, h, book(h, 20))
	a, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range a.File {
		names = append(names, f.Name)
		if f.Name == "index.xml" {
			in, _ := f.Open()
			text, _ := io.ReadAll(in)
			if strings.Count(string(text), "<VariableColumn>") != 28+3 || !strings.Contains(string(text), "Beispiel &#34;&amp; Söhne&#34; GmbH") {
				t.Errorf("%s", text)
			}
		}
	}
	if strings.Join(names, " ") != "journal.csv accounts.csv index.xml" {
		t.Errorf("%v", names)
	}
}

// What stands against a format is named before anything is written.
func TestCheck(t *testing.T) {
	h := head("de-skr03")
	if got := ledger.Check(ledger.DATEV, "DE", h); len(got) != 0 {
		t.Errorf("%v", got)
	}
	h.DATEVClient, h.DATEVConsultant, h.To = 0, 0, civil.Of(2027, 1, 31)
	if got := ledger.Check(ledger.DATEV, "FR", h); len(got) != 4 {
		t.Errorf("%v", got)
	}
	if got := ledger.Check(ledger.FEC, "DE", h); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// An entry that one person approved or posted beside what they had prepared says so, in the
// formats that have room for it.
func TestWaiversShow(t *testing.T) {
	h := head("de-skr03")
	entries := book(h, 60)
	waived, lines := 0, 0
	for _, e := range entries {
		if e.Waived {
			waived, lines = waived+1, lines+len(e.Lines)
		}
	}
	for f, want := range map[ledger.Format]int{ledger.Hledger: waived, ledger.Beancount: waived, ledger.CSV: lines} {
		mark := "waived:"
		if f == ledger.CSV {
			mark = ",true\r\n"
		}
		if got := strings.Count(string(write(t, f, h, entries)), mark); got != want || waived == 0 {
			t.Errorf("%s: %d of %d", f, got, want)
		}
	}
}
