package invoicing_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// toBuyer is an order that a German business asks an invoice for, with all that each
// profile wants.
func toBuyer(country string) invoicing.Making {
	m := invoicingtest.Making(rand.New(rand.NewPCG(5, 0)), 0, day)
	b := &m.Order.Buyer
	b.ElectronicAddress = settings.ElectronicAddress{Scheme: "0204", ID: "04011000-12345-03"}
	b.Address.Country = country
	return m
}

// Each thing that a profile asks for is named when it is missing, once, by its field; and
// the document is then issued under no profile unless one was asked for.
func TestWhatAProfileAsksFor(t *testing.T) {
	type change = func(*invoicing.Making)
	for field, x := range map[string]struct {
		profile invoicing.Profile
		country string
		change  change
	}{
		"seller.electronic_address": {invoicing.Peppol, "FR", func(m *invoicing.Making) { m.Held.Seller.ElectronicAddress = settings.ElectronicAddress{} }},
		"buyer.electronic_address": {invoicing.Peppol, "FR", func(m *invoicing.Making) {
			m.Order.Buyer.ElectronicAddress = settings.ElectronicAddress{Scheme: "EM", ID: "ada@example.org"}
		}},
		"buyer.reference":            {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Order.Buyer.Reference = " " }},
		"seller.contact":             {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Held.Seller.Contact = "" }},
		"seller.phone":               {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Held.Seller.Phone = "12" }},
		"seller.email":               {invoicing.Peppol, "DE", func(m *invoicing.Making) { m.Held.Seller.Email = "" }},
		"seller.address.postal_code": {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Held.Seller.Address.PostalCode = "" }},
		"seller.address.city":        {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Held.Seller.Address.City = "" }},
		"buyer.address.city":         {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Order.Buyer.Address.City = "" }},
		"buyer.address.postal_code":  {invoicing.XRechnung, "DE", func(m *invoicing.Making) { m.Order.Buyer.Address.PostalCode = "" }},
		"seller.tax_id": {invoicing.Peppol, "FR", func(m *invoicing.Making) {
			m.Held.Seller.TaxID, m.Held.Seller.Address.Country = "NO999", "NO"
		}},
		"seller.registration_number": {invoicing.Peppol, "FR", func(m *invoicing.Making) {
			m.Held.Seller.TaxID, m.Held.Seller.Address.Country = "NL123456789B01", "NL"
		}},
		"": {invoicing.Peppol, "FR", func(m *invoicing.Making) { m.Held.Seller.Address.Country = "GR" }},
	} {
		m := toBuyer(x.country)
		if d := m.Document(); d.Profile != map[string]invoicing.Profile{"DE": invoicing.XRechnung, "FR": invoicing.Peppol}[x.country] {
			t.Fatalf("%s: of itself it follows %q", x.country, d.Profile)
		}
		m.Profile = x.profile
		if b := m.Blockers(day); len(b) > 0 {
			t.Fatalf("%s: %v", x.profile, b)
		}
		x.change(&m)
		b := slices.DeleteFunc(m.Blockers(day), func(b fault.Blocker) bool { return b.Field != field || b.Code == "order_unknown" })
		if len(b) != 1 || field != "" && !strings.HasSuffix(b[0].Code, "_details_missing") {
			t.Errorf("%s without %s: %v", x.profile, field, b)
		}
		if m.Profile = ""; m.Document().Profile == x.profile {
			t.Errorf("without %s it follows %s", field, x.profile)
		}
	}
}

// Numbers of the Norwegian and the Swedish register have check digits; with the right ones
// Peppol's rules of the seller's country are met.
func TestNumbersOfTheSellersCountry(t *testing.T) {
	for _, x := range []struct {
		country, vat, register string
		follows                bool
	}{
		{"NO", "NO 991825827 MVA", "", true}, {"NO", "NO991825828MVA", "", false}, {"NO", "991825827", "", false},
		{"SE", "SE556721204701", "5567212047", true}, {"SE", "SE556721204701", "5567212048", false}, {"SE", "SE5567212047", "", false},
		{"NL", "NL123456789B01", "12345678", true}, {"NL", "NL123456789B01", "1234567", false},
	} {
		m := toBuyer("FR")
		s := m.Held.Seller
		s.TaxID, s.TaxNumber, s.RegistrationNumber, s.Address.Country = x.vat, "", x.register, x.country
		m.Order.Lines[0].Taxes[0].Rate = money.MustParse("0.25")
		if got := m.Document().Profile == invoicing.Peppol; got != x.follows {
			t.Errorf("%+v: %v", x, got)
		}
	}
}

// XRechnung has no tax without a rate, and reads some terms of payment as a discount.
func TestWhatXRechnungCannotSay(t *testing.T) {
	m := toBuyer("DE")
	m.Held.Invoicing.PaymentTerms = "#SKONTO#2"
	if d := m.Document(); d.Profile == invoicing.XRechnung {
		t.Error("payment terms become a discount")
	}
	outside := invoicingtest.Making(rand.New(rand.NewPCG(5, 7)), 7, day)
	outside.Profile = invoicing.XRechnung
	if b := outside.Blockers(day); !slices.ContainsFunc(b, func(b fault.Blocker) bool { return b.Code == "format_not_available" }) {
		t.Errorf("%v", b)
	}
}

// Two and a half pieces at 1,001 yen are rounded by half a yen, which neither profile takes.
func TestWhatIsRoundedTooFarFollowsNoProfile(t *testing.T) {
	m := toBuyer("DE")
	m.Order.Currency, m.Order.PricesIncludeTax = "JPY", false
	l := &m.Order.Lines[0]
	l.Quantity, l.UnitPrice, l.Discount, l.Charge = money.MustParse("2.5"), money.MustParse("1001"), money.Zero, money.Zero
	l.Net, l.Tax, l.Gross = money.MustParse("2503"), money.MustParse("476"), money.MustParse("2979")
	l.Taxes[0].Rate, l.Taxes[0].Base, l.Taxes[0].Tax = money.MustParse("0.19"), l.Net, l.Tax
	m.Order.Lines = m.Order.Lines[:1]
	if d := m.Document(); d.Profile != "" {
		t.Errorf("it follows %s", d.Profile)
	}
	for _, m.Profile = range []invoicing.Profile{invoicing.Peppol, invoicing.XRechnung} {
		if b := m.Blockers(day); !slices.ContainsFunc(b, func(b fault.Blocker) bool { return b.Code == "format_not_available" }) {
			t.Errorf("%s: %v", m.Profile, b)
		}
	}
}

// A credit note follows the profile of its invoice.
func TestACreditNoteFollowsItsInvoice(t *testing.T) {
	s, d := issue(t, toBuyer("DE"))
	f := invoicing.Facts{Making: invoicing.Making{Today: day}, Crediting: invoicing.Crediting{Invoice: s, Document: d, Reason: "returned"},
		Book: invoicing.Book{Site: 1, Year: 2026, Series: "CN", Part: 1}}
	events, err := invoicing.CreditRequest{InvoiceID: s.DocumentID, Reason: "returned"}.Decide(invoicing.State{}, act.Context{CommandID: uuid.NewSHA1(uuid.Nil, []byte("credit")), Now: now}, f)
	if err != nil {
		t.Fatal(err)
	}
	if note, ok := apply(invoicing.State{}, events).Document(); !ok || note.Profile != invoicing.XRechnung {
		t.Errorf("%v %q", ok, note.Profile)
	}
}

// However a Greek number is said, the document has it as Greece writes it.
func TestGreekNumbers(t *testing.T) {
	for _, b := range []invoicing.InvoiceBuyer{{TaxID: "094019245", TaxIDCountry: "GR"}, {TaxID: "094019245", TaxIDCountry: "EL"},
		{TaxID: "EL094019245", TaxIDCountry: "GR"}, {TaxID: "GR094019245", TaxIDCountry: "GR"}, {TaxID: "EL094019245", TaxIDCountry: "EL"},
		{TaxID: "EL094019245"}} {
		m := invoicingtest.Making(rand.New(rand.NewPCG(5, 1)), 1, day)
		m.Order.Buyer.TaxID, m.Order.Buyer.TaxIDCountry, m.Buyer = b.TaxID, b.TaxIDCountry, nil
		if got := m.Document().Buyer.VATNumber(); got != "EL094019245" {
			t.Errorf("%s of %q became %s", b.TaxID, b.TaxIDCountry, got)
		}
	}
}
