package feeds

import (
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
)

// Syncs is the kind of stream that the sending of one export by one connector is.
var Syncs = event.Category{Name: "exportsync", Types: []event.Type{
	event.Of[SyncRequested](), event.Of[SyncAttempted](), event.Of[SyncDeferred](), event.Of[SyncDelivered](), event.Of[SyncFailed](),
}}

// SyncJob is the kind of job that sends an export.
const SyncJob job.Kind = "exports.sync"

// SyncRequested asks for an export to be sent. A sync that failed can be asked for
// again; one that was delivered cannot.
type SyncRequested struct {
	ExportID    string `json:"export_id"`
	ConnectorID string `json:"connector_id"`
	Round       int    `json:"round"` // from 1
}

// OpensJobs has the export sent.
func (SyncRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: SyncJob}} }

// SyncAttempted says that an attempt begins: what is sent follows it, so that a crash
// leaves an attempt without an end, and the next says that it repeats.
type SyncAttempted struct {
	ExportID    string `json:"export_id"`
	ConnectorID string `json:"connector_id"`
	Number      int    `json:"number"` // from 1, over all rounds
	Kind        string `json:"kind"`   // of the connector
	Host        string `json:"host"`
	Repeated    bool   `json:"repeated"` // the one before may have arrived
}

// SyncDeferred is the end of an attempt that is tried again.
type SyncDeferred struct {
	Number int       `json:"number"`
	Code   string    `json:"code"`
	Answer int       `json:"answer"` // status that an HTTP server answered; 0 = none
	Until  time.Time `json:"until"`
}

// SyncDelivered is the end: the other side has the file.
type SyncDelivered struct {
	Number int `json:"number"`
	Answer int `json:"answer"`
}

// SyncFailed is the end without it.
type SyncFailed struct {
	Number int    `json:"number"` // 0: no attempt was under way
	Code   string `json:"code"`
	Answer int    `json:"answer"`
}

func (SyncRequested) EventType() string { return "exportsync.requested.v1" }
func (SyncAttempted) EventType() string { return "exportsync.attempted.v1" }
func (SyncDeferred) EventType() string  { return "exportsync.deferred.v1" }
func (SyncDelivered) EventType() string { return "exportsync.delivered.v1" }
func (SyncFailed) EventType() string    { return "exportsync.failed.v1" }

// SyncStatus is how far a sync is.
type SyncStatus string

// The statuses.
const (
	SyncQueued  SyncStatus = "queued"
	SyncSending SyncStatus = "sending"
	SyncDone    SyncStatus = "delivered"
	SyncGivenUp SyncStatus = "failed"
)

// delays are how long a round waits after each attempt that failed: five attempts in
// all.
var delays = []time.Duration{30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour}

// roundsMax keeps a stream short.
const roundsMax = 20

// Sync is the sending of an export by a connector as its events leave it.
type Sync struct {
	ID          string
	Exists      bool
	Site        int64
	Request     SyncRequested
	JobID       string
	Status      SyncStatus
	Attempts    int // over all rounds
	Tries       int // of this round
	Repeated    bool
	Code        string
	Answer      int
	Until       time.Time
	RequestedAt time.Time
	RequestedBy string
	UpdatedAt   time.Time
}

// Evolve is the state after e.
func (s Sync) Evolve(e event.Recorded) Sync {
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case SyncRequested:
		name, _ := event.ParseStream(e.Stream)
		s.ID, s.Exists, s.Site, s.Request, s.Status = name.ID, true, e.Meta.Site, p, SyncQueued
		s.JobID, s.RequestedAt, s.RequestedBy = job.ID(e.Meta.CommandID, 0), e.Meta.Time, e.Meta.Principal
		s.Tries, s.Code, s.Answer, s.Until = 0, "", 0, time.Time{}
	case SyncAttempted:
		s.Status, s.Attempts, s.Tries, s.Repeated = SyncSending, p.Number, s.Tries+1, p.Repeated
	case SyncDeferred:
		s.Status, s.Code, s.Answer, s.Until = SyncQueued, p.Code, p.Answer, p.Until
	case SyncDelivered:
		s.Status, s.Code, s.Answer = SyncDone, "", p.Answer
	case SyncFailed:
		s.Status, s.Code, s.Answer = SyncGivenUp, p.Code, p.Answer
	}
	return s
}

// Ended reports whether nothing more is sent unless somebody asks again.
func (s Sync) Ended() bool { return s.Status == SyncDone || s.Status == SyncGivenUp }

// SyncID is the one sync of an export by a connector: it is also the key by which the
// other side can tell a file that it has got before.
func SyncID(exportID, connectorID string) string {
	return act.Compact(uuid.NewSHA1(syncSpace, []byte(exportID+"/"+connectorID)))
}

// syncSpace is the UUIDv5 namespace of syncs.
var syncSpace = uuid.MustParse("5a2f6a0c-7d53-5d0f-8c7b-94a1c2f0e6d7")

// SentName is the name under which the other side gets the file: the same at every
// attempt, another for each export.
func SentName(exportID, name string) string { return exportID + "-" + name }

// RequestSync asks for an export to be sent.
type RequestSync struct {
	ConnectorID string `json:"connector_id" pattern:"^[0-9a-f]{32}$" doc:"Which connector sends it."`
}

// Validate reports every malformed field.
func (c RequestSync) Validate() error {
	if _, ok := event.ParseStream("connector-0-" + c.ConnectorID); !ok || c.ConnectorID == "" {
		return fault.Invalid("connector_id", "the id of a connector")
	}
	return nil
}

// SyncFacts are what a request is decided with.
type SyncFacts struct {
	ExportID string
	Export   ExportStatus
	Disabled bool
	Secret   bool // the operator has configured the secret for tenant and host
	Site     bool // the connector serves the export's site
	Address  []fault.Blocker
}

// Decide asks for the export to be sent, or lists every blocker. One that is being
// sent stays as it is; one that was delivered is final.
func (c RequestSync) Decide(s Sync, _ act.Context, f SyncFacts) ([]event.Payload, error) {
	if s.Status == SyncDone {
		return nil, fault.New(fault.Immutable, "the connector has delivered the export")
	}
	if s.Exists && !s.Ended() {
		return nil, nil
	}
	var b fault.Blockers
	if f.Export != ExportFinished {
		b.On("export/"+f.ExportID, "export_not_completed", "the export is %s", f.Export)
	}
	if f.Disabled {
		b.On("connector/"+c.ConnectorID, "connector_disabled", "the connector is disabled")
	}
	if !f.Secret {
		b.On("connector/"+c.ConnectorID, "secret_missing",
			"the operator has configured no secret of the connector's name for this tenant and host")
	}
	if !f.Site {
		b.On("connector/"+c.ConnectorID, "connector_of_another_site", "the connector serves another site")
	}
	b = append(b, f.Address...)
	if s.Request.Round >= roundsMax {
		b.Add("too_many_changes", "the sync was asked for %d times", s.Request.Round)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{SyncRequested{ExportID: f.ExportID, ConnectorID: c.ConnectorID, Round: s.Request.Round + 1}}, nil
}

// Follow asks for an export that names a connector to be sent, once it is written; what
// stands against that by then, the attempt says.
func (s Sync) Follow(e Export) []event.Payload {
	if s.Exists || e.Status != ExportFinished || e.Request.ConnectorID == "" {
		return nil
	}
	return []event.Payload{SyncRequested{ExportID: e.ID, ConnectorID: e.Request.ConnectorID, Round: 1}}
}

// Begin begins an attempt.
func (s Sync) Begin(p ConnectorPlan) []event.Payload {
	if !s.Exists || s.Ended() {
		return nil
	}
	return []event.Payload{SyncAttempted{s.Request.ExportID, s.Request.ConnectorID, s.Attempts + 1, p.Kind, p.Host(), s.Status == SyncSending}}
}

// Deliver is the end of attempt number n; whichever attempt is told first has
// delivered.
func (s Sync) Deliver(n, answer int) []event.Payload {
	if !s.Exists || s.Status == SyncDone {
		return nil
	}
	return []event.Payload{SyncDelivered{n, answer}}
}

// Refusal is why a file was not taken.
type Refusal struct {
	Code   string // "answer_refused"
	Answer int    // status of HTTP; 0 = none
	Final  bool   // it would be so again
}

// Refuse is the end of attempt number n that was refused: it is tried again, or has
// failed. Another attempt's is left alone.
func (s Sync) Refuse(now time.Time, n int, r Refusal) []event.Payload {
	if s.Status != SyncSending || s.Attempts != n {
		return nil
	}
	if r.Final || s.Tries > len(delays) {
		return []event.Payload{SyncFailed{n, r.Code, r.Answer}}
	}
	return []event.Payload{SyncDeferred{n, r.Code, r.Answer, now.Add(delays[s.Tries-1])}}
}

// GiveUp ends a sync whose job was cancelled, or lost with every node that took it.
func (s Sync) GiveUp(code string) []event.Payload {
	if !s.Exists || s.Ended() {
		return nil
	}
	n := 0
	if s.Status == SyncSending {
		n = s.Attempts
	}
	return []event.Payload{SyncFailed{n, code, 0}}
}
