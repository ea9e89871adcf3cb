package compliance

import (
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
)

// Refreshes has one stream a refresh: compliancerefresh-<tenant>-<id>.
var Refreshes = event.Category{Name: "compliancerefresh", Types: []event.Type{event.Of[Requested](), event.Of[End]()}}

// RefreshJob is the kind of job that a refresh is.
const RefreshJob job.Kind = "compliance.refresh"

// Requested asks for a refresh; it opens its job.
type Requested struct {
	RefreshID string `json:"refresh_id"`
}

// End is what a refresh found.
type End struct {
	Verified int      `json:"proofs_verified"`
	Failed   []string `json:"proofs_failed"` // ids
	LawRun   string   `json:"law_run"`       // the run over the sources of the law that it asked for
}

func (Requested) EventType() string { return "compliancerefresh.requested.v1" }
func (End) EventType() string       { return "compliancerefresh.ended.v1" }

// OpensJobs has it done.
func (Requested) OpensJobs() []job.Opening { return []job.Opening{{Kind: RefreshJob}} }

// Refresh is one as its events leave it.
type Refresh struct {
	RefreshID string
	Command   uuid.UUID // that asked for it
	Ended     *End
}

// Evolve applies an event.
func (s Refresh) Evolve(e event.Recorded) Refresh {
	switch p := e.Payload.(type) {
	case Requested:
		s.RefreshID, s.Command = p.RefreshID, e.Meta.CommandID
	case End:
		s.Ended = &p
	}
	return s
}

// Ask begins a refresh.
type Ask struct{}

// Validate has nothing to name.
func (Ask) Validate() error { return nil }

// Decide gives Requested.
func (Ask) Decide(_ Refresh, a act.Context) ([]event.Payload, error) {
	return []event.Payload{Requested{a.NewID(0)}}, nil
}

// Finish ends a refresh; once it has ended nothing changes.
type Finish struct{ End }

// Validate has nothing to name.
func (Finish) Validate() error { return nil }

// Decide gives End.
func (c Finish) Decide(s Refresh, _ act.Context) ([]event.Payload, error) {
	if s.Ended != nil {
		return nil, nil
	}
	return []event.Payload{c.End}, nil
}
