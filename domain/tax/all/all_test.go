package all_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Each package checks its own place in full; here all of them stand together.
func TestEveryJurisdictionConforms(t *testing.T) { taxtest.ConformsBriefly(t, all.Registry()) }
