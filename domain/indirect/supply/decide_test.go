package supply

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
)

var day = civil.MustParse("2026-03-02")

func at(country string, region ...string) rates.Location {
	r := ""
	if len(region) > 0 {
		r = region[0]
	}
	loc, b := rates.Locate(country, r, "", day)
	if b != nil {
		panic(b)
	}
	return loc
}

func ptr(l rates.Location) *rates.Location { return &l }

func business(country string) Party { return Party{Status: Business, At: at(country)} }

func identified(country string) Party {
	return Party{Status: Business, At: at(country), TaxID: "1", TaxIDCountry: country, Evidence: Registry}
}

func consumer(country string, region ...string) Party {
	return Party{Status: Consumer, At: at(country, region...)}
}

func goods(from, to string, buyer Party) Facts {
	return Facts{Kind: Goods, Date: day, Supplier: business(from), Customer: buyer, ShipFrom: ptr(at(from)), ShipTo: ptr(at(to))}
}

func service(kind Kind, from string, buyer Party) Facts {
	return Facts{Kind: kind, Date: day, Supplier: business(from), Customer: buyer}
}

func with(f Facts, change func(*Facts)) Facts { change(&f); return f }

func euros(s string) *money.Dec { d := money.MustParse(s); return &d }

func TestDecisions(t *testing.T) {
	for name, c := range map[string]struct {
		facts                          Facts
		rule                           string
		treatment                      Treatment
		place, liable, scheme, refused string
	}{
		"goods within one State": {facts: goods("DE", "DE", consumer("DE")), rule: "domestic_goods", treatment: Taxed, place: "DE",
			liable: "supplier", scheme: "domestic"},
		"goods from France to Monaco": {facts: goods("FR", "MC", consumer("MC")), rule: "domestic_goods", treatment: Taxed, place: "FR",
			liable: "supplier", scheme: "domestic"},
		"goods from Germany to Monaco": {facts: with(goods("DE", "MC", consumer("MC")),
			func(f *Facts) { f.CrossBorderSales = euros("20000") }), rule: "distance_sale", treatment: Taxed, place: "FR", liable: "supplier",
			scheme: "local_registration"},
		"goods within GB": {facts: goods("GB", "GB", business("GB")), rule: "domestic", treatment: Taxed, place: "GB",
			liable: "supplier", scheme: "domestic"},
		"goods to an identified business": {facts: goods("DE", "FR", identified("FR")), rule: "intra_community", treatment: IntraCommunity,
			place: "FR", liable: "customer"},
		"goods to Northern Ireland": {facts: with(goods("DE", "DE", identified("GB")),
			func(f *Facts) { f.ShipTo = ptr(at("XI")); f.Customer.TaxIDCountry = "XI" }), rule: "intra_community", treatment: IntraCommunity,
			place: "GB", liable: "customer"},
		"goods to a business without number": {facts: goods("DE", "FR", business("FR")), refused: refusal.BuyerEvidenceMissing},
		"goods with the number of departure": {facts: goods("DE", "FR", identified("DE")), refused: refusal.BuyerEvidenceMissing},
		"number only declared": {facts: with(goods("DE", "FR", identified("FR")),
			func(f *Facts) { f.Customer.Evidence = Declared }), refused: refusal.BuyerEvidenceMissing},
		"distance sale above 10 000": {facts: with(goods("DE", "FR", consumer("FR")),
			func(f *Facts) { f.CrossBorderSales = euros("10000.01"); f.AboveThreshold = false }), rule: "distance_sale", treatment: Taxed,
			place: "FR", liable: "supplier", scheme: "local_registration"},
		"distance sale by OSS": {facts: with(goods("DE", "FR", consumer("FR")), func(f *Facts) { f.OSS = true }),
			rule: "distance_sale", treatment: Taxed, place: "FR", liable: "supplier", scheme: "union_oss"},
		"distance sale at 10 000": {facts: with(goods("DE", "FR", consumer("FR")),
			func(f *Facts) { f.CrossBorderSales = euros("10000") }), rule: "below_threshold", treatment: Taxed, place: "DE", liable: "supplier",
			scheme: "domestic"},
		"small sales, two establishments": {facts: with(goods("DE", "FR", consumer("FR")),
			func(f *Facts) { f.CrossBorderSales = euros("5"); f.Supplier.Establishments = []string{"PL"} }), rule: "distance_sale", treatment: Taxed,
			place: "FR", liable: "supplier", scheme: "local_registration"},
		"distance sale before July 2021": {facts: with(goods("DE", "FR", consumer("FR")),
			func(f *Facts) { f.Date = civil.MustParse("2021-06-30") }), refused: refusal.SupplyRuleNotCovered},
		"export from the Union": {facts: goods("DE", "US", consumer("US")), rule: "export", treatment: Export, place: "DE",
			liable: "supplier", scheme: "domestic"},
		"export to Great Britain": {facts: goods("DE", "GB", consumer("GB")), rule: "export", treatment: Export, place: "DE",
			liable: "supplier", scheme: "domestic"},
		"export to the Canary Islands": {facts: with(goods("ES", "ES", consumer("IC")), func(f *Facts) { f.ShipTo = ptr(at("IC")) }),
			rule: "export", treatment: Export, place: "ES", liable: "supplier", scheme: "domestic"},
		"mainland to Madeira": {facts: with(goods("PT", "PT", consumer("PT")),
			func(f *Facts) { f.ShipTo = ptr(at("PT", "madeira")) }), refused: refusal.SupplyRuleNotCovered},
		"export from Great Britain": {facts: goods("GB", "DE", business("DE")), rule: "export", treatment: Export, place: "GB",
			liable: "supplier", scheme: "domestic"},
		"import through IOSS": {facts: with(goods("CN", "FR", consumer("FR")),
			func(f *Facts) { f.Import = &Import{*euros("150"), true} }), rule: "import_consignment", treatment: Taxed, place: "FR",
			liable: "supplier", scheme: "ioss"},
		"import of 150.01": {facts: with(goods("CN", "FR", consumer("FR")),
			func(f *Facts) { f.Import = &Import{*euros("150.01"), true} }), refused: refusal.SupplyRuleNotCovered},
		"import without IOSS": {facts: goods("CN", "FR", consumer("FR")), refused: refusal.SupplyRuleNotCovered},
		"platform, import": {facts: with(goods("CN", "FR", consumer("FR")),
			func(f *Facts) { f.Import = &Import{*euros("20"), true}; f.Platform = &Platform{at("IE"), true} }), rule: "deemed_supplier",
			treatment: ByPlatform, place: "FR", liable: "platform", scheme: "ioss"},
		"platform, seller outside the Union": {facts: with(goods("CN", "FR", consumer("FR")),
			func(f *Facts) { f.ShipFrom = ptr(at("DE")); f.Platform = &Platform{At: at("IE")} }), rule: "deemed_supplier", treatment: ByPlatform,
			place: "FR", liable: "platform", scheme: "union_oss"},
		"platform, seller in the Union": {facts: with(goods("DE", "FR", consumer("FR")),
			func(f *Facts) { f.Platform = &Platform{At: at("IE")} }), refused: refusal.SupplyRuleNotCovered},
		"foreign seller, stock in the State": {facts: with(goods("US", "DE", consumer("DE")),
			func(f *Facts) { f.ShipFrom = ptr(at("DE")); f.Supplier.Registrations = []string{"DE"} }), rule: "domestic_goods", treatment: Taxed,
			place: "DE", liable: "supplier", scheme: "domestic"},
		"foreign seller to a business": {facts: with(goods("US", "DE", business("DE")),
			func(f *Facts) { f.ShipFrom = ptr(at("DE")); f.Supplier.Registrations = []string{"DE"} }), refused: refusal.SupplyRuleNotCovered},
		"service between businesses": {facts: service(Services, "DE", identified("FR")), rule: "b2b_reverse_charge",
			treatment: ReverseCharge, place: "FR", liable: "customer"},
		"service from abroad to a GB company": {facts: service(Services, "US", identified("GB")), rule: "b2b_reverse_charge",
			treatment: ReverseCharge, place: "GB", liable: "customer"},
		"service to a business overseas": {facts: service(Services, "DE", identified("US")), rule: "b2b_service", treatment: OutsideScope,
			place: "US", liable: "customer"},
		"service to a consumer": {facts: service(Services, "DE", consumer("FR")), rule: "b2c_service", treatment: Taxed, place: "DE",
			liable: "supplier", scheme: "domestic"},
		"service to a consumer overseas": {facts: service(Services, "DE", consumer("US")), refused: refusal.SupplyRuleNotCovered},
		"services in Japan": {facts: service(Services, "JP", consumer("JP")), rule: "domestic", treatment: Taxed, place: "JP",
			liable: "supplier", scheme: "domestic"},
		"digital to a consumer": {facts: with(service(Digital, "IE", consumer("FR")), func(f *Facts) { f.OSS = true }),
			rule: "digital_b2c", treatment: Taxed, place: "FR", liable: "supplier", scheme: "union_oss"},
		"digital from outside the Union": {facts: with(service(Digital, "US", consumer("FR")), func(f *Facts) { f.OSS = true }),
			rule: "digital_b2c", treatment: Taxed, place: "FR", liable: "supplier", scheme: "non_union_oss"},
		"digital, small": {facts: with(service(Digital, "IE", consumer("FR")),
			func(f *Facts) { f.CrossBorderSales = euros("900") }), rule: "below_threshold", treatment: Taxed, place: "IE", liable: "supplier",
			scheme: "domestic"},
		"digital to a consumer in Brazil": {facts: service(Digital, "IE", consumer("BR")), refused: refusal.SupplyRuleNotCovered},
		"land": {facts: with(service(Land, "DE", consumer("DE")), func(f *Facts) { f.Performed = ptr(at("ES")) }),
			rule: "land", treatment: Taxed, place: "ES", liable: "supplier", scheme: "local_registration"},
		"land, business, not established": {facts: with(service(Land, "DE", identified("FR")), func(f *Facts) { f.Performed = ptr(at("ES")) }),
			refused: refusal.SupplyRuleNotCovered},
		"restaurant": {facts: with(service(Restaurant, "IT", consumer("DE")), func(f *Facts) { f.Performed = ptr(at("IT")) }),
			rule: "restaurant", treatment: Taxed, place: "IT", liable: "supplier", scheme: "domestic"},
		"event for a consumer": {facts: with(service(EventAdmission, "FR", consumer("DE")),
			func(f *Facts) { f.Performed = ptr(at("BE")) }), rule: "event_b2c", treatment: Taxed, place: "BE", liable: "supplier",
			scheme: "local_registration"},
		"event online": {facts: with(service(EventAdmission, "FR", consumer("DE")), func(f *Facts) { f.Virtual = true }),
			rule: "virtual_event_b2c", treatment: Taxed, place: "DE", liable: "supplier", scheme: "local_registration"},
		"short hire": {facts: with(service(HireShort, "ES", consumer("DE")), func(f *Facts) { f.Performed = ptr(at("ES")) }),
			rule: "hire_short", treatment: Taxed, place: "ES", liable: "supplier", scheme: "domestic"},
		"long hire to a consumer": {facts: service(HireLong, "DE", consumer("AT")), rule: "hire_long_b2c", treatment: Taxed, place: "AT",
			liable: "supplier", scheme: "local_registration"},
		"goods transport for a consumer": {facts: with(service(GoodsTransport, "DE", consumer("FR")),
			func(f *Facts) { f.ShipFrom, f.ShipTo = ptr(at("DE")), ptr(at("FR")) }), rule: "goods_transport_b2c", treatment: Taxed, place: "DE",
			liable: "supplier", scheme: "domestic"},
		"passenger transport": {facts: with(service(PassengerTransport, "AT", consumer("DE")), func(f *Facts) { f.Performed = ptr(at("AT")) }),
			rule: "passenger_transport", treatment: Taxed, place: "AT", liable: "supplier", scheme: "domestic"},
		"US to Canada": {facts: goods("US", "CA", consumer("CA")), refused: refusal.SupplyRuleNotCovered},
		"a private seller": {facts: with(goods("DE", "DE", consumer("DE")), func(f *Facts) { f.Supplier.Status = Consumer }),
			refused: refusal.SupplyRuleNotCovered},
		"an unknown kind": {facts: service("barter", "DE", consumer("DE")), refused: refusal.SupplyRuleNotCovered},
	} {
		d, err := Decide(c.facts)
		var blocked *refusal.Blocked
		if c.refused != "" {
			if !errors.As(err, &blocked) || blocked.Code != c.refused {
				t.Errorf("%s: %+v, %v; want %s", name, d, err, c.refused)
			}
			continue
		}
		if err != nil || d.Rule != c.rule || d.Treatment != c.treatment || d.Place.Country != c.place || d.Liable != c.liable ||
			d.Scheme != c.scheme {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
		if d.Reason == "" || d.Rule != "domestic" && len(d.Citations) == 0 {
			t.Errorf("%s: no reason or citation: %+v", name, d)
		}
	}
}

func TestMissingFactsAreAsked(t *testing.T) {
	for field, f := range map[string]Facts{
		"seller.cross_border_sales_eur": goods("DE", "FR", consumer("FR")),
		"ship_to":                       service(Goods, "DE", consumer("DE")),
		"performed_at":                  service(Land, "DE", consumer("DE")), // a house abroad is not taxed at home
	} {
		_, err := Decide(f)
		var open *refusal.Blocked
		if !errors.As(err, &open) || open.Code != refusal.SupplyFactMissing || open.Field != field ||
			(len(open.Choices) == 0) != (field == "ship_to") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// Whatever the facts, a decision that charges nothing has named a rule with a
// citation: nothing is untaxed by default.
func TestNothingIsUntaxedByDefault(t *testing.T) {
	places := []string{"DE", "FR", "GB", "XI", "US", "JP", "CH", "IC", "NO"}
	rapid.Check(t, func(t *rapid.T) {
		place := func(label string) rates.Location { return at(rapid.SampledFrom(places).Draw(t, label)) }
		party := func(label string) Party {
			p := Party{At: place(label), Status: rapid.SampledFrom([]Status{Business, Consumer}).Draw(t, label+" status")}
			if rapid.Bool().Draw(t, label+" has a number") {
				p.TaxID, p.TaxIDCountry = "1", p.At.Country
				p.Evidence = rapid.SampledFrom([]Evidence{Registry, Declared, ""}).Draw(t, label+" evidence")
			}
			return p
		}
		f := Facts{Kind: rapid.SampledFrom(Kinds).Draw(t, "kind"), Date: day, Supplier: party("supplier"), Customer: party("customer"),
			OSS: rapid.Bool().Draw(t, "oss"), CrossBorderSales: euros(rapid.SampledFrom([]string{"0", "20000"}).Draw(t, "sales"))}
		if rapid.Bool().Draw(t, "ships") {
			f.ShipFrom, f.ShipTo = ptr(place("from")), ptr(place("to"))
		}
		if rapid.Bool().Draw(t, "performed") {
			f.Performed = ptr(place("performed"))
		}
		d, err := Decide(f)
		if err != nil {
			return
		}
		if d.Treatment != Taxed && len(d.Citations) == 0 {
			t.Fatalf("untaxed without a citation: %+v", d)
		}
		if d.Treatment == ReverseCharge && (f.Customer.Status != Business || !f.Customer.identified()) {
			t.Fatalf("reverse charge on %+v", f.Customer)
		}
		if d.Treatment == Taxed && d.Liable != "supplier" {
			t.Fatalf("%+v", d)
		}
	})
}
