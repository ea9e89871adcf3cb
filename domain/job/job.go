// Package job is work that takes seconds to hours and follows an event: reading
// a document, running an export.
//
// # Vocabulary
//
// An event whose payload is an Opener opens jobs, in the append that it is part
// of; a job's id derives from that event's command, so a repeated command opens
// no second one. The stream job-<tenant>-<id> begins when a node claims the job,
// and holds claims, failures, release, cancellation and end; what the work found
// is an event of the record that the job works on. A try is one claim that ended
// without an end: by failure, or by a node that was silent for SilenceMax.
//
// # Rules
//
// One node holds a job: a claim is an append at the expected revision. After
// TriesMax tries the job has failed. A failure that would be the same again is
// final at once. Who was cancelled or lost the claim learns so from the revision
// at its end, and its record's own events say whether anything was done.
package job

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Kind is what is to be done: "documents.extract".
type Kind string

// Opener is an event's payload that opens jobs. How many, and of which kinds, is
// a matter of the payload alone.
type Opener interface{ OpensJobs() []Opening }

// Opening is one job that an event opens.
type Opening struct {
	Kind  Kind
	Total int64 // steps that are known beforehand; 0 = not known
}

// ID is that of the n-th job that events of a command open, from 0.
func ID(command uuid.UUID, n int) string {
	return act.Compact(uuid.NewSHA1(command, []byte("job/"+strconv.Itoa(n))))
}

// Limits.
const (
	TriesMax   = 3
	SilenceMax = 30 * time.Second // without a heartbeat; then another node may take over
	claimsMax  = 22               // releases included: a stream stays short
)

// Category is the kind of stream a job is.
var Category = event.Category{Name: "job", Types: []event.Type{
	event.Of[Claimed](), event.Of[Released](), event.Of[Deferred](), event.Of[Failed](), event.Of[Cancelled](), event.Of[Succeeded](),
}}

// Work names a job's work; every event of a job carries it, since the stream
// begins with whichever comes first.
type Work struct {
	Kind   Kind   `json:"kind"`
	Record string `json:"record"` // stream of the record: "document-<tenant>-<id>"
}

// Claimed is a node's taking of a job.
type Claimed struct {
	Work
	Node string `json:"node"`
	Try  int    `json:"try"` // from 1
}

// Released is a node's giving back of a job that it did not end, because it
// stops; it is no try.
type Released struct {
	Work
	Node string `json:"node"`
}

// Deferred is work that cannot be done before a time that its own record knows, as
// when a mail server is busy; it is no try.
type Deferred struct {
	Work
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// Failed is a try that did not succeed.
type Failed struct {
	Work
	Code   string    `json:"code"`
	Final  bool      `json:"final"`            // no further try follows
	Again  time.Time `json:"again,omitzero"`   // when the next may begin
	Detail string    `json:"detail,omitempty"` // a sentence without personal data
}

// Cancelled is a person's word that the work is not wanted.
type Cancelled struct{ Work }

// Succeeded is the end of the work.
type Succeeded struct {
	Work
	Result string `json:"result,omitempty"` // path where it is found: "/api/…/"
}

func (Claimed) EventType() string   { return "job.claimed.v1" }
func (Released) EventType() string  { return "job.released.v1" }
func (Deferred) EventType() string  { return "job.deferred.v1" }
func (Failed) EventType() string    { return "job.failed.v1" }
func (Cancelled) EventType() string { return "job.cancelled.v1" }
func (Succeeded) EventType() string { return "job.succeeded.v1" }

// State is a job as its own events leave it; the zero State is one that nobody
// has claimed.
type State struct {
	Site    int64
	Claims  int
	Tries   int // that have begun
	Running bool
	Ended   bool
	Node    string // that holds it, while it runs
	ClaimAt time.Time
	Again   time.Time // not before
	EndedAt time.Time
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Site = e.Meta.Site
	switch p := e.Payload.(type) {
	case Claimed:
		s.Claims++
		s.Running, s.Node, s.Tries, s.ClaimAt = true, p.Node, p.Try, e.Meta.Time
	case Released:
		s.Running, s.Node, s.Tries = false, "", s.Tries-1
	case Deferred:
		s.Running, s.Node, s.Tries, s.Again = false, "", s.Tries-1, p.Until
	case Failed:
		s.Running, s.Node, s.Again, s.Ended = false, "", p.Again, p.Final
	case Cancelled, Succeeded:
		s.Running, s.Ended = false, true
	}
	if s.Ended {
		s.EndedAt = e.Meta.Time
	}
	return s
}

// Fold is the state that a whole history leaves.
func Fold(history []event.Recorded) State {
	var s State
	for _, e := range history {
		s = s.Evolve(e)
	}
	return s
}

// Claim is a node's decision to take a job; silent says that the one who holds
// it has not been heard of for SilenceMax. Nothing is claimed (no payload) where
// the job is held, ended or not due. A job whose tries are used up has failed,
// finally, by whoever notices it.
func (s State) Claim(now time.Time, node string, silent bool, w Work) event.Payload {
	switch {
	case s.Ended, s.Running && !silent, now.Before(s.Again):
		return nil
	case s.Tries >= TriesMax:
		return Failed{Work: w, Code: "worker_lost", Final: true, Detail: "every node that took the work stopped before its end"}
	case s.Claims >= claimsMax:
		return Failed{Work: w, Code: "interrupted_too_often", Final: true, Detail: "the work was given back too often"}
	}
	return Claimed{w, node, s.Tries + 1}
}

// Fail is the end of try number try that did not succeed, from 1.
func Fail(now time.Time, try int, final bool, code, detail string, w Work) Failed {
	f := Failed{Work: w, Code: code, Detail: detail, Final: final || try >= TriesMax}
	if !f.Final {
		f.Again = now.Add(time.Duration(try*try) * 5 * time.Second)
	}
	return f
}

// Cancel ends a job that has not ended.
func (s State) Cancel(w Work) ([]event.Payload, error) {
	if s.Ended {
		return nil, fault.New(fault.Immutable, "the job has ended")
	}
	return []event.Payload{Cancelled{w}}, nil
}
