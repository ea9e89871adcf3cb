package coverage_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func dec(s string) *money.Dec { d := money.MustParse(s); return &d }

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{coverage.Seeded{Retired: []string{"GB:2019-20::individual_income:individual"},
		Profiles: []coverage.Kept{{"GB:2025-26:scotland:individual_income:individual",
			coverage.Setting{TierMin: tax.Beta, ReviewOver: dec("100000"), Enabled: true, Source: "selector"}}}}}, coverage.Category)
}

// matrix has n years of three places.
func matrix(n int) (rows []coverage.Row) {
	for _, place := range []string{"DE", "GB", "IE"} {
		for y := range n {
			rows = append(rows, coverage.Row{Jurisdiction: place, TaxYear: fmt.Sprint(2000 + y), TaxType: tax.IndividualIncome,
				Taxpayer: "individual"})
		}
	}
	return rows
}

// seed carries a seeding out.
func seed(t *testing.T, s coverage.State, c coverage.Seed, rows []coverage.Row) (coverage.State, coverage.Outcome) {
	t.Helper()
	out, err := c.Plan(s, rows)
	if err != nil {
		t.Fatal(err)
	}
	events, err := c.Decide(s, act.Context{}, rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		s = s.Evolve(event.Recorded{Payload: e})
	}
	if !c.DryRun && len(s.Profiles) != out.Count {
		t.Errorf("%d profiles stand, and the outcome says %d", len(s.Profiles), out.Count)
	}
	return s, out
}

// What is offered never grows beyond the matrix, and an empty seeding changes none of it.
func TestSeeding(t *testing.T) {
	rows := matrix(200) // more than one event holds
	var s coverage.State
	for _, r := range rows {
		if why := s.Refuses(r, tax.Draft); why != "" {
			t.Fatalf("without profiles %s is refused: %s", r.ID(), why)
		}
	}
	s, out := seed(t, s, coverage.Seed{}, rows)
	if out.Created != 600 || out.Changed+out.Unchanged+out.Retired != 0 {
		t.Fatalf("%+v", out)
	}
	for _, r := range rows {
		if why := s.Refuses(r, tax.Draft); why != "" {
			t.Fatalf("after an empty seeding %s is refused: %s", r.ID(), why)
		}
	}
	off := false
	germany := []coverage.Selector{{Jurisdiction: "de"}}
	s, out = seed(t, s, coverage.Seed{Selectors: germany, Enabled: &off}, rows)
	if out.Changed != 200 || s.Refuses(rows[0], tax.Covered) != coverage.Disabled || s.Refuses(rows[200], tax.Draft) != "" {
		t.Fatalf("%+v", out)
	}
	s, out = seed(t, s, coverage.Seed{TierMin: tax.Beta}, rows) // of all, and enables nothing
	if out.Changed != 600 || s.Refuses(rows[0], tax.Covered) != coverage.Disabled || s.Refuses(rows[200], tax.Draft) != coverage.BelowTier ||
		s.Refuses(rows[200], tax.Beta) != "" {
		t.Fatalf("%+v", out)
	}
	if _, out = seed(t, s, coverage.Seed{}, rows); out.Unchanged != 600 || out.Created+out.Changed+out.Retired != 0 {
		t.Fatalf("repeated: %+v", out)
	}
	later := append(matrix(201)[1:], coverage.Row{Jurisdiction: "FR", TaxYear: "2025", TaxType: tax.IndividualIncome, Taxpayer: "individual"})
	fr := later[len(later)-1]
	if s.Refuses(fr, tax.Covered) != coverage.NoProfile {
		t.Fatal("a row of a later build is offered before it is seeded")
	}
	if _, dry := seed(t, s, coverage.Seed{DryRun: true}, later); dry.Created != 4 || dry.Retired != 1 {
		t.Fatalf("dry: %+v", dry)
	}
	s, out = seed(t, s, coverage.Seed{}, later)
	if out.Created != 4 || out.Retired != 1 || s.Refuses(fr, tax.Draft) != "" || s.Refuses(later[0], tax.Covered) != coverage.Disabled {
		t.Fatalf("%+v", out)
	}
}

// The first seeding that takes something out lists the rest.
func TestTheFirstSeedingThatDisables(t *testing.T) {
	off, rows := false, matrix(2)
	s, out := seed(t, coverage.State{}, coverage.Seed{Selectors: []coverage.Selector{{Jurisdiction: "GB"}}, Enabled: &off}, rows)
	if out.Created != 6 || s.Refuses(rows[0], tax.Draft) != "" || s.Refuses(rows[2], tax.Covered) != coverage.Disabled {
		t.Fatalf("%+v", out)
	}
	s, _ = seed(t, coverage.State{}, coverage.Seed{Selectors: []coverage.Selector{{Jurisdiction: "GB"}}}, rows)
	if s.Refuses(rows[0], tax.Draft) != coverage.NoProfile || s.Refuses(rows[2], tax.Draft) != "" {
		t.Fatal("a selector offers its rows alone")
	}
}

func TestSelectorsWithoutARowAreNamedAtOnce(t *testing.T) {
	_, err := coverage.Seed{Selectors: []coverage.Selector{{Jurisdiction: "GB"}, {Jurisdiction: "XX"},
		{TaxYear: "1999"}}}.Plan(coverage.State{}, matrix(2))
	f := fault.As(err)
	if f == nil || f.Code != fault.Blocked || len(f.Blockers) != 2 || f.Blockers[0].Code != "coverage_unavailable" ||
		f.Blockers[1].Field != "selectors[2]" {
		t.Fatalf("%v", err)
	}
	negative := coverage.Seed{Selectors: []coverage.Selector{{}}, ReviewOver: coverage.Limit{Said: true, Amount: dec("-1")}}.Validate()
	if f := fault.As(negative); f == nil || len(f.Fields) != 2 {
		t.Fatalf("%v", negative)
	}
}

// A limit is set, kept where nothing is said of it, and lifted by null; the request says
// again what it said.
func TestLimitIsLifted(t *testing.T) {
	rows := matrix(3)
	var s coverage.State
	for _, step := range []struct{ body, limit string }{
		{`{"review_over":"100000"}`, "100000"}, {`{}`, "100000"}, {`{"tier_min":"beta"}`, "100000"}, {`{"review_over":"0"}`, "0"},
		{`{"review_over":null}`, ""}, {`{"enabled":true}`, ""}, {`{"review_over":"5"}`, "5"},
	} {
		var c coverage.Seed
		if err := json.Unmarshal([]byte(step.body), &c); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(c); err != nil || string(again) != step.body {
			t.Errorf("%s is %s %v", step.body, again, err)
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		s, _ = seed(t, s, c, rows)
		for _, r := range rows {
			got := ""
			if over := s.ReviewOver(r); over != nil {
				got = over.String()
			}
			if got != step.limit {
				t.Fatalf("after %s the limit of %s is %q", step.body, r.ID(), got)
			}
		}
	}
}
