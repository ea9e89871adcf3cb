package indirect

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
)

// madeUp is a data set of two ZIP codes with a county, a place and a district
// each. The rates are made up: the test is of which of them a sale takes.
func madeUp(t testing.TB, state, fips, seller, buyer string) LocalRates {
	t.Helper()
	var r, b strings.Builder
	for _, l := range []struct{ kind, code, rate string }{{"45", fips, "0.06"}, {"00", "001", seller}, {"01", "11111", "0.01"},
		{"63", "91", "0.001"},
		{"00", "002", buyer}, {"01", "22222", "0.02"}, {"63", "92", "0.002"}} {
		r.WriteString(strings.Join([]string{fips, l.kind, l.code, l.rate, l.rate, l.rate, l.rate, "20200101", "29991231"}, ",") + "\n")
	}
	for _, z := range []struct{ zip, county, place, district string }{{"10001", "001", "11111", "91"}, {"20002", "002", "22222", "92"}} {
		f := make([]string, 40)
		f[0], f[1], f[2], f[17], f[19], f[22], f[24], f[25], f[28], f[29], f[30], f[31] = "z", "20200101", "29991231", z.zip, z.zip, fips,
			z.county, z.place, "", "ST", z.district, "63"
		b.WriteString(strings.Join(f, ",") + "\n")
	}
	rates, err := ussales.ReadRates(strings.NewReader(r.String()))
	if err != nil {
		t.Fatal(err)
	}
	bounds, n, err := ussales.ReadBoundaries(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	d, err := ussales.NewDataset(state, state+"R2026Q1", state+"B2026Q1", civil.MustParse("2026-01-15"), rates, bounds, n)
	if err != nil {
		t.Fatal(err)
	}
	return LocalRates{state: d}
}

func taxes(r Result) string {
	var s []string
	for _, x := range r.Totals {
		s = append(s, strings.TrimPrefix(x.Code, "US-"))
	}
	return strings.Join(s, " ")
}

func TestSourcingWithinAState(t *testing.T) {
	sold := func(state, from string) Request {
		return with(request(at("US", state, from), at("US", state, "20002"), "USD", oneHundred),
			func(q *Request) { q.Seller.Registrations = []string{"US-" + state} })
	}
	for _, c := range []struct{ state, fips, seller, want, rule, refused string }{
		{"OH", "39", "0.005", "OH-county-001 OH-district-91 OH-place-11111 OH-state", "us_origin", ""},
		{"MN", "27", "0.005", "MN-county-002 MN-district-92 MN-place-22222 MN-state", "us_destination", ""},
		{"CA", "06", "0.005", "CA-county-001 CA-district-92 CA-place-11111 CA-state", "us_mixed", ""},
		{"TX", "48", "0.01", "TX-county-001 TX-district-91 TX-place-11111 TX-state", "us_origin", ""},
		{"TX", "48", "0.005", "", "", refusal.SupplyRuleNotCovered + " ship_from"}, // 1.6 % at the origin, below the cap of 2 %
		{"NM", "35", "0.005", "", "", refusal.SupplyRuleNotCovered + " ship_from"},
	} {
		r, err := Calculate(sold(c.state, "10001"), Env{Local: madeUp(t, c.state, c.fips, c.seller, "0.004")})
		var all *Blockers
		switch {
		case c.refused != "":
			if !errors.As(err, &all) || all.List[0].Code+" "+all.List[0].Field != c.refused {
				t.Errorf("%+v: %v, %v", c, taxes(r), err)
			}
		case err != nil || taxes(r) != c.want || r.Decisions[0].Rule != c.rule || len(r.Decisions[0].CitationIDs) == 0:
			t.Errorf("%+v: %s, %+v, %v", c, taxes(r), r.Decisions, err)
		}
	}
	// Into the state the buyer's place decides, and services are not sourced at the seller.
	q := sold("OH", "10001")
	q.Seller.Address = at("US", "MI", "48201")
	if r, err := Calculate(q, Env{Local: madeUp(t, "OH", "39", "0.005", "0.004")}); err != nil ||
		taxes(r) != "OH-county-002 OH-district-92 OH-place-22222 OH-state" {
		t.Errorf("from Michigan: %s, %v", taxes(r), err)
	}
	// An origin that no file knows is no reason to take another.
	if _, err := Calculate(sold("OH", "30003"),
		Env{Local: madeUp(t, "OH", "39", "0.005", "0.004")}); err == nil || !strings.Contains(err.Error(),
		refusal.LocalRateMissing+": seller.postal_code") {
		t.Errorf("an unknown origin: %v", err)
	}
}

func TestMarketplacesCollect(t *testing.T) {
	q := request(at("US", "NV"), at("US", "CA", "90001"), "USD", oneHundred)
	q.Seller.Marketplace = true
	for name, q := range map[string]Request{"seller.marketplace": q,
		"platform": with(q, func(q *Request) { q.Seller.Marketplace, q.Platform = false, &Platform{Country: "US"} })} {
		r, err := Calculate(q, Env{})
		if err != nil || r.Tax.Sign() != 0 || r.Lines[0].Treatment != "deemed_supplier" || r.Decisions[0].Liable != "platform" ||
			len(r.Lines[0].CitationIDs) == 0 || r.Decisions[0].Reason == "" {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	q.Date = civil.MustParse("2019-09-30") // the duty began the day after
	if _, err := Calculate(q, Env{}); err == nil || !strings.Contains(err.Error(), refusal.SupplyRuleNotCovered+": seller.marketplace") {
		t.Errorf("before the duty: %v", err)
	}
	oregon := with(q, func(q *Request) { q.Date = civil.MustParse("2026-03-02"); q.Buyer.Address = at("US", "OR") })
	if r, err := Calculate(oregon, Env{}); err != nil || r.Lines[0].Treatment != "no_state_tax" {
		t.Errorf("Oregon: %+v, %v", r, err)
	}
	french := with(request(at("FR"), at("FR"), "EUR", oneHundred), func(q *Request) { q.Seller.Marketplace = true })
	if _, err := Calculate(french, Env{}); err == nil || !strings.Contains(err.Error(), "seller.marketplace") {
		t.Errorf("in France: %v", err)
	}
}

func TestHolidaysExemptItemsUpToAPrice(t *testing.T) {
	shirt := func(price, discount string) Line {
		l := line("1", "clothing", "2", price)
		l.Discount = dec(discount)
		return l
	}
	day := func(state, day string, l Line) Request {
		return with(request(at("US", "NV"), at("US", state, "10001"), "USD", l), func(q *Request) {
			q.Date, q.Scope, q.Seller.Registrations = civil.MustParse(day), "state_only", []string{"US-" + state}
		})
	}
	for _, c := range []struct {
		q          Request
		tax, treat string
	}{
		{day("TX", "2026-08-08", shirt("99.99", "0")), "0.00", "exempt_holiday"},
		{day("TX", "2026-08-08", shirt("100.00", "0")), "12.50", "taxable"},
		{day("TX", "2026-08-08", shirt("100.00", "0.02")), "0.00", "exempt_holiday"}, // 99.99 each
		{day("TX", "2026-08-10", shirt("99.99", "0")), "12.50", "taxable"},
		{day("AL", "2026-07-18", shirt("100.00", "0")), "0.00", "exempt_holiday"},
	} {
		r, err := Calculate(c.q, Env{})
		if err != nil || r.Tax.String() != c.tax || r.Lines[0].Treatment != c.treat || len(r.Lines[0].CitationIDs) == 0 {
			t.Errorf("%s %s: %s, %s, %v; want %s", c.q.Buyer.Region, c.q.Date, r.Tax, r.Lines[0].Treatment, err, c.tax)
		}
	}
	full := day("AL", "2026-07-18", shirt("50", "0"))
	full.Scope = ""
	if _, err := Calculate(full, Env{}); err == nil || !strings.Contains(err.Error(), refusal.SupplyRuleNotCovered+": lines[0].category") {
		t.Errorf("the localities of Alabama: %v", err)
	}
	maryland := day("MD", "2026-08-09", shirt("100", "0"))
	maryland.Scope = ""
	if r, err := Calculate(maryland, Env{}); err != nil || r.Lines[0].Treatment != "exempt_holiday" {
		t.Errorf("Maryland, which has no local tax: %+v, %v", r, err)
	}
	if r, err := Calculate(day("TX", "2026-03-02", line("1", "goods_standard", "1", "10")),
		Env{}); err != nil || !strings.Contains(strings.Join(r.Assumptions, "\n"),
		"no sales tax holiday of US-TX on goods_standard is held for 2026") {
		t.Errorf("%v, %v", r.Assumptions, err)
	}
}
