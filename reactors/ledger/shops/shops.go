// Package shops reads orders and refunds from shops by their documented REST
// interfaces: WooCommerce's v3 and Shopify's Admin API.
//
// # Rules
//
// A shop and its secret are the operator's configuration; no secret comes or goes
// through the API. Every address passes the fetch guard. What a shop says is taken
// as it words it: figures are read as decimals, never through floating point; an
// order that is not final there is left out, and one whose taxes cannot be told by
// rate is skipped by name, never guessed.
package shops

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
)

// Shop is a connected source of orders.
type Shop struct {
	Tenant string `json:"tenant"` // its id
	Source string `json:"source"` // name of the source in the ledger
	Kind   string `json:"kind"`   // woocommerce | shopify
	URL    string `json:"url"`    // https://shop.example.com
	User   string `json:"user"`   // WooCommerce: the consumer key
	Secret string `json:"secret"` // WooCommerce: the consumer secret; Shopify: the access token
}

// Kinds of shops.
const (
	WooCommerce = "woocommerce"
	Shopify     = "shopify"
)

// Parse reads a list of shops, as JSON.
func Parse(text string) (list []Shop, err error) {
	if text == "" {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, errors.New("needs a JSON list of {tenant, source, kind, url, user, secret}")
	}
	for i, s := range list {
		u, err := url.Parse(s.URL)
		switch {
		case s.Tenant == "" || s.Source == "" || s.Source == orders.Checkouts || s.Secret == "":
			return nil, fmt.Errorf("shop %d needs tenant, source (not %s) and secret", i+1, orders.Checkouts)
		case s.Kind != WooCommerce && s.Kind != Shopify:
			return nil, fmt.Errorf("shop %d: kind is woocommerce or shopify", i+1)
		case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "":
			return nil, fmt.Errorf("shop %d: url is https and a host", i+1)
		}
	}
	return list, nil
}

// Find returns a tenant's shop of a source.
func Find(list []Shop, tenant, source string) (Shop, bool) {
	at := slices.IndexFunc(list, func(s Shop) bool { return s.Tenant == tenant && s.Source == source })
	if at < 0 {
		return Shop{}, false
	}
	return list[at], true
}

// Query says which orders: those with ids, or those that were changed from one
// instant to before another.
type Query struct {
	IDs      []string
	From, To time.Time
}

// Overlap is how much earlier than asked a shop is asked for what it changed: its
// clock may be behind, and its changes take a while to show.
const Overlap = 10 * time.Minute

// Reader reads shops.
type Reader struct {
	// Do sends a request; nil = through the guard.
	Do    func(*http.Request) (*http.Response, error)
	Guard *fetchguard.Guard
}

// Hearer is told what a shop says of what matches.
type Hearer struct {
	Order func(orders.Order) error // an order or refund
	Skip  func(ref string)         // the name of one that cannot be taken as the shop words it
	Open  func(ref string)         // the name of one that is not final at the shop: it waits
}

// Read tells what a shop says of every order and refund that matches.
func (r *Reader) Read(ctx context.Context, s Shop, q Query, h Hearer) error {
	if !q.From.IsZero() {
		q.From = q.From.Add(-Overlap)
	}
	if s.Kind == Shopify {
		return r.shopify(ctx, s, q, h)
	}
	return r.woocommerce(ctx, s, q, h)
}

// answerMax bounds one answer of a shop.
const answerMax = 32 << 20

// ErrRefused reports that a shop does not let us in, or does not know the address.
var ErrRefused = errors.New("the shop refuses")

// ErrAway reports that a shop does not answer, or breaks off: worth another try.
var ErrAway = errors.New("the shop is away")

// get reads one answer into v.
func (r *Reader) get(ctx context.Context, s Shop, path string, query url.Values, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(s.URL, "/")+path+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	if s.Kind == Shopify {
		req.Header.Set("X-Shopify-Access-Token", s.Secret)
	} else {
		req.SetBasicAuth(s.User, s.Secret)
	}
	send := r.Do
	if send == nil {
		if _, err := r.Guard.Check(req.URL.String(), fetchguard.Endpoint); err != nil {
			return err
		}
		client := r.Guard.Client(fetchguard.Endpoint)
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the secret stays
		send = client.Do
	}
	resp, err := send(req)
	if err != nil {
		if err = fetchguard.Explain(s.URL, err); fault.As(err) == nil {
			err = fmt.Errorf("%w: %w", ErrAway, err)
		}
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("%w: %s answers %d", ErrAway, s.Source, resp.StatusCode)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s answers %d", ErrRefused, s.Source, resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, answerMax))
	if err != nil {
		return fmt.Errorf("%w: the answer of %s was cut off: %w", ErrAway, s.Source, err)
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%w: %s answers what is no JSON of orders: %w", ErrRefused, s.Source, err)
	}
	return nil
}

// parts collects what an order is made of, by rate.
type parts struct {
	taxes []booking.Tax
}

// add counts a net amount and its tax under a rate.
func (p *parts) add(rate, net, tax money.Dec) {
	for i := range p.taxes {
		if p.taxes[i].Rate.Equal(rate) {
			p.taxes[i].Base, p.taxes[i].Tax = p.taxes[i].Base.Add(net), p.taxes[i].Tax.Add(tax)
			return
		}
	}
	p.taxes = append(p.taxes, booking.Tax{Rate: rate, Base: net, Tax: tax})
}

// summed are the taxes by rate, the highest first, with their sums; what neither
// has a base nor a tax is left out.
func (p *parts) summed(places int) (taxes []booking.Tax, net, tax money.Dec) {
	for _, t := range p.taxes {
		if t.Base.IsZero() && t.Tax.IsZero() {
			continue
		}
		t.Base, t.Tax = t.Base.Round(places, money.HalfUp).Pad(places), t.Tax.Round(places, money.HalfUp).Pad(places)
		taxes, net, tax = append(taxes, t), net.Add(t.Base), tax.Add(t.Tax)
	}
	slices.SortFunc(taxes, func(a, b booking.Tax) int { return b.Rate.Cmp(a.Rate) })
	return taxes, net, tax
}

// sum finishes an order from its parts; ok is false where they do not come to the
// gross amount that the shop names, or cannot be.
func (p *parts) sum(o orders.Order, gross money.Dec) (orders.Order, bool) {
	places, ok := money.MinorUnits(o.Currency)
	if !ok {
		return o, false
	}
	taxes, net, tax := p.summed(places)
	o.Taxes, o.Net, o.Gross = taxes, net.Pad(places), gross.Pad(places)
	for _, t := range taxes {
		if t.Base.Sign() < 0 || t.Tax.Sign() < 0 {
			return o, false
		}
	}
	return o, net.Add(tax).Equal(gross) && gross.Sign() > 0
}

// figure is an amount, rate or quantity of a shop. Some of them stand between quotation
// marks and some do not, and which ones changes from one field to the next. What is no
// figure counts for nothing, so that its order does not add up.
type figure struct{ money.Dec }

// UnmarshalJSON reads a figure, without floating point.
func (f *figure) UnmarshalJSON(text []byte) error {
	f.Dec = money.Zero
	if d, err := money.Parse(string(bytes.Trim(text, `"`))); err == nil {
		f.Dec = d
	}
	return nil
}
