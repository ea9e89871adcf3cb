package service_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
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

// A cart that is sold through a marketplace is taxed by the marketplace, where
// the state's law says so; its snapshot says by whom.
func TestCheckoutThroughAMarketplace(t *testing.T) {
	w := sharedWorld(t)
	checkout := func(more map[string]any) map[string]any {
		body := cart("US", "US", map[string]any{"currency": "USD", "cart_id": "marketplace", "commit": true,
			"seller": map[string]any{"country": "US", "region": "NV", "marketplace": true},
			"buyer":  map[string]any{"country": "US", "region": "CA", "postal_code": "90001", "status": "consumer"}})
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	preview := func(status int, body map[string]any) reply {
		return w.must(t, status, "owner", "POST", commercePath+"preview", body)
	}
	r := preview(201, checkout(nil))
	r.expect(t, "result.tax", "0.00", "result.lines.0.treatment", "deemed_supplier", "result.decisions.0.liable", "platform",
		"result.decisions.0.rule", "us_marketplace")
	read := w.must(t, 200, "viewer", "GET", commercePath+"snapshots/"+r.field(t, "snapshot_id").(string), nil)
	read.expect(t, "cart.seller.marketplace", true, "preview.result.decisions.0.liable", "platform")

	// Not through it, it is another cart: its own registration decides.
	direct := map[string]any{"seller": map[string]any{"country": "US", "region": "NV"}}
	preview(409, checkout(direct))
	direct["commit"] = false
	if r := preview(422, checkout(direct)); r.faults(t) != "seller_registration_unknown seller.registrations" {
		t.Errorf("%s", r.body)
	}
	// Elsewhere the platform is named.
	abroad := cart("DE", "DE", map[string]any{"seller": map[string]any{"country": "DE", "marketplace": true}})
	if r := preview(422, abroad); r.faults(t) != "supply_rule_not_covered seller.marketplace" {
		t.Errorf("%s", r.body)
	}
	if r := preview(400, checkout(map[string]any{"seller": map[string]any{"country": "US",
		"marketplace": "yes"}})); r.faults(t) != "seller.marketplace" {
		t.Errorf("%s", r.body)
	}
}

// A configuration that changes between a preview and its commit does not charge
// a customer another total than the one that was shown.
func TestCheckoutCommitsWhatWasShown(t *testing.T) {
	w := sharedWorld(t)
	hr := w.create(t, "owner", "regions", region("Croatia", "HR", nil))
	checkout := func(more map[string]any) map[string]any {
		body := cart("HR", "HR", map[string]any{"cart_id": "shown"})
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	preview := func(status int, body map[string]any) reply {
		return w.must(t, status, "owner", "POST", commercePath+"preview", body)
	}
	shown := preview(200, checkout(nil)).at(t, "result.gross").(string)
	rate := w.create(t, "owner", "rates", map[string]any{"region_id": hr, "name": "half", "code": "X", "rate": "0.5", "mode": "replace",
		"source": "a test", "effective_from": "2026-01-01"})
	commit := map[string]any{"commit": true, "expected_gross": shown}
	r := preview(422, checkout(commit))
	if r.faults(t) != "total_changed expected_gross" || !strings.Contains(string(r.body), "150.00") {
		t.Errorf("%s", r.body)
	}
	w.must(t, 200, "auditor", "GET", commercePath+"snapshots?cart_id=shown", nil).expect(t, "count", 0.0)
	w.must(t, 204, "owner", "DELETE", commercePath+"rates/"+rate+"?on=2026-01-01", nil)
	preview(201, checkout(commit)).expect(t, "result.gross", shown)
	preview(200, checkout(commit)).expect(t, "result.gross", shown)
	commit["expected_gross"] = "150.00"
	preview(422, checkout(commit))
	if r := preview(400, checkout(map[string]any{"expected_gross": shown})); r.faults(t) != "expected_gross" {
		t.Errorf("%s", r.body)
	}
}

// The same cart committed by many at once is committed once, and all get its
// bytes; another under its id gets none.
func TestCheckoutCommittedByManyAtOnce(t *testing.T) {
	w := sharedWorld(t)
	const callers = 12
	var replies [callers]reply
	var work sync.WaitGroup
	for i := range callers {
		body := cart("DE", "DE", map[string]any{"cart_id": "at-once", "commit": true})
		if i%3 == 2 {
			body["shipping"] = "5.00"
		}
		work.Go(func() { replies[i] = w.call(t, "owner", "POST", commercePath+"preview", body) })
	}
	work.Wait()
	created, bodies := 0, map[string]bool{}
	for _, r := range replies {
		switch r.status {
		case 201:
			created++
			fallthrough
		case 200:
			bodies[string(r.body)] = true
		case 409:
		default:
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if created != 1 || len(bodies) != 1 {
		t.Errorf("%d commits, %d answers", created, len(bodies))
	}
}

// A key stands for one commit.
func TestCheckoutKeyNamesOneCart(t *testing.T) {
	w := sharedWorld(t)
	commit := func(status int, id, key string) reply {
		return w.must(t, status, "owner", "POST", commercePath+"preview", cart("DE", "DE", map[string]any{"cart_id": id, "commit": true}),
			"Idempotency-Key", key)
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
	t.Parallel()
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
