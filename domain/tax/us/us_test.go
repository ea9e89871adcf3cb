package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// sparse keeps, of the rows of a jurisdiction, one year of each state and all
// years of one, so that conformance runs in seconds.
func sparse() *tax.Registry {
	j := Jurisdiction()
	kept := j.Coverage[:0:0]
	for _, row := range j.Coverage {
		if row.TaxYear == "2025" || row.Region == "indiana" || row.Region == "arizona" && row.TaxYear == "2024" {
			kept = append(kept, row)
		}
	}
	j.Coverage = kept
	return tax.NewRegistry(j)
}

func TestFederalConforms(t *testing.T) { taxtest.Conforms(t, FederalRegistry()) }

func TestStatesConform(t *testing.T) { taxtest.Conforms(t, sparse()) }
