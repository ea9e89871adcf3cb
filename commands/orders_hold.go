package commands

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore"
)

// What holds an order, before the id of the record.
const (
	holdsEntry   = "entry/"
	holdsInvoice = "invoice/"
)

// holds are the records that are about to rest on the version of an order in force: an
// entry that is approved and being posted, an invoice on its way to its number.
func (x *Books) holds(ctx context.Context, tenant string, s orders.State) (by []string, err error) {
	for _, h := range s.Holds {
		if h.SHA256 != s.Latest().SHA256 {
			continue
		}
		counts := false
		if id, ok := strings.CutPrefix(h.By, holdsEntry); ok {
			entry, _, err := x.entryState(ctx, tenant, id)
			if err != nil {
				return nil, err
			}
			counts = entry.Status == journal.Approved && entry.Revision() == h.Revision
		} else if id, ok := strings.CutPrefix(h.By, holdsInvoice); ok {
			made, _, err := (&Invoices{Executor: x.Executor}).load(ctx, tenant, id)
			if err != nil {
				return nil, err
			}
			counts = made.Exists && made.Issued == nil && made.Abandoned == nil
		}
		if counts {
			by = append(by, h.By)
		}
	}
	return by, nil
}

// holdOrders has the orders that an entry books stand as the entry says, before it is
// posted. Errors: eventstore.ErrWrongRevision where one says otherwise by now, and the
// posting is to be decided anew.
func (x *Books) holdOrders(ctx context.Context, c Caller, s journal.State) error {
	c.IdempotencyKey, c.Command, c.IfMatch, c.Site = "", uuid.Nil, nil, s.Site
	for _, source := range s.Sources {
		if source.Kind != "order" {
			continue
		}
		cmd := orders.Hold{Held: orders.Held{By: holdsEntry + s.ID, Revision: s.Revision(), SHA256: source.SHA256}}
		current := false
		_, err := Execute(ctx, x.Executor, c, orderAggregate, Order[orders.State]{
			Operation: "orders.hold", ID: source.ID, Request: cmd,
			Decide: func(now orders.State, _ act.Context) (out []event.Payload, _ error) {
				out, current = cmd.Decide(now)
				return out, nil
			},
		})
		if err != nil {
			return err
		}
		if !current {
			return eventstore.ErrWrongRevision
		}
	}
	return nil
}

// holdOrder has the order of an invoice stand as it was when that was made; by is the
// order where it says otherwise by now. A checkout never changes.
func (x *Invoices) holdOrder(ctx context.Context, tenant string, s invoicing.State) (by string, err error) {
	if s.OrderSHA256 == "" {
		return "", nil
	}
	stream := event.Stream{Category: orders.Category.Name, Tenant: tenant, ID: s.OrderID}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil {
		return "", storeFault(err)
	}
	cmd := orders.Hold{Held: orders.Held{By: holdsInvoice + s.DocumentID, SHA256: s.OrderSHA256}}
	out, current := cmd.Decide(folded(history, orders.State.Evolve))
	if !current {
		return s.OrderID, nil
	}
	if len(out) == 0 {
		return "", nil
	}
	_, err = x.append(ctx, tenant, s, stream, "hold", eventstore.Exactly(history[len(history)-1].Revision), out)
	return "", err
}
