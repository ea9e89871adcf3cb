// Package jobs works on the jobs that events have opened: every node pulls what
// it has room for, tenants in turn.
//
// A node claims a job by an append that only one node's can be, works on it,
// and says each second that it is still there. A node that falls silent loses
// its jobs to others. Whoever lost a job learns so at the next heartbeat, or at
// its end; what the work itself appends is the same commands on every node, so
// nothing of it is done twice.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/readmodels"
)

// Handler does the work of one kind of job.
type Handler struct {
	AtOnce int // how many of the kind this node works on at once; 0 = 1
	// Do does the work and returns the path of what it found. It is given up with
	// ctx, when the job is another's or cancelled or the node stops. An error made
	// by Final ends the job; any other has it tried again.
	Do func(ctx context.Context, t *Task) (result string, err error)
	// Abandon has the job's record say that the work will not be done: it failed
	// for good, or was cancelled. nil = nothing is to be said.
	Abandon func(ctx context.Context, t *Task, code, detail string) error
	// Waits says why the kind cannot be worked on here at present; "" = it can.
	Waits func() string
}

// Task is a job in work.
type Task struct {
	commands.HeldJob
	RecordID string // id of the record's stream

	done, total atomic.Int64
}

// Progress notes how far the work is; total 0 = not known. It costs nothing.
func (t *Task) Progress(done, total int64) { t.done.Store(done); t.total.Store(total) }

// Failure is an error after which trying again is no use.
type Failure struct{ Code, Detail string }

func (f *Failure) Error() string { return f.Code + ": " + f.Detail }

// Final makes a Failure; the detail names nobody and quotes nothing.
func Final(code, format string, args ...any) error {
	return &Failure{code, fmt.Sprintf(format, args...)}
}

// deferral is an error that puts the work off.
type deferral struct {
	until time.Time
	code  string
}

func (d *deferral) Error() string {
	return "put off until " + d.until.Format(time.RFC3339) + ": " + d.code
}

// Later puts the work off until a time that its record knows. That is no try; the
// record's own rules must end it one day.
func Later(until time.Time, code string) error { return &deferral{until, code} }

// Queue is where waiting jobs, turns and heartbeats stand; *readmodels.DB is one.
type Queue interface {
	WaitingJobs(ctx context.Context, kinds []string, eachTenant int, silence time.Duration) ([]readmodels.WaitingJob, error)
	TakeTurns(ctx context.Context, kind string, take func(context.Context, *readmodels.JobTurns)) error
	Heartbeat(ctx context.Context, tenant, id string, done, total int64) error
	EndHeartbeat(ctx context.Context, tenant, id string) error
}

// Worker is this node's part of the work.
type Worker struct {
	Jobs     *commands.Jobs
	Queue    Queue
	Handlers map[job.Kind]Handler
	Logger   *slog.Logger
	Observe  func(kind job.Kind, outcome string, took time.Duration) // nil = nobody
	// Known returns when this node's memory holds what the log says up to a position: the
	// work of a job finds what stood in the log before it was opened, on whichever node;
	// nil = nothing is kept in memory.
	Known func(ctx context.Context, at event.Position) error
	// Wake says that a job was opened, so that it need not wait for the next look, which
	// is for those that other nodes opened or that fall due; nil = nobody says so.
	Wake <-chan struct{}

	mu      sync.Mutex
	running map[job.Kind]int
	seen    map[string]time.Time // jobs that the read model may still list as they were
	// claimed is, of each kind, the last claim that this node made from a list that knew of
	// all claims before. Only Run's own thread sees it.
	claimed map[job.Kind]readmodels.Position
	work    sync.WaitGroup
	freed   chan struct{}
}

// Bounds of the work.
const (
	perTenant = 4 // at once, on all nodes
	pollEvery = 200 * time.Millisecond
	beatEvery = time.Second
	// seenFor is how long a job that was looked at is left alone: as long as the
	// read model may need to show what became of it.
	seenFor = 2 * time.Second
	// behindFor is how soon a list that does not know of every claim is read again, and
	// stillFor how long turns wait for one: a read model that stands still stops no work.
	behindFor = 20 * time.Millisecond
	stillFor  = 5 * time.Second
	// knownFor is how long work waits for this node's memory, and how long it is then put
	// off: another node may take it meanwhile.
	knownFor = 10 * time.Second
)

// Run works until ctx ends, and gives back what it then holds.
func (w *Worker) Run(ctx context.Context) {
	w.running, w.seen, w.claimed = map[job.Kind]int{}, map[string]time.Time{}, map[job.Kind]readmodels.Position{}
	w.freed = make(chan struct{}, 1)
	defer w.work.Wait()
	for ctx.Err() == nil {
		started, behind, err := w.round(ctx)
		if err != nil && ctx.Err() == nil {
			w.Logger.Warn("jobs cannot be looked for; trying again", "error", err)
		}
		if started > 0 {
			continue
		}
		pause := pollEvery
		if behind {
			pause = behindFor
		}
		select {
		case <-ctx.Done():
		case <-w.freed:
		case <-w.Wake:
		case <-time.After(pause):
		}
	}
}

// round starts what there is room for. behind says that the list of what waits did not
// know of all that others have started.
func (w *Worker) round(ctx context.Context) (started int, behind bool, err error) {
	kinds := w.kindsWithRoom()
	if len(kinds) == 0 {
		return 0, false, nil
	}
	waiting, err := w.Queue.WaitingJobs(ctx, kinds, 2*perTenant, job.SilenceMax)
	if err != nil {
		return 0, false, err
	}
	for _, kind := range kinds {
		of := slices.DeleteFunc(slices.Clone(waiting), func(j readmodels.WaitingJob) bool { return j.Kind != kind })
		if len(of) == 0 {
			continue
		}
		n, late, err := w.startOf(ctx, job.Kind(kind), of)
		if started, behind = started+n, behind || late; err != nil {
			return started, behind, err
		}
	}
	return started, behind, nil
}

func (w *Worker) kindsWithRoom() []string {
	var kinds []string
	for kind, h := range w.Handlers {
		if w.hasRoom(kind) && (h.Waits == nil || h.Waits() == "") {
			kinds = append(kinds, string(kind))
		}
	}
	slices.Sort(kinds)
	return kinds
}

func (w *Worker) hasRoom(kind job.Kind) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.running[kind] < max(w.Handlers[kind].AtOnce, 1)
}

// claim takes a job, and says at once that it is held; nil where it is another's. lost
// says that every node that took it was lost, and it has to be given up.
func (w *Worker) claim(ctx context.Context, j readmodels.WaitingJob) (t *Task, lost bool, err error) {
	open := commands.OpenJob{Tenant: j.Tenant, ID: j.ID, Site: j.Site, Principal: j.Principal,
		Work: job.Work{Kind: job.Kind(j.Kind), Record: j.Record}}
	record, _ := event.ParseStream(j.Record)
	held, err := w.Jobs.Claim(ctx, open, j.Silent)
	switch {
	case errors.Is(err, commands.ErrNotClaimed):
		return nil, false, nil
	case errors.Is(err, commands.ErrWorkerLost):
		return &Task{HeldJob: held, RecordID: record.ID}, true, nil
	case err != nil:
		return nil, false, err
	}
	t = &Task{HeldJob: held, RecordID: record.ID}
	t.total.Store(j.Total)
	w.heartbeat(ctx, t)
	return t, false, nil
}

// begin works on a task until it ends, or until Run is given up.
func (w *Worker) begin(ctx context.Context, t *Task, lost bool) {
	w.mu.Lock()
	w.running[t.Kind]++
	w.mu.Unlock()
	w.work.Go(func() {
		defer w.end(t)
		if lost {
			w.giveUp(ctx, t)
			return
		}
		w.do(ctx, t)
	})
}

func (w *Worker) end(t *Task) {
	w.mu.Lock()
	w.running[t.Kind]--
	w.seen[t.Tenant+t.ID] = time.Now()
	w.mu.Unlock()
	select {
	case w.freed <- struct{}{}:
	default:
	}
}

// errLost ends the work on a job that is not ours any more.
var errLost, errCancelled = errors.New("jobs: the job was taken over"), errors.New("jobs: the job was cancelled")

func (w *Worker) do(ctx context.Context, t *Task) {
	began := time.Now()
	working, stop := context.WithCancelCause(ctx)
	var beating sync.WaitGroup
	beating.Go(func() { w.beat(working, t, stop) })
	result, err := w.guarded(working, t)
	why := context.Cause(working)
	stop(nil)
	beating.Wait()
	// What the end appends must not be cut short by the stop that caused it.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	outcome := w.settle(last, t, result, err, why)
	if outcome != "lost" {
		w.Queue.EndHeartbeat(last, t.Tenant, t.ID)
	}
	if w.Observe != nil {
		w.Observe(t.Kind, outcome, time.Since(began))
	}
}

// settle records what became of the work.
func (w *Worker) settle(ctx context.Context, t *Task, result string, err, why error) (outcome string) {
	var final *Failure
	var later *deferral
	log := w.Logger.With("job", t.ID, "kind", t.Kind, "try", t.Try)
	switch {
	case errors.Is(why, errCancelled):
		w.abandon(ctx, t, "cancelled", "the work was cancelled")
		return "cancelled"
	case errors.Is(why, errLost):
		return "lost"
	case err == nil:
		err, outcome = w.Jobs.Succeed(ctx, t.HeldJob, result), "succeeded"
	case why != nil: // the node stops
		err, outcome = w.Jobs.Release(ctx, t.HeldJob), "released"
	case errors.As(err, &later):
		err, outcome = w.Jobs.Defer(ctx, t.HeldJob, later.until, later.code), "deferred"
	case errors.As(err, &final), t.Try >= job.TriesMax:
		if final == nil {
			log.Error("a job failed for good", "error", err)
			final = &Failure{"internal", "the work failed unexpectedly, three times"}
		}
		if !w.abandon(ctx, t, final.Code, final.Detail) {
			return "lost" // another node finds the job silent and does this again
		}
		err, outcome = w.Jobs.Fail(ctx, t.HeldJob, true, final.Code, final.Detail), "failed"
	default:
		log.Warn("a try of a job failed", "error", err)
		err, outcome = w.Jobs.Fail(ctx, t.HeldJob, false, "internal", "the work failed unexpectedly"), "tried"
	}
	if errors.Is(err, commands.ErrNotClaimed) {
		return "lost"
	}
	if err != nil {
		log.Warn("the end of a job was not recorded; it will be done again", "error", err)
		return "lost"
	}
	return outcome
}

func (w *Worker) abandon(ctx context.Context, t *Task, code, detail string) bool {
	h := w.Handlers[t.Kind]
	if h.Abandon == nil {
		return true
	}
	if err := h.Abandon(ctx, t, code, detail); err != nil {
		w.Logger.Warn("a record was not told that its job failed", "job", t.ID, "error", err)
		return false
	}
	return true
}

func (w *Worker) giveUp(ctx context.Context, t *Task) {
	if !w.abandon(ctx, t, "worker_lost", "every node that took the work stopped before its end") {
		return
	}
	if err := w.Jobs.GiveUp(ctx, t.HeldJob); err != nil && !errors.Is(err, commands.ErrNotClaimed) {
		w.Logger.Warn("a lost job was not given up; trying again", "job", t.ID, "error", err)
	}
}

// guarded turns a panic of the work into its failure.
func (w *Worker) guarded(ctx context.Context, t *Task) (result string, err error) {
	defer func() {
		if v := recover(); v != nil {
			w.Logger.Error("panic in a job", "job", t.ID, "kind", t.Kind, "panic", v, "stack", string(debug.Stack()))
			err = fmt.Errorf("jobs: panic: %v", v)
		}
	}()
	if w.Known != nil {
		known, cancel := context.WithTimeout(ctx, knownFor)
		err := w.Known(known, t.At)
		if cancel(); err != nil {
			return "", Later(time.Now().Add(knownFor), "node_behind")
		}
	}
	return w.Handlers[t.Kind].Do(ctx, t)
}

// beat says each second that the job is in work, and ends the work when the job
// is not ours any more.
func (w *Worker) beat(ctx context.Context, t *Task, stop context.CancelCauseFunc) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		w.heartbeat(ctx, t)
		switch lost, cancelled, err := w.Jobs.Lost(ctx, t.HeldJob); {
		case err != nil:
		case cancelled:
			stop(errCancelled)
			return
		case lost:
			stop(errLost)
			return
		}
	}
}

func (w *Worker) heartbeat(ctx context.Context, t *Task) {
	if err := w.Queue.Heartbeat(ctx, t.Tenant, t.ID, t.done.Load(), t.total.Load()); err != nil && ctx.Err() == nil {
		w.Logger.Warn("a heartbeat was not written", "job", t.ID, "error", err)
	}
}
