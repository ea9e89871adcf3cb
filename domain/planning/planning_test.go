package planning_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax/all"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestEvents freezes the shape of each event.
func TestEvents(t *testing.T) {
	cipher := func(word string) sealed.Text {
		return sealed.Text{Subject: "customer-0192aa00000000000000000000000001", Cipher: []byte("sealed:" + word)}
	}
	eventtest.Golden(t, *update, []event.Payload{
		planning.Created{PlanID: "p", Title: cipher("title"), ClientRef: cipher("client"), Baseline: "s"},
		planning.ScenarioAdded{ScenarioID: "s", Name: cipher("name")},
		planning.VersionAdded{ScenarioID: "s", Number: 1, Content: cipher("content"), SHA256: "aa11", Calculated: true,
			Dataset:  "gb-income-2025-26/2026.11",
			Coverage: "covered"},
	}, planning.Category)
}

func dec(s string) *money.Dec {
	d, err := money.Parse(s)
	if err != nil {
		panic(err)
	}
	return &d
}

func gb(income string) planning.ScenarioRequest {
	return planning.ScenarioRequest{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "rest_of_uk", Income: dec(income)}
}

type command interface {
	Validate() error
	Decide(planning.State, act.Context, planning.Calculate) ([]event.Payload, error)
}

func do(t *testing.T, s planning.State, c command) (planning.State, error) {
	t.Helper()
	if err := c.Validate(); err != nil {
		return s, err
	}
	a := act.Context{CommandID: uuid.NewSHA1(uuid.Nil, []byte{byte(s.Events)}), Now: time.Unix(1e9, 0).UTC()}
	events, err := c.Decide(s, a, all.Registry().Calculate)
	for _, p := range events {
		s = s.Evolve(event.Recorded{Payload: p, Meta: event.Metadata{Principal: "p", Time: a.Now}})
	}
	return s, err
}

func begin(t *testing.T) planning.State {
	s, err := do(t, planning.State{}, planning.CreatePlan{Title: "A rise", ClientRef: "client 7", Baseline: 1,
		Scenarios: []planning.NewScenario{
			{Name: "Rise", Request: gb("60000"), Axis: &planning.Axis{Fact: "income", From: *dec("50000"), To: *dec("52000"), Step: *dec("500")}},
			{Name: "As it is", Request: gb("50000")},
			{Name: "Elsewhere", Request: planning.ScenarioRequest{Jurisdiction: "IE", TaxYear: "2025", Income: dec("60000"),
				Facts: map[string]string{}}},
			{Name: "Nowhere held", Request: planning.ScenarioRequest{Jurisdiction: "GB", TaxYear: "1999-00", SubRegion: "rest_of_uk",
				Income: dec("60000")}},
		}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCompare subtracts within one place and currency only, and keeps what
// declined without a figure.
func TestCompare(t *testing.T) {
	s := begin(t)
	got := s.Compare()
	if len(got) != 4 {
		t.Fatalf("%+v", got)
	}
	// 11,432.00 on 60,000 and 7,486.00 on 50,000: the rise takes 3,946.00 more.
	if got[0].Delta == nil || got[0].Delta.Fixed(2) != "3946.00" || !got[1].Delta.IsZero() {
		t.Errorf("%+v", got[:2])
	}
	// Class 1: 8 per cent from 12,570 to 50,270 and 2 per cent above it.
	if got[0].SocialDelta == nil || got[0].SocialDelta.Fixed(2) != "216.20" || !got[1].SocialDelta.IsZero() || got[2].SocialDelta != nil {
		t.Errorf("%+v", got)
	}
	if got[2].Delta != nil || got[2].Why == "" || got[3].Delta != nil || got[3].TotalTax != nil || s.Scenarios[3].Last().Declined == "" {
		t.Errorf("%+v", got[2:])
	}
	points := s.Scenarios[0].Last().Points
	if len(points) != 5 || points[0].TotalTax.Fixed(2) != "7486.00" || points[0].MarginalRate.String() != "0.20" &&
		points[0].MarginalRate.String() != "0.2" {
		t.Errorf("%+v", points)
	}
	for i := 1; i < len(points); i++ {
		if !points[i].TotalTax.Greater(*points[i-1].TotalTax) {
			t.Errorf("point %d: %s after %s", i, points[i].TotalTax, points[i-1].TotalTax)
		}
	}
}

// TestVersionsNeverChange adds one after the other.
func TestVersionsNeverChange(t *testing.T) {
	s := begin(t)
	id := s.Scenarios[0].ID
	before := s.Scenarios[0].Versions[0]
	s, err := do(t, s, planning.AddVersion{ScenarioID: id, Recompute: true, Note: "again"})
	if err != nil {
		t.Fatal(err)
	}
	again := s.Scenarios[0].Last()
	if again.Number != 2 || !again.Figures.TotalTax.Equal(before.Figures.TotalTax) || len(again.Points) != len(before.Points) {
		t.Errorf("%+v", again)
	}
	request := gb("70000")
	s, err = do(t, s, planning.AddVersion{ScenarioID: id, Request: &request})
	if err != nil || s.Scenarios[0].Last().Number != 3 || s.Scenarios[0].Versions[0].Figures.TotalTax.Fixed(2) != "11432.00" {
		t.Errorf("%v %+v", err, s.Scenarios[0].Last())
	}
	s, err = do(t, s, planning.AddVersion{ScenarioID: planning.NewScenarioPath, Create: "Another", Request: &request})
	if err != nil || len(s.Scenarios) != 5 || s.Scenarios[4].Name != "Another" {
		t.Errorf("%v %d", err, len(s.Scenarios))
	}
}

// TestRefuses names the field of each fault.
func TestRefuses(t *testing.T) {
	s := begin(t)
	id, request, bad := s.Scenarios[0].ID, gb("1"), gb("1")
	bad.SubRegion = "atlantis"
	for name, c := range map[string]struct {
		c     command
		field string
	}{
		"nothing asked":    {planning.AddVersion{ScenarioID: id}, "request"},
		"both":             {planning.AddVersion{ScenarioID: id, Recompute: true, Request: &request}, "request"},
		"no such region":   {planning.AddVersion{ScenarioID: id, Request: &bad}, "request.sub_region"},
		"no such scenario": {planning.AddVersion{ScenarioID: "x", Request: &request}, "no scenario"},
		"no such fact": {planning.AddVersion{ScenarioID: id, Request: &request, Axis: &planning.Axis{Fact: "luck", To: *dec("2"),
			Step: *dec("1")}}, "luck"},
		"too many points": {planning.AddVersion{ScenarioID: id, Request: &request, Axis: &planning.Axis{Fact: "income", To: *dec("200"),
			Step: *dec("1")}}, "axis.step"},
		"backwards": {planning.AddVersion{ScenarioID: id, Request: &request, Axis: &planning.Axis{Fact: "income", From: *dec("2"),
			Step: *dec("1")}}, "axis.to"},
		"baseline": {planning.CreatePlan{Title: "t", Baseline: 1, Scenarios: []planning.NewScenario{{Name: "a", Request: request}}},
			"baseline"},
		"turned": {planning.CreatePlan{Title: "t", Scenarios: []planning.NewScenario{{Name: "a", Request: request, Note: "\u202e000,5"}}},
			"scenarios[0].note"},
		"blank": {planning.CreatePlan{Title: " ", Scenarios: []planning.NewScenario{{Name: " ", Request: request}}},
			"scenarios[0].name"},
	} {
		if _, err := do(t, s, c.c); err == nil || !strings.Contains(err.Error(), c.field) {
			t.Errorf("%s: %v", name, err)
		}
	}
	most := planning.AddVersion{ScenarioID: id, Request: &request, Axis: &planning.Axis{Fact: "income", To: *dec("199"), Step: *dec("1")}}
	if s, err := do(t, s, most); err != nil || len(s.Scenarios[0].Last().Points) != 200 {
		t.Errorf("%v", err)
	}
}

// TestForgotten leaves a plan that can be read, without what it said.
func TestForgotten(t *testing.T) {
	s := planning.State{}
	for _, p := range []event.Payload{planning.Created{PlanID: "p", Baseline: "s"}, planning.ScenarioAdded{ScenarioID: "s"},
		planning.VersionAdded{ScenarioID: "s", Number: 1, Content: sealed.Text{Subject: "x", Forgotten: true}, Calculated: true}} {
		s = s.Evolve(event.Recorded{Payload: p})
	}
	if got := s.Compare(); len(got) != 1 || got[0].TotalTax != nil || !s.Scenarios[0].Last().Forgotten {
		t.Errorf("%+v", got)
	}
	if _, err := do(t, s, planning.AddVersion{ScenarioID: "s", Recompute: true}); fault.As(err) == nil {
		t.Error("what was forgotten was computed again")
	}
}

// A plan leaves only if what is said in it stands in its scenarios.
func TestSendable(t *testing.T) {
	for _, c := range []struct {
		title, name, note, message string
		fields                     []string // of blockers
	}{
		{"A rise to £60,000 in 2025-26", "Option 1: 60k", "Version 1, a tax of 11,432.00.", "It takes £3,946.00 more.", nil},
		{"Save £5,000", "Rise", "", "", []string{""}},
		{"A rise", "Save five thousand pounds", "", "", []string{""}},
		{"A rise", "Rise", "By 31 March 2027.", "You keep two thirds.", []string{"", "message"}},
		{"A rise", "Rise", "", "In three years you owe ten per cent.", []string{"message"}},
	} {
		s, err := do(t, planning.State{}, planning.CreatePlan{Title: c.title, Scenarios: []planning.NewScenario{
			{Name: c.name, Request: gb("60000"), Note: c.note}, {Name: "As it is", Request: gb("50000")}}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if f := fault.As(s.Sendable(c.message)); f != nil {
			for _, b := range f.Blockers {
				if b.Code != "figure_untraced" {
					t.Errorf("%+v", b)
				}
				got = append(got, b.Field)
			}
		}
		if !slices.Equal(got, c.fields) {
			t.Errorf("%+v: blocked for %q", c, got)
		}
	}
}
