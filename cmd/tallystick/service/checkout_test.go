package service_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/domain/access"
)

// A commit writes: whoever may only preview may not commit, and whoever may do
// neither is refused both.
func TestCheckoutCommitNeedsAWritePermission(t *testing.T) {
	w := sharedWorld(t)
	for i, role := range access.TenantRoles() {
		checkout := cart("DE", "DE", map[string]any{"cart_id": fmt.Sprintf("role-%d", i)})
		previews, writes := access.Table.Allows(role, "commerce_tax:preview"), access.Table.Allows(role, "commerce_tax:write")
		want := 403
		if previews {
			want = 200
		}
		w.must(t, want, string(role), "POST", commercePath+"preview", checkout)
		checkout["commit"] = true
		want = 403
		if previews && writes {
			want = 201
		}
		r := w.must(t, want, string(role), "POST", commercePath+"preview", checkout)
		if want == 403 {
			w.must(t, 200, "auditor", "GET", commercePath+fmt.Sprintf("snapshots?cart_id=role-%d", i), nil).expect(t, "count", 0.0)
			if previews && !strings.Contains(string(r.body), "commerce_tax:write") {
				t.Errorf("%s: %s", role, r.body)
			}
		}
	}
}

// A key stands for one commit.
func TestCheckoutKeyNamesOneCart(t *testing.T) {
	w := sharedWorld(t)
	commit := func(status int, id, key string) reply {
		return w.must(t, status, "owner", "POST", commercePath+"preview", cart("DE", "DE", map[string]any{"cart_id": id, "commit": true}), "Idempotency-Key", key)
	}
	first := commit(201, "key-cart-1", "checkout-key")
	if again := commit(201, "key-cart-1", "checkout-key"); string(again.body) != string(first.body) {
		t.Errorf("the repeated commit answers %s", again.body)
	}
	if r := commit(409, "key-cart-2", "checkout-key"); r.field(t, "code") != "idempotency_key_reused" {
		t.Errorf("%s", r.body)
	}
	w.must(t, 200, "owner", "GET", commercePath+"snapshots?cart_id=key-cart-2", nil).expect(t, "count", 0.0)
	commit(201, "key-cart-2", "another-checkout-key")
}

// Whatever a provider does, the stated policy follows, and the cart is taxed or
// refused.
func TestCheckoutPolicyWhenAProviderFails(t *testing.T) {
	var wrong atomic.Pointer[http.HandlerFunc]
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*wrong.Load())(w, r) }))
	t.Cleanup(s.Close)
	w := freshWorld(t, func(c *config.Config) {
		c.StripeURL, c.StripeKey = s.URL, "sk_test_x"
		c.AvalaraURL, c.AvalaraAccount, c.AvalaraKey, c.AvalaraCompany = s.URL, "1100", "license", "DEFAULT"
	})
	say := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, text)
		}
	}
	const stripeZero = `{"id":"taxcalc_1","currency":"%s","tax_amount_exclusive":0,"tax_amount_inclusive":0,"line_items":{"has_more":false,"data":[%s]}}`
	const zeroLine = `{"id":"li_1","amount":10000,"amount_tax":0,"reference":"1","tax_behavior":"exclusive","tax_breakdown":[%s]}`
	for name, answer := range map[string]http.HandlerFunc{
		"cut":               func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"429":               say(429, `{}`),
		"500":               say(500, `{}`),
		"503":               say(503, ``),
		"not JSON":          say(200, `<html>`),
		"half":              say(200, `{"id":"taxcalc_1","currency":"eur","tax_`),
		"no line":           say(200, fmt.Sprintf(stripeZero, "eur", "")),
		"another currency":  say(200, fmt.Sprintf(stripeZero, "usd", fmt.Sprintf(zeroLine, ""))),
		"zero, no reason":   say(200, fmt.Sprintf(stripeZero, "eur", fmt.Sprintf(zeroLine, ""))),
		"not collecting":    say(200, fmt.Sprintf(stripeZero, "eur", fmt.Sprintf(zeroLine, `{"amount":0,"taxable_amount":0,"taxability_reason":"not_collecting"}`))),
		"a zero of AvaTax":  say(200, `{"code":"x","currencyCode":"EUR","totalTax":0,"lines":[{"lineNumber":"1","tax":0,"details":[]}]}`),
		"AvaTax without it": say(200, `{"code":"x","currencyCode":"EUR","totalTax":0,"lines":[]}`),
	} {
		wrong.Store(&answer)
		for _, provider := range []string{"stripe_tax", "avalara"} {
			checkout := cart("DE", "DE", map[string]any{"provider": provider, "date": nil, "cart_id": provider + " " + name, "commit": true})
			if r := w.call(t, "owner", "POST", commercePath+"preview", checkout); r.status != 422 || r.faults(t) != "provider_unavailable provider" || strings.Contains(string(r.body), `"tax"`) {
				t.Errorf("%s, %s, refuse: %d %s", name, provider, r.status, r.body)
			}
			checkout["on_provider_failure"] = "internal"
			r := w.must(t, 201, "owner", "POST", commercePath+"preview", checkout)
			r.expect(t, "provider.requested", provider, "provider.used", "internal", "result.tax", "19.00", "result.gross", "119.00")
			if !strings.Contains(string(r.body), "computed internally because "+provider+": ") {
				t.Errorf("%s, %s, internal: the reason is not told: %s", name, provider, r.body)
			}
		}
	}
}
