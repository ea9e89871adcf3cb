package fx

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// The rates of 13 April 2026 as the ECB printed them in eurofxref.csv of that
// day: USD 1.1684, JPY 186.75, GBP 0.87058, ISK 143.20.
// published holds figures that the European Central Bank printed for four days.
func published() *Table {
	rates, err := ReadECBCSV(strings.NewReader("Date,USD,JPY,GBP,CHF\n2026-04-13,1.1684,186.75,0.87058,0.9242\n2026-04-10,1.1711,186.43,0.87105,0.9241\n2026-03-16,1.1478,182.66,0.86408,0.9041\n2026-03-13,1.1476,182.85,0.86503,0.9034\n"))
	if err != nil {
		panic(err)
	}
	return NewECB(rates, civil.MustParse("2026-04-13"))
}

func TestConversionsAtReferenceRates(t *testing.T) {
	for _, c := range []struct {
		amount, from, to, date string
		rule                   MissingDay
		want, rateDate         string
		cross                  bool
	}{
		{"100", "EUR", "USD", "2026-04-13", "", "116.84", "2026-04-13", false},
		{"100", "USD", "EUR", "2026-04-13", "", "85.59", "2026-04-13", false},    // 100 ÷ 1.1684 = 85.5871…
		{"100", "USD", "GBP", "2026-04-13", "", "74.51", "2026-04-13", true},     // × 0.87058 ÷ 1.1684 = 74.5104…
		{"10", "EUR", "JPY", "2026-04-13", "", "1868", "2026-04-13", false},      // 1867.5, half up, no minor units
		{"7", "GBP", "GBP", "2026-04-13", "", "7.00", "2026-04-13", false},       //
		{"7", "EUR", "EUR", "2026-04-12", "", "7.00", "2026-04-12", false},       // the base needs no rate
		{"100", "EUR", "USD", "2026-04-12", Next, "116.84", "2026-04-13", false}, // a Sunday
	} {
		r, err := Convert([]*Table{published()}, Request{Amount: dec(c.amount), From: c.from, To: c.to,
			Date: civil.MustParse(c.date), MissingDay: c.rule, AskedOn: civil.MustParse("2026-11-20")})
		if err != nil || r.Converted.String() != c.want || r.RateDate.String() != c.rateDate || r.Cross != c.cross {
			t.Errorf("%+v: %+v, %v", c, r, err)
		}
		if r.Legs == nil {
			t.Errorf("%+v: legs are null", c)
		}
		if r.TableAgeDays != 221 || r.Publisher != "European Central Bank" {
			t.Errorf("age %d, publisher %s", r.TableAgeDays, r.Publisher)
		}
	}
}

func TestADayWithoutRatesIsRefusedWithItsNeighbours(t *testing.T) {
	sunday := Request{Amount: dec("1"), From: "EUR", To: "USD", Date: civil.MustParse("2026-03-15")}
	_, err := Convert([]*Table{published()}, sunday)
	var b *refusal.Blocked
	if !errors.As(err, &b) || b.Code != RateMissing || !strings.Contains(b.Message, "2026-03-13 and 2026-03-16") {
		t.Errorf("%v", err)
	}
	sunday.MissingDay = Previous
	if r, err := Convert([]*Table{published()}, sunday); err != nil || r.RateDate.String() != "2026-03-13" || r.MissingDay != Previous {
		t.Errorf("%+v, %v", r, err)
	}
	// Past the end of the table no rule reaches back for long.
	sunday.Date = civil.MustParse("2026-04-30")
	if _, err := Convert([]*Table{published()}, sunday); !errors.As(err, &b) || !strings.Contains(b.Message, "2026-04-13") {
		t.Errorf("%v", err)
	}
}

func TestFaultsAreNamed(t *testing.T) {
	_, err := Convert([]*Table{published()}, Request{From: "EURO", To: "XX", MissingDay: "closest", Rounding: "bankers"})
	var in *tax.InputError
	if !errors.As(err, &in) || len(in.Fields) != 5 {
		t.Errorf("%v", err)
	}
	var b *refusal.Blocked
	if _, err := Convert([]*Table{published()}, Request{From: "EUR", To: "KWD", Date: civil.MustParse("2026-04-13")}); !errors.As(err, &b) {
		t.Errorf("KWD: %v", err)
	}
}

const ecbXML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube><Cube time='2026-04-13'><Cube currency='USD' rate='1.1684'/><Cube currency='JPY' rate='186.75'/><Cube currency='GBP' rate='0.87058'/></Cube></Cube>
</gesmes:Envelope>`

func TestBothFormsOfTheECBAgree(t *testing.T) {
	rates, err := ReadECBXML(strings.NewReader(ecbXML))
	if err != nil || len(rates) != 3 {
		t.Fatal(rates, err)
	}
	for _, r := range rates {
		csv, _, _ := published().on(r.Currency, r.Period.From)
		if csv == nil || !csv.Units.Equal(r.Units) {
			t.Errorf("%s is %s in XML, %+v in CSV", r.Currency, r.Units, csv)
		}
	}
}

func TestHMRCForms(t *testing.T) {
	// The form of the UK Trade Tariff's files; the figures only illustrate it.
	x, err := ReadHMRCXML(strings.NewReader(`<exchangeRateMonthList Period="01/Jul/2026 to 31/Jul/2026">
		<exchangeRate><countryName>Eurozone</countryName><countryCode>EU</countryCode><currencyName>Euro </currencyName><currencyCode>EUR</currencyCode><rateNew>1.1564</rateNew></exchangeRate>
		<exchangeRate><countryName>USA</countryName><countryCode>US</countryCode><currencyName>Dollar </currencyName><currencyCode>USD</currencyCode><rateNew>1.3404</rateNew></exchangeRate>
		<exchangeRate><countryName>Ecuador</countryName><countryCode>EC</countryCode><currencyName>Dollar </currencyName><currencyCode>USD</currencyCode><rateNew>1.3404</rateNew></exchangeRate>
	</exchangeRateMonthList>`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := ReadHMRCCSV(strings.NewReader("Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date\n" +
		"Eurozone,Euro,EUR,1.1564,01/07/2026,31/07/2026\nUSA,Dollar,USD,1.3404,01/07/2026,31/07/2026\n"))
	if err != nil || len(x) != 2 || len(c) != 2 {
		t.Fatal(x, c, err)
	}
	for i := range x {
		if x[i].Currency != c[i].Currency || !x[i].Units.Equal(c[i].Units) || x[i].Period != c[i].Period {
			t.Errorf("%+v in XML, %+v in CSV", x[i], c[i])
		}
	}
	table := NewHMRC(c, civil.MustParse("2026-07-01"))
	r, err := Convert([]*Table{table, published()}, Request{Amount: dec("100"), From: "GBP", To: "USD", Source: "hmrc-monthly",
		Date: civil.MustParse("2026-07-18")})
	if err != nil || r.Converted.String() != "134.04" { // a Saturday: the month has one rate
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := Convert([]*Table{table, published()}, Request{From: "GBP", To: "USD", Date: civil.MustParse("2026-07-18")}); err == nil ||
		!strings.Contains(err.Error(), "ecb") {
		t.Errorf("two tables, none named: %v", err)
	}
}

func TestMalformedFilesAreRefused(t *testing.T) {
	for want, err := range map[string]error{
		"heading begins": second(ReadECBCSV(strings.NewReader("Day,USD\n"))),
		"line 2: date":   second(ReadECBCSV(strings.NewReader("Date,USD\n13/04/2026,1.1\n"))),
		"not positive":   second(ReadECBCSV(strings.NewReader("Date,USD\n2026-04-13,0\n"))),
		"no currency":    second(ReadECBCSV(strings.NewReader("Date,USDX\n2026-04-13,1\n"))),
		"is no date":     second(ReadECBXML(strings.NewReader(strings.Replace(ecbXML, "2026-04-13", "today", 1)))),
		"no Cube":        second(ReadECBXML(strings.NewReader("<Envelope/>"))),
		"period":         second(ReadHMRCXML(strings.NewReader(`<exchangeRateMonthList Period="July"/>`))),
		"no column":      second(ReadHMRCCSV(strings.NewReader("Currency,Rate\n"))),
		"has the rates": second(ReadHMRCXML(strings.NewReader(`<exchangeRateMonthList Period="01/Jul/2026 to 31/Jul/2026">
			<exchangeRate><currencyCode>USD</currencyCode><rateNew>1.3</rateNew></exchangeRate>
			<exchangeRate><currencyCode>USD</currencyCode><rateNew>1.4</rateNew></exchangeRate></exchangeRateMonthList>`))),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func second(_ []Rate, err error) error { return err }

// A cross rate is its two legs: converting through the base by hand gives the
// same figure, and there and back stays within the rounding.
func TestCrossRatesAreTheirLegs(t *testing.T) {
	day := civil.MustParse("2026-04-13")
	rapid.Check(t, func(t *rapid.T) {
		cs := published().Currencies()
		from, to := rapid.SampledFrom(cs).Draw(t, "from"), rapid.SampledFrom(cs).Draw(t, "to")
		amount := money.FromInt(rapid.Int64Range(0, 1_000_000).Draw(t, "amount"))
		r, err := Convert([]*Table{published()}, Request{Amount: amount, From: from, To: to, Date: day})
		var b *refusal.Blocked
		if errors.As(err, &b) {
			return // not published on that day
		}
		if err != nil {
			t.Fatal(err)
		}
		want := amount
		for _, leg := range r.Legs {
			if leg.Currency == to && from != to {
				want = want.Mul(leg.Units)
			}
		}
		for _, leg := range r.Legs {
			if leg.Currency == from && from != to {
				want = want.Quo(leg.Units)
			}
		}
		places, _ := money.MinorUnits(to)
		if !r.Converted.Equal(want.Round(places, money.HalfUp)) {
			t.Fatalf("%+v, by its legs %s", r, want)
		}
	})
}
