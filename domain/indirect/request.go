package indirect

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Request is a sales document whose tax is asked for.
type Request struct {
	Date             civil.Date `json:"date" format:"date" doc:"Of supply." example:"2026-03-02"`
	Currency         string     `json:"currency" pattern:"^[A-Z]{3}$" example:"EUR" doc:"ISO 4217."`
	PricesIncludeTax bool       `json:"prices_include_tax,omitempty" doc:"Prices, discounts and shipping include tax."`
	Seller           Seller     `json:"seller"`
	Buyer            Buyer      `json:"buyer"`
	ShipFrom         *Address   `json:"ship_from,omitempty" doc:"Left out: the seller's address."`
	ShipTo           *Address   `json:"ship_to,omitempty" doc:"Left out: the buyer's address."`
	PerformedAt      *Address   `json:"performed_at,omitempty" doc:"Where land lies, an event takes place, a meal is served, a vehicle is handed over, a journey takes place."`
	Virtual          bool       `json:"virtual,omitempty" doc:"An event that is attended online."`
	Platform         *Platform  `json:"platform,omitempty" doc:"An electronic interface that facilitates the sale; in the US the same as seller.marketplace."`
	Import           *Import    `json:"import,omitempty" doc:"Goods from outside the Union."`
	Lines            []Line     `json:"lines" minItems:"1" maxItems:"1000" nullable:"false"`
	Discount         money.Dec  `json:"discount,omitzero" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 10.00" doc:"Off the document."`
	Shipping         money.Dec  `json:"shipping,omitzero" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 4.90" doc:"Charged on the document."`
	ShippingTaxable  *bool      `json:"shipping_taxable,omitempty" doc:"US states: whether this charge is taxable, as the caller states."`
	Rounding         *Rounding  `json:"rounding,omitempty" doc:"Left out: the law's where it is held, else per document, half up."`
	Scope            string     `json:"scope,omitempty" enum:"state_only" doc:"state_only leaves US local taxes out, and the result says so."`
	Explain          bool       `json:"explain,omitempty" doc:"Show every line of the computation."`
}

// Address is a place.
type Address struct {
	Country    string `json:"country" pattern:"^[A-Z]{2}$" example:"DE" doc:"ISO 3166-1."`
	Region     string `json:"region,omitempty" maxLength:"40" doc:"ISO 3166-2, or a territory's slug."`
	PostalCode string `json:"postal_code,omitempty" maxLength:"20" doc:"US: ZIP or ZIP+4, 55101-2371."`
}

// Seller is the supplier.
type Seller struct {
	Address
	Status              string     `json:"status" enum:"business,consumer"`
	Establishments      []string   `json:"establishments,omitempty" maxItems:"300" nullable:"false" doc:"Further countries with a fixed establishment."`
	Registrations       []string   `json:"registrations,omitempty" maxItems:"300" nullable:"false" doc:"Places where the seller is registered: FR, US-MN, CA-BC."`
	NotRegistered       []string   `json:"not_registered,omitempty" maxItems:"300" nullable:"false" doc:"Places where the seller states that it need not collect."`
	CrossBorderSalesEUR *money.Dec `json:"cross_border_sales_eur,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,2})?$" patternDescription:"a decimal string such as 8500.00" doc:"Sales of this and last year to consumers in other Member States (Directive 2006/112/EC art. 59c)."`
	AboveThreshold      bool       `json:"above_threshold,omitempty" doc:"Has opted for taxation where the customer is, or exceeds the threshold."`
	Marketplace         bool       `json:"marketplace,omitempty" doc:"US: sells through a marketplace, which collects where the state's law says so."`
	OSS                 bool       `json:"oss,omitempty" doc:"Uses the one-stop shop."`
}

// Buyer is the customer.
type Buyer struct {
	Address
	Status       string     `json:"status" enum:"business,consumer"`
	TaxID        string     `json:"tax_id,omitempty" maxLength:"64"`
	TaxIDCountry string     `json:"tax_id_country,omitempty" maxLength:"2" doc:"Prefix of the number: DE, EL, XI."`
	Evidence     string     `json:"tax_id_evidence,omitempty" enum:"registry,certificate,declared" doc:"How the number was checked: registry by the stored consultation that tax_id_consultation names; certificate of a number from outside the Union alone."`
	Consultation string     `json:"tax_id_consultation,omitempty" maxLength:"64" doc:"Id of the register's stored answer about the number (1.9 with register)."`
	Exemption    *Exemption `json:"exemption,omitempty"`
}

// Exemption is a certificate by which a buyer is not taxed.
type Exemption struct {
	Kind   string     `json:"kind" maxLength:"60" doc:"As the certificate says: resale, exempt_entity."`
	Number string     `json:"number" maxLength:"100"`
	Places []string   `json:"places" maxItems:"60" nullable:"false" doc:"US-MN, US-WI."`
	Until  civil.Date `json:"until,omitzero" format:"date" doc:"Its last day; left out: no end."`
}

// Platform is an electronic interface.
type Platform struct {
	Country string `json:"country" pattern:"^[A-Z]{2}$"`
	IOSS    bool   `json:"ioss,omitempty"`
}

// Import says how goods enter the Union.
type Import struct {
	IntrinsicValueEUR money.Dec `json:"intrinsic_value_eur" pattern:"^[0-9]{1,15}([.][0-9]{1,2})?$" patternDescription:"a decimal string such as 120.00"`
	IOSS              bool      `json:"ioss,omitempty" doc:"Declared through the import scheme."`
}

// Line is one line of the document.
type Line struct {
	ID         string    `json:"id" minLength:"1" maxLength:"100"`
	Category   string    `json:"category" maxLength:"60" example:"goods_standard" doc:"Code of the tax category catalogue, or one of the everyday names that it lists."`
	RateClass  string    `json:"rate_class,omitempty" maxLength:"40" doc:"Where neither the category nor a narrower one decides."`
	SupplyKind string    `json:"supply_kind,omitempty" maxLength:"40" doc:"Left out: as the category suggests."`
	Quantity   money.Dec `json:"quantity" pattern:"^[0-9]{1,12}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 2"`
	UnitPrice  money.Dec `json:"unit_price" pattern:"^[0-9]{1,15}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 19.99"`
	Discount   money.Dec `json:"discount,omitzero" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 1.50" doc:"Off the line."`
}

// Rounding is the caller's policy.
type Rounding struct {
	Level string `json:"level" enum:"unit,line,document"`
	Mode  string `json:"mode" enum:"half_up,half_even,half_down,down,up"`
}
