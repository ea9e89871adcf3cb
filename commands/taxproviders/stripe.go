package taxproviders

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
)

// Stripe computes through Stripe Tax.
type Stripe struct {
	client
	base string
	now  func() time.Time
}

// NewStripe returns a client; base is https://api.stripe.com.
func NewStripe(base, key string, now func() time.Time) *Stripe {
	return &Stripe{newClient("stripe_tax", func(r *http.Request) { r.SetBasicAuth(key, "") }), strings.TrimSuffix(base, "/"), now}
}

// stripeCodes are Stripe's codes of the categories that its list names in the
// same words. For others a code is not guessed.
var stripeCodes = map[string]string{
	"goods_standard":    "txcd_99999999",
	"services_standard": "txcd_20030000",
	"digital_services":  "txcd_10000000",
}

// stripeShipping is Stripe's code of shipping.
const stripeShipping = "txcd_92010001"

// stripeUnits are the currencies whose smallest unit at Stripe is the one of
// ISO 4217; for others (ISK, UGX, three-place currencies) Stripe has rules of
// its own.
func stripeUnits(currency string) bool {
	n, ok := money.MinorUnits(currency)
	return ok && n <= 2 && !strings.Contains("ISK UGX HUF TWD", currency)
}

// Health says whether Stripe would compute.
func (s *Stripe) Health(ctx context.Context) Health { return s.asked.health(ctx, s.check) }

// check asks for the tax settings.
func (s *Stripe) check(ctx context.Context) error {
	var settings struct {
		Status string `json:"status"`
	}
	if err := s.call(ctx, http.MethodGet, s.base+"/v1/tax/settings", "", nil, &settings); err != nil {
		return err
	}
	if settings.Status != "active" {
		return s.failure("its tax settings are %q, not active", settings.Status)
	}
	return nil
}

type stripeLine struct {
	ID        string      `json:"id"`
	Amount    json.Number `json:"amount"`
	AmountTax json.Number `json:"amount_tax"`
	Behaviour string      `json:"tax_behavior"`
	Reference string      `json:"reference"`
	Breakdown []struct {
		Amount  json.Number `json:"amount"`
		Taxable json.Number `json:"taxable_amount"`
		Reason  string      `json:"taxability_reason"`
		Details *struct {
			Name    string `json:"display_name"`
			Percent string `json:"percentage_decimal"`
		} `json:"tax_rate_details"`
	} `json:"tax_breakdown"`
}

type stripeLines struct {
	Data    []stripeLine `json:"data"`
	HasMore bool         `json:"has_more"`
}

type stripeCalculation struct {
	ID        string      `json:"id"`
	Currency  string      `json:"currency"`
	Exclusive json.Number `json:"tax_amount_exclusive"`
	Inclusive json.Number `json:"tax_amount_inclusive"`
	Lines     stripeLines `json:"line_items"`
	Shipping  *struct {
		AmountTax json.Number `json:"amount_tax"`
	} `json:"shipping_cost"`
}

// Calculate asks for a tax calculation, which is not recorded as a transaction.
func (s *Stripe) Calculate(ctx context.Context, q indirect.Request) (indirect.Result, error) {
	priced, places, err := bases(q)
	if err != nil {
		return indirect.Result{}, s.failure("the document cannot be priced: %v", err)
	}
	form, err := s.form(q, priced, places)
	if err != nil {
		return indirect.Result{}, err
	}
	if err := s.resting(); err != nil {
		return indirect.Result{}, err
	}
	var out stripeCalculation
	if err := s.call(ctx, http.MethodPost, s.base+"/v1/tax/calculations", "application/x-www-form-urlencoded", []byte(form.Encode()),
		&out); err != nil {
		return indirect.Result{}, err
	}
	if err := s.restOfLines(ctx, &out); err != nil {
		return indirect.Result{}, err
	}
	return s.read(q, priced, places, out)
}

// restOfLines pages through the lines that the calculation did not list.
func (s *Stripe) restOfLines(ctx context.Context, out *stripeCalculation) error {
	const pagesMax = 11
	for range pagesMax {
		if !out.Lines.HasMore || len(out.Lines.Data) == 0 {
			return nil
		}
		last := out.Lines.Data[len(out.Lines.Data)-1].ID
		at := fmt.Sprintf("%s/v1/tax/calculations/%s/line_items?limit=100&expand[]=data.tax_breakdown&starting_after=%s", s.base,
			url.PathEscape(out.ID), url.QueryEscape(last))
		var page stripeLines
		if err := s.call(ctx, http.MethodGet, at, "", nil, &page); err != nil {
			return err
		}
		out.Lines.Data, out.Lines.HasMore = append(out.Lines.Data, page.Data...), page.HasMore
	}
	return s.failure("its list of lines does not end")
}

// form is the request as Stripe takes it.
func (s *Stripe) form(q indirect.Request, priced calc.Result, places int) (url.Values, error) {
	if field := unsupported(q); field != "" {
		return nil, s.failure("%s cannot be passed on to it", field)
	}
	if !stripeUnits(q.Currency) {
		return nil, s.failure("amounts in %s are not passed on to it", q.Currency)
	}
	if days := q.Date.DaysUntil(civil.FromTime(s.now().UTC())); days > 1 || days < -1 {
		return nil, s.failure("it computes for today only, give or take two days, not for %s", q.Date)
	}
	f := url.Values{"currency": {strings.ToLower(q.Currency)}, "expand[]": {"line_items", "line_items.data.tax_breakdown"},
		"tax_date": {strconv.FormatInt(q.Date.Time().Add(12*time.Hour).Unix(), 10)}}
	behaviour := "exclusive"
	if q.PricesIncludeTax {
		behaviour = "inclusive"
	}
	units := func(d money.Dec) string {
		return d.Mul(money.MustParse("1" + strings.Repeat("0", places))).Whole(money.HalfUp).String()
	}
	for i, l := range q.Lines {
		code := stripeCodes[l.Category]
		if code == "" {
			return nil, s.failure("its code of the category %s is not held", l.Category)
		}
		at := func(name string) string { return fmt.Sprintf("line_items[%d][%s]", i, name) }
		f.Set(at("amount"), units(base(q, priced.Lines[i])))
		f.Set(at("reference"), l.ID)
		f.Set(at("tax_code"), code)
		f.Set(at("tax_behavior"), behaviour)
	}
	if q.Shipping.Sign() > 0 {
		f.Set("shipping_cost[amount]", units(q.Shipping))
		f.Set("shipping_cost[tax_behavior]", behaviour)
		f.Set("shipping_cost[tax_code]", stripeShipping)
	}
	s.parties(f, q)
	if q.Buyer.TaxID != "" {
		kind := ""
		switch {
		case rates.IsMember(euCountry(q.Buyer.TaxIDCountry), q.Date) || q.Buyer.TaxIDCountry == "XI":
			kind = "eu_vat"
		case q.Buyer.TaxIDCountry == "GB":
			kind = "gb_vat"
		default:
			return nil, s.failure("buyer.tax_id of %q cannot be passed on to it", q.Buyer.TaxIDCountry)
		}
		f.Set("customer_details[tax_ids][0][type]", kind)
		f.Set("customer_details[tax_ids][0][value]", q.Buyer.TaxID)
	}
	if certificate(q) != nil {
		f.Set("customer_details[taxability_override]", "customer_exempt")
	}
	return f, nil
}

// base is a line's amount less its discounts.
func base(q indirect.Request, l calc.LineResult) money.Dec {
	if q.PricesIncludeTax {
		return l.Gross
	}
	return l.Net
}

func euCountry(prefix string) string {
	if prefix == "EL" {
		return "GR"
	}
	return prefix
}

func (s *Stripe) parties(f url.Values, q indirect.Request) {
	place := func(prefix string, a indirect.Address) {
		f.Set(prefix+"[country]", a.Country)
		if a.Region != "" {
			f.Set(prefix+"[state]", state(a))
		}
		if a.PostalCode != "" {
			f.Set(prefix+"[postal_code]", a.PostalCode)
		}
	}
	source := "billing"
	if q.ShipTo != nil {
		source = "shipping"
	}
	place("customer_details[address]", destination(q))
	f.Set("customer_details[address_source]", source)
	if q.ShipFrom != nil {
		place("ship_from_details[address]", *q.ShipFrom)
	}
}

// unregistered reports whether the seller is said not to be registered where
// the document goes.
func unregistered(q indirect.Request) bool {
	to := destination(q)
	region := to.Country + "-" + state(to)
	return slices.Contains(q.Seller.NotRegistered, to.Country) || to.Region != "" && slices.Contains(q.Seller.NotRegistered, region)
}

// read turns the answer into a result.
func (s *Stripe) read(q indirect.Request, priced calc.Result, places int, out stripeCalculation) (indirect.Result, error) {
	bad := error(nil)
	amount := func(n json.Number) money.Dec {
		d, err := money.Parse(n.String())
		if err != nil {
			bad = s.failure("an amount of its answer could not be read")
			return money.Zero
		}
		return d.QuoRound(money.MustParse("1"+strings.Repeat("0", places)), places, money.HalfUp)
	}
	byReference := map[string]stripeLine{}
	for _, l := range out.Lines.Data {
		byReference[l.Reference] = l
	}
	if len(byReference) != len(q.Lines) || len(out.Lines.Data) != len(q.Lines) || !strings.EqualFold(out.Currency, q.Currency) {
		return indirect.Result{}, s.failure("it answered %d lines in %q for %d lines in %s", len(out.Lines.Data), out.Currency, len(q.Lines),
			q.Currency)
	}
	var lines []taxed
	for i, l := range q.Lines {
		got, ok := byReference[l.ID]
		sent := base(q, priced.Lines[i])
		if !ok || !amount(got.Amount).Equal(sent) {
			return indirect.Result{}, s.failure("it did not answer line %s as it was sent", l.ID)
		}
		t := taxed{id: l.ID, base: sent, tax: amount(got.AmountTax)}
		for _, b := range got.Breakdown {
			t.reasons = append(t.reasons, b.Reason)
			switch {
			case b.Reason == "not_supported":
				return indirect.Result{}, s.failure("it does not support the place of line %s", l.ID)
			case b.Reason == "not_collecting" && !unregistered(q):
				// The account is the installation's: what it lacks is no fact of the tenant.
				return indirect.Result{},
					s.failure("it collects nothing in the place of line %s, and no registration record says that the seller is not registered there", l.ID)
			}
			if b.Details == nil {
				continue // no tax is imposed, for the reason given
			}
			percent, err := money.Parse(b.Details.Percent)
			if err != nil {
				return indirect.Result{}, s.failure("a rate of its answer could not be read")
			}
			t.components = append(t.components, calc.ComponentAmount{Code: b.Details.Name, Rate: percent.Quo(money.FromInt(100)),
				Taxable: amount(b.Taxable), Amount: amount(b.Amount)})
		}
		lines = append(lines, t)
	}
	if q.Shipping.Sign() > 0 {
		if out.Shipping == nil {
			return indirect.Result{}, s.failure("it left the charge for shipping out")
		}
		lines = append(lines, taxed{id: shippingID, base: q.Shipping, tax: amount(out.Shipping.AmountTax)})
	}
	total := amount(out.Exclusive)
	if q.PricesIncludeTax {
		total = amount(out.Inclusive)
	}
	if bad != nil {
		return indirect.Result{}, bad
	}
	return s.result(q, priced, places, lines, total, out.ID)
}
