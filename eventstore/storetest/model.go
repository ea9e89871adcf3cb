package storetest

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/eventstore"
)

// model compares random appends and retries with the plainest log there is.
func model(t *testing.T, server *Server) {
	s := server.Store(t)
	rapid.Check(t, func(r *rapid.T) {
		names := []string{streamOf("storetest"), streamOf("storetest")}
		held := map[string][]uuid.UUID{}
		type sent struct {
			stream   string
			expected eventstore.Expected
			events   []eventstore.Proposed
			at       eventstore.Appended
		}
		var accepted []sent
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			if len(accepted) > 0 && rapid.IntRange(0, 3).Draw(r, "retry") == 0 {
				x := rapid.SampledFrom(accepted).Draw(r, "which")
				if x.expected == eventstore.Any {
					continue // only the latest append under "any" is surely known again
				}
				if at, err := s.Append(Context(t), x.stream, x.expected, x.events...); err != nil || at != x.at {
					r.Fatalf("a retry answered %+v, %v; the first %+v", at, err, x.at)
				}
				continue
			}
			stream := rapid.SampledFrom(names).Draw(r, "stream")
			x := sent{stream: stream, events: events(rapid.IntRange(1, 4).Draw(r, "events"))}
			n := len(held[stream])
			fits := true
			switch rapid.IntRange(0, 2).Draw(r, "expected") {
			case 0:
				x.expected = eventstore.Any
			case 1:
				x.expected, fits = eventstore.NoStream, n == 0
			case 2:
				revision := rapid.IntRange(0, n+1).Draw(r, "revision")
				x.expected, fits = eventstore.Exactly(uint64(revision)), revision == n-1
			}
			at, err := s.Append(Context(t), stream, x.expected, x.events...)
			if !fits {
				if !errors.Is(err, eventstore.ErrWrongRevision) {
					r.Fatalf("error %v, want ErrWrongRevision", err)
				}
				continue
			}
			if err != nil {
				r.Fatal(err)
			}
			for _, e := range x.events {
				held[stream] = append(held[stream], e.ID)
			}
			if x.at = at; at.Revision != uint64(len(held[stream])-1) {
				r.Fatalf("revision %d of %d events", at.Revision, len(held[stream]))
			}
			accepted = append(accepted, x)
		}
		for _, stream := range names {
			page, err := s.ReadStream(Context(t), stream, 0, 4096)
			if err != nil || len(page) != len(held[stream]) {
				r.Fatalf("%d events of %d: %v", len(page), len(held[stream]), err)
			}
			for i, e := range page {
				if e.ID != held[stream][i] || e.Revision != uint64(i) {
					r.Fatalf("%s@%d is %s, want %s", stream, e.Revision, e.ID, held[stream][i])
				}
			}
		}
	})
}
