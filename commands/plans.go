package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/planning"
)

var plans = Aggregate[planning.State]{
	Category: planning.Category.Name, Evolve: planning.State.Evolve, SiteOf: func(s planning.State) int64 { return s.Site },
}

// Plans carries out the commands of planning reports.
type Plans struct {
	*Executor
	Calculate planning.Calculate
}

// Create begins a plan with its scenarios.
func (x *Plans) Create(ctx context.Context, c Caller, cmd planning.CreatePlan) (Done[planning.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[planning.State]{}, err
	}
	return Execute(ctx, x.Executor, c, plans, Order[planning.State]{
		Operation: "plans.create", Permission: "plans:write", Request: cmd,
		Decide: func(s planning.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, x.Calculate) },
	})
}

// AddVersion gives a scenario its next version, or the plan a further scenario.
func (x *Plans) AddVersion(ctx context.Context, c Caller, id string, cmd planning.AddVersion) (Done[planning.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[planning.State]{}, err
	}
	return Execute(ctx, x.Executor, c, plans, Order[planning.State]{
		Operation: "plans.add_version", Permission: "plans:write", ID: id, Request: cmd,
		Decide: func(s planning.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, x.Calculate) },
	})
}

// Read returns a plan that the caller sees.
func (x *Plans) Read(ctx context.Context, c Caller, id string) (planning.State, uint64, error) {
	return readRecord(ctx, x.Executor, c, plans, id, func(s planning.State) bool { return s.ID != "" })
}
