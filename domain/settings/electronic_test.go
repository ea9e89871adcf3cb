package settings_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/settings"
)

// An address is one of a scheme of the list; where the scheme has check digits, another
// last digit is refused, whichever it is.
func TestElectronicAddresses(t *testing.T) {
	faults := func(scheme, id string) bool {
		var f fault.Fields
		settings.CheckElectronic(&f, "seller.electronic_address", settings.ElectronicAddress{Scheme: scheme, ID: id})
		return f.Err() != nil
	}
	for _, right := range [][2]string{{"", ""}, {"0088", "7300010000001"}, {"0192", "991825827"}, {"0208", "0202239951"}, {"0007", "5567212047"},
		{"0151", "51824753556"}, {"0184", "DK16356706"}, {"0204", "04011000-12345-03"}, {"0204", "991-33333TEST-33"}, {"9930", "DE123456788"},
		{"EM", "books@example.com"}, {"0106", "12345678"}} {
		if faults(right[0], right[1]) {
			t.Errorf("%s %s is refused", right[0], right[1])
		}
	}
	for _, wrong := range [][2]string{{"", "1"}, {"9999", "1"}, {"EM", "ada"}, {"em", "ada@example.org"}, {"0204", "Berlin"}, {"9930", "DE 1"},
		{"9930", ""}, {"0106", "١٢٣٤٥٦٧٨"}, {"0088", "x"}, {"0184", "DK1"}} {
		if !faults(wrong[0], wrong[1]) {
			t.Errorf("%s %q passes", wrong[0], wrong[1])
		}
	}
	for _, checked := range [][2]string{{"0088", "7300010000001"}, {"0192", "991825827"}, {"0208", "0202239951"}, {"0007", "5567212047"},
		{"0151", "51824753556"}} {
		id := []byte(checked[1])
		for other := byte('0'); other <= '9'; other++ {
			if id[len(id)-1] = other; string(id) != checked[1] && !faults(checked[0], string(id)) {
				t.Errorf("%s %s passes", checked[0], id)
			}
		}
	}
}
