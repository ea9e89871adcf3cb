package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

func TestFederalConforms(t *testing.T) { taxtest.Conforms(t, FederalRegistry()) }

func TestStatesConform(t *testing.T) { taxtest.Conforms(t, registry) }
