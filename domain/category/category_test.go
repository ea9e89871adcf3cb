package category

import (
	"errors"
	"flag"
	"regexp"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{Changed{"gbsa103f_office", "Desk", true}}, Kind)
}

// Every tree is cited, its ids name streams, and each of its roles has an account
// in some chart: what is classified can be booked.
func TestTrees(t *testing.T) {
	booked := map[string]bool{}
	for _, id := range chart.IDs() {
		c, _ := chart.Find(id)
		for _, a := range c.Accounts {
			booked[a.Role] = true
		}
	}
	id := regexp.MustCompile(`^[a-z0-9]+_[a-z_]+$`)
	countries := map[string]bool{}
	for _, tree := range Trees() {
		if countries[tree.Country] {
			t.Errorf("%s: %q has another tree", tree.ID, tree.Country)
		}
		countries[tree.Country] = true
		for _, s := range tree.Sources {
			if !strings.HasPrefix(s.URL, "https://") || s.Checked.IsZero() {
				t.Errorf("%s rests on %v", tree.ID, s)
			}
		}
		if _, ok := Find(tree.ID + "_other"); !ok {
			t.Errorf("%s has no category for what has no other", tree.ID)
		}
		for _, c := range tree.Categories {
			if !id.MatchString(c.ID) {
				t.Errorf("%s names no stream", c.ID)
			}
			for _, role := range c.Roles {
				if !booked[role] {
					t.Errorf("%s: no chart has an account for %s", c.ID, role)
				}
			}
			if tree.Form != "" && c.Line(tree.From) == "" {
				t.Errorf("%s has no line in %d", c.ID, tree.From)
			}
		}
	}
	for _, want := range []string{"GB", "US", "DE", "FR", "CA", "AU", "IE", ""} {
		if !countries[want] {
			t.Errorf("%q has no tree", want)
		}
	}
}

func TestLines(t *testing.T) {
	goods, _ := Find("deeuer_goods")
	for year, want := range map[int]string{2024: "", 2025: "27", 2026: "29", 2027: ""} {
		if got := goods.Line(year); got != want {
			t.Errorf("goods in %d stand in line %q, not %q", year, got, want)
		}
	}
	if c, ok := For("GB").Of("expense.telecom"); !ok || c.ID != "gbsa103f_office" || c.Line(2025) != "23" || c.Line(2019) != "" {
		t.Errorf("a British telephone is %v", c)
	}
	if For("ZZ").ID != "int" {
		t.Error("a place without a tree does not take the generic one")
	}
}

func TestChange(t *testing.T) {
	yes, name := true, "Desk"
	got, err := Adjust{ID: "gbsa103f_office", Label: &name, Disabled: &yes}.Decide(Override{}, act.Context{})
	if err != nil || got[0] != (Changed{"gbsa103f_office", "Desk", true}) {
		t.Fatalf("%v %v", got, err)
	}
	after := Override{}.Evolve(event.Recorded{Payload: got[0]})
	if got, err := (Adjust{ID: "gbsa103f_office", Disabled: &yes}).Decide(after, act.Context{}); err != nil || got != nil {
		t.Errorf("the same again: %v %v", got, err)
	}
	if _, err := (Adjust{ID: "gbsa103f_other", Disabled: &yes}).Decide(Override{}, act.Context{}); fault.As(err) == nil ||
		fault.As(err).Blockers[0].Code != "category_required" {
		t.Errorf("the last resort is disabled: %v", err)
	}
	if _, err := (Adjust{ID: "gbsa103f_nothing", Disabled: &yes}).Decide(Override{}, act.Context{}); !errors.Is(err,
		fault.New(fault.NotFound, "")) {
		t.Errorf("a category of no tree: %v", err)
	}
}
