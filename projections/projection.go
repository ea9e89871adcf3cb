package projections

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Projection is one read model: its version owns a schema, and a change of its
// tables or of what it derives is a new version.
type Projection struct {
	Name       string
	Version    int
	Tables     []readmodels.Table
	Categories []string
	// Begin returns what handles one batch; events come in the order of the
	// log, and End queues whatever the batch gathered.
	Begin func(ctx context.Context, db *readmodels.DB, schema string, events []event.Recorded) (Handler, error)
}

// Handler gathers the row changes of one batch.
type Handler interface {
	Handle(e event.Recorded, b *readmodels.Batch) error
	End(b *readmodels.Batch) error
}

// Each makes the handler of a projection whose events change rows one by one.
func Each(handle func(e event.Recorded, b *readmodels.Batch) error) func(context.Context, *readmodels.DB, string, []event.Recorded) (Handler, error) {
	return func(context.Context, *readmodels.DB, string, []event.Recorded) (Handler, error) {
		return each(handle), nil
	}
}

type each func(e event.Recorded, b *readmodels.Batch) error

func (h each) Handle(e event.Recorded, b *readmodels.Batch) error { return h(e, b) }
func (h each) End(*readmodels.Batch) error                        { return nil }

// Fold makes the handler of a projection with one row per aggregate: the
// aggregate's own Evolve is applied to the state that the row keeps as JSON,
// and row writes what became of it. Within a batch each aggregate is read once
// and written once.
func Fold[S any](category, table string, evolve func(S, event.Recorded) S, row func(s event.Stream, state S, raw json.RawMessage, last event.Recorded, b *readmodels.Batch) error) func(context.Context, *readmodels.DB, string, []event.Recorded) (Handler, error) {
	return func(ctx context.Context, db *readmodels.DB, schema string, events []event.Recorded) (Handler, error) {
		f := &folding[S]{evolve: evolve, row: row, category: category, states: map[string]*folded[S]{}}
		var ids []string
		for _, e := range events {
			s, _ := event.ParseStream(e.Stream)
			if s.Category == category && f.states[e.Stream] == nil {
				f.states[e.Stream] = &folded[S]{stream: s}
				f.order = append(f.order, e.Stream)
				if e.Revision > 0 {
					ids = append(ids, s.ID)
				}
			}
		}
		if len(ids) == 0 {
			return f, nil
		}
		kept, err := db.States(ctx, schema, table, ids)
		if err != nil {
			return nil, err
		}
		for _, k := range kept {
			name := event.Stream{Category: category, Tenant: k.Tenant, ID: k.ID}.String()
			if st := f.states[name]; st != nil {
				if err := json.Unmarshal(k.State, &st.state); err != nil {
					return nil, fmt.Errorf("projections: state of %s: %w", name, err)
				}
			}
		}
		return f, nil
	}
}

type folded[S any] struct {
	stream event.Stream
	state  S
	last   event.Recorded
}

type folding[S any] struct {
	category string
	evolve   func(S, event.Recorded) S
	row      func(event.Stream, S, json.RawMessage, event.Recorded, *readmodels.Batch) error
	states   map[string]*folded[S]
	order    []string
}

func (f *folding[S]) Handle(e event.Recorded, _ *readmodels.Batch) error {
	st := f.states[e.Stream]
	if st == nil {
		return nil // another category of the same projection
	}
	st.state = f.evolve(st.state, e)
	st.last = e
	return nil
}

func (f *folding[S]) End(b *readmodels.Batch) error {
	for _, name := range f.order {
		st := f.states[name]
		raw, err := json.Marshal(st.state)
		if err != nil {
			return fmt.Errorf("projections: state of %s: %w", name, err)
		}
		if err := f.row(st.stream, st.state, raw, st.last, b); err != nil {
			return err
		}
	}
	return nil
}
