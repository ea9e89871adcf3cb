package commands

import (
	"testing"

	profiles "github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Who sees some sites does not say what the whole tenant offers.
func TestSeedCoverageNeedsEverySite(t *testing.T) {
	c := Caller{Role: "tax_manager", Sites: tenancy.Grant{Numbers: []int64{1, 2}}}
	_, _, err := SeedCoverage(t.Context(), nil, c, profiles.Seed{}, nil)
	if f := fault.As(err); f == nil || f.Code != fault.SiteForbidden {
		t.Errorf("%v", err)
	}
}
