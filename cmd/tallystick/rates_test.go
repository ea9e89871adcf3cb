package main

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/published"
)

// A file is told by what it holds, not by what it is called.
func TestExchangeFilesAreReadByTheirForm(t *testing.T) {
	const ecbXML = `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time="2026-04-10"><Cube currency="USD" rate="1.1711"/></Cube></Cube></gesmes:Envelope>`
	const hmrcXML = `<exchangeRateMonthList Period="01/Jul/2026 to 31/Jul/2026"><exchangeRate><countryName>USA</countryName><countryCode>US</countryCode>
<currencyName>Dollar</currencyName><currencyCode>USD</currencyCode><rateNew>1.3456</rateNew></exchangeRate></exchangeRateMonthList>`
	const hmrcCSV = "Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date\nUSA,Dollar,USD,1.3456,01/07/2026,31/07/2026\n"
	for _, c := range []struct{ source, content, table, units string }{
		{"ecb", "\ufeffDate,USD\n2026-04-10,1.1711\n", published.ECB, "1.1711"},
		{"ecb", ecbXML, published.ECB, "1.1711"},
		{"hmrc", hmrcXML, published.HMRC, "1.3456"},
		{"hmrc", hmrcCSV, published.HMRC, "1.3456"},
		{"ecb", hmrcXML, "", ""},
		{"ecb", hmrcCSV, "", ""},
		{"hmrc", "Date,USD\n2026-04-10,1.1711\n", "", ""},
		{"ecb", "Date,USD\n", "", ""},
		{"ecb", "Date,USD\n2026-04-10,-1\n", "", ""},
	} {
		table, rates, err := exchangeRates(c.source, publishedFile{name: "file", content: []byte(c.content)})
		if c.table == "" {
			if err == nil || !strings.HasPrefix(err.Error(), "file: ") {
				t.Errorf("%s of %q: %v, %v", c.source, c.content, rates, err)
			}
			continue
		}
		if err != nil || table != c.table || len(rates) != 1 || rates[0].Units.String() != c.units {
			t.Errorf("%s of %q: %s %v, %v", c.source, c.content, table, rates, err)
		}
	}
}
