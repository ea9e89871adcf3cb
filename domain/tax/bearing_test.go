package tax

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/tax/law"
)

// What a result does not rest on is left out of its bearing citations: by the beginning of
// the name, and for another filing status only in the place named, where the own one is
// there; a result with a scope keeps all.
func TestBearing(t *testing.T) {
	ids := []string{"us:eic_end@2025-01-01#1", "us:rates_single@2025-01-01#1", "us:rates_joint@2025-01-01#1", "us-hi:tariff_single@2025-01-01#1",
		"us-hi:tariff_joint@2025-01-01#1",
		"us-hi:limit_joint@2025-01-01#1", "us-hi:pension_most@2025-01-01#1", "us-hi:pensioner@2025-01-01#1"}
	out := Result{Unowed: []string{"us:eic_", "us-hi:pension_", "us-hi:_joint", "us-hi:_separate", "us-hi:_head"}}
	for _, id := range ids {
		out.Citations = append(out.Citations, law.Citation{ID: id})
	}
	shown := func() string {
		var kept []string
		for _, c := range out.Bearing() {
			name, _, _ := strings.Cut(c.ID, "@")
			kept = append(kept, name)
		}
		return strings.Join(kept, " ")
	}
	if got := shown(); got != "us:rates_single us:rates_joint us-hi:tariff_single us-hi:limit_joint us-hi:pensioner" {
		t.Errorf("bearing are %s", got)
	}
	if out.Scope = (&Scope{Only: []string{"x"}}); len(out.Bearing()) != len(ids) {
		t.Errorf("with a scope bearing are %s", shown())
	}
	out.Scope, out.Unowed = nil, nil
	if len(out.Bearing()) != len(ids) {
		t.Errorf("without anything unowed bearing are %s", shown())
	}
}
