package anomaly

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Categories of this package: anomalies, and the scans that look for them.
var (
	Category = event.Category{Name: "anomaly", Types: []event.Type{event.Of[Found](), event.Of[Resolved](), event.Of[Ignored]()}}
	Scans    = event.Category{Name: "anomalyscan", Types: []event.Type{event.Of[ScanRequested](), event.Of[ScanEnded]()}}
)

// ScanJob is the work of a scan.
const ScanJob job.Kind = "anomalies.scan"

// Found says what a rule found; said again with other evidence it opens anew.
type Found struct {
	AnomalyID string   `json:"anomaly_id"`
	Rule      Rule     `json:"rule"`
	Version   int      `json:"rule_version"`
	Severity  Severity `json:"severity"`
	Subjects  []string `json:"subject_ids"`
	Evidence  []Fact   `json:"evidence"`
	Digest    string   `json:"evidence_sha256"`
	Causers   []string `json:"causers"` // principals
	ScanID    string   `json:"scan_id"`
}

// Resolved says that the matter was dealt with.
type Resolved struct {
	Reason sealed.Text `json:"reason"`
}

// Ignored says that the matter is none.
type Ignored struct {
	Reason sealed.Text `json:"reason"`
}

// ScanRequested asks for a scan of the books of a site, 0 for all.
type ScanRequested struct {
	ScanID string `json:"scan_id"`
	Site   int64  `json:"site"`
	Rules  []Rule `json:"rules"` // none = all
}

// OpensJobs has the books looked at.
func (ScanRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: ScanJob}} }

// ScanEnded says what a scan looked at and found.
type ScanEnded struct {
	Entries int            `json:"entries"`
	Orders  int            `json:"orders"`
	Found   int            `json:"found"`
	New     int            `json:"new"` // or opened anew
	ByRule  map[string]int `json:"by_rule"`
}

func (Found) EventType() string         { return "anomaly.found.v1" }
func (Resolved) EventType() string      { return "anomaly.resolved.v1" }
func (Ignored) EventType() string       { return "anomaly.ignored.v1" }
func (ScanRequested) EventType() string { return "anomalyscan.requested.v1" }
func (ScanEnded) EventType() string     { return "anomalyscan.ended.v1" }

// Status of an anomaly.
type Status string

// The statuses.
const (
	Open           Status = "open"
	StatusResolved Status = "resolved"
	StatusIgnored  Status = "ignored"
)

// State is an anomaly as its events leave it.
type State struct {
	Found
	Site      int64
	Status    Status
	Reason    sealed.Text
	DecidedBy string
	DecidedAt *time.Time
	Times     int // found with other evidence
	FoundAt   time.Time
	UpdatedAt time.Time
	Events    int
}

// Exists reports whether there is one.
func (s State) Exists() bool { return s.AnomalyID != "" }

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	decided := func(to Status, why sealed.Text) {
		at := e.Meta.Time
		s.Status, s.Reason, s.DecidedBy, s.DecidedAt = to, why, e.Meta.Principal, &at
	}
	switch p := e.Payload.(type) {
	case Found:
		if s.Times == 0 {
			s.Site, s.FoundAt = e.Meta.Site, e.Meta.Time
		}
		s.Found, s.Times, s.Status = p, s.Times+1, Open
		s.Reason, s.DecidedBy, s.DecidedAt = sealed.Text{}, "", nil
	case Resolved:
		decided(StatusResolved, p.Reason)
	case Ignored:
		decided(StatusIgnored, p.Reason)
	}
	return s
}

// eventsMax bounds an anomaly's stream.
const eventsMax = 400

// Note takes what a scan found.
type Note struct {
	Finding
	ScanID string
}

// Decide gives Found; none where the same evidence is known.
func (c Note) Decide(s State, a act.Context) ([]event.Payload, error) {
	text, err := json.Marshal(c.Evidence)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	digest := hex.EncodeToString(sum[:])
	if s.Digest == digest || s.Events >= eventsMax {
		return nil, nil
	}
	return []event.Payload{Found{c.ID(a.Tenant), c.Rule, Version, c.Severity, c.Subjects, c.Evidence, digest, c.Causers, c.ScanID}}, nil
}

// Resolve says that the matter was dealt with.
type Resolve struct {
	Reason string `json:"reason" minLength:"1" maxLength:"2000" doc:"What was done about it."`
}

// Validate names what is malformed.
func (c Resolve) Validate() error { return reasoned(c.Reason) }

// Decide gives Resolved. Errors: fault.Immutable; fault.Blocked with
// separation_of_duties.
func (c Resolve) Decide(s State, a act.Context) ([]event.Payload, error) {
	if err := s.closable(a); err != nil {
		return nil, err
	}
	return []event.Payload{Resolved{sealed.Of("tenant-"+a.Tenant, c.Reason)}}, nil
}

// Ignore says that the matter is none.
type Ignore struct {
	Reason string `json:"reason" minLength:"1" maxLength:"2000" doc:"Why it is none."`
}

// Validate names what is malformed.
func (c Ignore) Validate() error { return reasoned(c.Reason) }

// Decide gives Ignored; errors as Resolve's.
func (c Ignore) Decide(s State, a act.Context) ([]event.Payload, error) {
	if err := s.closable(a); err != nil {
		return nil, err
	}
	return []event.Payload{Ignored{sealed.Of("tenant-"+a.Tenant, c.Reason)}}, nil
}

func reasoned(reason string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.Invalid("reason", "a sentence")
	}
	return nil
}

func (s State) closable(a act.Context) error {
	if s.Status != Open {
		return fault.New(fault.Immutable, "the anomaly was %s", s.Status)
	}
	if s.Severity == Critical && slices.Contains(s.Causers, a.Principal) {
		var b fault.Blockers
		b.On("principal/"+a.Principal, "separation_of_duties", "who had a hand in it does not close a critical anomaly")
		return b.Err()
	}
	return nil
}

// ScanState is a scan as its events leave it.
type ScanState struct {
	ScanRequested
	Command uuid.UUID // that asked for it; its job's id derives from it
	Ended   *ScanEnded
}

// Evolve is the state after e.
func (s ScanState) Evolve(e event.Recorded) ScanState {
	switch p := e.Payload.(type) {
	case ScanRequested:
		s.ScanRequested, s.Command = p, e.Meta.CommandID
	case ScanEnded:
		s.Ended = &p
	}
	return s
}

// Request asks for a scan.
type Request struct {
	Rules []Rule `json:"types,omitempty" maxItems:"20" doc:"Rules to apply; left out: all."`
}

// Decide gives ScanRequested; none where it was asked for.
func (c Request) Decide(s ScanState, a act.Context) ([]event.Payload, error) {
	var bad fault.Fields
	for _, r := range c.Rules {
		if !slices.Contains(Rules(), r) {
			bad.Add("types", "%q is no rule", r)
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	rules := c.Rules
	if rules == nil {
		rules = []Rule{}
	}
	return []event.Payload{ScanRequested{a.NewID(0), a.Site, rules}}, nil
}

// End notes what a scan found.
type End struct{ ScanEnded }

// Decide gives ScanEnded; none where it was said.
func (c End) Decide(s ScanState) ([]event.Payload, error) {
	if s.Ended != nil {
		return nil, nil
	}
	return []event.Payload{c.ScanEnded}, nil
}
