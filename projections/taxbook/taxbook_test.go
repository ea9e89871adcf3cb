package taxbook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/published"
	"github.com/tallystick/tallystick/eventstore"
)

// fakeLog delivers events in order, once each from where it is asked.
type fakeLog struct {
	events []event.Recorded
	broken int // index of an event that cannot be read yet; -1 = none
}

var errVault = errors.New("the vault is out of reach")

func (l *fakeLog) Subscribe(_ context.Context, from event.Position, _ []string, deliver func(eventstore.Delivery) error) error {
	for i := range l.events {
		at := event.Position{Commit: uint64(i + 1), Prepare: uint64(i + 1)}
		if !from.Less(at) {
			continue
		}
		if err := deliver(eventstore.Delivery{Event: &eventstore.Raw{Revision: uint64(i)}, Position: at}); err != nil {
			return err
		}
	}
	return deliver(eventstore.Delivery{CaughtUp: true, Position: event.Position{Commit: uint64(len(l.events)),
		Prepare: uint64(len(l.events))}})
}

func (l *fakeLog) NoneBetween(context.Context, event.Position, event.Position, []string) (bool, error) {
	return false, nil
}

func (l *fakeLog) Decode(_ context.Context, raw eventstore.Raw) (event.Recorded, bool, error) {
	if int(raw.Revision) == l.broken {
		return event.Recorded{}, false, errVault
	}
	return l.events[raw.Revision], true, nil
}

const tenant = "0192aa000000000000000000000000aa"

func region(n int, name string) event.Recorded {
	return event.Recorded{Stream: fmt.Sprintf("taxregion-%s-%032x", tenant, n),
		Payload: commerce.RegionCreated{RegionID: fmt.Sprintf("%032x", n),
			Region: commerce.Region{Name: name, Country: "DE", Effective: commerce.Effective{EffectiveFrom: civil.MustParse("2026-01-01")}}}}
}

func imported(stream, units string) event.Recorded {
	on := civil.MustParse("2026-11-19")
	return event.Recorded{Stream: stream, Payload: published.ExchangeRatesImported{Table: fx.ECB, Retrieved: on,
		Rates: []published.Period{{Period: civil.Period{From: on, To: on}, Units: map[string]money.Dec{"USD": money.MustParse(units)}}}}}
}

func TestReadingGoesOnWhereItStopped(t *testing.T) {
	log := &fakeLog{events: []event.Recorded{region(1, "a"), region(2, "b"), imported("rates-0-ecb_2026", "1.25")}, broken: 1}
	b := New(slog.New(slog.DiscardHandler))
	if err := b.Run(t.Context(), log); !errors.Is(err, errVault) || b.Ready() {
		t.Fatalf("%v, ready %v", err, b.Ready())
	}
	log.broken = -1
	if err := b.Run(t.Context(), log); err != nil || !b.Ready() {
		t.Fatalf("%v, ready %v", err, b.Ready())
	}
	c := b.Config(tenant)
	if !c.HasRegion(fmt.Sprintf("%032x", 1), 0) || !c.HasRegion(fmt.Sprintf("%032x", 2), 0) || c.HasRegion(fmt.Sprintf("%032x", 3), 0) {
		t.Errorf("%+v", c)
	}
	first, last := b.Tables()[0].Range()
	if first.String() != "2026-11-19" || last.String() != "2026-11-19" {
		t.Errorf("the table runs from %s to %s", first, last)
	}
}

// Only the platform publishes: a tenant's stream of that category counts for
// nothing.
func TestATenantPublishesNothing(t *testing.T) {
	b := New(slog.New(slog.DiscardHandler))
	if err := b.Run(t.Context(), &fakeLog{events: []event.Recorded{imported("rates-"+tenant+"-ecb_2026", "9")}, broken: -1}); err != nil {
		t.Fatal(err)
	}
	if tables := b.Tables(); len(tables) != 0 {
		t.Errorf("%d tables", len(tables))
	}
}

// A dataset that cannot be read is left out, so that its addresses are refused.
func TestAnUnreadableDatasetIsLeftOut(t *testing.T) {
	part := event.Recorded{Stream: "rates-0-us_mnr", Payload: published.SalesRatesImported{State: "MN", Part: 1,
		Rates: []string{"27,45,27,0.06875,0.06875,0.06875,0.06875,20090701,29991231"}}}
	done := published.SalesRatesCompleted{State: "MN", RateFile: "MNR", BoundFile: "MNB", Parts: 1, RateRows: 2}
	for rows, want := range map[int]int{2: 0, 1: 1} {
		done.RateRows = rows
		b := New(slog.New(slog.DiscardHandler))
		b.Run(t.Context(), &fakeLog{events: []event.Recorded{part, {Stream: "rates-0-us_mnr", Payload: done}}, broken: -1})
		if len(b.Local()) != want {
			t.Errorf("%d rows said, 1 there: %d datasets", rows, len(b.Local()))
		}
	}
}

// What a reader holds does not change under it. Run with the race detector.
func TestReadersKeepWhatTheyHold(t *testing.T) {
	log := &fakeLog{broken: -1}
	for n := range 200 {
		log.events = append(log.events, region(n, "x"))
	}
	b := New(slog.New(slog.DiscardHandler))
	var work sync.WaitGroup
	for range 4 {
		work.Add(1)
		go func() {
			defer work.Done()
			for !b.Ready() {
				c := b.Config(tenant)
				held := c.HasRegion(fmt.Sprintf("%032x", 150), 0)
				for range 10 {
					if c.HasRegion(fmt.Sprintf("%032x", 150), 0) != held {
						t.Error("a configuration changed under its reader")
					}
				}
			}
		}()
	}
	if err := b.Run(t.Context(), log); err != nil {
		t.Fatal(err)
	}
	work.Wait()
}
