package answerrecord

import (
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Snapshotted is a calculation as it was made: Content is a JSON object with the
// request, the whole result and the versions that it rests on, and SHA256 is of
// those bytes. It is personal data of the one who asked.
type Snapshotted struct {
	Calculator string      `json:"kind"` // income | us_federal | payroll | sales
	Content    sealed.Text `json:"content"`
	SHA256     string      `json:"sha256"`
	Status     string      `json:"verification_status"` // of the contract that followed
	Coverage   string      `json:"coverage_status"`
	Dataset    string      `json:"parameter_dataset"`
}

func (Snapshotted) EventType() string { return "calculation.snapshotted.v1" }

// Calculations are the streams calculation-<tenant>-<id>, of one event each.
var Calculations = event.Category{Name: "calculation", Types: []event.Type{event.Of[Snapshotted]()}}

// Snapshot is one calculation that was kept.
type Snapshot struct {
	Exists bool
	ID     string
	Site   int64
	By     string
	At     time.Time
	Snapshotted
}

// Evolve applies one event.
func (s Snapshot) Evolve(e event.Recorded) Snapshot {
	if p, ok := e.Payload.(Snapshotted); ok {
		name, _ := event.ParseStream(e.Stream)
		s = Snapshot{Exists: true, ID: name.ID, Site: e.Meta.Site, By: e.Meta.Principal, At: e.Meta.Time, Snapshotted: p}
	}
	return s
}

// Keep keeps a calculation that was made. Request is what was asked, by which two
// askings are the same; Content what came of it.
type Keep struct {
	Request json.RawMessage
	Content []byte
	Snapshotted
}

// MarshalJSON is what makes two requests the same.
func (k Keep) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind    string
		Request json.RawMessage
	}{k.Calculator, k.Request})
}

// Decide keeps the calculation, once.
func (k Keep) Decide(s Snapshot, a act.Context) ([]event.Payload, error) {
	if s.Exists {
		return nil, fault.New(fault.Immutable, "the calculation was kept")
	}
	k.Snapshotted.Content = sealed.Of(tenancy.Subject(a.Principal), string(k.Content))
	return []event.Payload{k.Snapshotted}, nil
}
