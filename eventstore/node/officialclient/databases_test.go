package officialclient

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// The suite expects two databases. One is empty but for a user. The other was
// once shipped as a container image; what the suite knows of it are the files in
// its resources folder, so it is built anew from them: those events where they
// say they are, and other events between them.

const (
	bigStream     = "dataset20M-0"
	bigStreamSize = 6000
	oldStream     = "dataset20M-1800"
	oldStreamSize = 2000

	// firstPass is how much of bigStream lies before oldStream.
	firstPass = 2000
)

func emptyDatabase(t *testing.T) string {
	t.Helper()
	return database(t, []store.Event{{
		Position: 1, ID: uuid.New(), Stream: []byte("$users"), Type: []byte("$User"), Data: []byte("admin"),
	}})
}

func populatedDatabase(t *testing.T, resources string) string {
	t.Helper()
	known := map[uint64]store.Event{}
	for _, name := range []string{"all-e0-e10", "all-c1788-p1788", "all-back-e0-e10", "dataset20M-1800-e0-e10",
		"dataset20M-1800-e1999-e1990"} {
		for _, e := range readEvents(t, filepath.Join(resources, name+".json")) {
			known[e.Position] = e
		}
	}
	big, old := filteredPositions(t, resources)
	for position, e := range known {
		if string(e.Stream) == oldStream {
			old[e.Revision] = position
		}
	}
	bigEnd := known[old[oldStreamSize-1]].Position + 1_000_000
	addStream(known, bigStream, big, 0, firstPass, 0)
	addStream(known, oldStream, old, 0, oldStreamSize, 1800)
	// The rest of the big stream must not match the filter before the expected
	// events do, so it comes after them.
	addStream(known, bigStream, map[uint64]uint64{firstPass: bigEnd}, firstPass, bigStreamSize, 0)

	events := slices.SortedFunc(maps.Values(known), func(a, b store.Event) int { return cmp.Compare(a.Position, b.Position) })
	return database(t, events)
}

// addStream adds revisions from up to but not including to, at the positions in
// anchors and evenly between and around them.
func addStream(known map[uint64]store.Event, stream string, anchors map[uint64]uint64, from, to, firstType uint64) {
	const step = 100 // less than the distance of any two neighbours in the files
	marks := slices.Sorted(maps.Keys(anchors))
	for revision := from; revision < to; revision++ {
		i, isAnchor := slices.BinarySearch(marks, revision)
		var position uint64
		switch {
		case isAnchor:
			position = anchors[revision]
		case i == 0:
			position = anchors[marks[0]] - step*(marks[0]-revision)
		default:
			position = anchors[marks[i-1]] + step*(revision-marks[i-1])
		}
		if _, ok := known[position]; ok {
			continue
		}
		known[position] = store.Event{
			Position: position,
			Revision: revision,
			Created:  15788529862459170, // a moment within the data set's own
			ID:       uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%s@%d", stream, revision)),
			JSON:     true,
			Stream:   []byte(stream),
			Type:     fmt.Appendf(nil, "eventType-%d", firstType+revision%200),
			Data:     fmt.Appendf(nil, `{"revision":%d}`, revision),
		}
	}
}

// filteredPositions returns where the events that match the suite's filter are:
// the first ten belong to the big stream, the others to the old one.
func filteredPositions(t *testing.T, resources string) (big, old map[uint64]uint64) {
	t.Helper()
	var positions []struct{ Commit uint64 }
	var revisions []uint64
	readJSON(t, filepath.Join(resources, "all-positions-filtered-stream-194-e0-e30.json"), &positions)
	readJSON(t, filepath.Join(resources, "all-versions-filtered-stream-194-e0-e30.json"), &revisions)
	big, old = map[uint64]uint64{}, map[uint64]uint64{}
	for i, revision := range revisions {
		if i < 10 {
			big[revision] = positions[i].Commit
		} else {
			old[revision] = positions[i].Commit
		}
	}
	return big, old
}

func readEvents(t *testing.T, path string) []store.Event {
	t.Helper()
	var wire []struct {
		Event struct {
			StreamID       string
			StreamRevision struct{ Value uint64 }
			EventID        uuid.UUID
			EventType      string
			EventData      []int
			UserMetadata   []int
			ContentType    string
			Position       struct{ Commit uint64 }
			Created        struct{ Seconds, Nanos int64 }
		}
	}
	readJSON(t, path, &wire)
	var events []store.Event
	for _, w := range wire {
		e := w.Event
		events = append(events, store.Event{
			Position: e.Position.Commit,
			Revision: e.StreamRevision.Value,
			Created:  e.Created.Seconds*10_000_000 + e.Created.Nanos/100,
			ID:       e.EventID,
			JSON:     e.ContentType == "application/json",
			Stream:   []byte(e.StreamID),
			Type:     []byte(e.EventType),
			Metadata: toBytes(e.UserMetadata),
			Data:     toBytes(e.EventData),
		})
	}
	return events
}

func toBytes(numbers []int) []byte {
	b := make([]byte, len(numbers))
	for i, n := range numbers {
		b[i] = byte(n)
	}
	return b
}

func readJSON(t *testing.T, path string, to any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, to); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func database(t *testing.T, events []store.Event) string {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range slices.Chunk(events, 1000) {
		if err := s.Import(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}
