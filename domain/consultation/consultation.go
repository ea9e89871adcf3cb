// Package consultation keeps what a public register said of a tax number, so
// that a document which rests on it can name the enquiry: its number, its day,
// and the tax number that it was about. A consultation is written when the
// register answers and never changes.
package consultation

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category of the streams taxconsultation-<tenant>-<id>.
var Category = event.Category{Name: "taxconsultation", Types: []event.Type{event.Of[Recorded]()}}

// Outcomes that a register states.
const (
	Registered    = "registered"
	NotRegistered = "not_registered"
)

// Recorded is a register's answer.
type Recorded struct {
	ConsultationID string      `json:"consultation_id"`
	Scheme         string      `json:"scheme"` // of package taxid: "fr.vat"
	Number         sealed.Text `json:"number"` // in its normal form
	Register       string      `json:"register"`
	Outcome        string      `json:"outcome"`
	Reference      string      `json:"reference"` // the register's own number of the enquiry; "" = it gave none
	Date           civil.Date  `json:"date"`
}

func (Recorded) EventType() string { return "tax_id.consultation_recorded.v1" }

// Subject is whose data the number of a consultation is.
func Subject(id string) string { return "consultation-" + id }

// Consultation is one answer of a register; the zero Consultation is none.
type Consultation struct {
	ID        string
	Site      int64
	Scheme    string
	Number    string // "" once it was forgotten
	Register  string
	Outcome   string
	Reference string
	Date      civil.Date
}

// Record gives the event of an answer; a consultation that stands is left as it is.
func (c Consultation) Record(was Consultation) []event.Payload {
	if was.ID != "" {
		return nil
	}
	return []event.Payload{Recorded{c.ID, c.Scheme, sealed.Of(Subject(c.ID), c.Number), c.Register, c.Outcome, c.Reference, c.Date}}
}

// Evolve returns the consultation after an event.
func (c Consultation) Evolve(e event.Recorded) Consultation {
	if p, ok := e.Payload.(Recorded); ok {
		return Consultation{p.ConsultationID, e.Meta.Site, p.Scheme, p.Number.Plain, p.Register, p.Outcome, p.Reference, p.Date}
	}
	return c
}

// Confirms reports whether the consultation is proof that a number stood in the
// register: the register said so, of that number, under a number and a day of
// its own.
func (c Consultation) Confirms(scheme, normal string) bool {
	return c.Outcome == Registered && c.Reference != "" && !c.Date.IsZero() && normal != "" && c.Scheme == scheme && c.Number == normal
}
