package commands

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
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

// MergeParty says that a party is another one, which it claims first.
func (x *Books) MergeParty(ctx context.Context, c Caller, id string, cmd party.Merge) (Done[party.State], error) {
	return Execute(ctx, x.Executor, c, partyAggregate, Order[party.State]{
		Operation: "parties.merge", Permission: "parties:write", ID: id, Request: cmd,
		Decide: func(s party.State, _ act.Context) ([]event.Payload, error) {
			into, _, err := x.Party(ctx, c, cmd.Into)
			if err != nil && !absent(err) {
				return nil, err
			}
			out, err := cmd.Decide(s, into)
			if err != nil {
				return nil, err
			}
			return out, x.claimMerge(ctx, c, s, cmd.Into)
		},
	})
}

// claimMerge takes the party that stays.
func (x *Books) claimMerge(ctx context.Context, c Caller, s party.State, into string) error {
	c.IdempotencyKey, c.Command, c.IfMatch = "", uuid.Nil, nil
	cmd := party.ClaimMerge{MergeClaimed: party.MergeClaimed{From: s.ID}, Into: into, Site: s.Site}
	_, err := Execute(ctx, x.Executor, c, partyAggregate, Order[party.State]{
		Operation: "parties.claim", ID: into, Request: cmd,
		Decide: func(s party.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
	return err
}

// Counterparty is a transaction whose other party says what is known of the record that
// it names, as far as it does not say it itself; of a party that was merged, what is
// known of the one that stays. The entry's own check names a party that is not there.
func (x *Books) Counterparty(ctx context.Context, c Caller, t booking.Transaction) (booking.Transaction, error) {
	c.Site = 0 // the tenant's parties are every site's
	id := t.Counterparty.PartyID
	for range mergesMax {
		if id == "" {
			break
		}
		s, _, err := x.Party(ctx, c, id)
		if absent(err) {
			break
		}
		if err != nil {
			return t, err
		}
		if id = s.MergedInto; id != "" {
			continue
		}
		known := partyKnown(s)
		other := &t.Counterparty
		other.Name, other.Country = cmp.Or(other.Name, s.Name), cmp.Or(other.Country, known.Country)
		other.Status, other.TaxID = cmp.Or(other.Status, known.Status), cmp.Or(other.TaxID, known.TaxID)
		if t.Role == booking.Purchase {
			t.Category = cmp.Or(t.Category, known.Account)
		}
	}
	return t, nil
}

// mergesMax is how many merges are followed.
const mergesMax = 20

// Party returns a party that the caller sees.
func (x *Books) Party(ctx context.Context, c Caller, id string) (party.State, uint64, error) {
	agg := Aggregate[party.State]{Category: party.Category.Name, Evolve: party.State.Evolve,
		SiteOf: func(s party.State) int64 { return s.Site }}
	return readRecord(ctx, x.Executor, c, agg, id, func(s party.State) bool { return s.ID != "" })
}
