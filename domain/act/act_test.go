package act_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
)

// Ids derive from the command: the same each time, another for each record.
func TestNewID(t *testing.T) {
	c := act.Context{CommandID: uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")}
	seen := map[string]bool{}
	for n := range 100 {
		id := c.NewID(n)
		if id != c.NewID(n) || seen[id] {
			t.Fatalf("id %d: %s", n, id)
		}
		seen[id] = true
		if _, ok := event.ParseStream("case-firm-" + id); !ok || len(id) != 32 {
			t.Errorf("%s names no stream", id)
		}
	}
	// Frozen: ids in the log were made so (UUIDv5 of the DNS namespace and "0").
	if got := c.NewID(0); got != "6af613b6569c5c229c372ed93f31d3af" {
		t.Errorf("id 0 is %s", got)
	}
}
