package eventstore_test

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// TestReadHereOutlivesItsNode reads on while the node in the process ends, stays away and
// is there again: each read has the whole stream, or says that the log is out of reach.
func TestReadHereOutlivesItsNode(t *testing.T) {
	server := storetest.NodeHere(t)
	store, ctx := server.Store(t), storetest.Context(t)
	if _, err := store.Append(ctx, "short-1", eventstore.NoStream, benchEvents(3)...); err != nil {
		t.Fatal(err)
	}
	var (
		whole, refused atomic.Int64
		done           atomic.Bool
		readers        sync.WaitGroup
	)
	for range 8 {
		readers.Go(func() {
			for !done.Load() {
				switch page, err := store.ReadStream(ctx, "short-1", 0, 10); {
				case err == nil && len(page) == 3:
					whole.Add(1)
				case errors.Is(err, eventstore.ErrUnavailable):
					refused.Add(1)
				default:
					t.Errorf("%d events, %v", len(page), err)
					return
				}
			}
		})
	}
	until := func(n *atomic.Int64) {
		for was := n.Load(); n.Load() < was+20 && !t.Failed(); runtime.Gosched() {
		}
	}
	for range 3 {
		until(&whole)
		server.Stop(t)
		until(&refused)
		server.Start(t)
	}
	until(&whole)
	done.Store(true)
	readers.Wait()
}
