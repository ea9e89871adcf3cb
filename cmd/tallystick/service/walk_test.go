package service_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// A person joins, gets a key, has it replaced, and is known by the new one alone.
func TestPersonAndKey(t *testing.T) {
	t.Parallel()
	w := sharedWorld(t)
	made := w.must(t, 201, "owner", "POST", "/api/principals/",
		map[string]any{"name": "Ada", "kind": "person", "role": "preparer", "sites": map[string]any{"all": false, "numbers": []int{2}}})
	who := made.field(t, "id").(string)
	made.expect(t, "name", "Ada", "role", "preparer", "sites.numbers.0", 2.0)
	issued := w.must(t, 201, "owner", "POST", "/api/keys/", map[string]any{"principal": who}, at(made)...)
	first, key := issued.field(t, "key").(string), issued.field(t, "id").(string)
	w.must(t, 403, first, "GET", "/api/cases/?site=1", nil, at(issued)...)
	w.must(t, 200, first, "GET", "/api/cases/?site=2", nil)
	rotated := w.must(t, 200, "owner", "POST", "/api/keys/"+key+"/rotate/", map[string]any{"grace_seconds": 0})
	second := rotated.field(t, "key").(string)
	w.must(t, 200, second, "GET", "/api/cases/?site=2", nil, at(rotated)...)
	if r := w.call(t, first, "GET", "/api/cases/?site=2", nil); r.status != http.StatusUnauthorized {
		t.Errorf("the replaced key answers %d", r.status)
	}
}

// Books read as they were opened: themselves, their chart, one account's lines.
func TestBooksAreRead(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	w.must(t, 200, "viewer", "GET", "/api/ledger/books/?site=1", nil).expect(t, "country", "DE", "base_currency", "EUR", "chart", "de-skr03")
	posted := w.post(t, w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00")))
	w.must(t, 200, "viewer", "GET", "/api/ledger/accounts/?site=1&q=4930", nil, at(posted)...).expect(t, "accounts.0.code", "4930")
	w.must(t, 200, "viewer", "GET", "/api/ledger/accounts/4930/lines/?site=1", nil, at(posted)...).expect(t, "count", 1.0, "lines.0.amount",
		"119.00") // who is registered nowhere deducts no input tax
}

// What a shop configures is read and changed one record at a time.
func TestCommerceRecordsAreChanged(t *testing.T) {
	t.Parallel()
	w := sharedWorld(t)
	place := w.create(t, "owner", "regions", region("Walk", "LI", nil))
	rate := w.create(t, "owner", "rates", map[string]any{"region_id": place, "name": "Test", "code": "T", "rate": "0.04", "mode": "replace",
		"source": "A by-law", "effective_from": "2026-01-01"})
	w.must(t, 200, "viewer", "GET", commercePath+"rates/"+rate, nil).expect(t, "rate", "0.04", "status", "in_effect")
	rule := w.create(t, "owner", "rules", map[string]any{"name": "Books", "priority": 10, "match": map[string]any{"sku_prefix": "BK-"},
		"set": map[string]any{"category": "books"}, "effective_from": "2026-01-01"})
	w.must(t, 200, "owner", "PATCH", commercePath+"rules/"+rule, map[string]any{"priority": 20, "effective_from": "2026-07-01"}).
		expect(t, "priority", 20.0)
	exempt := w.create(t, "owner", "exemptions", map[string]any{"customer_id": "walk@example.com", "kind": "resale", "number": "R-1",
		"places": []string{"US-IN"}, "effective_from": "2026-01-01"})
	w.must(t, 200, "owner", "PATCH", commercePath+"exemptions/"+exempt, map[string]any{"number": "R-2", "effective_from": "2026-07-01"}).
		expect(t, "number", "R-2", "versions.0.content.number", "R-1")
}

// The American federal door computes the same return as the general one, and the
// interview says of the same request that nothing is missing.
func TestFederalDoor(t *testing.T) {
	t.Parallel()
	w := sharedWorld(t)
	body := map[string]any{"tax_year": "2025", "income": "60000", "facts": map[string]any{"filing_status": "single", "age": "40",
		"children": "0", "other_dependents": "0"}}
	federal := w.must(t, 200, "preparer", "POST", "/api/tax-assistant/calculate/us-federal/", body)
	body["jurisdiction"], body["sub_region"] = "US", "federal_only"
	w.must(t, 200, "preparer", "POST", "/api/tax-assistant/calculate/income/", body).
		expect(t, "total_tax", federal.field(t, "total_tax"))
	w.must(t, 200, "preparer", "POST", "/api/tax-assistant/interview/", body).expect(t, "valid", true)
}

// No operation falls over an id that is as long as a page: there is no such path.
func TestLongIDsNameNothing(t *testing.T) {
	t.Parallel()
	w := sharedWorld(t)
	parameter := regexp.MustCompile(`\{[^}]*\}`)
	tried := 0
	for path, methods := range w.contract().paths {
		if !parameter.MatchString(path) {
			continue
		}
		for method := range methods {
			for _, n := range []int{300, 5000} {
				tried++
				if r := w.call(t, "owner", strings.ToUpper(method), parameter.ReplaceAllString(path, strings.Repeat("a", n)), nil); r.status != 404 {
					t.Errorf("%s %s with an id of %d bytes: %d %s", method, path, n, r.status, r.body)
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d calls were tried", tried)
	}
}
