package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/orders"
)

// ResyncKind is a comparison with a source.
var ResyncKind = Kind[orders.ResyncState]{
	Aggregate: Aggregate[orders.ResyncState]{Category: orders.Resyncs.Name, Evolve: orders.ResyncState.Evolve,
		SiteOf: func(s orders.ResyncState) int64 { return s.Site }},
	Noun: "comparison", Exists: func(s orders.ResyncState) bool { return s.ResyncID != "" },
}

// RequestResync asks for a comparison with a source of the caller's site.
func (x *Books) RequestResync(ctx context.Context, c Caller, cmd orders.Resync) (Done[orders.ResyncState], error) {
	connected := cmd.Source == orders.Checkouts || x.Connected != nil && x.Connected(c.Tenant, cmd.Source)
	return Execute(ctx, x.Executor, c, ResyncKind.Aggregate, Order[orders.ResyncState]{
		Operation: "ledger.resync", Permission: "ledger:write", Request: cmd,
		Decide: func(s orders.ResyncState, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, connected) },
	})
}

// EndResync notes what came of a comparison.
func (x *Books) EndResync(ctx context.Context, c Caller, id string, end orders.ResyncEnded) error {
	_, err := Execute(ctx, x.Executor, c, ResyncKind.Aggregate, Order[orders.ResyncState]{
		Operation: "ledger.end_resync", Permission: "ledger:write", ID: id, Request: end,
		Decide: func(s orders.ResyncState, _ act.Context) ([]event.Payload, error) {
			if s.Ended != nil {
				return nil, nil
			}
			return []event.Payload{end}, nil
		},
	})
	return err
}

// MissOrder notes that a source does not know an order any more; known reports
// whether the ledger had it.
func (x *Books) MissOrder(ctx context.Context, c Caller, source, ref, resync string) (known bool, err error) {
	cmd := orders.Miss{ResyncID: resync}
	done, err := Execute(ctx, x.Executor, c, orderAggregate, Order[orders.State]{
		Operation: "orders.miss", Permission: "ledger:write", ID: orders.EntryID(c.Tenant, c.Site, source, orders.Sale, ref), Request: cmd,
		Decide: func(s orders.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
	return done.State.Missing, err
}
