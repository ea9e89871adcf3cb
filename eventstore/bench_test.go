package eventstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

var benchEvent = eventstore.Proposed{
	Type: "bench.happened.v1", Data: []byte(`{"filler":"` + string(bytes.Repeat([]byte("x"), 187)) + `"}`),
	Metadata: []byte(`{"filler":"` + string(bytes.Repeat([]byte("y"), 287)) + `"}`),
}

func benchEvents(n int) []eventstore.Proposed {
	out := make([]eventstore.Proposed, n)
	for i := range out {
		out[i] = benchEvent
		out[i].ID = uuid.New()
	}
	return out
}

// benchNode is a store on a node that counts its commits.
func benchNode(b *testing.B) (s *eventstore.Store, commits *atomic.Int64) {
	dir, err := os.MkdirTemp("", "tallystick-log-")
	if err != nil {
		b.Fatal(err)
	}
	commits = new(atomic.Int64)
	n, err := node.Open(node.Options{
		Dir: filepath.Join(dir, "log"), Observe: node.Observer{Commit: func(int, int, time.Duration) { commits.Add(1) }},
	})
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		b.Fatal(err)
	}
	go n.Serve(l)
	s, err = eventstore.Connect(eventstore.Config{Socket: filepath.Join(dir, "s")})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := errors.Join(s.Close(), n.Close(), os.RemoveAll(dir)); err != nil {
			b.Error(err)
		}
	})
	return s, commits
}

// processorTime is what the process has used, which tells more than the clock does
// on a machine that others use.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkAppend is a durable append of one event of 500 bytes. The benchmarks of
// node/internal/store measure the same without the protocol, and Pebble alone.
func BenchmarkAppend(b *testing.B) {
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("callers=", callers), func(b *testing.B) {
			s, commits := benchNode(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			before := processorTime(b)
			var work sync.WaitGroup
			for c := range callers {
				work.Go(func() {
					for left.Add(-1) >= 0 {
						if _, err := s.Append(b.Context(), fmt.Sprintf("bench-1-%d", c), eventstore.Any, benchEvents(1)...); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			work.Wait()
			b.ReportMetric(float64((processorTime(b)-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(b.N)/float64(commits.Load()), "events/commit")
		})
	}
}

// BenchmarkRead reads and follows a log of 100,000 events.
func BenchmarkRead(b *testing.B) {
	const total, page = 100_000, 1000
	s, _ := benchNode(b)
	for i := range total / 500 {
		if _, err := s.Append(b.Context(), fmt.Sprintf("bench-1-%d", i), eventstore.Any, benchEvents(500)...); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("all", func(b *testing.B) {
		before := processorTime(b)
		for range b.N {
			seen := 0
			for from := (event.Position{}); ; seen-- {
				raws, err := s.ReadAll(b.Context(), from, page)
				if err != nil {
					b.Fatal(err)
				}
				if seen += len(raws); len(raws) < page {
					break
				}
				from = raws[len(raws)-1].Position
			}
			if seen != total {
				b.Fatal(seen)
			}
		}
		b.ReportMetric(float64((processorTime(b)-before).Nanoseconds())/float64(b.N*total), "cpu-ns/event")
		b.ReportMetric(float64(b.N)*total/b.Elapsed().Seconds(), "events/s")
	})
	if _, err := s.Append(b.Context(), "benchone-1-1", eventstore.Any, benchEvents(1)...); err != nil {
		b.Fatal(err)
	}
	const long = 50_000
	for range long / 500 {
		if _, err := s.Append(b.Context(), "other-1-long", eventstore.Any, benchEvents(500)...); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("stream", func(b *testing.B) {
		before := processorTime(b)
		for range b.N {
			seen := 0
			for {
				raws, err := s.ReadStream(b.Context(), "other-1-long", uint64(seen), 4000)
				if err != nil {
					b.Fatal(err)
				}
				if seen += len(raws); len(raws) < 4000 {
					break
				}
			}
			if seen != long {
				b.Fatal(seen)
			}
		}
		b.ReportMetric(float64((processorTime(b)-before).Nanoseconds())/float64(b.N*long), "cpu-ns/event")
		b.ReportMetric(float64(b.N)*long/b.Elapsed().Seconds(), "events/s")
	})
	b.Run("streamsubscription", func(b *testing.B) {
		before := processorTime(b)
		done := errors.New("caught up")
		for range b.N {
			seen := 0
			err := s.SubscribeStream(b.Context(), "other-1-long", 0, func(d eventstore.Delivery) error {
				if d.Event != nil {
					seen++
				}
				if d.CaughtUp {
					return done
				}
				return nil
			})
			if err != done || seen != long {
				b.Fatal(seen, err)
			}
		}
		b.ReportMetric(float64((processorTime(b)-before).Nanoseconds())/float64(b.N*long), "cpu-ns/event")
		b.ReportMetric(float64(b.N)*long/b.Elapsed().Seconds(), "events/s")
	})
	b.Run("subscription", func(b *testing.B) {
		before := processorTime(b)
		done := errors.New("caught up")
		for range b.N {
			seen := 0
			err := s.Subscribe(b.Context(), event.Position{}, []string{"bench-"}, func(d eventstore.Delivery) error {
				if d.Event != nil {
					seen++
				}
				if d.CaughtUp {
					return done
				}
				return nil
			})
			if err != done || seen != total {
				b.Fatal(seen, err)
			}
		}
		b.ReportMetric(float64((processorTime(b)-before).Nanoseconds())/float64(b.N*total), "cpu-ns/event")
		b.ReportMetric(float64(b.N)*total/b.Elapsed().Seconds(), "events/s")
	})
}

// BenchmarkShortStream reads a stream of three events, over the connection and in the
// node's own process.
func BenchmarkShortStream(b *testing.B) {
	for _, way := range []struct {
		name string
		node *storetest.Server
	}{{"connection", storetest.Node(b)}, {"here", storetest.NodeHere(b)}} {
		store, ctx := way.node.Store(b), b.Context()
		if _, err := store.Append(ctx, "short-1", eventstore.NoStream, benchEvents(3)...); err != nil {
			b.Fatal(err)
		}
		b.Run(way.name, func(b *testing.B) {
			began := processorTime(b)
			for b.Loop() {
				if page, err := store.ReadStream(ctx, "short-1", 0, 4096); err != nil || len(page) != 3 {
					b.Fatal(len(page), err)
				}
			}
			b.ReportMetric(float64((processorTime(b)-began).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
