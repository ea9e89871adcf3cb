package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Legislative carries out what is done about the sources of the law.
type Legislative struct{ *Executor }

var (
	placeAggregate = Aggregate[legislative.State]{Category: legislative.Category.Name, Evolve: legislative.State.Evolve}
	// RunKind is a run over the sources of places.
	RunKind = Kind[legislative.Run]{
		Aggregate: Aggregate[legislative.Run]{Category: legislative.Runs.Name, Evolve: legislative.Run.Evolve},
		Noun:      "run", Exists: func(s legislative.Run) bool { return s.RunID != "" },
	}
)

// LawFacts is what the law says of a place's sources; ok is false where it holds
// no such place.
func LawFacts(folder string) (f legislative.Facts, ok bool) {
	book, err := law.Open(folder)
	if err != nil {
		return f, false
	}
	f.Place, f.Sources = book.Place, map[string]string{}
	for id, s := range book.Sources {
		f.Sources[id] = s.URL
	}
	return f, true
}

// Configure changes what is done about a place.
func (x *Legislative) Configure(ctx context.Context, c Caller, folder string, cmd legislative.Configure,
	f legislative.Facts) (Done[legislative.State], error) {
	if err := MayLayDown(c, 0, "what is done about a place is"); err != nil {
		return Done[legislative.State]{}, err
	}
	return Execute(ctx, x.Executor, c, placeAggregate, Order[legislative.State]{
		Operation: "legislative.configure", Permission: "legislative:manage", ID: legislative.StreamID(folder), Request: cmd,
		Decide: func(s legislative.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, f) },
	})
}

// RequestRun asks for a run over places, all that are enabled where none is named.
func (x *Legislative) RequestRun(ctx context.Context, c Caller, places []string) (Done[legislative.Run], error) {
	return Execute(ctx, x.Executor, c, RunKind.Aggregate, Order[legislative.Run]{
		Operation: "legislative.run", Permission: "legislative:run", Request: places,
		Decide: func(s legislative.Run, a act.Context) ([]event.Payload, error) {
			return []event.Payload{legislative.RunRequested{RunID: a.NewID(0), Places: places}}, nil
		},
	})
}

// Look notes how the sources of a place read.
func (x *Legislative) Look(ctx context.Context, c Caller, folder string, cmd legislative.Look) error {
	_, err := Execute(ctx, x.Executor, c, placeAggregate, Order[legislative.State]{
		Operation: "legislative.look", Permission: "legislative:run", ID: legislative.StreamID(folder), Request: cmd,
		Decide: func(s legislative.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
	return err
}

// EndRun notes what a run found.
func (x *Legislative) EndRun(ctx context.Context, c Caller, id string, end legislative.RunEnded) error {
	_, err := Execute(ctx, x.Executor, c, RunKind.Aggregate, Order[legislative.Run]{
		Operation: "legislative.end_run", Permission: "legislative:run", ID: id, Request: end,
		Decide: func(s legislative.Run, _ act.Context) ([]event.Payload, error) {
			if s.Ended != nil {
				return nil, nil
			}
			return []event.Payload{end}, nil
		},
	})
	return err
}
