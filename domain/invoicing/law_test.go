package invoicing

import (
	"bytes"
	"net/url"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

// A duty to transmit rests on the law itself, or on two others' word for it, of two sites.
func TestDutiesAreConfirmed(t *testing.T) {
	d := Law()
	for _, x := range d.Transmission {
		hosts := map[string]bool{}
		for _, name := range []string{x.Source, x.Confirmed} {
			u, err := url.Parse(d.Sources[name].URL)
			if err != nil {
				t.Fatal(err)
			}
			hosts[u.Host] = true
		}
		if len(hosts) != 2 {
			t.Errorf("%s rests on one site: %v", x.Country, hosts)
		}
	}
	for _, name := range []string{"hr_einvoicing_second", "pl_ksef_second"} {
		if _, err := readLaw(bytes.ReplaceAll(lawText, []byte("    confirmed: "+name+"\n"), nil)); err == nil {
			t.Errorf("a duty stands without %s", name)
		}
	}
}

// Since 2026 a Croatian seller's invoice to a Croatian business is handed in; not one to a
// consumer, nor to a business elsewhere, nor before.
func TestCroatia(t *testing.T) {
	business := InvoiceBuyer{Status: "business"}
	business.Address.Country = "HR"
	abroad, consumer := business, business
	abroad.Address.Country, consumer.Status = "SI", "consumer"
	for _, x := range []struct {
		buyer InvoiceBuyer
		day   string
		asked bool
	}{{business, "2026-01-01", true}, {business, "2025-12-31", false}, {abroad, "2026-06-01", false}, {consumer, "2026-06-01", false}} {
		if _, ok, asks := Law().duty("HR", "", x.buyer, civil.MustParse(x.day)); ok != x.asked || asks {
			t.Errorf("%+v on %s: %v", x.buyer, x.day, ok)
		}
	}
}
