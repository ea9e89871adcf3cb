package settings_test

import (
	"flag"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

var update = flag.Bool("update", false, "write golden files")

func whole() settings.Values {
	return settings.Values{
		Seller: &settings.Seller{
			LegalName: "Beispiel GmbH", TradingName: "Beispiel", TaxID: "DE123456788", TaxNumber: "12/345/67890", RegistrationNumber: "HRB 1",
			Register: "Amtsgericht Berlin", LegalNotes: "Geschäftsführerin: E. Muster", Email: "rechnung@example.com", Phone: "+49 30 1",
			Contact: "Rechnungsstelle", IBAN: "DE89 3704 0044 0532 0130 00", BIC: "COBADEFFXXX",
			Address: settings.Address{Street: "Weg 1", Extra: "2. Hof", City: "Berlin", PostalCode: "10115", Region: "BE", Country: "DE"},
		},
		Invoicing: &settings.Invoicing{
			Series: "RE", CreditNoteSeries: "RK", Language: "de", PaymentDays: 14, PaymentTerms: "Zahlbar in 14 Tagen", Note: "Danke",
			ExemptionReason: "§ 4 Nr. 21 UStG", SmallBusiness: "§ 19 UStG", MarginScheme: "travel",
			Transmission: []settings.Transmission{{Country: "PL", System: "KSeF gateway"}},
		},
		Thresholds:    map[string]money.Dec{"EUR": money.MustParse("10000")},
		DraftCoverage: &settings.DraftCoverage{AcceptedUntil: civil.MustParse("2026-12-31"), Reason: "reviewed by our adviser"},
	}
}

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{settings.Replaced{EffectiveFrom: civil.MustParse("2026-01-01"), Values: whole()}},
		settings.Category)
}

func TestEveryFaultIsNamed(t *testing.T) {
	if err := (settings.Replace{Values: whole()}).Validate(); err != nil {
		t.Fatal(err)
	}
	bad := whole()
	bad.Seller.LegalName, bad.Seller.Email, bad.Seller.IBAN, bad.Seller.BIC = " ", "a@b.example\r\nBcc: x@y.example", "DE88370400440532013000",
		"X"
	bad.Seller.Phone, bad.Seller.Address.Country, bad.Seller.Contact = "1\x00", "Germany", "5\u202e000"
	bad.Invoicing.Series, bad.Invoicing.Language, bad.Invoicing.MarginScheme = "re 1", "tlh", "cars"
	bad.Thresholds = map[string]money.Dec{"EUR": money.MustParse("-1"), "XYZ": money.Zero}
	bad.DraftCoverage, bad.ResponsibleAdviser = &settings.DraftCoverage{}, "Ada\x07"
	want := []string{"seller.legal_name", "seller.phone", "seller.contact", "seller.email", "seller.iban", "seller.bic", "seller.address.country",
		"invoicing.series", "invoicing.language", "invoicing.margin_scheme", "thresholds.EUR", "thresholds.XYZ",
		"draft_coverage.accepted_until", "draft_coverage.reason", "responsible_adviser"}
	got := map[string]bool{}
	for _, f := range fault.As(settings.Replace{Values: bad}.Validate()).Fields {
		got[f.Field] = true
	}
	for _, name := range want {
		if !got[name] {
			t.Errorf("%s is not named", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
}

func TestEmailAddresses(t *testing.T) {
	for _, good := range []string{"a@b.example", "first.last+tag@sub.example.org", "jörg@example.de"} {
		if !settings.IsEmail(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range []string{"", "a", "@b.example", "a@b", "a@b@c.example", "a b@c.example", "a@c.example\nBcc: d@e.example", `"a"@b.example`,
		"<a@b.example>", "a@-b.example", "a..b@c.example", "a@b..example", "a,b@c.example", "a@b.example;c@d.example"} {
		if settings.IsEmail(bad) {
			t.Errorf("%q is taken", bad)
		}
	}
}

// What holds on a day: the last word for that day; the tenant's where the site
// says nothing.
func TestOn(t *testing.T) {
	var tenant, site settings.State
	say := func(s settings.State, from string, change func(*settings.Values)) settings.State {
		var v settings.Values
		change(&v)
		events, err := settings.Replace{EffectiveFrom: civil.MustParse(from), Values: v}.Decide(s, act.Context{}, civil.MustParse("2026-11-22"))
		if err != nil {
			t.Fatal(err)
		}
		return s.Evolve(event.Recorded{Payload: events[0], Meta: event.Metadata{Time: time.Unix(0, 0)}})
	}
	tenant = say(tenant, "2026-01-01", func(v *settings.Values) {
		v.Seller, v.Thresholds = &settings.Seller{LegalName: "All"}, map[string]money.Dec{"EUR": money.FromInt(5)}
	})
	site = say(site, "2026-06-01", func(v *settings.Values) { v.Seller = &settings.Seller{LegalName: "One"} })
	for day, name := range map[string]string{"2026-05-31": "All", "2026-06-01": "One", "2026-12-31": "One"} {
		in := settings.On(tenant, site, civil.MustParse(day))
		if in.Seller.LegalName != name || in.Thresholds["EUR"].String() != "5" {
			t.Errorf("%s: %+v", day, in)
		}
	}
	if in := settings.On(tenant, site, civil.MustParse("2025-12-31")); in.Seller != nil {
		t.Error("settings hold before their day")
	}
	// A correction of the past takes the place of all that follows it.
	site = say(site, "2026-03-01", func(*settings.Values) {})
	if in := settings.On(tenant, site, civil.MustParse("2026-07-01")); in.Seller.LegalName != "All" || len(site.Versions) != 1 {
		t.Errorf("%+v", in)
	}
}
