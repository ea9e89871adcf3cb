package checkpoint

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The shape of every event is frozen: what the log holds decodes, and encodes
// to the same bytes.
func TestEventsAreFrozen(t *testing.T) {
	for _, p := range []event.Payload{
		Published{Tree: "0192aa00000000000000000000000001", Size: 3, Root: bytes.Repeat([]byte{1}, 32),
			Note: "example.com/log/0192aa00000000000000000000000001\n3\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\ntime 2026-11-20T09:00:00.000000Z\n\n— a signature\n",
			From: 2, Trail: bytes.Repeat([]byte{2}, 32)},
		Stamped{Tree: "0192aa00000000000000000000000001", Size: 3, Note: bytes.Repeat([]byte{3}, 32), Token: []byte("a token"),
			Time: time.Date(2026, 11, 20, 9, 0, 2, 0, time.UTC)},
		MarksBegun{},
		KeyRotated{Note: "tallystick checkpoint key rotation\nold\nnew\ntime 2026-11-20T09:00:00.000000Z\n\n— a signature\n— another\n"},
	} {
		data, err := json.MarshalIndent(p, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, '\n')
		path := filepath.Join("testdata", "events", p.EventType()+".json")
		if *update {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, want) {
			t.Errorf("%s is now\n%s", path, data)
		}
	}
}

func TestStreams(t *testing.T) {
	at := time.Date(2026, 11, 20, 23, 59, 0, 0, time.FixedZone("", 3600))
	for tree, want := range map[string]string{"0192aa": "checkpoint-0192aa-2026112022", "0": "checkpoint-0-2026112022",
		"top": "checkpoint-0-top_2026112022"} {
		got := Stream(tree, at)
		if _, ok := event.ParseStream(got); !ok || got != want {
			t.Errorf("%s: %s", tree, got)
		}
	}
	if _, ok := event.ParseStream(KeyStream); !ok {
		t.Error(KeyStream)
	}
}
