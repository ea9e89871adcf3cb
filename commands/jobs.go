package commands

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/eventstore"
)

// Jobs carries out what nodes and people do to jobs.
type Jobs struct {
	*Executor
	Node string
}

// OpenJob is a job that was opened, as the read model lists it.
type OpenJob struct {
	Tenant, ID string
	Site       int64
	Principal  string // who opened it, for whom the work acts
	job.Work
}

// HeldJob is a job that this node has claimed.
type HeldJob struct {
	OpenJob
	Try      int
	At       event.Position // of the claim
	revision uint64         // of the claim: any other end would follow it
}

// ErrNotClaimed says that a job is another's, has ended, or is not due.
var ErrNotClaimed = errors.New("commands: the job cannot be claimed")

// ErrWorkerLost says that every try of a job was lost with its node: it has to
// be given up, by GiveUp.
var ErrWorkerLost = errors.New("commands: every node that took the job was lost")

// Claim takes a job for this node. silent says that the node which holds it has
// not been heard of.
func (x *Jobs) Claim(ctx context.Context, j OpenJob, silent bool) (HeldJob, error) {
	stream := j.stream()
	history, err := x.Log.Load(ctx, stream)
	if err != nil {
		return HeldJob{}, storeFault(err)
	}
	s := job.Fold(history)
	held := HeldJob{OpenJob: j, Try: s.Tries + 1}
	expected := eventstore.NoStream
	if n := len(history); n > 0 {
		held.revision = history[n-1].Revision
		expected = eventstore.Exactly(held.revision)
	}
	switch p := s.Claim(x.now(), x.Node, silent, j.Work).(type) {
	case nil:
		return HeldJob{}, ErrNotClaimed
	case job.Failed:
		return held, ErrWorkerLost
	default:
		return x.append(ctx, held, "jobs.claim", expected, p)
	}
}

// GiveUp ends a job that no node could end.
func (x *Jobs) GiveUp(ctx context.Context, h HeldJob) error {
	return x.end(ctx, h, "jobs.fail", job.Fail(x.now(), job.TriesMax, true, "worker_lost",
		"every node that took the work stopped before its end", h.Work))
}

// Succeed ends a job whose work is done; result is the path where it is found.
func (x *Jobs) Succeed(ctx context.Context, h HeldJob, result string) error {
	return x.end(ctx, h, "jobs.succeed", job.Succeeded{Work: h.Work, Result: result})
}

// Fail ends a try. final says that another would fail alike.
func (x *Jobs) Fail(ctx context.Context, h HeldJob, final bool, code, detail string) error {
	return x.end(ctx, h, "jobs.fail", job.Fail(x.now(), h.Try, final, code, detail, h.Work))
}

// Defer gives a job back until a time at which its work can go on.
func (x *Jobs) Defer(ctx context.Context, h HeldJob, until time.Time, code string) error {
	return x.end(ctx, h, "jobs.defer", job.Deferred{Work: h.Work, Code: code, Until: until})
}

// Release gives a job back that this node cannot end, because it stops.
func (x *Jobs) Release(ctx context.Context, h HeldJob) error {
	return x.end(ctx, h, "jobs.release", job.Released{Work: h.Work, Node: x.Node})
}

// end appends after the claim; ErrNotClaimed where the job is not ours any more.
func (x *Jobs) end(ctx context.Context, h HeldJob, operation string, p event.Payload) error {
	_, err := x.append(ctx, h, operation, eventstore.Exactly(h.revision), p)
	return err
}

func (x *Jobs) append(ctx context.Context, h HeldJob, operation string, expected eventstore.Expected, p event.Payload) (HeldJob, error) {
	// The id is new each time: of two nodes that claim at once the log must take
	// the second for another, not for a repetition of the first.
	command := uuid.Must(uuid.NewV7())
	at, err := x.Log.Write(ctx, h.stream(), expected, event.Metadata{
		CommandID: command, Operation: operation, Tenant: h.Tenant, Site: h.Site, Principal: h.Principal,
		CorrelationID: h.ID, CausationID: h.ID, Schema: 1, Time: x.now(),
	}, []event.Payload{p})
	if errors.Is(err, eventstore.ErrWrongRevision) {
		return HeldJob{}, ErrNotClaimed
	}
	if err != nil {
		return HeldJob{}, storeFault(err)
	}
	h.revision, h.At = at.Revision, at.Position
	return h, nil
}

// Lost reports whether a job is not this node's any more: cancelled, or taken
// over.
func (x *Jobs) Lost(ctx context.Context, h HeldJob) (lost, cancelled bool, err error) {
	history, err := x.Log.Load(ctx, h.stream())
	if err != nil || len(history) == 0 {
		return false, false, storeFault(err)
	}
	last := history[len(history)-1]
	_, cancelled = last.Payload.(job.Cancelled)
	return last.Revision != h.revision, cancelled, nil
}

// Cancel ends a job that has not ended, by a person's wish.
//
// Errors: those of Execute; fault.Immutable once it has ended.
func (x *Jobs) Cancel(ctx context.Context, c Caller, j OpenJob) (Done[job.State], error) {
	agg := Aggregate[job.State]{Category: job.Category.Name, Evolve: job.State.Evolve, SiteOf: func(s job.State) int64 { return s.Site }}
	c.Site = j.Site
	return Execute(ctx, x.Executor, c, agg, Order[job.State]{
		Operation: "jobs.cancel", Permission: "jobs:cancel", ID: j.ID, Request: j.ID,
		Decide: func(s job.State, _ act.Context) ([]event.Payload, error) { return s.Cancel(j.Work) },
	})
}

func (j OpenJob) stream() string {
	return event.Stream{Category: job.Category.Name, Tenant: j.Tenant, ID: j.ID}.String()
}

// Caller is who a step of a job's work acts as: the principal who opened the
// job. The same step of the same job is the same command, on every node and at
// every try.
func (h HeldJob) Caller(step string) Caller {
	c := Caller{Tenant: h.Tenant, Principal: h.Principal, Site: h.Site, Request: h.ID}
	c.Sites.All = true // the job's own record is all it touches
	c.Command = uuid.NewSHA1(stepSpace, []byte(h.Tenant+"/"+h.ID+"/"+step))
	return c
}

// stepSpace is the UUIDv5 namespace of what jobs and handlers of events send.
var stepSpace = uuid.MustParse("0f5b5c1e-6f0c-5c53-9f0e-9b7d3a6e2a41")

func (x *Jobs) now() time.Time { return x.Now().UTC().Truncate(time.Microsecond) }

// JobMissing is the refusal of a job that the caller does not see.
func JobMissing(id string) error { return fault.New(fault.NotFound, "there is no job %q", id) }
