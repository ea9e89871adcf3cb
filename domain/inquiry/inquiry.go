// Package inquiry is the record of a question of law: what was asked, the answer
// contract byte for byte, and the law that was found for it.
//
// # Vocabulary
//
// An inquiry is Asked once and never changes. Its findings are the law as it was
// found then, and stand in the record as they were sent; package research finds
// them. The question and the body are personal data of the one who asked.
package inquiry

import (
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Category is the kind of stream an inquiry is: one stream per inquiry.
var Category = event.Category{Name: "research", Types: []event.Type{event.Of[Asked]()}}

// Asked is an inquiry and what came of it.
type Asked struct {
	Question      sealed.Text     `json:"question"`
	Language      string          `json:"language,omitempty"`
	AskedOn       civil.Date      `json:"asked_on"`
	Body          sealed.Text     `json:"body"` // the answer contract, as it was sent
	BodySHA256    string          `json:"body_sha256"`
	Status        string          `json:"verification_status"`
	Category      string          `json:"category"` // a tax type, or general
	Jurisdictions []string        `json:"jurisdictions"`
	TaxYears      []string        `json:"tax_years"`
	Release       string          `json:"corpus_release_id"`
	Findings      json.RawMessage `json:"findings"` // a list, as it was sent
	Found         int             `json:"found"`    // how many
}

// EventType names the event in the log.
func (Asked) EventType() string { return "research.asked.v1" }

// State is one inquiry; the zero State is "no such inquiry".
type State struct {
	ID    string
	Site  int64
	By    string
	At    time.Time
	Asked Asked
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	if p, ok := e.Payload.(Asked); ok {
		name, _ := event.ParseStream(e.Stream)
		s = State{ID: name.ID, Site: e.Meta.Site, By: e.Meta.Principal, At: e.Meta.Time, Asked: p}
	}
	return s
}

// Ask records an inquiry; what came of it was found before.
type Ask struct{ Asked }

// MarshalJSON is what makes two requests the same: the question, not what came
// of it.
func (c Ask) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct{ Question, Language string }{c.Question.Plain, c.Language})
}

// Decide records the inquiry.
func (c Ask) Decide(s State, a act.Context) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, fault.New(fault.Immutable, "the question was asked")
	}
	who := tenancy.Subject(a.Principal)
	c.Asked.Question.Subject, c.Asked.Body.Subject = who, who
	return []event.Payload{c.Asked}, nil
}
