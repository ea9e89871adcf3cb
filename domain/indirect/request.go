package indirect

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Request is a sales document whose tax is asked for.
type Request struct {
	Date             civil.Date `json:"date"`     // of supply
	Currency         string     `json:"currency"` // ISO 4217
	PricesIncludeTax bool       `json:"prices_include_tax"`
	Seller           Seller     `json:"seller"`
	Buyer            Buyer      `json:"buyer"`
	ShipFrom         *Address   `json:"ship_from,omitempty"`    // absent: the seller's address
	ShipTo           *Address   `json:"ship_to,omitempty"`      // absent: the buyer's address
	PerformedAt      *Address   `json:"performed_at,omitempty"` // land, events, meals, hire, journeys
	Virtual          bool       `json:"virtual,omitempty"`      // events attended online
	Platform         *Platform  `json:"platform,omitempty"`     // an electronic interface that facilitates the sale
	Import           *Import    `json:"import,omitempty"`
	Lines            []Line     `json:"lines"`
	Discount         money.Dec  `json:"discount"` // off the document, in prices as the lines'
	Shipping         money.Dec  `json:"shipping"`
	ShippingTaxable  *bool      `json:"shipping_taxable,omitempty"` // US states: the caller's statement
	Rounding         *Rounding  `json:"rounding,omitempty"`
	Scope            string     `json:"scope,omitempty"` // state_only: leave US local taxes out, and say so
}

// Address is a place.
type Address struct {
	Country    string `json:"country"`
	Region     string `json:"region,omitempty"`      // ISO 3166-2 or a territory's slug
	PostalCode string `json:"postal_code,omitempty"` // US: ZIP or ZIP+4, "55101-2371"
}

// Seller is the supplier.
type Seller struct {
	Address
	Status              string     `json:"status"`                   // business
	Establishments      []string   `json:"establishments,omitempty"` // countries
	Registrations       []string   `json:"registrations,omitempty"`  // "FR", "US-MN", "CA-BC"
	NotRegistered       []string   `json:"not_registered,omitempty"` // places where the seller states it need not collect
	CrossBorderSalesEUR *money.Dec `json:"cross_border_sales_eur,omitempty"`
	AboveThreshold      bool       `json:"above_threshold,omitempty"`
	OSS                 bool       `json:"oss,omitempty"`
}

// Buyer is the customer.
type Buyer struct {
	Address
	Status       string     `json:"status"` // business | consumer
	TaxID        string     `json:"tax_id,omitempty"`
	TaxIDCountry string     `json:"tax_id_country,omitempty"`
	Evidence     string     `json:"tax_id_evidence,omitempty"` // registry | certificate | declared
	Exemption    *Exemption `json:"exemption,omitempty"`
}

// Exemption is a certificate by which a buyer is not taxed.
type Exemption struct {
	Kind   string     `json:"kind"` // resale, exempt_entity, …, as the certificate says
	Number string     `json:"number"`
	Places []string   `json:"places"` // "US-MN"
	Until  civil.Date `json:"until"`  // zero: no end
}

// Platform is an electronic interface.
type Platform struct {
	Country string `json:"country"`
	IOSS    bool   `json:"ioss"`
}

// Import says how goods enter the Union.
type Import struct {
	IntrinsicValueEUR money.Dec `json:"intrinsic_value_eur"`
	IOSS              bool      `json:"ioss"`
}

// Line is one line of the document.
type Line struct {
	ID         string    `json:"id"`
	Category   string    `json:"category"`
	RateClass  string    `json:"rate_class,omitempty"`  // where the place taxes parts of the category differently
	SupplyKind string    `json:"supply_kind,omitempty"` // absent: as the category suggests
	Quantity   money.Dec `json:"quantity"`
	UnitPrice  money.Dec `json:"unit_price"`
	Discount   money.Dec `json:"discount"`
}

// Rounding is the caller's policy.
type Rounding struct {
	Level string `json:"level"` // unit | line | document
	Mode  string `json:"mode"`  // half_up | half_even | half_down | down | up
}
