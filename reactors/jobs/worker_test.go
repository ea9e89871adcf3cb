package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// world is a log, the read model of its jobs, which follows it late, their heartbeats
// and turns, in memory. Time in it is the test's own.
type world struct {
	mu      sync.Mutex
	streams map[string][]event.Recorded
	written int                  // events, of all streams
	shown   []time.Time          // from when the read model knows each of them
	late    func() time.Duration // how long after it is written; nil = at once
	opened  []readmodels.JobRow
	beats   map[string]beat
	turns   sync.Mutex
	kinds   map[string]*readmodels.JobTurns
	starts  []string // tenants, in the order in which their jobs were claimed
}

type beat struct {
	tenant string
	at     time.Time
}

func newWorld() *world {
	return &world{streams: map[string][]event.Recorded{}, beats: map[string]beat{}, kinds: map[string]*readmodels.JobTurns{}}
}

func (x *world) TakeTurns(ctx context.Context, kind string, take func(context.Context, *readmodels.JobTurns)) error {
	x.turns.Lock()
	defer x.turns.Unlock()
	if x.kinds[kind] == nil {
		x.kinds[kind] = &readmodels.JobTurns{}
	}
	take(ctx, x.kinds[kind])
	return nil
}

func (x *world) open(tenant string, n int) {
	x.opened = append(x.opened, readmodels.JobRow{Tenant: tenant, ID: fmt.Sprintf("%032x", n), Kind: "test",
		Record: fmt.Sprintf("thing-%s-%d", tenant, n), DueAt: time.Now()})
}

func (x *world) Load(_ context.Context, stream string) ([]event.Recorded, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.streams[stream]), nil
}

func (x *world) Write(_ context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.streams[stream]
	if expected == eventstore.NoStream && len(s) > 0 || expected != eventstore.NoStream &&
		(len(s) == 0 || expected != eventstore.Exactly(uint64(len(s)-1))) {
		return eventstore.Appended{}, eventstore.ErrWrongRevision
	}
	for _, p := range payloads {
		at := time.Now()
		if x.late != nil {
			at = at.Add(x.late())
		}
		if x.written++; x.written > 1 && at.Before(x.shown[x.written-2]) {
			at = x.shown[x.written-2]
		}
		x.shown = append(x.shown, at)
		s = append(s, event.Recorded{Stream: stream, Revision: uint64(len(s)), Payload: p, Meta: meta,
			Position: event.Position{Commit: uint64(x.written)}})
		if _, ok := p.(job.Claimed); ok {
			x.starts = append(x.starts, meta.Tenant)
		}
	}
	x.streams[stream] = s
	return eventstore.Appended{Revision: uint64(len(s) - 1), Position: event.Position{Commit: uint64(x.written)}}, nil
}

// until is how far the read model has come.
func (x *world) until() (n int) {
	for n < len(x.shown) && !x.shown[n].After(time.Now()) {
		n++
	}
	return n
}

func (x *world) state(r readmodels.JobRow) job.State {
	return job.Fold(x.streams["job-"+r.Tenant+"-"+r.ID])
}

func (x *world) WaitingJobs(_ context.Context, kinds []string, eachTenant int, silence time.Duration) ([]readmodels.WaitingJob, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !slices.Contains(kinds, "test") {
		return nil, nil
	}
	running, count, until := map[string]int64{}, map[string]int{}, x.until()
	for _, b := range x.beats {
		if time.Since(b.at) <= silence {
			running[b.tenant]++
		}
	}
	var waiting []readmodels.WaitingJob
	for _, r := range x.opened {
		var known []event.Recorded
		for _, e := range x.streams["job-"+r.Tenant+"-"+r.ID] {
			if e.Position.Commit <= uint64(until) {
				known = append(known, e)
			}
		}
		s := job.Fold(known)
		seen := x.beats[r.ID].at
		if s.ClaimAt.After(seen) {
			seen = s.ClaimAt
		}
		silent := s.Running && time.Since(seen) > silence
		if s.Ended || s.Running && !silent || !s.Running && time.Now().Before(s.Again) || count[r.Tenant] == eachTenant {
			continue
		}
		count[r.Tenant]++
		waiting = append(waiting, readmodels.WaitingJob{JobRow: r, Silent: silent, Commit: int64(until)})
	}
	for i := range waiting {
		waiting[i].Running = running[waiting[i].Tenant]
	}
	return waiting, nil
}

func (x *world) Heartbeat(_ context.Context, tenant, id string, _, _ int64) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.beats[id] = beat{tenant, time.Now()}
	return nil
}

func (x *world) EndHeartbeat(_ context.Context, _, id string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.beats, id)
	return nil
}

func (x *world) worker(node string, h Handler) *Worker {
	return &Worker{Jobs: &commands.Jobs{Executor: &commands.Executor{Log: x, Now: time.Now}, Node: node}, Queue: x,
		// Of the other kind there is never anything to do, and always room for it.
		Handlers: map[job.Kind]Handler{"test": h, "other": {}}, Logger: slog.New(slog.DiscardHandler)}
}

func (x *world) allEnded() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return !slices.ContainsFunc(x.opened, func(r readmodels.JobRow) bool { return !x.state(r).Ended })
}

func (x *world) last(r readmodels.JobRow) event.Payload {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.streams["job-"+r.Tenant+"-"+r.ID]
	return s[len(s)-1].Payload
}

// Two hundred jobs of three tenants on two nodes: each is done once, and while
// each tenant has work waiting none is started on four more than another; jobs of all
// lengths, and with a read model that is up to a second behind the log.
func TestFairAndOnce(t *testing.T) {
	for seed := range uint64(9) {
		fairAndOnce(t, seed, time.Duration(1+seed%3*1000)*time.Millisecond, time.Duration(1+seed/3%3*500)*time.Millisecond)
	}
}

func fairAndOnce(t *testing.T, seed uint64, longest, latest time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		x, random := newWorld(), rand.New(rand.NewPCG(seed, 3))
		lags := rand.New(rand.NewPCG(seed, 4))
		x.late = func() time.Duration { return time.Duration(lags.Int64N(int64(latest))) }
		left := map[string]int{}
		for n := range 200 { // one tenant has most of the work, and was there first
			tenant := "a"
			if n > 100 {
				tenant = []string{"b", "c"}[n%2]
			}
			x.open(tenant, n)
			left[tenant]++
		}
		var mu sync.Mutex
		done := map[string]int{}
		h := Handler{AtOnce: 2, Do: func(ctx context.Context, task *Task) (string, error) {
			mu.Lock()
			pause := time.Duration(random.Int64N(int64(longest)))
			mu.Unlock()
			time.Sleep(pause)
			mu.Lock()
			defer mu.Unlock()
			done[task.ID]++
			return "/api/things/" + task.RecordID + "/", nil
		}}
		ctx, stop := context.WithCancel(t.Context())
		var nodes sync.WaitGroup
		for _, name := range []string{"one", "two"} {
			nodes.Go(func() { x.worker(name, h).Run(ctx) })
		}
		for !x.allEnded() {
			time.Sleep(time.Second)
		}
		stop()
		nodes.Wait()
		for id, times := range done {
			if times != 1 {
				t.Errorf("job %s was done %d times", id, times)
			}
		}
		if len(done) != 200 {
			t.Errorf("%d jobs were done", len(done))
		}
		started := map[string]int{}
		for _, tenant := range x.starts {
			started[tenant]++
			for _, other := range []string{"a", "b", "c"} {
				if started[other] < left[other] && started[tenant] < left[tenant] && started[tenant] > started[other]+4 {
					t.Fatalf("seed %d: %s was started on %d times, %s %d times, with work waiting", seed, tenant, started[tenant], other,
						started[other])
				}
			}
		}
	})
}

// mortal is the world as a process sees it that can be killed: from then on it
// reaches nothing.
type mortal struct {
	*world
	dead atomic.Bool
}

var errDead = errors.New("the process is dead")

func (m *mortal) Load(ctx context.Context, stream string) ([]event.Recorded, error) {
	if m.dead.Load() {
		return nil, errDead
	}
	return m.world.Load(ctx, stream)
}

func (m *mortal) Write(ctx context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	if m.dead.Load() {
		return eventstore.Appended{}, errDead
	}
	return m.world.Write(ctx, stream, expected, meta, payloads)
}

func (m *mortal) Heartbeat(ctx context.Context, tenant, id string, done, total int64) error {
	if m.dead.Load() {
		return errDead
	}
	return m.world.Heartbeat(ctx, tenant, id, done, total)
}

// Nodes are killed, or stopped, at random while they work. Every job ends, by
// success or, where three nodes died of it, by giving up; the steps of the work
// are the same commands on every node. Seeds 1 to 20.
func TestKilledNodes(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			x, random := newWorld(), rand.New(rand.NewPCG(seed+1, 1))
			for n := range 12 {
				x.open("a", n)
			}
			var mu sync.Mutex
			effects := map[string]map[uuid.UUID]bool{}
			var nodes sync.WaitGroup
			start := func(name string) (end func(kill bool)) {
				ctx, stop := context.WithCancel(t.Context())
				m := &mortal{world: x}
				w := x.worker(name, Handler{AtOnce: 3, Do: func(working context.Context, task *Task) (string, error) {
					for step := range 5 {
						select {
						case <-working.Done():
							return "", working.Err()
						case <-time.After(3 * time.Second):
						}
						mu.Lock()
						if effects[task.ID] == nil {
							effects[task.ID] = map[uuid.UUID]bool{}
						}
						effects[task.ID][task.Caller(fmt.Sprint(step)).Command] = true
						mu.Unlock()
					}
					return "", nil
				}})
				w.Jobs.Log, w.Queue = m, m
				nodes.Go(func() { w.Run(ctx) })
				return func(kill bool) { m.dead.Store(kill); stop() }
			}
			end := start("node-0")
			for n := 1; !x.allEnded(); n++ {
				time.Sleep(time.Duration(random.IntN(20)) * time.Second)
				if n < 10 {
					end(random.IntN(3) > 0)
					end = start(fmt.Sprint("node-", n))
				}
			}
			end(false)
			nodes.Wait()
			succeeded := 0
			for _, r := range x.opened {
				switch p := x.last(r).(type) {
				case job.Succeeded:
					succeeded++
					if len(effects[r.ID]) != 5 {
						t.Errorf("job %s sent %d different commands, not 5", r.ID, len(effects[r.ID]))
					}
				case job.Failed:
					if p.Code != "worker_lost" {
						t.Errorf("job %s failed as %s", r.ID, p.Code)
					}
				default:
					t.Errorf("job %s ended as %#v", r.ID, p)
				}
			}
			if succeeded == 0 {
				t.Error("no job succeeded")
			}
		})
	}
}

// A node that goes silent loses its job after 30 seconds, and is not believed
// when it comes back.
func TestSilentNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newWorld()
		x.open("a", 1)
		first := &commands.Jobs{Executor: &commands.Executor{Log: x, Now: time.Now}, Node: "first"}
		r := x.opened[0]
		held, err := first.Claim(t.Context(), commands.OpenJob{Tenant: r.Tenant, ID: r.ID, Work: job.Work{Kind: "test", Record: r.Record}}, false)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		began := time.Now()
		var node sync.WaitGroup
		node.Go(func() {
			x.worker("second", Handler{Do: func(context.Context, *Task) (string, error) { return "by the second", nil }}).Run(ctx)
		})
		for !x.allEnded() {
			time.Sleep(100 * time.Millisecond)
		}
		if waited := time.Since(began); waited < job.SilenceMax {
			t.Errorf("taken over after %v", waited)
		}
		if err := first.Succeed(t.Context(), held, "by the first"); err != commands.ErrNotClaimed {
			t.Errorf("the first ended it again: %v", err)
		}
		if p, ok := x.last(r).(job.Succeeded); !ok || p.Result != "by the second" {
			t.Errorf("ended as %#v", x.last(r))
		}
		stop()
		node.Wait()
	})
}

// Errors are tried three times, final ones and panics end as they should, and
// the record is told each time.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name  string
		do    func() error
		tries int
		code  string
	}{
		{"an error", func() error { return fmt.Errorf("the disk is slow") }, 3, "internal"},
		{"a panic", func() error { panic("no such page") }, 3, "internal"},
		{"a final error", func() error { return Final("too_complex", "it has 300 pages") }, 1, "too_complex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := newWorld()
				x.open("a", 1)
				tries, told := 0, ""
				ctx, stop := context.WithCancel(t.Context())
				var node sync.WaitGroup
				node.Go(func() {
					x.worker("one", Handler{
						Do:      func(context.Context, *Task) (string, error) { tries++; return "", c.do() },
						Abandon: func(_ context.Context, _ *Task, code, _ string) error { told = code; return nil },
					}).Run(ctx)
				})
				for !x.allEnded() {
					time.Sleep(time.Second)
				}
				stop()
				node.Wait()
				f, ok := x.last(x.opened[0]).(job.Failed)
				if !ok || !f.Final || f.Code != c.code || tries != c.tries || told != c.code {
					t.Errorf("after %d tries %#v; the record was told %q", tries, x.last(x.opened[0]), told)
				}
			})
		})
	}
}
