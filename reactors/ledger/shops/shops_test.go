package shops_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/reactors/ledger/shops"
)

// wooOrders are as WooCommerce documents them: one of two rates with shipping, one
// that is not final, one whose tax names no rate.
const wooOrders = `[{"id":727,"status":"completed","currency":"EUR","prices_include_tax":false,"date_created_gmt":"2026-03-04T09:00:00","date_paid_gmt":"2026-03-04T09:05:00",
 "total":"182.45","total_tax":"27.45","billing":{"first_name":"Ada","last_name":"Byron","company":"","address_1":"Weg 1","city":"Berlin","postcode":"10115","country":"DE","email":"ada@example.org"},"shipping":{"country":"AT"},
 "line_items":[{"id":1,"name":"Lamp","quantity":2,"total":"100.00","total_tax":"19.00","taxes":[{"id":75,"total":"19.00"}]},
  {"id":2,"name":"Book","quantity":1,"total":"50.00","total_tax":"3.50","taxes":[{"id":76,"total":"3.5"}]}],
 "shipping_lines":[{"id":3,"method_title":"Parcel","total":"5.00","total_tax":"4.95","taxes":[{"id":75,"total":"4.95"}]}],
 "tax_lines":[{"rate_id":75,"rate_percent":19},{"rate_id":76,"rate_percent":7}],"refunds":[{"id":900}]},
 {"id":728,"status":"pending","currency":"EUR","date_created_gmt":"2026-03-04T09:00:00","total":"1.00"},
 {"id":729,"status":"completed","currency":"EUR","date_created_gmt":"2026-03-04T09:00:00","total":"11.90","line_items":[{"id":4,"quantity":1,"total":"10.00","total_tax":"1.90","taxes":[{"id":99,"total":"1.90"}]}]}]`

const wooRefunds = `[{"id":900,"date_created_gmt":"2026-03-09T10:00:00","amount":"59.50","line_items":[{"id":5,"quantity":-1,"total":"-50.00","total_tax":"-9.50","taxes":[{"id":75,"total":"-9.50"}]}]}]`

const shopifyOrders = `{"orders":[{"id":450789469,"currency":"EUR","created_at":"2026-03-04T10:00:00+01:00","processed_at":"2026-03-04T10:00:00+01:00","financial_status":"partially_refunded",
 "taxes_included":true,"total_price":"238.00","email":"ada@example.org","billing_address":{"name":"Ada Byron","country_code":"DE"},
 "line_items":[{"id":1,"title":"Lamp","quantity":2,"price":"119.00","tax_lines":[{"price":"38.00","rate":0.19}]}],
 "refunds":[{"id":509,"created_at":"2026-03-10T10:00:00+01:00","refund_line_items":[{"subtotal":119.00,"total_tax":19.00,"line_item":{"tax_lines":[{"price":"38.00","rate":0.19}]}}],
  "transactions":[{"kind":"refund","status":"success","amount":"119.00"}]},
  {"id":510,"created_at":"2026-03-11T10:00:00+01:00","order_adjustments":[{"amount":"-5.00"}],"transactions":[{"kind":"refund","status":"success","amount":"5.00"}]}]},
 {"id":450789470,"currency":"EUR","created_at":"2026-03-04T11:00:00+01:00","financial_status":"authorized","total_price":"1.00"}]}`

// Shops write some figures between quotation marks and some without; these have all of
// them the one way, or the other.
var (
	bare   = regexp.MustCompile(`([:,\[])(-?\d+\.\d+)`)
	quoted = regexp.MustCompile(`"(-?\d+\.\d+)"`)
)

var wordings = map[string]func(string) string{
	"as documented": func(s string) string { return s },
	"quoted":        func(s string) string { return bare.ReplaceAllString(s, `$1"$2"`) },
	"bare":          func(s string) string { return quoted.ReplaceAllString(s, `$1`) },
}

// server answers as a shop does, and notes what it was asked.
func server(t *testing.T, asked *[]string, worded func(string) string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.String())
		user, secret, _ := r.BasicAuth()
		woo := user == "ck" && secret == "cs"
		switch {
		case woo && r.URL.Path == "/wp-json/wc/v3/orders":
			fmt.Fprint(w, worded(wooOrders))
		case woo && r.URL.Path == "/wp-json/wc/v3/orders/727/refunds":
			fmt.Fprint(w, worded(wooRefunds))
		case r.Header.Get("X-Shopify-Access-Token") == "token" && strings.HasSuffix(r.URL.Path, "/orders.json"):
			fmt.Fprint(w, worded(shopifyOrders))
		default:
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

type took struct {
	orders  []orders.Order
	skipped []string
	open    []string
}

func read(t *testing.T, r *shops.Reader, s shops.Shop, q shops.Query) (out took, err error) {
	t.Helper()
	err = r.Read(t.Context(), s, q, shops.Hearer{Order: func(o orders.Order) error {
		var bad fault.Fields
		o.Faults(&bad, "", time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC))
		if err := bad.Err(); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
		out.orders = append(out.orders, o)
		return nil
	}, Skip: func(ref string) { out.skipped = append(out.skipped, ref) }, Open: func(ref string) { out.open = append(out.open, ref) }})
	return out, err
}

// What shops say becomes orders whose taxes add up by rate, refunds that name
// their order; what is not final is left out and what cannot be told too, each by name.
func TestReadingShops(t *testing.T) {
	for name, worded := range wordings {
		t.Run(name, func(t *testing.T) { readShops(t, worded) })
	}
}

func readShops(t *testing.T, worded func(string) string) {
	var asked []string
	srv := server(t, &asked, worded)
	r := &shops.Reader{Do: srv.Client().Do}
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		shop    shops.Shop
		q       shops.Query
		want    []string // kind, ref, where to, lines, of, net, gross, taxes
		skipped string
		open    string
		asks    string
	}{
		{shops.Shop{Kind: shops.WooCommerce, User: "ck", Secret: "cs"}, shops.Query{From: day, To: day.AddDate(0, 0, 1)},
			[]string{`order 727 to AT, Lamp; Book; Parcel;  155.00 182.45 [{"rate":"0.19","base":"105.00","tax":"23.95"},{"rate":"0.07","base":"50.00","tax":"3.50"}]`,
				`refund refund-900 to AT, 727 50.00 59.50 [{"rate":"0.19","base":"50.00","tax":"9.50"}]`}, "[729]", "[728]", "modified_after=2026-03-03T23%3A50%3A00"},
		{shops.Shop{Kind: shops.Shopify, Secret: "token"}, shops.Query{IDs: []string{"450789469", "2"}},
			[]string{`order 450789469 to DE, Lamp;  200.00 238.00 [{"rate":"0.19","base":"200.00","tax":"38.00"}]`,
				`refund refund-509 to DE, 450789469 100.00 119.00 [{"rate":"0.19","base":"100.00","tax":"19.00"}]`}, "[refund-510]", "[450789470]", "ids=450789469%2C2"},
	} {
		asked = nil
		c.shop.URL, c.shop.Source = srv.URL, "shop"
		got, err := read(t, r, c.shop, c.q)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, o := range got.orders {
			taxes, _ := json.Marshal(o.Taxes)
			said := ""
			for _, l := range o.Lines {
				said += " " + l.Description + ";"
			}
			lines = append(lines, fmt.Sprintf("%s %s to %s,%s %s %s %s %s", o.Kind, o.SourceRef, o.Buyer.Country, said, o.RefundOf, o.Net, o.Gross, taxes))
		}
		if fmt.Sprint(lines) != fmt.Sprint(c.want) || fmt.Sprint(got.skipped) != c.skipped || fmt.Sprint(got.open) != c.open ||
			!strings.Contains(asked[0], c.asks) {
			t.Errorf("%s:\n%s\nskipped %v, open %v, asked %v", c.shop.Kind, strings.Join(lines, "\n"), got.skipped, got.open, asked)
		}
		c.shop.Secret = "wrong"
		if _, err := read(t, r, c.shop, c.q); err == nil {
			t.Errorf("%s: a wrong secret is let in", c.shop.Kind)
		}
	}
}

// A shop whose address leads to a private network is not dialled.
func TestShopsPassTheGuard(t *testing.T) {
	r := &shops.Reader{Guard: fetchguard.New(fetchguard.Config{Patience: time.Second})}
	_, err := read(t, r, shops.Shop{Kind: shops.WooCommerce, URL: "https://127.0.0.1", User: "ck", Secret: "cs"}, shops.Query{IDs: []string{"1"}})
	if f := fault.As(err); f == nil || len(f.Blockers) != 1 || f.Blockers[0].Code != "address_not_allowed" {
		t.Errorf("%v", err)
	}
	for text, fine := range map[string]bool{
		"": true, `[{"tenant":"t","source":"shop","kind":"shopify","url":"https://x.example","secret":"s"}]`: true,
		`[{"tenant":"t","source":"checkouts","kind":"shopify","url":"https://x.example","secret":"s"}]`: false,
		`[{"tenant":"t","source":"shop","kind":"shopify","url":"http://x.example","secret":"s"}]`:       false,
		`[{"tenant":"t","source":"shop","kind":"ebay","url":"https://x.example","secret":"s"}]`:         false,
	} {
		if _, err := shops.Parse(text); (err == nil) != fine {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// An answer that is cut off is tried again; one that is no list of orders is refused.
func TestAnAnswerIsCutOff(t *testing.T) {
	for body, refused := range map[string]bool{`[{"id":1,`: false, `<html>`: true, `{"id":"x"}`: true} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if !refused {
				w.Header().Set("Content-Length", "1000")
			}
			_, _ = w.Write([]byte(body))
		}))
		_, err := read(t, &shops.Reader{Do: srv.Client().Do}, shops.Shop{Kind: shops.WooCommerce, URL: srv.URL, Source: "shop"},
			shops.Query{IDs: []string{"1"}})
		srv.Close()
		if err == nil || errors.Is(err, shops.ErrRefused) != refused || errors.Is(err, shops.ErrAway) == refused {
			t.Errorf("%s: %v", body, err)
		}
	}
}
