package commands

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/eventstore"
)

var settlementAggregate = Aggregate[journal.Settlement]{Category: journal.Settlements.Name, Evolve: journal.Settlement.Evolve}

// claims are how many events the streams had, by id, in which a posting is to claim what
// it rests on: its claim stands only if nobody else's came since.
type claims map[string]int

// settlers are who claimed a stream of settlements, and those beside them that are named:
// what was posted before entries claimed. at is the last position of their streams.
func (x *Books) settlers(ctx context.Context, tenant, id string, also []string) (by []journal.Settler, events int, at event.Position,
	err error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: journal.Settlements.Name, Tenant: tenant, ID: id}.String())
	if err != nil {
		return nil, 0, at, storeFault(err)
	}
	s := folded(history, journal.Settlement.Evolve)
	ids := slices.Clone(also)
	claimed := map[string]*journal.SettlementClaimed{}
	for i, c := range s.Claims {
		claimed[c.EntryID] = &s.Claims[i]
		ids = append(ids, c.EntryID)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		entry, last, err := x.entryState(ctx, tenant, id)
		if err != nil {
			return nil, 0, at, err
		}
		if at.Less(last) {
			at = last
		}
		settler := journal.Settler{State: entry, Claim: claimed[id]}
		if entry.Status == journal.Posted && entry.Origin != journal.FromReversal {
			undone, _, err := x.entryState(ctx, tenant, ReversalID(id))
			if err != nil {
				return nil, 0, at, err
			}
			settler.Undone = undone.Status == journal.Posted
		}
		by = append(by, settler)
	}
	return by, s.Events, at, nil
}

// entryState is an entry of the tenant and where its last event stands; the zero entry
// where there is none.
func (x *Books) entryState(ctx context.Context, tenant, id string) (s journal.State, at event.Position, err error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: journal.Category.Name, Tenant: tenant, ID: id}.String())
	if err != nil || len(history) == 0 {
		return s, at, storeFault(err)
	}
	return journal.Fold(history), history[len(history)-1].Position, nil
}

// open reads from the log what entries, other than one that is named, leave of lines, and
// what a posting that settles them has to claim.
func (x *Books) open(ctx context.Context, c Caller, own string, names []string) (map[string]booking.OpenItem, claims, error) {
	out, seen := map[string]booking.OpenItem{}, claims{}
	if len(names) == 0 {
		return out, seen, nil
	}
	earlier, err := x.DB.SettlersOf(ctx, c.Tenant, names)
	if err != nil {
		return nil, nil, err
	}
	by, entries := map[string][]journal.Settler{}, map[string]journal.State{}
	for _, name := range names {
		id, line, ok := settledLine(name)
		if !ok {
			continue
		}
		if _, read := entries[id]; !read {
			entry, _, err := x.Entry(ctx, c, id)
			if absent(err) {
				entry = journal.State{}
			} else if err != nil {
				return nil, nil, err
			}
			entries[id] = entry
			if by[id], seen[id], _, err = x.settlers(ctx, c.Tenant, id, append(earlier[id], ReversalID(id))); err != nil {
				return nil, nil, err
			}
			by[id] = slices.DeleteFunc(by[id], func(s journal.Settler) bool { return s.ID == own })
		}
		if left, base, ok := entries[id].Remains(line, name, by[id]); ok {
			out[name] = booking.OpenItem{OpenItem: left, BaseLeft: base, Party: entries[id].Payload.Lines[line-1].Party}
		}
	}
	return out, seen, nil
}

// settledLine reads what lineName writes.
func settledLine(name string) (entry string, line int, ok bool) {
	entry, place, ok := strings.Cut(name, "/")
	line, err := strconv.Atoi(place)
	if err != nil || !ok || lineName(entry, int32(line)) != name {
		return "", 0, false
	}
	_, ok = event.ParseStream(event.Stream{Category: journal.Category.Name, Tenant: "0", ID: entry}.String())
	return entry, line, ok
}

// settledBy lists the entries that settle lines of a posted entry, and what its reversal
// has to claim.
func (x *Books) settledBy(ctx context.Context, c Caller, entry string) ([]string, claims, error) {
	s, _, err := x.entryState(ctx, c.Tenant, entry)
	if err != nil || s.Payload == nil {
		return nil, claims{}, err
	}
	names := make([]string, len(s.Payload.Lines))
	for i := range names {
		names[i] = lineName(entry, int32(i+1))
	}
	earlier, err := x.DB.SettlersOf(ctx, c.Tenant, names)
	if err != nil {
		return nil, nil, err
	}
	by, events, _, err := x.settlers(ctx, c.Tenant, entry, earlier[entry])
	return s.SettledBy(by), claims{entry: events}, err
}

// claim takes what a posting of an entry rests on, each in the same order, so that of two
// the first takes all. Errors: eventstore.ErrWrongRevision where somebody was faster, and
// the posting is to be decided anew.
func (x *Books) claim(ctx context.Context, c Caller, s journal.State, seen claims) error {
	c.IdempotencyKey, c.Command, c.IfMatch, c.Site = "", uuid.Nil, nil, s.Site
	cmd := journal.Claim{SettlementClaimed: journal.SettlementClaimed{EntryID: s.ID, Revision: s.Revision()}}
	for _, id := range slices.Sorted(maps.Keys(seen)) {
		overtaken := false
		_, err := Execute(ctx, x.Executor, c, settlementAggregate, Order[journal.Settlement]{
			Operation: "journal.claim", ID: id, Request: cmd,
			Decide: func(now journal.Settlement, _ act.Context) ([]event.Payload, error) {
				out, err := cmd.Decide(now)
				if overtaken = len(out) > 0 && now.Events != seen[id]; overtaken {
					return nil, nil
				}
				return out, err
			},
		})
		if overtaken {
			return eventstore.ErrWrongRevision
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// use notes in the stream of the books that something is posted to them, before the first
// entry is: a change of their chart is decided there. Errors: eventstore.ErrWrongRevision
// where the books were changed, and the posting is to be decided anew.
func (x *Books) use(ctx context.Context, c Caller, site int64, l books.Ledger) error {
	if l.Used {
		return nil
	}
	c.IdempotencyKey, c.Command, c.IfMatch, c.Site = "", uuid.Nil, nil, site
	current := false
	done, err := Execute(ctx, x.Executor, c, booksAggregate, Order[books.State]{
		Operation: "books.use", ID: books.StreamID(site), Request: l.Settings,
		Decide: func(s books.State, _ act.Context) (out []event.Payload, err error) {
			out, current, err = books.Use{Settings: l.Settings}.Decide(s)
			return out, err
		},
	})
	if err != nil {
		return err
	}
	if err := x.known(ctx, done.Position); err != nil {
		return err
	}
	if !current {
		return eventstore.ErrWrongRevision
	}
	return nil
}

// yearEndID names the stream in which the entries that carry a year's result claim it.
func yearEndID(site int64, year books.Year) string {
	return fmt.Sprintf("year_%d_%s", site, strings.ReplaceAll(year.Begins.String(), "-", "_"))
}

// carried waits until the read models hold the year's ends that were posted before, refuses
// while another is being posted, and says what this one has to claim.
func (x *Books) carried(ctx context.Context, c Caller, s journal.State, year books.Year) (claims, error) {
	id := yearEndID(s.Site, year)
	by, events, at, err := x.settlers(ctx, c.Tenant, id, nil)
	if err != nil {
		return nil, err
	}
	var b fault.Blockers
	for _, other := range by {
		if other.ID != s.ID && other.Status != journal.Posted && other.Holds() {
			b.On("entry/"+other.ID, "document_changed", "another year's end is approved and being posted: post it, or return it")
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	if at != (event.Position{}) {
		err = x.Await(ctx, at)
	}
	return claims{id: events}, err
}
