package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	profiles "github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// CoverageAggregate is what a tenant offers of what the engine covers.
var CoverageAggregate = Aggregate[profiles.State]{Category: profiles.Category.Name, Evolve: profiles.State.Evolve}

// SeedCoverage makes and changes coverage profiles over the rows of the matrix. A
// repeated call answers what the first one did.
//
// They are the whole tenant's, and for those alone who see every site.
//
// Errors: those of Validate and Execute; fault.SiteForbidden; fault.Blocked with
// coverage_unavailable.
func SeedCoverage(ctx context.Context, x *Executor, c Caller, cmd profiles.Seed, rows []profiles.Row) (profiles.Outcome,
	Done[profiles.State], error) {
	var out profiles.Outcome
	if err := cmd.Validate(); err != nil {
		return out, Done[profiles.State]{}, err
	}
	if !c.Sites.All { // whichever site is named
		return out, Done[profiles.State]{}, fault.New(fault.SiteForbidden, "coverage profiles are those of every site of the tenant")
	}
	const operation = "coverage.seed"
	c.Command = CommandID(c, operation) // so that its events can be told again
	done, err := Execute(ctx, x, c, CoverageAggregate, Order[profiles.State]{
		Operation: operation, Permission: "coverage:manage", ID: profiles.StreamID, Request: cmd,
		Decide: func(s profiles.State, a act.Context) (events []event.Payload, err error) {
			if out, err = cmd.Plan(s, rows); err != nil {
				return nil, err
			}
			return cmd.Decide(s, a, rows)
		},
	})
	if err != nil || !done.Replayed {
		return out, done, err
	}
	history, err := x.Log.Load(ctx, event.Stream{Category: profiles.Category.Name, Tenant: c.Tenant, ID: profiles.StreamID}.String())
	if err != nil {
		return out, done, storeFault(err)
	}
	var before profiles.State
	for _, e := range history {
		if e.Meta.CommandID == c.Command || done.Nothing && e.Revision > done.Revision {
			break
		}
		before = before.Evolve(e)
	}
	out, err = cmd.Plan(before, rows)
	return out, done, err
}
