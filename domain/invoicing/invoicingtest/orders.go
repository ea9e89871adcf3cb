// Package invoicingtest makes orders for tests: of every kind of supply, rounding,
// discount and currency, the same ones for the same seed.
package invoicingtest

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// Random is where chance comes from: a seeded *rand.Rand.
type Random interface{ IntN(n int) int }

// Seller is a seller with all that invoices ask for.
func Seller() settings.Seller {
	return settings.Seller{LegalName: "Beispiel & Söhne GmbH", TradingName: "Beispiel", TaxID: "DE123456788", TaxNumber: "12/345/67890",
		RegistrationNumber: "HRB 1234", Register: "Amtsgericht Berlin", LegalNotes: "Geschäftsführerin: E. Muster", Email: "rechnung@example.com",
		Phone: "+49 30 1234", Contact: "Rechnungsstelle", IBAN: "DE89370400440532013000", BIC: "COBADEFFXXX",
		Address:           settings.Address{Street: "Weg 1", City: "Berlin", PostalCode: "10115", Country: "DE"},
		ElectronicAddress: settings.ElectronicAddress{Scheme: "9930", ID: "DE123456788"}}
}

// supplies are kinds of supply with their categories and rates.
var supplies = []struct {
	category, treatment string
	rates               []string
	country             string
}{
	{invoicing.Standard, "taxed", []string{"0.19", "0.07"}, "DE"}, {invoicing.Standard, "taxed", []string{"0.2", "0.055", "0.1"}, "FR"},
	{invoicing.ZeroRated, "taxed", []string{"0"}, "DE"}, {invoicing.Exempt, "taxed", []string{"0"}, "DE"},
	{invoicing.ReverseCharge, "reverse_charge", []string{"0"}, "FR"}, {invoicing.IntraCommunity, "intra_community", []string{"0"}, "FR"},
	{invoicing.Export, "export", []string{"0"}, "CH"}, {invoicing.OutsideScope, "outside_scope", []string{"0"}, "US"},
}

var currencies = []string{"EUR", "EUR", "GBP", "SEK", "JPY", "USD"}

// Making is the n-th order with settings that let it be invoiced on a day.
func Making(random Random, n int, day civil.Date) invoicing.Making {
	supply := supplies[n%len(supplies)]
	currency := currencies[random.IntN(len(currencies))]
	places, _ := money.MinorUnits(currency)
	seller := Seller()
	languages := settings.Languages
	o := invoicing.Order{
		ID: fmt.Sprintf("%032x", n+1), Kind: "order", Reference: fmt.Sprintf("SO-%d", n), Site: 1, SuppliedOn: day.AddDays(-random.IntN(30)),
		Currency: currency, PricesIncludeTax: random.IntN(2) == 0, Coverage: "covered", Subject: fmt.Sprintf("snapshot-%032x", n+1),
		Buyer: invoicing.InvoiceBuyer{Name: "Ada <b>Lovelace</b> & Fils", Status: "business", TaxID: "40303265045", TaxIDCountry: "FR",
			Evidence: "registry", Consultation: "0192aa00000000000000000000000001",
			Email: "ada@example.org", Reference: "04011000-12345-03",
			Address: settings.Address{Street: "1 rue de l'Exemple", City: "Lyon", PostalCode: "69001", Country: supply.country}},
	}
	if n%2 == 0 {
		o.Buyer.ElectronicAddress = settings.ElectronicAddress{Scheme: "0088", ID: "7300010000001"}
	}
	for i := range 1 + random.IntN(6) {
		o.Lines = append(o.Lines, line(random, i, supply.category, supply.treatment, supply.rates, supply.country, o.PricesIncludeTax, places))
	}
	return invoicing.Making{Order: o, Today: day,
		Held: settings.InForce{Values: settings.Values{Seller: &seller, Invoicing: &settings.Invoicing{
			Language: languages[n%len(languages)], PaymentDays: 14, ExemptionReason: "§ 4 Nr. 21 UStG", Note: "Danke",
			PaymentTerms: "14 days net"}}}}
}

func line(random Random, i int, category, treatment string, rates []string, country string, gross bool, places int) invoicing.OrderLine {
	rate := money.MustParse(rates[random.IntN(len(rates))])
	quantity := money.FromInt(int64(1 + random.IntN(12)))
	if random.IntN(4) == 0 {
		quantity = money.MustParse("2.5")
	}
	price := cents(int64(100+random.IntN(100000)), places)
	amount := quantity.Mul(price).Round(places, money.HalfUp)
	l := invoicing.OrderLine{ID: fmt.Sprint(i + 1), Description: "Ware \"" + fmt.Sprint(i) + "\" <script>alert(1)</script>",
		SKU:      fmt.Sprintf("SKU-%d", i),
		Quantity: quantity, UnitPrice: price, Treatment: treatment, UsuallyExempt: category == invoicing.Exempt}
	if random.IntN(3) == 0 {
		l.Discount = amount.Mul(money.MustParse("0.1")).Round(places, money.Down)
	}
	if random.IntN(3) == 0 {
		l.Charge = cents(int64(1+random.IntN(900)), places)
	}
	after := amount.Sub(l.Discount).Add(l.Charge)
	if gross {
		l.Gross = after
		l.Net = after.QuoRound(money.One.Add(rate), places, money.HalfUp)
		l.Tax = l.Gross.Sub(l.Net)
	} else {
		l.Net = after
		l.Tax = after.Mul(rate).Round(places, money.HalfUp)
		l.Gross = l.Net.Add(l.Tax)
	}
	l.Taxes = []invoicing.InvoiceTax{{Code: "VAT", Category: category, Rate: rate, Base: l.Net, Tax: l.Tax, Country: country}}
	return l
}

func cents(n int64, places int) money.Dec {
	unit := money.One
	for range places {
		unit = unit.Quo(money.FromInt(10))
	}
	return money.FromInt(n).Mul(unit).Pad(places)
}
