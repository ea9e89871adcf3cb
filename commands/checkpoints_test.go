package commands_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

// crowded is a log whose last event of ours stands before many of others.
type crowded struct {
	memory
	ours   bool
	others uint64
}

func (l *crowded) at(n uint64) event.Position {
	return event.Position{Commit: 10 * (n + 1), Prepare: 10 * (n + 1)}
}

func (l *crowded) ReadAllBackwards(_ context.Context, before event.Position, count int) (page []eventstore.Raw, _ error) {
	for n := int64(l.others); n >= 0 && len(page) < count; n-- {
		e := eventstore.Raw{Stream: "orders-1", ID: uuid.New(), Position: l.at(uint64(n))}
		if n == 0 {
			if !l.ours {
				break
			}
			e.Stream = "case-firm-1"
		}
		if before == (event.Position{}) || e.Position.Less(before) {
			page = append(page, e)
		}
	}
	return page, nil
}

func (l *crowded) ReadStream(context.Context, string, uint64, int) ([]eventstore.Raw, error) {
	return nil, nil
}
func (l *crowded) ReadLast(context.Context, string, int) ([]eventstore.Raw, error) { return nil, nil }
func (l *crowded) Decode(context.Context, eventstore.Raw) (event.Recorded, bool, error) {
	return event.Recorded{}, false, nil
}

// A round waits for the last event of ours, however many events of others stand behind
// it: where that is too far back to be looked for, for a place behind it, and never for
// nothing.
func TestARoundWaitsForWhatStoodBeforeIt(t *testing.T) {
	for _, others := range []uint64{0, 1, 511, 512, 513, 5000, 16_000, 16_384, 17_000, 40_000} {
		l := &crowded{ours: true, others: others}
		at, err := (&commands.Checkpoints{Log: l}).Newest(t.Context())
		if err != nil || at.Less(l.at(0)) || l.at(others).Less(at) {
			t.Errorf("behind %d events of others it waits for %v (%v); ours stands at %v", others, at, err, l.at(0))
		}
		if others < 16_000 && at != l.at(0) {
			t.Errorf("behind %d events of others it waits for %v, and ours stands at %v", others, at, l.at(0))
		}
	}
	if at, err := (&commands.Checkpoints{Log: &crowded{others: 20}}).Newest(t.Context()); err != nil || at != (event.Position{}) {
		t.Errorf("of a log without anything of ours it waits for %v, %v", at, err)
	}
}

// Without read models that stand where the log ended there is no round, nor while they are
// of another log: nothing is signed that the log may not have.
func TestNoRoundWithoutTheReadModels(t *testing.T) {
	c := pgtest.Cluster(t)
	if err := c.CreateDatabase(t.Context(), "rounds"); err != nil {
		t.Fatal(err)
	}
	db := pgtest.Open(t, c.URL("rounds"))
	tables := []readmodels.Table{readmodels.Cases.Table}
	if _, live, err := db.EnsureProjection(t.Context(), "cases", 1, tables); err != nil || !live {
		t.Fatalf("live %v, %v", live, err)
	}
	l := &crowded{ours: true, others: 17_000} // ours is further back than is looked for
	x := &commands.Checkpoints{Log: l, DB: db, Now: time.Now}
	if err := x.Begin(t.Context()); !errors.Is(err, fault.New(fault.ReadModelBehind, "")) {
		t.Errorf("behind: %v", err)
	}
	to := readmodels.Position{Commit: l.at(l.others).Commit, Prepare: l.at(l.others).Prepare}
	move := readmodels.Move{Name: "cases", Version: 1, To: to, Batch: readmodels.NewBatch(readmodels.SchemaOf("cases", 1))}
	if err := db.Advance(t.Context(), []readmodels.Move{move}); err != nil {
		t.Fatal(err)
	}
	if err := x.Begin(t.Context()); err != nil {
		t.Errorf("caught up: %v", err)
	}
	if err := db.Hold(t.Context(), "another log"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // what a node knows of it may be half a second old
	if err := x.Begin(t.Context()); !errors.Is(err, fault.New(fault.LogDiffers, "")) {
		t.Errorf("of another log: %v", err)
	}
}

// forgetful is a log as a real server keeps it: it remembers no id of what was appended at
// any revision, and may lose answers.
type forgetful struct {
	crowded
	events []eventstore.Raw
	lost   int // so many answers are lost
	late   int // so many appends time out, and come to stand before the next
	held   *eventstore.Raw
	others int // so many appends of others come first
}

func (l *forgetful) Write(_ context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	push := func(id uuid.UUID, typ string) eventstore.Raw {
		n := uint64(len(l.events))
		l.events = append(l.events, eventstore.Raw{Stream: stream, Revision: n, Position: l.at(n), ID: id, Type: typ})
		return l.events[n]
	}
	if l.held != nil {
		push(l.held.ID, l.held.Type)
		l.held = nil
	}
	if l.others > 0 {
		l.others--
		push(uuid.New(), "another's")
	}
	want := eventstore.NoStream
	if n := len(l.events); n > 0 {
		want = eventstore.Exactly(uint64(n - 1))
	}
	if expected != want && expected != eventstore.Any {
		return eventstore.Appended{}, eventstore.ErrWrongRevision
	}
	id, typ := eventstore.EventID(meta.Proposer(), stream, 0), payloads[0].EventType()
	if l.late > 0 {
		l.late--
		l.held = &eventstore.Raw{ID: id, Type: typ}
		return eventstore.Appended{}, eventstore.ErrUnavailable
	}
	e := push(id, typ)
	if l.lost > 0 {
		l.lost--
		return eventstore.Appended{}, eventstore.ErrUnavailable
	}
	return eventstore.Appended{Revision: e.Revision, Position: e.Position}, nil
}

func (l *forgetful) ReadLast(_ context.Context, _ string, count int) (page []eventstore.Raw, _ error) {
	for i := len(l.events) - 1; i >= 0 && len(page) < count; i-- {
		page = append(page, l.events[i])
	}
	return page, nil
}

// What the service appends in its own name stands once, whatever answers are lost and
// whoever appends beside it: heads, stamps and rotations go the same way.
func TestWhatTheServiceRepeatsStandsOnce(t *testing.T) {
	signers := make([]*proof.Signer, 4)
	for i := range signers {
		private, _, err := proof.NewKey(rand.Reader, "test.example/log")
		if err != nil {
			t.Fatal(err)
		}
		if signers[i], err = proof.ParseSigner(private); err != nil {
			t.Fatal(err)
		}
	}
	l := &forgetful{}
	x := &commands.Checkpoints{Log: l, Signer: signers[0], Now: time.Now}
	ours := func() (n int) {
		for _, e := range l.events {
			if e.Type == (checkpoint.KeyRotated{}).EventType() {
				n++
			}
		}
		return n
	}
	for i, next := range signers[1:] {
		l.lost, l.late, l.others = i, i, i // the first goes well; of the others answers are lost, appends come late, and others' first
		for try := 0; ; try++ {
			err := x.Rotate(t.Context(), next)
			if err == nil {
				break
			}
			if try > 5 {
				t.Fatal(err)
			}
		}
		for range 3 { // and again, though it was answered
			if err := x.Rotate(t.Context(), next); err != nil {
				t.Fatal(err)
			}
		}
		if ours() != i+1 {
			t.Errorf("rotation %d: %d stand in %s", i, ours(), fmt.Sprint(l.events))
		}
	}
}
