package projections_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

// weighed is a log that counts the bytes of the events that it has delivered.
type weighed struct {
	*eventstore.Log
	delivered atomic.Int64
}

func (w *weighed) Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error {
	return w.Log.Subscribe(ctx, from, prefixes, func(d eventstore.Delivery) error {
		err := deliver(d)
		if err == nil && d.Event != nil {
			w.delivered.Add(int64(len(d.Event.Data)))
		}
		return err
	})
}

// While the read models are slow, the log waits where it is: what is held of it in memory
// is a batch, and as much again that was read ahead.
func TestWhatIsReadAheadIsBounded(t *testing.T) {
	const events, each, heldMax = 60, 300 << 10, 9 << 20
	w := newWorld(t)
	source := &weighed{Log: w.log}
	var handled, most int64
	slow := projections.Projection{Name: "cases", Version: 1, Tables: projections.Cases().Tables,
		Categories: projections.Cases().Categories,
		Raw: func(_ context.Context, _ *readmodels.DB, _ string, raws []eventstore.Raw, _ *readmodels.Batch) error {
			// It takes its time, and more where the reader goes on beside it.
			for tries := 0; tries < 300 && source.delivered.Load()-handled <= heldMax; tries++ {
				time.Sleep(time.Millisecond)
			}
			most = max(most, source.delivered.Load()-handled)
			for i := range raws {
				handled += int64(len(raws[i].Data))
			}
			return nil
		}}
	first := w.openCase(t)
	r, stop := w.runner(t, w.db, slow)
	w.reach(t, first.Position)
	stop()
	handled = 0
	for range events {
		id := fmt.Sprintf("%032d", w.n)
		w.write(t, "case-"+tenant+"-"+id, cases.Opened{CaseID: id, Title: sealed.Of("x", strings.Repeat("x", each))})
	}
	*r = projections.Runner{Source: source, DB: w.db, Projections: []projections.Projection{slow}, Categories: r.Categories, Logger: r.Logger}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go func() { defer close(ended); r.Run(ctx) }()
	head, _, err := w.log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w.reach(t, head)
	cancel()
	<-ended
	if most > heldMax || handled < events*each {
		t.Errorf("%d bytes were held at once; %d were handled", most, handled)
	}
}
