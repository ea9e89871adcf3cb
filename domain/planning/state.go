package planning

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// ScenarioRequest is what is asked of the calculator of income tax: its own request, as
// the API takes it.
type ScenarioRequest struct {
	Jurisdiction string            `json:"jurisdiction" minLength:"2" maxLength:"2" doc:"ISO 3166-1 code." example:"GB"`
	TaxYear      string            `json:"tax_year" minLength:"1" maxLength:"40" doc:"In the jurisdiction's own form." example:"2025-26"`
	SubRegion    string            `json:"sub_region,omitempty" maxLength:"60" example:"rest_of_uk"`
	Income       *money.Dec        `json:"income,omitempty" doc:"Left out where components are given."`
	IncomeBasis  tax.Basis         `json:"income_basis,omitempty" enum:"gross,taxable"`
	Components   []tax.Component   `json:"components,omitempty" maxItems:"50" nullable:"false"`
	Facts        map[string]string `json:"facts,omitempty" doc:"By the names that the interview lists."`
	TaxType      string            `json:"tax_type,omitempty" maxLength:"40" doc:"individual_income when left out."`
}

// Axis moves one fact through a range.
type Axis struct {
	Fact string    `json:"fact" minLength:"1" maxLength:"60" doc:"income, or a fact by its name."`
	From money.Dec `json:"from"`
	To   money.Dec `json:"to"`
	Step money.Dec `json:"step"`
}

// ScenarioFigures are what the calculator answered.
type ScenarioFigures struct {
	Calculator    string     `json:"calculator"`
	Version       string     `json:"calculator_version"`
	Dataset       string     `json:"parameter_dataset"`
	Coverage      tax.Tier   `json:"coverage_status" enum:"covered,beta,draft"`
	Jurisdiction  string     `json:"jurisdiction"`
	SubRegion     string     `json:"sub_region,omitempty"`
	TaxYear       string     `json:"tax_year"`
	Currency      string     `json:"currency"`
	Basis         string     `json:"basis"`
	Income        money.Dec  `json:"income"`
	TaxableIncome money.Dec  `json:"taxable_income"`
	TotalTax      money.Dec  `json:"total_tax"`
	Contributions money.Dec  `json:"social_contributions" doc:"Those that the calculator models beside the tax, of the person."`
	NetPayable    money.Dec  `json:"net_payable" doc:"The tax less refundable credits and payments; negative is a refund."`
	EffectiveRate money.Dec  `json:"effective_rate"`
	MarginalRate  money.Dec  `json:"marginal_rate"`
	Components    []tax.Levy `json:"components" nullable:"false"`
	Assumptions   []string   `json:"assumptions" nullable:"false"`
	Citations     []string   `json:"citation_ids" nullable:"false"`
}

// AxisPoint is what the calculator answered at one value of the axis.
type AxisPoint struct {
	At           money.Dec  `json:"at"`
	TotalTax     *money.Dec `json:"total_tax" doc:"null where the calculator declined."`
	MarginalRate *money.Dec `json:"marginal_rate"`
	Declined     string     `json:"declined,omitempty"`
}

// ScenarioVersion is one version of a scenario.
type ScenarioVersion struct {
	Number    int              `json:"n"`
	Request   ScenarioRequest  `json:"request"`
	Note      string           `json:"note"`
	Axis      *Axis            `json:"axis"`
	Figures   *ScenarioFigures `json:"figures" doc:"null where the calculator declined."`
	Declined  string           `json:"declined" doc:"Why there is no figure; empty where there is one."`
	Points    []AxisPoint      `json:"points" nullable:"false" doc:"Along the axis, where there is one."`
	By        string           `json:"created_by"`
	At        time.Time        `json:"created_at"`
	Forgotten bool             `json:"forgotten" doc:"The one it speaks of was forgotten; nothing of it can be read."`
}

// Scenario is one set of facts, in its versions.
type Scenario struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Versions []ScenarioVersion `json:"versions" nullable:"false"`
}

// Last is the scenario's last version.
func (s Scenario) Last() ScenarioVersion { return s.Versions[len(s.Versions)-1] }

// State is a plan as its events leave it; the zero State is "no such plan".
type State struct {
	ID        string
	Site      int64
	Title     string
	ClientRef string
	Baseline  string
	Scenarios []Scenario
	By        string
	At        time.Time
	Updated   time.Time
	Events    int
	subject   string
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.Updated = e.Meta.Time
	switch p := e.Payload.(type) {
	case Created:
		s = State{ID: p.PlanID, Site: e.Meta.Site, Title: p.Title.String(), ClientRef: p.ClientRef.String(), Baseline: p.Baseline,
			By: e.Meta.Principal, At: e.Meta.Time, Updated: e.Meta.Time, Events: s.Events, subject: p.Title.Subject}
	case ScenarioAdded:
		s.Scenarios = append(slices.Clip(s.Scenarios), Scenario{ID: p.ScenarioID, Name: p.Name.String()})
	case VersionAdded:
		i := s.index(p.ScenarioID)
		if i < 0 {
			return s
		}
		var v ScenarioVersion
		if json.Unmarshal([]byte(p.Content.String()), &v) != nil {
			v = ScenarioVersion{Points: []AxisPoint{}, Forgotten: true}
		}
		v.Number, v.By, v.At = p.Number, e.Meta.Principal, e.Meta.Time
		s.Scenarios = slices.Clone(s.Scenarios)
		s.Scenarios[i].Versions = append(slices.Clip(s.Scenarios[i].Versions), v)
	}
	return s
}

func (s State) index(id string) int {
	return slices.IndexFunc(s.Scenarios, func(x Scenario) bool { return x.ID == id })
}

// Subject is whose data the plan is.
func (s State) Subject() string { return s.subject }

func subject(clientRef, planID string) string {
	if clientRef == "" {
		clientRef = "plan/" + planID
	}
	return commerce.CustomerSubject(clientRef)
}
