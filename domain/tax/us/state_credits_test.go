package us

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// parent asks for the tax of a parent of two with wages, in a state.
func parent(region string, facts map[string]string) tax.Request {
	req := earning(filer("2025", region, "head_of_household"), "employment", "20000")
	req.Facts["children"] = "2"
	for name, value := range facts {
		req.Facts[name] = value
	}
	return req
}

// netOf is the figure after refundable credits of a state's tax, nil where it is not given,
// and what a result says of it.
func netOf(t *testing.T, req tax.Request) (due, net *money.Dec, said string) {
	t.Helper()
	got, err := registry.Calculate(&req)
	if err != nil {
		t.Fatalf("%s: %v", req.SubRegion, err)
	}
	i := slices.IndexFunc(got.Components, func(l tax.Levy) bool { return l.Code == "state_income_tax" })
	return &got.Components[i].Amount, got.Components[i].NetPayable, strings.Join(got.Assumptions, " ")
}

// What credits turn on is asked for by name, and until it is said no figure is given.
func TestNetPayableIsAskedForByName(t *testing.T) {
	for region, facts := range map[string]map[string]string{
		"new_jersey": {"children_under_6": "1"}, "maryland": {"children_under_6": "1"}, "new_york": {"children_under_4": "1"},
		"illinois": {"children_under_12": "1"}, "massachusetts": {"children_under_13": "1"},
		"oregon": {"children_under_3": "0", "children_under_6": "1"},
	} {
		if _, net, said := netOf(t, parent(region, nil)); net != nil || !strings.Contains(said, "No net_payable of") ||
			!strings.Contains(said, "state children_under_") {
			t.Errorf("%s: %v without the ages: %s", region, net, said)
		}
		due, net, said := netOf(t, parent(region, facts))
		if net == nil || !net.Less(*due) || strings.Contains(said, "No net_payable of") {
			t.Errorf("%s: %v of %s: %s", region, net, due, said)
			continue
		}
		facts["state_refundable_credits"] = "100"
		if _, less, _ := netOf(t, parent(region, facts)); less == nil || !less.Equal(net.Sub(money.FromInt(100))) {
			t.Errorf("%s: %v, without further credits %s", region, less, net)
		}
	}
}

// A state whose refundable credits are not read says so.
func TestNetPayableThatIsNotGiven(t *testing.T) {
	for _, region := range []string{"california", "colorado", "maine"} {
		if _, net, said := netOf(t, parent(region, nil)); net != nil || !strings.Contains(said, "No net_payable of") {
			t.Errorf("%s: %v, %s", region, net, said)
		}
	}
}

// No more children are young than there are.
func TestYoungChildrenAreChildren(t *testing.T) {
	for _, name := range []string{"children_under_3", "children_under_4", "children_under_6", "children_under_12", "children_under_13"} {
		req := parent("new_york", map[string]string{name: "3"})
		var faults *tax.InputError
		if _, err := registry.Calculate(&req); !errors.As(err, &faults) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
