package jobs

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
)

// Work begins once the node's memory has come to where the job was claimed; while it
// does not come there, another node may take it, and no try is lost.
func TestWorkWaitsForMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newWorld()
		x.open("a", 1)
		began, behind := time.Now(), 3*knownFor+time.Second
		ctx, stop := context.WithCancel(t.Context())
		var node sync.WaitGroup
		tries := 0
		w := x.worker("one", Handler{Do: func(_ context.Context, task *Task) (string, error) {
			tries = task.Try
			if waited := time.Since(began); waited < behind {
				t.Errorf("begun after %v", waited)
			}
			return "done", nil
		}})
		w.Known = func(ctx context.Context, at event.Position) error {
			if at == (event.Position{}) {
				t.Error("asked of no position")
			}
			select {
			case <-time.After(behind - time.Since(began)):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		node.Go(func() { w.Run(ctx) })
		for !x.allEnded() {
			time.Sleep(time.Second)
		}
		stop()
		node.Wait()
		if p, ok := x.last(x.opened[0]).(job.Succeeded); !ok || p.Result != "done" || tries != 1 {
			t.Errorf("at try %d it ended as %#v", tries, x.last(x.opened[0]))
		}
	})
}

// A cancelled job ends its work within two heartbeats.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newWorld()
		x.open("a", 1)
		told := ""
		ctx, stop := context.WithCancel(t.Context())
		w := x.worker("one", Handler{
			Do:      func(working context.Context, _ *Task) (string, error) { <-working.Done(); return "", working.Err() },
			Abandon: func(_ context.Context, _ *Task, code, _ string) error { told = code; return nil },
		})
		var node sync.WaitGroup
		node.Go(func() { w.Run(ctx) })
		time.Sleep(5 * time.Second)
		r := x.opened[0]
		caller := commands.Caller{Tenant: "a", Principal: "p", Role: "owner"}
		caller.Sites.All = true
		if _, err := w.Jobs.Cancel(t.Context(), caller, commands.OpenJob{Tenant: "a", ID: r.ID,
			Work: job.Work{Kind: "test", Record: r.Record}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * beatEvery)
		synctest.Wait()
		w.mu.Lock()
		running := w.running["test"]
		w.mu.Unlock()
		if running != 0 || told != "cancelled" {
			t.Errorf("%d still running, the record was told %q", running, told)
		}
		stop()
		node.Wait()
	})
}

// A job whose opening the worker is told of begins at once, not at the next look.
func TestAJobIsBegunWhenItIsOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newWorld()
		began := make(chan time.Time, 1)
		w := x.worker("n1", Handler{Do: func(context.Context, *Task) (string, error) {
			began <- time.Now()
			return "", nil
		}})
		wake := make(chan struct{}, 1)
		w.Wake = wake
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.Run(ctx)
		}()
		synctest.Wait() // it has looked, and found nothing
		time.Sleep(pollEvery / 4)
		x.mu.Lock()
		x.open("a", 1)
		x.mu.Unlock()
		opened := time.Now()
		wake <- struct{}{}
		if at := <-began; !at.Equal(opened) {
			t.Errorf("begun %s after it was opened", at.Sub(opened))
		}
		stop()
		<-ended
	})
}

// A node that is alone starts jobs as it has room for them, however late the list learns
// of its own claims: it waits for the list where others claim.
func TestOwnClaimsAreNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newWorld()
		x.late = func() time.Duration { return stillFor / 2 }
		for n := range 2 * perTenant {
			x.open("a", n)
		}
		const work = 10 * time.Millisecond
		w := x.worker("n1", Handler{AtOnce: 2, Do: func(context.Context, *Task) (string, error) {
			time.Sleep(work)
			return "", nil
		}})
		ctx, stop := context.WithCancel(t.Context())
		var node sync.WaitGroup
		began := time.Now() // of the test's own time
		node.Go(func() { w.Run(ctx) })
		for !x.allEnded() {
			time.Sleep(time.Millisecond)
		}
		if took := time.Since(began); took > perTenant*work+10*time.Millisecond {
			t.Errorf("%d jobs of %s took %s, two at once", 2*perTenant, work, took)
		}
		stop()
		node.Wait()
	})
}
