package shops

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
)

// shopifyVersion is that of the Admin API whose orders are read; a shop that no
// longer has it answers as its oldest one.
const shopifyVersion = "2025-10"

// shopifyOrder is an order of Shopify's REST Admin API: shopify.dev, "Order".
type shopifyOrder struct {
	ID            json.Number     `json:"id"`
	Currency      string          `json:"currency"`
	Created       time.Time       `json:"created_at"`
	Processed     *time.Time      `json:"processed_at"`
	Cancelled     *time.Time      `json:"cancelled_at"`
	Financial     string          `json:"financial_status"`
	TaxesIncluded bool            `json:"taxes_included"`
	Total         figure          `json:"total_price"`
	Email         string          `json:"email"`
	Billing       *shopifyAddress `json:"billing_address"`
	ShipTo        *shopifyAddress `json:"shipping_address"`
	Lines         []shopifyLine   `json:"line_items"`
	Shipping      []shopifyLine   `json:"shipping_lines"`
	Refunds       []shopifyRefund `json:"refunds"`
}

type shopifyAddress struct {
	Name     string `json:"name"`
	Company  string `json:"company"`
	Street   string `json:"address1"`
	City     string `json:"city"`
	Province string `json:"province_code"`
	Zip      string `json:"zip"`
	Country  string `json:"country_code"`
}

type shopifyTax struct {
	Price figure `json:"price"`
	Rate  figure `json:"rate"`
}

type shopifyLine struct {
	ID        json.Number  `json:"id"`
	Title     string       `json:"title"`
	Quantity  figure       `json:"quantity"` // none of shipping
	Price     figure       `json:"price"`    // of one
	Taxes     []shopifyTax `json:"tax_lines"`
	Discounts []struct {
		Amount figure `json:"amount"`
	} `json:"discount_allocations"`
}

type shopifyRefund struct {
	ID      json.Number `json:"id"`
	Created time.Time   `json:"created_at"`
	Lines   []struct {
		Subtotal figure      `json:"subtotal"`
		TotalTax figure      `json:"total_tax"`
		Line     shopifyLine `json:"line_item"`
	} `json:"refund_line_items"`
	Adjustments []struct {
		Amount figure `json:"amount"`
	} `json:"order_adjustments"`
	Transactions []struct {
		Kind   string `json:"kind"`
		Status string `json:"status"`
		Amount figure `json:"amount"`
	} `json:"transactions"`
}

const shopifyPage = 250 // the most that the API gives at once

// shopifyFinal are the financial statuses of orders that stand.
var shopifyFinal = []string{"paid", "partially_refunded", "refunded", "voided"}

func (r *Reader) shopify(ctx context.Context, s Shop, q Query, h Hearer) error {
	query := url.Values{"limit": {strconv.Itoa(shopifyPage)}, "status": {"any"}}
	if len(q.IDs) > 0 {
		for ids := range slices.Chunk(q.IDs, shopifyPage) {
			query.Set("ids", strings.Join(ids, ","))
			if err := r.shopifyPages(ctx, s, query, h); err != nil {
				return err
			}
		}
		return nil
	}
	query.Set("updated_at_min", q.From.UTC().Format(time.RFC3339))
	query.Set("updated_at_max", q.To.UTC().Format(time.RFC3339))
	return r.shopifyPages(ctx, s, query, h)
}

// shopifyPages asks on from the highest id that it was told, which the API gives
// in the order of ids.
func (r *Reader) shopifyPages(ctx context.Context, s Shop, query url.Values, h Hearer) error {
	for since := int64(0); ; {
		query.Set("since_id", strconv.FormatInt(since, 10))
		var page struct {
			Orders []shopifyOrder `json:"orders"`
		}
		if err := r.get(ctx, s, "/admin/api/"+shopifyVersion+"/orders.json", query, &page); err != nil {
			return err
		}
		before := since
		for _, x := range page.Orders {
			if id, err := x.ID.Int64(); err == nil {
				since = max(since, id)
			}
			if err := x.take(h); err != nil {
				return err
			}
		}
		if len(page.Orders) < shopifyPage || since == before {
			return nil
		}
	}
}

func (x shopifyOrder) take(h Hearer) error {
	if x.Cancelled == nil && !slices.Contains(shopifyFinal, x.Financial) {
		h.Open(x.ID.String())
		return nil
	}
	o, ok := x.order()
	if !ok {
		h.Skip(x.ID.String())
	} else if err := h.Order(o); err != nil {
		return err
	}
	for _, back := range x.Refunds {
		o, ok := x.refund(back)
		if !ok {
			h.Skip("refund-" + back.ID.String())
		} else if err := h.Order(o); err != nil {
			return err
		}
	}
	return nil
}

// taxed are a line's taxes as one.
func (l shopifyLine) taxed() (rate, tax money.Dec) {
	for _, x := range l.Taxes {
		if amount := x.Price.Dec; !amount.IsZero() {
			rate, tax = rate.Add(x.Rate.Dec), tax.Add(amount)
		}
	}
	return rate, tax
}

// net is a line's amount without tax.
func (l shopifyLine) net(taxesIncluded bool) (net, quantity money.Dec) {
	quantity = l.Quantity.Dec
	if quantity.Sign() <= 0 {
		quantity = money.One
	}
	net = l.Price.Dec.Mul(quantity)
	for _, d := range l.Discounts {
		net = net.Sub(d.Amount.Dec)
	}
	if _, tax := l.taxed(); taxesIncluded {
		net = net.Sub(tax)
	}
	return net, quantity
}

func (x shopifyOrder) order() (orders.Order, bool) {
	o := orders.Order{SourceRef: x.ID.String(), Kind: orders.Sale, Status: x.Financial, PlacedAt: x.Created.UTC(), Currency: x.Currency,
		PricesIncludeTax: x.TaxesIncluded, Buyer: orders.Buyer{Email: x.Email, Country: x.country()}}
	if x.Cancelled != nil || x.Financial == "voided" {
		o.Status = "cancelled"
	}
	if b := x.Billing; b != nil {
		o.Buyer.Name = b.Name
		if b.Company != "" {
			o.Buyer.Name = b.Company
		}
		o.Buyer.Address = &orders.Address{Street: b.Street, City: b.City, Region: b.Province, PostalCode: b.Zip, Country: b.Country}
	}
	if x.Processed != nil && x.Financial != "voided" {
		o.Payment = &booking.Paid{Method: "provider", PaidOn: civil.FromTime(x.Processed.UTC())}
	}
	var p parts
	for _, l := range slices.Concat(x.Lines, x.Shipping) {
		rate, tax := l.taxed()
		net, quantity := l.net(x.TaxesIncluded)
		p.add(rate, net, tax)
		o.Lines = append(o.Lines, orders.Line{ID: l.ID.String(), Description: l.Title, Quantity: quantity, UnitPrice: net.QuoRound(quantity, 6,
			money.HalfUp),
			Net: net, Rate: rate})
	}
	return p.sum(o, x.Total.Dec)
}

// country is where the goods go, else where the bill goes.
func (x shopifyOrder) country() string {
	for _, a := range []*shopifyAddress{x.ShipTo, x.Billing} {
		if a != nil && a.Country != "" {
			return a.Country
		}
	}
	return ""
}

func (x shopifyOrder) refund(back shopifyRefund) (orders.Order, bool) {
	o := orders.Order{SourceRef: "refund-" + back.ID.String(), Kind: orders.Refund, RefundOf: x.ID.String(), PlacedAt: back.Created.UTC(),
		Currency: x.Currency,
		Buyer:    orders.Buyer{Country: x.country()}}
	for _, a := range back.Adjustments {
		if !a.Amount.Dec.IsZero() {
			return o, false // of no rate that it names
		}
	}
	gross := money.Zero
	for _, t := range back.Transactions {
		if t.Kind == "refund" && t.Status == "success" {
			gross = gross.Add(t.Amount.Dec)
		}
	}
	var p parts
	for _, l := range back.Lines {
		rate, _ := l.Line.taxed()
		net, tax := l.Subtotal.Dec, l.TotalTax.Dec
		if x.TaxesIncluded {
			net = net.Sub(tax)
		}
		if tax.IsZero() {
			rate = money.Zero
		}
		p.add(rate, net, tax)
	}
	return p.sum(o, gross)
}
