package job

import (
	"flag"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		Claimed{w, "node-1", 2},
		Released{w, "node-1"},
		Deferred{w, "server_busy", time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)},
		Failed{w, "worker_lost", true, time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), "a sentence"},
		Cancelled{w},
		Succeeded{w, "/api/tax-assistant/documents/0192aa00000000000000000000000001/"},
	}, Category)
}
