// Package answerrecord is the record of what was answered: the question, the body
// that was sent, byte for byte, what it rests on, and what people said of it.
//
// # Vocabulary
//
// An answer is Given once and never changes. Feedback is a principal's rating
// of 1 to 5; a later one of the same principal replaces the earlier. The body
// and the question are personal data of the one who asked.
package answerrecord

import (
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Given is an answer as it left: Body is the contract as it was sent, and
// BodySHA256 the hash by which a case pins it.
type Given struct {
	Question     sealed.Text `json:"question"`
	Language     string      `json:"language"`
	AskedOn      civil.Date  `json:"asked_on"` // UTC; an answer depends on it for staleness only
	Body         sealed.Text `json:"body"`
	BodySHA256   string      `json:"body_sha256"`
	Status       string      `json:"verification_status"`
	Mode         string      `json:"answer_mode"`
	Coverage     string      `json:"coverage_status"`
	Review       bool        `json:"human_review_required"`
	Jurisdiction []string    `json:"jurisdictions"`
	TaxYears     []string    `json:"tax_years"`
	TaxTypes     []string    `json:"tax_types"`
	Release      string      `json:"corpus_release_id"`
	Datasets     []string    `json:"parameter_datasets"`
}

// FeedbackGiven is one principal's rating.
type FeedbackGiven struct {
	Rating  int         `json:"rating"`
	Comment sealed.Text `json:"comment"`
}

func (Given) EventType() string         { return "answer.given.v1" }
func (FeedbackGiven) EventType() string { return "answer.feedback_given.v1" }

// Category of the streams answer-<tenant>-<id>. A declined answer is a refusal
// too, and is recorded as one in the same append.
var Category = event.Category{Name: "answer", Types: []event.Type{
	event.Of[Given](), event.Of[FeedbackGiven](), event.Of[audit.CallRefused](),
}}

// State is one answer.
type State struct {
	Exists   bool
	ID       string
	Site     int64
	By       string
	At       time.Time
	Given    Given
	Feedback map[string]Feedback // by principal
}

// Feedback is a rating with its time.
type Feedback struct {
	Rating  int
	Comment string
	At      time.Time
}

// Evolve applies one event.
func (s State) Evolve(e event.Recorded) State {
	switch p := e.Payload.(type) {
	case Given:
		name, _ := event.ParseStream(e.Stream)
		s = State{Exists: true, ID: name.ID, Site: e.Meta.Site, By: e.Meta.Principal, At: e.Meta.Time, Given: p}
	case FeedbackGiven:
		next := map[string]Feedback{e.Meta.Principal: {p.Rating, p.Comment.String(), e.Meta.Time}}
		for who, f := range s.Feedback {
			if who != e.Meta.Principal {
				next[who] = f
			}
		}
		s.Feedback = next
	}
	return s
}

// Give records an answer. The body was computed before; nothing about it is
// decided here, except that an answer is given once.
type Give struct {
	Given
	Refusal *audit.CallRefused // set when the answer declines
}

// MarshalJSON is what makes two requests the same: the question, not what came
// of it.
func (g Give) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct{ Question, Language string }{g.Question.Plain, g.Language})
}

// Decide records the answer.
func (g Give) Decide(s State, a act.Context) ([]event.Payload, error) {
	if s.Exists {
		return nil, fault.New(fault.Immutable, "the answer was given")
	}
	subject := tenancy.Subject(a.Principal)
	g.Given.Question.Subject, g.Given.Body.Subject = subject, subject
	events := []event.Payload{g.Given}
	if g.Refusal != nil {
		events = append(events, *g.Refusal)
	}
	return events, nil
}

// GiveFeedback rates an answer.
type GiveFeedback struct {
	Rating  int    `json:"rating" minimum:"1" maximum:"5"`
	Comment string `json:"comment,omitempty" maxLength:"4000"`
}

const commentMax = 4000

// Validate reports every malformed field.
func (c GiveFeedback) Validate() error {
	var f fault.Fields
	if c.Rating < 1 || c.Rating > 5 {
		f.Add("rating", "a whole number from 1 to 5")
	}
	if len(c.Comment) > commentMax {
		f.Add("comment", "at most %d bytes", commentMax)
	}
	return f.Err()
}

// ratingsMax keeps the stream of a much rated answer short.
const ratingsMax = 900

// Decide records the rating; the same one again changes nothing.
func (c GiveFeedback) Decide(s State, a act.Context) ([]event.Payload, error) {
	if !s.Exists {
		return nil, fault.New(fault.NotFound, "there is no such answer")
	}
	earlier, rated := s.Feedback[a.Principal]
	if rated && earlier.Rating == c.Rating && earlier.Comment == c.Comment {
		return nil, nil
	}
	if len(s.Feedback) >= ratingsMax {
		var b fault.Blockers
		b.Add("too_many_ratings", "the answer has %d ratings", ratingsMax)
		return nil, b.Err()
	}
	f := FeedbackGiven{Rating: c.Rating}
	if c.Comment != "" {
		f.Comment = sealed.Of(tenancy.Subject(a.Principal), c.Comment)
	}
	return []event.Payload{f}, nil
}
