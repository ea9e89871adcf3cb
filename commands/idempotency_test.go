package commands_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// A repeated command answers with the state it left, whatever came after, and
// appends nothing.
func TestReplay(t *testing.T) {
	x, m := newExecutor()
	first := do(t, x, keyed("k"), count("c", 5))
	do(t, x, caller, count("c", 100))
	writes := m.writes
	again := do(t, x, keyed("k"), count("c", 5))
	if !again.Replayed || again.State != first.State || again.Revision != first.Revision || again.Position != first.Position {
		t.Errorf("replayed %+v, first %+v", again, first)
	}
	// If-Match of the first request no longer holds; the replay answers all the same.
	old := keyed("k")
	old.IfMatch = new(uint64)
	*old.IfMatch = 77
	if again := do(t, x, old, count("c", 5)); !again.Replayed {
		t.Error("a replay was held to If-Match")
	}
	if m.writes != writes {
		t.Error("a replay wrote")
	}
	_, err := commands.Execute(t.Context(), x, keyed("k"), counters, count("c", 6))
	wantFault(t, err, fault.IdempotencyKeyReused)
}

// One key stands for one request: on another record it is refused, whoever was
// first, and although the first was cut off before its own events were written.
func TestKeyOnAnotherRecord(t *testing.T) {
	x, m := newExecutor()
	do(t, x, keyed("k"), count("c", 5))
	_, err := commands.Execute(t.Context(), x, keyed("k"), counters, count("d", 5))
	wantFault(t, err, fault.IdempotencyKeyReused)
	if len(m.streams["counter-firm-d"]) != 0 {
		t.Error("the refused command wrote")
	}
	do(t, x, keyed("nothing"), count("c", 0))
	_, err = commands.Execute(t.Context(), x, keyed("nothing"), counters, count("d", 0))
	wantFault(t, err, fault.IdempotencyKeyReused)

	cut := errors.New("cut off")
	m.before = func(stream string) {
		if stream == "counter-firm-e" {
			panic(cut)
		}
	}
	func() {
		defer func() {
			if recover() != cut {
				t.Error("the command was not cut off")
			}
		}()
		do(t, x, keyed("half"), count("e", 1))
	}()
	m.before = nil
	_, err = commands.Execute(t.Context(), x, keyed("half"), counters, count("d", 1))
	wantFault(t, err, fault.IdempotencyKeyReused)
	if done := do(t, x, keyed("half"), count("e", 1)); done.Replayed || done.State.Total != 1 {
		t.Errorf("the request itself, repeated: %+v", done)
	}
	if done := do(t, x, keyed("half"), count("e", 1)); !done.Replayed || done.State.Total != 1 {
		t.Errorf("repeated again: %+v", done)
	}
}

// A refused command leaves its key free for a corrected request.
func TestKeyOfARefusedCommand(t *testing.T) {
	x, _ := newExecutor()
	refused := count("c", 1)
	refused.Decide = func(counter, act.Context) ([]event.Payload, error) {
		return nil, fault.New(fault.Immutable, "no")
	}
	_, err := commands.Execute(t.Context(), x, keyed("k"), counters, refused)
	wantFault(t, err, fault.Immutable)
	do(t, x, keyed("k"), count("d", 2))
}
