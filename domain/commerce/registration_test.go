package commerce

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
)

// A registration names a region only where one has an authority or a tax of its
// own: any other would never be found by a sale.
func TestRegionsOfARegistration(t *testing.T) {
	for _, c := range []struct {
		country, region string
		taken           bool
	}{
		{"US", "MN", true}, {"US", "ZZ", false}, {"US", "", false}, {"CA", "BC", true}, {"CA", "", true}, {"CA", "XX", false},
		{"IN", "MH", true}, {"IN", "TS", true}, {"IN", "XX", false}, {"FR", "", true}, {"FR", "IDF", false}, {"FR", "75", false},
		{"FR", "974", true}, {"DE", "BY", false}, {"ES", "CN", true}, {"ES", "MD", false}, {"PT", "20", true}, {"GB", "NIR", true},
		{"GB", "SCT", false}, {"AU", "NSW", false}, {"AE", "DU", false}, {"SG", "01", false}, {"HK", "X", false},
	} {
		var f fault.Fields
		Registration{Country: c.country, Region: c.region, Standing: "registered", Scheme: Standard,
			Effective: Effective{EffectiveFrom: civil.Of(2026, 1, 1)}}.check(&f)
		if taken := f.Err() == nil; taken != c.taken {
			t.Errorf("%s-%s: taken is %t (%v), want %t", c.country, c.region, taken, f.Err(), c.taken)
		}
	}
}
