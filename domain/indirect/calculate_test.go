package indirect

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func dec(s string) money.Dec { return money.MustParse(s) }

func at(country string, rest ...string) Address {
	a := Address{Country: country}
	if len(rest) > 0 {
		a.Region = rest[0]
	}
	if len(rest) > 1 {
		a.PostalCode = rest[1]
	}
	return a
}

func request(from, to Address, currency string, lines ...Line) Request {
	return Request{Date: civil.MustParse("2026-03-02"), Currency: currency, Seller: Seller{Address: from, Status: "business"},
		Buyer: Buyer{Address: to, Status: "consumer"}, Lines: lines}
}

func line(id, cat, quantity, price string) Line {
	return Line{ID: id, Category: cat, Quantity: dec(quantity), UnitPrice: dec(price)}
}

func with(q Request, change func(*Request)) Request { change(&q); return q }

var oneHundred = line("1", "goods_standard", "1", "100")

func minnesota(t testing.TB) LocalRates {
	t.Helper()
	r, err := ussales.ReadRates(strings.NewReader("27,45,27,0.06875,0.06875,0.06875,0.06875,20090701,29991231\n" +
		"27,00,163,0.0050,0.0050,0.0050,0.0050,20211001,29991231\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, n, err := ussales.ReadBoundaries(strings.NewReader("z,20240401,29991231,,,,,,,,,,,,,,,55001,,55003,,,27,27,163,,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := ussales.NewDataset("MN", "MNR2026Q2FEB18", "MNB2026Q2FEB18", civil.MustParse("2026-03-01"), r, b, n)
	if err != nil {
		t.Fatal(err)
	}
	return LocalRates{"MN": d}
}

func TestDocuments(t *testing.T) {
	mn := minnesota(t)
	registered := func(places ...string) func(*Request) {
		return func(q *Request) { q.Seller.Registrations = places }
	}
	stateOnly := func(q *Request) { q.Scope = "state_only"; q.Seller.Registrations = []string{"US-CA"} }
	for name, c := range map[string]struct {
		q                          Request
		net, tax, totals, treating string
	}{
		"within Germany": {request(at("DE"), at("DE"), "EUR", oneHundred), "100.00", "19.00", "VAT 0.19", "taxed"},
		"German price with tax": {with(request(at("DE"), at("DE"), "EUR", oneHundred), func(q *Request) { q.PricesIncludeTax = true }), "84.03",
			"15.97", "VAT 0.19", "taxed"},
		"by OSS to France": {with(request(at("DE"), at("FR"), "EUR", oneHundred, line("2", "books", "2", "10")),
			func(q *Request) { q.Seller.OSS = true }), "120.00", "21.10", "VAT 0.055, VAT 0.2", "taxed"},
		"to a French company": {with(request(at("DE"), at("FR"), "EUR", oneHundred), func(q *Request) {
			q.Buyer = Buyer{Address: at("FR"), Status: "business", TaxID: french, TaxIDCountry: "FR", Evidence: "registry", Consultation: "c1"}
		}), "100.00", "0.00", "", "intra_community"},
		"advice for a French one": {with(request(at("DE"), at("FR"), "EUR", line("1", "professional_services", "1", "100")), func(q *Request) {
			q.Buyer = Buyer{Address: at("FR"), Status: "business", TaxID: french, TaxIDCountry: "FR", Evidence: "registry", Consultation: "c1"}
		}), "100.00", "0.00", "", "reverse_charge"},
		"to Norway":    {request(at("DE"), at("NO"), "EUR", oneHundred), "100.00", "0.00", "", "export"},
		"a book in GB": {request(at("GB"), at("GB"), "GBP", line("1", "books", "1", "9.99")), "9.99", "0.00", "VAT 0", "zero"},
		"insurance in GB": {request(at("GB"), at("GB"), "GBP", line("1", "insurance", "1", "9.99")), "9.99", "0.00", "",
			"exempt"},
		"hotel in Switzerland": {with(request(at("CH"), at("CH"), "CHF", line("1", "hotel_accommodation", "3", "180")),
			func(q *Request) { a := at("CH"); q.PerformedAt = &a }), "540.00", "20.52", "VAT 0.038", "taxed"},
		"Japan, no minor units": {request(at("JP"), at("JP"), "JPY", line("1", "goods_standard", "1", "1005")), "1005", "101",
			"VAT 0.1", "taxed"},
		"Ontario": {request(at("CA", "CA-BC"), at("CA", "CA-ON"), "CAD", oneHundred), "100.00", "13.00", "HST 0.13",
			"taxed"},
		"Quebec": {with(request(at("CA", "ON"), at("CA", "QC"), "CAD", oneHundred), registered("CA-QC")), "100.00",
			"14.98", "GST 0.05, QST 0.09975", "taxed"},
		"British Columbia, no PST number": {with(request(at("CA", "ON"), at("CA", "BC"), "CAD", oneHundred),
			func(q *Request) { q.Seller.NotRegistered = []string{"CA-BC"} }), "100.00", "5.00", "GST 0.05", "taxed"},
		"within Karnataka": {request(at("IN", "IN-KA"), at("IN", "IN-KA"), "INR",
			Line{ID: "1", Category: "goods_standard", RateClass: "standard", Quantity: dec("1"), UnitPrice: dec("1000")}), "1000.00", "180.00",
			"CGST 0.09, SGST 0.09", "taxed"},
		"Karnataka to Kerala": {request(at("IN", "KA"), at("IN", "KL"), "INR", line("1", "services_standard", "1", "1000")), "1000.00",
			"180.00", "IGST 0.18", "taxed"},
		"Minnesota": {with(request(at("US", "WI"), at("US", "MN", "55002"), "USD", oneHundred, line("2", "clothing", "1", "50")),
			registered("US-MN")), "150.00", "7.38", "US-MN-county-163 0.0050, US-MN-state 0.06875", "taxable"},
		"Indiana has no local": {with(request(at("US", "OH"), at("US", "IN"), "USD", oneHundred), registered("US-IN")), "100.00", "7.00",
			"US-IN-state 0.07", "taxable"},
		"California, state only": {with(request(at("US", "NV"), at("US", "CA", "90001"), "USD", oneHundred), stateOnly), "100.00", "7.25",
			"US-CA-state 0.0725", "taxable"},
		"Oregon": {request(at("US", "WA"), at("US", "OR"), "USD", oneHundred), "100.00", "0.00", "", "no_state_tax"},
		"no nexus in Minnesota": {with(request(at("US", "WI"), at("US", "MN"), "USD", oneHundred),
			func(q *Request) { q.Seller.NotRegistered = []string{"US-MN"} }), "100.00", "0.00", "", "not_collected"},
		"resale in Minnesota": {with(request(at("US", "WI"), at("US", "MN"), "USD", oneHundred), func(q *Request) {
			q.Buyer.Exemption = &Exemption{Kind: "resale", Number: "1", Places: []string{"US-MN"}}
		}), "100.00", "0.00", "", "exempt_buyer"},
	} {
		r, err := Calculate(c.q, Env{Local: mn, Consultation: &confirmed})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var totals []string
		for _, x := range r.Totals {
			totals = append(totals, x.Code+" "+x.Rate.String())
		}
		if r.Net.String() != c.net || r.Tax.String() != c.tax || strings.Join(totals, ", ") != c.totals || r.Lines[0].Treatment != c.treating {
			t.Errorf("%s: net %s, tax %s, %v, %s", name, r.Net, r.Tax, totals, r.Lines[0].Treatment)
		}
		if !r.Net.Add(r.Tax).Equal(r.Gross) || len(r.Decisions) == 0 || r.Decisions[0].Reason == "" {
			t.Errorf("%s: %+v", name, r)
		}
		for _, id := range r.Lines[0].CitationIDs {
			if !strings.Contains(citations(r), id+"\n") {
				t.Errorf("%s: citation %s of a line is not in the result", name, id)
			}
		}
	}
}

func citations(r Result) string {
	var s strings.Builder
	for _, c := range r.Citations {
		s.WriteString(c.ID + "\n")
	}
	return s.String()
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		q    Request
		want []string
	}{
		"every line at once": {request(at("ES"), at("ES"), "EUR", line("1", "food", "1", "1"), line("2", "prepared_food", "1", "1"),
			line("3", "goods_standard", "1", "1")),
			[]string{refusal.RateClassRequired + " lines[0].category", refusal.CategoryNotMapped + " lines[1].category"}},
		"Brazil":            {request(at("BR"), at("BR"), "BRL", oneHundred), []string{refusal.RateNotCovered + " lines[0].category"}},
		"Russia after 2025": {request(at("RU"), at("RU"), "RUB", oneHundred), []string{refusal.RateNotCovered + " lines[0].category"}},
		"China to France":   {request(at("CN"), at("FR"), "EUR", oneHundred), []string{refusal.SupplyRuleNotCovered + " import"}},
		"Heligoland": {request(at("DE", "heligoland"), at("DE", "heligoland"), "EUR", oneHundred),
			[]string{refusal.TerritoryNotCovered + " lines[0].category"}},
		"Canada, no province": {request(at("CA", "ON"), at("CA"), "CAD", oneHundred), []string{refusal.SubRegionRequired + " lines[0].category"}},
		"silence on PST": {request(at("CA", "ON"), at("CA", "BC"), "CAD", oneHundred),
			[]string{refusal.SellerRegistrationUnknown + " seller.registrations"}},
		"silence on nexus": {request(at("US", "WI"), at("US", "MN", "55002"), "USD", oneHundred),
			[]string{refusal.SellerRegistrationUnknown + " seller.registrations"}},
		"no local rates": {with(request(at("US", "NV"), at("US", "CA", "90001"), "USD", oneHundred),
			func(q *Request) { q.Seller.Registrations = []string{"US-CA"} }),
			[]string{refusal.LocalRateMissing + " buyer.postal_code"}},
		"no state": {request(at("US", "NV"), at("US"), "USD", oneHundred), []string{refusal.SubRegionRequired + " ship_to.region"}},
		"shipping in a state": {with(request(at("US", "OH"), at("US", "IN"), "USD", oneHundred),
			func(q *Request) { q.Seller.Registrations = []string{"US-IN"}; q.Shipping = dec("5") }),
			[]string{refusal.TaxabilityNotCovered + " shipping_taxable"}},
		"a certificate in the EU": {with(request(at("DE"), at("DE"), "EUR", oneHundred), func(q *Request) { q.Buyer.Exemption = &Exemption{} }),
			[]string{refusal.SupplyRuleNotCovered + " buyer.exemption"}},
	} {
		_, err := Calculate(c.q, Env{})
		var all *Blockers
		if !errors.As(err, &all) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, b := range all.List {
			got = append(got, b.Code+" "+b.Field)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: %v", name, got)
		}
		var one *Blocked
		if !errors.As(err, &one) {
			t.Errorf("%s: no single *Blocked inside", name)
		}
	}
}

func TestFaultsNameTheFieldAndLine(t *testing.T) {
	q := request(at("Germany"), at("DE"), "EURO", line("1", "goods_standard", "1", "1"), line("1", "no_such", "-1", "1"))
	q.Date, q.Seller.Status, q.Scope = civil.Date{}, "owner", "all"
	_, err := Calculate(q, Env{})
	var in *tax.InputError
	if !errors.As(err, &in) {
		t.Fatal(err)
	}
	for _, want := range []string{"date", "currency", "seller.country", "seller.status", "scope", "lines[1].category"} {
		if !strings.Contains(in.Error(), want+": ") {
			t.Errorf("%s is not named in %v", want, in)
		}
	}
	q = request(at("DE"), at("DE"), "EUR", line("1", "goods_standard", "1", "1"), line("1", "goods_standard", "-1", "1"))
	if _, err := Calculate(q, Env{}); !errors.As(err, &in) || !strings.Contains(in.Error(),
		"lines[1].quantity") || !strings.Contains(in.Error(), "lines[1].id") {
		t.Errorf("%v", err)
	}
}

// Rounding of the law: Australia's total invoice rule rounds half a cent up,
// New Zealand's s. 19O drops it, a British invoice trader rounds down.
func TestRoundingOfTheLaw(t *testing.T) {
	for _, c := range []struct{ country, currency, price, buyer, tax, source string }{
		{"AU", "AUD", "0.25", "consumer", "0.03", "law"}, // 0.025
		{"NZ", "NZD", "0.30", "consumer", "0.04", "law"}, // 0.045
		{"GB", "GBP", "0.99", "business", "0.19", "law"}, // 0.198
		{"GB", "GBP", "0.99", "consumer", "0.20", "law"}, // a retailer rounds to the nearest
		{"FR", "EUR", "0.99", "consumer", "0.20", "assumed"},
	} {
		q := request(at(c.country), at(c.country), c.currency, line("1", "goods_standard", "1", c.price))
		q.Buyer.Status = c.buyer
		q.Date = civil.MustParse("2026-05-04")
		r, err := Calculate(q, Env{})
		if err != nil || r.Tax.String() != c.tax || r.Rounding.Source != c.source || (c.source == "law") != (len(r.Rounding.CitationIDs) > 0) {
			t.Errorf("%+v: %s, %+v, %v", c, r.Tax, r.Rounding, err)
		}
	}
}

// A qualified invoice is rounded once for each rate.
func TestJapanRoundsOnTheDocument(t *testing.T) {
	q := request(at("JP"), at("JP"), "JPY", line("1", "goods_standard", "1", "95"), line("2", "goods_standard", "1", "95"),
		Line{ID: "3", Category: "food", RateClass: "reduced", Quantity: dec("1"), UnitPrice: dec("95")})
	r, err := Calculate(q, Env{})
	if err != nil || r.Tax.String() != "27" || len(r.Totals) != 2 { // 190 × 10 % + 95 × 8 % = 19 + 7.6
		t.Errorf("%+v, %v", r, err)
	}
	q.Rounding = &Rounding{"line", "down"}
	var in *tax.InputError
	if _, err := Calculate(q, Env{}); !errors.As(err, &in) || in.Fields[0].Field != "rounding.level" {
		t.Errorf("%v", err)
	}
	q.Rounding.Level = "document"
	if r, err := Calculate(q, Env{}); err != nil || r.Tax.String() != "26" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestShippingAndDiscountAreDividedOverRates(t *testing.T) {
	q := request(at("FR"), at("FR"), "EUR", line("a", "goods_standard", "1", "30"), line("b", "books", "1", "10"))
	q.Shipping, q.Discount = dec("4"), dec("8")
	r, err := Calculate(q, Env{})
	if err != nil {
		t.Fatal(err)
	}
	// 30 − 6 + 3 = 27 at 20 %; 10 − 2 + 1 = 9 at 5.5 %.
	if r.Lines[0].Net.String() != "27.00" || r.Lines[1].Net.String() != "9.00" || r.Tax.String() != "5.90" {
		t.Errorf("%+v", r.Lines)
	}
	taxable := false
	us := with(request(at("US", "OH"), at("US", "IN"), "USD", oneHundred), func(q *Request) {
		q.Seller.Registrations, q.Shipping, q.ShippingTaxable = []string{"US-IN"}, dec("5"), &taxable
	})
	if r, err := Calculate(us, Env{}); err != nil || r.Tax.String() != "7.00" || r.Gross.String() != "112.00" || len(r.Lines) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestGoldenDocument(t *testing.T) {
	q := request(at("DE"), at("FR"), "EUR", line("sku-1", "goods_standard", "3", "19.99"), line("sku-2", "books", "1", "12.50"))
	q.Seller.OSS, q.Shipping = true, dec("4.90")
	r, err := Calculate(q, Env{})
	if err != nil {
		t.Fatal(err)
	}
	r.LawRelease = "that of the day" // changes with any law
	got, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/oss-france.json"
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got)+"\n" {
		t.Errorf("the result differs from %s; look at the change, then -update:\n%s", path, got)
	}
}

func TestCatalogueShowsClasses(t *testing.T) {
	entries := Catalogue(civil.MustParse("2026-11-20"))
	if len(entries) != len(category.All()) {
		t.Fatalf("%d entries", len(entries))
	}
	for _, e := range entries {
		if e.Code == "books" && (strings.Join(e.Classes["DE"], "") != "reduced" || strings.Join(e.Classes["GB"], "") != "zero") {
			t.Errorf("books: %v", e.Classes)
		}
		if e.Code == "goods_standard" && (len(e.Classes) < 120 || len(e.Classes["IN"]) < 2) {
			t.Errorf("goods: %d countries, IN %v", len(e.Classes), e.Classes["IN"])
		}
	}
}

func benchmark(b *testing.B, n int) {
	q := request(at("FR"), at("FR"), "EUR")
	for i := range n {
		q.Lines = append(q.Lines, line(strconv.Itoa(i), []string{"goods_standard", "books", "newspapers"}[i%3], "2", "9.99"))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Calculate(q, Env{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCalculate35Lines(b *testing.B)   { benchmark(b, 35) }
func BenchmarkCalculate1000Lines(b *testing.B) { benchmark(b, 1000) }
