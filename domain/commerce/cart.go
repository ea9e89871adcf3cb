package commerce

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
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
	Marketplace         bool       `json:"marketplace,omitempty" doc:"US: this cart is sold through a marketplace, which collects where the state's law says so; elsewhere name the platform."`
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

// Faults names what is malformed in a cart whatever the law and the
// configuration say; nil = nothing. What the configuration may fill in is not
// missed. Of a cart that is not whole, amounts are not held against each other.
func (c Cart) Faults(whole bool) error {
	q := c.request()
	q.Seller = c.Seller.seller()
	if q.Date.IsZero() {
		q.Date = civil.Of(2026, 1, 1) // any will do
	}
	for _, l := range c.Lines {
		line := l.line()
		if line.Category == "" {
			line.Category = "goods_standard"
		}
		q.Lines = append(q.Lines, line)
	}
	var fields fault.Fields
	var in *tax.InputError
	if errors.As(indirect.Faults(q, whole), &in) {
		for _, f := range in.Fields {
			if f.Field != "currency" || c.Currency != "" {
				fields.Add(f.Field, "%s", f.Message)
			}
		}
	}
	c.checkCertificate(&fields)
	return fields.Err()
}

// checkCertificate refuses places that no certificate could be of: the cart
// would be taxed as if there were none.
func (c Cart) checkCertificate(f *fault.Fields) {
	if e := c.Buyer.Exemption; e != nil {
		checkStates(f, "buyer.exemption.places", e.Places)
	}
}

// request is what the cart itself says of the document, without its lines and
// seller.
func (c Cart) request() indirect.Request {
	return indirect.Request{Date: c.Date, Currency: c.Currency, Buyer: c.Buyer, ShipFrom: c.ShipFrom, ShipTo: c.ShipTo,
		PerformedAt: c.PerformedAt, Virtual: c.Virtual, Platform: c.Platform, Import: c.Import, Discount: c.Discount,
		Shipping: c.Shipping, ShippingTaxable: c.ShippingTaxable, Rounding: c.Rounding, Scope: c.Scope}
}

// seller is the merchant before its registrations are known.
func (s CartSeller) seller() indirect.Seller {
	return indirect.Seller{Address: s.Address, Status: "business", Establishments: s.Establishments,
		CrossBorderSalesEUR: s.CrossBorderSalesEUR, AboveThreshold: s.AboveThreshold, Marketplace: s.Marketplace}
}

// line is the line before a rule gives it what it leaves open.
func (l CartLine) line() indirect.Line {
	return indirect.Line{ID: l.ID, Category: l.Category, RateClass: l.RateClass, SupplyKind: l.SupplyKind,
		Quantity: l.Quantity, UnitPrice: l.UnitPrice, Discount: l.Discount}
}

// texts keeps the room that carts are written in to be hashed.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// SHA256 is the hash of the cart as it is kept; equal carts have equal hashes.
func (c *Cart) SHA256() (string, error) {
	room := texts.Get().(*[]byte)
	text, err := wire.Append((*room)[:0], c)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	const most = 64 << 10 // what is rare is not kept
	if cap(text) <= most {
		*room = text
		texts.Put(room)
	}
	return hex.EncodeToString(sum[:]), nil
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
	for _, at := range []*indirect.Address{c.ShipTo, c.ShipFrom} {
		if at != nil {
			out = append(out, *at)
		}
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
