package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/party"
)

var partyAggregate = Aggregate[party.State]{Category: party.Category.Name, Evolve: party.State.Evolve,
	SiteOf: func(s party.State) int64 { return s.Site }}

// WriteParty adds a party (id "") or says the whole of one anew: patch is given
// the party as it stands and returns what it is to be.
func (x *Books) WriteParty(ctx context.Context, c Caller, id string, request any, patch func(party.Details) (party.Details,
	error)) (Done[party.State], error) {
	operation := "parties.change"
	if id == "" {
		operation = "parties.add"
	}
	return Execute(ctx, x.Executor, c, partyAggregate, Order[party.State]{
		Operation: operation, Permission: "parties:write", ID: id, Request: request,
		Decide: func(s party.State, a act.Context) ([]event.Payload, error) {
			if id != "" && s.ID == "" {
				return nil, fault.New(fault.NotFound, "there is no such party")
			}
			d, err := patch(s.Details)
			if err != nil {
				return nil, err
			}
			return party.Write{Details: d, Today: x.Today(c.Tenant, c.Site, a.Now)}.Decide(s, a)
		},
	})
}

// MergeParty says that a party is another one.
func (x *Books) MergeParty(ctx context.Context, c Caller, id string, cmd party.Merge) (Done[party.State], error) {
	return Execute(ctx, x.Executor, c, partyAggregate, Order[party.State]{
		Operation: "parties.merge", Permission: "parties:write", ID: id, Request: cmd,
		Decide: func(s party.State, _ act.Context) ([]event.Payload, error) {
			into, _, err := x.Party(ctx, c, cmd.Into)
			if e := fault.As(err); err != nil && (e == nil || e.Code != fault.NotFound) {
				return nil, err
			}
			return cmd.Decide(s, into)
		},
	})
}

// Party returns a party that the caller sees.
func (x *Books) Party(ctx context.Context, c Caller, id string) (party.State, uint64, error) {
	agg := Aggregate[party.State]{Category: party.Category.Name, Evolve: party.State.Evolve,
		SiteOf: func(s party.State) int64 { return s.Site }}
	return readRecord(ctx, x.Executor, c, agg, id, func(s party.State) bool { return s.ID != "" })
}
