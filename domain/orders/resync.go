package orders

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
)

// Resyncs is the kind of stream that a comparison with a source is.
var Resyncs = event.Category{Name: "resync", Types: []event.Type{event.Of[ResyncRequested](), event.Of[ResyncEnded]()}}

// ResyncJob is the work of a comparison.
const ResyncJob job.Kind = "ledger.resync"

// Checkouts is the source that committed checkouts are; every site has it.
const Checkouts = "checkouts"

// ResyncRequested asks what a source says of some orders now.
type ResyncRequested struct {
	ResyncID string     `json:"resync_id"`
	Source   string     `json:"source"`
	IDs      []string   `json:"ids"` // source_ref of orders; none = those of the days
	From     civil.Date `json:"from"`
	To       civil.Date `json:"to"` // the last day
}

// OpensJobs has the source asked.
func (ResyncRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: ResyncJob}} }

// ResyncEnded says what came of it.
type ResyncEnded struct {
	Read      int            `json:"read"`
	ByOutcome map[string]int `json:"by_outcome"` // recorded, unchanged, difference, missing_at_source, …
	Skipped   []string       `json:"skipped"`    // source_ref of what cannot be taken as the source words it
}

// MissingAtSource says that the source does not know the order any more.
type MissingAtSource struct {
	ResyncID string `json:"resync_id"`
}

// SeenAgain says that it does after all.
type SeenAgain struct {
	SHA256 string `json:"sha256"` // of what it said
}

func (ResyncRequested) EventType() string { return "resync.requested.v1" }
func (ResyncEnded) EventType() string     { return "resync.ended.v1" }
func (MissingAtSource) EventType() string { return "ledgerentry.missing_at_source.v1" }
func (SeenAgain) EventType() string       { return "ledgerentry.seen_again.v1" }

// Limits of a comparison.
const (
	resyncIDsMax  = 500
	resyncDaysMax = 92
)

// Resync asks a source anew.
type Resync struct {
	Source string     `json:"source" minLength:"1" maxLength:"60" pattern:"^[a-z0-9_-]+$" patternDescription:"lower-case letters, digits, - and _" doc:"checkouts, or a shop that the operator has connected."`
	IDs    []string   `json:"ids,omitempty" maxItems:"500" doc:"source_ref of orders; or days."`
	From   civil.Date `json:"from,omitzero" format:"date" doc:"First day on which the source changed them."`
	To     civil.Date `json:"to,omitzero" format:"date" doc:"Last day; at most 92 days."`
}

// Decide gives ResyncRequested. connected reports whether the source can be asked.
// Errors: fault.InvalidInput; fault.Blocked with source_not_connected.
func (c Resync) Decide(s ResyncState, a act.Context, connected bool) ([]event.Payload, error) {
	var bad fault.Fields
	switch days := c.From.DaysUntil(c.To) + 1; {
	case len(c.IDs) > 0 && (!c.From.IsZero() || !c.To.IsZero()):
		bad.Add("ids", "ids or days, not both")
	case len(c.IDs) > 0:
	case c.From.IsZero() || c.To.IsZero():
		bad.Add("from", "from and to, or ids")
	case days < 1 || days > resyncDaysMax:
		bad.Add("to", "1 to %d days", resyncDaysMax)
	}
	if len(c.IDs) > resyncIDsMax {
		bad.Add("ids", "at most %d", resyncIDsMax)
	}
	for i, id := range c.IDs {
		if id == "" || len(id) > 120 {
			bad.Add(fmt.Sprintf("ids[%d]", i), "the source's own name of an order")
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if !connected {
		var b fault.Blockers
		b.Add("source_not_connected", "%q is no source that can be asked; what is pushed is compared when it is pushed again", c.Source)
		return nil, b.Err()
	}
	ids := slices.Compact(slices.Sorted(slices.Values(c.IDs)))
	if ids == nil {
		ids = []string{}
	}
	return []event.Payload{ResyncRequested{a.NewID(0), c.Source, ids, c.From, c.To}}, nil
}

// ResyncState is a comparison as its events leave it.
type ResyncState struct {
	ResyncRequested
	Site    int64
	Command uuid.UUID // that asked for it; its job's id derives from it
	Ended   *ResyncEnded
}

// Evolve is the state after e.
func (s ResyncState) Evolve(e event.Recorded) ResyncState {
	switch p := e.Payload.(type) {
	case ResyncRequested:
		s.ResyncRequested, s.Site, s.Command = p, e.Meta.Site, e.Meta.CommandID
	case ResyncEnded:
		s.Ended = &p
	}
	return s
}

// Miss notes that the source does not know an order any more.
type Miss struct{ ResyncID string }

// Decide gives MissingAtSource; none for what is not there, is off, or is known to
// be missing.
func (c Miss) Decide(s State) ([]event.Payload, error) {
	if s.ID == "" || s.Voided || s.Missing || s.Events >= orderEventsMax {
		return nil, nil
	}
	return []event.Payload{MissingAtSource(c)}, nil
}
