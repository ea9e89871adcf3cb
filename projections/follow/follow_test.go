package follow

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// apart is a log whose subscription tells of its own events alone, each as long after it
// was written as the test says, and says nothing of the others.
type apart struct {
	memory
	late func() time.Duration
}

func (a *apart) Decode(_ context.Context, raw eventstore.Raw) (event.Recorded, bool, error) {
	return event.Recorded{Stream: raw.Stream, Position: raw.Position}, true, nil
}

func (a *apart) Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error {
	for i := range a.events {
		e := a.events[i]
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(e.Stream, p) }) {
			continue
		}
		time.Sleep(a.late())
		if err := deliver(eventstore.Delivery{Event: &e, Position: e.Position}); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return ctx.Err()
}

// Whoever waits for any event of the log, its own or not, goes on once every own event up
// to it is applied, and not before; what the log does not hold yet is waited for in vain.
func TestWaitsForWhatItIsNotTold(t *testing.T) {
	const seed = 1119
	random := rand.New(rand.NewPCG(seed, 1))
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			log := &apart{late: func() time.Duration { return time.Duration(random.IntN(300)) * time.Millisecond }}
			for i := range 1 + random.IntN(20) {
				stream := []string{"case-t-1", "audit-t-1", "job-t-1"}[random.IntN(3)]
				log.events = append(log.events, eventstore.Raw{Stream: stream, Position: event.Position{Commit: uint64(i+1) * 10}})
			}
			var f Follower
			var applied sync.Map // of positions
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() {
				ended <- f.Run(ctx, log, []string{"case-"}, func(e event.Recorded) { applied.Store(e.Position, true) }, nil)
			}()
			synctest.Wait()
			for range 5 {
				at := log.events[random.IntN(len(log.events))].Position
				if err := f.WaitFor(ctx, at); err != nil {
					t.Fatalf("seed %d: waiting for %v: %v", seed, at, err)
				}
				synctest.Wait()
				for _, e := range log.events {
					if _, ok := applied.Load(e.Position); strings.HasPrefix(e.Stream, "case-") && !at.Less(e.Position) && !ok {
						t.Errorf("seed %d: %v is not applied at %v", seed, e.Position, at)
					}
				}
			}
			short, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			if err := f.WaitFor(short, event.Position{Commit: 1000}); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("seed %d: what is not written was waited for until %v", seed, err)
			}
			stop()
			<-ended
		})
	}
}
