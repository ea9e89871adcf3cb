package fx

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// The form of the Fund's monthly reports; the figures only illustrate it.
const imfREP = "Representative Exchange Rates for Selected Currencies for March 2026\r\n" +
	"Currency\tMarch 02, 2026\tMarch 03, 2026\r\n" +
	"Euro(1)\t1.250000\t1.200000\r\n" +
	"Japanese yen\t160.000000\t161.000000\r\n" +
	"U.S. dollar\t1.000000\t1.000000\r\n" +
	"Korean won\tNA\t1,435.400000\r\n" +
	"Atlantic pearl\t2.000000\tNA\r\n\r\n" +
	"Representative Exchange Rates for Selected Currencies for March 2026 Continued\r\n\r\n" +
	"Currency\tMarch 17, 2026\tMarch 18, 2026\r\n" +
	"Euro(1)\t1.160000\tNA\r\n" +
	"Iranian rial(2)\t100.000000\tNA\r\n\r\n" +
	"Notes:\r\n\r\n(1) which are in terms of U.S. dollars per currency unit, and those indicated by\r\n"

const imfSDRCV = "SDRs per Currency unit for March 2026\n" +
	"Currency\tMarch 02, 2026\n" +
	"Euro\t0.8000000000\n" +
	"U.S. dollar\t0.7500000000\n"

func TestIMFReports(t *testing.T) {
	f, err := ReadIMF([]byte(imfREP))
	if err != nil || f.Table != IMF || strings.Join(f.Unread, ",") != "Atlantic pearl,Iranian rial(2)" {
		t.Fatalf("%+v, %v", f, err)
	}
	var said []string
	for _, r := range f.Rates {
		line := r.Period.From.String() + " " + r.Currency + " " + r.Units.String()
		if r.PerUnit {
			line += " per unit"
		}
		said = append(said, line)
	}
	want := "2026-03-02 EUR 1.25 per unit|2026-03-03 EUR 1.2 per unit|2026-03-02 JPY 160|2026-03-03 JPY 161|2026-03-03 KRW 1435.4|2026-03-17 EUR 1.16 per unit"
	if got := strings.Join(said, "|"); got != want {
		t.Errorf("read  %s\nwanted %s", got, want)
	}
	sdr, err := ReadIMF([]byte(imfSDRCV))
	if err != nil || sdr.Table != IMFSDR || len(sdr.Rates) != 2 || !sdr.Rates[0].PerUnit || !sdr.Rates[1].PerUnit {
		t.Errorf("%+v, %v", sdr, err)
	}
}

// A figure that is published of the base for one unit is used as it is
// published, not through a rounded reciprocal.
func TestRatesPerUnitAreNotInverted(t *testing.T) {
	rep, err := Read(SourceIMF, []byte(imfREP))
	if err != nil {
		t.Fatal(err)
	}
	sdr, err := Read(SourceIMF, []byte(imfSDRCV))
	if err != nil {
		t.Fatal(err)
	}
	on := civil.MustParse("2026-03-02")
	tables := []*Table{NewTable(IMF, rep.Rates, on), NewTable(IMFSDR, sdr.Rates, on)}
	for _, c := range []struct{ from, to, source, amount, want string }{
		{"EUR", "USD", IMF, "100", "125.00"},
		{"USD", "EUR", IMF, "100", "80.00"},
		{"EUR", "JPY", IMF, "100", "20000"},
		{"JPY", "EUR", IMF, "20000", "100.00"},
		{"EUR", "EUR", IMF, "7", "7.00"},
		{"EUR", "USD", IMFSDR, "75", "80.00"}, // × 0.80 ÷ 0.75
		{"USD", "EUR", IMFSDR, "80", "75.00"},
	} {
		r, err := Convert(tables, Request{Amount: dec(c.amount), From: c.from, To: c.to, Source: c.source, Date: on})
		if err != nil || r.Converted.String() != c.want || r.Source != c.source {
			t.Errorf("%+v: %+v, %v", c, r, err)
		}
	}
	var b *refusal.Blocked
	if _, err := Convert(tables, Request{Amount: dec("1"), From: "EUR", To: "USD", Date: on}); !errors.As(err, &b) || b.Field != "source" ||
		!strings.Contains(b.Message, "imf-representative, imf-sdr") {
		t.Errorf("two tables, none named: %v", err)
	}
}

// What is not the report is refused with its line.
func TestMalformedIMFReportsAreRefused(t *testing.T) {
	title, head := "Representative Exchange Rates for Selected Currencies for March 2026\n", "Currency\tMarch 02, 2026\n"
	for _, c := range []struct{ content, want string }{
		{"", "line 1: no title"},
		{"<html>\n", "line 1: \"<html>\" is no title"},
		{"Currency units per SDR for March 2026\n", "line 1: currency units per SDR are rounded reciprocals"},
		{head, "line 1: a row before the title"},
		{title + "Euro(1)\t1.1\n", "line 2: a row before the heading"},
		{title + "Currency\tApril 02, 2026\n", `line 2: "April 02, 2026" is no day of March 2026`},
		{title + "Currency\t02/03/2026\n", `line 2: "02/03/2026" is no day`},
		{title + head + "Euro(1)\t1.1\t1.2\n", "line 3: 2 figures for 1 days"},
		{title + head + "Euro(1)\t0\n", "line 3: rate \"0\" of EUR is not positive"},
		{title + head + "Euro(1)\t-1.1\n", "line 3: rate \"-1.1\" of EUR is not positive"},
		{title + head + "Korean won\t14,35.4\n", `line 3: Korean won: "14,35.4" is no figure`},
		{title + head + "Korean won\tabout 1400\n", "line 3: rate \"about 1400\" of KRW"},
		{title + head + "Euro(1)\t1.1\nEuro(1)\t1.1\n", "line 4: EUR has two rates for 2026-03-02"},
		{title + head + "Euro(1)\t1.1\nSDRs per Currency unit for March 2026\n",
			"line 4: \"SDRs per Currency unit for March 2026\" begins another report"},
	} {
		if f, err := ReadIMF([]byte(c.content)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %s", c.content, f, err, c.want)
		}
	}
	if _, err := Read(SourceIMF, []byte(title+head+"Euro(1)\tNA\n")); err == nil || !strings.Contains(err.Error(), "no rate") {
		t.Errorf("a report without a figure: %v", err)
	}
}

// A file is told by what it holds, not by what it is called.
func TestFilesAreReadByTheirForm(t *testing.T) {
	const hmrcXML = `<exchangeRateMonthList Period="01/Jul/2026 to 31/Jul/2026"><exchangeRate><currencyCode>USD</currencyCode><rateNew>1.3456</rateNew></exchangeRate></exchangeRateMonthList>`
	const hmrcCSV = "Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date\nUSA,Dollar,USD,1.3456,01/07/2026,31/07/2026\n"
	for _, c := range []struct{ source, content, table, units string }{
		{"ecb", "\ufeffDate,USD\n2026-04-10,1.1711\n", ECB, "1.1711"},
		{"ecb", ecbXML, ECB, "1.1684"},
		{"hmrc", hmrcXML, HMRC, "1.3456"},
		{"hmrc", hmrcCSV, HMRC, "1.3456"},
		{"imf", imfSDRCV, IMFSDR, "0.8"},
		{"imf", hmrcCSV, "", ""},
		{"ecb", hmrcXML, "", ""},
		{"ecb", hmrcCSV, "", ""},
		{"hmrc", "Date,USD\n2026-04-10,1.1711\n", "", ""},
		{"ecb", "Date,USD\n", "", ""},
		{"ecb", "Date,USD\n2026-04-10,-1\n", "", ""},
		{"bank", "Date,USD\n2026-04-10,1\n", "", ""},
	} {
		f, err := Read(c.source, []byte(c.content))
		if c.table == "" {
			if err == nil || len(f.Rates) != 0 {
				t.Errorf("%s of %q: %+v, %v", c.source, c.content, f, err)
			}
			continue
		}
		if err != nil || f.Table != c.table || f.Rates[0].Units.String() != c.units {
			t.Errorf("%s of %q: %+v, %v", c.source, c.content, f, err)
		}
	}
}
