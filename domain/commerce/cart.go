package commerce

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/wire"
)

// Providers of a calculation.
const (
	Internal  = "internal"
	StripeTax = "stripe_tax"
	Avalara   = "avalara"
)

// What to do when an external provider does not answer.
const (
	Refuse       = "refuse"
	FallInternal = "internal"
)

// Cart is a checkout whose tax is asked for. What it leaves out comes from the
// tenant's configuration.
type Cart struct {
	CartID            string             `json:"cart_id,omitempty" maxLength:"100" doc:"Your id of the cart; a commit needs it. Once committed, the same cart answers the same result for ever."`
	CustomerID        string             `json:"customer_id,omitempty" maxLength:"100" doc:"Your own opaque id of the customer, by which exemptions are found."`
	Date              civil.Date         `json:"date,omitzero" format:"date" doc:"Of supply; left out: today, where the site is, and the result says so."`
	Currency          string             `json:"currency,omitempty" pattern:"^[A-Z]{3}$" example:"EUR" doc:"Left out: the region's."`
	PricesIncludeTax  *bool              `json:"prices_include_tax,omitempty" doc:"Left out: as the region says."`
	Seller            CartSeller         `json:"seller"`
	Buyer             indirect.Buyer     `json:"buyer"`
	ShipFrom          *indirect.Address  `json:"ship_from,omitempty"`
	ShipTo            *indirect.Address  `json:"ship_to,omitempty"`
	PerformedAt       *indirect.Address  `json:"performed_at,omitempty"`
	Virtual           bool               `json:"virtual,omitempty"`
	Platform          *indirect.Platform `json:"platform,omitempty"`
	Import            *indirect.Import   `json:"import,omitempty"`
	Lines             []CartLine         `json:"lines" minItems:"1" maxItems:"1000" nullable:"false"`
	Discount          money.Dec          `json:"discount,omitzero" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 10.00"`
	Shipping          money.Dec          `json:"shipping,omitzero" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 4.90"`
	ShippingTaxable   *bool              `json:"shipping_taxable,omitempty" doc:"US states; left out: as the region says."`
	Rounding          *indirect.Rounding `json:"rounding,omitempty"`
	Scope             string             `json:"scope,omitempty" enum:"state_only"`
	Provider          string             `json:"provider,omitempty" enum:"internal,stripe_tax,avalara" doc:"Left out: the region's, else internal."`
	OnProviderFailure string             `json:"on_provider_failure,omitempty" enum:"refuse,internal" doc:"Left out: the region's, else refuse."`
}

// CartSeller is the merchant as far as its registrations do not say.
type CartSeller struct {
	indirect.Address
	Establishments      []string   `json:"establishments,omitempty" maxItems:"300" nullable:"false" doc:"Further countries with a fixed establishment."`
	CrossBorderSalesEUR *money.Dec `json:"cross_border_sales_eur,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,2})?$" patternDescription:"a decimal string such as 8500.00"`
	AboveThreshold      bool       `json:"above_threshold,omitempty"`
}

// CartLine is one line of a cart.
type CartLine struct {
	ID          string    `json:"id" minLength:"1" maxLength:"100"`
	SKU         string    `json:"sku,omitempty" maxLength:"100" doc:"By which rules find their products."`
	ProductType string    `json:"product_type,omitempty" maxLength:"100"`
	Category    string    `json:"category,omitempty" maxLength:"60" doc:"Left out: what the first matching rule says."`
	RateClass   string    `json:"rate_class,omitempty" maxLength:"40"`
	SupplyKind  string    `json:"supply_kind,omitempty" maxLength:"40"`
	Quantity    money.Dec `json:"quantity" pattern:"^[0-9]{1,12}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 2"`
	UnitPrice   money.Dec `json:"unit_price" pattern:"^[0-9]{1,15}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 19.99"`
	Discount    money.Dec `json:"discount,omitzero" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 1.50"`
}

// Encode writes the cart; equal carts have equal bytes.
func (c Cart) Encode() ([]byte, string, error) {
	const head, line = 1 << 10, 1 << 8 // bytes, mostly
	text, err := wire.Append(make([]byte, 0, head+line*len(c.Lines)), &c)
	sum := sha256.Sum256(text)
	return text, hex.EncodeToString(sum[:]), err
}

// destination is where the cart goes, for finding its region.
func (c Cart) destination() indirect.Address {
	switch {
	case c.PerformedAt != nil:
		return *c.PerformedAt
	case c.ShipTo != nil:
		return *c.ShipTo
	}
	return c.Buyer.Address
}

// addresses are all places of the cart, the destination first.
func (c Cart) addresses() []indirect.Address {
	out := []indirect.Address{c.destination(), c.Buyer.Address}
	if c.ShipFrom != nil {
		out = append(out, *c.ShipFrom)
	}
	return append(out, c.Seller.Address)
}

// Applied is a record of the configuration that a preview used.
type Applied struct {
	Kind string `json:"kind" enum:"region,rate,rule,registration,exemption"`
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ProviderUsed says who computed a preview.
type ProviderUsed struct {
	Requested string `json:"requested" enum:"internal,stripe_tax,avalara"`
	Used      string `json:"used" enum:"internal,stripe_tax,avalara"`
	Failure   string `json:"failure,omitempty" doc:"Why the requested one was not used."`
}

// Preview is the computed tax of a cart.
type Preview struct {
	CartID     string          `json:"cart_id"`
	CartSHA256 string          `json:"cart_sha256"`
	Committed  bool            `json:"committed"`
	SnapshotID string          `json:"snapshot_id,omitempty" doc:"Of the snapshot, once committed."`
	Provider   ProviderUsed    `json:"provider"`
	RegionID   string          `json:"region_id,omitempty"`
	Applied    []Applied       `json:"applied" nullable:"false" doc:"The records of the configuration that were used."`
	Result     indirect.Result `json:"result"`
}
