package corpus

import (
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Lives is the kind of stream that says which release is live: one stream.
var Lives = event.Category{Name: "corpuslive", Types: []event.Type{
	event.Of[Promoted](), event.Of[RollbackRequested](), event.Of[RollbackDone](), event.Of[RollbackFailed](),
}}

// LiveID is the id of its stream.
const LiveID = "live"

// Decision is what a person says of a conflict.
type Decision struct {
	Parameter string `json:"parameter" maxLength:"200" doc:"As the report names the conflict: gb:personal_allowance@2021-04-06."`
	Decision  string `json:"decision" enum:"open,dismiss" doc:"open: answers that rest on it are in conflict until another release settles it."`
	Reason    string `json:"reason" minLength:"1" maxLength:"500"`
}

// Decided is a decision as it stands.
type Decided struct {
	Parameter   string      `json:"parameter"`
	Open        bool        `json:"open"`
	CitationIDs []string    `json:"citation_ids"`
	Reason      sealed.Text `json:"reason"`
}

// Standing is a release that was live.
type Standing struct {
	ReleaseID string    `json:"release_id"` // of its record
	Release   string    `json:"release"`    // that answers pin
	Law       string    `json:"law"`
	Manifest  blob.Ref  `json:"manifest"`
	Report    blob.Ref  `json:"report"`
	Passages  int       `json:"passages"`
	Decisions []Decided `json:"decisions"`
}

// Promoted makes a release the live one.
type Promoted struct {
	Standing
	Before string      `json:"before"` // record's id of the one before; "" = the built-in
	Waiver sealed.Text `json:"waiver"` // why one person did both; empty = two did
}

// RollbackRequested asks for an earlier release to be live again.
type RollbackRequested struct {
	To     string      `json:"to"` // record's id; "" = the built-in
	Reason sealed.Text `json:"reason"`
}

// OpensJobs has the index looked for, or built anew, on every node.
func (RollbackRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: RollbackJob}} }

// RollbackDone makes an earlier release the live one again.
type RollbackDone struct {
	From   string      `json:"from"` // records' ids; "" = the built-in
	To     string      `json:"to"`
	Reason sealed.Text `json:"reason"`
}

// RollbackFailed ends a rollback that did not come about.
type RollbackFailed struct {
	JobID string `json:"job_id"`
	Code  string `json:"code"`
}

// EventType names the event.
func (Promoted) EventType() string { return "corpuslive.promoted.v1" }

// EventType names the event.
func (RollbackRequested) EventType() string { return "corpuslive.rollback_requested.v1" }

// EventType names the event.
func (RollbackDone) EventType() string { return "corpuslive.rolled_back.v1" }

// EventType names the event.
func (RollbackFailed) EventType() string { return "corpuslive.rollback_failed.v1" }

// Pointer says which release is live.
type Pointer struct {
	Now     *Standing // nil = the built-in
	Since   time.Time
	By      string
	History []Standing         // all that were promoted, each once, the latest last
	Fate    map[string]Status  // of each that was promoted, by record's id
	Waiting *RollbackRequested // that the job has not ended
	Job     string
	AskedBy string
	Events  int
}

// Evolve is the state after e.
func (s Pointer) Evolve(e event.Recorded) Pointer {
	s.Events++
	turn := func(to *Standing, old Status) {
		fate := map[string]Status{}
		for id, was := range s.Fate {
			fate[id] = was
		}
		if s.Now != nil {
			fate[s.Now.ReleaseID] = old
		}
		if to != nil {
			fate[to.ReleaseID] = Live
		}
		s.Now, s.Fate, s.Since, s.By = to, fate, e.Meta.Time, e.Meta.Principal
	}
	switch p := e.Payload.(type) {
	case Promoted:
		now := p.Standing
		turn(&now, Superseded)
		s.History = append(slices.Clip(slices.DeleteFunc(slices.Clone(s.History), func(x Standing) bool { return x.ReleaseID == now.ReleaseID })),
			now)
		s.Waiting = nil
	case RollbackRequested:
		s.Waiting, s.Job, s.AskedBy = &p, job.ID(e.Meta.CommandID, 0), e.Meta.Principal
	case RollbackDone:
		turn(s.find(p.To), RolledBack)
		s.Waiting = nil
	case RollbackFailed:
		s.Waiting = nil
	}
	return s
}

func (s Pointer) find(id string) *Standing {
	for i := range s.History {
		if s.History[i].ReleaseID == id {
			return &s.History[i]
		}
	}
	return nil
}

// LiveRecord is the record's id of the live release; "" = the built-in.
func (s Pointer) LiveRecord() string {
	if s.Now == nil {
		return ""
	}
	return s.Now.ReleaseID
}

// Previous is the record's id of the release that a rollback goes back to: the one
// promoted last before the live one that nobody has rolled back.
func (s Pointer) Previous() string {
	at := slices.IndexFunc(s.History, func(x Standing) bool { return s.Now != nil && x.ReleaseID == s.Now.ReleaseID })
	for i := at - 1; i >= 0; i-- {
		if s.Fate[s.History[i].ReleaseID] != RolledBack {
			return s.History[i].ReleaseID
		}
	}
	return ""
}

// Promote makes a release the live one.
type Promote struct {
	Decisions []Decision `json:"conflicts,omitempty" maxItems:"500" doc:"One for each conflict of the report."`
	Waiver    string     `json:"waiver,omitempty" maxLength:"500" doc:"Why one person imports and promotes, where there is one superuser alone."`
}

// Validate names every malformed field.
func (c Promote) Validate() error {
	var f fault.Fields
	seen := map[string]bool{}
	for _, d := range c.Decisions {
		if d.Decision != "open" && d.Decision != "dismiss" {
			f.Add("conflicts", "%s: open or dismiss", d.Parameter)
		}
		if fault.Blank(d.Reason) {
			f.Add("conflicts", "%s: a reason is needed", d.Parameter)
		}
		if seen[d.Parameter] {
			f.Add("conflicts", "%s stands twice", d.Parameter)
		}
		seen[d.Parameter] = true
	}
	return f.Err()
}

// PromoteFacts is what a promotion must know.
type PromoteFacts struct {
	Release   Release
	Law       string     // of this binary
	Conflicts []Conflict // of the report
	Found     []Finding  // by the checks that were made again
	Retired   []string   // sources that the release holds
	Lacking   []string   // nodes that do not hold the index
	Lone      bool       // there is one superuser
}

// eventsMax bounds the stream.
const eventsMax = 900

// Decide gives Promoted.
//
// Errors: 409 of the live one; 422 with all of not_validated, base_moved,
// source_retired, conflict_undecided, conflict_unknown, index_incomplete,
// separation_of_duties, rollback_running and what the checks found.
func (c Promote) Decide(s Pointer, a act.Context, f PromoteFacts) ([]event.Payload, error) {
	r := f.Release
	if s.Now != nil && s.Now.ReleaseID == r.ReleaseID {
		return nil, fault.New(fault.Immutable, "the release is live")
	}
	var b fault.Blockers
	where := "release/" + r.ReleaseID
	if r.Status != Valid || r.Validated == nil || r.Validated.Law != f.Law {
		b.On(where, "not_validated", "it is %s; what it was checked against may have changed: validate it", r.Status)
		for _, code := range r.Codes() {
			b.On(where, code, "its checks found it; the report says where")
		}
	} else if r.Validated.Base != s.LiveRecord() {
		b.On(where, "base_moved", "another release is live than the one that it follows; validate it again")
	}
	for _, id := range f.Retired {
		b.On("source/"+id, "source_retired", "%s is retired", id)
	}
	for _, x := range f.Found {
		b.On(where, x.Code, "%s", strings.TrimSpace(x.Where+" "+x.Detail))
	}
	for _, node := range f.Lacking {
		b.On("node/"+node, IndexIncomplete, "node %s does not hold the index: it is being built, or those of releases that were checked later "+
			"took its place; validate this one again to have it built", node)
	}
	decided := c.decided(f.Conflicts, &b)
	if r.ImportedBy == a.Principal && (fault.Blank(c.Waiver) || !f.Lone) {
		b.On(where, "separation_of_duties", "who imported a release does not promote it")
	}
	if s.Waiting != nil {
		b.Add("rollback_running", "a rollback is under way")
	}
	if s.Events >= eventsMax {
		b.Add("too_often", "releases were promoted too often")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	p := Promoted{Standing: Standing{ReleaseID: r.ReleaseID, Release: r.Validated.Release, Law: r.Validated.Law,
		Manifest: r.Validated.Manifest,
		Report:   r.Validated.Report, Passages: r.Validated.Passages, Decisions: decided}, Before: s.LiveRecord()}
	if r.ImportedBy == a.Principal {
		p.Waiver = sealed.Of(FilesOf, c.Waiver)
	}
	return []event.Payload{p}, nil
}

func (c Promote) decided(conflicts []Conflict, b *fault.Blockers) []Decided {
	out := []Decided{}
	said := map[string]Decision{}
	for _, d := range c.Decisions {
		said[d.Parameter] = d
	}
	for _, x := range conflicts {
		d, ok := said[x.Key()]
		if !ok {
			b.On(x.Key(), "conflict_undecided", "%s: %s is not in the text that is cited; decide open or dismiss", x.Key(),
				strings.Join(x.Missing, ", "))
			continue
		}
		delete(said, x.Key())
		out = append(out, Decided{x.Key(), d.Decision == "open", x.CitationIDs, sealed.Of(FilesOf, d.Reason)})
	}
	for _, d := range c.Decisions {
		if _, left := said[d.Parameter]; left {
			b.On(d.Parameter, "conflict_unknown", "the report names no conflict %s", d.Parameter)
		}
	}
	return out
}

// RollBack makes an earlier release the live one.
type RollBack struct {
	To     string `json:"to,omitempty" maxLength:"64" doc:"Id of a release that was promoted, or law-… for the built-in alone; left out: the one before."`
	Reason string `json:"reason" minLength:"1" maxLength:"500"`
}

// Validate names every malformed field.
func (c RollBack) Validate() error {
	if fault.Blank(c.Reason) {
		return fault.Invalid("reason", "a sentence")
	}
	return nil
}

// RollBackFacts is what a rollback must know.
type RollBackFacts struct {
	To   string // record's id; "" = the built-in
	Held bool   // every node has the index
}

// Decide gives RollbackDone where the index stands everywhere, else RollbackRequested.
//
// Errors: 409 where it is live already; 422 never_promoted, rollback_running.
func (c RollBack) Decide(s Pointer, _ act.Context, f RollBackFacts) ([]event.Payload, error) {
	if s.LiveRecord() == f.To {
		return nil, fault.New(fault.Immutable, "that release is live")
	}
	var b fault.Blockers
	if f.To != "" && s.find(f.To) == nil {
		b.On("release/"+f.To, "never_promoted", "it was never live")
	}
	if s.Waiting != nil {
		b.Add("rollback_running", "a rollback is under way")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	if !f.Held {
		return []event.Payload{RollbackRequested{f.To, sealed.Of(FilesOf, c.Reason)}}, nil
	}
	return []event.Payload{RollbackDone{s.LiveRecord(), f.To, sealed.Of(FilesOf, c.Reason)}}, nil
}

// EndRollBack is the end of a rollback's job.
type EndRollBack struct {
	JobID string
	Code  string // "" = every node has the index
}

// Decide gives RollbackDone or RollbackFailed; nothing where another job waits by now.
func (c EndRollBack) Decide(s Pointer) ([]event.Payload, error) {
	if s.Waiting == nil || s.Job != c.JobID {
		return nil, nil
	}
	if c.Code != "" {
		return []event.Payload{RollbackFailed(c)}, nil
	}
	return []event.Payload{RollbackDone{s.LiveRecord(), s.Waiting.To, s.Waiting.Reason}}, nil
}
