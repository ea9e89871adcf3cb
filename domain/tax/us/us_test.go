package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

func TestFederalConforms(t *testing.T) { taxtest.Conforms(t, FederalRegistry()) }

// The federal part, which every state shares, is checked in full above.
func TestStatesConform(t *testing.T) { taxtest.ConformsBriefly(t, registry) }
