package planning

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a plan is: one stream per plan.
var Category = event.Category{Name: "plan", Types: []event.Type{
	event.Of[Created](), event.Of[VersionAdded](), event.Of[ScenarioAdded](),
}}

// Created starts a plan; its scenarios follow in the same append.
type Created struct {
	PlanID    string      `json:"plan_id"`
	Title     sealed.Text `json:"title"`
	ClientRef sealed.Text `json:"client_ref,omitzero"`
	Baseline  string      `json:"baseline"` // scenario id
}

// ScenarioAdded names a scenario.
type ScenarioAdded struct {
	ScenarioID string      `json:"scenario_id"`
	Name       sealed.Text `json:"name"`
}

// VersionAdded is one version of a scenario: a ScenarioVersion as JSON, sealed whole.
type VersionAdded struct {
	ScenarioID string      `json:"scenario_id"`
	Number     int         `json:"n"` // from 1
	Content    sealed.Text `json:"content"`
	SHA256     string      `json:"sha256"` // of the content
	Calculated bool        `json:"calculated"`
	Dataset    string      `json:"parameter_dataset,omitempty"`
	Coverage   string      `json:"coverage_status"`
}

func (Created) EventType() string       { return "plan.created.v1" }
func (ScenarioAdded) EventType() string { return "plan.scenario_added.v1" }
func (VersionAdded) EventType() string  { return "plan.version_added.v1" }
