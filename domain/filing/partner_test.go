package filing

import "testing"

// A number says its country where none is stated, and stands as that country writes it; a
// number that fails its country's check is none.
func TestPartnerOf(t *testing.T) {
	for _, x := range []struct {
		country, of, number string
		want                Partner
	}{
		{"", "", "", Partner{}},
		{"FR", "", "", Partner{Country: "FR"}},
		{"", "", "FR40303265045", Partner{Country: "FR", TaxID: "FR40303265045"}},
		{"", "FR", "40 303 265 045", Partner{Country: "FR", TaxID: "FR40303265045"}},
		{"FR", "", "40303265045", Partner{Country: "FR", TaxID: "FR40303265045"}},
		{"", "GR", "094019245", Partner{Country: "GR", TaxID: "EL094019245"}},
		{"", "GR", "EL094019245", Partner{Country: "GR", TaxID: "EL094019245"}},
		{"GR", "EL", "094019245", Partner{Country: "GR", TaxID: "EL094019245"}},
		{"", "", "el 094019245", Partner{Country: "GR", TaxID: "EL094019245"}},
		{"", "", "EL094019246", Partner{Wrong: true}},
		{"FR", "", "FR40303265046", Partner{Country: "FR", Wrong: true}},
		{"FR", "DE", "FR40303265045", Partner{Country: "FR", Wrong: true}}, // of a country that it is not of
		{"CH", "", "DE136695976", Partner{Country: "CH", TaxID: "DE136695976"}},
		{"", "", "094019245", Partner{TaxID: "094019245"}}, // of no country that is said
		{"", "XI", "XI434031494", Partner{Country: "GB", TaxID: "XI434031494"}},
		{"", "", "A", Partner{TaxID: "A"}},
		{"QQ", "", "QQ1", Partner{Country: "QQ", TaxID: "QQ1"}},
	} {
		if got := PartnerOf(x.country, "", x.of, x.number); got != x.want {
			t.Errorf("%s of %s in %s: %+v, not %+v", x.number, x.of, x.country, got, x.want)
		}
	}
	whole := Partner{Country: "FR", Region: "x", TaxID: "FR40303265045"}
	if got := (Partner{Country: "DE"}).Or(whole); got != (Partner{Country: "DE", TaxID: "FR40303265045"}) {
		t.Errorf("%+v", got)
	}
	if got := (Partner{Wrong: true}).Or(whole); got != whole {
		t.Errorf("a number that is none hides one that is known: %+v", got)
	}
	if got := (Partner{}).Or(Partner{Wrong: true}); !got.Wrong || got.Whole() {
		t.Errorf("%+v", got)
	}
}
