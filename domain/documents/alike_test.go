package documents

import "testing"

// A name that was corrected, or of which a letter was misread, is the same issuer's;
// another one's, however near, is not.
func TestSameIssuer(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"RIVERSIDE HARDWARE LTD", "Riverside Hardware Ltd.", true}, {"RIVERSIDE HARDWARE LTD", "RIVERSlDE HARDWARE LTO", true},
		{"BÄCKEREI SONNENSCHEIN", "Bäckerei Sonnenschein", true}, {"A-Z Taxi", "AZ TAXI", true}, {"Ace", "Ace", true}, {"Ace", "Axe", false},
		{"RIVERSIDE HARDWARE LTD", "RIVERSIDE BAKERY LTD", false}, {"Shop 1", "Shop 2", false}, {"", "", false}, {"", "Ace", false},
		{"--", "--", false},
	} {
		if SameIssuer(c.a, c.b) != c.same || SameIssuer(c.b, c.a) != c.same {
			t.Errorf("%q and %q: not %v", c.a, c.b, c.same)
		}
	}
}
