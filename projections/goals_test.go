package projections_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

// gatedLog decodes a few events, and the rest when it is opened.
type gatedLog struct {
	*eventstore.Log
	mu   sync.Mutex
	free int // how many are decoded before
	open chan struct{}
}

func (l *gatedLog) Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error) {
	l.mu.Lock()
	l.free--
	waits := l.free < 0
	l.mu.Unlock()
	if waits {
		select {
		case <-l.open:
		case <-ctx.Done():
			return event.Recorded{}, false, ctx.Err()
		}
	}
	return l.Log.Decode(ctx, raw)
}

// A list that waits for its read model, and readiness, say how many events of the log are
// done and how many are to do, and each figure is exact.
func TestBuildingSaysHowFarItIs(t *testing.T) {
	w := newWorld(t)
	for range 5 {
		w.openCase(t)
	}
	for range 2 { // which the read model does not want, and has read all the same
		w.write(t, "audit-"+tenant+"-20261120", audit.CallRecorded{Method: "GET", Route: "/api/cases/", Status: 200, Outcome: "ok"})
	}
	log := &gatedLog{Log: w.log, free: 2, open: make(chan struct{})}
	open := sync.OnceFunc(func() { close(log.open) })
	r := &projections.Runner{Source: log, DB: w.db, Projections: []projections.Projection{casesAt(1)}, Categories: eventstore.Registry.Categories(),
		Logger: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); open(); <-ended })

	const want = "cases is being built: 2 events of the log done, 5 to do"
	var refused *fault.Error
	last := ""
	eventually(t, "the list to say how far it is", func() bool {
		_, err := readmodels.Cases.List(context.Background(), w.db, everything, readmodels.Page{Limit: 10, Order: "opened_at"})
		if said := fmt.Sprint(err); said != last {
			last = said
			t.Log(said)
			if !errors.Is(err, fault.New(fault.ReadModelBuilding, "")) { // before it has begun, too
				t.Error(said)
			}
		}
		return errors.As(err, &refused) && refused.Detail == "the read model "+want
	})
	if refused.Code != fault.ReadModelBuilding || refused.Retry <= 0 {
		t.Errorf("%+v", refused)
	}
	left, err := w.db.Buildings(t.Context())
	if err != nil || len(left) != 1 || left[0].String() != want {
		t.Error(left, err)
	}
	open()
	eventually(t, "the list", func() bool {
		found, err := readmodels.Cases.List(context.Background(), w.db, everything, readmodels.Page{Limit: 10, Order: "opened_at"})
		return err == nil && len(found.Rows) == 5
	})
}
