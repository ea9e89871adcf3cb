package privacy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/retention"
)

// HoldPlaced forbids forgetting a subject until it is lifted.
type HoldPlaced struct {
	Subject string `json:"subject"`
	Reason  string `json:"reason"`
}

// HoldLifted ends a legal hold.
type HoldLifted struct {
	Subject string `json:"subject"`
	Reason  string `json:"reason"`
}

// Forgotten is the end of a subject's data. Doubts are what was not known of
// retention, and Acknowledged why it was forgotten all the same.
type Forgotten struct {
	Subject      string   `json:"subject"`
	Reason       string   `json:"reason"`
	Records      int      `json:"records"`         // that were checked
	Table        string   `json:"retention_table"` // version of it
	Doubts       []string `json:"doubts,omitempty"`
	Acknowledged string   `json:"acknowledged,omitempty"`
}

func (HoldPlaced) EventType() string { return "subject.hold_placed.v1" }
func (HoldLifted) EventType() string { return "subject.hold_lifted.v1" }
func (Forgotten) EventType() string  { return "subject.forgotten.v1" }

// Forgets names whose key ends with the event; readers of the log act on it.
func (f Forgotten) Forgets() string { return f.Subject }

// Category of the streams privacy-<tenant>-<StreamID(subject)>.
var Category = event.Category{Name: "privacy", Types: []event.Type{
	event.Of[HoldPlaced](), event.Of[HoldLifted](), event.Of[Forgotten](),
}}

// StreamID is the id of a subject's stream: 32 hex digits of its SHA-256.
func StreamID(subject string) string {
	sum := sha256.Sum256([]byte(subject))
	return hex.EncodeToString(sum[:16])
}

// State is what happened to a subject.
type State struct {
	Held      string // reason of the legal hold; "" = none
	Forgotten bool
}

// Evolve applies one event.
func (s State) Evolve(e event.Recorded) State {
	switch p := e.Payload.(type) {
	case HoldPlaced:
		s.Held = p.Reason
	case HoldLifted:
		s.Held = ""
	case Forgotten:
		s.Forgotten = true
	}
	return s
}

var subjects = regexp.MustCompile(
	`^(principal|client|customer|snapshot|document|party|contact|order|consultation|export|return|tenant)-([0-9a-f]{32})$|^(books|intake)-([0-9]{1,19})$`)

// grammar says what a subject looks like.
const grammar = "principal-<id of a principal>, client-<id of a case>, customer-<hash of a customer's id>, snapshot-<id of a committed checkout>, " +
	"party-<id of a party, or hash of a client's reference>, document-<id of a document without one>, order-<id of a ledger entry>, " +
	"contact-<keyed hash of an address>, consultation-<id>, export-<id>, return-<id>, books- or intake-<number of a site>, or tenant-<id>"

// Parse splits a subject into its kind and the id: of a principal, of a client's
// case, of a customer (which is a hash of the merchant's own id of it), or of the
// committed checkout of nobody in particular, of a party or the clients' reference
// that documents name (a hash), or of the one record that has it.
func Parse(subject string) (kind, id string, err error) {
	m := subjects.FindStringSubmatch(subject)
	if m == nil {
		return "", "", fault.Invalid("subject", grammar)
	}
	return m[1] + m[3], m[2] + m[4], nil
}

const reasonMax = 500

func validate(subject, reason string) error {
	var f fault.Fields
	if _, _, err := Parse(subject); err != nil {
		f.Add("subject", grammar)
	}
	if n := len(strings.TrimSpace(reason)); n == 0 || n > reasonMax {
		f.Add("reason", "needs 1 to %d characters", reasonMax)
	}
	return f.Err()
}

// PlaceHold asks for a legal hold.
type PlaceHold struct {
	Subject string `json:"subject"`
	Reason  string `json:"reason"`
}

// Validate reports every malformed field.
func (c PlaceHold) Validate() error { return validate(c.Subject, c.Reason) }

// Decide places the hold; one that stands with the same reason stays.
func (c PlaceHold) Decide(s State) ([]event.Payload, error) {
	if s.Forgotten {
		return nil, fault.New(fault.Immutable, "the subject was forgotten")
	}
	if s.Held == c.Reason {
		return nil, nil
	}
	return []event.Payload{HoldPlaced(c)}, nil
}

// LiftHold asks for the end of a legal hold.
type LiftHold struct {
	Subject string `json:"subject"`
	Reason  string `json:"reason"`
}

// Validate reports every malformed field.
func (c LiftHold) Validate() error { return validate(c.Subject, c.Reason) }

// Decide lifts the hold, if there is one.
func (c LiftHold) Decide(s State) ([]event.Payload, error) {
	if s.Held == "" {
		return nil, nil
	}
	return []event.Payload{HoldLifted(c)}, nil
}

// Forget asks for a subject to be forgotten.
type Forget struct {
	Subject     string `json:"subject"`
	Reason      string `json:"reason"`
	Acknowledge string `json:"acknowledge,omitempty"` // why, although retention is not known
}

// Validate reports every malformed field.
func (c Forget) Validate() error {
	if err := validate(c.Subject, c.Reason); err != nil {
		return err
	}
	if len(c.Acknowledge) > reasonMax {
		return fault.Invalid("acknowledge", "at most %d characters", reasonMax)
	}
	return nil
}

// Facts are what is known of a subject elsewhere.
type Facts struct {
	Exists  bool
	Active  bool     // a principal that can still act
	Records []Record // of a client: the case; of a principal: the cases it took part in; of a customer: certificates and checkouts
}

// Record is one thing that rests on the subject's data.
type Record struct {
	Resource string // "case/0192…"
	InUse    string // why it is not done with, as a sentence: "the case is open"; "" = it is
	retention.Record
}

// Decide forgets the subject, or refuses with everything that holds it. Asked
// again it changes nothing.
func (c Forget) Decide(s State, a act.Context, facts Facts, table retention.Table) ([]event.Payload, error) {
	if s.Forgotten {
		return nil, nil
	}
	if !facts.Exists {
		return nil, fault.New(fault.NotFound, "there is no subject %s", c.Subject)
	}
	today := civil.FromTime(a.Now)
	var b fault.Blockers
	if facts.Active {
		b.On(c.Subject, "principal_active", "the principal can still act; disable it first")
	}
	if s.Held != "" {
		b.On(c.Subject, "retention_hold", "a legal hold stands: %s", s.Held)
	}
	var doubts []string
	var longest civil.Date
	for _, r := range facts.Records {
		if r.InUse != "" {
			b.On(r.Resource, "retention_hold", "%s", r.InUse)
		}
		found := table.Check(r.Record, today)
		for _, h := range found.Holds {
			b.On(r.Resource, "retention_hold", "%s", h)
			if longest.Before(h.Until) {
				longest = h.Until
			}
		}
		for _, d := range found.Doubts {
			if c.Acknowledge == "" {
				b.On(r.Resource, "retention_unknown", "%s", d)
			}
			doubts = append(doubts, r.Resource+": "+d)
		}
	}
	if len(b) > 0 {
		return nil, refusal(b, longest)
	}
	f := Forgotten{Subject: c.Subject, Reason: c.Reason, Records: len(facts.Records), Table: table.Version}
	if len(doubts) > 0 {
		f.Doubts, f.Acknowledged = doubts, c.Acknowledge
	}
	return []event.Payload{f}, nil
}

// refusal says when the longest retention period ends.
func refusal(b fault.Blockers, longest civil.Date) error {
	e := fault.As(b.Err())
	e.Detail = fmt.Sprintf("%d reason(s) not to forget", len(b))
	if !longest.IsZero() {
		e.Detail += fmt.Sprintf("; the longest retention period ends on %s", longest)
	}
	return e
}
