package taxproviders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
)

func dec(s string) money.Dec { return money.MustParse(s) }

var now = civil.MustParse("2026-03-02").Time().Add(9 * time.Hour)

func document() indirect.Request {
	return indirect.Request{Date: civil.MustParse("2026-03-02"), Currency: "USD", Shipping: dec("5.00"), Discount: dec("1.00"),
		Seller: indirect.Seller{Address: indirect.Address{Country: "US", Region: "US-OH"}, Status: "business"},
		Buyer:  indirect.Buyer{Address: indirect.Address{Country: "US", Region: "IN", PostalCode: "46204"}, Status: "consumer"},
		Lines: []indirect.Line{{ID: "a", Category: "goods_standard", Quantity: dec("2"), UnitPrice: dec("5.50")},
			{ID: "b", Category: "goods_standard", Quantity: dec("1"), UnitPrice: dec("11.00"), Discount: dec("1.00")}}}
}

// local answers every request with the handler and remembers the last body.
func local(t *testing.T, handler func(w http.ResponseWriter, r *http.Request, body string)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		handler(w, r, string(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

const stripeAnswer = `{"id":"taxcalc_1","currency":"usd","tax_amount_exclusive":175,"tax_amount_inclusive":0,"shipping_cost":{"amount":500,"amount_tax":35},
"line_items":{"has_more":%v,"data":[{"id":"li_1","amount":1048,"amount_tax":73,"reference":"a","tax_behavior":"exclusive",
 "tax_breakdown":[{"amount":73,"taxable_amount":1048,"taxability_reason":"standard_rated","tax_rate_details":{"display_name":"Sales Tax","percentage_decimal":"7.0"}}]}%s]}}`

const stripeSecond = `{"id":"li_2","amount":952,"amount_tax":67,"reference":"b","tax_behavior":"exclusive",
 "tax_breakdown":[{"amount":67,"taxable_amount":952,"taxability_reason":"standard_rated","tax_rate_details":{"display_name":"Sales Tax","percentage_decimal":"7.0"}}]}`

func TestStripeSendsAndReadsTheDocumentedMessages(t *testing.T) {
	var sent url.Values
	base := local(t, func(w http.ResponseWriter, r *http.Request, body string) {
		if key, _, _ := r.BasicAuth(); key != "sk_test" {
			w.WriteHeader(401)
			return
		}
		switch r.URL.Path {
		case "/v1/tax/calculations":
			sent, _ = url.ParseQuery(body)
			fmt.Fprintf(w, stripeAnswer, true, "")
		case "/v1/tax/calculations/taxcalc_1/line_items":
			if r.URL.Query().Get("starting_after") != "li_1" {
				w.WriteHeader(400)
				return
			}
			fmt.Fprintf(w, `{"has_more":false,"data":[%s]}`, stripeSecond)
		}
	})
	r, err := NewStripe(base, "sk_test", func() time.Time { return now }).Calculate(context.Background(), document())
	if err != nil {
		t.Fatal(err)
	}
	if r.Tax.String() != "1.75" || r.Net.String() != "25.00" || r.Gross.String() != "26.75" || len(r.Lines) != 3 ||
		r.Lines[2].ID != "shipping" ||
		len(r.Totals) != 1 || r.Totals[0].Amount.String() != "1.40" || r.Totals[0].Rate.String() != "0.07" || r.CoverageStatus != "draft" {
		t.Errorf("%+v", r)
	}
	for name, want := range map[string]string{
		"currency": "usd", "line_items[0][amount]": "1048", "line_items[0][reference]": "a", "line_items[0][tax_code]": "txcd_99999999",
		"line_items[1][amount]": "952", "line_items[1][tax_behavior]": "exclusive", "shipping_cost[amount]": "500",
		"customer_details[address][country]": "US", "customer_details[address][state]": "IN", "customer_details[address][postal_code]": "46204",
		"customer_details[address_source]": "billing",
	} {
		if sent.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, sent.Get(name), want)
		}
	}
}

const avalaraAnswer = `{"id":0,"code":"x","status":"Temporary","currencyCode":"USD","totalAmount":25.0,"totalTax":1.75,"lines":[
 {"lineNumber":"a","tax":0.73,"taxableAmount":10.48,"details":[{"taxName":"IN STATE TAX","rate":0.070000,"tax":0.73,"taxableAmount":10.48}]},
 {"lineNumber":"b","tax":0.67,"taxableAmount":9.52,"details":[{"taxName":"IN STATE TAX","rate":0.070000,"tax":0.67,"taxableAmount":9.52}]},
 {"lineNumber":"shipping","tax":0.35,"taxableAmount":5.0,"details":[{"taxName":"IN STATE TAX","rate":0.070000,"tax":0.35,"taxableAmount":5.0}]}]}`

func TestAvalaraSendsAndReadsTheDocumentedMessages(t *testing.T) {
	var sent string
	base := local(t, func(w http.ResponseWriter, r *http.Request, body string) {
		account, key, _ := r.BasicAuth()
		if account != "1100" || key != "license" || r.URL.Path != "/api/v2/transactions/create" {
			w.WriteHeader(401)
			return
		}
		sent = body
		fmt.Fprint(w, avalaraAnswer)
	})
	r, err := NewAvalara(base, "1100", "license", "DEFAULT").Calculate(context.Background(), document())
	if err != nil {
		t.Fatal(err)
	}
	if r.Tax.String() != "1.75" || r.Gross.String() != "26.75" || len(r.Lines) != 3 || r.Totals[0].Amount.String() != "1.75" {
		t.Errorf("%+v", r)
	}
	for _, want := range []string{`"type":"SalesOrder"`, `"commit":false`, `"companyCode":"DEFAULT"`, `"shipTo":{"country":"US","region":"IN","postalCode":"46204"}`,
		`{"number":"a","quantity":2,"amount":10.48,"taxCode":"P0000000","taxIncluded":false}`, `"number":"shipping","quantity":1,"amount":5.00,"taxCode":"FR020100"`} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s is not in %s", want, sent)
		}
	}
}

// A fact that a client does not pass on is refused before anything is sent.
func TestWhatCannotBePassedOnIsRefused(t *testing.T) {
	base := local(t, func(http.ResponseWriter, *http.Request, string) { t.Error("something was sent") })
	for name, change := range map[string]func(*indirect.Request){
		"platform":  func(q *indirect.Request) { q.Platform = &indirect.Platform{Country: "US"} },
		"import":    func(q *indirect.Request) { q.Import = &indirect.Import{} },
		"performed": func(q *indirect.Request) { q.PerformedAt = &indirect.Address{Country: "US"} },
		"scope":     func(q *indirect.Request) { q.Scope = "state_only" },
		"rounding":  func(q *indirect.Request) { q.Rounding = &indirect.Rounding{Level: "line", Mode: "down"} },
		"class":     func(q *indirect.Request) { q.Lines[1].RateClass = "reduced" },
		"category":  func(q *indirect.Request) { q.Lines[0].Category = "food" },
		"kind":      func(q *indirect.Request) { q.Lines[0].SupplyKind = "land" },
		"market":    func(q *indirect.Request) { q.Seller.Marketplace = true },
	} {
		q := document()
		change(&q)
		for _, p := range []Provider{NewStripe(base, "k", func() time.Time { return now }), NewAvalara(base, "1", "k", "C")} {
			var failure *Failure
			if _, err := p.Calculate(context.Background(), q); !errors.As(err, &failure) {
				t.Errorf("%s: %T: %v", name, p, err)
			}
		}
	}
	q := document()
	q.Date = civil.MustParse("2026-01-02")
	if _, err := NewStripe(base, "k", func() time.Time { return now }).Calculate(context.Background(), q); err == nil {
		t.Error("a date that Stripe does not compute for was passed on")
	}
}

// A provider exempts whatever a document names a certificate for, so only one
// that covers the place on the day is named.
func TestOnlyACertificateThatHoldsIsPassedOn(t *testing.T) {
	var sent string
	base := local(t, func(w http.ResponseWriter, _ *http.Request, body string) { sent = body })
	for name, c := range map[string]struct {
		places []string
		until  string
		holds  bool
	}{
		"of the state": {[]string{"US-WI", "US-IN"}, "2026-03-02", true},
		"without end":  {[]string{"US-IN"}, "", true},
		"of another":   {[]string{"US-WI"}, "", false},
		"ended":        {[]string{"US-IN"}, "2026-03-01", false},
	} {
		q := document()
		q.Buyer.Exemption = &indirect.Exemption{Kind: "resale", Number: "R-77", Places: c.places}
		if c.until != "" {
			q.Buyer.Exemption.Until = civil.MustParse(c.until)
		}
		for mark, p := range map[string]Provider{
			"customer_exempt": NewStripe(base, "k", func() time.Time { return now }), `"exemptionNo":"R-77"`: NewAvalara(base, "1", "k", "C"),
		} {
			sent = ""
			if _, err := p.Calculate(context.Background(), q); err == nil || sent == "" {
				t.Fatalf("%s: nothing was sent: %v", name, err)
			}
			if strings.Contains(sent, mark) != c.holds {
				t.Errorf("%s: %s", name, sent)
			}
		}
	}
}
