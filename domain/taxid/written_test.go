package taxid_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/taxid"
	"github.com/tallystick/tallystick/domain/taxid/taxidtest"
)

// However a number is written, it is the same number, of the same country.
func TestSpellingsAreOneNumber(t *testing.T) {
	for number, country := range map[string]string{"FR40303265045": "FR", "EL094019245": "GR", "ATU13585627": "AT", "DE136695976": "DE",
		"NL004495445B01": "NL", "XI434031494": "XI"} {
		for how, spelt := range taxidtest.Spellings(number) {
			if got := taxid.Plain(spelt); got != number {
				t.Errorf("%s, %s: plainly %q", number, how, got)
			}
			if got := taxid.CountryOf(spelt); got != country {
				t.Errorf("%s, %s: of %q", number, how, got)
			}
			if !taxid.Same(spelt, number) || !taxid.Same(number[2:], spelt) || taxid.Same(spelt, number[:len(number)-1]) {
				t.Errorf("%s, %s: not the same, or another too", number, how)
			}
			if forms := taxid.Forms(spelt); !slices.Contains(forms, number) || !slices.Contains(forms, number[2:]) {
				t.Errorf("%s, %s: %v", number, how, forms)
			}
			r, err := taxid.Validate(taxid.Prefix(spelt), "vat", spelt)
			if err != nil || !r.Valid || r.Normal != number {
				t.Errorf("%s, %s: %+v, %v", number, how, r, err)
			}
		}
	}
}

func TestWhatBeginsWithNoCountry(t *testing.T) {
	for _, number := range []string{"", " ", "12", "DE", "D1234567", "303265045", "１２３４５６７８", "ДЕ136695976", "DE1234"} {
		if got := taxid.CountryOf(number); got != "" {
			t.Errorf("%q is of %s", number, got)
		}
	}
	if taxid.Same("", "") || taxid.Same("-", "") || taxid.Same("DE12", "12") || len(taxid.Forms(" - ")) != 0 {
		t.Error("nothing is the same as nothing")
	}
	if got := taxid.Written("\u3000ｄｅ 136–695 "); got != "de 136-695" {
		t.Errorf("%q", got)
	}
}
