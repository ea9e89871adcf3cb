// Package taxproviders asks other services for the tax of a checkout: Stripe
// Tax and Avalara AvaTax, by their public REST APIs.
//
// # Rules
//
// A provider computes, or it fails. Whatever is not a complete answer is a
// *Failure: no connection, a deadline, a status other than success, a body
// that does not decode, figures that do not add up, a fact of the cart that
// this client cannot pass on. A failure is never a tax of zero; what follows
// it is the caller's policy. One that does not answer several times in a row is
// left alone for some seconds, so that no checkout waits for it. Figures of a
// provider carry no citations, are of draft coverage and name who computed them.
//
// # Sources
//
// Stripe: https://docs.stripe.com/api/tax/calculations/object,
// https://docs.stripe.com/api/tax/settings, https://docs.stripe.com/tax/tax-codes.
// Avalara: https://developer.avalara.com/avatax/dev-guide/ (transactions,
// authentication), models TransactionModel and PingResultModel of the REST v2
// definition. Accounts belong to the installation: every tenant that chooses a
// provider computes through the same account.
package taxproviders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Provider computes the tax of a document elsewhere.
type Provider interface {
	// Calculate asks for the tax. The error is a *Failure.
	Calculate(ctx context.Context, q indirect.Request) (indirect.Result, error)
	// Health tells whether the provider would compute, as of a moment ago.
	Health(ctx context.Context) Health
}

// Failure is why a provider gave no tax.
type Failure struct {
	Provider string
	Why      string
}

func (f *Failure) Error() string { return f.Provider + ": " + f.Why }

// patience bounds one call; a checkout waits for it.
const patience = 4 * time.Second

// answerMax bounds what is read of an answer.
const answerMax = 4 << 20

// client is what both providers share.
type client struct {
	name  string
	http  *http.Client
	auth  func(*http.Request)
	asked *memory
	rest  *rest
}

func newClient(name string, auth func(*http.Request)) client {
	return client{name: name, auth: auth, asked: &memory{now: time.Now}, rest: &rest{now: time.Now}, http: &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (c client) failure(format string, args ...any) *Failure {
	return &Failure{c.name, fmt.Sprintf(format, args...)}
}

// call sends a request and decodes a successful answer into out. The answer's
// own words stay out of the failure: they may repeat what was sent.
func (c client) call(ctx context.Context, method, url, contentType string, body []byte, out any) error {
	why := c.exchange(ctx, method, url, contentType, body, out)
	if why != "" {
		c.asked.failed.Store(true)
		return c.failure("%s", why)
	}
	return nil
}

// exchange returns why there is no answer, "" where there is one.
func (c client) exchange(ctx context.Context, method, url, contentType string, body []byte, out any) (why string) {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(asking, method, url, bytes.NewReader(body))
	if err != nil {
		return "its address is malformed"
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	c.auth(req)
	resp, err := c.http.Do(req)
	if err != nil {
		if ctx.Err() == nil { // else the caller went away
			c.rest.saw(false)
		}
		return unreached(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, answerMax))
	if ctx.Err() == nil {
		c.rest.saw(err == nil)
	}
	if err != nil {
		return unreached(err)
	}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		return "it takes no more requests now (status 429)"
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return fmt.Sprintf("it answered status %d", resp.StatusCode)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(out); err != nil {
		return "its answer could not be read"
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "something follows its answer"
	}
	return ""
}

// resting is why a checkout does not ask, nil where it does.
func (c client) resting() error {
	if c.rest.admits() {
		return nil
	}
	return c.failure("it has not answered %d times in a row, and is left alone for %s", missesMax, restFor)
}

func unreached(err error) string {
	var netError net.Error
	if errors.As(err, &netError) && netError.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return "it did not answer in time"
	}
	return "it could not be reached"
}

// unsupported names the first fact of a document that the clients do not pass
// on.
func unsupported(q indirect.Request) string {
	switch {
	case q.Platform != nil:
		return "platform"
	case q.Import != nil:
		return "import"
	case q.PerformedAt != nil:
		return "performed_at"
	case q.Virtual:
		return "virtual"
	case q.Scope != "":
		return "scope"
	case q.Rounding != nil:
		return "rounding"
	case q.Seller.Marketplace:
		return "seller.marketplace"
	}
	for i, l := range q.Lines {
		if l.RateClass != "" {
			return fmt.Sprintf("lines[%d].rate_class", i)
		}
		if l.SupplyKind != "" {
			return fmt.Sprintf("lines[%d].supply_kind", i)
		}
	}
	return ""
}

// certificate returns the buyer's exemption where it covers the place of the
// document on its day: to a provider it exempts whatever the document holds.
func certificate(q indirect.Request) *indirect.Exemption {
	e, to := q.Buyer.Exemption, destination(q)
	if e == nil || !slices.Contains(e.Places, to.Country+"-"+state(to)) || !e.Until.IsZero() && e.Until.Before(q.Date) {
		return nil
	}
	return e
}

// destination is where a document goes.
func destination(q indirect.Request) indirect.Address {
	if q.ShipTo != nil {
		return *q.ShipTo
	}
	return q.Buyer.Address
}

// state is an address's region without its country.
func state(a indirect.Address) string {
	return strings.TrimPrefix(strings.ToUpper(a.Region), a.Country+"-")
}

// bases are the lines less their discounts, the document's included.
func bases(q indirect.Request) (calc.Result, int, error) {
	places, ok := money.MinorUnits(q.Currency)
	if !ok {
		return calc.Result{}, 0, errors.New("unknown currency")
	}
	d := calc.Document{PricesGross: q.PricesIncludeTax, Discount: q.Discount, MinorUnits: places,
		Policy: calc.Policy{Level: calc.PerDocument, Mode: money.HalfUp}, LineRounding: money.HalfUp}
	for _, l := range q.Lines {
		d.Lines = append(d.Lines, calc.Line{ID: l.ID, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Discount: l.Discount})
	}
	r, err := calc.Compute(d)
	return r, places, err
}

// shippingID names the line of the charge for shipping, as package indirect
// does.
const shippingID = "shipping"

// taxed is a line as a provider taxed it.
type taxed struct {
	id         string
	base       money.Dec // as it was sent
	tax        money.Dec
	components []calc.ComponentAmount
	reasons    []string // what the provider says of each tax, imposed or not
}

// result puts a provider's figures into the shape of a result, having checked
// that they add up.
func (c client) result(q indirect.Request, priced calc.Result, places int, lines []taxed, total money.Dec,
	reference string) (indirect.Result, error) {
	r := indirect.Result{Calculator: c.name, Date: q.Date, Currency: q.Currency, PricesIncludeTax: q.PricesIncludeTax, Scope: "full",
		Totals: []calc.ComponentAmount{}, CoverageStatus: tax.Draft, LawRelease: "", LocalDatasets: []string{}, Citations: []law.Citation{},
		Decisions: []indirect.Decision{}, Rounding: indirect.RoundingUsed{Level: "provider", Mode: "provider", Source: "provider",
			CitationIDs: []string{}},
		Assumptions: []string{
			fmt.Sprintf("computed by %s (%s), not by this service: no citations are held, and the figures were checked only to add up", c.name,
				reference),
		}}
	for i, l := range lines {
		sum := money.Zero
		for _, x := range l.components {
			sum = sum.Add(x.Amount)
			r.Totals = addTotal(r.Totals, x)
		}
		if len(l.components) > 0 && !sum.Equal(l.tax) || l.tax.Sign() < 0 || !l.tax.Equal(l.tax.Round(places, money.Down)) {
			return indirect.Result{}, c.failure("the tax of line %s does not add up", l.id)
		}
		if l.tax.IsZero() && l.base.Sign() > 0 {
			switch {
			case len(l.reasons) > 0:
				r.Assumptions = append(r.Assumptions, fmt.Sprintf("%s charges no tax on line %s: %s", c.name, l.id, strings.Join(l.reasons, ", ")))
			case l.id == shippingID: // Stripe gives no reason there
				r.Assumptions = append(r.Assumptions, c.name+" charges no tax on shipping")
			default:
				return indirect.Result{}, c.failure("it left line %s untaxed without saying why", l.id)
			}
		}
		out := indirect.LineResult{Treatment: "provider", CitationIDs: []string{}, Category: shippingID}
		out.ID, out.Tax, out.Components = l.id, l.tax.Pad(places), l.components
		if out.Components == nil {
			out.Components = []calc.ComponentAmount{}
		}
		out.Amount, out.Net, out.Gross = l.base.Pad(places), l.base.Pad(places), l.base.Add(l.tax).Pad(places)
		if q.PricesIncludeTax {
			out.Net, out.Gross = l.base.Sub(l.tax).Pad(places), l.base.Pad(places)
		}
		if i < len(q.Lines) {
			p := priced.Lines[i]
			out.Category, out.Amount, out.LineDiscount, out.DocDiscount = q.Lines[i].Category, p.Amount, p.LineDiscount, p.DocDiscount
		}
		r.Lines = append(r.Lines, out)
		r.Net, r.Tax, r.Gross = r.Net.Add(out.Net), r.Tax.Add(out.Tax), r.Gross.Add(out.Gross)
	}
	if !r.Tax.Equal(total) {
		return indirect.Result{}, c.failure("its total of %s is not the sum of its lines, %s", total, r.Tax)
	}
	return r, nil
}

func addTotal(totals []calc.ComponentAmount, x calc.ComponentAmount) []calc.ComponentAmount {
	i := slices.IndexFunc(totals, func(t calc.ComponentAmount) bool { return t.Code == x.Code && t.Rate.Equal(x.Rate) })
	if i < 0 {
		return append(totals, x)
	}
	totals[i].Taxable, totals[i].Amount = totals[i].Taxable.Add(x.Taxable), totals[i].Amount.Add(x.Amount)
	return totals
}
