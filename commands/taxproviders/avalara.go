package taxproviders

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/money"
)

// Avalara computes through AvaTax.
type Avalara struct {
	client
	base    string
	company string
}

// NewAvalara returns a client; base is https://rest.avatax.com.
func NewAvalara(base, account, licenseKey, company string) *Avalara {
	return &Avalara{newClient("avalara", func(r *http.Request) {
		r.SetBasicAuth(account, licenseKey)
		r.Header.Set("X-Avalara-Client", "Tallystick; 1.0; REST; 1.0; service")
	}), strings.TrimSuffix(base, "/"), company}
}

// avalaraCodes are AvaTax's system codes of the categories that its
// documentation names in the same words. For others a code is not guessed.
var avalaraCodes = map[string]string{"goods_standard": "P0000000"}

// avalaraShipping is the code of shipping by common carrier, FOB destination.
const avalaraShipping = "FR020100"

// Health says whether AvaTax would compute.
func (a *Avalara) Health(ctx context.Context) Health { return a.asked.health(ctx, a.check) }

// check pings with the credentials.
func (a *Avalara) check(ctx context.Context) error {
	var pong struct {
		Authenticated bool `json:"authenticated"`
	}
	if err := a.call(ctx, http.MethodGet, a.base+"/api/v2/utilities/ping", "", nil, &pong); err != nil {
		return err
	}
	if !pong.Authenticated {
		return a.failure("it does not accept the credentials")
	}
	return nil
}

type avalaraAddress struct {
	Country    string `json:"country"`
	Region     string `json:"region,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
}

type avalaraLine struct {
	Number      string      `json:"number"`
	Quantity    json.Number `json:"quantity"`
	Amount      json.Number `json:"amount"`
	TaxCode     string      `json:"taxCode"`
	TaxIncluded bool        `json:"taxIncluded"`
}

type avalaraRequest struct {
	Type      string                    `json:"type"`
	Company   string                    `json:"companyCode"`
	Date      string                    `json:"date"`
	Customer  string                    `json:"customerCode"`
	Currency  string                    `json:"currencyCode"`
	Commit    bool                      `json:"commit"`
	BuyerID   string                    `json:"businessIdentificationNo,omitempty"`
	Exemption string                    `json:"exemptionNo,omitempty"`
	Addresses map[string]avalaraAddress `json:"addresses"`
	Lines     []avalaraLine             `json:"lines"`
}

type avalaraResponse struct {
	TotalTax json.Number `json:"totalTax"`
	Code     string      `json:"code"`
	Status   string      `json:"status"`
	Currency string      `json:"currencyCode"`
	Lines    []struct {
		Number  string      `json:"lineNumber"`
		Tax     json.Number `json:"tax"`
		Details []struct {
			Name    string      `json:"taxName"`
			Rate    json.Number `json:"rate"`
			Tax     json.Number `json:"tax"`
			Taxable json.Number `json:"taxableAmount"`
		} `json:"details"`
	} `json:"lines"`
}

// Calculate asks for a SalesOrder, an estimate that AvaTax does not keep.
func (a *Avalara) Calculate(ctx context.Context, q indirect.Request) (indirect.Result, error) {
	priced, places, err := bases(q)
	if err != nil {
		return indirect.Result{}, a.failure("the document cannot be priced: %v", err)
	}
	sent, err := a.request(q, priced)
	if err != nil {
		return indirect.Result{}, err
	}
	body, err := json.Marshal(sent)
	if err != nil {
		return indirect.Result{}, a.failure("the document cannot be encoded")
	}
	if err := a.resting(); err != nil {
		return indirect.Result{}, err
	}
	var out avalaraResponse
	if err := a.call(ctx, http.MethodPost, a.base+"/api/v2/transactions/create", "application/json", body, &out); err != nil {
		return indirect.Result{}, err
	}
	return a.read(q, priced, places, out)
}

func (a *Avalara) request(q indirect.Request, priced calc.Result) (avalaraRequest, error) {
	if field := unsupported(q); field != "" {
		return avalaraRequest{}, a.failure("%s cannot be passed on to it", field)
	}
	place := func(p indirect.Address) avalaraAddress {
		return avalaraAddress{p.Country, state(p), p.PostalCode}
	}
	from := q.Seller.Address
	if q.ShipFrom != nil {
		from = *q.ShipFrom
	}
	r := avalaraRequest{Type: "SalesOrder", Company: a.company, Date: q.Date.String(), Customer: "checkout", Currency: q.Currency,
		BuyerID: q.Buyer.TaxID, Addresses: map[string]avalaraAddress{"shipFrom": place(from), "shipTo": place(destination(q))}}
	if e := certificate(q); e != nil {
		r.Exemption = e.Number
	}
	for i, l := range q.Lines {
		code := avalaraCodes[l.Category]
		if code == "" {
			return avalaraRequest{}, a.failure("its code of the category %s is not held", l.Category)
		}
		r.Lines = append(r.Lines, avalaraLine{Number: l.ID, Quantity: json.Number(l.Quantity.String()),
			Amount: json.Number(base(q, priced.Lines[i]).String()), TaxCode: code, TaxIncluded: q.PricesIncludeTax})
	}
	if q.Shipping.Sign() > 0 {
		r.Lines = append(r.Lines, avalaraLine{Number: shippingID, Quantity: "1", Amount: json.Number(q.Shipping.String()),
			TaxCode: avalaraShipping, TaxIncluded: q.PricesIncludeTax})
	}
	return r, nil
}

func (a *Avalara) read(q indirect.Request, priced calc.Result, places int, out avalaraResponse) (indirect.Result, error) {
	var bad error
	number := func(n json.Number) money.Dec {
		d, err := money.Parse(n.String())
		if err != nil {
			bad = a.failure("a figure of its answer could not be read")
		}
		return d
	}
	byNumber := map[string]int{}
	for i, l := range out.Lines {
		byNumber[l.Number] = i
	}
	if out.Currency != q.Currency {
		return indirect.Result{}, a.failure("it answered in %q, not in %s", out.Currency, q.Currency)
	}
	if sent := len(q.Lines) + min(1, max(0, q.Shipping.Sign())); len(out.Lines) != sent {
		return indirect.Result{}, a.failure("it answered %d lines for %d", len(out.Lines), sent)
	}
	var lines []taxed
	add := func(id string, sent money.Dec) bool {
		at, ok := byNumber[id]
		if !ok {
			return false
		}
		got := out.Lines[at]
		t := taxed{id: id, base: sent, tax: number(got.Tax)}
		for _, d := range got.Details {
			t.reasons = append(t.reasons, d.Name)
			t.components = append(t.components, calc.ComponentAmount{Code: d.Name, Rate: number(d.Rate), Taxable: number(d.Taxable),
				Amount: number(d.Tax)})
		}
		lines = append(lines, t)
		return true
	}
	for i, l := range q.Lines {
		if !add(l.ID, base(q, priced.Lines[i])) {
			return indirect.Result{}, a.failure("it did not answer line %s", l.ID)
		}
	}
	if q.Shipping.Sign() > 0 && !add(shippingID, q.Shipping) {
		return indirect.Result{}, a.failure("it left the charge for shipping out")
	}
	total := number(out.TotalTax)
	if bad != nil {
		return indirect.Result{}, bad
	}
	return a.result(q, priced, places, lines, total, out.Code)
}
