package taxproviders

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/indirect"
)

// stripeWhole is the whole answer to document(), on one page.
var stripeWhole = fmt.Sprintf(stripeAnswer, false, ","+stripeSecond)

func clients(base string) map[string]Provider {
	return map[string]Provider{
		"stripe_tax": NewStripe(base, "k", func() time.Time { return now }),
		"avalara":    NewAvalara(base, "1", "k", "C"),
	}
}

// Whatever is not a whole answer is a failure with its reason, never a tax.
func TestFailuresAreNeverATax(t *testing.T) {
	silent := make(chan struct{})
	t.Cleanup(func() { close(silent) })
	say := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, text)
		}
	}
	stripe := func(old, new string) http.HandlerFunc { return say(200, replaced(t, stripeWhole, old, new)) }
	avalara := func(old, new string) http.HandlerFunc { return say(200, replaced(t, avalaraAnswer, old, new)) }
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		only   string // the client whose message it is; "" = both
		why    string
	}{
		"silence": {answer: func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-silent:
			case <-r.Context().Done():
			}
		}, why: "it did not answer in time"},
		"a cut connection":  {answer: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, why: "it could not be reached"},
		"too many requests": {say(429, stripeWhole), "", "it takes no more requests now (status 429)"},
		"an error":          {say(500, stripeWhole), "", "it answered status 500"},
		"a bad gateway":     {say(502, avalaraAnswer), "", "it answered status 502"},
		"refused":           {say(401, `{}`), "", "it answered status 401"},
		"a redirect": {answer: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(302)
		}, why: "it answered status 302"},
		"nothing":                  {say(200, ""), "", "its answer could not be read"},
		"not JSON":                 {say(200, "<html>"), "", "its answer could not be read"},
		"a list":                   {say(200, "[]"), "", "its answer could not be read"},
		"half the answer":          {say(200, avalaraAnswer[:len(avalaraAnswer)/2]), "", "its answer could not be read"},
		"more behind":              {say(200, "{} {}"), "", "something follows its answer"},
		"an empty object":          {say(200, "{}"), "", "it answered "},
		"null":                     {say(200, "null"), "", "it answered "},
		"another currency":         {stripe(`"usd"`, `"eur"`), "stripe_tax", `it answered 2 lines in "eur" for 2 lines in USD`},
		"AvaTax: another currency": {avalara(`"USD"`, `"EUR"`), "avalara", `it answered in "EUR", not in USD`},
		"AvaTax: no currency":      {avalara(`"USD"`, `""`), "avalara", `it answered in "", not in USD`},
		"a line less":              {say(200, fmt.Sprintf(stripeAnswer, false, "")), "stripe_tax", "it answered 1 lines"},
		"a line twice": {say(200, fmt.Sprintf(stripeAnswer, false, ","+stripeSecond+","+stripeSecond)), "stripe_tax",
			"it answered 3 lines"},
		"another line":   {stripe(`"reference":"b"`, `"reference":"c"`), "stripe_tax", "it did not answer line b as it was sent"},
		"another amount": {stripe(`"amount":952,"amount_tax"`, `"amount":951,"amount_tax"`), "stripe_tax", "it did not answer line b as it was sent"},
		"a list of lines without end": {func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				fmt.Fprintf(w, `{"has_more":true,"data":[%s]}`, stripeSecond)
				return
			}
			fmt.Fprintf(w, stripeAnswer, true, "")
		}, "stripe_tax", "its list of lines does not end"},
		"no shipping":                      {stripe(`"shipping_cost":{"amount":500,"amount_tax":35},`, ""), "stripe_tax", "it left the charge for shipping out"},
		"an unsupported place":             {stripe("standard_rated", "not_supported"), "stripe_tax", "it does not support the place"},
		"no registration":                  {stripe(`"amount_tax":67,"reference":"b"`, `"amount_tax":0,"reference":"b"`), "stripe_tax", "the tax of line b does not add up"},
		"a fraction of a cent":             {stripe(`"amount_tax":67`, `"amount_tax":67.5`), "stripe_tax", ""},
		"a text for an amount":             {stripe(`"amount_tax":67`, `"amount_tax":"much"`), "stripe_tax", "its answer could not be read"},
		"a total that does not add up":     {stripe(`"tax_amount_exclusive":175`, `"tax_amount_exclusive":0`), "stripe_tax", "its total of 0"},
		"AvaTax: a line less":              {avalara(`"lineNumber":"b"`, `"lineNumber":"z"`), "avalara", "it did not answer line b"},
		"AvaTax: a total that is none":     {avalara(`"totalTax":1.75`, `"totalTax":0.00`), "avalara", "its total of 0"},
		"AvaTax: no total":                 {avalara(`"totalTax":1.75,`, ""), "avalara", "a figure of its answer could not be read"},
		"AvaTax: a detail that is off":     {avalara(`"tax":0.73,"taxableAmount":10.48}`, `"tax":0.72,"taxableAmount":10.48}`), "avalara", "the tax of line a does not add up"},
		"AvaTax: a negative tax":           {avalara(`"lineNumber":"a","tax":0.73`, `"lineNumber":"a","tax":-0.73`), "avalara", "the tax of line a does not add up"},
		"AvaTax: untaxed without a reason": {say(200, `{"currencyCode":"USD","totalTax":0,"lines":[{"lineNumber":"a","tax":0},{"lineNumber":"b","tax":0},{"lineNumber":"shipping","tax":0}]}`), "avalara", "it left line a untaxed"},
	} {
		base := local(t, func(w http.ResponseWriter, r *http.Request, _ string) { c.answer(w, r) })
		for client, p := range clients(base) {
			if c.only != "" && c.only != client {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			r, err := p.Calculate(ctx, document())
			cancel()
			var failure *Failure
			if !errors.As(err, &failure) || failure.Provider != client || !strings.HasPrefix(failure.Why, c.why) || len(r.Lines) != 0 ||
				r.Tax.Sign() != 0 || r.Calculator != "" {
				t.Errorf("%s: %s gave %v of %q, %v", name, client, r.Tax, r.Calculator, err)
			}
		}
	}
}

// replaced makes one change, and fails where there is nothing to change.
func replaced(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("%q does not hold %q", text, old)
	}
	return strings.Replace(text, old, new, 1)
}

// What the installation's account is not registered for is no fact of the
// tenant: only its own record makes it a tax of zero, which is said.
func TestNotCollectingNeedsTheTenantsOwnRecord(t *testing.T) {
	text := strings.NewReplacer(`"amount_tax":73`, `"amount_tax":0`, `"amount_tax":67`, `"amount_tax":0`, `"amount_tax":35`, `"amount_tax":0`,
		`"tax_amount_exclusive":175`, `"tax_amount_exclusive":0`, `{"amount":73,`, `{"amount":0,`, `{"amount":67,`, `{"amount":0,`,
		"standard_rated", "not_collecting", `,"tax_rate_details":{"display_name":"Sales Tax","percentage_decimal":"7.0"}`, "").Replace(stripeWhole)
	base := local(t, func(w http.ResponseWriter, _ *http.Request, _ string) { fmt.Fprint(w, text) })
	s := NewStripe(base, "k", func() time.Time { return now })
	for place, want := range map[string]bool{"": false, "US-OH": false, "US-IN": true, "US": true} {
		q := document()
		q.Seller = indirect.Seller{Address: q.Seller.Address, Status: "business", NotRegistered: []string{place}}
		r, err := s.Calculate(context.Background(), q)
		if (err == nil) != want {
			t.Errorf("not registered in %q: %v, %v", place, r.Tax, err)
		}
		if err == nil && (!r.Tax.IsZero() || !strings.Contains(strings.Join(r.Assumptions, "|"), "charges no tax on line a: not_collecting") ||
			!strings.Contains(strings.Join(r.Assumptions, "|"), "charges no tax on shipping")) {
			t.Errorf("%v, %q", r.Tax, r.Assumptions)
		}
	}
}

// One question in fifteen seconds; a failed call puts what was said in doubt.
func TestHealthIsRememberedForAWhile(t *testing.T) {
	var asked atomic.Int32
	var down atomic.Bool
	base := local(t, func(w http.ResponseWriter, r *http.Request, _ string) {
		if r.URL.Path == "/api/v2/utilities/ping" || r.URL.Path == "/v1/tax/settings" {
			asked.Add(1)
		}
		if down.Load() {
			w.WriteHeader(503)
			return
		}
		fmt.Fprint(w, `{"authenticated":true,"status":"active"}`)
	})
	stripe, avalara := NewStripe(base, "k", func() time.Time { return now }), NewAvalara(base, "1", "k", "C")
	for _, c := range []struct {
		provider Provider
		asked    *memory
	}{{stripe, stripe.asked}, {avalara, avalara.asked}} {
		at := now
		c.asked.now = func() time.Time { return at }
		asked.Store(0)
		down.Store(false)
		expect := func(step string, questions int32, up bool, checked time.Time) {
			t.Helper()
			h := c.provider.Health(context.Background())
			if (h.Err == nil) != up || asked.Load() != questions || !h.CheckedAt.Equal(checked) {
				t.Errorf("%T, %s: %+v after %d questions", c.provider, step, h, asked.Load())
			}
		}
		expect("first", 1, true, at)
		began := at
		at = at.Add(14 * time.Second)
		expect("within the age", 1, true, began)
		at = at.Add(time.Second)
		expect("past it", 2, true, at)
		down.Store(true)
		if _, err := c.provider.Calculate(context.Background(), document()); err == nil {
			t.Error("a provider that is down computed")
		}
		expect("after a failed call", 3, false, at)
		if _, err := c.provider.Calculate(context.Background(), document()); err == nil {
			t.Error("a provider that is down computed")
		}
		expect("down is not asked again at once", 3, false, at)
		gone, cancel := context.WithCancel(context.Background())
		cancel()
		at = at.Add(time.Minute)
		down.Store(false)
		if h := c.provider.Health(gone); h.Err != nil || asked.Load() != 4 {
			t.Errorf("%T: a caller who went away cut the question short: %+v", c.provider, h)
		}
	}
}
