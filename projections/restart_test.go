package projections_test

import (
	"bytes"
	"context"
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
)

// A version that is restarted is read as it stands until it has been built anew,
// twice in a row too, and the rows are those of the log.
func TestRestartBesideTheLiveVersion(t *testing.T) {
	w := newWorld(t)
	_, stop := w.runner(t, w.db, casesAt(1))
	var last eventstore.Appended
	for range 10 {
		last = w.openCase(t)
	}
	w.reach(t, last.Position)
	for range 2 {
		if err := w.db.Restart(t.Context(), "cases", 1); err != nil {
			t.Fatal(err)
		}
		w.wantCases(t, 10)
	}
	eventually(t, "the flip", func() bool { return w.versions(t) == "1 live" })
	last = w.openCase(t)
	w.reach(t, last.Position)
	w.wantCases(t, 11)

	stop()
	if err := w.db.Restart(t.Context(), "cases", 1); err != nil {
		t.Fatal(err)
	}
	if n := w.versions(t); n != "0 live" {
		t.Errorf("versions %s", n)
	}
	w.wantCases(t, 11) // with nobody to rebuild it
	if _, err := w.db.Owner.Exec(t.Context(), `update cases_v0.cases set title = 'tampered'`); err != nil {
		t.Fatal(err)
	}
	w.runner(t, w.db, casesAt(1))
	eventually(t, "the flip", func() bool { return w.versions(t) == "1 live" })
	w.wantCases(t, 11)
}

// headCounted counts how often the log was asked where it ends.
type headCounted struct {
	*eventstore.Log
	asked atomic.Int64
}

func (h *headCounted) Head(ctx context.Context) (event.Position, bool, error) {
	h.asked.Add(1)
	return h.Log.Head(ctx)
}

// A leader that takes long to make its read models goes on making them: what is not
// made yet was not forgotten.
func TestMakingReadModelsMayTakeLong(t *testing.T) {
	w := newWorld(t)
	at := w.openCase(t)
	_, stop := w.runner(t, w.db, casesAt(1))
	w.reach(t, at.Position)
	stop()
	lock, err := w.db.Owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.Background())
	if _, err := lock.Exec(t.Context(), "lock table platform.projection in share mode"); err != nil {
		t.Fatal(err)
	}
	source := &headCounted{Log: w.log}
	var logged bytes.Buffer
	r := &projections.Runner{Source: source, DB: w.db, Projections: []projections.Projection{casesAt(1), projections.Connectors()},
		Categories: eventstore.Registry.Categories(), Logger: slog.New(slog.NewTextHandler(&logged, nil))}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); r.Run(ctx) }()
	const rounds = 3 // one asks before anything is made, then each that looks after the leadership
	eventually(t, "the leader to look after its leadership", func() bool { return source.asked.Load() >= rounds })
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the read model to be made", func() bool {
		known, err := w.db.KnownOrNewer(t.Context(), projections.Connectors().Name, projections.Connectors().Version)
		return err == nil && known
	})
	cancel()
	<-ended
	if logged.Len() > 0 {
		t.Errorf("%s", &logged)
	}
}
