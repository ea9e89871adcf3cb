package planning

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// NewScenario is a scenario of a plan that begins.
type NewScenario struct {
	Name    string          `json:"name" minLength:"1" maxLength:"120"`
	Request ScenarioRequest `json:"request"`
	Note    string          `json:"note,omitempty" maxLength:"1000"`
	Axis    *Axis           `json:"axis,omitempty" doc:"Take the figures at each step of one fact."`
}

// CreatePlan begins a plan. Its id is NewID(0) of the command; its scenarios take
// the ids after it.
type CreatePlan struct {
	Title     string        `json:"title" minLength:"1" maxLength:"200"`
	ClientRef string        `json:"client_ref,omitempty" maxLength:"100" doc:"Whose plan it is, by your own reference."`
	Baseline  int           `json:"baseline,omitempty" minimum:"0" doc:"Which of the scenarios the others are set against, from 0."`
	Scenarios []NewScenario `json:"scenarios" minItems:"1" maxItems:"20" nullable:"false"`
}

// AddVersion gives a scenario its next version, or, with Create, the plan a
// further scenario.
type AddVersion struct {
	ScenarioID string           `json:"-"` // from the path
	Request    *ScenarioRequest `json:"request,omitempty" doc:"Other facts; left out with recompute."`
	Recompute  bool             `json:"recompute,omitempty" doc:"The last version's facts, under the law as it is held now."`
	Create     string           `json:"create,omitempty" maxLength:"120" doc:"Name of a new scenario that begins with this version; the path then says new."`
	Note       string           `json:"note,omitempty" maxLength:"1000"`
	Axis       *Axis            `json:"axis,omitempty"`
}

const (
	scenariosMax = 20
	eventsMax    = 900
	contentMax   = 60_000 // bytes of one version, sealed
)

// Validate reports every malformed field that shows without the calculator.
func (c CreatePlan) Validate() error {
	var f fault.Fields
	text(&f, "title", c.Title, true)
	text(&f, "client_ref", c.ClientRef, false)
	if len(c.Scenarios) == 0 || len(c.Scenarios) > scenariosMax {
		f.Add("scenarios", "must be 1 to %d", scenariosMax)
	}
	if c.Baseline < 0 || c.Baseline > 0 && c.Baseline >= len(c.Scenarios) {
		f.Add("baseline", "must be the number of a scenario, from 0")
	}
	for i, x := range c.Scenarios {
		at := "scenarios[" + strconv.Itoa(i) + "]"
		text(&f, at+".name", x.Name, true)
		text(&f, at+".note", x.Note, false)
		x.Axis.check(&f, at+".axis")
	}
	return f.Err()
}

// Validate reports every malformed field that shows without the plan.
func (c AddVersion) Validate() error {
	var f fault.Fields
	if (c.Request != nil) == c.Recompute {
		f.Add("request", "either a request or recompute")
	}
	if c.Create != "" && c.Recompute {
		f.Add("recompute", "a new scenario has nothing to compute again")
	}
	text(&f, "create", c.Create, false)
	text(&f, "note", c.Note, false)
	c.Axis.check(&f, "axis")
	return f.Err()
}

func (a *Axis) check(f *fault.Fields, at string) {
	switch {
	case a == nil:
	case a.Step.Sign() <= 0:
		f.Add(at+".step", "must be more than zero")
	case a.To.Less(a.From):
		f.Add(at+".to", "must not be below from")
	case a.From.Sign() < 0:
		f.Add(at+".from", "must not be negative")
	default:
		if beyond := a.From.Add(a.Step.Mul(money.FromInt(pointsMax))); !a.To.Less(beyond) {
			f.Add(at+".step", "makes more than %d points", pointsMax)
		}
	}
}

func text(f *fault.Fields, field, v string, required bool) {
	if v == "" && required {
		f.Add(field, "must not be blank")
	}
	f.Text(field, v)
	if strings.ContainsRune(v, '\r') {
		f.Add(field, "holds a carriage return")
	}
}

// Decide gives Created, and each scenario with its first version.
func (c CreatePlan) Decide(s State, a act.Context, calculate Calculate) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, fault.New(fault.Immutable, "the plan was created")
	}
	id := a.NewID(0)
	who := subject(c.ClientRef, id)
	events := []event.Payload{Created{id, sealed.Of(who, c.Title), seal(who, c.ClientRef), a.NewID(1 + c.Baseline)}}
	var f fault.Fields
	for i, x := range c.Scenarios {
		v := ScenarioVersion{Number: 1, Request: x.Request, Note: x.Note, Axis: x.Axis}
		compute(calculate, &v, "scenarios["+strconv.Itoa(i)+"]", &f)
		events = append(events, ScenarioAdded{a.NewID(1 + i), sealed.Of(who, x.Name)})
		added, err := v.event(a.NewID(1+i), who)
		if err != nil {
			return nil, err
		}
		events = append(events, added)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return events, nil
}

// NewScenarioPath is the scenario that the path names where a new one begins.
const NewScenarioPath = "new"

// Decide gives VersionAdded, after ScenarioAdded where a scenario begins.
func (c AddVersion) Decide(s State, a act.Context, calculate Calculate) ([]event.Payload, error) {
	if s.ID == "" {
		return nil, fault.New(fault.NotFound, "there is no such plan")
	}
	if (c.ScenarioID == NewScenarioPath) != (c.Create != "") {
		return nil, fault.Invalid("create", "a new scenario has the path new, and its name here")
	}
	i := s.index(c.ScenarioID)
	if i < 0 && c.Create == "" {
		return nil, fault.New(fault.NotFound, "the plan has no scenario %s", c.ScenarioID)
	}
	if s.Events >= eventsMax || c.Create != "" && len(s.Scenarios) == scenariosMax {
		var b fault.Blockers
		b.Add("plan_full", "a plan holds %d scenarios and %d versions at most; begin another", scenariosMax, eventsMax)
		return nil, b.Err()
	}
	var events []event.Payload
	v := ScenarioVersion{Number: 1, Note: c.Note, Axis: c.Axis}
	id := a.NewID(0)
	if c.Create != "" {
		events = append(events, ScenarioAdded{id, sealed.Of(s.subject, c.Create)})
	} else {
		last := s.Scenarios[i].Last()
		if last.Forgotten && c.Recompute {
			return nil, fault.Invalid("recompute", "the one that the scenario speaks of was forgotten")
		}
		id, v.Number, v.Request = c.ScenarioID, last.Number+1, last.Request
		if c.Recompute && v.Axis == nil {
			v.Axis = last.Axis
		}
	}
	if c.Request != nil {
		v.Request = *c.Request
	}
	var f fault.Fields
	compute(calculate, &v, "", &f)
	for i := range f {
		f[i].Field = strings.TrimPrefix(f[i].Field, ".")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	added, err := v.event(id, s.subject)
	if err != nil {
		return nil, err
	}
	return append(events, added), nil
}

// event is the version as it is recorded.
func (v ScenarioVersion) event(scenario, who string) (VersionAdded, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return VersionAdded{}, err
	}
	if len(content) > contentMax {
		return VersionAdded{}, fault.Invalid("axis", "the version would hold more than %d bytes; take fewer points", contentMax)
	}
	sum := sha256.Sum256(content)
	e := VersionAdded{ScenarioID: scenario, Number: v.Number, Content: sealed.Of(who, string(content)), SHA256: hex.EncodeToString(sum[:]),
		Calculated: v.Figures != nil, Coverage: "unavailable"}
	if v.Figures != nil {
		e.Dataset, e.Coverage = v.Figures.Dataset, string(v.Figures.Coverage)
	}
	return e, nil
}

func seal(subject, plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	return sealed.Of(subject, plain)
}
