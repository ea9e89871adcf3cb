package shops

import (
	"cmp"
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

// wooOrder is an order of WooCommerce's REST API v3: woocommerce.github.io,
// "Order properties". Totals of lines are without tax.
type wooOrder struct {
	ID               json.Number `json:"id"`
	Status           string      `json:"status"`
	Currency         string      `json:"currency"`
	PricesIncludeTax bool        `json:"prices_include_tax"`
	Created          string      `json:"date_created_gmt"`
	Paid             string      `json:"date_paid_gmt"`
	Total            figure      `json:"total"`
	Method           string      `json:"payment_method"`
	Billing          struct {
		First    string `json:"first_name"`
		Last     string `json:"last_name"`
		Company  string `json:"company"`
		Street   string `json:"address_1"`
		City     string `json:"city"`
		State    string `json:"state"`
		Postcode string `json:"postcode"`
		Country  string `json:"country"`
		Email    string `json:"email"`
	} `json:"billing"`
	ShipTo struct {
		Country string `json:"country"`
	} `json:"shipping"`
	Lines    []wooLine `json:"line_items"`
	Shipping []wooLine `json:"shipping_lines"`
	Fees     []wooLine `json:"fee_lines"`
	TaxLines []struct {
		RateID json.Number `json:"rate_id"`
		Rate   json.Number `json:"rate_percent"`
	} `json:"tax_lines"`
	Refunds []struct {
		ID json.Number `json:"id"`
	} `json:"refunds"`
}

type wooLine struct {
	ID       json.Number `json:"id"`
	Name     string      `json:"name"`         // of goods and fees
	Method   string      `json:"method_title"` // of shipping
	Quantity figure      `json:"quantity"`
	Total    figure      `json:"total"`
	TotalTax figure      `json:"total_tax"`
	Taxes    []struct {
		ID    json.Number `json:"id"`
		Total figure      `json:"total"`
	} `json:"taxes"`
}

// wooRefund is a refund of an order; its lines have amounts below zero.
type wooRefund struct {
	ID       json.Number `json:"id"`
	Created  string      `json:"date_created_gmt"`
	Amount   figure      `json:"amount"`
	Lines    []wooLine   `json:"line_items"`
	Shipping []wooLine   `json:"shipping_lines"`
	Fees     []wooLine   `json:"fee_lines"`
}

const wooPage = 100 // the most that the API gives at once

// wooFinal are the statuses of orders that stand.
var wooFinal = []string{"processing", "completed", "refunded", "cancelled"}

func (r *Reader) woocommerce(ctx context.Context, s Shop, q Query, h Hearer) error {
	query := url.Values{"per_page": {strconv.Itoa(wooPage)}, "orderby": {"id"}, "order": {"asc"}, "dates_are_gmt": {"true"}, "status": {"any"}}
	if len(q.IDs) > 0 {
		for ids := range slices.Chunk(q.IDs, wooPage) {
			query.Set("include", strings.Join(ids, ","))
			if err := r.wooPages(ctx, s, query, h); err != nil {
				return err
			}
		}
		return nil
	}
	const form = "2006-01-02T15:04:05"
	query.Set("modified_after", q.From.UTC().Format(form))
	query.Set("modified_before", q.To.UTC().Format(form))
	return r.wooPages(ctx, s, query, h)
}

func (r *Reader) wooPages(ctx context.Context, s Shop, query url.Values, h Hearer) error {
	for page := 1; ; page++ {
		query.Set("page", strconv.Itoa(page))
		var list []wooOrder
		if err := r.get(ctx, s, "/wp-json/wc/v3/orders", query, &list); err != nil {
			return err
		}
		for _, w := range list {
			if !slices.Contains(wooFinal, w.Status) {
				h.Open(w.ID.String())
				continue
			}
			if err := r.wooTake(ctx, s, w, h); err != nil {
				return err
			}
		}
		if len(list) < wooPage {
			return nil
		}
	}
}

func (r *Reader) wooTake(ctx context.Context, s Shop, w wooOrder, h Hearer) error {
	o, ok := w.order()
	if !ok {
		h.Skip(w.ID.String())
	} else if err := h.Order(o); err != nil {
		return err
	}
	if len(w.Refunds) == 0 {
		return nil
	}
	var list []wooRefund
	path := "/wp-json/wc/v3/orders/" + url.PathEscape(w.ID.String()) + "/refunds"
	if err := r.get(ctx, s, path, url.Values{"per_page": {strconv.Itoa(wooPage)}}, &list); err != nil {
		return err
	}
	for _, x := range list {
		o, ok := w.refund(x)
		if !ok {
			h.Skip("refund-" + x.ID.String())
		} else if err := h.Order(o); err != nil {
			return err
		}
	}
	return nil
}

// rates are the order's rates, as fractions, by the id that lines name.
func (w wooOrder) rates() map[string]money.Dec {
	out := map[string]money.Dec{}
	for _, t := range w.TaxLines {
		if percent, err := money.Parse(t.Rate.String()); err == nil {
			out[t.RateID.String()] = percent.QuoRound(money.FromInt(100), 6, money.HalfUp).Trim(2)
		}
	}
	return out
}

// counted adds lines to parts: each under the sum of its rates. ok is false where
// a tax names no rate that the order has.
func counted(p *parts, lines []wooLine, rates map[string]money.Dec, sign money.Dec) bool {
	for _, l := range lines {
		rate, tax := money.Zero, money.Zero
		for _, x := range l.Taxes {
			amount := x.Total.Dec
			if amount.IsZero() {
				continue
			}
			r, ok := rates[x.ID.String()]
			if !ok {
				return false
			}
			rate, tax = rate.Add(r), tax.Add(amount)
		}
		if !l.TotalTax.Dec.IsZero() && tax.IsZero() {
			return false
		}
		p.add(rate, l.Total.Dec.Mul(sign), tax.Mul(sign))
	}
	return true
}

// country is where the goods go, else where the bill goes.
func (w wooOrder) country() string { return cmp.Or(w.ShipTo.Country, w.Billing.Country) }

func (w wooOrder) order() (orders.Order, bool) {
	placed, err := time.Parse("2006-01-02T15:04:05", w.Created)
	if err != nil {
		return orders.Order{}, false
	}
	b := w.Billing
	o := orders.Order{SourceRef: w.ID.String(), Kind: orders.Sale, Status: w.Status, PlacedAt: placed.UTC(), Currency: w.Currency,
		PricesIncludeTax: w.PricesIncludeTax,
		Buyer: orders.Buyer{Name: strings.TrimSpace(b.First + " " + b.Last), Country: w.country(), Email: b.Email,
			Address: &orders.Address{Street: b.Street, City: b.City, Region: b.State, PostalCode: b.Postcode, Country: b.Country}}}
	if b.Company != "" {
		o.Buyer.Name = b.Company
	}
	if paid, err := time.Parse("2006-01-02T15:04:05", w.Paid); err == nil {
		o.Payment = &booking.Paid{Method: "provider", PaidOn: civil.FromTime(paid)}
	}
	rates := w.rates()
	var p parts
	if !counted(&p, w.Lines, rates, money.One) || !counted(&p, w.Shipping, rates, money.One) || !counted(&p, w.Fees, rates, money.One) {
		return o, false
	}
	for _, l := range slices.Concat(w.Lines, w.Shipping, w.Fees) {
		o.Lines = append(o.Lines, l.order(rates))
	}
	return p.sum(o, w.Total.Dec)
}

func (l wooLine) order(rates map[string]money.Dec) orders.Line {
	quantity := l.Quantity.Dec
	if quantity.Sign() <= 0 {
		quantity = money.One
	}
	out := orders.Line{ID: l.ID.String(), Description: cmp.Or(l.Name, l.Method), Quantity: quantity,
		UnitPrice: l.Total.Dec.QuoRound(quantity, 6, money.HalfUp),
		Net:       l.Total.Dec}
	for _, x := range l.Taxes {
		if !x.Total.Dec.IsZero() {
			out.Rate = out.Rate.Add(rates[x.ID.String()])
		}
	}
	return out
}

func (w wooOrder) refund(x wooRefund) (orders.Order, bool) {
	made, err := time.Parse("2006-01-02T15:04:05", x.Created)
	if err != nil {
		return orders.Order{}, false
	}
	o := orders.Order{SourceRef: "refund-" + x.ID.String(), Kind: orders.Refund, RefundOf: w.ID.String(), PlacedAt: made.UTC(),
		Currency: w.Currency,
		Buyer:    orders.Buyer{Country: w.country()}}
	rates, minus := w.rates(), money.FromInt(-1)
	var p parts
	if !counted(&p, x.Lines, rates, minus) || !counted(&p, x.Shipping, rates, minus) || !counted(&p, x.Fees, rates, minus) {
		return o, false
	}
	return p.sum(o, x.Amount.Dec.Abs())
}
